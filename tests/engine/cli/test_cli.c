/*
 * hone-engine itself, run as a user runs it: what it prints against golden files, what it
 * answers to misuse, and that nothing typed at it breaks it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/files/weights.h"
#include "engine/games/games.h"
#include "engine/search/player.h"
#include "tests/pgn_games.h"
#include "tests/program.h"

static void version_is_one_line(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(run_text("--version", "", &out), 0);
    assert_string_equal(text_get(&out), "hone-engine " HONE_VERSION "\n");
    text_free(&out);
}

/* The fingerprint of rules, evaluators and search together. */
static void bench_is_a_fingerprint(void **state) {
    (void)state;
    check_golden("bench", "bench 2>/dev/null", "");
    check_golden("bench-alphabeta", "bench --search alphabeta 2>/dev/null", "");
    check_golden("bench-mtdf", "bench --search mtdf 2>/dev/null", "");
}

static void proofs_are_golden(void **state) {
    (void)state;
    check_golden("prove", "prove --game 'connect(4,4,3,1,1)' '' 2>/dev/null", "");
    struct text out = {0};
    assert_int_equal(run_text("prove --game gomoku --nodes 1000 j10 2>/dev/null", "", &out), 1);
    assert_non_null(strstr(text_get(&out), "not settled\n"));
    assert_int_equal(run_text("prove --game tictactoe --nodes 289 '' 2>/dev/null", "", &out), 1);
    assert_non_null(strstr(text_get(&out), "does not win\n"));
    text_free(&out);
}

/* Each result that a position may have; the last two are past the end and under way. */
static void proofs_know_all_results(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *said;
    } cases[] = {
        {"--game tictactoe ''", "Black draws"},   {"--game tictactoe a1 b2", "Black draws"},
        {"--game tictactoe a1 b1", "Black wins"}, {"--game tictactoe a1 b1 a2", "White loses"},
        {"--game 'nim(1,1)' ''", " loses"},       {"--game tictactoe a1 b1 a2 b2 a3", "Black wins"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text out = {0};
        char arguments[96];
        snprintf(arguments, sizeof arguments, "prove %s 2>&1", cases[i].arguments);
        assert_int_equal(run_text(arguments, "", &out), 0);
        if (!strstr(text_get(&out), cases[i].said)) fail_msg("%s:\n%s", arguments, text_get(&out));
        text_free(&out);
    }
}

static void selfplay_is_golden(void **state) {
    (void)state;
    check_golden("selfplay-reversi", "selfplay --depth 2 --rounds 1 --random 4 --seed 7", "");
    check_golden("selfplay-tictactoe", "selfplay --game tictactoe", "");
    check_golden("selfplay-greedy", "selfplay --game 'connect(7,6,4,1,1)' --depth 0", "");
}

/* Greedy players ask no expert, unless told to. */
static void greedy_players_prove_nothing(void **state) {
    (void)state;
    static const struct {
        const char *options;
        bool proves;
    } cases[] = {{"", false},
                 {"--endgame 8", true},
                 {"--game gomoku", false},
                 {"--game gomoku --threats 5", true}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char arguments[96];
        struct text out = {0};
        snprintf(arguments, sizeof arguments, "selfplay --depth 0 --rounds 1 %s", cases[i].options);
        assert_int_equal(run_text(arguments, "", &out), 0);
        bool proves = strstr(text_get(&out), "  depth ");
        if (proves != cases[i].proves) fail_msg("%s:\n%s", arguments, text_get(&out));
        text_free(&out);
    }
}

static void analysis_is_golden(void **state) {
    (void)state;
    check_golden("analyze-reversi", "analyze --depth 5 f5d6c3", "");
    check_golden("analyze-broken-off",
                 "analyze --nodes 1550 --weights config/weights/lr06.weights f5d6c3", "");
    check_golden("analyze-ending",
                 "analyze --depth 12 --endgame 0 --lines 9 -- "
                 "-XOOOOOOOXXXOOOOOXXOXOOOOXXXOOOOOXXXXXOOOOXXXXXOOOOOXXXO--OOOOO- X",
                 "");
    check_golden("analyze-connect6", "analyze --game connect6 --depth 3 --width 8 JJ JIKL KILH",
                 "");
    check_golden("analyze-dobutsu", "analyze --game dobutsu --depth 4 Cxb2 c1b2", "");
    check_golden("analyze-chess",
                 "analyze --game chess --depth 3 "
                 "'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' "
                 "2>/dev/null",
                 "");
    check_golden("analyze-xiangqi",
                 "analyze --game xiangqi --depth 3 --lines 4 "
                 "'r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1' "
                 "2>/dev/null",
                 "");
    check_golden("analyze-one-move", "analyze --game connect6 --depth 2 ''", "");
    check_golden("analyze-finished", "analyze --game tictactoe a1 b1 a2 b2 a3", "");
    check_golden("analyze-proof",
                 "analyze --endgame 12 --lines 9 -- "
                 "-XOOOOOOOXXXOOOOOXXOXOOOOXXXOOOOOXXXXXOOOOXXXXXOOOOOXXXO--OOOOO- X",
                 "");
}

/* Trees that grow best first, and what a proved threat refutes: which nodes they visit. */
static void best_first_searches_are_golden(void **state) {
    (void)state;
    static const char *const drivers[] = {"mcts", "bstar", "pbstar"};
    for (size_t i = 0; i < COUNT_OF(drivers); i++) {
        char name[32], arguments[160];
        snprintf(name, sizeof name, "analyze-%s", drivers[i]);
        snprintf(arguments, sizeof arguments,
                 "analyze --nodes 3000 --endgame 0 --lines 2 --search %s f5d6c3d3c4f4f6 "
                 "2>/dev/null",
                 drivers[i]);
        check_golden(name, arguments, "");
    }
    check_golden("analyze-defended",
                 "analyze --game gomoku --depth 4 --width 8 --defend 8 --lines 3 "
                 "h8 i9 g9 h10 f8 g8 2>/dev/null",
                 "");
}

