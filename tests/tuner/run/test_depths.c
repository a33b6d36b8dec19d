/*
 * Strength against depth from outside: a run measures its champion at other depths too, and what
 * the report says of that is worked out again here from the rows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "tests/runs.h"

/* The champion's yardstick, its start, and an engine that has no depth but its own. */
static const char config[] =
    "seed = 3; game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "player = { depth = 1; }; fitness = { pairs = 4; };\n"
    "optimizer = { generations = 2; bounds = \"reflect\"; reach = \"range\"; ga = { population = "
    "4; groups = 2; }; };\n"
    "progress = { every = 0; };\n"
    "verify = { candidates = 2; selection_pairs = 4; pairs = 20; depth_pairs = 3;\n"
    "  depths = [0, 1, 2]; milestone_every = 1; milestone_pairs = 2;\n"
    "  yardsticks = [\"swh.weights\", \"%s\"]; };\n";

static char engine[700];

static int play_the_run(void **state) {
    struct text out = {0}, text = {0};
    char here[512], path[700], command[700];
    if (runs_make_directory(state) || !getcwd(here, sizeof here)) return -1;
    snprintf(engine, sizeof engine,
             "cmd:%s/%s/tests/fake_engine gtp;protocol=gtp;name=outsider;timeout=20", here,
             BUILD_DIR);
    snprintf(command, sizeof command, "cp '%s/config/weights/swh.weights' '%s'", here, directory);
    text_add(&text, config, engine);
    snprintf(path, sizeof path, "%s/c.cfg", directory);
    if (system(command) || file_write(path, text_get(&text), NULL)) return -1;
    int status = shell("tune c.cfg --set output=a --set threads=2", &out);
    if (status) print_message("%s", text_get(&out));
    text_free(&out);
    text_free(&text);
    return status;
}

static void everybody_with_weights_is_met_at_every_other_depth(void **state) {
    (void)state;
    assert_int_equal(query_number("a", "SELECT count(*) FROM meetings WHERE stage = 'depth'"), 2);
    assert_int_equal(query_number("a", "SELECT min(pairs) FROM meetings WHERE stage = 'depth'"), 6);
    assert_int_equal(query_number("a", "SELECT count(*) FROM parts JOIN meetings m ON m.id = "
                                       "meeting WHERE stage = 'depth' AND parts.pairs = 3"),
                     4);
    assert_int_equal(query_number("a", "SELECT count(*) FROM meetings m JOIN champions c ON a = "
                                       "c.player WHERE stage = 'depth'"),
                     2);
}

/* Also the openings: those of the measurement. */
static void its_meetings_replay(void **state) {
    (void)state;
    char line[64];
    int64_t id = query_number("a", "SELECT max(id) FROM meetings WHERE stage = 'depth'");
    snprintf(line, sizeof line, "replay a %d", (int)id);
    assert_prints(line, 0, "as stored");
    snprintf(line, sizeof line, "replay a %d 3", (int)id);
    assert_prints(line, 0, "played: depth 2\n");
}

/* A run that is killed before the stage is over has the rows of before it. */
static void a_run_that_goes_on_has_the_same_rows(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(shell_line("cp -r a b && sqlite3 b/run.db \"DELETE FROM parts;"
                                " DELETE FROM meetings WHERE stage IN ('depth', 'milestone');"
                                " DELETE FROM seats WHERE stage IN ('depth', 'milestone');"
                                " DELETE FROM players WHERE kind = 'random';"
                                " UPDATE runs SET finished = '', sum = NULL;"
                                " PRAGMA user_version = 5\"",
                                &out),
                     0);
    assert_prints("status b", 0,
                  "measuring the champion done, strength against depth next, milestones to come");
    assert_prints("tune c.cfg --set output=b --set threads=1", 0, "Strength against depth");
    assert_same_database("a", "b");
    text_free(&out);
}

static void the_report_tells_each_depth(void **state) {
    (void)state;
    struct text out = {0};
    char row[160];
    static const char of_start[] =
        "SELECT %s FROM parts p JOIN meetings m ON m.id = p.meeting JOIN seats s ON s.stage = "
        "'depth' AND s.player = m.b AND s.role = 'start' WHERE m.stage = 'depth' AND manner = 0";
    char sql[320];
    snprintf(sql, sizeof sql, of_start, "p.n1 + 2*p.n2 + 3*p.n3 + 4*p.n4");
    int points = (int)query_number("a", sql);
    assert_int_equal(shell("report a --depths --format csv", &out), 0);
    const char *line = strstr(text_get(&out), "\n0,greedy,0,3,");
    assert_non_null(line);
    assert_non_null(strstr(text_get(&out), "\n1,depth 1,1,20,"));
    assert_non_null(strstr(text_get(&out), "\n2,depth 2,0,3,"));
    double elo = -400 * log10(12.0 / points - 1), said = 0;
    if (points > 0 && points < 12) {
        assert_int_equal(sscanf(line, "\n0,greedy,0,3,%lf", &said), 1);
        assert_true(fabs(said - elo) < 0.01);
    }
    snprintf(row, sizeof row, "  * depth 1 ");
    assert_prints("report a --depths", 0, row);
    assert_prints("report a --depths --curve", 2, "one part alone");
    text_free(&out);
}

