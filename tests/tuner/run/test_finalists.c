/*
 * The candidates that race for the choice of the champion, and its opponents then: runs are played
 * with finalists of each kind that could be there for no other reason, and their databases asked
 * for the seats.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "tests/runs.h"

/* Of 20 generations the last half is spread over; the hall's newest are of 14 and 7. */
static const char genetic[] =
    "seed = 4; game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "openings = { plies_min = 4; plies_max = 4; };\n"
    "fitness = { groups = true; gauntlet = true; pairs = 4; hall_size = 2; hall_every = 7; };\n"
    "optimizer = { name = \"ga\"; generations = 20; bounds = \"reflect\"; ga = { population = 6; "
    "groups = 2; }; };\n"
    "verify = { candidates = 9; selection_pairs = 6; pairs = 10; depths = [];\n"
    "  milestone_every = 10; milestone_pairs = 2; };\n"
    "progress = { every = 3; pairs = 3; };\n";

static const char annealing[] =
    "seed = 5; game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "openings = { plies_min = 4; plies_max = 4; };\n"
    "fitness = { pairs = 4; };\n"
    "optimizer = { name = \"anneal\"; generations = 20; anneal = { chains = 3; }; };\n"
    "verify = { candidates = 9; selection_pairs = 6; pairs = 10; depths = []; };\n";

static void write_config(const char *name, const char *content) {
    char path[600];
    struct error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (file_write(path, content, &error)) fail_msg("%s", error.text);
}

static int play_the_runs(void **state) {
    char here[512], arguments[700];
    if (!getcwd(here, sizeof here) || runs_make_directory(state)) return -1;
    write_config("genetic.cfg", genetic);
    write_config("annealing.cfg", annealing);
    snprintf(arguments, sizeof arguments,
             "tune genetic.cfg --set output=genetic --set "
             "'verify.yardsticks=\"%s/config/weights/swh.weights\"'",
             here);
    assert_prints(arguments, 0, "Champion");
    assert_prints("tune annealing.cfg --set output=annealing", 0, "Champion");
    return 0;
}

/* Candidates that are what `which` says of a row of players. */
static int64_t candidates(const char *run, const char *which) {
    char sql[400];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM seats s JOIN players p ON p.id = s.player WHERE stage = 'select'"
             " AND role = 'candidate' AND %s",
             which);
    return query_number(run, sql);
}

static int64_t champions_of(const char *run, int generation) {
    char which[100];
    snprintf(which, sizeof which, "p.id = (SELECT champion FROM generations WHERE generation = %d)",
             generation);
    return candidates(run, which);
}

static void champions_of_the_last_generations_race(void **state) {
    (void)state;
    assert_int_equal(champions_of("genetic", 20), 1);
    assert_in_range(candidates("genetic", "generation BETWEEN 11 AND 20"), 4, 8);
    assert_in_range(candidates("annealing", "generation BETWEEN 11 AND 20"), 4, 8);
}

static void their_centroid_races(void **state) {
    (void)state;
    assert_int_equal(candidates("genetic", "p.name = 'centroid'"), 1);
}

static void the_hall_of_fame_races(void **state) {
    (void)state;
    assert_int_equal(champions_of("genetic", 7), 1);
    assert_int_equal(champions_of("genetic", 14), 1);
}

static void the_best_of_each_chain_races(void **state) {
    (void)state;
    assert_in_range(candidates("annealing", "p.name LIKE 'chain %'"), 1, 2);
    assert_int_equal(candidates("genetic", "p.name LIKE 'chain %'"), 0);
}

/* A champion that is a candidate already, as the newest of those spread over the end is, takes no
 * place of another: there are enough. */
static void as_many_race_as_are_asked_for(void **state) {
    (void)state;
    assert_int_equal(candidates("genetic", "1"), 9);
    assert_int_equal(candidates("annealing", "1"), 9);
}

/* It is of the first half, so that nothing else than its strength brought it there. */
static void the_best_milestone_races(void **state) {
    (void)state;
    struct text out = {0};
    int best = 0, generation;
    double most = -INFINITY, elo;
    assert_int_equal(shell("report genetic --curve --format csv", &out), 0);
    for (const char *line = strchr(text_get(&out), '\n'); line; line = strchr(line + 1, '\n'))
        if (sscanf(line, "\n%d,%*d,%lf", &generation, &elo) == 2 && elo > most)
            best = generation, most = elo;
    assert_in_range(best, 1, 10);
    assert_int_not_equal(best, 7);
    assert_int_equal(champions_of("genetic", best), 1);
    text_free(&out);
}

/* On openings that chose no candidate: it meets the last generation's champion, unless it is
 * that. */
static void the_winner_meets_the_incumbent(void **state) {
    (void)state;
    static const char sql[] =
        "SELECT count(*) FROM champions c, meetings m, generations g"
        " WHERE g.generation = 20 AND c.player <> g.champion AND m.stage = 'verify'"
        " AND m.a = c.player AND m.b = g.champion";
    assert_int_equal(query_number("genetic", sql), 1);
}

/* So that the report can say what both are worth there. */
static void the_start_meets_the_yardsticks_too(void **state) {
    (void)state;
    static const char sql[] =
        "SELECT count(*) FROM champions c, meetings m, players p"
        " WHERE p.name = 'swh' AND m.stage = 'verify' AND m.b = p.id AND m.a = c.%s";
    char query[200];
    snprintf(query, sizeof query, sql, "player");
    assert_int_equal(query_number("genetic", query), 1);
    snprintf(query, sizeof query, sql, "start");
    assert_int_equal(query_number("genetic", query), 1);
}

/* Of the milestones, generation 10 and 20. */
static void the_last_milestone_meets_the_yardsticks(void **state) {
    (void)state;
    static const char sql[] =
        "SELECT sum(a.generation) FROM meetings m JOIN players a ON a.id = m.a"
        " JOIN players b ON b.id = m.b WHERE m.stage = 'milestone' AND b.name = 'swh'";
    assert_int_equal(query_number("genetic", sql), 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(champions_of_the_last_generations_race),
        cmocka_unit_test(their_centroid_races),
        cmocka_unit_test(the_hall_of_fame_races),
        cmocka_unit_test(the_best_of_each_chain_races),
        cmocka_unit_test(as_many_race_as_are_asked_for),
        cmocka_unit_test(the_best_milestone_races),
        cmocka_unit_test(the_winner_meets_the_incumbent),
        cmocka_unit_test(the_start_meets_the_yardsticks_too),
        cmocka_unit_test(the_last_milestone_meets_the_yardsticks),
    };
    return cmocka_run_group_tests(tests, play_the_runs, own_directory_remove);
}