#define ENDING "-XOOOOOOOXXXOOOOOXXOXOOOOXXXOOOOOXXXXXOOOOXXXXXOOOOOXXXO--OOOOO- X;"
#define FIT_FILE "results/champions/reversi-patterns-fit.weights"
#define FIT "-w " FIT_FILE " "

/* Reductions, margins and probes change these alone: each of them shows in the nodes. */
static void selective_searches_are_golden(void **state) {
    (void)state;
    check_golden("analyze-reduced-chess",
                 "analyze -w results/champions/chess-quick.weights --depth 6 --reduce "
                 "'r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9' 2>/dev/null",
                 "");
    check_golden(
        "analyze-reduced-xiangqi",
        "analyze -w results/champions/xiangqi-quick.weights --depth 6 --lines 1 --reduce '' "
        "2>/dev/null",
        "");
    check_golden("analyze-reduced-gomoku",
                 "analyze -w results/champions/gomoku-points.weights --depth 8 --reduce h8 i9 g9 "
                 "2>/dev/null",
                 "");
    check_golden("analyze-reduced-reversi",
                 "analyze " FIT "--depth 8 --reduce f5d6c3d3c4f4f6f3e6e7 2>/dev/null", "");
    check_golden("analyze-reduced-long",
                 "analyze " FIT "--depth 12 --lines 1 --reduce f5d6c3d3c4f4f6f3e6e7 2>/dev/null",
                 "");
}

/* The best move loses 24 discs, b8 32; a search that is broken off has seen 6 of them. */
static void what_is_not_proved_is_not_called_so(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *said;
    } cases[] = {
        {"analyze --endgame 0 --nodes 50", " 1. b8    score loss-6? "},
        {"analyze --endgame 0 --nodes 500", " 1. a8    score loss-24 "},
        {"analyze --endgame 0 --nodes 50 " FIT, " 1. b8    score -6.00 "},
        {"analyze --endgame 0 --nodes 500 " FIT, " 1. a8    score loss-24 "},
        {"play --side none --endgame 0 --nodes 50", "Black plays b8  (seems to lose by 6 discs, "},
        {"play --side none --endgame 0 --nodes 50 " FIT, "Black plays b8  (score -6.00, "},
        {"play --side none --depth 0 " FIT, "White plays h8  (wins by 24 discs)"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text out = {0};
        char arguments[192];
        snprintf(arguments, sizeof arguments, "%s -- '" ENDING "'", cases[i].arguments);
        assert_int_equal(run_text(arguments, "", &out), 0);
        if (!strstr(text_get(&out), cases[i].said)) fail_msg("%s:\n%s", arguments, text_get(&out));
        text_free(&out);
    }
}

/* Where the weights count in discs, scores are in them, with two decimals. */
static void scores_are_in_discs_where_weights_are(void **state) {
    (void)state;
    struct text out = {0}, discs = {0};
    struct player player;
    struct weights weights;
    struct error error;
    struct search_result result;
    struct state start;
    const struct search_limits limits = {.depth = 4};
    struct search *search = search_new(1 << 20);
    assert_int_equal(weights_load(FIT_FILE, &weights, &error), 0);
    player_init(&player, weights.evaluator, weights.values, &limits, 0);
    assert_int_equal(game_parse(weights.evaluator->game, "f5d6c3", &start, &error), 0);
    player_move(&player, search, &start, NULL, &result);
    double exact = (double)result.score / weights.evaluator->disc;
    assert_int_not_equal(result.score % weights.evaluator->disc, 0);
    text_add(&discs, " score %+.2f ", exact);
    assert_int_equal(run_text("analyze --depth 4 " FIT "f5d6c3", "", &out), 0);
    if (!strstr(text_get(&out), text_get(&discs))) fail_msg("%s", text_get(&out));
    text_free(&out), text_free(&discs);
    search_free(search);
    player_destroy(&player);
    weights_free(&weights);
}

static void clocks_are_shown(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(
        run_text("play --game tictactoe --side none --clock 0.2+0.01 --tt 1 --reduce", "", &out),
        0);
    assert_non_null(strstr(text_get(&out), " s left)"));
    text_free(&out);
}

/* Without the columns of time: "depth leaves". */
static void perft_counts_published_numbers(void **state) {
    (void)state;
    static const uint64_t published[] = {4, 12, 56, 244, 1396, 8200, 55092, 390216};
    struct text out = {0};
    assert_int_equal(run_text("perft 8", "", &out), 0);
    const char *line = text_get(&out);
    for (int depth = 1; depth <= 8; depth++) {
        line = strchr(line, '\n') + 1;
        char *end;
        assert_int_equal(strtol(line, &end, 10), depth);
        assert_int_equal(strtoull(end, NULL, 10), published[depth - 1]);
    }
    text_free(&out);
}

static void games_at_the_terminal_are_golden(void **state) {
    (void)state;
    check_golden("play-reversi", "play --depth 3",
                 "help\nhint\nmoves\nf5\nf5\nE9\nundo\nundo\nboard\nd3 c3\nnonsense\n\n  quit \n");
    check_golden("play-tictactoe", "play --game tictactoe --side second",
                 "hint\na1\na2\nundo\nb1\na3 c1\nc3\nb3\nc2\na2\nb2\na3\n");
    check_golden("play-turn", "play --game connect6 --depth 1 --side first",
                 "help\nJJ\na1,b2\nhelp\nundo\n");
    check_golden("play-neither", "play --game tictactoe --side none --depth 0 --seed 3", "");
    check_golden("play-both", "play --game tictactoe --side both", "a1b1a2b2a3");
    check_golden("play-words", "play --game 'connect(6,5,4,2,1)' --depth 1 --side both b2",
                 "help\nposition\nhint\nc3\nundo\nc3\nd4\nhint x\nresign\nmoves\nc4\nhelp\nundo\n"
                 "new third\nside first\nposition a1 b1\nposition z9\nresign\nresign\nundo\nside\n"
                 "new second\nside both\nsave\nload\nload nosuch.sgf\nposition XXX...OO\n"
                 "position XXX..................OO....... X2\nhint\nd5\nundo\nnew none\n");
}

