/*
 * Runs whose players are the user's own engine, from outside: values get in by each way, the same
 * config gives the same rows for any number of threads and across kills, what an engine does wrong
 * costs a game, and what cannot be is said before anything is played.
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
#include "tests/rows.h"
#include "tests/shell.h"
#include "tuner/external/fill.h"
#include "tuner/play/pool.h"
#include "tuner/report/settings.h"
#include "tuner/store/runs.h"

static char folder[64], build[600]; /* BUILD_DIR from anywhere */
static struct text said;            /* by the last command */

/* ---- configs ---- */

#define REST                                                                                       \
    "fitness = { pairs = 2; }; progress = { every = 2; pairs = 2; };\n"                            \
    "optimizer = { name = \"ga\"; generations = 4; init_spread = 0.5;\n"                           \
    "  ga = { population = 4; groups = 2; }; };\n"                                                 \
    "verify = { candidates = 2; selection_pairs = 2; pairs = 4; };\n"
#define PARAMETERS                                                                                 \
    "parameters = ({ name = \"a1\"; min = -900; max = 900; start = 0; },\n"                        \
    "  { name = \"near\"; option = \"b2\"; min = -900; max = 900; start = 0; rate = 0.01; "        \
    "});\n"
#define REVERSI "seed = 3; game = \"reversi\";\n" PARAMETERS REST

/* ENGINE and FAKE stand for programs. */
static const struct {
    const char *name, *text;
} configs[] = {
    {"line", REVERSI "engine = { command = \"ENGINE gtp\"; protocol = \"gtp\";\n"
                     "  set = \"set_param {name} {value}\"; };\n"},
    {"words", REVERSI "engine = { command = \"ENGINE gtp a1={a1} b2={near}\";\n"
                      "  protocol = \"gtp\"; };\n"},
    {"variable", REVERSI "engine = { command = \"ENGINE gtp\"; protocol = \"gtp\";\n"
                         "  options = \"env=WEIGHTS=a1={a1} b2={near}\"; };\n"},
    {"file", REVERSI "engine = { command = \"ENGINE gtp file=mine.txt\"; protocol = \"gtp\";\n"
                     "  template = \"mine.in\"; file = \"mine.txt\"; };\n"},
    {"path", REVERSI "engine = { command = \"ENGINE gtp file={file}\"; protocol = \"gtp\";\n"
                     "  template = \"mine.in\"; file = \"mine.txt\"; };\n"},
    {"relative", REVERSI "engine = { command = \"sh start ENGINE gtp file={file}\";\n"
                         "  protocol = \"gtp\"; template = \"mine.in\"; file = \"mine.txt\"; };\n"},
    {"rogue", REVERSI "engine = { command = \"sh rogue {file} ENGINE gtp\"; protocol = \"gtp\";\n"
                      "  template = \"mine.in\"; file = \"mine.txt\"; };\n"},
    {"mixed", REVERSI "engine = { command = \"ENGINE gtp a1={a1}\"; protocol = \"gtp\";\n"
                      "  set = \"set_param {name} {value}\"; };\n"},
    {"faulty", REVERSI "engine = { command = \"ENGINE gtp crash=23 hang=41\";\n"
                       "  protocol = \"gtp\"; options = \"timeout=0.3\";\n"
                       "  set = \"set_param {name} {value}\"; };\n"},
    {"moving", "seed = 3; game = \"reversi\";\n"
               "parameters = ({ name = \"a1\"; min = -900; max = 900; start = -700; },\n"
               "  { name = \"b2\"; min = -900; max = 900; start = 600; });\n" REST
               "engine = { command = \"ENGINE gtp a1={a1} b2={b2}\"; protocol = \"gtp\"; };\n"},
    {"narrower", "seed = 3; game = \"reversi\";\n"
                 "parameters = ({ name = \"a1\"; min = 300; max = 700; start = 300; },\n"
                 "  { name = \"b2\"; min = -900; max = 900; start = 600; });\n" REST
                 "engine = { command = \"ENGINE gtp a1={a1} b2={b2}\"; protocol = \"gtp\"; };\n"},
    {"coarser",
     "seed = 3; game = \"reversi\";\n"
     "parameters = ({ name = \"a1\"; min = 300; max = 700; start = 300; precision = 2; },\n"
     "  { name = \"b2\"; min = -900; max = 900; start = 600; });\n" REST
     "engine = { command = \"ENGINE gtp a1={a1} b2={b2}\"; protocol = \"gtp\"; };\n"},
    {"picky", "seed = 3; game = \"reversi\";\n"
              "parameters = ({ name = \"a1\"; min = 850; max = 950; start = 890; });\n" REST
              "engine = { command = \"ENGINE gtp a1={a1}\"; protocol = \"gtp\"; };\n"},
    {"dead", "seed = 3; game = \"reversi\";\n"
             "parameters = ({ name = \"dead\"; min = 0; max = 9; },\n"
             "  { name = \"a1\"; min = -900; max = 900; start = 100; },\n"
             "  { name = \"b2\"; min = -900; max = 950; start = 100; });\n" REST
             "engine = { command = \"ENGINE gtp\"; protocol = \"gtp\";\n"
             "  set = \"set_param {name} {value}\"; };\n"},
    {"moody", REVERSI "engine = { command = \"ENGINE gtp moody=3\"; protocol = \"gtp\";\n"
                      "  set = \"set_param {name} {value}\"; };\n"},
    {"broken", REVERSI "engine = { command = \"FAKE gtp crash@9\"; protocol = \"gtp\";\n"
                       "  set = \"set_param {name} {value}\"; };\n"},
    {"mortal", REVERSI "engine = { command = \"./mortal gtp a1={a1} b2={near}\";\n"
                       "  protocol = \"gtp\"; };\n"},
    {"gomoku", "seed = 3; game = \"gomoku\"; openings = { plies_min = 2; plies_max = 4; };\n"
               "parameters = ({ name = \"own2\"; min = 1; max = 900; start = 1; scale = \"log\"; "
               "},\n  { name = \"opp3\"; min = 1; max = 900; scale = \"log\"; });\n" REST
               "engine = { command = \"ENGINE gomocup\"; protocol = \"gomocup\"; };\n"},
    {"chess", "seed = 3; game = \"chess\"; player = { plies_max = 60; };\n"
              "parameters = ({ name = \"queen\"; option = \"mg.queen.d4\"; min = -800; max = 800; "
              "start = 0; });\n" REST
              "engine = { command = \"ENGINE uci\"; protocol = \"uci\"; depth = 1; };\n"},
    {"twice", "seed = 3; game = \"chess\"; player = { plies_max = 30; };\n"
              "parameters = ({ name = \"queen\"; option = \"mg.queen.d4\"; min = -800; max = 800; "
              "start = -700; });\n"
              "fitness = { pairs = 2; }; progress = { every = 0; };\n"
              "optimizer = { name = \"ga\"; generations = 2; init_spread = 0.5;\n"
              "  ga = { population = 4; groups = 2; }; };\n"
              "verify = { candidates = 2; selection_pairs = 2; pairs = 20; also = \"10x\"; };\n"
              "engine = { command = \"ENGINE uci log=LOG\"; protocol = \"uci\"; nodes = 7; };\n"},
    {"silent", "seed = 3; game = \"chess\";\n"
               "parameters = ({ name = \"queen\"; min = 0; max = 9; });\n" REST
               "engine = { command = \"FAKE uci silence@1\"; protocol = \"uci\"; nodes = 5;\n"
               "  options = \"timeout=0.6;env=QUEEN={queen}\"; };\n"},
    {"listed", "seed = 3; game = \"chess\"; player = { plies_max = 60; };\n"
               "parameters = \"engine\";\n" REST
               "engine = { command = \"ENGINE uci few\"; protocol = \"uci\"; depth = 1;\n"
               "  options = \"option.taken=2\"; };\n"},
    {"judged",
     "seed = 3; game = \"chess\"; player = { plies_max = 60; };\n"
     "parameters = ({ name = \"queen\"; option = \"mg.queen.d4\"; min = -800; max = 800; "
     "start = 0; });\n" REST "engine = { command = \"ENGINE uci\"; protocol = \"uci\"; depth = 1;\n"
     "  draw = { moves = 3; score = 0; from_move = 5; };\n"
     "  resign = { moves = 3; }; };\n"},
};

