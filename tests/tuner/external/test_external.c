/*
 * external engines: whole series over every protocol, against an engine that misbehaves in every
 * way it is told to (tests/fake_engine.c), and of hone-engine against itself; nothing of them may
 * be left afterwards.
 */
#define _DEFAULT_SOURCE /* flock */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/sanitized.h"
#include "engine/games/games.h"
#include "tests/ends.h"
#include "tests/own_directory.h"
#include "tuner/store/games.h"
#include "tuner/tournament/series.h"

#define SWH "config/weights/swh.weights"

static char db[96], pids[96];

static int make_folder(void **state) {
    (void)state;
    if (own_directory_make(NULL)) return -1;
    snprintf(db, sizeof db, "%s/games.db", directory);
    snprintf(pids, sizeof pids, "%s/pids", directory);
    return 0;
}

static int begin_anew(void **state) {
    static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", db, endings[i]);
        unlink(path);
    }
    unlink(pids);
    return 0;
}

/* ---- a series ---- */

static struct entrants entrants;
static struct series series;
static struct stored_game *games;
static int game_count;

static void read_games(void) {
    struct error error;
    struct store *store = store_open(db, STORE_READ, &error);
    if (!store) fail_msg("%s", error.text);
    game_count = store_games_kept(store, &games);
    store_close(store);
}

/* All meet all. 0, or -1 with `error`. */
static int play_all(char *const *specs, int count, int pairs, int threads, struct error *error) {
    struct series_settings settings = series_defaults(pairs);
    settings.threads = threads;
    settings.db = db;
    if (entrants_load(specs, count, NULL, &entrants, error)) return -1;
    series = (struct series){.entrants = &entrants, .settings = settings};
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) session_meet(&series.session, a, b);
    int status = series_play(&series, error);
    if (status == 0) read_games();
    return status;
}

static void end_series(void) {
    for (int i = 0; i < game_count; i++) store_free_game(&games[i]);
    free(games);
    games = NULL;
    game_count = 0;
    series_destroy(&series);
    entrants_destroy(&entrants);
}

static void play_two(const char *a, const char *b, int pairs) {
    struct error error;
    if (play_all((char *[]){(char *)(uintptr_t)a, (char *)(uintptr_t)b}, 2, pairs, 1, &error))
        fail_msg("%s", error.text);
    assert_int_equal(series.session.pairs_played, pairs);
    assert_int_equal(game_count, 2 * pairs);
}

/* "cmd:…/fake_engine gtp FAULT PIDS;protocol=gtp…" */
static const char *fake(const char *protocol, const char *fault, const char *more) {
    static char spec[4][512];
    static int next;
    char *out = spec[next++ % 4];
    snprintf(out, 512, "cmd:%s/tests/fake_engine %s %s %s;protocol=%s%s", BUILD_DIR, protocol,
             fault, pids, protocol, more);
    return out;
}

/* ---- what must hold afterwards ---- */

static int started(void) {
    FILE *file = fopen(pids, "r");
    int count = 0, pid;
    while (file && fscanf(file, "%d", &pid) == 1) count++;
    if (file) fclose(file);
    return count;
}

static int open_files(void) {
    int count = 0;
    for (int file = 0; file < 256; file++) count += fcntl(file, F_GETFD) >= 0;
    return count;
}

