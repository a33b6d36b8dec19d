/*
 * gamebook: games that cannot be kept cost a match neither its games nor its table of results.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/sanitized.h"
#include "tests/own_directory.h"
#include "tests/shell.h"

/* A line of the shell's: what it prints in `out`; its status. */
static int shell_line(struct text *out, const char *line) {
    return shell_run(line, out);
}

static void assert_says(const struct text *out, const char *what) {
    if (!strstr(text_get(out), what)) fail_msg("'%s' is not in: %s", what, text_get(out));
}

/* No file can grow beyond 140 kB: there is room for the tables and the first games. */
static void a_match_outlives_a_full_disk(void **state) {
    (void)state;
    if (SANITIZED) skip(); /* its own mapped files are larger than that */
    char line[512];
    struct text out = {0};
    snprintf(line, sizeof line,
             "bash -c \"trap '' XFSZ; ulimit -f 140; " BUILD_DIR "/hone match --db %s/games.db "
             "--pairs 20 -t 1 --opening-plies 6 'cmd:" BUILD_DIR "/tests/fake_engine gtp;"
             "protocol=gtp' config/weights/swh.weights 2>&1\"",
             directory);
    assert_int_equal(shell_line(&out, line), 0);
    assert_says(&out, "reversi, 20 pairs, greedy");
    assert_says(&out, "fake_engine as Black: +");
    assert_says(&out, "Ptnml(0-2): [");
    assert_says(&out, " are NOT kept: ");
    assert_says(&out, "the last pairs are NOT stored: ");
    assert_says(&out, "games.db: cannot be written");
    assert_null(strstr(text_get(&out), "; 40 are kept"));
    text_free(&out);
}

/* What is refused stays as it is: a run of an older version is not even made one of this one. */
static void the_database_of_a_run_is_left_alone(void **state) {
    (void)state;
    char line[512];
    struct text before = {0}, after = {0}, out = {0};
    snprintf(line, sizeof line, "cp tests/tuner/store/v1-run.db %s/run.db && chmod 644 %s/run.db",
             directory, directory);
    assert_int_equal(shell_line(&out, line), 0);
    snprintf(line, sizeof line, "cksum <%s/run.db", directory);
    assert_int_equal(shell_line(&before, line), 0);
    char match[512];
    snprintf(match, sizeof match,
             BUILD_DIR "/hone match --db %s/run.db --pairs 1 'cmd:" BUILD_DIR
                       "/tests/fake_engine gtp;protocol=gtp' config/weights/swh.weights 2>&1",
             directory);
    assert_int_equal(shell_line(&out, match), 2);
    assert_says(&out, "holds a run");
    assert_int_equal(shell_line(&after, line), 0);
    assert_string_equal(text_get(&before), text_get(&after));
    text_free(&before);
    text_free(&after);
    text_free(&out);
}

static void every_game_is_kept(void **state) {
    (void)state;
    char line[512];
    struct text out = {0};
    snprintf(line, sizeof line,
             BUILD_DIR "/hone match --db %s/all.db --pairs 2 -t 1 --opening-plies 6 'cmd:" BUILD_DIR
                       "/tests/fake_engine gtp;protocol=gtp' config/weights/swh.weights 2>&1",
             directory);
    assert_int_equal(shell_line(&out, line), 0);
    assert_says(&out, "; 4 are kept");
    assert_null(strstr(text_get(&out), "NOT kept"));
    text_free(&out);
}