static void write_file(const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (file_write(path, text, NULL)) die("cannot write %s", path);
}

static void add_program(const char *name, const char *text, const char *program, struct text *out) {
    for (const char *place; (place = strstr(text, name)); text = place + strlen(name))
        text_add(out, "%.*s%s/tests/%s", (int)(place - text), text, build, program);
    text_add(out, "%s", text);
}

/* LOG stands for a file of the folder. */
static void add_log(const char *text, struct text *out) {
    const char *place = strstr(text, "LOG");
    if (place) text_add(out, "%.*s%s/log", (int)(place - text), text, folder);
    text_add(out, "%s", place ? place + strlen("LOG") : text);
}

static void write_config(const char *name, const char *config) {
    char file[64];
    struct text half = {0}, named = {0}, text = {0};
    snprintf(file, sizeof file, "%s.cfg", name);
    add_program("ENGINE", config, "tunable_engine", &half);
    add_program("FAKE", text_get(&half), "fake_engine", &named);
    add_log(text_get(&named), &text);
    write_file(file, text_get(&text));
    text_free(&half);
    text_free(&named);
    text_free(&text);
}

/* It lives for a number of starts. */
#define MORTAL                                                                                     \
    "#!/bin/sh\necho x >>starts\nif test $(wc -l <starts) -gt 4; then echo cannot find my book "   \
    ">&2; exit 1; fi\nexec %s/tests/tunable_engine \"$@\"\n"

/* It reads its values and puts something else in their file's place, or its folder's. */
#define ROGUE                                                                                      \
    "file=$1; shift; values=$(cat $file); rm $file\n"                                              \
    "case $HABIT in\n"                                                                             \
    "link) ln -s $VICTIM/kept $file;;\n"                                                           \
    "pipe) mkfifo $file;;\n"                                                                       \
    "folder) mkdir $file;;\n"                                                                      \
    "gone) rmdir ${file%/*};;\n"                                                                   \
    "elsewhere) rmdir ${file%/*}; ln -s $VICTIM ${file%/*};;\n"                                    \
    "esac\nexec \"$@\" $values\n"

static int make_folder(void **state) {
    char here[512], command[300];
    struct text mortal = {0};
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/hone-test-tuned-XXXXXX");
    if (!mkdtemp(folder) || !getcwd(here, sizeof here)) return -1;
    snprintf(build, sizeof build, "%s%s%s", BUILD_DIR[0] == '/' ? "" : here,
             BUILD_DIR[0] == '/' ? "" : "/", BUILD_DIR);
    for (size_t i = 0; i < COUNT_OF(configs); i++) write_config(configs[i].name, configs[i].text);
    write_file("mine.in", "a1={a1}\nb2={near}\n");
    write_file("rogue", ROGUE);
    write_file("start", "exec \"$@\"\n");
    write_file("sh", "not the sh of PATH\n");
    text_add(&mortal, MORTAL, build);
    write_file("mortal", text_get(&mortal));
    text_free(&mortal);
    snprintf(command, sizeof command, "chmod +x %s/mortal", folder);
    return system(command);
}