/* Whether a file is that children keep locked. */
static void assert_unlocked(const char *path) {
    int file = open(path, O_RDONLY);
    for (int i = 0; flock(file, LOCK_EX | LOCK_NB) != 0; i++) {
        assert_in_range(i, 0, 500);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    close(file);
}

static void assert_none_left(void) {
    static int files_at_first;
    if (files_at_first == 0) files_at_first = open_files();
    assert_int_equal(open_files(), files_at_first);
    FILE *file = fopen(pids, "r");
    int pid;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_non_null(file);
    while (fscanf(file, "%d", &pid) == 1)
        for (int i = 0; !is_dead(pid); i++) {
            assert_in_range(i, 0, 500);
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        }
    fclose(file);
    assert_unlocked(pids);
}

/* The game's moves are legal, and its outcome is what the rules say, or what its reason says. */
static void assert_true_to_the_rules(const struct stored_game *row) {
    struct state state;
    struct error error;
    struct text moves = {0};
    const struct game *game = games_find(row->game, &error);
    text_add(&moves, "%s %s", row->opening_moves, row->moves);
    if (game_parse(game, text_get(&moves), state.bytes, &error)) fail_msg("%s", error.text);
    text_free(&moves);
    bool normal = strcmp(row->reason, "normal") == 0;
    assert_int_equal(game->over(game, state.bytes), normal);
    if (!normal) return;
    int margin = game->margin(game, state.bytes);
    assert_int_equal((margin > 0) - (margin < 0), row->outcome);
}

static int count_reason(const char *reason) {
    int count = 0;
    for (int i = 0; i < game_count; i++) count += strcmp(games[i].reason, reason) == 0;
    return count;
}

static void assert_all_fair(void) {
    for (int i = 0; i < game_count; i++) assert_true_to_the_rules(&games[i]);
}

/* ---- the line that names one ---- */

static void specs_are_read(void **state) {
    (void)state;
    struct external_spec spec;
    struct error error;
    assert_true(external_is_spec("cmd:x;protocol=gtp"));
    assert_false(external_is_spec("cmd.weights"));
    assert_int_equal(external_parse("cmd:cd a; /b/edax -gtp;protocol=gtp", &spec, &error), -1);
    external_spec_free(&spec);
    assert_int_equal(
        external_parse("cmd:/b/edax 'a;b' \"c;\\\";d\" e\\;f;time=1.5;protocol=gtp", &spec, &error),
        0);
    assert_string_equal(spec.command, "/b/edax 'a;b' \"c;\\\";d\" e\\;f");
    assert_string_equal(spec.name, "edax");
    assert_ptr_equal(spec.protocol, &external_gtp);
    assert_true(spec.time == 1.5 && spec.timeout == 3.5 && spec.startup == 10);
    struct launch_limits usual = launch_limits_usual();
    assert_memory_equal(&spec.launch.limits, &usual, sizeof usual);
    external_spec_free(&spec);
    assert_int_equal(
        external_parse("cmd:x;protocol=gomocup;clock=60+0.5;name=Ä b;startup=2", &spec, &error), 0);
    assert_string_equal(spec.name, "Ä b");
    assert_true(spec.clock == 60 && spec.increment == 0.5 && spec.timeout == 0);
    external_spec_free(&spec);
    assert_int_equal(external_parse("cmd:x;protocol=nboard;depth=3;timeout=0.2", &spec, &error), 0);
    assert_true(spec.depth == 3 && spec.timeout == 0.2);
    external_spec_free(&spec);
    assert_int_equal(external_parse("cmd:x;protocol=uci;nodes=77;option.Skill Level=5;option.Book="
                                    "a=b",
                                    &spec, &error),
                     0);
    assert_int_equal(spec.nodes, 77);
    assert_int_equal(spec.setting_count, 2);
    assert_string_equal(spec.settings[0].name, "Skill Level");
    assert_string_equal(spec.settings[0].value, "5");
    assert_string_equal(spec.settings[1].value, "a=b");
    external_spec_free(&spec);
    static const struct launch_limits five = {1, 2, 3, 4, 0};
    assert_int_equal(external_parse("cmd:x;protocol=gtp;memory=1;cpu=2;processes=3;file=4;output=0",
                                    &spec, &error),
                     0);
    assert_memory_equal(&spec.launch.limits, &five, sizeof five);
    external_spec_free(&spec);
    char line[600];
    snprintf(line, sizeof line, "cmd:x;protocol=gtp;env=LC_ALL=%0500d", 7);
    assert_int_equal(external_parse(line, &spec, &error), 0);
    char **variable = spec.launch.environment;
    while (*variable && strncmp(*variable, "LC_ALL=", 7) != 0) variable++;
    assert_non_null(*variable);
    assert_string_equal(*variable, strstr(line, "LC_ALL="));
    external_spec_free(&spec);
}

static void a_spec_is_named_by_its_program(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"cmd:exec ./engine;protocol=gtp", "engine"},
        {"cmd: exec\t'/b/my engine' -x;protocol=gtp", "my engine"},
        {"cmd:executor -x;protocol=gtp", "executor"},
        {"cmd:/exec/engine;protocol=gtp", "engine"},
        {"cmd:exec;protocol=gtp", "exec"},
        {"cmd:/b/;protocol=gtp", "external"},
        {"cmd:'./a\033[2J';protocol=gtp", "a?[2J"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct external_spec spec;
        struct error error;
        assert_int_equal(external_parse(cases[i][0], &spec, &error), 0);
        assert_string_equal(spec.name, cases[i][1]);
        external_spec_free(&spec);
    }
}

