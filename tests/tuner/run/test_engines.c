/*
 * Engines of their own as yardsticks and opponents, from outside: what they play is marked and
 * counted, everything else stays as it was; a run that is killed goes on; what they do wrong ends
 * no run; and none of them outlives it.
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
#include "tests/ends.h"
#include "tests/own_directory.h"
#include "tests/rows.h"
#include "tests/shell.h"

static char build[600]; /* BUILD_DIR from anywhere */

/* ---- configs ---- */

#define CONFIG(fitness, verify)                                                                    \
    "seed = 3; game = \"reversi\";\n"                                                              \
    "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"                                          \
    "player = { epsilon = 0.1; tt_kib = 16; };\n"                                                  \
    "progress = { every = 4; pairs = 2; };\n"                                                      \
    "fitness = { pairs = 1; " fitness "};\n"                                                       \
    "optimizer = { name = \"ga\"; generations = 8; ga = { population = 4; groups = 2; }; };\n"     \
    "verify = { candidates = 2; selection_pairs = 2; pairs = 4; " verify "};\n"

static const struct {
    const char *name, *text; /* %s: "cmd:…/fake_engine" */
} configs[] = {
    {"none", CONFIG("", "yardsticks = [\"swh.weights\"]; ")},
    {"measured",
     CONFIG("", "yardsticks = [\"%s gtp none pids;protocol=gtp;name=fake\", \"swh.weights\"]; ")},
    {"trained", CONFIG("groups = false; gauntlet = true; "
                       "yardsticks = [\"%s nboard none pids;protocol=nboard;name=fake\"]; ",
                       "")},
    {"crashed", CONFIG("", "yardsticks = [\"%s gtp crash@40;protocol=gtp;name=fake\"]; ")},
    {"resigned", CONFIG("", "yardsticks = [\"%s gtp resign;protocol=gtp;name=fake\"]; ")},
    {"slow", CONFIG("groups = false; gauntlet = true; "
                    "yardsticks = [\"%s gtp slow pids;protocol=gtp;name=fake\"]; ",
                    "")},
    {"slowly",
     CONFIG("", "yardsticks = [\"%s gtp slow pids;protocol=gtp;name=fake\", \"swh.weights\"]; ")},
    {"weary",
     CONFIG("", "yardsticks = [\"%s gtp weary@25 starts-weary;protocol=gtp;name=fake\"]; ")},
    {"killed-weary",
     CONFIG("", "yardsticks = [\"%s gtp weary@25 starts-killed;protocol=gtp;name=fake\"]; ")},
    {"silent",
     CONFIG("", "yardsticks = [\"%s gtp silence@20 pids;protocol=gtp;name=fake;timeout=0.1\"]; ")},
    {"missing", CONFIG("", "yardsticks = [\"%s-not gtp;protocol=gtp;name=fake\"]; ")},
    {"patient", CONFIG("", "yardsticks = [\"cmd:sh ./wait.sh ./taken gtp;protocol=gtp;name=fake;"
                           "startup=60\"]; ")},
    {"taken", CONFIG("", "yardsticks = [\"cmd:./taken gtp;protocol=gtp;name=fake\"]; ")},
};

static void write_configs(void) {
    char engine[700], path[128];
    snprintf(engine, sizeof engine, "cmd:%s/tests/fake_engine", build);
    for (size_t i = 0; i < COUNT_OF(configs); i++) {
        struct text text = {0};
        const char *place = strstr(configs[i].text, "%s");
        int before = place ? (int)(place - configs[i].text) : 0;
        text_add(&text, "%.*s%s%s", before, configs[i].text, place ? engine : "",
                 place ? place + 2 : configs[i].text);
        snprintf(path, sizeof path, "%s/%s.cfg", directory, configs[i].name);
        if (file_write(path, text_get(&text), NULL)) die("cannot write %s", path);
        text_free(&text);
    }
}

/* It begins, and waits until it may go on. */
static int write_patient_engine(void) {
    char path[128];
    snprintf(path, sizeof path, "%s/wait.sh", directory);
    return file_write(path, "touch begun\nwhile test ! -e go; do sleep 0.01; done\nexec \"$@\"\n",
                      NULL);
}