static int remove_folder(void **state) {
    char command[128];
    (void)state;
    text_free(&said);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* ---- the program ---- */

static void assert_said(const char *what) {
    if (!strstr(text_get(&said), what)) fail_msg("'%s' is not in: %s", what, text_get(&said));
}

static void hone(const char *arguments, int status, const char *what) {
    char command[1600];
    text_free(&said);
    snprintf(command, sizeof command, "cd %s && %s/hone %s 2>&1", folder, build, arguments);
    int is = shell_run(command, &said);
    if (is != status) fail_msg("%s: status %d: %s", arguments, is, text_get(&said));
    assert_said(what);
}

static void tune(const char *config, const char *out, int threads) {
    char arguments[200];
    snprintf(arguments, sizeof arguments, "tune %s.cfg --set output=%s --set threads=%d", config,
             out, threads);
    hone(arguments, 0, "The champion");
}

/* Whether a config that is one of these but for a text is refused, and says so. */
static void refused(const char *config, const char *was, const char *is, const char *what) {
    struct text text = {0};
    size_t i = 0;
    while (strcmp(configs[i].name, config) != 0) i++;
    const char *place = strstr(configs[i].text, was);
    assert_non_null(place);
    text_add(&text, "%.*s%s%s", (int)(place - configs[i].text), configs[i].text, is,
             place + strlen(was));
    write_config("refused", text_get(&text));
    text_free(&text);
    hone("check refused.cfg", 2, what);
}

/* ---- the database ---- */

static void assert_same_rows(const char *a, const char *b) {
    static const char *const queries[] = {
        "SELECT * FROM meetings ORDER BY id", "SELECT * FROM players ORDER BY id",
        "SELECT * FROM fitness ORDER BY generation, player",
        ("SELECT meeting, player, reason, games FROM faults UNION SELECT 'none so far', 0, 0, 0 "
         "ORDER BY 1, 2, 3")};
    for (size_t i = 0; i < COUNT_OF(queries); i++) rows_assert_same(folder, a, b, queries[i]);
}

/* ---- tests ---- */

/* What was played with other ranges is reported and plays on. */
static void ranges_are_changed_in_a_run(void **state) {
    (void)state;
    tune("moving", "ranged", 1);
    hone("tune narrower.cfg --set name=moving --set output=ranged --set optimizer.generations=6 "
         "--adopt",
         0, "from generation 5 on: a1 300 to 700 instead of -900 to 900");
    hone("report ranged", 0, "! from generation 5 on: a1 300 to 700 instead of -900 to 900");
    hone("tune coarser.cfg --set name=moving --set output=ranged --set optimizer.generations=8 "
         "--adopt",
         2, "a run whose parameters differ in more than their ranges");
    hone("match ranged ranged@1 --pairs 2", 0, "moving generation 1");
    hone("match ranged ranged@start --pairs 2", 0, "engines as they are set");
    hone("match ranged ranged@start --pairs 2 --depth 4", 2, "do not reach other programs");
    hone("match ranged ranged@start --pairs 2 --depth 1 --balance 0.3", 0, "balanced to 0.3");
    hone("match ranged ranged@start --pairs 2 --balance 0.3 --judge ranged", 2,
         "ranged: has values of another program, which cannot judge");
    hone("tune ranged", 0, "The champion");
}

static void values_stand_where_their_names_stood(void **state) {
    (void)state;
    const struct fill values[] = {{"a", "1"}, {"long name", "{a}"}};
    struct text out = {0};
    fill_add("x={a} {b} {long name}{a", values, 2, &out);
    assert_string_equal(text_get(&out), "x=1 {b} {a}{a");
    assert_true(fill_has("x {long name}", "long name"));
    assert_false(fill_has("x {long name}", "long"));
    text_free(&out);
}

/* The engine and its values are the same, so are the games. */
static void every_way_in_gives_the_same_games(void **state) {
    (void)state;
    static const char *const ways[] = {"words", "variable", "file", "path", "relative", "mixed"};
    tune("line", "line", 1);
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        tune(ways[i], ways[i], 1);
        assert_same_rows("line", ways[i]);
    }
}

/* No habit of an engine's changes its values, or what is outside of its folder. */
static void nothing_but_the_file_is_written(void **state) {
    (void)state;
    static const char *const habits[] = {"link", "pipe", "folder", "gone", "elsewhere"};
    char command[300], victim[96];
    struct text out = {0};
    snprintf(victim, sizeof victim, "%s/victim", folder);
    snprintf(command, sizeof command, "mkdir %s && echo precious >%s/kept", victim, victim);
    assert_int_equal(shell_run(command, &out), 0);
    setenv("VICTIM", victim, 1);
    for (size_t i = 0; i < COUNT_OF(habits); i++) {
        setenv("HABIT", habits[i], 1);
        tune("rogue", habits[i], 1);
        assert_same_rows("line", habits[i]);
        snprintf(command, sizeof command, "grep -qx precious %s/kept", victim);
        assert_int_equal(shell_run(command, &out), 0);
    }
    text_free(&out);
}

static void no_core_has_two_games(void **state) {
    (void)state;
    char limited[64], threads[32];
    int cores = pool_cores();
    snprintf(limited, sizeof limited, "a core each, so %d at once are played", cores);
    snprintf(threads, sizeof threads, "on %d thread", cores);
    hone("check line.cfg --set threads=1000", 0, limited);
    assert_non_null(strstr(text_get(&said), threads));
}

static void threads_change_nothing(void **state) {
    (void)state;
    tune("words", "two", 2);
    assert_same_rows("line", "two");
}

/* Players that are all the same would share each pair. */
static void values_reach_the_engine(void **state) {
    (void)state;
    assert_true(rows_number(folder, "line", "SELECT count(*) FROM meetings WHERE n2 < pairs") > 0);
}

static void gomocup_and_uci_have_words_of_their_own(void **state) {
    (void)state;
    tune("gomoku", "gomoku", 1);
    tune("chess", "chess", 1);
    assert_int_equal(rows_number(folder, "gomoku", "SELECT count(*) FROM faults"), 0);
    assert_int_equal(rows_number(folder, "chess", "SELECT count(*) FROM faults"), 0);
}

/* Both claim that every position is even. */
static void scores_end_games_of_runs(void **state) {
    (void)state;
    tune("judged", "judged", 1);
    tune("judged", "judged-two", 2);
    assert_same_rows("judged", "judged-two");
    assert_int_equal(rows_number(folder, "judged",
                                 "SELECT sum(games) FROM faults WHERE reason = 'adjudication'"),
                     rows_number(folder, "judged", "SELECT sum(2 * pairs) FROM meetings"));
    assert_int_equal(rows_number(folder, "judged", "SELECT sum(first_won) FROM meetings"), 0);
    hone("report judged", 0, " of them were adjudicated, by both engines' scores");
    hone("replay judged 1", 0, "as stored");
}

/* A fault costs the game; which game it is follows from the values alone. */
static void faults_cost_games_and_never_the_run(void **state) {
    (void)state;
    tune("faulty", "faulty", 2);
    tune("faulty", "faulty-again", 1);
    assert_same_rows("faulty", "faulty-again");
    assert_true(
        rows_number(folder, "faulty", "SELECT sum(games) FROM faults WHERE reason = 'crash'") > 3);
    assert_true(rows_number(folder, "faulty",
                            "SELECT sum(games) FROM faults WHERE reason = 'timeout'") > 0);
    assert_int_equal(rows_number(folder, "faulty",
                                 "SELECT count(*) FROM faults WHERE reason NOT IN ('crash', "
                                 "'timeout')"),
                     0);
}

/* Values that it does not start with lose, however often; the start's values go on. */
static void values_that_do_not_start_lose(void **state) {
    (void)state;
    tune("picky", "picky", 1);
    assert_true(
        rows_number(folder, "picky", "SELECT sum(games) FROM faults WHERE reason = 'start'") > 6);
    assert_int_equal(rows_number(folder, "picky",
                                 "SELECT count(*) FROM faults JOIN players p ON p.id = player "
                                 "WHERE p.generation = 1 AND p.slot = 0"),
                     0);
}