static void specs_say_what_is_wrong(void **state) {
    (void)state;
    static const struct {
        const char *spec, *message;
    } cases[] = {
        {"cmd:x", "the protocol is missing"},
        {"cmd: ;protocol=gtp", "the command is missing"},
        {"cmd:x \"y;protocol=gtp", "the quote \" has no end"},
        {"cmd:x | y;protocol=gtp", "by sh -c 'LINE'"},
        {"cmd:x;protocol=gtp;memory=1.5", "memory=1.5: MiB from 1 to 16777216, or 0 for no limit"},
        {"cmd:x;protocol=gtp;cpu=-1", "cpu=-1: whole seconds, or 0"},
        {"cmd:x;protocol=gtp;processes=1001", "processes from 1 to 1000, or 0"},
        {"cmd:x;protocol=gtp;env=HONE_UNSET", "env=HONE_UNSET: a variable that is set"},
        {"cmd:x;protocol=usi", "it must be one of gtp, nboard, gomocup, sau, uci, ucci, xboard"},
        {"cmd:x;protocol=gtp;tiem=1", "\"tiem=1\" is none of"},
        {"cmd:x;protocol=gtp;", "\"\" is none of"},
        {"cmd:x;protocol=gtp;time=0", "time=0: seconds from"},
        {"cmd:x;protocol=gtp;timeout=1h", "timeout=1h: seconds from"},
        {"cmd:x;protocol=gtp;clock=60+", "as in clock=60+0.5"},
        {"cmd:x;protocol=gtp;time=1;clock=60", "exclude each other"},
        {"cmd:x;protocol=uci;resign=3", "resign=3: moves and hundredths of a pawn are needed"},
        {"cmd:x;protocol=uci;resign=0/600", "resign=0/600: moves and hundredths"},
        {"cmd:x;protocol=uci;resign=3/600x", "resign=3/600x: moves and hundredths"},
        {"cmd:x;protocol=uci;draw=34/8", "draw=34/8: the first move, moves and hundredths"},
        {"cmd:x;protocol=uci;draw=34/8/-1", "draw=34/8/-1: the first move"},
        {"cmd:x;protocol=gtp;resign=3/600", "protocol gtp says no scores: resign= and draw="},
        {"cmd:x;protocol=gtp;depth=4", "cannot tell an engine its depth"},
        {"cmd:x;protocol=nboard;depth=0", "from 1 to 100"},
        {"cmd:x;protocol=nboard;time=1", "cannot tell an engine its time"},
        {"cmd:x;protocol=gtp;nodes=9", "cannot tell an engine its nodes: give them"},
        {"cmd:x;protocol=uci;nodes=0", "nodes=0: nodes from 1"},
        {"cmd:x;protocol=sau;option.Hash=1", "cannot tell an engine its options"},
        {"cmd:x;protocol=uci;option.=1", "a name is needed, as in option.Hash=16"},
        {"cmd:x;protocol=uci;option.Hash", "is none of"},
        {"cmd:x;protocol=gtp;name=", "1 to 63 bytes"},
        {"cmd:x;protocol=gtp;name=a\tb", "1 to 63 bytes"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct external_spec spec;
        struct error error;
        assert_int_equal(external_parse(cases[i].spec, &spec, &error), -1);
        if (!strstr(error.text, cases[i].message)) fail_msg("%s", error.text);
        external_spec_free(&spec);
    }
}

/* ---- whole series ---- */

static const struct {
    const char *name, *game;
} protocols[] = {{"gtp", "reversi"},  {"nboard", "reversi"}, {"gomocup", "gomoku"},
                 {"sau", "connect6"}, {"uci", "chess"},      {"xboard", "chess"}};

static void every_protocol_plays_whole_games(void **state) {
    (void)state;
    for (size_t p = 0; p < COUNT_OF(protocols); p++) {
        begin_anew(NULL);
        play_two(fake(protocols[p].name, "none", ""), "initial", 3);
        assert_string_equal(entrants.game->name, protocols[p].game);
        assert_int_equal(count_reason("normal"), 6);
        assert_all_fair();
        assert_int_equal(started(), 1);
        assert_none_left();
        end_series();
    }
}

static void two_engines_meet(void **state) {
    (void)state;
    for (size_t p = 0; p < COUNT_OF(protocols); p++) {
        begin_anew(NULL);
        play_two(fake(protocols[p].name, "none", ";name=A"),
                 fake(protocols[p].name, "none", ";name=B"), 2);
        assert_int_equal(count_reason("normal"), 4);
        assert_int_equal(series.session.scores[0].counts.n[2], 2);
        assert_all_fair();
        assert_int_equal(started(), 2);
        assert_none_left();
        end_series();
    }
}

/* The same player on both sides of the pipe plays the same games with either colour. */
static void hone_engine_meets_itself(void **state) {
    (void)state;
    static const char *const specs[] = {
        "cmd:%s/hone-engine --protocol gtp --depth 2;protocol=gtp;time=20;env=HONE_CHAMPIONS",
        "cmd:%s/hone-engine --protocol nboard;protocol=nboard;depth=2;env=HONE_CHAMPIONS",
        "cmd:%s/hone-engine --protocol gomocup --game gomoku --depth "
        "2;protocol=gomocup;env=HONE_CHAMPIONS",
        "cmd:%s/hone-engine --protocol sau --game connect6 --depth "
        "2;protocol=sau;env=HONE_CHAMPIONS",
        "cmd:%s/hone-engine --protocol uci --game chess;protocol=uci;depth=1;env=HONE_CHAMPIONS",
        "cmd:%s/hone-engine --protocol ucci --game "
        "xiangqi;protocol=ucci;depth=1;env=HONE_CHAMPIONS",
    };
    for (size_t p = 0; p < COUNT_OF(specs); p++) {
        char a[256];
        struct error error;
        begin_anew(NULL);
        snprintf(a, sizeof a, specs[p], BUILD_DIR);
        char *players[] = {a, a};
        if (play_all(players, 2, 2, 2, &error)) fail_msg("%s", error.text);
        assert_int_equal(count_reason("normal"), 4);
        assert_int_equal(series.session.scores[0].counts.n[2], 2);
        assert_string_equal(entrants.list[1].name, "hone-engine (2)");
        assert_all_fair();
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
        end_series();
    }
}

/* The initial weights of a game in a file of their own. */
static const char *weights_of(const char *game) {
    static char path[96];
    struct error error;
    struct text text = {0};
    struct weights weights = {.evaluator =
                                  games_evaluator(games_find(game, &error), NULL, NULL, &error)};
    weights.values = xcalloc((size_t)weights.evaluator->param_count, sizeof *weights.values);
    evaluator_initial(weights.evaluator, weights.values);
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    snprintf(path, sizeof path, "%s/game.weights", directory);
    if (file_write(path, text_get(&text), &error)) fail_msg("%s", error.text);
    text_free(&text);
    weights_free(&weights);
    return path;
}

/* As hone's own servers speak: GTP takes a ply a command, without the letter i and with rows from
 * the bottom; a full board of SAU may end with a single stone. */
static void hone_engine_plays_on_other_boards(void **state) {
    (void)state;
    static const char *const games_of[][2] = {{"gtp", "connect6"},
                                              {"gtp", "gomoku"},
                                              {"gtp", "connect(12,7,4,2,1)"},
                                              {"gtp", "reversi"},
                                              {"sau", "connect(4,4,4,2,1)"}};
    for (size_t i = 0; i < COUNT_OF(games_of); i++) {
        const char *protocol = games_of[i][0], *weights = weights_of(games_of[i][1]);
        char engine[256];
        begin_anew(NULL);
        snprintf(engine, sizeof engine,
                 "cmd:exec %s/hone-engine --protocol %s --weights %s --depth 1;protocol=%s",
                 BUILD_DIR, protocol, weights, protocol);
        play_two(engine, weights, 2);
        assert_string_equal(entrants.game->name, games_of[i][1]);
        assert_int_equal(count_reason("normal"), 4);
        assert_all_fair();
        end_series();
    }
}

/* An engine that plays free style unless it is told the rule. */
static void an_engine_is_told_that_five_must_be_exact(void **state) {
    (void)state;
    static const char *const games_of[][2] = {{"gomoku", "INFO rule 0\n"},
                                              {"connect(15,15,5,1,1,exact)", "INFO rule 1\n"}};
    for (size_t i = 0; i < COUNT_OF(games_of); i++) {
        char engine[300], path[96];
        struct text log = {0};
        begin_anew(NULL);
        snprintf(path, sizeof path, "%s/said-%d", directory, (int)i);
        snprintf(engine, sizeof engine,
                 "cmd:sh -c 'tee %s | %s/hone-engine --protocol gomocup --game gomoku --depth "
                 "1';protocol=gomocup",
                 path, BUILD_DIR);
        play_two(engine, weights_of(games_of[i][0]), 1);
        assert_int_equal(count_reason("normal"), 2);
        assert_all_fair();
        end_series();
        assert_int_equal(file_read(path, &log, NULL), 0);
        assert_non_null(strstr(text_get(&log), games_of[i][1]));
        text_free(&log);
    }
}

/* ---- faults ---- */

/* Every process has the fault at its third answer or before: no game gets to its end. The last
 * ones look the same to every protocol. */
static void faults_lose_their_games(void **state) {
    (void)state;
    static const struct {
        const char *fault, *options, *reason, *detail;
    } cases[] = {
        {"crash@3", "", "crash", "was killed by signal 6"},
        {"illegal@2", "", "illegal", ""},
        {"silence", ";timeout=0.05", "timeout", "did not answer in time"},
        {"babble", ";timeout=0.05", "timeout", "did not answer in time"},
        {"exit@2", "", "crash", "ended with status 3"},
        {"close", "", "disconnect", "closed its output"},
    };
    for (size_t p = 0; p < COUNT_OF(protocols); p++)
        for (size_t i = 0; i < (p == 0 ? COUNT_OF(cases) : 3); i++) {
            begin_anew(NULL);
            play_two(fake(protocols[p].name, cases[i].fault, cases[i].options), "initial", 1);
            assert_int_equal(count_reason(cases[i].reason), 2);
            assert_int_equal(series.session.scores[0].counts.n[0], 1);
            assert_all_fair();
            for (int g = 0; g < game_count; g++) {
                assert_non_null(strstr(games[g].detail, cases[i].detail));
                if (strcmp(cases[i].fault, "crash@3") != 0) continue;
                assert_string_equal(games[g].errors, "about to crash at answer 3\n");
            }
            assert_int_equal(started(), 2);
            assert_none_left();
            end_series();
        }
}

/* An engine that exceeds its limits is ended, and loses that game alone. */
static void limits_lose_games(void **state) {
    (void)state;
    static const struct {
        const char *fault, *options, *reason, *detail;
    } cases[] = {
        {"bomb@3", ";processes=20", "crash", "had more than 20 processes"},
#if !SANITIZED
        {"hog@3", ";memory=500", "crash", "was killed by signal 6"},
#endif
        {"huge@3", ";file=1", "crash", "File size limit exceeded"},
        {"spin@3", ";cpu=1", "crash", "CPU time limit exceeded"},
        {"babble@3", ";output=1", "timeout", "said too much without an answer"},
        {"dribble@3", ";timeout=0.05", "timeout", "did not answer in time"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        begin_anew(NULL);
        play_two(fake("gtp", cases[i].fault, cases[i].options), "initial", 1);
        assert_int_equal(count_reason(cases[i].reason), 2);
        for (int g = 0; g < game_count; g++)
            if (!strstr(games[g].detail, cases[i].detail)) fail_msg("%s", games[g].detail);
        assert_all_fair();
        assert_none_left();
        end_series();
    }
}

/* A game against a player that does not think, with an engine that dies at the n-th line it hears;
 * how it ended for that. */
static enum external_end play_with_mortal(const char *protocol, const char *board, int n) {
    char fault[16];
    struct external_spec spec;
    struct error error;
    struct external engine;
    snprintf(fault, sizeof fault, "die@%d", n);
    assert_int_equal(external_parse(fake(protocol, fault, ""), &spec, &error), 0);
    const struct game *game = games_find(board, &error);
    external_init(&engine, &spec, game);
    enum external_end end = external_begin(&engine, 0, NULL, NULL, 0);
    while (end == EXTERNAL_NORMAL && !game->over(game, &engine.position)) {
        move_t moves[GAME_MOVES_MAX];
        if (game->side(&engine.position) == 0) {
            end = external_move(&engine, moves);
        } else {
            game->moves(game, &engine.position, moves);
            end = external_tell(&engine, moves[0]);
        }
    }
    if (end == EXTERNAL_NORMAL) external_finish(&engine);
    external_stop(&engine);
    external_spec_free(&spec);
    return end;
}

/* At its first line, its second, … and later ones, as far as a game goes: each time it is told that
 * it died. */
static void it_may_die_at_each_moment(void **state) {
    (void)state;
    for (size_t p = 0; p < COUNT_OF(protocols); p++) {
        int n = 0, times = 0;
        enum external_end end;
        begin_anew(NULL);
        do {
            n += 1 + n / 8, times++;
            end = play_with_mortal(protocols[p].name, protocols[p].game, n);
            assert_true(end == EXTERNAL_CRASHED || end == EXTERNAL_NOT_STARTED ||
                        end == EXTERNAL_NORMAL);
        } while (end != EXTERNAL_NORMAL);
        assert_in_range(n, 3, 2000);
        assert_int_equal(started(), times);
        assert_none_left();
    }
}

static void a_resignation_is_no_fault(void **state) {
    (void)state;
    play_two(fake("gtp", "resign@1", ""), SWH, 2);
    assert_int_equal(count_reason("resignation"), 4);
    assert_int_equal(series.session.scores[0].counts.n[0], 2);
    assert_int_equal(started(), 1);
    assert_none_left();
    end_series();
}

/* What an engine says reaches no terminal as it is. */
static void rude_words_are_kept_harmless(void **state) {
    (void)state;
    play_two(fake("gtp", "rude", ""), SWH, 1);
    assert_int_equal(count_reason("illegal"), 2);
    assert_string_equal(games[0].detail, "answered \"?[2J???ä\", which is no move");
    assert_none_left();
    end_series();
}

/* A move's time goes off the clock, what it earns comes on; a new game begins with all of it. */
static void clocks_run(void **state) {
    (void)state;
    struct external_spec spec;
    struct error error;
    struct external engine;
    move_t move;
    assert_int_equal(external_parse(fake("gtp", "none", ";clock=50+100"), &spec, &error), 0);
    external_init(&engine, &spec, games_find("reversi", &error));
    for (int game = 0; game < 2; game++) {
        assert_int_equal(external_begin(&engine, 0, NULL, NULL, 0), EXTERNAL_NORMAL);
        assert_true(engine.clock == 50);
        assert_int_equal(external_move(&engine, &move), EXTERNAL_NORMAL);
        assert_true(engine.clock > 100 && engine.clock < 150);
    }
    external_dismiss(&engine);
    external_stop(&engine);
    external_spec_free(&spec);
    assert_none_left();
}

/* Each ends only when both were asked to, and says so then. */
static void all_are_dismissed_at_once(void **state) {
    (void)state;
    char path[128];
    struct error error;
    struct text met = {0};
    snprintf(path, sizeof path, "%s.quit", pids);
    play_two(fake("gtp", "sociable", ";name=A"), fake("gtp", "sociable", ";name=B"), 1);
    if (file_read(path, &met, &error)) fail_msg("%s", error.text);
    assert_string_equal(text_get(&met), "quit\nquit\nmet\nmet\n");
    text_free(&met);
    assert_none_left();
    end_series();
}

/* A nuisance changes no result. */
static void nuisances_are_borne(void **state) {
    (void)state;
    static const char *const faults[] = {"none",     "garbage", "stderr-flood", "slow",
                                         "child",    "daemon",  "runner",       "drip",
                                         "stubborn", "numb",    "crash@1000"};
    struct pentanomial plain = {{0}};
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        begin_anew(NULL);
        play_two(SWH, fake("gtp", faults[i], ""), 2);
        assert_int_equal(count_reason("normal"), 4);
        if (i == 0) plain = series.session.scores[0].counts;
        assert_memory_equal(&series.session.scores[0].counts, &plain, sizeof plain);
        assert_none_left();
        end_series();
    }
}

/* Good and bad engines, and players without one, at two tables. */
static void a_tournament_goes_on(void **state) {
    (void)state;
    struct error error;
    char *specs[] = {(char *)(uintptr_t)fake("gtp", "crash@40", ";name=bad"), SWH, "random",
                     (char *)(uintptr_t)fake("nboard", "none", ";name=good")};
    if (play_all(specs, 4, 4, 2, &error)) fail_msg("%s", error.text);
    assert_int_equal(series.session.pairs_played, 4);
    for (int m = 0; m < series.session.meeting_count; m++) {
        int64_t pairs = 0;
        for (int i = 0; i < 5; i++) pairs += series.session.scores[m].counts.n[i];
        assert_int_equal(pairs, 4);
    }
    assert_int_equal(game_count, 5 * 8); /* not those of swh and random */
    assert_in_range(count_reason("crash"), 1, 23);
    assert_int_equal(count_reason("crash") + count_reason("normal"), game_count);
    assert_non_null(strstr(text_get(&series.notes), "  bad lost "));
    assert_null(strstr(text_get(&series.notes), "  good lost "));
    for (int i = 0; i < game_count; i++)
        if (strcmp(games[i].reason, "crash") == 0)
            assert_string_equal(games[i].names[games[i].outcome > 0], "bad");
    assert_all_fair();
    assert_none_left();
    end_series();
}

/* It starts, plays two moves, and never starts again: three times it is tried, and then its games
 * are lost at once. */
static void a_dead_engine_loses_quickly(void **state) {
    (void)state;
    play_two(fake("gtp", "one-life@3", ""), SWH, 10);
    assert_int_equal(count_reason("crash"), 1);
    assert_int_equal(count_reason("start"), 19);
    assert_int_equal(series.session.scores[0].counts.n[0], 10);
    assert_int_equal(started(), 4);
    assert_none_left();
    end_series();
}

/* The sum of the numbers before "by" in the notes' lines on faults. */
static int faults_told(void) {
    int sum = 0;
    for (const char *by = text_get(&series.notes); (by = strstr(by, " by ")); by++) {
        const char *number = by;
        while (number[-1] >= '0' && number[-1] <= '9') number--;
        sum += atoi(number);
    }
    return sum;
}

/* "cmd:…;protocol=gtp;name=NAME", which starts once, crashes, and never starts again. */
static const char *mayfly(const char *name) {
    static char specs[2][512];
    static int next;
    char *out = specs[next++ % 2];
    snprintf(out, 512,
             "cmd:sh -c 'test ! -e %s/%s && touch %s/%s && exec %s/tests/fake_engine gtp crash@3';"
             "protocol=gtp;name=%s",
             directory, name, directory, name, BUILD_DIR, name);
    return out;
}

/* When one cannot begin, the other has no fault of its own in that game. */
static void two_dead_engines_lose_their_own_games_only(void **state) {
    (void)state;
    struct error error;
    char *specs[] = {(char *)(uintptr_t)mayfly("a"), SWH, (char *)(uintptr_t)mayfly("b")};
    if (play_all(specs, 3, 6, 1, &error)) fail_msg("%s", error.text);
    assert_int_equal(game_count, 36);
    assert_int_equal(count_reason("normal"), 0);
    assert_int_equal(faults_told(), 36);
    end_series();
}

#define UCI "cmd:" BUILD_DIR "/tests/fake_engine uci;protocol=uci"

static void what_cannot_start_is_said_before_the_games(void **state) {
    (void)state;
    static const struct {
        const char *spec, *message;
    } cases[] = {
        {"cmd:no/such/engine;protocol=gtp", "could not be started: No such file"},
        {"cmd:true;protocol=sau", "ended with status 0"},
        {"cmd:sleep 100;protocol=nboard;startup=0.1", "did not answer in time"},
        {"cmd:sh -c 'echo help >&2 && false';protocol=gomocup", "help"},
        {UCI ";option.Hsah=1", "has no option \"Hsah\""},
        {UCI ";option.hash=65", "Hash is a number from 1 to 64, not \"65\""},
        {UCI ";option.Ponder=yes", "Ponder is true or false"},
        {UCI ";option.King Safety Curve=Steep", "is one of \"var Very Steep var Flat\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error;
        char *specs[] = {(char *)(uintptr_t)cases[i].spec, "initial"};
        assert_int_equal(play_all(specs, 2, 1, 1, &error), -1);
        if (!strstr(error.text, "cannot be used") || !strstr(error.text, cases[i].message))
            fail_msg("%s", error.text);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
        end_series();
    }
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *a, *b, *message;
    } cases[] = {
        {SWH, "cmd:x;protocol=sau", "protocol sau is for connect6"},
        {"config/weights/r1.weights", "cmd:x;protocol=gomocup", "protocol gomocup is for gomoku"},
    };
    struct error error;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *specs[] = {(char *)(uintptr_t)cases[i].a, (char *)(uintptr_t)cases[i].b};
        assert_int_equal(entrants_load(specs, 2, NULL, &entrants, &error), -1);
        if (!strstr(error.text, cases[i].message)) fail_msg("%s", error.text);
        entrants_destroy(&entrants);
    }
}

