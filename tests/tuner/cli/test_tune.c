/*
 * hone tune: the same rows for any threads and across kills, what it refuses, and how runs end.
 */
#include "tests/tuner/cli/tuning.h"

#include <math.h>

#include "tuner/statistics/score.h"

/* ---- tests ---- */

/* Three threads go on with what two began where runs are killed. */
static void threads_do_not_change_the_database(void **context) {
    (void)context;
    static const int threads[] = {2, 7};
    for (size_t i = 0; i < COUNT_OF(configs); i++) {
        tune(configs[i].name, configs[i].name, 1);
        for (size_t t = 0; t < COUNT_OF(threads); t++) {
            char out[64];
            snprintf(out, sizeof out, "%s-%d", configs[i].name, threads[t]);
            tune(configs[i].name, out, threads[t]);
            assert_same_database(configs[i].name, out);
        }
    }
}

/* The run is killed several times at growing generations, and in its verification. */
static void killed_runs_go_on_identically(void **context) {
    (void)context;
    for (size_t i = 0; i < COUNT_OF(configs); i++) {
        char out[64];
        int kills = 0;
        snprintf(out, sizeof out, "%s-killed", configs[i].name);
        for (int part = 0; part <= 4; part++)
            kills += kill_at(configs[i].name, out, configs[i].generations * part / 4, SIGKILL);
        assert_true(kills >= 3);
        tune(configs[i].name, out, 3);
        assert_same_database(configs[i].name, out);
    }
}

/* The command that is printed after Ctrl-C is run as it stands, whatever the directory is called.
 */
static void interrupted_runs_say_how_to_go_on(void **context) {
    (void)context;
    assert_true(kill_at("anneal", "anneal's int", 2, SIGINT));
    assert_true(count_generations("anneal's int") < 24);
    struct text log = {0};
    char path[700];
    snprintf(path, sizeof path, "%s/anneal's int.log", directory);
    assert_int_equal(file_read(path, &log, NULL), 0);
    assert_prints("status \"anneal's int\"", 0, " tune 'anneal'\\''s int'\n");
    char *command = strstr(text_get(&log), "To go on:\n  ");
    assert_non_null(command);
    command += strlen("To go on:\n  ");
    command[strcspn(command, "\n")] = '\0';
    struct text out = {0};
    assert_int_equal(shell_line(command, &out), 0);
    assert_non_null(strstr(text_get(&out), "finished"));
    text_free(&out);
    assert_same_database("anneal", "anneal's int");
    text_free(&log);
}

/* A limit on the size of files (600 KiB, since the thread sanitizer writes one of 512) stands for a
 * full disk. */
static void a_full_disk_loses_nothing(void **context) {
    (void)context;
    char command[1600];
    snprintf(command, sizeof command,
             "cd '%s' && trap '' XFSZ && ulimit -f 1200 && '%s' tune ga.cfg --set output=full "
             "2>full.err",
             directory, program);
    int status = system(command);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    int64_t generations = count_generations("full");
    assert_true(generations > 0 && generations < 40);
    tune("ga", "full", 2);
    assert_same_database("ga", "full");
}

static void a_finished_run_is_left_alone(void **context) {
    (void)context;
    tune("ga", "ga", 2);
    assert_same_database("ga", "ga-2");
}

static void other_settings_are_refused(void **context) {
    (void)context;
    assert_prints("tune ga.cfg --set 'output=\"ga\"' --set fitness.pairs=7 "
                  "--set optimizer.ga.population=15 --set verify.pairs=41",
                  2,
                  "  fitness.pairs: 6 there, 7 here\n"
                  "  optimizer.ga.population: 12 there, 15 here\n"
                  "  verify.pairs: 40 there, 41 here\n");
    assert_prints("tune ga.cfg --set 'output=\"ga\"' --set fitness.pairs=7", 2,
                  "optimizer.init_weights");
    assert_same_database("ga", "ga-2");
}

/* 216 games in a generation of the genetic algorithm, 48 in one of annealing: 2976 in 20
 * generations; worked out were 14. */