static void an_engine_that_is_gone_ends_the_run(void **state) {
    (void)state;
    hone("tune mortal.cfg --set output=mortal-run --set threads=1", 2,
         "with the start's values too: it ended with status 1 and said:\ncannot find my book");
    hone("report mortal-run", 0, "unfinished");
}

/* It starts, and crashes in each game. */
static void a_start_that_fails_in_all_games_ends_the_run(void **state) {
    (void)state;
    hone("tune broken.cfg --set output=broken-run --set threads=1", 2,
         "lost 3 games in a row by faults with the start's values, the last one by this: it ");
    hone("tune broken.cfg --set output=broken-two --set threads=2", 2, "lost 3 games in a row");
}

/* SPSA never plays the start's values. */
static void a_program_that_fails_with_all_values_ends_the_run(void **state) {
    (void)state;
    write_config("never", "seed = 3; game = \"reversi\";\n" PARAMETERS "fitness = { pairs = 1; };\n"
                          "optimizer = { name = \"spsa\"; generations = 40; };\n"
                          "engine = { command = \"FAKE gtp crash@9\"; protocol = \"gtp\";\n"
                          "  set = \"set_param {name} {value}\"; };\n");
    for (int threads = 1; threads <= 2; threads++) {
        char line[80];
        snprintf(line, sizeof line, "tune never.cfg --set threads=%d --set output=never-%d",
                 threads, threads);
        hone(line, 2, "lost the games of 30 vectors in a row by faults, the last one by this: it ");
    }
}

static int64_t earlier_candidate(const char *run) {
    return rows_number(folder, run,
                       "SELECT ifnull(max(p.id), 0) FROM seats s JOIN players p ON p.id = s.player "
                       "WHERE s.stage = 'select' AND s.role = 'candidate' AND p.generation < 6");
}

/* As if it had lost many games so. */
static void blame_player(const char *run, int64_t player) {
    char path[128];
    struct error error = {""};
    snprintf(path, sizeof path, "%s/%s/run.db", folder, run);
    struct stored_fault fault = {1, player, "crash", 1000};
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    store_soften(store, &error);
    store_begin(store);
    store_add_fault(store, &fault);
    store_commit(store);
    if (store_harden(store)) fail_msg("%s", error.text);
    store_close(store);
}

/* A vector that would be a candidate is none once it has crashed too often. */
static void values_to_blame_are_not_chosen(void **state) {
    (void)state;
    char command[300];
    hone("tune moving.cfg --set output=trusted --set verify.candidates=5 --set "
         "optimizer.ga.champion=centroid",
         0, "The champion");
    snprintf(command, sizeof command, "cp -r %s/trusted %s/blamed", folder, folder);
    assert_int_equal(system(command), 0);
    hone("tune trusted --generations 6", 0, "The champion");
    int64_t candidate = earlier_candidate("trusted");
    assert_true(candidate > 0);
    blame_player("blamed", candidate);
    hone("tune blamed --generations 6", 0, "The champion");
    assert_true(earlier_candidate("blamed") != candidate);
    hone("report blamed", 0, "most of these; values that are to blame cannot become champion\n");
}

/* `hone tune` with two settings, which is not waited for. */
static pid_t begin(const char *config, const char *first, const char *second) {
    char program[700];
    snprintf(program, sizeof program, "%s/hone", build);
    pid_t pid = fork();
    if (pid != 0) return pid;
    int null = open("/dev/null", O_WRONLY);
    dup2(null, 1);
    dup2(null, 2);
    if (chdir(folder) == 0)
        execl(program, program, "tune", config, "--set", first, "--set", second, (char *)NULL);
    _exit(127);
}

static void a_killed_run_has_the_same_rows(void **state) {
    (void)state;
    int kills = 0;
    for (int generations = 0; generations < 4; generations++) {
        pid_t pid = begin("words.cfg", "output=killed", "threads=2");
        char path[128];
        snprintf(path, sizeof path, "%s/killed/run.db", folder);
        int status = -1;
        while (waitpid(pid, &status, WNOHANG) == 0)
            if (access(path, R_OK) == 0 &&
                rows_number(folder, "killed", "SELECT count(*) FROM generations") >= generations) {
                kill(pid, SIGKILL);
                waitpid(pid, &status, 0);
                break;
            } else {
                nanosleep(&(struct timespec){0, 1000000}, NULL);
            }
        kills += WIFSIGNALED(status);
    }
    assert_true(kills >= 3);
    tune("words", "killed", 2);
    assert_same_rows("line", "killed");
}

/* Steps and choices as they were written. */
/* How often the engine was asked so since the log was emptied. */
static int asked(const char *go) {
    char command[200];
    struct text out = {0};
    snprintf(command, sizeof command, "grep -cx '%s' %s/log", go, folder);
    shell_run(command, &out);
    int times = atoi(text_get(&out));
    text_free(&out);
    return times;
}

static void sqlite(const char *run, const char *sql) {
    char command[600];
    snprintf(command, sizeof command, "sqlite3 %s/%s/run.db \"%s\" && : >%s/log", folder, run, sql,
             folder);
    assert_int_equal(system(command), 0);
}

/* Two pairs, a tenth of verify.pairs, of at most 30 plies after the opening. */
static void the_champion_is_measured_at_a_second_limit(void **state) {
    (void)state;
    char line[64];
    tune("twice", "twice", 2);
    assert_true(asked("go nodes 7") > 1000);
    assert_true(asked("go nodes 70") > 20);
    assert_int_equal(rows_number(folder, "twice",
                                 "SELECT pairs FROM meetings m JOIN champions c ON c.run = m.run "
                                 "WHERE stage = 'limit' AND a = c.player AND b = c.start"),
                     2);
    hone("report twice", 0, "Strength at two limits: the champion at the run's (*)");
    hone("report twice", 0, "\n  * 7 nodes ");
    hone("report twice", 0, "\n  ? 70 nodes ");
    hone("status twice", 0, "\n  ? 70 nodes ");
    hone("report twice --depths --format csv", 0, "\n0,70 nodes,0,2,");
    hone("report twice --html twice.html; grep '70 nodes' twice.html", 0, "70 nodes");
    hone("status twice --format csv", 0, ",also_elo,also_elo_error");
    snprintf(line, sizeof line, "replay twice %d",
             (int)rows_number(folder, "twice", "SELECT max(id) FROM meetings"));
    sqlite("twice", "SELECT 1");
    hone(line, 0, ", limit, 2 pairs: ");
    assert_true(asked("go nodes 70") > 20);
}