/* Two programs say no game; else the first protocol's usual one is played. */
static void the_game_of_two_programs_is_said(void **state) {
    (void)state;
    static const struct {
        const char *a, *game, *played;
    } cases[] = {{"cmd:x;protocol=gtp", "hex(5)", "hex(5)"},
                 {"cmd:x;protocol=gtp", NULL, "reversi"},
                 {"random", "lgame", "lgame"},
                 {SWH, "reversi", "reversi"}};
    struct error error;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *specs[] = {(char *)(uintptr_t)cases[i].a, "cmd:y;protocol=gtp"};
        if (entrants_load(specs, 2, cases[i].game, &entrants, &error)) fail_msg("%s", error.text);
        assert_string_equal(entrants.game->name, cases[i].played);
        entrants_destroy(&entrants);
    }
    char *specs[] = {SWH, "cmd:y;protocol=gtp"};
    assert_int_equal(entrants_load(specs, 2, "hex(5)", &entrants, &error), -1);
    assert_non_null(strstr(error.text, "plays reversi, --game is hex(5)"));
    entrants_destroy(&entrants);
}

/* ---- the program ---- */

/* `hone match` at three tables, when its third engine has started; it prints to `output`. */
static pid_t start_match(const char *engine, char output[96]) {
    char command[1024];
    snprintf(output, 96, "%s/output", directory);
    snprintf(command, sizeof command, "exec %s/hone match " SWH " '%s' -n 5000 -t 3 --db %s >%s",
             BUILD_DIR, engine, db, output);
    pid_t hone = fork();
    if (hone == 0) {
        signal(SIGHUP, SIG_DFL); /* the shell may have it ignored, and hone respects that */
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    }
    while (started() < 3) nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    return hone;
}