/* What a game at the terminal prints after its last word but `quit`: prompt, answer, prompt. */
static void play_ends(const char *game, const char *input, struct text *out) {
    char arguments[96];
    struct text all = {0};
    snprintf(arguments, sizeof arguments, "play --depth 1 --side both --game %s 2>&1", game);
    assert_int_equal(run_text(arguments, input, &all), 0);
    const char *at = text_get(&all) + all.length;
    for (int lines = 0; at > text_get(&all) && (lines += at[-1] == '\n') < 2;) at--;
    *out = (struct text){0};
    text_add(out, "%s", at);
    text_free(&all);
}

/* A game that is saved comes back, its resignation too; what is there is only overwritten by the
 * game that wrote it. */
static void games_are_saved_and_loaded(void **state) {
    (void)state;
    static const struct {
        const char *game, *moves, *file, *resigned; /* NULL: the format cannot say so */
    } cases[] = {
        {"reversi", "f5\nd6\n", "g.ggf", "r.ggf"},    {"reversi", "f5\nd6\n", "g.moves", NULL},
        {"connect6", "j10\nk11\n", "g.sgf", "r.sgf"}, {"connect6", "j10\nk11\n", "game", "r"},
        {"tictactoe", "a1\nb2\n", "g.sgf", "r.sgf"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char folder[] = "/tmp/hone-play-XXXXXX", input[400], path[64];
        struct text saved = {0}, loaded = {0}, out = {0};
        assert_non_null(mkdtemp(folder));
        snprintf(path, sizeof path, "%s/%s", folder, cases[i].file);
        snprintf(input, sizeof input, "save %s\n%ssave %s\nposition\nquit\n", path, cases[i].moves,
                 path);
        play_ends(cases[i].game, input, &saved);
        snprintf(input, sizeof input, "load %s\nsave %s\nposition\nquit\n", path, path);
        play_ends(cases[i].game, input, &loaded);
        assert_string_equal(text_get(&saved), text_get(&loaded));
        snprintf(input, sizeof input, "save %s\nquit\n", path);
        play_ends(cases[i].game, input, &out);
        assert_non_null(strstr(text_get(&out), " is there already; another name?"));
        text_free(&out);
        snprintf(path, sizeof path, "%s/%s", folder, cases[i].resigned ? cases[i].resigned : "r");
        snprintf(input, sizeof input, "resign\nsave %s\nnew\nload %s\nquit\n", path, path);
        play_ends(cases[i].game, input, &out);
        assert_true(!cases[i].resigned ||
                    strstr(text_get(&out), "White wins: Black has resigned.\nThe game is over> "));
        snprintf(input, sizeof input, "rm -r %s", folder);
        assert_int_equal(system(input), 0);
        text_free(&saved);
        text_free(&loaded);
        text_free(&out);
    }
}

/* What cannot be read or written is said, and the game goes on as it was. */
static void files_that_fail_leave_the_game_alone(void **state) {
    (void)state;
    static const struct {
        const char *word, *said;
    } cases[] = {
        {"save /nowhere/game.ggf", "No such file or directory"},
        {"save %s/game.sgf", "sgf"},
        {"load %s/game.sgf", "sgf"},
        {"load %s/rubbish.ggf", "GM[Chess] is not Othello"},
        {"load %s", "Is a directory"},
        {"load %s/none.ggf", "No such file or directory"},
    };
    char folder[] = "/tmp/hone-play-XXXXXX", path[64], word[96], input[160];
    struct error error;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/rubbish.ggf", folder);
    assert_int_equal(file_write(path, "(;GM[Chess]", &error), 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text out = {0};
        snprintf(word, sizeof word, cases[i].word, folder);
        snprintf(input, sizeof input, "f5\n%s\nposition\nquit\n", word);
        assert_int_equal(run_text("play --side both 2>&1", input, &out), 0);
        if (!strstr(text_get(&out), cases[i].said) || !strstr(text_get(&out), "OX------XXX---"))
            fail_msg("%s: %s", word, text_get(&out));
        text_free(&out);
    }
    unlink(path);
    rmdir(folder);
}

static void pgn_is_loaded_as_the_standard_has_it(void **state) {
    (void)state;
    char folder[] = "/tmp/hone-play-XXXXXX", path[64], input[160], message[300];
    struct error error;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.pgn", folder);
    snprintf(input, sizeof input, "load %s\nposition\nquit\n", path);
    for (size_t i = 0; i < COUNT_OF(pgn_good) + COUNT_OF(pgn_bad); i++) {
        const struct pgn_bad *bad = &pgn_bad[i - (i < COUNT_OF(pgn_good) ? i : COUNT_OF(pgn_good))];
        struct text out = {0};
        bool good = i < COUNT_OF(pgn_good);
        if (!good && strstr(bad->text, "*\n\xef")) continue; /* the second game is */
        snprintf(message, sizeof message, "%s:%d: %s", path, bad->line, bad->message);
        assert_int_equal(file_write(path, good ? pgn_good[i] : bad->text, &error), 0);
        assert_int_equal(run_text("play --game chess --side both 2>&1", input, &out), 0);
        if (!strstr(text_get(&out), good ? "/4P3/5N2/" : message))
            fail_msg("%zu: %s", i, text_get(&out));
        text_free(&out);
    }
    unlink(path);
    rmdir(folder);
}

/* A suffix that is no format's is part of the name. */
static void a_name_with_a_dot_is_a_name(void **state) {
    (void)state;
    char folder[] = "/tmp/hone-play-XXXXXX", path[64], input[192];
    struct text out = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/game.1", folder);
    snprintf(input, sizeof input, "f5\nsave %s\nnew\nload %s\nposition\nquit\n", path, path);
    play_ends("reversi", input, &out);
    if (!strstr(text_get(&out), "OX------XXX---")) fail_msg("%s", text_get(&out));
    unlink(path);
    rmdir(folder);
    text_free(&out);
}

/* No search is needed for the only move. */
static void the_only_move_is_played(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(
        run_text("play --side both -- "
                 "'-XOOOOOOOXXXOOOOOXXOXOOOOXXXOOOOOXXXXXOOOOXXXXXOOOOOXXXOOOOOOOO- O'",
                 "quit\n", &out),
        0);
    if (!strstr(text_get(&out), " has no choice: ")) fail_msg("%s", text_get(&out));
    text_free(&out);
}

/* Words that make no sense after the end say what does. */
static void a_finished_game_takes_few_words(void **state) {
    (void)state;
    static const char *const words[] = {"hint", "moves", "resign", "b3"};
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        struct text out = {0};
        char input[64];
        snprintf(input, sizeof input, "a1b1a2b2a3\n%s\nquit\n", words[i]);
        assert_int_equal(run_text("play --game tictactoe --side both", input, &out), 0);
        if (!strstr(text_get(&out), "The game is over: `undo`, `new` or `load` go on.\n"))
            fail_msg("%s: %s", words[i], text_get(&out));
        text_free(&out);
    }
}