static void a_budget_of_games_ends_the_run(void **context) {
    (void)context;
    assert_int_equal(count_generations("budget"), 21);
    assert_int_equal(number("budget", "SELECT sum(games) FROM generations"), 2976 + 216);
    assert_prints("check budget.cfg", 0, "about 14 generations of 12 individuals");
    assert_prints("status budget", 0, "generation 21, 3192 games");
    /* Generations that were not expected are candidates and milestones too. */
    assert_int_equal(number("budget", "SELECT generation FROM seats JOIN players ON players.id = "
                                      "seats.player WHERE stage = 'select' AND place = 0"),
                     21);
    assert_int_equal(number("budget", "SELECT count(*) FROM seats WHERE stage = 'milestone'"), 1);
    assert_prints("tune budget.cfg --set optimizer.generations=5", 2,
                  "optimizer.generations has no effect where optimizer.games (3000) ends the run");
}

static void misuse_is_explained(void **context) {
    (void)context;
    assert_prints("tune", 2, "CONFIG");
    assert_prints("tune nothing.cfg", 2, "nothing.cfg");
    assert_prints("tune ga.cfg --set optimizer.populaton=3", 2, "populaton");
    assert_prints("tune --help", 0, "usage");
    assert_prints("tune ga.cfg --set openings.plies_min=0 --set openings.plies_max=1 "
                  "--set 'output=\"none\"'",
                  2, "plies");
    assert_prints("check ga.cfg", 0, "champion: at most ");
    assert_prints("check ga.cfg --set threads=3", 0, " on 3 threads");
    assert_prints("check ga.cfg --set 'output=\"here\"'", 0, "output directory: here\n");
    assert_prints("status nothing", 2, "nothing");
    assert_prints("report ga.cfg", 2, "ga.cfg");
}

/* The genetic algorithm of "hybrid" races, annealing does not. */
static void a_race_keeps_what_it_played(void **context) {
    (void)context;
    assert_true(query_number("reliable", "SELECT count(DISTINCT pairs) FROM meetings"
                                         " WHERE stage = 'train'") > 2);
    char arguments[64];
    int64_t stopped = query_number(
        "hybrid", "SELECT ifnull(min(id), 0) FROM meetings WHERE stage = 'train' AND pairs < 6");
    assert_true(stopped > 0);
    snprintf(arguments, sizeof arguments, "replay hybrid %d", (int)stopped);
    assert_prints(arguments, 0, "as stored");
    assert_int_equal(query_number("hybrid", "SELECT sum(games) FROM generations"),
                     query_number("hybrid", "SELECT sum(2 * pairs) FROM meetings"
                                            " WHERE stage = 'train'"));
}