/* Two games of Reversi and then two of chess: what a format is not for is left out, and said. */
static void formats_leave_out_other_games(void **state) {
    (void)state;
    static const struct {
        const char *format, *warning, *record; /* what each record has once */
        int status;
        const char *count;
    } cases[] = {
        {"pgn", "replay: 2 of 4 games left out: pgn is for games whose positions", "Result", 0,
         "2\n"},
        {"ggf", "replay: 2 of 4 games left out: ggf is for games that GGF names", "GM", 0, "2\n"},
        {"moves", "", "2", 0, "4\n"},
        {"sgf", "sgf is for games of stones, such as connect6 or hex, not for chess", ".", 2,
         "0\n"},
    };
    static const char *const protocols[] = {"gtp", "uci"};
    char line[512];
    struct text out = {0};
    for (size_t i = 0; i < COUNT_OF(protocols); i++) {
        snprintf(line, sizeof line,
                 BUILD_DIR
                 "/hone match --db %s/mixed.db --pairs 1 -t 1 --plies-max 6 'cmd:" BUILD_DIR
                 "/tests/fake_engine %s;protocol=%s' random 2>&1",
                 directory, protocols[i], protocols[i]);
        assert_int_equal(shell_line(&out, line), 0);
    }
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        text_free(&out);
        snprintf(line, sizeof line, BUILD_DIR "/hone replay %s/mixed.db --format %s 2>&1 >%s/games",
                 directory, cases[i].format, directory);
        assert_int_equal(shell_line(&out, line), cases[i].status);
        assert_says(&out, cases[i].warning);
        assert_int_equal(text_get(&out)[0] == '\0', cases[i].warning[0] == '\0');
        text_free(&out);
        snprintf(line, sizeof line, "grep -c '%s' %s/games", cases[i].record, directory);
        shell_line(&out, line);
        assert_string_equal(text_get(&out), cases[i].count);
    }
    text_free(&out);
}

/* Another engine is told moves; a position cannot be told. */
static void guests_play_openings_of_moves_alone(void **state) {
    (void)state;
    char line[512], path[128];
    struct text out = {0};
    snprintf(path, sizeof path, "%s/openings.txt", directory);
    snprintf(line, sizeof line,
             BUILD_DIR "/hone match --db %s/told.db --pairs 2 -t 1 --openings %s 'cmd:" BUILD_DIR
                       "/tests/fake_engine gtp;protocol=gtp' config/weights/swh.weights 2>&1",
             directory, path);
    assert_int_equal(file_write(path, "f5d6c3\nf5f6e6\n", NULL), 0);
    assert_int_equal(shell_line(&out, line), 0);
    assert_says(&out, "the rules ended every game");
    text_free(&out);
    static const char position[] =
        "---------------------------O*------***-------------------------- O\n";
    assert_int_equal(file_write(path, position, NULL), 0);
    assert_int_equal(shell_line(&out, line), 2);
    assert_says(&out, "has positions; engines of protocol gtp are told moves only");
    text_free(&out);
}

/* Positions are told to engines that know them; the record begins there, and has what an engine
 * thought of its moves. */
