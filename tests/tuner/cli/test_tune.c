/*
 * hone tune from outside: the same database for any number of threads, across SIGKILL at many
 * points and across Ctrl-C; misuse refused; and a run that really learns.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/files/weights.h"
#include "engine/games/games.h"
#include "tests/runs.h"

/* ---- configs: small, but with every stage ---- */

static const char ga_config[] = "seed = 5; game = \"reversi\";\n"
                                "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
                                "player = { depth = 0; epsilon = 0.1; };\n"
                                "openings = { plies_min = 4; plies_max = 8; };\n"
                                "fitness = { groups = true; pairs = 6; };\n"
                                "optimizer = { name = \"ga\"; generations = 40;\n"
                                "  ga = { population = 12; groups = 3; champion = \"best\"; }; };\n"
                                "verify = { candidates = 4; selection_pairs = 20; pairs = 40;\n"
                                "  milestone_every = 10; milestone_pairs = 10;\n"
                                "  random_players = 1; };\n"
                                "progress = { every = 9; pairs = 8; };\n";

static const char anneal_config[] =
    "seed = 6; game = \"connect(9,9,5,2,1)\";\n"
    "evaluator = { name = \"roads\"; };\n"
    "player = { depth = 2; width = 6; tt_kib = 16; };\n"
    "openings = { plies_min = 3; plies_max = 5; };\n"
    "fitness = { groups = true; pairs = 8; };\n"
    "optimizer = { name = \"anneal\"; generations = 24; anneal = { chains = 3; }; };\n"
    "verify = { candidates = 3; selection_pairs = 10; pairs = 20; };\n"
    "progress = { every = 5; pairs = 4; };\n";

static const char hybrid_config[] =
    "seed = 7; game = \"reversi\";\n"
    "evaluator = { name = \"wpc\"; layout = \"10x2\"; };\n"
    "params = ({ name = \"s2.*\"; tie = \"s1.*\"; }, { name = \"s2.a1\"; tie = \"\"; step = 9; },\n"
    "  { name = \"*d4\"; freeze = true; });\n"
    "player = { depth = 0; epsilon = 0.1; };\n"
    "openings = { plies_min = 4; plies_max = 8; };\n"
    "fitness = { groups = true; gauntlet = true; pairs = 6; hall_size = 2;\n"
    "  hall_every = 3; hall_rule = \"telling\"; };\n"
    "optimizer = { name = \"hybrid\"; generations = 30;\n"
    "  ga = { population = 12; groups = 3; race = 2; }; hybrid = { refine_every = 6;\n"
    "  refine_generations = 4; }; };\n"
    "verify = { candidates = 4; selection_pairs = 20; pairs = 40; };\n"
    "progress = { every = 1; pairs = 3; };\n";

/* Generations of annealing have fewer games than those that the length was worked out from. */
static const char budget_config[] =
    "seed = 8; game = \"reversi\";\n"
    "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "player = { depth = 0; epsilon = 0.1; };\n"
    "fitness = { groups = true; pairs = 6; openings = 20; };\n"
    "optimizer = { name = \"hybrid\"; games = 3000;\n"
    "  ga = { population = 12; groups = 3; }; anneal = { chains = 4; };\n"
    "  hybrid = { refine_every = 6; refine_generations = 4; }; };\n"
    "verify = { candidates = 4; selection_pairs = 20; pairs = 40; milestone_every = 17;\n"
    "  milestone_pairs = 5; };\n";

/* Its pairs follow from the games before. */
static const char reliable_config[] =
    "seed = 9; game = \"reversi\";\n"
    "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "player = { depth = 0; epsilon = 0.1; };\n"
    "fitness = { groups = true; pairs = 9; openings = 12; };\n"
    "optimizer = { name = \"cmaes\"; generations = 20; cmaes = { reliability = 0.8; }; };\n"
    "verify = { candidates = 2; selection_pairs = 20; pairs = 40; };\n";

/* Its generations learn from positions of two, which a resumed run plays again. */
static const char fit_config[] =
    "seed = 8; game = \"reversi\";\n"
    "evaluator = { name = \"features\"; layout = \"2\"; };\n"
    "player = { depth = 1; endgame = 4; tt_kib = 16; };\n"
    "openings = { plies_min = 4; plies_max = 12; };\n"
    "fitness = { pairs = 20; };\n"
    "optimizer = { name = \"fit\"; generations = 12;\n"
    "  fit = { window = 2; sample = 0.7; trust = 0.8; passes = 6; }; };\n"
    "verify = { candidates = 3; selection_pairs = 20; pairs = 40; };\n"
    "progress = { every = 3; };\n";