static int make_folder(void **state) {
    char here[512], command[1500];
    (void)state;
    if (own_directory_make(NULL) || !getcwd(here, sizeof here)) return -1;
    snprintf(build, sizeof build, "%s%s%s", BUILD_DIR[0] == '/' ? "" : here,
             BUILD_DIR[0] == '/' ? "" : "/", BUILD_DIR);
    snprintf(command, sizeof command,
             "cp config/weights/swh.weights %s && cp %s/tests/fake_engine "
             "%s/taken",
             directory, build, directory);
    write_configs();
    return write_patient_engine() || system(command);
}

/* ---- the program ---- */

static pid_t start(const char *config, const char *out) {
    char program[700], file[64], output[64], log[64];
    snprintf(program, sizeof program, "%s/hone", build);
    snprintf(file, sizeof file, "%s.cfg", config);
    snprintf(output, sizeof output, "output=%s", out);
    snprintf(log, sizeof log, "%s.log", out);
    pid_t pid = fork();
    if (pid != 0) return pid;
    int fd = chdir(directory) == 0 ? open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    dup2(fd, 1);
    dup2(fd, 2);
    execl(program, program, "tune", file, "--set", output, "--set", "threads=2", (char *)NULL);
    _exit(127);
}

static int status_of(pid_t pid) {
    int status;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void read_log(const char *out, struct text *log) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s.log", directory, out);
    text_free(log);
    assert_int_equal(file_read(path, log, NULL), 0);
}

static void assert_logged(const char *out, const char *what) {
    struct text log = {0};
    read_log(out, &log);
    if (!strstr(text_get(&log), what)) fail_msg("'%s' is not in: %s", what, text_get(&log));
    text_free(&log);
}

static void tune(const char *config, const char *out, int status) {
    int is = status_of(start(config, out));
    struct text log = {0};
    read_log(out, &log);
    if (is != status) fail_msg("status %d: %s", is, text_get(&log));
    text_free(&log);
}

static void assert_prints(const char *arguments, int status, const char *what) {
    char command[1600];
    struct text out = {0};
    snprintf(command, sizeof command, "cd %s && %s/hone %s 2>&1", directory, build, arguments);
    assert_int_equal(shell_run(command, &out), status);
    if (!strstr(text_get(&out), what)) fail_msg("'%s' is not in: %s", what, text_get(&out));
    text_free(&out);
}

/* ---- the database ---- */

/* Every process that fake_engine noted. */
static void assert_all_dead(void) {
    char path[128];
    int pid, count = 0, alive = 0;
    snprintf(path, sizeof path, "%s/pids", directory);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (; fscanf(file, "%d", &pid) == 1; count++) alive += !is_dead(pid);
    fclose(file);
    assert_true(count > 0);
    assert_int_equal(alive, 0);
}

/* ---- tests ---- */

#define COUNTS                                                                                     \
    "pairs, n0, n1, n2, n3, n4, first_won, first_drawn, first_lost, second_won, second_drawn,"     \
    " second_lost"

static void all_but_its_games_is_as_without_an_engine(void **state) {
    (void)state;
    tune("none", "none", 0);
    tune("measured", "measured", 0);
    assert_all_dead();
    rows_assert_same(directory, "none", "measured",
                     "SELECT stage, generation, " COUNTS
                     " FROM meetings WHERE not_repeatable = 0 ORDER BY id");
    rows_assert_same(directory, "none", "measured",
                     "SELECT generation, slot, weights FROM players WHERE generation > 0 ORDER BY "
                     "generation, slot");
    assert_int_equal(rows_number(directory, "none", "SELECT sum(not_repeatable) FROM meetings"), 0);
    assert_int_equal(rows_number(directory, "measured",
                                 "SELECT count(*) FROM meetings JOIN players p ON p.id = b"
                                 " WHERE p.name = 'fake' AND not_repeatable"),
                     2);
    assert_int_equal(rows_number(directory, "measured", "SELECT sum(not_repeatable) FROM meetings"),
                     2);
    assert_int_equal(rows_number(directory, "measured",
                                 "SELECT sum(line LIKE 'cmd:%;name=fake') = 1 AND "
                                 "sum(line <> '') = 1 FROM players"),
                     1);
}

