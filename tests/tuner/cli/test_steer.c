/*
 * How long a run is, from outside: made longer, ended now, ended in time, ended by a signal; and
 * every one of these has the rows of an undisturbed run of that length.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

#include "engine/base/sanitized.h"
#include "tests/runs.h"

#define REVERSI                                                                                    \
    "threads = 1; seed = 5; game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; "   \
    "};\n"                                                                                         \
    "player = { depth = 0; epsilon = 0.1; };\n"                                                    \
    "verify = { candidates = 4; selection_pairs = 10; pairs = 20; milestone_every = 4;\n"          \
    "  milestone_pairs = 5; random_players = 1; };\n"

/* `longer`: the option that makes the run of `length` as long as the config's. */
static const struct {
    const char *name, *text, *length, *longer;
} configs[] = {
    {"ga",
     REVERSI "fitness = { groups = true; gauntlet = true; pairs = 20; hall_size = 2;\n"
             "  hall_every = 3; }; progress = { every = 3; pairs = 5; };\n"
             "optimizer = { name = \"ga\"; generations = 20; ga = { population = 12; groups = 3; "
             "}; };\n",
     "optimizer.generations=9", "--generations 20"},
    {"anneal",
     REVERSI "fitness = { groups = true; pairs = 4; };\n"
             "optimizer = { name = \"anneal\"; generations = 30; anneal = { chains = 3;\n"
             "  step_min = 0.1; step_max = 0.1; }; };\n",
     "optimizer.generations=13", "--generations 30"},
    {"budget",
     REVERSI "fitness = { groups = true; pairs = 6; };\n"
             "optimizer = { name = \"hybrid\"; games = 3000; ga = { population = 12; groups = 3; "
             "}; };\n",
     "optimizer.games=1000", "--games 3000"},
    {"cmaes",
     REVERSI "fitness = { round_robin = true; groups = false; pairs = 4; };\n"
             "optimizer = { name = \"cmaes\"; generations = 12; };\n",
     "optimizer.generations=5", "--generations 12"},
    {"fit",
     "threads = 1; seed = 8; game = \"reversi\"; evaluator = { name = \"features\"; layout = "
     "\"2\"; };\n"
     "player = { depth = 1; endgame = 4; tt_kib = 16; };\n"
     "fitness = { pairs = 10; };\n"
     "optimizer = { name = \"fit\"; generations = 6; fit = { window = 2; passes = 4; }; };\n"
     "verify = { candidates = 3; selection_pairs = 10; pairs = 20; };\n",
     "optimizer.generations=3", "--generations 6"},
    {"td-budget",
     "threads = 1; seed = 8; game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
     "player = { epsilon = 0.1; }; fitness = { pairs = 100; };\n"
     "optimizer = { name = \"td\"; games = 1200; td = { rate = 0.05; rate_end = 0.05; }; };\n"
     "verify = { candidates = 3; selection_pairs = 10; pairs = 20; };\n",
     "optimizer.games=500", "--games 1200"},
    /* What falls over the planned length. */
    {"td",
     "threads = 1; seed = 8; game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
     "player = { epsilon = 0.1; }; fitness = { pairs = 100; };\n"
     "optimizer = { name = \"td\"; generations = 12; };\n"
     "verify = { candidates = 3; selection_pairs = 10; pairs = 20; };\n",
     "optimizer.generations=5", "--generations 12"},
    {"spsa",
     REVERSI "fitness = { groups = true; pairs = 4; };\n"
             "optimizer = { name = \"spsa\"; generations = 12; spsa = { perturbations = 4; }; };\n",
     "optimizer.generations=5", "--generations 12"},
    {"falling",
     REVERSI "fitness = { round_robin = true; groups = false; pairs = 4; };\n"
             "optimizer = { name = \"cmaes\"; generations = 12; cmaes = { step_end = 0.01; }; };\n",
     "optimizer.generations=5", "--generations 12"},
    {"annealing",
     REVERSI "fitness = { groups = true; pairs = 4; };\n"
             "optimizer = { name = \"anneal\"; generations = 12; anneal = { chains = 3; }; };\n",
     "optimizer.generations=5", "--generations 12"},
    /* It learns nothing. */
    {"still",
     REVERSI "fitness = { groups = true; pairs = 1; }; progress = { every = 2; pairs = 20; };\n"
             "optimizer = { name = \"random\"; generations = 200; random = { population = 4; "
             "}; };\n",
     NULL, NULL},
    /* A generation or a stage takes hours. */
    {"slow",
     "game = \"connect6\"; evaluator = { name = \"roads\"; }; player = { depth = 6; };\n"
     "fitness = { pairs = 100; }; verify = { candidates = 4; };\n"
     "optimizer = { name = \"ga\"; generations = 20; };\n",
     NULL, NULL},
    {"slow-fit",
     "game = \"reversi\"; evaluator = { name = \"features\"; }; player = { depth = 16; };\n"
     "fitness = { pairs = 100; };\n"
     "optimizer = { name = \"fit\"; generations = 20; init = \"around\"; };\n",
     NULL, NULL},
    /* Whose rows are most of the work. */
    {"short",
     REVERSI "fitness = { groups = true; pairs = 1; }; progress = { every = 0; };\n"
             "optimizer = { name = \"ga\"; generations = 40; ga = { population = 256; }; };\n",
     NULL, NULL},
    {"slow-choice", REVERSI "optimizer = { name = \"random\"; generations = 2; };\n", NULL, NULL},
};