static void the_second_limit_is_neither_lost_nor_repeated(void **state) {
    (void)state;
    char command[200];
    snprintf(command, sizeof command, "cp -r %s/twice %s/again", folder, folder);
    assert_int_equal(system(command), 0);
    sqlite("again", "UPDATE runs SET finished = '', sum = NULL; PRAGMA user_version = 5");
    hone("status again", 0, "strength at another limit done");
    tune("twice", "again", 1);
    assert_int_equal(asked("go nodes 70"), 0);
    assert_same_rows("twice", "again");
    sqlite("again", "DELETE FROM meetings WHERE stage = 'limit'; DELETE FROM seats WHERE stage = "
                    "'limit'; DELETE FROM stage_timings WHERE stage = 'limit'; UPDATE runs SET "
                    "finished = '', sum = NULL; PRAGMA user_version = 5");
    hone("status again", 0, "measuring the champion done, strength at another limit next");
    tune("twice", "again", 1);
    assert_true(asked("go nodes 70") > 20);
    assert_int_equal(asked("go nodes 7"), 0);
    assert_same_rows("twice", "again");
}

static void a_kill_at_the_second_limit_changes_nothing(void **state) {
    (void)state;
    int status;
    hone("tune twice.cfg --set output=whole --set verify.also_pairs=50", 0, "The champion");
    sqlite("whole", "SELECT 1");
    pid_t pid = begin("twice.cfg", "output=cut", "verify.also_pairs=50");
    while (asked("go nodes 70") < 60 && waitpid(pid, &status, WNOHANG) == 0) {
    }
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    sqlite("cut", "SELECT 1");
    hone("status cut", 0, "measuring the champion done, strength at another limit");
    hone("tune cut", 0, "The champion");
    assert_int_equal(asked("go nodes 7"), 0);
    assert_true(asked("go nodes 70") > 100);
    assert_same_rows("whole", "cut");
}

static void the_second_limit_is_one_that_the_engine_can_have(void **state) {
    (void)state;
    refused("twice", "10x", "1x", "verify.also is the limit that the run has anyway");
    refused("twice", "10x", "0x", "verify.also must be a factor for engine.nodes, movetime or");
    refused("twice", "10x", "nodes=0", "verify.also must be a factor");
    refused("twice", "10x", "plies=3", "verify.also must be a factor");
    refused("twice", "nodes = 7", "nodes = 900000000", "verify.also cannot be used: ");
    refused("twice", "nodes = 7", "depth = 7", "nothing to multiply: engine.depth counts plies");
    refused("twice", "nodes = 7", "depth = 7; nodes = 7", "nothing to multiply: engine.depth");
    refused("twice", "also = \"10x\"", "also_pairs = 3", "verify.also_pairs has no effect without");
    refused("line", "pairs = 4; }", "pairs = 4; also = \"depth=8\"; }", "verify.also cannot be");
    refused("line", "pairs = 4; }", "pairs = 4; also = \"2x\"; }", "the engine is told no limit");
    hone("check twice.cfg", 0, "without the 4 games at verify.also (70 nodes), which take another");
    hone("check twice.cfg --set engine.nodes=0 --set engine.movetime=0.02 --set verify.also=3x", 0,
         "at verify.also (0.06 s a move)");
    hone("check twice.cfg --set engine.nodes=0 --set engine.clock=2+0.5 --set verify.also=3x", 0,
         "at verify.also (clock 6+1.5)");
    hone("check --params twice.cfg --set verify.also=depth=8", 0, "queen");
    hone("check --params twice.cfg --set verify.also=clock=1+0.1", 0, "queen");
    hone("check --params twice.cfg --set verify.also=movetime=0.5", 0, "queen");
    write_config(
        "own",
        "game = \"reversi\"; evaluator = { name = \"wpc\"; }; verify = { also = \"2x\"; };\n");
    hone("check own.cfg", 2, "own.cfg:1: verify.also belongs to engine.command");
}

/* Beside the right one. */
static void a_misspelt_place_is_named(void **state) {
    (void)state;
    write_file("odd.in", "a1={a1}\nb2={near}\nneer={neer} {\"json\": {a}} {file} {far}\n");
    write_config("odd",
                 REVERSI "engine = { command = \"ENGINE gtp file=mine.txt a={a2}\";\n"
                         "  protocol = \"gtp\"; template = \"odd.in\"; file = \"mine.txt\"; };\n");
    hone("check --params odd.cfg", 0,
         "engine.command has {a2}, which is no parameter; is {a1} meant?\n"
         "engine.template has {neer}, which is no parameter; is {near} meant?\n");
    assert_null(strstr(text_get(&said), "has {file}"));
    assert_null(strstr(text_get(&said), "has {a}"));
    assert_null(strstr(text_get(&said), "has {a1}"));
    hone("check --params file.cfg", 0, "near");
    assert_null(strstr(text_get(&said), "which is no parameter"));
}

static void the_table_of_parameters_has_their_steps(void **state) {
    (void)state;
    write_config("table", "seed = 3; game = \"reversi\"; parameters = ({ name = \"a1\"; min = 0; "
                          "max = 9; start = 2; step = 3; },\n"
                          "{ name = \"b2\"; min = 0.5; max = 2; precision = 0.1; step = 0.2; },\n"
                          "{ name = \"s\"; choices = [\"solid\", \"active\"]; });\n"
                          "optimizer = { name = \"spsa\"; generations = 4; };\n"
                          "engine = { command = \"ENGINE gtp\"; protocol = \"gtp\";\n"
                          "  set = \"set_param {name} {value}\"; };\n");
    hone("check --params table.cfg", 0,
         "  a1                                      2        0        9      3\n"
         "  b2                                    1.2      0.5        2    0.2\n"
         "  s                                   solid    solid   active\n");
    hone("check --params -f csv table.cfg", 0, ",0.5,2,0.2");
}