/* Nor are they measured on the way. */
static void milestones_meet_no_engine(void **state) {
    (void)state;
    assert_true(rows_number(directory, "measured",
                            "SELECT count(*) FROM meetings WHERE stage = 'progress'") > 4);
    assert_int_equal(rows_number(directory, "measured",
                                 "SELECT count(*) FROM meetings WHERE stage = 'progress' AND"
                                 " not_repeatable"),
                     0);
    assert_int_equal(rows_number(directory, "trained",
                                 "SELECT count(*) FROM meetings WHERE stage = 'progress' AND"
                                 " not_repeatable"),
                     0);
}

static void what_cannot_be_repeated_is_said(void **state) {
    (void)state;
    char arguments[64];
    assert_prints("report measured", 0, "  fake *  ");
    assert_prints(
        "report measured", 0,
        "\nNot repeatable (*): games with engines of their own; all else is\n  fake: cmd:");
    assert_prints("report measured", 0, "\n    measuring the champion: 16 games\n");
    assert_prints("replay measured 1", 0, "as stored");
    snprintf(
        arguments, sizeof arguments, "replay measured %d",
        (int)rows_number(directory, "measured", "SELECT id FROM meetings WHERE not_repeatable"));
    assert_prints(arguments, 2, "fake is an engine of its own (cmd:");
}

static void a_killed_run_goes_on(void **state) {
    (void)state;
    int kills = 0;
    tune("trained", "trained", 0);
    for (int generations = 0; generations < 8; generations += 3) {
        pid_t pid = start("trained", "killed");
        char path[128];
        snprintf(path, sizeof path, "%s/killed/run.db", directory);
        while (waitpid(pid, NULL, WNOHANG) == 0)
            if (access(path, R_OK) == 0 &&
                rows_number(directory, "killed", "SELECT count(*) FROM generations") >=
                    generations) {
                kill(pid, SIGKILL);
                kills += status_of(pid) < 0;
                break;
            } else {
                nanosleep(&(struct timespec){0, 1000000}, NULL);
            }
    }
    assert_int_equal(kills, 3);
    tune("trained", "killed", 0);
    assert_all_dead();
    rows_assert_same(directory, "trained", "killed", "SELECT * FROM meetings ORDER BY id");
    rows_assert_same(directory, "trained", "killed", "SELECT * FROM players ORDER BY id");
    rows_assert_same(directory, "trained", "killed", "SELECT * FROM champions");
    rows_assert_same(directory, "trained", "killed",
                     "SELECT * FROM fitness ORDER BY generation, player");
}

static int count_starts(const char *name) {
    char path[128];
    int pid, count = 0;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "r");
    for (; file && fscanf(file, "%d", &pid) == 1;) count++;
    if (file) fclose(file);
    return count;
}

/* Games that the engine lost, of those in the journal of a run (store/journal.h). */
static int count_noted(const char *out) {
    char path[128], record[24];
    int count = -1; /* the header's last byte may be anything */
    snprintf(path, sizeof path, "%s/%s/run.db-games", directory, out);
    FILE *file = fopen(path, "rb");
    while (file && fread(record, sizeof record, 1, file) == 1) count += count < 0 || record[23];
    if (file) fclose(file);
    return count;
}