/* Of an exact game the row that won, not a longer one that did not. */
static void the_row_that_won_is_told(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(run_text("analyze --game 'connect(9,5,5,1,1,exact)' -- "
                              "'XXXXXX............OOOO.OO............XXXXX.OO X1'",
                              "", &out),
                     0);
    if (!strstr(text_get(&out), "Black wins with 5 in a row: b1 c1 d1 e1 f1\n"))
        fail_msg("%s", text_get(&out));
    text_free(&out);
}

/* Colours are for terminals, and for people that did not refuse them. */
static void boards_are_coloured_on_terminals_only(void **state) {
    (void)state;
    static const struct {
        const char *environment;
        bool coloured;
    } cases[] = {{"TERM=xterm NO_COLOR=", true},
                 {"TERM=xterm NO_COLOR=1", false},
                 {"TERM=dumb NO_COLOR=", false}};
    struct text out = {0};
    assert_int_equal(run_text("play --game tictactoe --side none --depth 0", "", &out), 0);
    assert_null(strchr(text_get(&out), '\033'));
    text_free(&out);
    if (system("script -qec true /dev/null </dev/null >/dev/null 2>&1") != 0) skip();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char command[256], line[4096];
        snprintf(command, sizeof command,
                 "%s script -qec '" BUILD_DIR "/hone-engine play --game tictactoe --side none "
                 "--depth 0' /dev/null </dev/null",
                 cases[i].environment);
        FILE *pipe = popen(command, "r");
        size_t length = fread(line, 1, sizeof line - 1, pipe);
        line[length] = '\0';
        assert_int_equal(pclose(pipe), 0);
        assert_int_equal(strstr(line, "\033[") != NULL, cases[i].coloured);
        if (cases[i].coloured) {
            assert_non_null(strstr(line, "(\033[1;7;33mX\033[0m)"));
            assert_non_null(strstr(line, " \033[36mO\033[0m "));
        }
    }
}

/* 9.3 M nodes with the shipped champion's order, 48.9 M without. */
#define FFO_44_SQUARES "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX--"
#define FFO_44 FFO_44_SQUARES " O D2:-14;\n"

/* Without --weights the shipped champion of the game plays, as any weights search, and solves. */
static void champions_play_where_no_weights_are_named(void **state) {
    (void)state;
    char folder[] = "/tmp/hone-champions-XXXXXX", path[96], here[96];
    struct weights weights;
    struct error error;
    struct text file = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(here, sizeof here, "HONE_CHAMPIONS=%s", folder);
    snprintf(path, sizeof path, "%s/reversi-patterns-huge.weights", folder);
    assert_int_equal(weights_load("config/weights/swh.weights", &weights, &error), 0);
    strcpy(weights.provenance.player, "depth=1");
    weights_print(&weights, WEIGHTS_NATIVE, &file);
    assert_int_equal(file_write(path, text_get(&file), &error), 0);
    const struct {
        const char *champions, *arguments, *said, *input;
    } cases[] = {
        {here, "play --side none", "against swh (tuned otherwise: depth 1).", ""},
        {here, "play --side none --game tictactoe", "against initial weights.", ""},
        {here, "analyze f5 --depth 1", "White to move, swh (tuned: depth 1)", ""},
        {"HONE_CHAMPIONS=", "analyze f5 --depth 1", "White to move, initial weights", ""},
        {"HONE_CHAMPIONS=/tmp/nowhere", "analyze f5 --depth 1", "White to move, initial weights",
         ""},
        {"env -u HONE_CHAMPIONS", "analyze f5 --depth 1", "reversi-patterns-huge champion", ""},
        {here, "solve --nodes 15000000 -", "\n0 solved, 1 not", FFO_44},
        {"env -u HONE_CHAMPIONS", "solve --nodes 15000000 -", "\n1 solved, 0 not", FFO_44},
    };
    const char *usual = champions;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text out = {0};
        champions = cases[i].champions;
        assert_int_equal(run_text(cases[i].arguments, cases[i].input, &out), 0);
        if (!strstr(text_get(&out), cases[i].said))
            fail_msg("%s %s:\n%s", champions, cases[i].arguments, text_get(&out));
        text_free(&out);
    }
    champions = usual;
    unlink(path);
    rmdir(folder);
    weights_free(&weights);
    text_free(&file);
}

/* A copy of the program alone finds no weights, says so once, and plays. */
static void a_program_without_its_files_says_so(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *said;
    } cases[] = {
        {"--protocol uci --game chess </dev/null",
         "hone-engine: plays with initial weights, since no folder above the program has "
         "results/champions/chess-hour.weights\n"},
        {"--protocol gtp --game tictactoe </dev/null", ""},
        {"--protocol gtp </dev/null; HONE_CHAMPIONS= $d/hone-engine --protocol gtp </dev/null",
         "hone-engine: plays with initial weights, since no folder above the program has "
         "results/champions/reversi-patterns-huge.weights\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text command = {0}, out = {0};
        text_add(&command,
                 "unset HONE_CHAMPIONS; d=$(mktemp -d) && cp %s $d && { $d/hone-engine %s; } 2>&1; "
                 "rm -r $d",
                 program, cases[i].arguments);
        assert_int_equal(shell_run(text_get(&command), &out), 0);
        assert_string_equal(text_get(&out), cases[i].said);
        text_free(&command);
        text_free(&out);
    }
}