/* Whatever was done to a database, it ends in a message. */
static void damaged_databases_are_refused(void **context) {
    (void)context;
    static const char unverified[] = "UPDATE runs SET finished = ''; DELETE FROM champions;"
                                     "DELETE FROM seats; DELETE FROM parts;"
                                     "DELETE FROM meetings WHERE stage != 'train';"
                                     "DELETE FROM players WHERE generation IS NULL;";
#define TUNE "tune ga.cfg --set 'output=\"bad\"'"
    static const struct {
        const char *sql, *command, *message;
    } cases[] = {
        {"UPDATE players SET weights = '1 2 3' WHERE generation = 40", TUNE, "has 3 weights"},
        {"UPDATE players SET weights = replace(weights, ' ', '999999 ') WHERE generation = 40",
         TUNE, "should be from"},
        {"UPDATE players SET weights = 'many' WHERE generation = 40", TUNE, "damaged"},
        {"UPDATE players SET layout = '7' WHERE generation = 40", TUNE, "layout"},
        {"DELETE FROM players WHERE generation = 1", TUNE, "no individual 0 in generation 1"},
        {"DELETE FROM generations WHERE generation = 20", TUNE, "has no generation 20"},
        {"DELETE FROM runs", TUNE, "refer to are missing"},
        {"UPDATE meetings SET stage = 'select'", TUNE, "champion is missing"},
        {"INSERT INTO players SELECT NULL, run, 'random', NULL, NULL, 'random 1', evaluator, "
         "layout,"
         "weights, '', 0, NULL FROM players LIMIT 1",
         TUNE, "player's meetings are missing"},
        {"UPDATE generations SET games = 9000000000000000000", "report bad",
         "is not as hone wrote it"},
        {"UPDATE meetings SET n0 = n0 + 99, n2 = n2 - 198, n4 = n4 + 99", "replay bad 1",
         "is not as hone wrote it"},
        {"UPDATE timings SET seconds = 1e300", "report bad", "is not as hone wrote it"},
        {"UPDATE generations SET state = 'x' WHERE generation = 40", TUNE, "state"},
        {"UPDATE meetings SET pairs = 1000000000000", "replay bad 1", "is not as hone wrote it"},
        {"UPDATE meetings SET pairs = 7, n0 = 0, n1 = 0, n2 = 7, n3 = 0, n4 = 0, first_won = 7,"
         "first_drawn = 0, first_lost = 0, second_won = 0, second_drawn = 0, second_lost = 7",
         "replay bad 1", "7 pairs"},
        {"INSERT INTO runs SELECT 2, name, game, evaluator, layout, seed, config, program, "
         "compiler, machine, started, finished, evaluator_schema, mixing, revision, init, "
         "ended_by, remark, dropped, NULL FROM runs",
         "replay bad 1", "another run"},
        {"DELETE FROM timings", "report bad", "timing is missing"},
        {"UPDATE runs SET config = 'seed = \"x\";'", "replay bad 1", "seed"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char path[700], command[700];
        sqlite3 *db;
        snprintf(command, sizeof command, "cd '%s' && rm -rf bad && cp -r ga bad", directory);
        assert_int_equal(system(command), 0);
        snprintf(path, sizeof path, "%s/bad/run.db", directory);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        sqlite3_exec(db, "PRAGMA ignore_check_constraints = ON", NULL, NULL, NULL);
        assert_int_equal(sqlite3_exec(db, unverified, NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, cases[i].sql, NULL, NULL, NULL), SQLITE_OK);
        forget_checksums(db);
        sqlite3_close(db);
        assert_prints(cases[i].command, 2, cases[i].message);
    }
}

/* The smallest run: its champion can only be of the first generation. If it is the start, as in the
 * first one here, it has no opponent. */
static void one_generation_is_a_run(void **context) {
    (void)context;
    assert_prints("check ga.cfg --set optimizer.generations=1 --set fitness.pairs=1", 0,
                  "\n1 generation of ");
    assert_prints("check ga.cfg --set fitness.pairs=1", 0, " of 1 pair in each generation; ");
    assert_prints("tune ga.cfg --set optimizer.generations=1 --set 'output=\"alone\"' "
                  "--set 'optimizer.init=\"around\"' --set optimizer.init_spread=0",
                  0, "it is the start itself");
    assert_prints("report alone", 0, "it is the start itself");
    assert_prints("tune ga.cfg --set optimizer.generations=1 --set 'output=\"alone\"' "
                  "--set 'optimizer.init=\"around\"' --set optimizer.init_spread=0",
                  0, "it is the start itself");
    assert_prints("tune ga.cfg --set optimizer.generations=1 --set 'output=\"one\"'", 0,
                  "Champion: generation 1");
    assert_prints("tune ga.cfg --set optimizer.generations=1 --set 'output=\"one\"'", 0,
                  "Champion: generation 1");
}

/* Nothing mutates: all players are the evaluator's own. */
static void a_run_that_has_collapsed_says_so(void **context) {
    (void)context;
    static const char alike[] =
        "tune ga.cfg --set optimizer.init=around --set optimizer.init_spread=0 "
        "--set optimizer.ga.sigma=0 --set optimizer.generations=12 --set 'output=\"alike\"'";
    assert_prints(alike, 0, "ga: COLLAPSED since generation 10: of the games of the last 10");
    assert_prints("status alike", 0, "\ntraining: COLLAPSED since generation 10: ");
    assert_prints("report alike", 0, "\n  training: COLLAPSED since generation 10: ");
    assert_prints_not("status ga", "COLLAPSED");
    assert_prints_not("report ga", "COLLAPSED");
}

/* Selection alone makes random players equal, the best of them. */
static void a_run_that_has_grown_and_agrees_has_not_collapsed(void **context) {
    (void)context;
    assert_prints_not("tune ga.cfg --set optimizer.init=random --set optimizer.ga.sigma=0 "
                      "--set optimizer.generations=16 --set progress.every=5 "
                      "--set progress.pairs=100 --set 'output=\"agreed\"'",
                      "COLLAPSED");
    assert_prints("report agreed", 0, "\n  training: converged since generation ");
}

/* The number behind the last ", distinct " of what the command prints, in parts of that before. */
static double distinct_part(const char *arguments) {
    struct text out = {0};
    long long games, distinct;
    assert_int_equal(shell(arguments, &out), 0);
    const char *line = strstr(text_get(&out), "; games measured ");
    assert_non_null(line);
    assert_int_equal(sscanf(line, "; games measured %lld, distinct %lld", &games, &distinct), 2);
    text_free(&out);
    return (double)distinct / (double)games;
}

/* Random moves make games from the start differ: that is no repetition of openings. */
static void a_run_can_play_from_the_start(void **context) {
    (void)context;
    static const char home[] = "tune ga.cfg --set openings.plies_min=0 --set openings.plies_max=0 "
                               "--set optimizer.generations=2 --set 'output=\"home\"'";
    assert_prints(home, 0, "random moves of their own");
    assert_prints("report home", 0, "openings 1, distinct 1; games measured ");
    assert_prints("report home", 0,
                  "from the start, with other random moves than in training and choice");
    assert_prints_not("report home", "openings repeat");
    assert_true(distinct_part("report home") > 0.9);
    assert_prints("replay home 1", 0, "\n     2        1  B ");
    assert_prints("match home@champion home@start -n 100 --opening-plies 0", 0,
                  "distinct: 1 of 1 openings");
    assert_prints_not("match home@champion home@start -n 100 --opening-plies 0", "openings repeat");
    assert_prints("match home@champion home@start -n 100 --opening-plies 0 --depth 0", 0,
                  "openings repeat");
    assert_prints("tune ga.cfg --set openings.plies_min=0 --set openings.plies_max=0 "
                  "--set player.epsilon=0",
                  2, "must be at least 1 where player.epsilon is below 0.05");
}

static void write_yardstick(const char *file, const char *name, int32_t first_weight) {
    const struct game *game = games_find("reversi", NULL);
    struct weights weights = {.evaluator = games_evaluator(game, "wpc", "10", NULL),
                              .values = xcalloc(10, sizeof(int32_t))};
    struct text text = {0};
    char path[700];
    weights.values[0] = first_weight;
    weights.provenance.generation = -1;
    snprintf(weights.provenance.name, sizeof weights.provenance.name, "%s", name);
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    snprintf(path, sizeof path, "%s/%s", directory, file);
    assert_int_equal(file_write(path, text_get(&text), NULL), 0);
    text_free(&text);
    weights_free(&weights);
}

/* A start at random says little: wherever the gain is told, the yardsticks stand beside it. */
static void the_verdict_names_start_and_yardsticks(const char *out) {
    static const char gain[] = " Elo against the start (random weights), 80 games";
    char command[64], path[700];
    struct weights champion;
    snprintf(command, sizeof command, "report %s", out);
    assert_prints(command, 0, "its start: ");
    assert_prints(command, 0, " against 1 yardstick: 0.");
    assert_prints(command, 0, "ahead of "); /* the rest may be on the next line */
    assert_prints(command, 0, " Elo against the start (random\n      weights), 80 games");
    snprintf(command, sizeof command, "status %s", out);
    assert_prints(command, 0, gain);
    assert_prints(command, 0, " against 1 yardstick\n");
    snprintf(path, sizeof path, "%s/%s/champion.weights", directory, out);
    assert_int_equal(weights_load(path, &champion, NULL), 0);
    assert_non_null(strstr(champion.provenance.verified, gain));
    assert_non_null(strstr(champion.provenance.verified, " against 1 yardstick"));
    weights_free(&champion);
}

/* A run begun by another version, with generations still to come: `sql` says what differs. */
static void change_half_a_run(const char *out, const char *sql) {
    char path[700];
    sqlite3 *db;
    assert_true(kill_at("ga", out, 20, SIGINT) > 0);
    snprintf(path, sizeof path, "%s/%s/run.db", directory, out);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    forget_checksums(db);
    sqlite3_close(db);
}

static void a_run_of_another_version_goes_on_with_a_word_or_not_at_all(void **context) {
    (void)context;
    change_half_a_run("older", "UPDATE runs SET program = 'hone 0.0.9'");
    assert_prints("tune ga.cfg --set 'output=\"older\"'", 0,
                  "older was begun by hone 0.0.9; hone " HONE_VERSION " goes on with it\n");
    assert_prints_not("tune ga.cfg --set 'output=\"older\"'", "goes on with it");
    change_half_a_run("schema", "UPDATE runs SET evaluator_schema = 7");
    assert_prints("tune ga.cfg --set 'output=\"schema\"'", 2, "had schema 7; they have 1");
    change_half_a_run("unformed", "UPDATE runs SET evaluator_schema = 0");
    assert_prints("tune ga.cfg --set 'output=\"unformed\"'", 2, "had schema 0; they have 1");
    change_half_a_run("revised", "UPDATE runs SET revision = 9");
    assert_prints("tune ga.cfg --set 'output=\"revised\"'", 2, "does not go on with it");
    change_half_a_run("clamped", "UPDATE runs SET revision = 2");
    assert_prints("tune ga.cfg --set 'output=\"clamped\"'", 2,
                  "(revision 2 of what a config and seed give)");
    assert_prints("status revised", 0, "generation 2");
}

/* A number of the last row that JSON has. */
static double listed(const struct text *json, const char *name) {
    char key[40];
    double number = 0;
    snprintf(key, sizeof key, "\"%s\": ", name);
    const char *at = NULL;
    for (const char *next = text_get(json); (next = strstr(next, key)) != NULL; next++) at = next;
    if (!at || sscanf(at + strlen(key), "%lf", &number) != 1) fail_msg("no %s", name);
    return number;
}

/* What to set instead is the same in words and in rows; where all is well there is nothing. */
static void preflight_says_what_to_set_instead(void **context) {
    (void)context;
    static const char poor[] = "check ga.cfg --preflight --set fitness.pairs=1 --set verify.pairs=5"
                               " --set optimizer.init=around --set optimizer.init_spread=.01"
                               " --set optimizer.reach=range";
    static const char well[] = "check ga.cfg --preflight --set fitness.pairs=20000"
                               " --set verify.pairs=20000 --set optimizer.init=random";
    char line[400], expected[80];
    struct text out = {0}, again = {0};
    double games, ten;
    int pairs, verify;
    assert_int_equal(shell(poor, &out), 0);
    const char *first = strstr(text_get(&out), "set instead: fitness.pairs = ");
    const char *second = strstr(text_get(&out), "set instead: verify.pairs = ");
    const char *wanted = strstr(text_get(&out), "20 Elo: ");
    assert_true(first && second && wanted);
    assert_int_equal(sscanf(strchr(first, '='), "= %d", &pairs), 1);
    assert_int_equal(sscanf(strchr(second, '='), "= %d", &verify), 1);
    assert_int_equal(sscanf(wanted, "20 Elo: %lf, 10 Elo: %lf", &games, &ten), 2);
    assert_true(ten == 2 * verify);
    snprintf(line, sizeof line, "%s --format json", poor);
    snprintf(expected, sizeof expected, "\"set_fitness_pairs\": %d, \"set_verify_pairs\": %d",
             pairs, verify);
    assert_prints(line, 0, expected);
    snprintf(expected, sizeof expected, "\"games_for_20\": %.0f, ", games);
    assert_prints(line, 0, expected);
    assert_int_equal(shell(line, &out), 0);
    double times = listed(&out, "evaluation_error") / NORMAL_95 / listed(&out, "spread");
    assert_float_equal(pairs, ceil(times * times), 1); /* of one pair; noise falls by the root */
    snprintf(line, sizeof line, "%s --set fitness.openings=%d", poor, pairs - 1);
    snprintf(expected, sizeof expected, "fitness.pairs = %d and as many fitness.openings,", pairs);
    assert_prints(line, 0, expected);
    snprintf(line, sizeof line, "%s --set fitness.openings=%d --set verify.pairs=%d", poor, pairs,
             verify * 3 / 4);
    snprintf(expected, sizeof expected, "fitness.pairs = %d,\n", pairs);
    assert_int_equal(shell(line, &again), 0);
    assert_non_null(strstr(text_get(&again), expected));
    assert_non_null(strstr(text_get(&again), "set instead: verify.pairs = "));
    snprintf(line, sizeof line, "%s --format json", well);
    assert_prints(line, 0, "\"set_fitness_pairs\": null, \"set_verify_pairs\": null, ");
    text_free(&again);
    text_free(&out);
}

/* Of 624 moves h1 changes none, c1 two, a1 four. */
static void preflight_tells_dead_parameters_from_weak_ones(void **context) {
    static const char line[] = "check ga.cfg --preflight --set evaluator.layout=64";
    (void)context;
    assert_prints(line, 0, "  change no move: 1: h1\n");
    assert_prints(line, 0, "  change fewer than one in 200: 19: c1 d1 ");
}

/* SQLite reads names of files as addresses where it is told to open them for reading alone. */
static void any_name_will_do_for_a_directory(void **context) {
    (void)context;
    static const char *const names[] = {"50% #1?", "a b", "%41", "ä"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "tune ga.cfg --set optimizer.generations=1 --set 'output=\"%s\"'", names[i]);
        assert_prints(line, 0, "Champion");
        snprintf(line, sizeof line, "report '%s'", names[i]);
        assert_prints(line, 0, "Champion");
        snprintf(line, sizeof line, "status '%s/run.db'", names[i]);
        assert_prints(line, 0, "finished");
    }
}