/* The program crashes in each of its games, so that each game that is played is a start. */
static void games_before_a_kill_are_not_played_again(void **state) {
    (void)state;
    enum { GAMES = 16 };
    tune("weary", "weary", 0);
    assert_in_range(count_starts("starts-weary"), GAMES, GAMES + 1);
    pid_t pid = start("killed-weary", "killed-weary");
    while (count_noted("killed-weary") <= 0) {
        assert_int_equal(waitpid(pid, NULL, WNOHANG), 0);
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    kill(pid, SIGKILL);
    assert_int_equal(status_of(pid), -1);
    int noted = count_noted("killed-weary"), before = count_starts("starts-killed");
    assert_in_range(noted, 1, GAMES);
    tune("killed-weary", "killed-weary", 0);
    assert_in_range(count_starts("starts-killed") - before, GAMES - noted, GAMES - noted + 1);
    assert_int_equal(count_noted("killed-weary"), -1);
    rows_assert_same(directory, "weary", "killed-weary", "SELECT * FROM meetings ORDER BY id");
    rows_assert_same(directory, "weary", "killed-weary", "SELECT * FROM champions");
    rows_assert_same(directory, "weary", "killed-weary",
                     "SELECT * FROM faults, meetings WHERE id = meeting");
}

/* Ctrl-C when a query finds something, most probably while the engine thinks. */
static void interrupt_when(const char *config, const char *sql) {
    char path[128];
    pid_t pid = start(config, config);
    snprintf(path, sizeof path, "%s/%s/run.db", directory, config);
    while (access(path, R_OK) != 0 || rows_number(directory, config, sql) == 0)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    kill(pid, SIGINT);
    assert_int_equal(status_of(pid), 130);
    assert_all_dead();
    assert_int_equal(rows_number(directory, config, "SELECT count(*) FROM faults"), 0);
}

/* The game does not count, nor its generation. */
static void ctrl_c_ends_training_while_an_engine_thinks(void **state) {
    (void)state;
    interrupt_when("slow", "SELECT count(*) >= 2 FROM generations");
    assert_true(rows_number(directory, "slow", "SELECT count(*) FROM generations") < 8);
    tune("slow", "slow", 0);
    rows_assert_same(directory, "slow", "trained",
                     "SELECT generation, slot, weights FROM players WHERE generation > 0 ORDER BY "
                     "generation, slot");
}

static void ctrl_c_ends_the_measurement_while_an_engine_thinks(void **state) {
    (void)state;
    interrupt_when("slowly", "SELECT count(*) FROM champions");
    assert_int_equal(
        rows_number(directory, "slowly", "SELECT count(*) FROM meetings WHERE stage = 'verify'"),
        0);
    tune("slowly", "slowly", 0);
    rows_assert_same(directory, "slowly", "measured",
                     "SELECT stage, " COUNTS " FROM meetings ORDER BY id");
}

/* All met the engine and no other, in training and choice. */
static void fitness_is_earned_against_an_engine(void **state) {
    (void)state;
    assert_int_equal(rows_number(directory, "trained",
                                 "SELECT sum(not_repeatable) = count(*) AND count(*) = 32 "
                                 "FROM meetings WHERE stage = 'train'"),
                     1);
    assert_int_equal(rows_number(directory, "trained", "SELECT sum(pairs) FROM fitness"), 32);
    assert_prints("report trained", 0,
                  ",\n  and this run, whose training or choice followed from them\n");
    assert_prints("report trained", 0, "\n    training: 64 games\n");
    assert_prints("tune trained", 0, "finished");
}

/* Nor does another writer wait for it. */
static void the_database_is_not_locked_while_an_engine_starts(void **state) {
    (void)state;
    char path[128];
    sqlite3 *db;
    pid_t pid = start("patient", "patient");
    snprintf(path, sizeof path, "%s/begun", directory);
    for (int i = 0; i < 20000 && access(path, F_OK) != 0; i++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    snprintf(path, sizeof path, "%s/patient/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE; ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    snprintf(path, sizeof path, "%s/go", directory);
    assert_int_equal(file_write(path, "", NULL), 0);
    assert_int_equal(status_of(pid), 0);
}

static void a_crash_loses_a_game_and_no_run(void **state) {
    (void)state;
    tune("crashed", "crashed", 0);
    assert_logged("crashed", "crashed: fake lost a game by crash: it was killed by signal 6");
    assert_int_equal(
        rows_number(directory, "crashed", "SELECT sum(games) FROM faults WHERE reason = 'crash'"),
        rows_number(directory, "crashed", "SELECT sum(games) FROM faults"));
    int64_t lost = rows_number(directory, "crashed",
                               "SELECT sum(games) FROM faults JOIN players p ON p.id = player"
                               " AND p.name = 'fake'");
    assert_true(lost >= 4);
    char line[96];
    snprintf(line, sizeof line, "measuring the champion: 16 games, of which it lost %d by crash\n",
             (int)lost);
    assert_prints("report crashed", 0, line);
}

static void an_engine_without_an_answer_in_time_has_lost(void **state) {
    (void)state;
    tune("silent", "silent", 0);
    assert_all_dead();
    assert_logged("silent", "silent: fake lost a game by timeout: it did not answer in time");
    assert_int_equal(rows_number(directory, "silent",
                                 "SELECT sum(reason = 'timeout') = count(*) AND sum(games) > 3"
                                 " FROM faults"),
                     1);
    assert_prints("report silent", 0, " by timeout\n");
}

/* Its faults in the measurement go with the measurement. */
static void a_run_with_faults_can_be_made_longer(void **state) {
    (void)state;
    assert_prints("tune crashed --generations 9", 0, "finished");
    assert_int_equal(rows_number(directory, "crashed", "SELECT count(*) FROM generations"), 9);
    assert_true(rows_number(directory, "crashed", "SELECT sum(games) FROM faults") <= 16);
    assert_true(rows_number(directory, "crashed", "SELECT sum(games) FROM faults") >= 4);
}

/* To resign is no fault. */
static void an_engine_that_resigns_has_lost(void **state) {
    (void)state;
    tune("resigned", "resigned", 0);
    assert_int_equal(rows_number(directory, "resigned", "SELECT count(*) FROM faults"), 0);
    assert_int_equal(rows_number(directory, "resigned",
                                 "SELECT sum(n4 = pairs) = 2 FROM meetings WHERE "
                                 "not_repeatable"),
                     1);
}

static void a_missing_program_is_refused_before_the_run(void **state) {
    (void)state;
    char path[200];
    tune("missing", "missing", 2);
    assert_logged("missing", ") cannot be used: it could not be started");
    assert_logged("missing", "could not be started: No such file");
    snprintf(path, sizeof path, "%s/missing", directory);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_prints("check missing.cfg", 2, ") cannot be used: it could not be started");
    assert_prints("check measured.cfg", 0, "games/s with the first generation");
}

static void move_engine(const char *from, const char *to) {
    char command[200];
    snprintf(command, sizeof command, "cd %s && mv %s %s", directory, from, to);
    assert_int_equal(system(command), 0);
}

/* Nothing is left to be played with it, until it is made longer. */
static void a_finished_run_needs_no_engine(void **state) {
    (void)state;
    tune("taken", "away", 0);
    move_engine("taken", "moved");
    tune("taken", "away", 0);
    assert_logged("away", "finished");
    assert_prints("tune away --generations 9", 2, ") cannot be used: it could not be started");
    move_engine("moved", "taken");
    assert_prints("tune away --generations 9", 0, "finished");
}

static void an_engine_keeps_its_line(void **state) {
    (void)state;
    assert_prints("tune crashed.cfg --set output=measured --set 'verify.yardsticks=[]'", 2,
                  "differ in");
    assert_prints("tune none.cfg --set output=two --set 'verify.yardsticks=[\"cmd:./taken gtp;"
                  "protocol=gtp;name=fake\", \"cmd:./taken gtp resign;protocol=gtp;name=fake\"]'",
                  2, "two yardsticks need two names");
    assert_prints(
        "tune none.cfg --set output=two --set 'verify.yardsticks=[\"cmd:./taken gtp;protocol=gtp;"
        "name=centroid\"]'",
        2, "or ;name= of an engine of its own");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_but_its_games_is_as_without_an_engine),
        cmocka_unit_test(what_cannot_be_repeated_is_said),
        cmocka_unit_test(a_killed_run_goes_on),
        cmocka_unit_test(games_before_a_kill_are_not_played_again),
        cmocka_unit_test(ctrl_c_ends_training_while_an_engine_thinks),
        cmocka_unit_test(ctrl_c_ends_the_measurement_while_an_engine_thinks),
        cmocka_unit_test(fitness_is_earned_against_an_engine),
        cmocka_unit_test(milestones_meet_no_engine),
        cmocka_unit_test(the_database_is_not_locked_while_an_engine_starts),
        cmocka_unit_test(a_crash_loses_a_game_and_no_run),
        cmocka_unit_test(an_engine_without_an_answer_in_time_has_lost),
        cmocka_unit_test(a_run_with_faults_can_be_made_longer),
        cmocka_unit_test(an_engine_that_resigns_has_lost),
        cmocka_unit_test(a_missing_program_is_refused_before_the_run),
        cmocka_unit_test(a_finished_run_needs_no_engine),
        cmocka_unit_test(an_engine_keeps_its_line),
    };
    return cmocka_run_group_tests_name("engines", tests, make_folder, own_directory_remove);
}