/* A weight file says how it was tuned; without other settings it plays like that, and the output
 * says so. */
static void weights_play_as_they_were_tuned(void **state) {
    (void)state;
    static const struct {
        const char *player, *arguments, *said;
        bool depths; /* of a search */
    } cases[] = {
        {"depth=0", "play --side none", "swh (as tuned: greedy).", false},
        {"depth=0", "play --side none --depth 1", "swh (tuned otherwise: greedy).", true},
        {"depth=0", "play --side none --clock 1", "swh (tuned otherwise: greedy).", true},
        {"depth=0", "play --side none --reduce", "swh (tuned otherwise: greedy).", true},
        {"depth=2 search=mtdf endgame=4", "play --side none",
         "swh (as tuned: depth 2, mtdf, endgame 4).", true},
        {"depth=0", "selfplay --rounds 1", "Black swh (as tuned: greedy), White swh (as tuned",
         false},
        {"depth=0", "analyze f5 --depth 1", "White to move, swh (tuned: greedy)", true},
        {"depth=0", "--protocol gtp", "swh was tuned with: greedy; here", false},
        {NULL, "play --side none --depth 0", "against swh.", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char path[] = "/tmp/hone-tuned-XXXXXX", arguments[256];
        struct weights weights;
        struct error error;
        struct text file = {0}, out = {0};
        int made = mkstemp(path);
        assert_int_equal(weights_load("config/weights/swh.weights", &weights, &error), 0);
        if (cases[i].player) strcpy(weights.provenance.player, cases[i].player);
        weights_print(&weights, WEIGHTS_NATIVE, &file);
        assert_true(write(made, text_get(&file), file.length) == (ssize_t)file.length);
        close(made);
        snprintf(arguments, sizeof arguments, "%s --weights %s 2>&1", cases[i].arguments, path);
        assert_int_equal(run_text(arguments, "", &out), 0);
        if (!strstr(text_get(&out), cases[i].said) ||
            (strstr(text_get(&out), "depth 1") || strstr(text_get(&out), ", depth ") ||
             strstr(text_get(&out), "  depth ")) != cases[i].depths)
            fail_msg("%s, %s: %s", cases[i].player, arguments, text_get(&out));
        weights_free(&weights);
        text_free(&file);
        text_free(&out);
        unlink(path);
    }
}

static int count_of(const char *text, const char *what) {
    int count = 0;
    for (; (text = strstr(text, what)); text++) count++;
    return count;
}

static void check_connect6_turns(const char *input, int expected) {
    struct text out = {0};
    assert_int_equal(run_text("play --game connect6 --depth 0 --side both", input, &out), 0);
    if (count_of(text_get(&out), "(X)") + count_of(text_get(&out), "(O)") != expected)
        fail_msg("\"%s\": %s", input, text_get(&out));
    text_free(&out);
}

/* Each line is played as a whole, once shown with its last turn marked, or not at all. */
static void words_are_no_stones(void **state) {
    (void)state;
    check_connect6_turns("positions\nback\nresigned\njj\nj10back\nj10 j10\nj10 rubbish\n", 0);
    check_connect6_turns("JJIK\n", 1);
    check_connect6_turns("j10 k11, l12\n", 2);
    check_connect6_turns("q\nj10\n", 0);
    check_connect6_turns("EXIT\nj10\n", 0);
    check_connect6_turns("Quit\nj10\n", 0);
}

/* Two plies leave White in the middle of a turn. */
static void openings_end_with_a_turn(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(
        run_text("selfplay --game 'connect(6,6,4,2,1)' --depth 0 --rounds 1", "", &out), 0);
    assert_non_null(strstr(text_get(&out), "\n4. Black "));
    assert_null(strstr(text_get(&out), "\n3. "));
    text_free(&out);
}

#define OVER "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO O;"

/* Black has no move. */
#define PASS "------XO-------------------------------------------------------- X;"

/* What a position file says is checked; what it should not say is named with its place. */
static void solve_checks_what_positions_say(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(run_text("solve -", "% two\n\n" ENDING "\n" ENDING " A8:-24; B8:-32;\n", &out),
                     0);
    assert_non_null(strstr(text_get(&out), "\n" ENDING " a8   -24 "));
    assert_non_null(strstr(text_get(&out), " ok\n2 solved, 0 not, 0 contradicted, "));
    text_free(&out);
    assert_int_equal(run_text("solve -", ENDING " A8:-22;\n", &out), 1);
    assert_non_null(strstr(text_get(&out), "CONTRADICTED"));
    text_free(&out);
    /* The best may be right, and its move not. */
    assert_int_equal(run_text("solve -", ENDING " A8:-30; B8:-24;\n", &out), 1);
    assert_non_null(strstr(text_get(&out), "CONTRADICTED"));
    text_free(&out);
    assert_int_equal(run_text("solve -w config/weights/swh.weights - 2>&1", ENDING "\n", &out), 2);
    assert_non_null(strstr(text_get(&out), "values of wpc 10 are no number of discs"));
    text_free(&out);

    assert_int_equal(run_text("solve --nodes 1 -", ENDING "\n", &out), 0);
    assert_non_null(strstr(text_get(&out), "\n0 solved, 1 not, 0 contradicted, "));
    text_free(&out);
    /* Limits end a trial, they do not forbid it: 20 empty squares, 50 thousand nodes. */
    assert_int_equal(run_text("solve --nodes 50000 tests/ffo-40-44.obf", "", &out), 0);
    const char *given_up = strstr(text_get(&out), "; not solved in ");
    assert_non_null(given_up);
    assert_in_range(atoll(given_up + strlen("; not solved in ")), 50000, 60000);
    const char *total = strstr(text_get(&out), "contradicted, ");
    assert_in_range(atoll(total + strlen("contradicted, ")), 250000, 300000);
    text_free(&out);
    assert_int_equal(run_text("solve --time 1000 -", ENDING "\n", &out), 0);
    assert_non_null(strstr(text_get(&out), "\n1 solved, 0 not"));
    text_free(&out);
    assert_int_equal(run_text("solve - 2>&1", "\n" ENDING "\nrubbish\n", &out), 2);
    assert_non_null(strstr(text_get(&out), "solve: -:3: square 1 of the position is"));
    text_free(&out);
    assert_int_equal(run_text("solve - 2>&1", ENDING " rubbish\n", &out), 2);
    assert_non_null(strstr(text_get(&out), "solve: -:1: \"rubbish\" follows the position"));
    text_free(&out);
    assert_int_equal(run_text("solve - 2>&1", PASS " PS:-64;\n", &out), 0);
    assert_non_null(strstr(text_get(&out), " pass -64 "));
    text_free(&out);
    assert_int_equal(run_text("solve -", ENDING " % not; A1:+3;\n", &out), 0);
    text_free(&out);
    assert_int_equal(run_text("solve - 2>&1", ENDING "\n" ENDING " A8:-24; A1:+3;\n", &out), 2);
    assert_non_null(strstr(text_get(&out), "solve: -:2: a1 has a score and is not legal there\n"));
    text_free(&out);
    assert_int_equal(run_text("solve - 2>&1", OVER " H8:+3;\n", &out), 2);
    assert_non_null(strstr(text_get(&out), "solve: -:1: h8 has a score and is not legal there\n"));
    text_free(&out);
    /* There is room left on the board, but the game is over. */
    assert_int_equal(run_text("solve --game 'hex(3)' - 2>&1", "X..X..X.. O; c3:+1;\n", &out), 2);
    assert_non_null(strstr(text_get(&out), "solve: -:1: c3 has a score and is not legal there\n"));
    text_free(&out);
    check_misuse("solve /nowhere.obf", "/nowhere.obf: cannot be opened: No such file or directory");
    check_misuse("solve tests", "tests: cannot be read: Is a directory");
    check_misuse("solve /dev/null", "/dev/null has no position");
}

/* Black has won, White is to move and has lost as much: no move, and those that follow are solved.
 */
static void solve_goes_on_after_a_game_that_is_over(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(run_text("solve -", OVER "\n" ENDING "\n", &out), 0);
    assert_non_null(strstr(text_get(&out), OVER " -    -62            0 nodes    0.000 s "));
    assert_non_null(strstr(text_get(&out), ENDING " a8   -24 "));
    assert_non_null(strstr(text_get(&out), "\n2 solved, 0 not, 0 contradicted, "));
    text_free(&out);
}

static void lost_output_is_a_failure(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(run_text("perft --game reversi 2 2>/dev/null >/dev/full", "", &out), 1);
    assert_int_equal(run_text("--help 2>&1 >/dev/full", "", &out), 1);
    assert_string_equal(text_get(&out), "hone-engine: standard output: No space left on device\n");
    text_free(&out);
}

#define REVERSI_START "---------------------------OX------XO--------------------------- X"

/* Dashes are empty squares, be the position one word or several, before options or after them. */
static void positions_may_begin_with_dashes(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *said;
    } cases[] = {
        {"analyze '" REVERSI_START "' --depth 1", " to move, initial weights"},
        {"analyze --depth 1 " REVERSI_START, "Black to move, initial weights"},
        {"analyze --depth 1 '" ENDING "'", "Black to move, initial weights"},
        {"analyze --lines 1 '" FFO_44_SQUARES " O' --depth 1", "White to move, initial weights"},
        {"analyze " FFO_44_SQUARES " O --depth 1", "White to move, initial weights"},
        {"prove '" ENDING "'", "Black loses\n"},
        {"perft --position '" ENDING "' 1", "\n    1                    2 "},
        {"play --side none --depth 1 '" ENDING "'", "White wins by "},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text out = {0};
        assert_int_equal(run_text(cases[i].arguments, "", &out), 0);
        if (!strstr(text_get(&out), cases[i].said))
            fail_msg("%s:\n%s", cases[i].arguments, text_get(&out));
        text_free(&out);
    }
}