/* All that it lists, but what manages it, what has no choice, and what is set. */
static void parameters_are_those_that_the_engine_lists(void **state) {
    (void)state;
    hone("check --params listed.cfg", 0,
         "  mg.pawn.d4                                  0     -800      800\n"
         "  A Long Name Of A Rook's Weight              5        0        9\n"
         "  Null Move                                true    false     true\n"
         "  Style                                    wild    solid     wild\n"
         "  dead                                        3        0        9\n");
    hone("check --params listed.cfg", 0,
         "5 of 14 options that tunable_engine lists; left out: "
         "Hash, Log File, Clear Hash, Only, Alone, Gap, Style, Wordy, Taken\n");
    hone("check listed.cfg", 0, "min = -800; max = 800; start = 0;"); /* not -8e+02 */
    hone("check listed.cfg", 0, "parameters that change a move at min or max: 1 of 5\n");
    hone("check listed.cfg", 0,
         "  dead, as neither min nor max changes a move: A Long Name Of A Rook's Weight,");
    hone("check listed.cfg", 0, "3 like evaluation: mg.pawn.d4, A Long Name Of A");
    hone("check listed.cfg", 0, "is no measure of Elo:\n  mg.pawn.d4 ");
    /* The step is looked for towards the farther bound, which may be the lower one. */
    hone("check listed.cfg --set 'parameters=({name=\"pawn\";option=\"mg.pawn.d4\";min=-800;"
         "max=800;start=790;})'",
         0, "is no measure of Elo:\n  pawn ");
    hone("check listed.cfg --set 'parameters=({name=\"pawn\";option=\"mg.pawn.d4\";min=0;"
         "max=2;start=0;})'",
         0, "is no measure of Elo:\n  none within these bounds: pawn\n");
    /* Rules narrow a range, and move tied parameters along; frozen ones are not asked about. */
    hone("check listed.cfg --set 'params=({name=\"*\";freeze=true;},{name=\"mg.pawn.d4\";"
         "freeze=false;lower=0;upper=2;})'",
         0, "change a move at min or max: 1 of 1\n");
    assert_said("  none within these bounds: mg.pawn.d4\n");
    hone("check listed.cfg --set 'parameters=({name=\"dead\";min=0;max=9;},{name=\"pawn\";option="
         "\"mg.pawn.d4\";min=0;max=9;})' --set 'params=({name=\"pawn\";tie=\"dead\";})'",
         0, "change a move at min or max: 1 of 1\n");
    hone("check listed.cfg", 0, "an error of +/- 5 Elo takes 18550 games without draws");
    hone("tune listed.cfg --set output=listed --set optimizer.generations=2", 0,
         "The champion's values: listed/champion.txt");
    hone("tune listed.cfg --set output=listed --set optimizer.generations=2", 0, "listed/champion");
    hone("export listed@start", 0,
         "mg.pawn.d4 = 0\nA Long Name Of A Rook's Weight = 5\nNull Move = true\nStyle = wild\ndead "
         "= 3\n");
    hone("report listed", 0, "The champion's values\n");
    int champion = -1, start = -1;
    const char *row = strstr(text_get(&said), "\n  dead ");
    assert_int_equal(row ? sscanf(row, " dead %d %d", &champion, &start) : 0, 2);
    assert_in_range(champion, 0, 9);
    assert_int_equal(start, 3);
    hone("export -f uci listed@start", 0, "setoption name A Long Name Of A Rook's Weight value 5");
    assert_null(strstr(text_get(&said), "left out"));
    hone("export -f openbench listed@start", 0,
         "left out, since --format openbench has numbers alone: Null Move, Style\n");
    assert_null(strstr(text_get(&said), "Style, "));
    hone("export -f fishtest listed@start", 0, "has numbers alone: Null Move, Style\n");
    hone("export -f factory listed@start", 0, "has numbers alone: Null Move, Style\n");
    assert_null(strstr(text_get(&said), "\"Style\""));
}

/* What is exported is imported with the same names, bounds, steps and values, in each format. */
static void exports_come_back_by_import(void **state) {
    (void)state;
    static const char *const formats[] = {"openbench", "fishtest", "factory"};
    write_config(
        "round",
        "seed = 3; game = \"reversi\"; parameters = ({ name = \"a1\"; min = -9; max = 90; start "
        "= 2; step = 3; },\n"
        "{ name = \"b\"; option = \"b2 of the second kind or row\"; min = 0.5; max = 2; "
        "precision = 0.01; start = 1.25; step = 0.2; },\n"
        "{ name = \"c d\"; min = 0; max = 9; start = 1; },\n"
        "{ name = \"c_d\"; min = 0; max = 9; start = 2; },\n"
        "{ name = \"c_d__4\"; min = 0; max = 9; start = 3; });\n"
        "optimizer = { name = \"spsa\"; generations = 2; }; fitness = { pairs = 1; };\n"
        "verify = { selection_pairs = 2; pairs = 4; };\n"
        "engine = { command = \"ENGINE gtp\"; protocol = \"gtp\";\n"
        "  options = \"env=X={a1}{b}{c d}{c_d}{c_d__4}\"; };\n");
    hone("tune round.cfg --set output=round", 0, "The champion's values: ");
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        char command[200];
        snprintf(command, sizeof command, "export -f %s round@start >%s.out", formats[i],
                 formats[i]);
        hone(command, 0, "");
        snprintf(command, sizeof command, "import %s.out", formats[i]);
        hone(command, 0, "{ name = \"a1\"; min = -9; max = 90; start = 2; step = 3; }");
        assert_said("{ name = \"b2 of the second kind or row\"; ");
        assert_said("00; start = 1.25");
        assert_said("; step = 0.2; ");
    }
    hone("export -f header round@start", 0,
         "#define A1 2\n#define B2_OF_THE_SECOND_KIND_OR_ROW 1.25\n#define C_D 1\n"
         "#define C_D___4 2\n#define C_D__4 3\n");
    hone("report round", 0, "reversi, engine, seed 3");
}

static void what_an_engine_does_not_list_is_no_parameter(void **state) {
    (void)state;
    refused("line", PARAMETERS, "parameters = \"engine\";\n",
            "cannot be \"engine\": tunable_engine lists no option that is a number or a choice");
    refused("listed", "ENGINE uci few", "./not-there",
            "cannot be \"engine\": not-there (./not-there");
    refused("listed", "\"engine\"", "\"all\"", "100;}), or \"engine\"");
    refused("listed",
            "engine = { command = \"ENGINE uci few\"; protocol = \"uci\"; depth = 1;\n"
            "  options = \"option.taken=2\"; };\n",
            "evaluator = { name = \"psq\"; };", "is \"engine\", and engine.command");
}