/* What it says when that signal comes `seconds` after that; freed by the caller. */
static struct text interrupt_match(const char *engine, int number, unsigned seconds) {
    char output[96];
    struct error error;
    struct text said = {0};
    pid_t hone = start_match(engine, output);
    sleep(seconds);
    int status;
    kill(hone, number);
    assert_int_equal(waitpid(hone, &status, 0), hone);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 128 + number);
    assert_none_left();
    if (file_read(output, &said, &error)) fail_msg("%s", error.text);
    return said;
}

/* Ctrl-C in the middle: the pairs so far count, and no program is left. */
static void an_interrupt_ends_it(void **state) {
    (void)state;
    struct text said = interrupt_match(fake("gtp", "slow", ""), SIGINT, 1);
    read_games();
    assert_all_fair();
    if (game_count > 6) assert_non_null(strstr(said.data, "the rules ended every game"));
    text_free(&said);
    end_series();
}

static void an_early_interrupt_is_told(void **state) {
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        begin_anew(NULL);
        struct text said = interrupt_match(fake("gtp", "silence", ""), signals[i], 0);
        assert_non_null(
            strstr(said.data, "stopped before the first pairs were complete, 5000 were"));
        assert_non_null(strstr(said.data, "are kept: "));
        text_free(&said);
    }
}