static void positions_are_told_and_kept(void **state) {
    (void)state;
    char line[512], path[128];
    struct text out = {0};
    snprintf(path, sizeof path, "%s/openings.epd", directory);
    assert_int_equal(
        file_write(path, "4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7;\n4k3/8/8/8/8/8/3P4/4K3 w - -\n",
                   NULL),
        0);
    snprintf(line, sizeof line,
             BUILD_DIR
             "/hone match --db %s/positions.db --pairs 2 -t 1 --openings %s --plies-max 3 "
             "'cmd:" BUILD_DIR "/tests/fake_engine uci;protocol=uci' random 2>&1",
             directory, path);
    assert_int_equal(shell_line(&out, line), 0);
    assert_says(&out, "the rules ended every game");
    assert_says(&out, "fake_engine calls itself Fake ? 1");
    text_free(&out);
    snprintf(line, sizeof line, BUILD_DIR "/hone replay %s/positions.db --format pgn", directory);
    assert_int_equal(shell_line(&out, line), 0);
    assert_says(&out, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n[Termination "
                      "\"adjudication\"]\n\n1... ");
    assert_says(&out, "[FEN \"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\"]");
    assert_says(&out, " {+0.31/3 0.");
    text_free(&out);
    snprintf(line, sizeof line, BUILD_DIR "/hone replay %s/positions.db 1", directory);
    assert_int_equal(shell_line(&out, line), 0);
    assert_says(&out, "opening: 4k3/8/8/8/8/8/");
    text_free(&out);
}

/* Two engines that play and claim scores of every move; what hone says of their match. */
static void match_of_claims(int first, int second, const char *rules, struct text *out) {
    char line[900];
    snprintf(line, sizeof line,
             "rm -f %s/claims.db; " BUILD_DIR
             "/hone match --db %s/claims.db --pairs 2 -t 1 --opening-plies 4 --plies-max 60 "
             "'cmd:" BUILD_DIR "/tests/tunable_engine uci claim=%d;protocol=uci;name=a%s' "
             "'cmd:" BUILD_DIR "/tests/tunable_engine uci claim=%d;protocol=uci;name=b%s' 2>&1",
             directory, directory, first, rules, second, rules);
    text_free(out);
    assert_int_equal(shell_line(out, line), 0);
}

/* The kept games in PGN. */
static void print_claims(struct text *out) {
    char line[200];
    snprintf(line, sizeof line, BUILD_DIR "/hone replay %s/claims.db --format pgn", directory);
    text_free(out);
    assert_int_equal(shell_line(out, line), 0);
}

static void scores_of_both_engines_end_games(void **state) {
    (void)state;
    struct text out = {0};
    match_of_claims(-700, 600, ";resign=3/600", &out);
    assert_says(&out, "4 of 4 games were adjudicated, by both engines' scores\n");
    assert_says(&out, "a as White: +0 =0 -2");
    print_claims(&out);
    assert_says(&out, "[Result \"0-1\"]\n[Termination \"adjudication\"]");
    /* Two moves of the opening, and three of each side. */
    assert_says(&out, " 5. ");
    assert_null(strstr(text_get(&out), " 6. "));
    text_free(&out);
}

static void one_engine_alone_ends_no_game(void **state) {
    (void)state;
    static const struct {
        int first, second;
        const char *rules;
    } cases[] = {{-700, 599, ";resign=3/600"},  {-599, 700, ";resign=3/600"},
                 {-700, -700, ";resign=3/600"}, {0, 21, ";draw=0/3/20"},
                 {-700, 700, ";draw=0/3/20"},   {-700, 700, ""}};
    struct text out = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        match_of_claims(cases[i].first, cases[i].second, cases[i].rules, &out);
        assert_says(&out, "the rules ended every game");
    }
    text_free(&out);
}

static void drawn_games_end_after_their_first_moves(void **state) {
    (void)state;
    struct text out = {0};
    match_of_claims(-20, 20, ";draw=9/2/20", &out);
    assert_says(&out, "4 of 4 games were adjudicated, by both engines' scores\n");
    assert_says(&out, "a as White: +0 =2 -0");
    print_claims(&out);
    assert_says(&out, "[Result \"1/2-1/2\"]\n[Termination \"adjudication\"]");
    assert_says(&out, " 9. ");
    assert_null(strstr(text_get(&out), " 10. "));
    char line[200];
    snprintf(line, sizeof line, BUILD_DIR "/hone replay %s/claims.db 1", directory);
    text_free(&out);
    assert_int_equal(shell_line(&out, line), 0);
    assert_says(&out, "result: drawn\nreason: adjudication, by the scores of both engines\n");
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_outlives_a_full_disk),
        cmocka_unit_test(the_database_of_a_run_is_left_alone),
        cmocka_unit_test(every_game_is_kept),
        cmocka_unit_test(formats_leave_out_other_games),
        cmocka_unit_test(guests_play_openings_of_moves_alone),
        cmocka_unit_test(positions_are_told_and_kept),
        cmocka_unit_test(scores_of_both_engines_end_games),
        cmocka_unit_test(one_engine_alone_ends_no_game),
        cmocka_unit_test(drawn_games_end_after_their_first_moves),
    };
    return cmocka_run_group_tests(tests, own_directory_make, own_directory_remove);
}