/* Before the first game, not when the name is needed after a night; and the refused run is not in
 * the way of the mended one. */
static void names_of_yardsticks_are_checked_first(void **context) {
    (void)context;
    char command[400];
    static const char tune_with[] = "tune ga.cfg --set optimizer.generations=2 --set "
                                    "'output=\"yard\"' --set 'verify.yardsticks=%s'";
    write_yardstick("centroid.weights", "centroid", 3);
    write_yardstick("a.weights", "same", 3);
    write_yardstick("b.weights", "same", 4);
    snprintf(command, sizeof command, tune_with, "[\"centroid.weights\"]");
    assert_prints(command, 2, "cannot be called 'centroid'");
    snprintf(command, sizeof command, tune_with, "[\"a.weights\", \"b.weights\"]");
    assert_prints(command, 2, "two names");
    snprintf(command, sizeof command, tune_with, "[\"a.weights\"]");
    assert_prints(command, 0, "same");
    the_verdict_names_start_and_yardsticks("yard");
    write_yardstick("a.weights", "same", 5);
    assert_prints(command, 2, "not the one");
}

static void assert_shell(const char *line) {
    struct text out = {0};
    if (shell_line(line, &out)) fail_msg("%s: %s", line, text_get(&out));
    text_free(&out);
}

/* Not an empty database, which `hone list` would name; what was there before stays. */
static void a_refused_start_leaves_nothing(void **context) {
    (void)context;
    static const char refused[] = "tune ga.cfg --set 'output=\"%s\"' --set "
                                  "'verify.yardsticks=[\"cmd:./missing;protocol=gtp\"]'";
    char command[200];
    snprintf(command, sizeof command, refused, "vain");
    assert_prints(command, 2, "could not be started");
    assert_shell("test ! -e vain");
    assert_shell("mkdir mine && echo x >mine/note");
    snprintf(command, sizeof command, refused, "mine");
    assert_prints(command, 2, "could not be started");
    assert_shell("test \"$(ls mine)\" = note");
    assert_prints("tune ga.cfg --set optimizer.generations=1 --set 'output=\"mine\"'", 0,
                  "Champion");
    assert_prints(command, 2, "settings");
    assert_prints("status mine", 0, "finished");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_change_the_database),
        cmocka_unit_test(killed_runs_go_on_identically),
        cmocka_unit_test(interrupted_runs_say_how_to_go_on),
        cmocka_unit_test(a_full_disk_loses_nothing),
        cmocka_unit_test(a_finished_run_is_left_alone),
        cmocka_unit_test(other_settings_are_refused),
        cmocka_unit_test(a_budget_of_games_ends_the_run),
        cmocka_unit_test(misuse_is_explained),
        cmocka_unit_test(a_race_keeps_what_it_played),
        cmocka_unit_test(damaged_databases_are_refused),
        cmocka_unit_test(one_generation_is_a_run),
        cmocka_unit_test(a_run_that_has_collapsed_says_so),
        cmocka_unit_test(a_run_that_has_grown_and_agrees_has_not_collapsed),
        cmocka_unit_test(a_run_can_play_from_the_start),
        cmocka_unit_test(a_run_of_another_version_goes_on_with_a_word_or_not_at_all),
        cmocka_unit_test(preflight_says_what_to_set_instead),
        cmocka_unit_test(preflight_tells_dead_parameters_from_weak_ones),
        cmocka_unit_test(any_name_will_do_for_a_directory),
        cmocka_unit_test(names_of_yardsticks_are_checked_first),
        cmocka_unit_test(a_refused_start_leaves_nothing),
    };
    return cmocka_run_group_tests_name("tune", tests, make_configs, own_directory_remove);
}