/* Bounds, choices and defaults of a program that speaks XBoard's protocol. */
static void offers_of_xboard_are_compared(void **state) {
    (void)state;
    write_config(
        "xboard",
        "seed = 3; game = \"chess\"; player = { plies_max = 60; };\n"
        "parameters = ({ name = \"Contempt\"; min = -20; max = 20; start = 5; },\n"
        "  { name = \"Hash Size\"; min = 1; max = 9; start = 4; },\n"
        "  { name = \"Own Book\"; choices = [\"false\", \"true\"]; start = \"true\"; },\n"
        "  { name = \"Style\"; choices = [\"Solid\", \"Wild\"]; start = \"Solid\"; });\n" REST
        "engine = { command = \"FAKE xboard none\"; protocol = \"xboard\"; depth = 1; };\n");
    hone("check xboard.cfg", 2,
         "refuses: Contempt: the engine takes -10 to 20; Style: of the "
         "engine Style is one of \"var Solid var Very Wild");
    hone("tune xboard.cfg --set output=beyond", 2,
         "refuses: Contempt: the engine takes -10 to 20; ");
    hone("check xboard.cfg --set 'parameters=({name=\"Hash Size\";min=1;max=9;start=4;})'", 0,
         "  Hash Size: starts at 4, the engine's own is 16\n");
    hone("check --params xboard.cfg --set 'parameters=\"engine\"'", 0,
         "  Style                           Very Wild    Solid      Odd\n"
         "  Contempt                                5      -10       20\n");
}

/* The kings at home, and a pawn on one of 24 squares. */
static void write_pawn_endings(const char *name) {
    static const char *const files[] = {"P7", "1P6", "2P5", "3P4", "4P3", "5P2", "6P1", "7P"};
    struct text lines = {0};
    for (int i = 0; i < 24; i++)
        text_add(&lines, "4k3/%s%s%s/4K3 w - - 0 1\n", &"8/8/8/8/8/"[2 * (i / 8)], files[i % 8],
                 &"/8/8"[4 - 2 * (i / 8)]);
    write_file(name, text_get(&lines));
    text_free(&lines);
}

static void check_tests_the_engine(void **state) {
    (void)state;
    hone("check dead.cfg", 0, "50 positions asked twice: the same moves");
    assert_said("twice: the same moves: repeatable; ");
    assert_said("by their names they look: 3 like neither: dead, a1, b2\n");
    assert_said("change a move at min or max: 2 of 3\n  b2: ");
    assert_said("\n  dead, as neither min nor max changes a move: dead; bound");
    assert_said("  b2: the engine does not play with one of its bounds: at 950 it answered");
    hone("check chess.cfg --set engine.depth=0 --set engine.movetime=0.01", 0,
         "the same moves; by the clock others may come; ");
    assert_said("by their names they look: 1 like evaluation: queen\n");
    hone("tune chess.cfg --set engine.depth=0 --set engine.clock=\"1+1\" --set output=timed "
         "--set optimizer.generations=1",
         0, "tunable_engine moves by the clock, so this run is not repeatable; ");
    hone("report timed", 0, "Not repeatable (*): the engine moves by the clock\n");
    hone("report chess", 0, "* repeatable only if the engine is; `hone check` tests that");
    hone("check moody.cfg", 0, "other moves the second time:\n  not repeatable");
    write_pawn_endings("ends.epd");
    hone("check twice.cfg --set 'openings.file=\"ends.epd\"'", 0, "asked twice: the same moves");
    assert_true(asked("position fen 4k3/.*/4K3 w - - 0 1.*") > 9);
    hone("check broken.cfg", 2, "loses a game with the start's values: it ");
    assert_null(strstr(text_get(&said), "free"));
    hone("check silent.cfg", 2,
         "fake_engine has not answered nodes=5 for 0.3 s: it may not know that limit; if so, give "
         "it depth= or time=\n");
    assert_said("in time; if it does not know nodes, give it a depth or a time\n");
    hone("check line.cfg --preflight", 0, "games for +/- 20 Elo");
}

static void the_champion_is_exported_as_the_engine_reads_it(void **state) {
    (void)state;
    char lines[200];
    struct text values = {0};
    rows_ask(folder, "file",
             "SELECT CAST(weights AS TEXT) FROM players WHERE id = (SELECT player FROM champions)",
             &values);
    int a1 = 0, b2 = 0;
    assert_int_equal(sscanf(text_get(&values), "%d %d", &a1, &b2), 2);
    text_free(&values);
    snprintf(lines, sizeof lines, "a1 = %d\nnear = %d\n", a1, b2);
    hone("export file", 0, lines);
    snprintf(lines, sizeof lines,
             "  parameter      champion         start\n"
             "  a1         %12d             0\n"
             "  near       %12d             0\n",
             a1, b2);
    hone("report file", 0, lines);
    hone("tune file.cfg --set output=won --set seed=4", 0, "export --format template won");
    hone("tune file.cfg --set output=won --set seed=5", 2,
         "begin a new one with its values as the starts of `parameters`. They differ in:");
    hone("report picky", 0, "export --format lines picky");
    hone("report timed", 0, "export --format uci timed");
    snprintf(lines, sizeof lines, "cat %s/file/champion.txt", folder);
    assert_int_equal(shell_run(lines, &values), 0);
    snprintf(lines, sizeof lines, "a1 = %d\nnear = %d\n# checksum ", a1, b2);
    assert_true(strncmp(text_get(&values), lines, strlen(lines)) == 0);
    text_free(&values);
    snprintf(lines, sizeof lines, "setoption name a1 value %d\nsetoption name b2 value %d\n", a1,
             b2);
    hone("export -f uci file", 0, lines);
    snprintf(lines, sizeof lines,
             "a1, int, %d, -900, 900, 90, 0.002\nb2, int, %d, -900, 900, 90, 0.01\n", a1, b2);
    hone("export -f openbench file", 0, lines);
    snprintf(lines, sizeof lines, "{\"a1\": %d, \"near\": %d}\n", a1, b2);
    hone("export -f json file", 0, lines);
    snprintf(lines, sizeof lines, "a1=%d\nb2=%d\n", a1, b2);
    hone("export -f template file", 0, lines);
    hone("export -f template line", 2, "the run has no engine.template");
    hone("export -f c line", 2, "written as lines, uci, openbench, fishtest");
    hone("export file@start", 0, "a1 = 0\nnear = 0\n");
}