/* An impatient user presses Ctrl-C again. */
static void impatience_leaves_nothing(void **state) {
    (void)state;
    char output[96];
    pid_t hone = start_match(fake("gtp", "silence", ""), output);
    while (waitpid(hone, NULL, WNOHANG) == 0) kill(hone, SIGINT);
    assert_none_left();
}

static void a_killed_hone_leaves_nothing(void **state) {
    (void)state;
    static const char *const faults[] = {"silence", "daemon", "runner"};
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        char output[96];
        begin_anew(NULL);
        pid_t hone = start_match(fake("gtp", faults[i], ""), output);
        kill(hone, SIGKILL);
        assert_int_equal(waitpid(hone, NULL, 0), hone);
        assert_none_left();
    }
}

static void assert_prints(const char *arguments, int expected, const char *part) {
    char command[512], bytes[65536];
    snprintf(command, sizeof command, "%s/hone %s 2>&1", BUILD_DIR, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    bytes[fread(bytes, 1, sizeof bytes - 1, pipe)] = '\0';
    int status = pclose(pipe);
    assert_int_equal(WEXITSTATUS(status), expected);
    if (!strstr(bytes, part)) fail_msg("%s: \"%s\" is not in:\n%s", arguments, part, bytes);
}

static void kept_games_are_replayed(void **state) {
    (void)state;
    char arguments[256];
    static const struct {
        const char *arguments;
        int status;
        const char *part;
    } cases[] = {
        {"", 0, "     2      1  swh                  fake_engine          1-0    crash"},
        {"1", 0, "reason: crash of fake_engine: it was killed by signal 6"},
        {"1", 0, "about to crash at answer 3\n"},
        {"2 --boards", 0, "result: Black (swh) won"},
        {"1 --format ggf", 0, "(;GM[Othello]"},
        {"1 --format ggf", 0, "PB[fake_engine]PW[swh]RE[-64.000:r]"},
        {"2 --format ggf", 0, "RE[+64.000:r]"},
        {"--format moves", 0, "\n"},
        {"1 --format obf", 0,
         "---------------------------OX------XO--------------------------- X;"},
        {"1 --format sgf", 2, "not for reversi"},
        {"1 --format pgn", 2, "pgn is for games whose positions are FEN, such as chess, not for"},
        {"1 --format png", 2, "--format: text, or a record"},
        {"3", 2, "there is no game 3"},
        {"x", 2, "GAME is a number"},
        {"1 2", 2, "holds games, not a run"},
    };
    play_two(fake("gtp", "crash@3", ""), SWH, 1);
    end_series();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        snprintf(arguments, sizeof arguments, "replay %s %s", db, cases[i].arguments);
        assert_prints(arguments, cases[i].status, cases[i].part);
    }
    snprintf(arguments, sizeof arguments, "report %s", db);
    assert_prints(arguments, 2, "not a run; `hone replay` shows them");
}

