/*
 * manners: what the protocols ask of the other side's program, one duty at a time, each against an
 * engine with one habit (tests/fake_engine.c) that plays whole games with a program of good manners
 * and none with another.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/sanitized.h"
#include "engine/games/games.h"
#include "tests/own_directory.h"
#include "tuner/external/drive.h"

static char pids[96], heard[96];

static int make_folder(void **state) {
    (void)state;
    if (own_directory_make(NULL)) return -1;
    snprintf(pids, sizeof pids, "%s/pids", directory);
    snprintf(heard, sizeof heard, "%s/pids.heard", directory);
    return 0;
}

/* ---- games with one engine ---- */

static struct external_spec spec;
static struct external engine;

static void sit_down(const char *protocol, const char *habit, const char *options) {
    char line[512];
    struct error error;
    unlink(pids);
    unlink(heard);
    snprintf(line, sizeof line, "cmd:%s/tests/fake_engine %s %s %s;protocol=%s%s", BUILD_DIR,
             protocol, habit, pids, protocol, options);
    if (external_parse(line, &spec, &error)) fail_msg("%s", error.text);
    external_init(&engine, &spec, games_find(spec.protocol->usual_game, &error));
}

static void stand_up(void) {
    external_dismiss(&engine);
    external_stop(&engine);
    external_spec_free(&spec);
}

static enum external_end move_of_engine(void) {
    move_t move;
    return external_move(&engine, &move);
}

/* Of its opponent, which takes the first one that is legal. */
static enum external_end move_of_other(void) {
    move_t moves[GAME_MOVES_MAX];
    if (game_must_pass(engine.game, &engine.position))
        return external_tell(&engine, engine.game->pass);
    engine.game->moves(engine.game, &engine.position, moves);
    return external_tell(&engine, moves[0]);
}

/* So many plies after an opening of `opening` first legal moves; how it ended for the engine. */
static enum external_end play(int side, int opening, int plies) {
    const struct game *game = engine.game;
    struct state state;
    move_t line[8], moves[GAME_MOVES_MAX];
    game->start(game, &state);
    for (int i = 0; i < opening; i++) {
        game->moves(game, &state, moves);
        game->play(game, &state, line[i] = moves[0]);
    }
    enum external_end end = external_begin(&engine, side, NULL, line, opening);
    for (int i = 0; i < plies && end == EXTERNAL_NORMAL; i++)
        if (!game->over(game, &engine.position))
            end = game->side(&engine.position) == side ? move_of_engine() : move_of_other();
    if (end == EXTERNAL_NORMAL) external_finish(&engine);
    return end;
}

static void plays_well(int side, int opening) {
    enum external_end end = play(side, opening, 12);
    if (end != EXTERNAL_NORMAL) fail_msg("%s: %s", external_end_names[end], engine.detail);
}

static int times_started(void) {
    int count = 0, pid;
    FILE *file = fopen(pids, "r");
    while (file && fscanf(file, "%d", &pid) == 1) count++;
    if (file) fclose(file);
    return count;
}

/* ---- all of them ---- */

/* An engine with a habit that its protocol allows plays three games: first, second, and from a
 * position where the protocol knows one. */