enum { WITHOUT_SCHEDULE = 6, WITH_LENGTH = 10 };

static int make_configs(void **context) {
    /* The shell may have had them ignored, which hone respects. */
    signal(SIGHUP, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    if (runs_make_directory(context)) return -1;
    for (size_t i = 0; i < COUNT_OF(configs); i++) {
        char path[700];
        snprintf(path, sizeof path, "%s/%s.cfg", directory, configs[i].name);
        if (file_write(path, configs[i].text, NULL)) return -1;
    }
    return 0;
}

/* ---- commands ---- */

/* Starts a command without a shell, so that it is the command that gets signals; `words` end with
 * NULL. */
static pid_t start(const char *const *words) {
    pid_t pid = fork();
    if (pid != 0) return pid;
    char *arguments[16] = {program};
    for (int i = 0; words[i]; i++) arguments[i + 1] = (char *)(uintptr_t)words[i];
    int log = chdir(directory) == 0 ? open("last.log", O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    dup2(log, 1);
    dup2(log, 2);
    execv(program, arguments);
    _exit(127);
}

/* Sends the signal as soon as the run has so many generations; the status that it ends with. */
static int signal_at(const char *const *words, const char *out, int64_t generations, int number) {
    pid_t pid = start(words);
    int status;
    char path[700];
    snprintf(path, sizeof path, "%s/%s/run.db", directory, out);
    while (waitpid(pid, &status, WNOHANG) == 0) {
        bool begun = access(path, F_OK) == 0 && count_rows(out, "runs") > 0;
        if (begun && count_generations(out) >= generations) {
            kill(pid, number);
            waitpid(pid, &status, 0);
            return status;
        }
        nap();
    }
    return status;
}

/* In what the last command that was started has printed. */
static void assert_logged(const char *what) {
    char path[700];
    struct text log = {0};
    snprintf(path, sizeof path, "%s/last.log", directory);
    assert_int_equal(file_read(path, &log, NULL), 0);
    if (!strstr(text_get(&log), what)) fail_msg("'%s' is not in: %s", what, text_get(&log));
    text_free(&log);
}

/* A run of the config, but much longer, that was killed after so many generations, or later. */
static void leave_unfinished(const char *config, const char *out, int64_t generations) {
    char file[64], output[64];
    bool budget = strcmp(config, "budget") == 0;
    snprintf(file, sizeof file, "%s.cfg", config);
    snprintf(output, sizeof output, "output=%s", out);
    const char *words[] = {
        "tune",  file,   "--set", budget ? "optimizer.games=1000000" : "optimizer.generations=900",
        "--set", output, NULL};
    assert_true(WIFSIGNALED(signal_at(words, out, generations, SIGKILL)));
}

/* ---- memory ---- */

/* It stays with the program: asked for anew, it cost 3000 pages a generation. */
static void short_generations_clear_no_pages(void **context) {
    (void)context;
    struct rusage before, after;
    if (SANITIZED) skip();
    getrusage(RUSAGE_CHILDREN, &before);
    does("tune short.cfg");
    getrusage(RUSAGE_CHILDREN, &after);
    assert_in_range(after.ru_minflt - before.ru_minflt, 1, 40 * 500);
}

/* ---- longer ---- */

static void a_lengthened_run_is_as_if_it_had_been_begun_so(void **context) {
    (void)context;
    for (int i = 0; i < WITHOUT_SCHEDULE; i++) {
        const char *name = configs[i].name;
        does("tune %s.cfg --set output=%s", name, name);
        does("tune %s.cfg --set output=%s-longer --set %s", name, name, configs[i].length);
        does("tune %s-longer %s", name, configs[i].longer);
        char longer[64];
        snprintf(longer, sizeof longer, "%s-longer", name);
        assert_same_database(name, longer);
        does("tune %s.cfg --set output=%s-longer", name, name); /* and its config is that now */
    }
}

/* Killed, gone on with, lengthened, killed, and gone on with. */
static void it_may_be_killed_at_any_time(void **context) {
    (void)context;
    static const char *const lengthen[] = {"tune", "killed", "--generations", "20", NULL};
    static const char *const shorter[] = {
        "tune", "ga.cfg", "--set", "output=killed", "--set", "optimizer.generations=9", NULL};
    signal_at(shorter, "killed", 4, SIGKILL);
    does("tune killed");
    assert_int_equal(count_generations("killed"), 9);
    assert_int_equal(query_number("killed", "SELECT finished <> '' FROM runs"), 1);
    signal_at(lengthen, "killed", 10, SIGKILL);
    assert_int_equal(query_number("killed", "SELECT finished = '' FROM runs"), 1);
    does("tune killed");
    assert_int_equal(query_number("killed", "SELECT finished <> '' FROM runs"), 1);
    assert_same_database("ga", "killed");
}

static void an_unfinished_run_can_be_lengthened_too(void **context) {
    (void)context;
    static const char *const shorter[] = {
        "tune", "ga.cfg", "--set", "output=early", "--set", "optimizer.generations=9", NULL};
    signal_at(shorter, "early", 4, SIGKILL);
    does("tune early --generations 20");
    assert_same_database("ga", "early");
}

/* The command line that is printed after Ctrl-C is given again. */
static void lengthening_twice_is_lengthening_once(void **context) {
    (void)context;
    assert_int_equal(count_rows("ga-longer", "champions"), 1);
    does("tune ga-longer --generations 20");
    assert_same_database("ga", "ga-longer");
}

/* With what it printed a run is begun anew. */
static void assert_repeats(const char *name, const char *run, struct text *said) {
    char arguments[700], again[64];
    char *sets = strstr(text_get(said), "--set ");
    assert_non_null(sets);
    sets[strcspn(sets, "\n")] = '\0';
    snprintf(again, sizeof again, "%s-again", run);
    snprintf(arguments, sizeof arguments, "tune %s.cfg --set output=%s %s", name, again, sets);
    assert_prints(arguments, 0, "finished");
    assert_same_database(run, again);
    text_free(said);
}

static void a_schedule_goes_on_as_it_ends_and_that_is_said(void **context) {
    (void)context;
    for (int i = WITHOUT_SCHEDULE; i < WITH_LENGTH; i++) {
        char arguments[700], run[64];
        struct text said = {0};
        const char *name = configs[i].name;
        does("tune %s.cfg --set output=%s --set %s", name, name, configs[i].length);
        snprintf(run, sizeof run, "%s", name);
        snprintf(arguments, sizeof arguments, "tune %s %s", name, configs[i].longer);
        assert_int_equal(shell(arguments, &said), 0);
        assert_non_null(strstr(text_get(&said), "stay those of 5 generations"));
        assert_int_equal(count_generations(name), 12);
        assert_repeats(name, run, &said);
    }
    assert_prints("tune spsa.cfg --set output=spsa-apart", 0, "finished");
    struct text apart = {0}, longer = {0};
    dump("spsa-apart", &apart);
    dump("spsa", &longer);
    assert_string_not_equal(text_get(&apart), text_get(&longer));
    text_free(&apart);
    text_free(&longer);
    assert_prints("check ga.cfg --set optimizer.schedule=7", 2, "has no effect where nothing");
}

static void a_run_is_never_shortened(void **context) {
    (void)context;
    assert_prints("tune ga --generations 19", 2, "has 20 generations");
    assert_prints("tune budget --games 1000", 2, "never shortened");
    assert_same_database("ga", "ga-longer");
    assert_prints("tune ga.cfg --set output=ga --set optimizer.generations=25", 2,
                  "`hone tune ga` goes on");
    char arguments[96];
    struct text said = {0};
    leave_unfinished("ga", "ga-reached", 3); /* as long as wanted just now */
    snprintf(arguments, sizeof arguments, "tune ga-reached --generations %d",
             (int)count_generations("ga-reached"));
    assert_int_equal(shell(arguments, &said), 0);
    text_free(&said);
}

/* ---- ended ---- */

static void a_run_that_is_finished_early_says_so_and_can_be_repeated(void **context) {
    (void)context;
    static const char *const names[] = {"ga", "budget", "fit", "td", "falling"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char run[64], arguments[96];
        struct text said = {0};
        snprintf(run, sizeof run, "%s-finished", names[i]);
        snprintf(arguments, sizeof arguments, "finish %s", run);
        leave_unfinished(names[i], run, 3);
        int64_t generations = count_generations(run);
        assert_int_equal(shell(arguments, &said), 0);
        assert_non_null(strstr(text_get(&said), "by `hone finish`; the same"));
        assert_int_equal(count_generations(run), generations);
        assert_int_equal(count_rows(run, "champions"), 1);
        does("tune %s", run); /* it is finished */
        assert_int_equal(count_generations(run), generations);
        assert_repeats(names[i], run, &said);
    }
    assert_prints("status ga-finished", 0, "training: ended at generation ");
}

static void a_finished_end_is_no_end_for_ever(void **context) {
    (void)context;
    int more = (int)count_generations("ga-finished") + 3;
    does("tune ga-finished --generations %d", more);
    does("tune ga.cfg --set output=ga-more --set optimizer.generations=%d", more);
    assert_same_database("ga-more", "ga-finished");
    assert_prints_not("report ga-finished", "ended at");
}

/* The time is over when the first generation is. */
static void a_run_ends_in_time_and_can_be_repeated(void **context) {
    (void)context;
    char more[96];
    struct text said = {0};
    assert_int_equal(shell("tune ga.cfg --set output=late --for 0.000001s", &said), 0);
    assert_non_null(strstr(text_get(&said), "ended at generation 1 of 20 for want of time"));
    assert_non_null(strstr(text_get(&said), "is too short: the first generation takes about "));
    assert_non_null(strstr(text_get(&said), "so, training ends with that generation. Fewer"));
    assert_int_equal(count_generations("late"), 1);
    assert_repeats("ga", "late", &said);
    does("tune ga.cfg --set output=in-time --for 0.000001s");
    does("tune in-time --generations 20"); /* its own length, which it did not reach */
    assert_same_database("ga", "in-time");
    leave_unfinished("ga", "timed", 3);
    int64_t generations = count_generations("timed");
    assert_int_equal(shell("tune timed --for 0.000001s", &said), 0);
    assert_non_null(strstr(text_get(&said), "is too short: choosing and measuring the champion "));
    assert_non_null(strstr(text_get(&said), "training ends at once. Fewer of verify"));
    assert_int_equal(count_generations("timed"), generations);
    text_free(&said);
    snprintf(more, sizeof more, "tune timed --generations %d --for 9000h", (int)generations + 3);
    assert_int_equal(shell(more, &said), 0);
    assert_null(strstr(text_get(&said), "too short"));
    assert_int_equal(count_generations("timed"), generations + 3);
}

/* ---- ended by what the games say ---- */

/* Pairs of the champion's meeting with the start. */
static int64_t pairs_measured(const char *run) {
    return query_number(run, "SELECT max(pairs) FROM meetings WHERE stage = 'verify'");
}

/* Another batch is played if, and only if, the error of those before is too large: without the last
 * one it was, as a run with fewer pairs at most shows, whose last batch is of one pair. */
static void a_measurement_goes_on_until_its_error_is_small(void **context) {
    (void)context;
    struct text said = {0};
    char arguments[200];
    does("tune ga.cfg --set output=precise --set verify.error=40");
    int64_t pairs = pairs_measured("precise");
    assert_true(pairs > 40 && pairs % 20 == 0);
    assert_int_equal(shell("report precise", &said), 0);
    assert_non_null(
        strstr(text_get(&said), "measured by 20 pairs again and again until the error"));
    text_free(&said);
    snprintf(arguments, sizeof arguments,
             "tune ga.cfg --set output=rough --set verify.error=40 --set verify.pairs_max=%d",
             (int)pairs - 19);
    assert_prints(arguments, 0, "verify.pairs_max came first; the score did not matter");
    assert_int_equal(pairs_measured("rough"), pairs - 19);
    does("tune ga.cfg --set output=once --set verify.pairs=%d", (int)pairs);
    assert_int_equal(
        query_number("once", "SELECT sum(n4 + 3 * n0) FROM meetings WHERE stage = 'verify'"),
        query_number("precise", "SELECT sum(n4 + 3 * n0) FROM meetings WHERE stage = 'verify'"));
    static const char distinct[] =
        "SELECT verify_games_distinct * 100000 + openings_distinct FROM champions";
    assert_int_equal(query_number("once", distinct), query_number("precise", distinct));
    snprintf(arguments, sizeof arguments, "replay precise %d",
             (int)query_number("precise", "SELECT max(id) FROM meetings WHERE stage = 'verify'"));
    assert_prints(arguments, 0, "as stored");
    assert_prints_not("report once", "again and again");
    assert_prints("check ga.cfg --set verify.error=9 --set verify.pairs_max=19", 2,
                  "must be at least verify.pairs (20)");
}

/* One that stays as it is: that is seen at the 8th milestone, and not at a later one. */
static void training_ends_for_want_of_growth(void **context) {
    (void)context;
    static const char *const words[] = {
        "tune", "still.cfg", "--set", "output=still-killed", "--set", "optimizer.patience=8", NULL};
    does("tune still.cfg --set output=still --set optimizer.patience=8");
    int64_t generations = count_generations("still");
    assert_int_equal(generations, 8 * 2);
    assert_prints("report still", 0, "of 200 after 8 milestones without growth");
    signal_at(words, "still-killed", 5, SIGKILL);
    signal_at(words, "still-killed", generations, SIGKILL);
    does("tune still-killed");
    assert_same_database("still", "still-killed");
    does("tune still.cfg --set output=still-so-long --set optimizer.generations=%d",
         (int)generations);
    assert_same_database("still", "still-so-long");
    assert_prints("tune still --generations 100", 2, "was ended by optimizer.patience");
    assert_prints("check still.cfg --set optimizer.patience=2", 2, "must be 0 or at least 3");
    assert_prints("check still.cfg --set optimizer.patience=8 --set progress.every=0", 2,
                  "needs milestones");
}

/* ---- looked at meanwhile ---- */

/* It is left as it is, but for a journal of games that are in its database. */
static void a_finished_run_is_not_finished_again(void **context) {
    (void)context;
    struct text out = {0};
    assert_int_equal(shell_line("cp -r ga ended && touch ended/run.db-games", &out), 0);
    does("finish ended");
    assert_same_database("ga", "ended");
    assert_prints("status ended --format json", 0, ", \"ended_by\": \"generations\"");
    assert_int_equal(shell_line("! [ -e ended/run.db-games ]", &out), 0);
    text_free(&out);
}

static void what_ended_a_run_is_told_to_programs(void **context) {
    (void)context;
    static const struct {
        const char *run, *cause;
    } cases[] = {{"ga", "generations"},
                 {"budget", "games"},
                 {"still", "patience"},
                 {"late", "time"},
                 {"budget-finished", "finish"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char arguments[64], part[64];
        snprintf(arguments, sizeof arguments, "status %s --format json", cases[i].run);
        snprintf(part, sizeof part, ", \"ended_by\": \"%s\"", cases[i].cause);
        assert_prints(arguments, 0, part);
    }
    leave_unfinished("ga", "going", 1);
    assert_prints("status going --format json", 0, ", \"ended_by\": \"\"");
    assert_prints("report ga late --format json", 0, ", \"config\": 1, \"ended_by\": \"time\"");
}

/* So that what a pipeline reads is a report or nothing. */
static void how_to_go_on_is_no_output(void **context) {
    (void)context;
    struct text out = {0};
    char line[800];
    snprintf(line, sizeof line,
             "{ '%s' tune slow.cfg --set output=quiet 2>quiet.err & pid=$!; until grep -qs ."
             " quiet.err; do sleep 0.01; done; kill $pid; wait $pid; grep -q 'To go on' quiet.err;"
             " } 2>&1",
             program);
    assert_int_equal(shell_line(line, &out), 0);
    assert_string_equal(text_get(&out), "");
    text_free(&out);
}

/* A log is not empty until there is news; and there is none of a finished run. */
static void a_log_begins_at_once(void **context) {
    (void)context;
    assert_prints("tune ga.cfg --set output=logged --set optimizer.generations=1", 0,
                  "ga: gen 0/1, in logged, process ");
    assert_prints("tune logged --generations 2", 0, "ga: gen 1/2, in logged, process ");
    assert_prints_not("tune logged", "process ");
    assert_prints_not("tune logged", "nothing to end");
    assert_prints("tune logged --for 5h", 0,
                  "ga: its training is over, so that --for and --until have nothing to end; `hone "
                  "tune logged --generations N` makes it longer");
}

static void the_process_in_the_way_is_named(void **context) {
    (void)context;
    static const char *const words[] = {"tune", "slow.cfg", "--set", "output=busy", NULL};
    char holder[128];
    int status;
    pid_t pid = start(words);
    while (count_rows("busy", "runs") == 0) nap();
    snprintf(holder, sizeof holder,
             "another hone, process %d, is writing to it; Ctrl-C there or "
             "`kill %d`",
             (int)pid, (int)pid);
    assert_prints("finish busy", 2, holder);
    assert_prints("tune busy", 2, holder);
    assert_prints("status busy", 0, ", running\n");
    assert_prints("list . --format csv", 0, "/busy,slow,connect6,roads,");
    kill(pid, SIGTERM);
    waitpid(pid, &status, 0);
}

/* ---- ended by a signal ---- */

static void a_signal_ends_a_generation_of_hours(void **context) {
    (void)context;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    static const char *const names[] = {"slow", "slow-fit"};
    for (size_t i = 0; i < COUNT_OF(names) * COUNT_OF(signals); i++) {
        char file[64], output[80], run[64];
        snprintf(file, sizeof file, "%s.cfg", names[i % 2]);
        snprintf(run, sizeof run, "%s-%zu", names[i % 2], i / 2);
        snprintf(output, sizeof output, "output=%s", run);
        const char *words[] = {"tune", file, "--set", output, NULL};
        int status = signal_at(words, run, 0, signals[i / 2]);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 128 + signals[i / 2]);
        assert_int_equal(count_rows(run, "players"), 0);
    }
}

static void a_signal_ends_the_choice_of_the_champion(void **context) {
    (void)context;
    static const char *const words[] = {"tune",  "slow-choice.cfg",
                                        "--set", "output=choice",
                                        "--set", "verify.selection_pairs=300000",
                                        NULL};
    int status = signal_at(words, "choice", 2, SIGTERM);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 128 + SIGTERM);
    assert_int_equal(count_rows("choice", "seats WHERE stage = 'select'"), 0);
    assert_int_equal(count_generations("choice"), 2);
}

/* With the time that is left, in both spellings. */
static void after_a_signal_the_time_left_is_offered(void **context) {
    (void)context;
    static const char *const apart[] = {"tune",  "slow.cfg", "--set", "output=apart",
                                        "--for", "9h",       NULL};
    static const char *const joined[] = {"tune",          "slow.cfg", "--set",
                                         "output=joined", "--for=3m", NULL};
    signal_at(apart, "apart", 0, SIGINT);
    assert_logged(" --for 8h59m");
    signal_at(joined, "joined", 0, SIGINT);
    assert_logged(" --for=2m");
}

/* ---- misuse ---- */

static void misuse_is_explained(void **context) {
    (void)context;
    assert_prints("tune ga.cfg --generations 50", 2, "--set optimizer.generations=N");
    assert_prints("tune ga --generations 50 --games 50000", 2, "do not go together");
    assert_prints("tune ga --for 5h --until 06:30", 2, "do not go together");
    assert_prints("tune ga --for 5", 2, "did you mean 5s, 5m or 5h?");
    assert_prints("tune ga --for soon", 2, "must be like 8h");
    assert_prints("tune ga --until 25:00", 2, "must be like 06:30");
    assert_prints("finish ga.cfg", 2, "ga.cfg: is a config, not a run");
    assert_prints("finish slow-0", 2, "no generation yet");
    assert_prints("finish", 2, "too few arguments; usage: hone finish RUN");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_generations_clear_no_pages),
        cmocka_unit_test(a_lengthened_run_is_as_if_it_had_been_begun_so),
        cmocka_unit_test(it_may_be_killed_at_any_time),
        cmocka_unit_test(an_unfinished_run_can_be_lengthened_too),
        cmocka_unit_test(lengthening_twice_is_lengthening_once),
        cmocka_unit_test(a_schedule_goes_on_as_it_ends_and_that_is_said),
        cmocka_unit_test(a_run_is_never_shortened),
        cmocka_unit_test(a_run_that_is_finished_early_says_so_and_can_be_repeated),
        cmocka_unit_test(a_finished_end_is_no_end_for_ever),
        cmocka_unit_test(a_run_ends_in_time_and_can_be_repeated),
        cmocka_unit_test(a_measurement_goes_on_until_its_error_is_small),
        cmocka_unit_test(training_ends_for_want_of_growth),
        cmocka_unit_test(a_finished_run_is_not_finished_again),
        cmocka_unit_test(what_ended_a_run_is_told_to_programs),
        cmocka_unit_test(how_to_go_on_is_no_output),
        cmocka_unit_test(a_log_begins_at_once),
        cmocka_unit_test(the_process_in_the_way_is_named),
        cmocka_unit_test(a_signal_ends_a_generation_of_hours),
        cmocka_unit_test(a_signal_ends_the_choice_of_the_champion),
        cmocka_unit_test(after_a_signal_the_time_left_is_offered),
        cmocka_unit_test(misuse_is_explained),
    };
    return cmocka_run_group_tests_name("steer", tests, make_configs, own_directory_remove);
}