static void misuse_is_told_and_ends_with_2(void **state) {
    (void)state;
    check_misuse("", "a command is needed");
    check_misuse("dance", "unknown command 'dance'");
    check_misuse("--game chess --protocol uci",
                 "comes first, before '--game': `hone-engine --protocol …`");
    check_misuse("-d 3", "comes first, before '-d': `hone-engine COMMAND …`");
    check_misuse("help dance", "no command or page is named 'dance'");
    check_misuse("analise", "did you mean 'analyze'?");
    check_misuse("bench 3", "unexpected argument '3'");
    check_misuse("bench --depth 3", "unknown option --depth");
    check_misuse("analyze", "too few arguments; usage: hone-engine analyze [OPTION]... POSITION");
    check_misuse("analyze ---X", "square 5 of the position is \"\"");
    check_misuse("analyze --OX--XO",
                 "unknown option --OX--XO; `--` goes before an argument that begins");
    check_misuse("analyze -OOX", "unknown option -O; `--` goes before an argument that begins");
    check_misuse("analyze --detph 3 f5", "did you mean --depth?");
    check_misuse("analyze --depth", "--depth needs an argument");
    check_misuse("analyze --depth 0 f5", "--depth must be at least 1");
    check_misuse("analyze --depth 65 f5", "--depth 65: a whole number from 0 to 64 is needed");
    check_misuse("analyze --depth 3x f5", "--depth 3x: a whole number");
    check_misuse("analyze --depth -1 f5", "--depth -1: a whole number");
    check_misuse("analyze --nodes -1 f5", "--nodes -1: a whole number from 0");
    check_misuse("analyze --game gomoku --endgame 3 h8",
                 "--endgame belongs to games whose endings are solved and has no");
    check_misuse("play --threats 3", "--threats belongs to Connect");
    check_misuse("play --leaf-threats 3", "--leaf-threats belongs to Connect");
    check_misuse("play --search minimax --reduce", "--reduce belongs to the drivers pvs and mtdf");
    check_misuse("play --depth 0 --width 3", "--width belongs to a search (a depth above 0)");
    check_misuse("play --clock 0", "--clock 0: seconds, and perhaps an increment, are needed");
    check_misuse("play --clock 60+", "60 or 60+1");
    check_misuse("play --clock 60+x", "--clock 60+x: ");
    check_misuse("play --search fast",
                 "one of pvs, alphabeta, mtdf, sss, dual, minimax, mcts, bstar, ");
    check_misuse("analyze --tt 1048576 f5", "--tt 1048576: this machine's memory is ");
    check_misuse("solve --tt 1048576 -", "--tt 1048576: this machine's memory is ");
    check_misuse("analyze --tt 0 f5", "--tt 0: a whole number from 1");
    check_misuse("analyze --time 0 f5", "--time 0: a number from 1e-06 to 1000000 is needed");
    check_misuse("analyze --time -1 f5", "--time -1: a number");
    check_misuse("analyze --time nan f5", "--time nan: a number");
    check_misuse("analyze -- " REVERSI_START " rubbish", "\"rubbish\" follows the position");
    check_misuse("analyze -- " REVERSI_START " --depth 4", "\"--depth 4\" follows");
    check_misuse("analyze -- '" REVERSI_START ";' x", "\"x\" follows");
    check_misuse("analyze -- f5 --depth 4", "move 2 is not one of reversi: \"--depth 4\"");
    check_misuse("analyze --game tictactoe -- '......... X1' --depth 4", "--depth 4");
    check_misuse("perft -- 3 --depth", "unexpected argument '--depth'");
    check_misuse("analyze f5 f5", "move 2 (f5) is not legal");
    check_misuse("analyze --game chess '1. e4 e5 2. Nf3 Nc6 3.Bb5 3... Kx9'",
                 "move 6 is not one of chess: \"Kx9\"");
    check_misuse("analyze --game chess '1. e4 e5 2.Nf3 2... Nf6 3. Ng1 Nf6'",
                 "move 6 is not one of chess: \"Nf6\"");
    check_misuse("analyze --game checkers e4", "unknown game \"checkers\"");
    check_misuse("analyze --weights /nowhere/x.weights f5", "/nowhere/x.weights");
    check_misuse("perft 0", "DEPTH is a whole number from 1");
    check_misuse("perft --position a1 3", "not legal");
    check_misuse("perft --game checkers 3", "unknown game \"checkers\"");
    check_misuse("prove --game checkers f5", "unknown game \"checkers\"");
    check_misuse("prove --game tictactoe z9", "neither moves nor a position");
    check_misuse("prove --tt 1048576 f5", "--tt 1048576: this machine's memory is ");
    check_misuse("solve --game checkers -", "unknown game \"checkers\"");
    check_misuse("solve --game tictactoe -", "nothing solves the endings of tictactoe");
    check_misuse("solve --weights /nowhere/x.weights -", "/nowhere/x.weights");
    check_misuse("selfplay --game checkers", "unknown game \"checkers\"");
    check_misuse("selfplay --weights /nowhere/x.weights", "/nowhere/x.weights");
    check_misuse("selfplay --weights2 /nowhere/x.weights", "/nowhere/x.weights");
    check_misuse(
        "selfplay --weights config/weights/swh.weights --weights2 config/weights/r1.weights",
        "the weights are for different games, reversi and connect6");
    check_misuse("book --game checkers", "unknown game \"checkers\"");
    check_misuse("play --clock 1234567890123456789012345678901234+1", "60 or 60+1");
    check_misuse("play --game tictactoe z9", "neither moves nor a position");
    check_misuse("--protocol gtp --clock x", "--clock x: ");
    check_misuse("--protocol gtp --book /nowhere.book", "/nowhere.book");
    check_misuse("play --side third", "--side third: first, second, both or none");
    check_misuse("selfplay --rounds 0", "--rounds 0: a whole number from 1");
}