/* A record's result says why it ended, in the words of its format. */
static void kept_records_say_why_games_ended(void **state) {
    (void)state;
    static const struct {
        const char *protocol, *fault, *options, *format, *part;
    } cases[] = {
        {"gtp", "resign@1", "", "ggf", "RE[-64.000:r]"},
        {"gtp", "silence@2", ";timeout=0.05", "ggf", "RE[-64.000:t]"},
        {"sau", "silence@2", ";timeout=0.05", "sgf", "RE[W+T]"},
        {"sau", "illegal@2", "", "sgf", "RE[W+F]"},
        {"sau", "none", "", "sgf", "RE["},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char arguments[256];
        begin_anew(NULL);
        play_two(fake(cases[i].protocol, cases[i].fault, cases[i].options), "initial", 1);
        end_series();
        snprintf(arguments, sizeof arguments, "replay %s 1 --format %s", db, cases[i].format);
        assert_prints(arguments, 0, cases[i].part);
    }
}

/* A turn of Connect6 has two stones, and never one. */
static void half_a_turn_is_no_move(void **state) {
    (void)state;
    play_two(fake("sau", "half@2", ""), "initial", 1);
    assert_int_equal(count_reason("illegal"), 2);
    assert_non_null(strstr(games[0].detail, "one stone"));
    assert_none_left();
    end_series();
}