/* Of five pairs of a meeting three are greedy, one searches two plies and one three. */
static const char manners_config[] =
    "seed = 9; game = \"reversi\";\n"
    "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "player = ({ share = 0.5; epsilon = 0.1; tt_kib = 16; },\n"
    "  { share = 0.3; depth = 2; width = 6; }, { share = 0.2; depth = 3; });\n"
    "fitness = { groups = true; pairs = 5; };\n"
    "optimizer = { name = \"ga\"; generations = 12; ga = { population = 6; groups = 2; }; };\n"
    "verify = { candidates = 3; selection_pairs = 10; pairs = 20; };\n";

/* The same stage by stage. */
static const char sweep_config[] =
    "seed = 9; game = \"reversi\";\n"
    "evaluator = { name = \"features\"; layout = \"3\"; };\n"
    "player = { depth = 1; endgame = 6; tt_kib = 16; };\n"
    "openings = { plies_min = 4; plies_max = 12; };\n"
    "fitness = { pairs = 10; };\n"
    "optimizer = { name = \"fit\"; generations = 6;\n"
    "  fit = { window = 2; depth = 2; trust = 0.3; passes = 6; }; };\n"
    "verify = { candidates = 3; selection_pairs = 20; pairs = 40; };\n";

/* It learns while it plays, against a yardstick and itself. */
static const char td_config[] = "seed = 9; game = \"reversi\";\n"
                                "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
                                "player = { depth = 0; epsilon = 0.1; };\n"
                                "fitness = { groups = true; gauntlet = true; pairs = 300;\n"
                                "  yardsticks = [\"swh.weights\"]; };\n"
                                "optimizer = { name = \"td\"; generations = 8; };\n"
                                "verify = { candidates = 3; selection_pairs = 20; pairs = 40; };\n"
                                "progress = { every = 3; };\n";

static const char results_config[] =
    "seed = 9; game = \"connect(7,6,4,1,1)\";\n"
    "evaluator = { name = \"points\"; };\n"
    "player = { depth = 2; width = 4; tt_kib = 16; };\n"
    "openings = { plies_min = 2; plies_max = 6; };\n"
    "fitness = { pairs = 20; };\n"
    "optimizer = { name = \"fit\"; generations = 6;\n"
    "  fit = { aim = \"result\"; window = 2; trust = 0.7; passes = 6; point = 100.0; }; };\n"
    "verify = { candidates = 2; selection_pairs = 10; pairs = 20; };\n"
    "progress = { every = 3; };\n";

static const struct {
    const char *name, *text;
    int generations;
} configs[] = {{"ga", ga_config, 40},
               {"anneal", anneal_config, 24},
               {"hybrid", hybrid_config, 30},
               {"budget", budget_config, 21},
               {"reliable", reliable_config, 20},
               {"manners", manners_config, 12},
               {"fit", fit_config, 12},
               {"results", results_config, 6},
               {"sweep", sweep_config, 6},
               {"td", td_config, 8}};

static void copy_yardstick(void) {
    char path[700];
    struct text swh = {0};
    struct error error;
    snprintf(path, sizeof path, "%s/swh.weights", directory);
    if (file_read("config/weights/swh.weights", &swh, &error)) die("%s", error.text);
    if (file_write(path, text_get(&swh), NULL)) die("cannot write %s", path);
    text_free(&swh);
}

static void write_configs(void) {
    for (size_t i = 0; i < COUNT_OF(configs); i++) {
        char path[700];
        snprintf(path, sizeof path, "%s/%s.cfg", directory, configs[i].name);
        if (file_write(path, configs[i].text, NULL)) die("cannot write %s", path);
    }
    copy_yardstick();
}

/* ---- running the program ---- */

/* Starts `hone tune CONFIG` into directory/OUT; its output goes to directory/OUT.log. */
static pid_t start_tune(const char *config, const char *out, int threads) {
    char path[700], output[700], threads_set[32], log[700];
    snprintf(path, sizeof path, "%s/%s.cfg", directory, config);
    snprintf(output, sizeof output, "output=\"%s/%s\"", directory, out);
    snprintf(threads_set, sizeof threads_set, "threads=%d", threads);
    snprintf(log, sizeof log, "%s/%s.log", directory, out);
    pid_t pid = fork();
    if (pid != 0) return pid;
    int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(fd, 1);
    dup2(fd, 2);
    execl(program, program, "tune", path, "--set", output, "--set", threads_set, (char *)NULL);
    _exit(127);
}

static int wait_for(pid_t pid) {
    int status;
    waitpid(pid, &status, 0);
    return status;
}

static void tune(const char *config, const char *out, int threads) {
    int status = wait_for(start_tune(config, out, threads));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        struct text log = {0};
        char path[700];
        snprintf(path, sizeof path, "%s/%s.log", directory, out);
        file_read(path, &log, NULL);
        fail_msg("hone tune %s: status %x\n%s", config, (unsigned)status, text_get(&log));
    }
}

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

/* Kills a run as soon as it has `generations` of them. False if it finished before. */
static bool kill_at(const char *config, const char *out, int64_t generations, int signal) {
    pid_t pid = start_tune(config, out, 2);
    int status;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (count_generations(out) >= generations) {
            kill(pid, signal);
            status = wait_for(pid);
            return signal == SIGKILL ? WIFSIGNALED(status) != 0
                                     : WIFEXITED(status) && WEXITSTATUS(status) == 130;
        }
        nap();
    }
    return false;
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

static int64_t number(const char *out, const char *sql) {
    sqlite3 *db = open_database(out);
    sqlite3_stmt *row;
    assert_non_null(db);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return value;
}

/* 216 games in a generation of the genetic algorithm, 48 in one of annealing: 2976 in 20
 * generations; worked out were 14. */
static void a_budget_of_games_ends_the_run(void **context) {
    (void)context;
    assert_int_equal(count_generations("budget"), 21);
    assert_int_equal(number("budget", "SELECT sum(games) FROM generations"), 2976 + 216);
    assert_prints("check budget.cfg", 0, "about 14 generations of 12 individuals");
    assert_prints("status budget", 0, "generation 21, 3192 of 3000 games");
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

static void runs_can_be_looked_at(void **context) {
    (void)context;
    for (size_t i = 0; i < COUNT_OF(configs); i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "status %s", configs[i].name);
        assert_prints(arguments, 0, "finished");
    }
    assert_prints("status ga", 0, " s, 1 thread\n");
    assert_prints("status ga-2", 0, " s, 2 threads\n");
    assert_prints("report ga", 0, "against the start");
    assert_prints("report ga", 0, "random 1");
    assert_prints("report ga", 0, "\nThe champion's weights, wpc 10\n\n        a      b ");
    assert_prints("report ga", 0, "\n  settings that are not as usual: ");
    assert_prints("report ga", 0, "optimizer.ga.population=12");
    assert_prints_not("report ga", "optimizer.anneal.");
    assert_prints_not("report ga", "name=");
    assert_prints("report anneal", 0, "\nThe champion's weights, roads -\nown   ");
    assert_prints("report anneal", 0, "\nopp   ");
    assert_prints("report anneal", 0, "optimizer.anneal.chains=3");
    assert_prints("report hybrid", 0, "optimizer.ga.population="); /* of what it is made of */
    assert_prints("report ga", 0, "\nNext\n  ");
    assert_prints("report ga", 0, "/hone-engine play --weights ga");
    assert_prints("report ga", 0, "/hone match --depth 2 ga ga@start");
    assert_prints("report anneal", 0,
                  "/hone match --depth 4 --width 6 anneal anneal@start"); /* tuned at 2 */
    assert_prints_not("report ga", "goes on with it");
    assert_prints("replay ga 1", 0, "train, generation 1, 6 pairs: A start against B ");
    assert_prints("replay ga 1", 0, "\n     2        1  B ");
    assert_prints("replay ga 1 3", 0, " for Black\n");
    assert_prints("replay ga 1 3", 0, "\nmoves from the opening: ");
    assert_prints("replay ga 1 3 --format ggf", 0, "(;GM[Othello]");
    assert_prints("replay ga 1 3 --format ggf", 0, "BO[8 ---------------------------O*------*O");
    assert_prints("replay ga 1 --format moves", 0, "\n");
    assert_prints("replay ga 1 3 --format sgf", 2,
                  "sgf is for games of stones, such as connect6 or hex, not for reversi");
    assert_prints("replay ga", 2, "which MEETING");
    assert_prints("replay nothing", 2, "nothing: No such file");
    assert_prints("replay ga 100000", 2, "meeting");
}