/* A weight file decides game, evaluator and name; the game asked for must be the file's. */
static void weight_files_decide_game_and_name(void **state) {
    (void)state;
    struct error error;
    const struct game *game = games_find("tictactoe", &error);
    int32_t values[64];
    struct weights weights = {.evaluator = games_evaluator(game, NULL, NULL, &error),
                              .values = values,
                              .provenance = {.name = "crosses", .generation = -1}};
    char path[] = "/tmp/hone-test-XXXXXX", arguments[256];
    int file = mkstemp(path);
    struct text content = {0}, out = {0};
    evaluator_initial(weights.evaluator, values);
    weights_print(&weights, WEIGHTS_NATIVE, &content);
    assert_int_equal(write(file, text_get(&content), content.length), content.length);
    close(file);

    snprintf(arguments, sizeof arguments, "analyze --weights %s b2", path);
    assert_int_equal(run_text(arguments, "", &out), 0);
    assert_non_null(strstr(text_get(&out), "White to move, crosses"));
    snprintf(arguments, sizeof arguments, "analyze --game reversi --weights %s b2", path);
    check_misuse(arguments, "is for tictactoe, not for reversi");
    snprintf(arguments, sizeof arguments,
             "play --weights /dev/null --game tictactoe --weights %s --side none", path);
    assert_int_equal(run_text(arguments, "", &out), 0);
    unlink(path);
    snprintf(arguments, sizeof arguments, "analyze --weights %s b2", path);
    check_misuse(arguments, path);
    text_free(&content);
    text_free(&out);
}