/* What an engine of the protocol may say instead of a move. */
static void refusals_are_no_moves(void **state) {
    (void)state;
    static const struct {
        const char *protocol, *fault, *detail;
    } cases[] = {{"gtp", "refuse@2", "cannot move"},
                 {"gomocup", "no-idea", "ERROR no idea"},
                 {"ucci", "nothing@2", "answered \"nobestmove\""},
                 {"uci", "nothing@2", "answered \"bestmove (none)\""}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        begin_anew(NULL);
        play_two(fake(cases[i].protocol, cases[i].fault, ""), "initial", 1);
        assert_int_equal(count_reason("illegal"), 2);
        if (!strstr(games[0].detail, cases[i].detail)) fail_msg("%s", games[0].detail);
        assert_none_left();
        end_series();
    }
}

int main(void) {
    setenv("HONE_CHAMPIONS", "", 1); /* tables that load at once */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_are_read),
        cmocka_unit_test(a_spec_is_named_by_its_program),
        cmocka_unit_test(specs_say_what_is_wrong),
        cmocka_unit_test(every_protocol_plays_whole_games),
        cmocka_unit_test(two_engines_meet),
        cmocka_unit_test(hone_engine_meets_itself),
        cmocka_unit_test(hone_engine_plays_on_other_boards),
        cmocka_unit_test(an_engine_is_told_that_five_must_be_exact),
        cmocka_unit_test(faults_lose_their_games),
        cmocka_unit_test(limits_lose_games),
        cmocka_unit_test(it_may_die_at_each_moment),
        cmocka_unit_test_setup(a_resignation_is_no_fault, begin_anew),
        cmocka_unit_test_setup(rude_words_are_kept_harmless, begin_anew),
        cmocka_unit_test_setup(clocks_run, begin_anew),
        cmocka_unit_test_setup(all_are_dismissed_at_once, begin_anew),
        cmocka_unit_test(nuisances_are_borne),
        cmocka_unit_test_setup(a_tournament_goes_on, begin_anew),
        cmocka_unit_test_setup(a_dead_engine_loses_quickly, begin_anew),
        cmocka_unit_test_setup(two_dead_engines_lose_their_own_games_only, begin_anew),
        cmocka_unit_test(what_cannot_start_is_said_before_the_games),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(the_game_of_two_programs_is_said),
        cmocka_unit_test_setup(an_interrupt_ends_it, begin_anew),
        cmocka_unit_test_setup(an_early_interrupt_is_told, begin_anew),
        cmocka_unit_test_setup(impatience_leaves_nothing, begin_anew),
        cmocka_unit_test_setup(a_killed_hone_leaves_nothing, begin_anew),
        cmocka_unit_test_setup(kept_games_are_replayed, begin_anew),
        cmocka_unit_test(kept_records_say_why_games_ended),
        cmocka_unit_test_setup(half_a_turn_is_no_move, begin_anew),
        cmocka_unit_test(refusals_are_no_moves),
    };
    return cmocka_run_group_tests(tests, make_folder, own_directory_remove);
}