static void habits_are_borne(void **state) {
    (void)state;
    static const struct {
        const char *protocol, *habit;
        int starts; /* of three games */
        const char *options;
    } cases[] = {
        {"gomocup", "blanks", 1, ""},
        {"gomocup", "none", 1, ""},
        {"gomocup", "small-cr", 1, ""},
        {"gomocup", "capital-crlf", 1, ""},
        {"gomocup", "suggest", 1, ""},
        {"gomocup", "unknown-restart", 3, ""},
        {"gomocup", "error-restart", 3, ""},
        {"gomocup", "silent-restart", 3, ";startup=1.5"},
        {"gomocup", "exit-restart", 3, ""},
        {"gomocup", "hasty", 1, ""},
        {"gomocup", "no-info", 1, ""},
        {"gomocup", "unknown-info", 1, ""},
        {"gomocup", "refuse@1", 1, ""},
        {"gomocup", "refuse@3", 1, ""},
        {"gomocup", "zeros", 1, ""},
        {"gomocup", "twice", 1, ""},
        {"gomocup", "mark", 1, ""},
        {"gomocup", "echo", 1, ""},
        {"gomocup", "slow-errors", 3, ""},
        {"gtp", "zeros", 1, ""},
        {"gtp", "mark", 1, ""},
        {"gtp", "blanks", 1, ""},
        {"gtp", "greets", 1, ""},
        {"gtp", "twice", 1, ""},
        {"gtp", "echo", 1, ""},
        {"gtp", "capital-crlf", 1, ""},
        {"gtp", "spartan", 1, ""},
        {"gtp", "whole-seconds", 1, ";time=0.5"},
        {"gtp", "time-alone", 1, ";time=0.5"},
        {"nboard", "blanks", 1, ""},
        {"nboard", "capital-crlf", 1, ""},
        {"nboard", "small-cr", 1, ""},
        {"nboard", "deep", 1, ""},
        {"nboard", "twice", 1, ""},
        {"nboard", "tabs", 1, ""},
        {"uci", "tabs", 1, ";option.Hash=20"},
        {"ucci", "tabs", 1, ""},
        {"xboard", "tabs", 1, ""},
        {"sau", "tabs", 1, ""},
        {"gtp", "tabs", 1, ""},
        {"uci", "zeros", 1, ""},
        {"uci", "blanks", 1, ""},
        {"uci", "capital-crlf", 1, ""},
        {"uci", "twice", 1, ""},
        {"uci", "ponders", 1, ""},
        {"uci", "variants", 1, ""},
        {"ucci", "blanks", 1, ""},
        {"ucci", "none", 1, ""},
        {"xboard", "blanks", 1, ""},
        {"xboard", "none", 1, ""},
        {"xboard", "old", 1, ";startup=1.5"},
        {"xboard", "slow", 1, ";startup=1.5"},
        {"xboard", "endless", 1, ";startup=1.5"},
        {"xboard", "san", 1, ""},
        {"xboard", "once", 3, ""},
        {"xboard", "silent", 1, ""},
        {"xboard", "echo", 1, ""},
        {"xboard", "numbered", 1, ""},
        {"xboard", "capitals", 1, ""},
        {"xboard", "claims", 1, ""},
        {"sau", "blanks", 1, ""},
        {"sau", "capital-crlf", 1, ""},
        {"sau", "small-cr", 1, ""},
        {"sau", "nameless", 1, ";startup=1.5"},
        {"sau", "twice", 1, ""},
        {"sau", "echo", 1, ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sit_down(cases[i].protocol, cases[i].habit, cases[i].options);
        plays_well(0, 0);
        plays_well(1, 0);
        plays_well(0, spec.protocol->knows_openings ? 4 : 0);
        if (times_started() != cases[i].starts)
            fail_msg("%s started %d times", cases[i].habit, times_started());
        stand_up();
    }
}

/* An engine that cannot play the game is refused for what it says, at once. */
static void refusals_are_told(void **state) {
    (void)state;
    static const struct {
        const char *protocol, *habit;
        enum external_end end;
        const char *detail;
    } cases[] = {
        {"gomocup", "other-size", EXTERNAL_NOT_STARTED, "answered \"ERROR size\" to START 15"},
        {"gtp", "other-size", EXTERNAL_NOT_STARTED, "\"? unacceptable size\" to \"boardsize 8\""},
        {"gomocup", "no-idea", EXTERNAL_ILLEGAL, "answered \"ERROR no idea\""},
        {"sau", "nohandshake", EXTERNAL_NOT_STARTED, "did not answer in time"},
        {"xboard", "picky", EXTERNAL_ILLEGAL, "answered \"Illegal move: a7a5\" to a legal move"},
        {"xboard", "wordless", EXTERNAL_ILLEGAL, "answered \"Error (unknown command): a7a5\" to"},
        {"xboard", "resign", EXTERNAL_RESIGNED, ""},
        {"xboard", "resign-result", EXTERNAL_RESIGNED, ""},
        {"xboard", "resign-colour", EXTERNAL_RESIGNED, ""},
        {"xboard", "resign-computer", EXTERNAL_RESIGNED, ""},
        {"ucci", "resign", EXTERNAL_RESIGNED, ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sit_down(cases[i].protocol, cases[i].habit, ";startup=3");
        assert_int_equal(play(0, 0, 3), cases[i].end);
        if (!strstr(engine.detail, cases[i].detail)) fail_msg("%s", engine.detail);
        stand_up();
    }
}

/* Its last move is no answer to the next question, and what else it says in time is; but an engine
 * that says nothing else has played it. */
static void a_move_that_is_only_repeated_is_illegal(void **state) {
    (void)state;
    static const char *const protocols[] = {"gomocup", "sau", "xboard", "gtp"};
    for (size_t i = 0; i < COUNT_OF(protocols); i++) {
        sit_down(protocols[i], "stuck", ";timeout=0.5");
        assert_int_equal(play(0, 0, 4), EXTERNAL_ILLEGAL);
        if (!strstr(engine.detail, " again, and no other move")) fail_msg("%s", engine.detail);
        stand_up();
    }
}

/* Of GTP, which has an answer to every command, an answer without a word may be a late one. */
static void an_engine_that_answers_no_move_is_told_so(void **state) {
    (void)state;
    sit_down("gtp", "wordless", ";timeout=0.1");
    assert_int_equal(play(0, 0, 1), EXTERNAL_ILLEGAL);
    assert_string_equal(engine.detail, "answered \"=\" to genmove, and no move");
    stand_up();
}

/* … while the same move in the next game is an answer. */
static void each_game_may_begin_alike(void **state) {
    (void)state;
    static const char *const protocols[] = {"gomocup", "sau", "xboard"};
    for (size_t i = 0; i < COUNT_OF(protocols); i++) {
        sit_down(protocols[i], "silent", ";timeout=5");
        for (int game = 0; game < 2; game++) assert_int_equal(play(0, 0, 1), EXTERNAL_NORMAL);
        assert_int_equal(times_started(), 1);
        stand_up();
    }
}

/* Features that come behind the time in which they are awaited, as on a busy machine: the moves
 * that were told before are told again, in the engine's words. */
static void late_features_are_heard(void **state) {
    (void)state;
    sit_down("xboard", "late", "");
    plays_well(1, 0);
    plays_well(0, 0);
    assert_int_equal(times_started(), 1);
    stand_up();
}

/* One that has never said a line, as one of another protocol or one that waits for itself, is not
 * waited for in each game anew. */
static void a_mute_engine_is_given_up(void **state) {
    (void)state;
    sit_down("xboard", "mute",
             ";startup=1;timeout=0.5"); /* it notes its starts, slowly in slow builds */
    for (int game = 0; game < 3; game++) {
        assert_int_equal(play(0, 0, 1), EXTERNAL_NOT_STARTED);
        assert_string_equal(engine.detail, "did not answer in time and has said nothing since its "
                                           "start: does it speak xboard?");
    }
    assert_int_equal(play(0, 0, 1), EXTERNAL_NOT_STARTED);
    assert_string_equal(engine.detail, "failed to start 3 times in a row and was not tried again");
    assert_int_equal(times_started(), 3);
    stand_up();
}

/* … and one that says nothing but its moves is not. */
static void an_engine_of_few_words_is_kept(void **state) {
    (void)state;
    sit_down("xboard", "old", ";startup=0.1");
    for (int game = 0; game < 4; game++) {
        plays_well(0, 0);
        external_dismiss(&engine);
        external_stop(&engine);
    }
    assert_int_equal(times_started(), 4);
    stand_up();
}

/* Its complaint is kept for a user in search of the cause. */
static void complaints_are_kept(void **state) {
    (void)state;
    sit_down("gomocup", "no-idea", "");
    assert_int_equal(play(0, 0, 1), EXTERNAL_ILLEGAL);
    assert_string_equal(text_get(&engine.errors), "ERROR no idea\nERROR no idea\n");
    stand_up();
    sit_down("gomocup", "unknown-info", ";time=0.02");
    plays_well(0, 0);
    assert_non_null(strstr(text_get(&engine.errors), "UNKNOWN\n"));
    stand_up();
}

/* ---- what is told ---- */

static void assert_heard(const char *words) {
    struct text text = {0};
    if (file_read(heard, &text, NULL)) fail_msg("it heard nothing");
    if (!strstr(text_get(&text), words)) fail_msg("no \"%s\" in:\n%s", words, text_get(&text));
    text_free(&text);
}

/* Limits that are enforced, before the first move and where time is left, before each. */
static void limits_are_told(void **state) {
    (void)state;
    static const struct {
        const char *protocol, *options, *heard;
    } cases[] = {
        {"gomocup", "",
         "INFO timeout_turn 15000\nINFO timeout_match 0\nINFO time_left 2147483647\n"},
        {"gomocup", ";timeout=0.5", "INFO timeout_turn 125\n"},
        {"gomocup", ";time=0.3", "INFO timeout_turn 300\n"},
        {"gomocup", ";time=3;timeout=2", "INFO timeout_turn 500\n"},
        {"gomocup", ";clock=20+1",
         "INFO timeout_turn 20000\nINFO timeout_match 20000\nINFO time_left 20000\nBEGIN\n"},
        {"gomocup", ";clock=20;timeout=4", "INFO timeout_turn 1000\nINFO timeout_match 20000\n"},
#if !SANITIZED /* whose shadow is larger */
        {"gomocup", ";memory=500", "INFO max_memory 524288000\n"},
        {"gomocup", ";memory=4096", "INFO max_memory 2147483647\n"},
#endif
        {"gtp", ";time=2.5", "time_settings 0 2 1\ntime_left black 2.5 1\n"},
        {"gtp", ";time=0.2", "time_settings 0 1 1\ntime_left black 0.2 1\n"},
        {"gtp", ";clock=90+0.5", "time_settings 90 0 0\ntime_left black 90 0\n"},
        {"nboard", "", "set depth 12\nping 1\nset game (;GM[Othello]"},
        {"nboard", "", "TI[0:15]BO[8 ---"},
        {"nboard", ";clock=90+2.5", "TI[1:30/0:02]BO[8 ---"},
        {"nboard", ";clock=90", "//0.0"},
        {"ucci", "",
         "ucci\nsetoption usemillisec true\nsetoption newgame \nisready\nposition "
         "startpos\nisready\ngo time 15000 movestogo 1\n"},
        {"ucci", ";depth=3", "go depth 3\n"},
        {"ucci", ";nodes=99;option.HashSize=2", "setoption hashsize 2\n"},
        {"ucci", ";clock=60+0.25", "go time 60000 increment 250\n"},
        {"xboard", "",
         "xboard\nprotover 2\naccepted usermove\naccepted myname\naccepted option\nrejected "
         "sigint\n"},
        {"xboard", "", "new\nst 15\neasy\npost\nforce\nping 1\ngo\nforce\nusermove "},
        {"xboard", ";depth=3", "new\nsd 3\neasy\n"},
        {"xboard", ";time=2", "new\nst 2\neasy\n"},
        {"xboard", ";time=0.25", "new\nlevel 1 0:01 0\neasy\n"},
        {"xboard", ";time=0.25", "ping 1\ntime 25\notim 25\ngo\n"},
        {"xboard", ";clock=90+0.5", "new\nlevel 0 1:30 0.5\neasy\n"},
        {"xboard", ";clock=90+0.5", "time 9000\notim 9000\ngo\n"},
        {"xboard", ";option.hash size=2;option.Clear=;option.Ponder Hit=true;option.memory=9",
         "option Hash Size=2\noption Clear\noption Ponder Hit=1\nmemory 9\nnew\n"},
        {"uci", "", "uci\nucinewgame\nisready\nposition startpos\nisready\ngo movetime 15000\n"},
        {"uci", ";time=0.25", "go movetime 250\n"},
        {"uci", ";depth=3;nodes=900", "go depth 3 nodes 900\n"},
        {"uci", ";depth=3;time=1.5", "go depth 3 movetime 1500\n"},
        {"uci", ";clock=60", "go wtime 60000 btime 60000 winc 0 binc 0\n"},
        {"uci", ";clock=60+0.25", "go wtime 60000 btime 60000 winc 250 binc 250\n"},
        {"uci", ";option.hash=2;option.king safety curve=Flat;option.Clear Hash=",
         "uci\nsetoption name Hash value 2\nsetoption name King Safety Curve value Flat\nsetoption "
         "name Clear Hash\nucinewgame\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sit_down(cases[i].protocol, "scribe", cases[i].options);
        plays_well(0, 0);
        stand_up();
        assert_heard(cases[i].heard);
    }
}

/* An engine of UCCI that does not know milliseconds. */
static void seconds_are_whole_where_they_must_be(void **state) {
    (void)state;
    sit_down("ucci", "seconds", ";clock=60+2.5");
    plays_well(0, 0);
    stand_up();
    assert_heard("go time 60 increment 2\n");
}

/* The machine's own memory, which holds where none is given, is no news. */
static void usual_memory_is_not_told(void **state) {
    struct text text = {0};
    (void)state;
    sit_down("gomocup", "scribe", "");
    plays_well(0, 0);
    stand_up();
    assert_int_equal(file_read(heard, &text, NULL), 0);
    assert_null(strstr(text_get(&text), "max_memory"));
    text_free(&text);
}

/* A game of Gomocup begins by BEGIN, by TURN after one stone, by BOARD after more; a process just
 * started needs no RESTART. */
static void games_begin_by_the_mandatory_words(void **state) {
    (void)state;
    static const char *const words[] = {"2147483647\nBEGIN\n", "2147483647\nTURN 0,0\n",
                                        "2147483647\nBOARD\n0,0,1\n1,0,2\nDONE\n"};
    for (int stones = 0; stones < 3; stones++) {
        sit_down("gomocup", "scribe", "");
        plays_well(stones % 2, stones);
        stand_up();
        assert_heard("START 15\nINFO rule");
        assert_heard(words[stones]);
    }
}

/* An engine that does not know RESTART is asked to once. */
static void what_is_not_known_is_not_asked_again(void **state) {
    struct text text = {0};
    int asked = 0;
    (void)state;
    sit_down("gomocup", "unknown-restart", "");
    for (int game = 0; game < 4; game++) plays_well(game % 2, 0);
    assert_int_equal(times_started(), 4);
    stand_up();
    assert_int_equal(file_read(heard, &text, NULL), 0);
    for (const char *at = text_get(&text); (at = strstr(at, "RESTART\n")); at++) asked++;
    assert_int_equal(asked, 1);
    text_free(&text);
}

/* An engine that uses all of the time that it was told does not lose by it. */
static void a_limit_that_is_told_is_kept(void **state) {
    (void)state;
    static const char *const options[] = {";timeout=0.4", ";clock=0.03+0.05", ";time=0.03"};
    for (size_t i = 0; i < COUNT_OF(options); i++) {
        sit_down("gomocup", "patient", options[i]);
        assert_int_equal(play(0, 0, 1), EXTERNAL_NORMAL);
        stand_up();
    }
}

/* However much time is on its clock, it loses by the time-out of a move. */
static void a_move_may_not_take_a_whole_clock(void **state) {
    (void)state;
    sit_down("gomocup", "silence", ";clock=20;timeout=0.3");
    double begin = clock_seconds();
    assert_int_equal(play(0, 0, 1), EXTERNAL_TIMED_OUT);
    assert_true(clock_seconds() - begin < 15);
    stand_up();
}

/* The pause after a move is off its clock, and none where time has passed in any case. */
static void a_pause_costs_the_engine_nothing(void **state) {
    (void)state;
    sit_down("gomocup", "none", ";clock=50");
    assert_int_equal(play(0, 0, 1), EXTERNAL_NORMAL);
    double left = engine.clock, begin = clock_seconds();
    engine.moved = begin - 1;
    assert_int_equal(move_of_other(), EXTERNAL_NORMAL);
    engine.moved = clock_seconds() + 0.1;
    begin = clock_seconds();
    assert_int_equal(move_of_engine(), EXTERNAL_NORMAL);
    assert_true(clock_seconds() - begin >= 0.1);
    assert_true(left - engine.clock < 0.1);
    stand_up();
}

/* Beyond its clock, within what is not counted, it has nothing left but its increment. */
static void a_clock_that_ran_out_stands_at_nothing(void **state) {
    (void)state;
    sit_down("gomocup", "slow", ";clock=0.001+20");
    assert_int_equal(play(0, 0, 1), EXTERNAL_NORMAL);
    assert_float_equal(engine.clock, 20, 0);
    stand_up();
}

/* Against an engine of xiangqi by a dialect: its option names the game, and its ranks count from 1.
 */
static void dialects_are_spoken(void **state) {
    struct error error;
    (void)state;
    sit_down("uci", "variants", "");
    engine.game = games_find("xiangqi", &error);
    plays_well(1, 0);
    stand_up();
    assert_heard("uci\nsetoption name UCI_Variant value xiangqi\nucinewgame\n");
    assert_heard("position startpos moves a1a2 h8f8 b1a3 i10i9 c1e3\n");
}

static enum external_end begin_at(const char *fen) {
    struct state start = {0};
    struct error error;
    if (engine.game->position_parse(engine.game, fen, &start, &error)) fail_msg("%s", error.text);
    return external_begin(&engine, 1, &start, NULL, 0);
}

static void positions_are_told(void **state) {
    static const char fen[] = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    (void)state;
    sit_down("uci", "scribe", "");
    assert_int_equal(begin_at(fen), EXTERNAL_NORMAL);
    assert_int_equal(move_of_other(), EXTERNAL_NORMAL);
    assert_int_equal(move_of_engine(), EXTERNAL_NORMAL);
    stand_up();
    assert_heard("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e1d1\n");
    sit_down("xboard", "scribe", "");
    assert_int_equal(begin_at(fen), EXTERNAL_NORMAL);
    stand_up();
    assert_heard("force\nsetboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
    sit_down("xboard", "silent", "");
    assert_int_equal(begin_at(fen), EXTERNAL_NOT_STARTED);
    assert_string_equal(engine.detail, "has no setboard: it cannot be given positions");
    stand_up();
}

/* UCCI is told the position after the last capture. */
static void moves_since_the_last_capture_are_told(void **state) {
    static const char fen[] = "3k5/9/9/9/9/r8/R8/9/9/4K4 w";
    (void)state;
    move_t capture;
    sit_down("ucci", "scribe", "");
    assert_int_equal(begin_at(fen), EXTERNAL_NORMAL);
    assert_true(game_move_read(engine.game, &engine.position, "a3a4", &capture) > 0);
    assert_int_equal(external_tell(&engine, capture), EXTERNAL_NORMAL);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(move_of_engine(), EXTERNAL_NORMAL);
        if (i == 0) assert_int_equal(move_of_other(), EXTERNAL_NORMAL);
    }
    assert_true(engine.evals[1].known && engine.evals[1].score == -12);
    stand_up();
    assert_heard("position fen 3k5/9/9/9/9/R8/9/9/9/4K4 b - - 0 1\nisready\ngo");
    assert_heard("position fen 3k5/9/9/9/9/R8/9/9/9/4K4 b - - 0 1 moves d9");
}

/* Castling as in Chess960 is told and heard as the king's move to its rook. */
static void chess960_is_told(void **state) {
    (void)state;
    move_t castling;
    sit_down("uci", "960", "");
    assert_int_equal(begin_at("4k3/8/8/8/8/8/8/1R2K2R w KQ -"), EXTERNAL_NORMAL);
    assert_true(game_move_read(engine.game, &engine.position, "O-O", &castling) > 0);
    assert_int_equal(external_tell(&engine, castling), EXTERNAL_NORMAL);
    assert_int_equal(move_of_engine(), EXTERNAL_NORMAL);
    stand_up();
    assert_heard("setoption name UCI_Chess960 value true\nucinewgame\n");
    assert_heard("w KQ - 0 1 moves e1h1\n");
    sit_down("uci", "none", "");
    assert_int_equal(begin_at("4k3/8/8/8/8/8/8/1R2K2R w KQ -"), EXTERNAL_NOT_STARTED);
    assert_string_equal(engine.detail, "has no option \"UCI_Chess960\"");
    stand_up();
}

/* Moves of a game that it says it has, and none of another. */
static void variants_are_chosen(void **state) {
    struct error error;
    (void)state;
    sit_down("xboard", "scribe", "");
    engine.game = games_find("xiangqi", &error);
    external_begin(&engine, 1, NULL, NULL, 0);
    stand_up();
    assert_heard("new\nvariant xiangqi\n");
    sit_down("xboard", "chess-only", "");
    engine.game = games_find("xiangqi", &error);
    assert_int_equal(external_begin(&engine, 1, NULL, NULL, 0), EXTERNAL_NOT_STARTED);
    assert_string_equal(engine.detail, "does not say that it plays xiangqi");
    stand_up();
    sit_down("xboard", "no-chess", "");
    assert_int_equal(external_begin(&engine, 1, NULL, NULL, 0), EXTERNAL_NOT_STARTED);
    assert_string_equal(engine.detail, "does not say that it plays chess");
    stand_up();
    sit_down("xboard", "old", ";startup=0.1");
    engine.game = games_find("xiangqi", &error);
    assert_int_equal(external_begin(&engine, 1, NULL, NULL, 0), EXTERNAL_NOT_STARTED);
    stand_up();
    sit_down("xboard", "late", ";startup=30");
    engine.game = games_find("xiangqi", &error);
    assert_int_equal(external_begin(&engine, 1, NULL, NULL, 0), EXTERNAL_NORMAL);
    stand_up();
}

/* Its options with their kinds, defaults and bounds, in XBoard's words. */
static void options_of_xboard_are_read(void **state) {
    static const struct {
        const char *name;
        enum offer_type type;
        const char *initial;
        int lower, upper;
    } cases[] = {
        {"Hash Size", OFFER_SPIN, "16", 1, 64},      {"Contempt", OFFER_SPIN, "5", -10, 20},
        {"Clear", OFFER_BUTTON, "", 0, 0},           {"Ponder Hit", OFFER_CHECK, "false", 0, 0},
        {"Own Book", OFFER_CHECK, "true", 0, 0},     {"Style", OFFER_COMBO, "Very Wild", 0, 0},
        {"Book File", OFFER_STRING, "a b.bin", 0, 0}};
    (void)state;
    sit_down("xboard", "scribe", ";option.Style=Odd");
    plays_well(0, 0);
    assert_int_equal(engine.offers.count, COUNT_OF(cases));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct offer *offer = offers_find(&engine.offers, cases[i].name);
        if (!offer) fail_msg("%s is missing", cases[i].name);
        assert_int_equal(offer->type, cases[i].type);
        assert_string_equal(offer->initial, cases[i].initial);
        if (offer->type == OFFER_SPIN)
            assert_true(offer->lower == cases[i].lower && offer->upper == cases[i].upper);
    }
    const struct offer *style = offers_find(&engine.offers, "Style");
    assert_true(offer_has_choice(style, "Solid") && offer_has_choice(style, "Very Wild") &&
                offer_has_choice(style, "Odd") && !offer_has_choice(style, "*Very Wild"));
    stand_up();
    assert_heard("option Style=Odd\n");
    sit_down("xboard", "old", ";startup=0.1;option.memory=9");
    assert_int_equal(external_begin(&engine, 1, NULL, NULL, 0), EXTERNAL_NOT_STARTED);
    assert_string_equal(engine.detail, "has no option \"memory\"");
    stand_up();
}

/* What it says of its own moves: the last score that is none of another line, and no bound. */
static void scores_are_kept(void **state) {
    (void)state;
    sit_down("uci", "none", "");
    plays_well(0, 2);
    const struct record_eval *eval = &engine.evals[2];
    assert_true(eval->known && !eval->mate && eval->score == 31 && eval->depth == 3);
    assert_true(eval->seconds > 0 && eval->seconds < 10);
    assert_false(engine.evals[3].known);
    assert_string_equal(engine.announced, "Fake ? 1");
    stand_up();
    sit_down("xboard", "none", "");
    plays_well(0, 0);
    assert_true(engine.evals[0].known && engine.evals[0].score == 35 && engine.evals[0].depth == 3);
    assert_string_equal(engine.announced, "Fake 2");
    stand_up();
    static const char *const protocols[] = {"uci", "xboard"};
    for (size_t i = 0; i < COUNT_OF(protocols); i++) {
        sit_down(protocols[i], "mates", "");
        plays_well(0, 0);
        assert_true(engine.evals[0].mate && engine.evals[0].score == -2);
        stand_up();
    }
    sit_down("xboard", "boasts", ""); /* of no mate in 50000 moves */
    plays_well(0, 0);
    assert_true(!engine.evals[0].mate && engine.evals[0].score == 150000);
    stand_up();
}

int main(void) {
    setenv("HONE_CHAMPIONS", "", 1); /* tables that load at once */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(habits_are_borne),
        cmocka_unit_test(refusals_are_told),
        cmocka_unit_test(an_engine_that_answers_no_move_is_told_so),
        cmocka_unit_test(a_move_that_is_only_repeated_is_illegal),
        cmocka_unit_test(each_game_may_begin_alike),
        cmocka_unit_test(late_features_are_heard),
        cmocka_unit_test(a_mute_engine_is_given_up),
        cmocka_unit_test(an_engine_of_few_words_is_kept),
        cmocka_unit_test(complaints_are_kept),
        cmocka_unit_test(limits_are_told),
        cmocka_unit_test(seconds_are_whole_where_they_must_be),
        cmocka_unit_test(usual_memory_is_not_told),
        cmocka_unit_test(games_begin_by_the_mandatory_words),
        cmocka_unit_test(what_is_not_known_is_not_asked_again),
        cmocka_unit_test(a_limit_that_is_told_is_kept),
        cmocka_unit_test(a_move_may_not_take_a_whole_clock),
        cmocka_unit_test(a_pause_costs_the_engine_nothing),
        cmocka_unit_test(a_clock_that_ran_out_stands_at_nothing),
        cmocka_unit_test(dialects_are_spoken),
        cmocka_unit_test(positions_are_told),
        cmocka_unit_test(moves_since_the_last_capture_are_told),
        cmocka_unit_test(chess960_is_told),
        cmocka_unit_test(variants_are_chosen),
        cmocka_unit_test(options_of_xboard_are_read),
        cmocka_unit_test(scores_are_kept),
    };
    return cmocka_run_group_tests(tests, make_folder, own_directory_remove);
}