/* The run began with the weights of its yardstick, which is left out at each depth: an engine of
 * its own is left for the depth that it was tuned at. */
static void a_yardstick_that_is_the_start_counts_once(void **state) {
    (void)state;
    assert_prints("tune c.cfg --set output=twice --set optimizer.init=around "
                  "--set 'optimizer.init_weights=[\"swh.weights\"]' --set seed=6",
                  0, "counted once, with one result: swh is its start\n");
    assert_prints("report twice", 0, "against 1 yardstick: ");
    double games = query_number("twice", "SELECT verify_games FROM champions");
    double distinct = query_number("twice", "SELECT verify_games_distinct FROM champions");
    assert_true(distinct <= games - 2 * 20 - 20 &&
                distinct > games / 4); /* again; against itself */
    struct text out = {0};
    assert_int_equal(shell("report twice --depths --format csv", &out), 0);
    for (int i = 0; i < 3; i++) {
        static const char *const rows[] = {"\n0,greedy,0,3,", "\n1,depth 1,1,20,",
                                           "\n2,depth 2,0,3,"};
        const char *at = strstr(text_get(&out), rows[i]);
        assert_non_null(at);
        at += strlen(rows[i]);
        for (int comma = 0; comma < 4; at++) comma += *at == ','; /* elo … elo_high */
        assert_int_equal(*at - '0', i == 1);
    }
    text_free(&out);
}

/* Under a row of its own, since it is of a later generation: the meeting of two that are alike says
 * nothing of a gain. What it was tuned at stays in the config's order. */
static void a_champion_that_is_the_start_has_no_gain(void **state) {
    (void)state;
    struct text out = {0};
    assert_prints("tune c.cfg --set output=still --set optimizer.init=around --set "
                  "\"params=({name=\\\"*\\\"; freeze=true;}, {name=\\\"c3\\\"; freeze=false; "
                  "start=0; lower=0; upper=1;})\" --set "
                  "'player=({depth=1; share=0.5;}, {depth=1; endgame=4; share=0.5;})'",
                  0, "Champion");
    assert_int_equal(query_number("still", "SELECT player <> start FROM champions"), 1);
    assert_prints("report still", 0, "it is the start itself: nothing was gained");
    assert_int_equal(shell("report still --depths --format csv", &out), 0);
    assert_non_null(strstr(text_get(&out), "\n0,greedy,0,0,"));
    const char *first = strstr(text_get(&out), "\n1,depth 1,1,");
    assert_non_null(first);
    assert_true(strstr(text_get(&out), "endgame 4") > first);
    text_free(&out);
}

/* Of manners of equal shares and depths the first one. */
static void exports_say_where_they_come_from(void **state) {
    (void)state;
    assert_prints("export a@start -o -", 0, "\nsource      start of a run, not tuned by it\n");
    assert_prints("export a@2 -o -", 0, "\nsource      tuned by hone\n");
    assert_prints("export still@2 -o -", 0, "\nplayer      depth=1\n");
}

static void without_depths_there_is_no_stage(void **state) {
    (void)state;
    assert_prints("tune c.cfg --set output=none --set \"verify.depths=[]\"", 0, "Champion");
    assert_int_equal(query_number("none", "SELECT count(*) FROM seats WHERE stage = 'depth'"), 0);
    assert_prints_not("report none", "Strength against depth");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_with_weights_is_met_at_every_other_depth),
        cmocka_unit_test(its_meetings_replay),
        cmocka_unit_test(a_run_that_goes_on_has_the_same_rows),
        cmocka_unit_test(the_report_tells_each_depth),
        cmocka_unit_test(a_yardstick_that_is_the_start_counts_once),
        cmocka_unit_test(a_champion_that_is_the_start_has_no_gain),
        cmocka_unit_test(exports_say_where_they_come_from),
        cmocka_unit_test(without_depths_there_is_no_stage),
    };
    return cmocka_run_group_tests(tests, play_the_run, own_directory_remove);
}