/* Every stored game result comes back when the meeting is played again, whatever openings it was
 * dealt. */
static void replay_repeats_what_is_stored(void **context) {
    (void)context;
    static const int meetings[] = {1, 20, 60};
    for (size_t i = 0; i < COUNT_OF(meetings); i++)
        for (size_t j = 0; j < COUNT_OF(configs); j++) {
            char arguments[64];
            /* Only the verification of a learner from positions has meetings. */
            bool learns = strstr(configs[j].text, "name = \"fit\"") ||
                          strstr(configs[j].text, "name = \"td\"");
            snprintf(arguments, sizeof arguments, "replay %s %d", configs[j].name,
                     learns ? 1 + (int)i : meetings[i]);
            assert_prints(arguments, 0, "as stored");
        }
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
    assert_prints("check ga.cfg --set fitness.pairs=1", 0, " of 1 pair: ");
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

/* Three plies of Reversi make few openings, one candidate makes no choice. */
static void the_report_says_what_figures_are_worth(void **context) {
    (void)context;
    static const char few[] = "tune ga.cfg --set openings.plies_min=3 --set openings.plies_max=3 "
                              "--set verify.candidates=1 --set optimizer.generations=2 "
                              "--set progress.every=0 --set 'output=\"few\"'";
    assert_prints(few, 0, "openings repeat");
    assert_prints("report few", 0, "the only candidate");
    assert_prints("report few --curve", 0, "no milestones yet\n");
    assert_prints("status few", 0, " of 40 different");
    assert_prints("match few@champion few@start -n 100 --opening-plies 3", 0, "openings repeat");
    assert_prints("report ga", 0, "best of several");
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

static void exports_name_players_as_matches_do(void **context) {
    (void)context;
    assert_prints("export ga@10 -o -", 0, "\ngeneration  10\n");
    assert_prints("export ga/run.db@10 -o -", 0, "\ngeneration  10\n");
    assert_prints("export ga@start -o -", 0, "\nname        ga start\n");
    assert_prints("export ga@champion -o -", 0, "\nverified    ");
    assert_prints("export ga@10", 0, "ga/generation-10.weights\n");
    assert_prints("export ga@99", 2, "run ga has no generation 99, the last one is 40");
    assert_prints("export ga@strangers", 2, "'strangers' is no player of a run");
    assert_prints("export ga@10 --generation 3", 2, "ga@10 names a player already");
    assert_prints("export nothing@10", 2, "nothing: No such file");
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
    change_half_a_run("schema", "UPDATE runs SET evaluator_schema = 7");
    assert_prints("tune ga.cfg --set 'output=\"schema\"'", 2, "had schema 7; they have 1");
    change_half_a_run("revised", "UPDATE runs SET revision = 9");
    assert_prints("tune ga.cfg --set 'output=\"revised\"'", 2, "does not go on with it");
    change_half_a_run("clamped", "UPDATE runs SET revision = 2");
    assert_prints("tune ga.cfg --set 'output=\"clamped\"'", 2,
                  "(revision 2 of what a config and seed give)");
    assert_prints("status revised", 0, "generation 2");
}

/* With files that it names itself: of another layout to begin with, and to play against. */
static const char files_config[] =
    "seed = 8; game = \"reversi\";\n"
    "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "params = ({ name = \"a1\"; freeze = true; });\n"
    "player = { depth = 1; epsilon = 0.05; tt_kib = 16; };\n"
    "openings = { file = \"o.txt\"; balance = 0.1; };\n"
    "fitness = { gauntlet = true; pairs = 2; yardsticks = \"y.weights\"; };\n"
    "optimizer = { name = \"ga\"; generations = 20; init = \"around\";\n"
    "  init_weights = \"y.weights\"; ga = { population = 6; groups = 2; }; };\n"
    "verify = { candidates = 3; selection_pairs = 10; pairs = 10; yardsticks = \"z.weights\"; };\n";

/* As moves, and from a position that was set up. */
#define AFTER_F5 "[---------------------------O*------***-------------------------- O] "
static const char files_openings[] =
    "f5d6c3\nf5d6c4\nf5d6c5\nf5d6c6\nf5d6c7\nf5d6c3d3\nf5f6e6f4f3\nf5f4e3f6\nc4e3f6\n" AFTER_F5
    "f6e6f4\n" AFTER_F5 "d6c5f4\n" AFTER_F5 "d6c4d3\n" AFTER_F5 "f4e3\n";

/* Nothing that the config names is there any more, nor the config. */
static void a_run_goes_on_from_its_database_alone(void **context) {
    (void)context;
    char path[700];
    struct text out = {0};
    snprintf(path, sizeof path, "%s/files.cfg", directory);
    assert_int_equal(file_write(path, files_config, NULL), 0);
    snprintf(path, sizeof path, "%s/o.txt", directory);
    assert_int_equal(file_write(path, files_openings, NULL), 0);
    snprintf(path, sizeof path, "cp config/weights/lr06.weights '%s/y.weights'", directory);
    assert_int_equal(system(path), 0);
    snprintf(path, sizeof path, "cp config/weights/swh.weights '%s/z.weights'", directory);
    assert_int_equal(system(path), 0);
    assert_prints(
        "check files.cfg", 0,
        "openings: 12 different ones, 1 images of these and 0 ends of games left out; "
        "5 for training,\n2 to choose the champion, 3 to measure it, 2 for strength over time\n"
        "judges find ");
    tune("files", "files", 1);
    assert_true(kill_at("files", "early", 1, SIGKILL));
    assert_true(kill_at("files", "late", 3, SIGINT));
    assert_int_equal(shell_line("rm y.weights z.weights o.txt files.cfg", &out), 0);
    assert_prints("status late", 0, "hone tune late\n");
    assert_prints("list .", 0, "./late");
    assert_prints("tune late --set threads=3", 0, "Champion: ");
    assert_same_database("files", "late");
    assert_prints("tune early/run.db", 0, "Champion: ");
    assert_same_database("files", "early");
    assert_prints("tune late --set seed=9", 2, "seed: 8 there, 9 here");
    assert_prints("replay late 1", 0, "as stored");
    assert_prints("replay late 25 --format moves", 0, "[---");
    text_free(&out);
}

/* Positions stay where they are, so the run knows their file again; one that cannot be read leaves
 * nothing in the way of a better one. */
static void a_fit_goes_on_with_the_positions_it_began_with(void **context) {
    (void)context;
    char line[700];
    struct text out = {0};
    assert_int_equal(shell_line("echo nonsense > more.csv", &out), 0);
    assert_prints("fit fit.cfg --set 'optimizer.data=[\"more.csv\"]' --set 'output=\"data\"'", 2,
                  "more.csv: is neither CSV");
    snprintf(line, sizeof line, "%s data fit@3 > more.csv", program);
    assert_int_equal(shell_line(line, &out), 0);
    assert_prints("fit fit.cfg --set 'optimizer.data=[\"more.csv\"]' --set 'output=\"data\"' --set "
                  "optimizer.generations=3",
                  0, "Champion: ");
    assert_prints("data data", 0, "position,label,part");
    assert_int_equal(shell_line("mv more.csv m && head -n -1 m > more.csv", &out), 0);
    assert_prints("data data", 2, "more.csv is not the file that the run began with");
    assert_prints("fit data", 2, "more.csv is not the file that the run began with");
    assert_int_equal(shell_line("mv m more.csv && mkdir away && cp -r data away", &out), 0);
    assert_prints("data away/data", 0, "position,label,part");
    text_free(&out);
}

static void assert_shell(const char *line) {
    struct text out = {0};
    if (shell_line(line, &out)) fail_msg("%s: %s", line, text_get(&out));
    text_free(&out);
}

/* A game of nine plies, and one that was not played to its end. */
static const char learned_games[] =
    "(;GM[Othello]PB[a]PW[b]RE[+64]TY[8]BO[8 ---------------------------O*------*O"
    "--------------------------- *]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)\n"
    "(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O"
    "--------------------------- *]B[F5]W[D6];)\n";

/* By hone check as well, with the same words, and what they give is said. */
static void a_fit_reads_its_files_before_it_makes_anything(void **context) {
    (void)context;
    static const char gave[] =
        "g.ggf: 1 game, 9 positions; 1 game left out: not played to its end\n"
        "p.obf: 1 position\n";
    char path[300];
    snprintf(path, sizeof path, "%s/g.ggf", directory);
    assert_int_equal(file_write(path, learned_games, NULL), 0);
    assert_shell("head -c 250 g.ggf > cut.ggf; echo '----------------"
                 "-----------OX------XO--------------------------- X; D3:+2; C4:-2;' > p.obf");
#define LEARN " fit.cfg --set optimizer.generations=1 --set 'output=\"learned\"' --set "
    assert_prints("check" LEARN "'optimizer.data=[\"g.ggf\",\"cut.ggf\"]'", 2,
                  "hone check: cut.ggf: game 2: ");
    assert_prints("fit" LEARN "'optimizer.data=[\"g.ggf\",\"cut.ggf\"]'", 2,
                  "hone fit: cut.ggf: game 2: ");
    assert_prints("fit" LEARN "'optimizer.data=[\"none.obf\"]'", 2, "there is no none.obf to read");
    assert_shell("test ! -e learned");
    assert_prints("check" LEARN "'optimizer.data=[\"g.ggf\",\"p.obf\"]'", 0, gave);
    assert_prints("fit" LEARN "'optimizer.data=[\"g.ggf\",\"p.obf\"]' 2>&1 >/dev/null | cat", 0,
                  gave);
#undef LEARN
}

static const char chess_config[] =
    "seed = 5; game = \"chess\"; evaluator = { name = \"psq\"; layout = \"32\"; };\n"
    "player = { depth = 1; plies_max = 60; tt_kib = 16; };\n"
    "fitness = { pairs = 1; };\n"
    "optimizer = { name = \"fit\"; generations = 1; init = \"around\"; init_spread = 0.0;\n"
    "  fit = { aim = \"result\"; passes = 3; trust = 0.0; }; };\n"
    "verify = { candidates = 1; selection_pairs = 2; pairs = 4; depths = []; };\n";

/* 3072 positions with a pawn more than the other side, which win in three of four games: odds of
 * three to one are worth the 100 of a pawn, and a factor of e 100 / ln 3. Of each thousand fifty
 * are held out, besides those of one of two games that are played. */
static void a_fit_learns_from_results(void **context) {
    (void)context;
    char path[300];
    snprintf(path, sizeof path, "%s/chess.cfg", directory);
    assert_int_equal(file_write(path, chess_config, NULL), 0);
    assert_shell("awk 'function row(c, f) { return (f ? f : \"\") c (f < 7 ? 7 - f : \"\") }"
                 "BEGIN { for (k = 0; k < 24; k++) for (o = 0; o < 16; o++) for (p = 0; p < 8; p++)"
                 " { for (r = 7; r >= 0; r--) { b = 8;"
                 " if (r == 6 + int(o / 8)) b = row(\"k\", o % 8);"
                 " if (r == 4) b = row(\"P\", p); if (r == int(k / 8)) b = row(\"K\", k % 8);"
                 " printf \"%s%s\", b, r ? \"/\" : \" w - - [0.75]\\n\" } } }' > pawns.epd");
    assert_shell("echo '4k3/8/8/8/8/8/8/Q3K3 b - - 1.0' > queen.epd");
    assert_prints("data --epd fit", 2, "EPD is of games that have FEN, and reversi has not");
#define LEARN(file, output)                                                                        \
    "fit chess.cfg --set 'optimizer.data=[\"" file                                                 \
    "\"]' --set optimizer.fit.point=0 --set 'output=\"" output "\"' "
    assert_prints(LEARN("pawns.epd", "pawns") "--set 'optimizer.fit.aim=\"margin\"'", 2,
                  "optimizer.fit.point can be 0 where");
    assert_prints(LEARN("pawns.epd", "pawns") "--set 'optimizer.init=\"random\"'", 2,
                  "optimizer.fit.point can be 0 where");
    assert_prints(LEARN("pawns.epd", "pawns") "--set 'optimizer.fit.aim=\"margin\"' "
                                              "--set optimizer.fit.point=1",
                  2, "pawns.epd: has results: optimizer.fit.aim must be \"result\"");
    assert_prints(LEARN("pawns.epd", "pawns"), 0, "point 91.02");
    char line[700];
    snprintf(line, sizeof line,
             "n=$(%s data pawns | grep -c held-out) && test $n -ge 150 && test $n -le 300",
             program);
    assert_shell(line);
    snprintf(line, sizeof line, "%s data --epd pawns | grep -q 'w - - c9 \"0.75\";'", program);
    assert_shell(line);
    assert_prints(LEARN("queen.epd", "queen"), 0, "Champion: ");
    assert_prints(LEARN("queen.epd", "turned") "--set 'optimizer.fit.side=\"mover\"'", 2,
                  "optimizer.fit.point = 0: the first weights do not predict the results in");
#undef LEARN
}

/* Whole stages take the weights of the one after, so that none of them can be tied or kept. */
static void a_fit_of_stages_takes_no_rules(void **context) {
    (void)context;
    struct text config = {0}, out = {0};
    text_add(&config, "%sparams = ( { name = \"s2.a1\"; tie = \"s1.a1\"; } );\n", sweep_config);
    char path[300];
    snprintf(path, sizeof path, "%s/tied.cfg", directory);
    assert_int_equal(file_write(path, config.data, NULL), 0);
    assert_prints("check tied.cfg", 2, "optimizer.fit.depth learns whole stages");
    assert_prints("check tied.cfg --set optimizer.fit.aim=result", 2,
                  "optimizer.fit.depth must be 0, not 2");
    assert_prints("check tied.cfg --set optimizer.fit.aim=result --set optimizer.fit.depth=0", 2,
                  "optimizer.fit.aim learns results: rules of params may say only bounds then");
    assert_prints("fit tied.cfg --set 'output=\"tied\"'", 2, "learns whole stages");
    assert_int_equal(shell_line("test ! -e tied", &out), 0);
    assert_prints("fit tied.cfg --set optimizer.fit.depth=0 --set optimizer.generations=1", 0,
                  "Champion: ");
    text_free(&out);
    text_free(&config);
}

/* What a fit remembers of positions is not among those that it learns from; nor are random moves
 * taken for the player's. */
static void a_fit_learns_nothing_twice(void **context) {
    (void)context;
    static const char *const files[][2] = {{"keep.cfg", sweep_config}, {"kept.csv", "\n"}};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", directory, files[i][0]);
        assert_int_equal(file_write(path, files[i][1], NULL), 0);
    }
    assert_prints("check keep.cfg --set player.epsilon=0.1", 2,
                  "player.epsilon must be 0, not 0.1");
    assert_prints("check keep.cfg --set optimizer.fit.keep=0.9 --set optimizer.fit.window=2", 2,
                  "optimizer.fit.window must be 1, not 2");
    assert_prints("check keep.cfg --set optimizer.fit.keep=0.9 --set optimizer.fit.window=1 "
                  "--set 'optimizer.data=[\"kept.csv\"]'",
                  2, "optimizer.data would be learned from");
}

/* The figures of a match, which end its output, with these arguments. */
static void match_figures(const char *arguments, struct text *out) {
    char line[900];
    struct text said = {0};
    snprintf(line, sizeof line, "%s match %s", program, arguments);
    if (shell_line(line, &said)) fail_msg("%s", text_get(&said));
    const char *elo = strstr(text_get(&said), "Elo: ");
    assert_non_null(elo);
    text_add(out, "%s", elo);
    text_free(&said);
}

static void assert_same_match(const char *a, const char *b, bool same) {
    struct text first = {0}, second = {0};
    match_figures(a, &first);
    match_figures(b, &second);
    assert_int_equal(strcmp(text_get(&first), text_get(&second)) == 0, same);
    text_free(&first);
    text_free(&second);
}

static void players_of_a_run_play_as_they_were_tuned(void **context) {
    (void)context;
    static const char told[] = "anneal anneal@start --pairs 20 --depth 2 --width 6";
    assert_same_match("anneal anneal@start --pairs 20", told, true);
    assert_same_match("anneal/champion.weights anneal@start --pairs 20", told, true);
    assert_same_match("anneal anneal@start --pairs 20 --depth 0", told, false);
    assert_prints("match anneal anneal@start --pairs 2", 0, ", depth 2, width 6 (as tuned), ");
    assert_prints("match anneal anneal@start --pairs 2 --depth 0", 0, " pairs, greedy, openings");
    assert_prints("match ga ga@start --pairs 2", 0, "greedy, epsilon 0.1 (as tuned)");
    assert_prints("match ga ga@start --pairs 2 --epsilon 0", 0, "greedy (as tuned)");
    assert_prints(
        "tournament ga files random --pairs 2", 0,
        "\n  ga champion: greedy, epsilon 0.1\n  files champion: depth 1, epsilon 0.05\n");
    assert_prints("match ga files --pairs 2", 0, "reversi, 2 pairs, as tuned, openings");
}

/* By the line `player`, with the random moves of the first run's games. */
static void weight_files_play_as_they_were_tuned(void **context) {
    (void)context;
    assert_prints("match anneal/champion.weights initial --pairs 2", 0,
                  ", depth 2, width 6 (as tuned), ");
    assert_prints("match anneal/champion.weights initial --pairs 2 --depth 0", 0,
                  " pairs, greedy, openings");
    assert_prints("match ga files/champion.weights --pairs 2", 0,
                  "\n  ga champion: greedy, epsilon 0.1\n  files champion: depth 1, epsilon 0.1\n");
    assert_same_match("ga/champion.weights ga@start --pairs 20", "ga ga@start --pairs 20", true);
    assert_prints("match files/champion.weights ga/champion.weights --pairs 2 --epsilon 0.5", 0,
                  "\n  ga champion: greedy, epsilon 0.5\n");
    assert_prints("export manners -o greedy.weights --force", 0, "");
    assert_prints("match manners greedy.weights --pairs 5", 0,
                  "\n  greedy.weights: greedy, epsilon 0.1\n");
}

/* The figures of the whole are the sum of the parts', and the start's are told apart. */
static void several_manners_of_play_are_told_apart(void **context) {
    (void)context;
    assert_prints("check manners.cfg", 0,
                  "\ndepth 2, width 6: 1 of 5 pairs in training, 3 of 10 in the choice, 6 of 20 in "
                  "the measurement\n");
    assert_prints("report manners", 0,
                  "\nThe champion in 0.3 of these pairs: depth 2, width 6\n  meeting ");
    assert_prints("status manners", 0, " unseen openings; greedy, epsilon 0.1: ");
    assert_prints("export manners -o -", 0, "; depth 3: ");
    assert_int_equal(number("manners", "SELECT sum(pairs = 10 * (manner = 0) + 6 * (manner = 1) + 4"
                                       " * (manner = 2)) = count(*) AND count(*) > 5 FROM parts"
                                       " WHERE meeting IN (SELECT id FROM meetings WHERE stage ="
                                       " 'verify')"),
                     1);
    assert_int_equal(number("manners", "SELECT count(*) FROM parts JOIN meetings m ON m.id = "
                                       "meeting WHERE stage = 'train'"),
                     0);
    assert_prints("replay manners 1 3", 0, "\nplayed: depth 2, width 6\n");
    assert_prints("match manners manners@start --pairs 5", 0,
                  ", 0.5 greedy, epsilon 0.1; 0.3 depth 2, width 6; 0.2 depth 3 (as tuned), ");
    static const char tuned[] = "manners manners@start --pairs 20";
    assert_same_match(tuned, "manners manners@start --pairs 20 --depth 2", false);
    assert_same_match(tuned, "manners manners@start --pairs 20 --depth 0 --epsilon 0.1", false);
}

/* A player that was tuned in one manner plays in it, whatever the others do; two lists do not go
 * together. */
static void lists_of_manners_meet(void **context) {
    (void)context;
    assert_prints("tournament manners ga random --pairs 5", 0,
                  "\n  ga champion: greedy, epsilon 0.1\n");
    assert_prints("tune manners.cfg --set 'output=\"other\"' --set optimizer.generations=1 --set "
                  "'player=({share=0.5;}, {share=0.5; depth=1;})'",
                  0, "");
    assert_prints("match manners other --pairs 5", 2,
                  "were tuned in different lists of manners of play: say how all are to play");
    assert_prints("match manners other --pairs 5 --depth 1", 0, "depth 1, openings");
    /* A file has room for one: that with the largest share, of equal ones the deepest. */
    assert_prints("export manners -o -", 0, "\nplayer      depth=0\n");
    assert_prints("export other -o -", 0, "\nplayer      depth=1\n");
}

static void a_meeting_is_the_sum_of_its_parts(void **context) {
    (void)context;
    char path[700], command[700];
    sqlite3 *db;
    snprintf(command, sizeof command, "cd '%s' && rm -rf bad && cp -r manners bad", directory);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/bad/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "DELETE FROM parts WHERE manner = 1 AND meeting = (SELECT "
                                  "max(meeting) FROM parts)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_prints("report bad", 2, "a meeting is not the sum of its parts");
}

/* Every milestone has the champion of its generation, which meets the start; the last one of a run
 * that ends with a milestone included. */
static void assert_milestones(const char *out, int count) {
    assert_int_equal(number(out, "SELECT count(*) FROM seats WHERE stage = 'progress' AND role = "
                                 "'milestone'"),
                     count);
    assert_int_equal(number(out, "SELECT count(*) FROM seats s JOIN generations g ON g.champion = "
                                 "s.player JOIN meetings m ON m.stage = s.stage AND m.generation = "
                                 "g.generation AND m.a = s.player JOIN players p ON p.id = m.b "
                                 "WHERE s.stage = 'progress' AND s.role = 'milestone' AND "
                                 "p.generation = 1 AND p.slot = 0"),
                     count);
}

static void every_optimiser_is_measured_while_it_goes_on(void **context) {
    (void)context;
    static const char *const kinds[] = {"random", "cmaes", "spsa"};
    assert_milestones("ga", 40 / 9);
    assert_milestones("anneal", 24 / 5);
    assert_milestones("hybrid", 30);
    assert_milestones("fit", 12 / 3);
    assert_milestones("td", 8 / 3);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        char path[700];
        struct text text = {0};
        text_add(&text,
                 "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
                 "player = { epsilon = 0.1; }; fitness = { groups = true; pairs = 2; };\n"
                 "optimizer = { name = \"%s\"; generations = 4; };\n"
                 "verify = { candidates = 1; selection_pairs = 2; pairs = 2; };\n"
                 "progress = { every = 2; pairs = 3; };\n",
                 kinds[i]);
        snprintf(path, sizeof path, "%s/%s.cfg", directory, kinds[i]);
        assert_int_equal(file_write(path, text_get(&text), NULL), 0);
        tune(kinds[i], kinds[i], 2);
        assert_milestones(kinds[i], 2);
        text_free(&text);
    }
}

static void the_curve_is_shown(void **context) {
    (void)context;
    assert_prints("report ga", 0,
                  "Strength over time: the generation's champion over the start, "
                  "at 4 milestones\n");
    assert_prints("report ga --curve", 0, "\n          36          7776  ");
    assert_prints("status ga", 0, "\n          36          7776  ");
    assert_prints("report ga ga --curve", 2, "--curve is of one run");
}

static void runs_are_listed_with_what_came_of_them(void **context) {
    (void)context;
    assert_prints("list .", 0, "run ");
    assert_prints("list .", 0, "connect(9,9,5,2,1) finished");
    assert_prints("list ga", 0, "ga   reversi    finished ");
    assert_prints("list nowhere", 2, "nowhere: No such file or directory\n");
}

/* However deep, and once: a link that leads back is no way further down. */
static void nested_runs_are_listed(void **context) {
    (void)context;
    struct text out = {0};
    assert_int_equal(shell_line("mkdir -p deep/a/b deep/.hidden/c deep/none && cp -r ga deep/a/b &&"
                                " cp -r ga deep/.hidden/c && cp -r ga deep/z && "
                                "ln -s .. deep/a/up && ln -s ../../ga deep/a/linked",
                                &out),
                     0);
    char line[700];
    snprintf(line, sizeof line, "'%s' list deep/ --format csv | cut -d, -f1", program);
    text_free(&out);
    assert_int_equal(shell_line(line, &out), 0);
    assert_string_equal(text_get(&out), "run\ndeep/a/b/ga\ndeep/a/linked\ndeep/z\n");
    assert_prints("list deep/none", 0, "there are no runs in deep/none\n");
    assert_prints("report deep", 2, "deep is no run, but holds some; which one? deep/a/b/ga, ");
    text_free(&out);
}

/* The names that a command's CSV begins with are on the page that lists them. */
static void assert_documented(const char *arguments) {
    char line[900];
    struct text out = {0}, page = {0};
    snprintf(line, sizeof line, "%s %s --format csv", program, arguments);
    if (shell_line(line, &out)) fail_msg("%s", text_get(&out));
    assert_int_equal(file_read("tuner/cli/README.md", &page, &(struct error){""}), 0);
    out.data[strcspn(out.data, "\r")] = '\0';
    char *rest = NULL;
    for (char *name = strtok_r(out.data, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "`%s`", name);
        if (!strstr(text_get(&page), quoted)) fail_msg("%s: %s is not documented", arguments, name);
    }
    text_free(&out);
    text_free(&page);
}

static void figures_come_as_rows_for_programs(void **context) {
    (void)context;
    static const char *const commands[] = {"list .",
                                           "status ga",
                                           "report ga",
                                           "report ga --curve",
                                           "report ga ga",
                                           "check ga.cfg --set optimizer.generations=1",
                                           "check ga.cfg --preflight",
                                           "match ga ga@start --pairs 2",
                                           "tournament ga ga@start ga@2 --pairs 2",
                                           "games",
                                           "games reversi"};
    for (size_t i = 0; i < COUNT_OF(commands); i++) assert_documented(commands[i]);
    assert_prints("status ga --format csv", 0, "\nga,ga,reversi,wpc,10,finished,40,40,");
    assert_prints("status ga --format json", 0, "\"state\": \"finished\", \"generations\": 40,");
    assert_prints("report ga --curve --format csv", 0, "generation,games,elo,elo_error\r\n9,1944,");
    assert_prints("report ga --format json", 0, "\n  {\"generation\": 40, \"champion_rate\": 0.");
    assert_int_equal(shell_line("mkdir -p bare", &(struct text){0}), 0);
    assert_prints("list bare --format json", 0, "[]\n");
    assert_prints("list deep/none --format csv", 0, "run,name,game,evaluator,layout,state,");
    assert_prints("match ga ga@start --pairs 2 --format json", 0,
                  "[\n  {\"first\": \"ga champion\", \"second\": \"ga start\", ");
    assert_prints("status ga --format xml", 2, "one of text, json, csv");
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
    struct text out = {0};
    double games;
    int pairs, verify;
    assert_int_equal(shell(poor, &out), 0);
    const char *first = strstr(text_get(&out), "set instead: fitness.pairs = ");
    const char *second = strstr(text_get(&out), "set instead: verify.pairs = ");
    const char *wanted = strstr(text_get(&out), "20 Elo: ");
    assert_true(first && second && wanted);
    assert_int_equal(sscanf(strchr(first, '='), "= %d", &pairs), 1);
    assert_int_equal(sscanf(strchr(second, '='), "= %d", &verify), 1);
    assert_int_equal(sscanf(wanted, "20 Elo: %lf", &games), 1);
    snprintf(line, sizeof line, "%s --format json", poor);
    snprintf(expected, sizeof expected, "\"set_fitness_pairs\": %d, \"set_verify_pairs\": %d",
             pairs, verify);
    assert_prints(line, 0, expected);
    snprintf(expected, sizeof expected, "\"games_for_20\": %.0f, ", games);
    assert_prints(line, 0, expected);
    snprintf(line, sizeof line, "%s --set fitness.openings=%d", poor, pairs - 1);
    snprintf(expected, sizeof expected, "fitness.pairs = %d and as many fitness.openings,", pairs);
    assert_prints(line, 0, expected);
    snprintf(line, sizeof line, "%s --set fitness.openings=%d", poor, pairs);
    snprintf(expected, sizeof expected, "fitness.pairs = %d,\n", pairs);
    assert_prints(line, 0, expected);
    snprintf(line, sizeof line, "%s --format json", well);
    assert_prints(line, 0, "\"set_fitness_pairs\": null, \"set_verify_pairs\": null, ");
    text_free(&out);
}

static void a_directory_of_runs_is_listed(void **context) {
    (void)context;
    struct text out = {0};
    assert_int_equal(shell_line("mkdir -p many/c && cp -r ga many/b && cp -r ga many/a", &out), 0);
    assert_prints("report many", 2, "many is no run, but holds some; which one? many/a, many/b\n");
    assert_prints("export many", 2, "which one?");
    assert_prints("report many/c", 2, "many/c: is a directory without a run");
    text_free(&out);
}

/* Of several runs in a database every command but report means the newest, and says so. */
static void the_newest_run_of_a_database_is_meant(void **context) {
    (void)context;
    static const char second[] =
        "INSERT INTO runs SELECT 2, 'second', game, evaluator, layout, seed, config, program, "
        "compiler, machine, started, '', evaluator_schema, mixing, revision, init, ended_by, "
        "remark, dropped, NULL FROM runs";
    struct text out = {0};
    sqlite3 *db;
    char path[700];
    assert_int_equal(shell_line("cp -r ga two", &out), 0);
    snprintf(path, sizeof path, "%s/two/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, second, NULL, NULL, NULL), SQLITE_OK);
    forget_checksums(db);
    sqlite3_close(db);
    assert_prints("report two", 0, "two/run.db#second ga ");
    assert_prints("report two#second", 0, "Run second: ");
    assert_prints("report two#1", 0, "Run ga: ");
    assert_prints("tune two", 2, "holds 2 runs; a run goes on in a database of its own");
    assert_prints("status two", 0, "generation 0 of 40\n");
    assert_prints("status two", 0,
                  "two/run.db holds 2 runs; the newest is meant, two/run.db#second");
    assert_prints_not("status two#1", "holds 2 runs");
    assert_prints_not("report two", "is meant");
    assert_prints("export two", 2, "run second has no champion yet");
    assert_prints("tune ga.cfg --set 'output=\"two\"'", 0, "Run second: ");
    text_free(&out);
}

/* The directory of open files takes no new ones, like a read-only medium. */
static void a_run_that_cannot_be_written_to_is_exported_elsewhere(void **context) {
    (void)context;
    struct text out = {0};
    char line[1600];
    snprintf(line, sizeof line, "'%s' export /dev/fd/5 5<ga/run.db", program);
    assert_int_equal(shell_line(line, &out), 2);
    assert_non_null(strstr(text_get(&out), "; -o FILE writes elsewhere, -o - to standard output"));
    text_free(&out);
    snprintf(line, sizeof line, "'%s' export /dev/fd/5 -o - 5<ga/run.db", program);
    assert_int_equal(shell_line(line, &out), 0);
    assert_non_null(strstr(text_get(&out), "\nverified    "));
    text_free(&out);
}

/* An "@" in the name of something that is there is part of its name. */
static void an_at_in_the_name_of_a_file_is_no_player(void **context) {
    (void)context;
    struct text out = {0};
    assert_int_equal(shell_line("cp -r ga me@home && cp ga/champion.weights me@work.weights && cp "
                                "ga/champion.weights me@work",
                                &out),
                     0);
    assert_prints("report me@home", 0, "Run ga: ");
    assert_prints("export me@home@10 -o -", 0, "\ngeneration  10\n");
    assert_prints("match me@home me@work.weights -n 4 --opening-plies 6", 0, "Elo");
    assert_prints("match me@work ga@start -n 4 --opening-plies 6", 0, "Elo");
    text_free(&out);
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

/* `hone tune` and `hone export` leave a weight file alone that is not as hone wrote it. */
static void edited_champions_are_kept(void **context) {
    (void)context;
    static const char edit[] = "cd '%s' && sed -i 's/^checksum.*/checksum %s/' ga/champion.weights";
    static const char *const checksums[] = {"-", "0000000000000000"};
    char command[1600];
    for (size_t i = 0; i < COUNT_OF(checksums); i++) {
        snprintf(command, sizeof command, edit, directory, checksums[i]);
        assert_int_equal(system(command), 0);
        assert_prints("export ga", 2, "was edited; --force");
        assert_prints("tune ga.cfg --set 'output=\"ga\"'", 0, "was edited and is kept");
        snprintf(command, sizeof command, "grep -q 'checksum %s' '%s/ga/champion.weights'",
                 checksums[i], directory);
        assert_int_equal(system(command), 0);
    }
    assert_prints("export ga --force", 0, "champion.weights");
    assert_prints("export ga", 0, "champion.weights");
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

static int make_configs(void **context) {
    if (runs_make_directory(context)) return -1;
    write_configs();
    return 0;
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
        cmocka_unit_test(runs_can_be_looked_at),
        cmocka_unit_test(replay_repeats_what_is_stored),
        cmocka_unit_test(a_race_keeps_what_it_played),
        cmocka_unit_test(damaged_databases_are_refused),
        cmocka_unit_test(one_generation_is_a_run),
        cmocka_unit_test(the_report_says_what_figures_are_worth),
        cmocka_unit_test(a_run_that_has_collapsed_says_so),
        cmocka_unit_test(a_run_can_play_from_the_start),
        cmocka_unit_test(exports_name_players_as_matches_do),
        cmocka_unit_test(a_run_that_cannot_be_written_to_is_exported_elsewhere),
        cmocka_unit_test(an_at_in_the_name_of_a_file_is_no_player),
        cmocka_unit_test(a_run_of_another_version_goes_on_with_a_word_or_not_at_all),
        cmocka_unit_test(a_run_goes_on_from_its_database_alone),
        cmocka_unit_test(a_fit_goes_on_with_the_positions_it_began_with),
        cmocka_unit_test(a_fit_reads_its_files_before_it_makes_anything),
        cmocka_unit_test(a_fit_learns_from_results),
        cmocka_unit_test(a_fit_of_stages_takes_no_rules),
        cmocka_unit_test(a_fit_learns_nothing_twice),
        cmocka_unit_test(players_of_a_run_play_as_they_were_tuned),
        cmocka_unit_test(weight_files_play_as_they_were_tuned),
        cmocka_unit_test(several_manners_of_play_are_told_apart),
        cmocka_unit_test(lists_of_manners_meet),
        cmocka_unit_test(a_meeting_is_the_sum_of_its_parts),
        cmocka_unit_test(nested_runs_are_listed),
        cmocka_unit_test(every_optimiser_is_measured_while_it_goes_on),
        cmocka_unit_test(the_curve_is_shown),
        cmocka_unit_test(runs_are_listed_with_what_came_of_them),
        cmocka_unit_test(figures_come_as_rows_for_programs),
        cmocka_unit_test(preflight_says_what_to_set_instead),
        cmocka_unit_test(a_directory_of_runs_is_listed),
        cmocka_unit_test(the_newest_run_of_a_database_is_meant),
        cmocka_unit_test(any_name_will_do_for_a_directory),
        cmocka_unit_test(edited_champions_are_kept),
        cmocka_unit_test(names_of_yardsticks_are_checked_first),
    };
    return cmocka_run_group_tests_name("tune", tests, make_configs, own_directory_remove);
}