/* In a folder that came from elsewhere anything may stand there. */
static void what_is_no_file_is_not_waited_for(void **state) {
    (void)state;
    char folder[] = "/tmp/hone-test-XXXXXX", path[64], arguments[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/champion.weights", folder);
    snprintf(arguments, sizeof arguments, "analyze --depth 1 --weights %s f5", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    check_misuse(arguments, "is a pipe");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* Its champion's weights are where hone writes them. */
static void a_runs_directory_stands_for_its_champion(void **state) {
    (void)state;
    char folder[] = "/tmp/hone-test-XXXXXX", path[64], arguments[128], advice[96];
    struct text weights = {0}, out = {0};
    struct error error;
    assert_non_null(mkdtemp(folder));
    snprintf(arguments, sizeof arguments, "analyze --depth 1 --weights %s f5", folder);
    snprintf(advice, sizeof advice, "has no champion.weights; of a finished run `hone export %s`",
             folder);
    check_misuse(arguments, advice);
    snprintf(path, sizeof path, "%s/champion.weights", folder);
    assert_int_equal(file_read("config/weights/swh.weights", &weights, &error), 0);
    assert_int_equal(file_write(path, text_get(&weights), &error), 0);
    assert_int_equal(run_text(arguments, "", &out), 0);
    assert_non_null(strstr(text_get(&out), "White to move, swh"));
    snprintf(arguments, sizeof arguments,
             "selfplay --rounds 1 --depth 0 -w %s --weights2 %s/champion.weights", folder, folder);
    snprintf(advice, sizeof advice, "(%s against %s/champion.weights)", folder, folder);
    assert_int_equal(run_text(arguments, "", &out), 0); /* both are called swh */
    assert_non_null(strstr(text_get(&out), advice));
    unlink(path);
    rmdir(folder);
    text_free(&weights);
    text_free(&out);
}

/* Words, moves and any bytes at all, in any order: the program explains and goes on. */
static void random_line(struct rng *rng, struct text *out) {
    static const char *const words[] = {"hint", "undo", "moves", "board", "help", "pass", "f5",
                                        "d3",   "JJ",   "a1 b2", "\t",    "z99",  ",",    "-"};
    char bytes[40];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)rng_next(rng);
    switch (rng_below(rng, 3)) {
    case 0:
        text_add(out, "%s", words[rng_below(rng, COUNT_OF(words))]);
        break;
    case 1:
        text_add(out, "%c%u", 'a' + (int)rng_below(rng, 19), 1 + rng_below(rng, 19));
        break;
    default:
        text_add_bytes(out, bytes, rng_below(rng, sizeof bytes));
    }
    text_add_bytes(out, "\n", 1);
}

static void nonsense_is_survived(void **state) {
    (void)state;
    static const char *const games[] = {"reversi", "connect6", "tictactoe", "connect(4,4,3,2,1)"};
    for (uint64_t i = 0; i < 12; i++) {
        struct rng rng = rng_keyed(8, 0, i, 0);
        struct text input = {0}, out = {0};
        char arguments[128];
        for (int line = 0; line < 150; line++) random_line(&rng, &input);
        snprintf(arguments, sizeof arguments, "play --depth 1 --side both --game '%s' 2>&1",
                 games[i % COUNT_OF(games)]);
        assert_int_equal(run(arguments, &input, &out), 0);
        text_free(&input);
        text_free(&out);
    }
}

/* What the other side would do, and what it does after a move that lets it. */
static void analyses_show_threats(void **state) {
    (void)state;
#define THREATENED                                                                                 \
    "analyze -w results/champions/gomoku-points.weights --depth 2 --lines 3 --defend 6 "
    struct text out = {0};
    assert_int_equal(run_text(THREATENED "h8 a1 i8 c1 j8", "", &out), 0);
    assert_non_null(strstr(text_get(&out), "\nBlack threatens to win by g8 "));
    assert_non_null(strstr(text_get(&out), "\n    lost to Black's threats "));
    text_free(&out);
    assert_int_equal(run_text(THREATENED "h8 a1", "", &out), 0);
    assert_null(strstr(text_get(&out), "threatens to win"));
    text_free(&out);
#undef THREATENED
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_is_one_line),
        cmocka_unit_test(bench_is_a_fingerprint),
        cmocka_unit_test(proofs_are_golden),
        cmocka_unit_test(proofs_know_all_results),
        cmocka_unit_test(selfplay_is_golden),
        cmocka_unit_test(greedy_players_prove_nothing),
        cmocka_unit_test(analysis_is_golden),
        cmocka_unit_test(best_first_searches_are_golden),
        cmocka_unit_test(selective_searches_are_golden),
        cmocka_unit_test(what_is_not_proved_is_not_called_so),
        cmocka_unit_test(scores_are_in_discs_where_weights_are),
        cmocka_unit_test(clocks_are_shown),
        cmocka_unit_test(perft_counts_published_numbers),
        cmocka_unit_test(games_at_the_terminal_are_golden),
        cmocka_unit_test(words_are_no_stones),
        cmocka_unit_test(games_are_saved_and_loaded),
        cmocka_unit_test(files_that_fail_leave_the_game_alone),
        cmocka_unit_test(pgn_is_loaded_as_the_standard_has_it),
        cmocka_unit_test(a_name_with_a_dot_is_a_name),
        cmocka_unit_test(the_only_move_is_played),
        cmocka_unit_test(a_finished_game_takes_few_words),
        cmocka_unit_test(the_row_that_won_is_told),
        cmocka_unit_test(boards_are_coloured_on_terminals_only),
        cmocka_unit_test(champions_play_where_no_weights_are_named),
        cmocka_unit_test(weights_play_as_they_were_tuned),
        cmocka_unit_test(openings_end_with_a_turn),
        cmocka_unit_test(solve_checks_what_positions_say),
        cmocka_unit_test(solve_goes_on_after_a_game_that_is_over),
        cmocka_unit_test(lost_output_is_a_failure),
        cmocka_unit_test(positions_may_begin_with_dashes),
        cmocka_unit_test(misuse_is_told_and_ends_with_2),
        cmocka_unit_test(a_program_without_its_files_says_so),
        cmocka_unit_test(weight_files_decide_game_and_name),
        cmocka_unit_test(a_runs_directory_stands_for_its_champion),
        cmocka_unit_test(what_is_no_file_is_not_waited_for),
        cmocka_unit_test(nonsense_is_survived),
        cmocka_unit_test(analyses_show_threats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