/* A longer run has another champion perhaps: its file is hone's own as long as its seal fits. */
static void an_edited_file_of_values_is_kept(void **state) {
    (void)state;
    hone("tune words.cfg --set output=edited", 0, "The champion's values: edited/champion");
    hone("tune edited --generations 6", 0, "The champion's values: edited/champion.txt");
    write_file("edited/champion.txt", "a1 = 7\nnear = 7\n# checksum 0\n");
    hone("tune edited --generations 7", 0,
         "edited/champion.txt was edited and is kept; `hone export` prints");
    hone("tune edited; cat edited/champion.txt", 0, "a1 = 7\n");
    /* Its beginning alone is an edit, too. */
    hone("status edited; rm edited/champion.txt", 0, "");
    hone("tune edited --generations 8", 0, "The champion's values: edited/champion.txt");
    hone("status edited; head -n 1 edited/champion.txt >one; mv one edited/champion.txt", 0, "");
    hone("tune edited --generations 9", 0, "edited/champion.txt was edited and is kept");
    /* What is there and cannot be read is kept, too. */
    assert_true(settings_file_edited(folder, "a1 = 7\n"));
    assert_false(settings_file_edited("/tmp/none/champion.txt", "a1 = 7\n"));
}

static void the_report_names_faults_and_the_values_to_blame(void **state) {
    (void)state;
    hone("report faulty", 0, "; lost otherwise than by the rules: ");
    hone("report faulty", 0, " by crash, ");
    hone("report faulty --html faulty.html; grep 'lost otherwise' faulty.html", 0, " by crash, ");
    hone("report line", 0, "; the rules ended all of them\n");
    hone("report picky", 0,
         "4 of 4 games, more than chance: these values are to blame, generation 1,\n"
         "        vector 2: a1 = 9");
}

static void games_can_be_played_again(void **state) {
    (void)state;
    hone("replay line 1", 0, "as stored");
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    refused("words", "a1={a1}", "", "refused.cfg:2: parameters has a1, which nothing tells the");
    refused("words", "ENGINE gtp", "./not-there gtp",
            "not-there gtp a1={a1} b2={near}) cannot be used: it ");
    refused("words", "a1={a1}", "a1={a1} a2=7", "and said:\na parameter is wrong");
    refused("words", "protocol = \"gtp\";", "protocol = \"gtp\"; set = \"set {value}\";",
            "engine.set has no effect: all parameters");
    refused("line", "{value}", "5", "engine.set must have {value} in it");
    refused("line", "{name}", "zz", "to \"set_param zz 0\"");
    refused("file", "template = \"mine.in\";", "", "engine.file needs engine.template too");
    refused("file", "mine.in", "no.in", "engine.template cannot be used: ");
    refused("file", "file = \"mine.txt\"", "file = \"a/b\"", "engine.file must be a name");
    refused("file", "name = \"a1\"", "name = \"file\"", "another name than \"file\"");
    refused("chess", "depth = 1;", "", "engine.command needs a limit: engine.nodes");
    refused("chess", "depth = 1;", "depth = 1; draw = { score = 9; };",
            "engine.draw.score has no effect without engine.draw.moves");
    refused("chess", "depth = 1;", "depth = 1; draw = { from_move = 9; };",
            "engine.draw.from_move has no effect without engine.draw.moves");
    refused("chess", "depth = 1;", "depth = 1; resign = { score = 9; };",
            "engine.resign.score has no effect without engine.resign.moves");
    refused("chess", "depth = 1;", "depth = 1; options = \"option.dead={queen}\";",
            "engine.options has {queen} in option.dead, where it is not filled in");
    refused("chess", "depth = 1;",
            "depth = 1; template = \"mine.in\"; file = \"mine.txt\";\n"
            "  options = \"option.mg.queen.a1={other};option.dead={file}\";",
            "engine.options has {file} in option.dead, where it is not filled in");
    refused("chess", "min = -800", "min = -801", "refuses: queen: the engine takes -800 to 800");
    refused("chess", "depth = 1", "nodes = 9; clock = \"1+1\"", "clock= and nodes= exclude each");
    refused("chess", "depth = 1", "movetime = 1; clock = \"1+1\"", "exclude each other");
    refused("gomoku", "protocol = \"gomocup\"", "protocol = \"nboard\"", "protocol nboard is for");
    refused("gomoku", "protocol = \"gomocup\"", "protocol = \"none\"", "it must be one of gtp");
    refused("chess", "plies_max = 60", "depth = 2", "player.depth has no effect where `engine`");
    refused("words", "seed = 3;", "evaluator = { name = \"wpc\"; };",
            "evaluator.name has no effect where `engine`");
    refused("gomoku", "engine = { command = \"ENGINE gomocup\";", "engine = {",
            "engine.protocol belongs to engine.command");
    refused("picky", "({ name = \"a1\"; min = 850; max = 950; start = 890; })", "()",
            "engine.command needs `parameters`");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stand_where_their_names_stood),
        cmocka_unit_test(ranges_are_changed_in_a_run),
        cmocka_unit_test(every_way_in_gives_the_same_games),
        cmocka_unit_test(nothing_but_the_file_is_written),
        cmocka_unit_test(no_core_has_two_games),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(values_reach_the_engine),
        cmocka_unit_test(gomocup_and_uci_have_words_of_their_own),
        cmocka_unit_test(scores_end_games_of_runs),
        cmocka_unit_test(faults_cost_games_and_never_the_run),
        cmocka_unit_test(values_that_do_not_start_lose),
        cmocka_unit_test(an_engine_that_is_gone_ends_the_run),
        cmocka_unit_test(a_start_that_fails_in_all_games_ends_the_run),
        cmocka_unit_test(a_program_that_fails_with_all_values_ends_the_run),
        cmocka_unit_test(values_to_blame_are_not_chosen),
        cmocka_unit_test(a_killed_run_has_the_same_rows),
        cmocka_unit_test(the_champion_is_measured_at_a_second_limit),
        cmocka_unit_test(the_second_limit_is_neither_lost_nor_repeated),
        cmocka_unit_test(a_kill_at_the_second_limit_changes_nothing),
        cmocka_unit_test(the_second_limit_is_one_that_the_engine_can_have),
        cmocka_unit_test(a_misspelt_place_is_named),
        cmocka_unit_test(the_table_of_parameters_has_their_steps),
        cmocka_unit_test(parameters_are_those_that_the_engine_lists),
        cmocka_unit_test(exports_come_back_by_import),
        cmocka_unit_test(what_an_engine_does_not_list_is_no_parameter),
        cmocka_unit_test(offers_of_xboard_are_compared),
        cmocka_unit_test(check_tests_the_engine),
        cmocka_unit_test(the_champion_is_exported_as_the_engine_reads_it),
        cmocka_unit_test(an_edited_file_of_values_is_kept),
        cmocka_unit_test(the_report_names_faults_and_the_values_to_blame),
        cmocka_unit_test(games_can_be_played_again),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
