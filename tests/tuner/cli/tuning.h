/*
 * tuning: configs of small runs, and hone tune run with them as a user does.
 */
#ifndef HONE_TESTS_TUNER_CLI_TUNING_H
#define HONE_TESTS_TUNER_CLI_TUNING_H

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

static inline void copy_yardstick(void) {
    char path[700];
    struct text swh = {0};
    struct error error;
    snprintf(path, sizeof path, "%s/swh.weights", directory);
    if (file_read("config/weights/swh.weights", &swh, &error)) die("%s", error.text);
    if (file_write(path, text_get(&swh), NULL)) die("cannot write %s", path);
    text_free(&swh);
}

static inline void write_configs(void) {
    for (size_t i = 0; i < COUNT_OF(configs); i++) {
        char path[700];
        snprintf(path, sizeof path, "%s/%s.cfg", directory, configs[i].name);
        if (file_write(path, configs[i].text, NULL)) die("cannot write %s", path);
    }
    copy_yardstick();
}

/* ---- running the program ---- */

/* Starts `hone tune CONFIG` into directory/OUT; its output goes to directory/OUT.log. */
static inline pid_t start_tune(const char *config, const char *out, int threads) {
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

static inline int wait_for(pid_t pid) {
    int status;
    waitpid(pid, &status, 0);
    return status;
}

static inline void tune(const char *config, const char *out, int threads) {
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

/* Kills a run as soon as it has `generations` of them. False if it finished before. */
static inline bool kill_at(const char *config, const char *out, int64_t generations, int signal) {
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

static inline int64_t number(const char *out, const char *sql) {
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

static inline int make_configs(void **context) {
    if (runs_make_directory(context)) return -1;
    write_configs();
    return 0;
}

#endif
