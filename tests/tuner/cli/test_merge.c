/* merge: runs of several databases in one say what they said alone, and the sources stay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/runs.h"
#include "tuner/cli/commands.h"

static const char config[] = "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };"
                             "player = ( { share = 0.5; }, { share = 0.5; depth = 1; } );"
                             "fitness = { pairs = 2; };"
                             "optimizer = { name = \"ga\"; generations = 3;"
                             " ga = { population = 4; groups = 2; }; };"
                             "verify = { candidates = 2; selection_pairs = 3; pairs = 12;"
                             " milestone_every = 1; milestone_pairs = 2; random_players = 1;"
                             " yardsticks = [\"swh.weights\"]; };"
                             "progress = { every = 1; pairs = 2; };";

/* "a" and "b", two seeds; "half", which is not finished; "games", which are kept. */
static int make_runs(void **context) {
    struct text out = {0};
    char path[64], here[512];
    if (runs_make_directory(context) || !getcwd(here, sizeof here)) return -1;
    snprintf(path, sizeof path, "%s/c.cfg", directory);
    if (file_write(path, config, NULL)) return -1;
    char line[1200];
    snprintf(
        line, sizeof line,
        "cp '%s'/config/weights/swh.weights . && cp '%s'/tests/tuner/store/v5-games.db games.db",
        here, here);
    int status =
        shell_line(line, &out) ||
        shell("tune c.cfg --set 'name=\"a\"' --set 'output=\"a\"' --set seed=1", &out) ||
        shell("tune c.cfg --set 'name=\"b\"' --set 'output=\"b\"' --set seed=2", &out) ||
        shell_line("cp -r b half && sqlite3 half/run.db \"DELETE FROM champions; DELETE FROM parts;"
                   " DELETE FROM seats WHERE stage <> 'progress'; DELETE FROM meetings WHERE"
                   " generation = 0; DELETE FROM players WHERE generation IS NULL AND kind <>"
                   " 'yardstick'; UPDATE runs SET finished = '', name = 'half', sum = NULL;"
                   " PRAGMA user_version = 5\"",
                   &out);
    if (status) print_message("%s", text_get(&out));
    text_free(&out);
    return status;
}

static struct text printed(const char *arguments) {
    struct text out = {0};
    if (shell(arguments, &out)) fail_msg("hone %s:\n%s", arguments, text_get(&out));
    return out;
}

static void assert_same_output(const char *one, const char *other) {
    struct text a = printed(one), b = printed(other);
    assert_string_equal(text_get(&a), text_get(&b));
    text_free(&a);
    text_free(&b);
}

static void merged_runs_say_what_they_said_alone(void **state) {
    (void)state;
    static const char *const runs[] = {"a", "b"};
    static const char *const formats[] = {"report %s --format json", "report %s --curve",
                                          "report %s --depths", "export %s -o -"};
    assert_prints("merge a b/run.db games.db -o all.db", 0,
                  "all.db#a: reversi, seed 1, 3 generations, finished\nall.db#b: ");
    for (size_t i = 0; i < COUNT_OF(runs); i++)
        for (size_t j = 0; j < COUNT_OF(formats); j++) {
            char alone[64], merged[64], place[16];
            snprintf(place, sizeof place, "all.db#%s", runs[i]);
            snprintf(alone, sizeof alone, formats[j], runs[i]);
            snprintf(merged, sizeof merged, formats[j], place);
            assert_same_output(alone, merged);
        }
    assert_same_output("report all.db#1 --format json", "report all.db#a --format json");
    assert_prints("doctor all.db --all", 0, "all.db: healthy");
    assert_prints("match all.db#a all.db#b@start -n 2", 0, "a champion against b start");
}

/* Ids are those of the first source, so that its page is the same to the last word of figures. */
static void the_page_of_the_first_is_the_same(void **state) {
    (void)state;
    struct text alone = printed("report a"), merged = printed("report all.db#a");
    size_t figures = (size_t)(strstr(text_get(&alone), "\nNext\n") - text_get(&alone));
    assert_true(figures > 1000);
    assert_memory_equal(text_get(&alone), text_get(&merged), figures);
    text_free(&alone);
    text_free(&merged);
}

/* What a comparison prints without where the runs are, and for how long. */
static struct text compared(const char *arguments) {
    struct text out = {0};
    char line[800];
    snprintf(line, sizeof line,
             "'%s' report %s --format csv | sed -E 's/all.db#//; s/Z,[0-9]+,/Z,/'", program,
             arguments);
    assert_int_equal(shell_line(line, &out), 0);
    return out;
}

static void seeds_are_compared_in_one_database_as_in_two(void **state) {
    (void)state;
    struct text two = compared("a b"), one = compared("all.db");
    assert_true(two.length > 500);
    assert_string_equal(text_get(&one), text_get(&two));
    text_free(&one);
    text_free(&two);
}

/* A store looks at the header of a file first, by a connection that reads alone. */
static int opened;

static int count_opening(sqlite3 *database, const char **message, const void *calls) {
    (void)message, (void)calls;
    opened += sqlite3_db_readonly(database, "main") == 0;
    return SQLITE_OK;
}

/* How many stores a command opens, in a process of its own. */
static int openings_of(int (*command)(int argc, char **argv), char **words) {
    int count = 0, status;
    while (words[count]) count++;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        sqlite3_auto_extension((void (*)(void))count_opening);
        if (chdir(directory) || !freopen("/dev/null", "w", stdout)) _exit(100);
        _exit(command(count, words) ? 101 : opened);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status);
}

static void a_command_opens_each_database_once(void **state) {
    (void)state;
    static struct {
        int (*command)(int argc, char **argv);
        char *words[8];
        int databases;
    } calls[] = {
        {command_match, {"match", "a", "a@start", "-n", "2"}, 1},
        {command_match, {"match", "a", "b", "-n", "2"}, 2},
        {command_match, {"match", "all.db#a", "all.db#b@start", "-n", "2"}, 1},
        {command_tournament, {"tournament", "a@1", "a@2", "a@3", "b", "-n", "2"}, 2},
        {command_weights, {"weights", "diff", "a", "a@start"}, 1},
        {command_weights, {"weights", "show", "a"}, 1},
        {command_export, {"export", "a", "-o", "-"}, 1},
        {command_status, {"status", "a"}, 1},
        {command_report, {"report", "a"}, 1},
        {command_report, {"report", "a", "b"}, 2},
        {command_report, {"report", "all.db"}, 1},
        {command_report, {"report", "all.db", "--html", "once.html"}, 1},
        {command_report, {"report", "all.db#b", "a", "all.db#a"}, 2},
        {command_replay, {"replay", "a", "1", "1"}, 1},
        {command_merge, {"merge", "a", "all.db#b", "-o", "once.db"}, 3},
        {command_tune, {"tune", "once.cfg"}, 1},
        {command_tune, {"tune", "once"}, 2}, /* its config is read before it is opened to write … */
        {command_finish, {"finish", "once"}, 2},
        {command_ablate, {"ablate", "once", "--pairs", "2"}, 2}, /* … and what is kept comes last */
    };
    struct text out = {0};
    assert_int_equal(shell_line("cp c.cfg once.cfg && echo 'output = \"once\";' >> once.cfg", &out),
                     0);
    text_free(&out);
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        int count = openings_of(calls[i].command, calls[i].words);
        if (count != calls[i].databases)
            fail_msg("%s %s %s: %d openings of %d databases", calls[i].words[0], calls[i].words[1],
                     calls[i].words[2], count, calls[i].databases);
    }
}

static const char *const tables[] = {"runs",    "files",   "players",   "generations",
                                     "timings", "fitness", "metrics",   "meetings",
                                     "parts",   "seats",   "champions", "stage_timings"};

static void nothing_is_lost(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(shell_line("mkdir one && mv all.db one/run.db && ln one/run.db all.db", &out),
                     0);
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        assert_true(count_rows("a", tables[i]) > 0);
        assert_int_equal(count_rows("one", tables[i]),
                         count_rows("a", tables[i]) + count_rows("b", tables[i]));
    }
    assert_int_equal(count_rows("one", "games"), 4);
    assert_int_equal(count_rows("one", "pairs"), 2);
    text_free(&out);
}

static void names_are_kept_distinct(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(shell_line("cp -r a a2 && cp -r a a3", &out), 0);
    assert_prints("merge a a2 a3 all.db -o names.db", 0,
                  "names.db#a-2: reversi, seed 1, 3 generations, finished\nnames.db#a-3: ");
    assert_same_output("report names.db#a-3 --format csv", "report a --format csv");
    assert_prints("report names.db#z", 2, "there is no run \"z\" in it");
    text_free(&out);
}

static void sources_are_only_read_and_nothing_is_written_over(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(shell_line("mkdir keep; cp a/run.db keep/a; cp b/run.db keep/b", &out), 0);
    assert_prints("merge a b -o all.db", 2, "all.db is there already");
    assert_prints("merge a a/run.db -o twice.db", 2, "are one database");
    assert_prints("merge a nothing -o some.db", 2, "nothing: No such file");
    assert_prints("merge a c.cfg -o some.db", 2, "not a database");
    assert_prints("merge a b", 2, "-o FILE is missing: the new database");
    assert_prints("merge a b -o nowhere/all.db", 2, "nowhere/all.db");
    assert_int_equal(shell_line("test ! -e some.db && test ! -e some.db-part && test ! -e twice.db"
                                " && cmp a/run.db keep/a && cmp b/run.db keep/b",
                                &out),
                     0);
    text_free(&out);
}

/* Without the others, and games that are kept; it goes on being what it was. */
static void one_run_is_taken_out_alone(void **state) {
    (void)state;
    struct text out = {0};
    assert_prints("merge all.db#b -o alone.db", 0, "alone.db#b: reversi, seed 2, 3 generations");
    assert_same_output("report b --format json", "report alone.db#b --format json");
    assert_prints("doctor alone.db --all", 0, "alone.db: healthy");
    assert_int_equal(shell_line("mkdir taken", &out), 0);
    assert_prints("merge all.db#b -o taken/run.db", 0, "taken/run.db#b: ");
    for (size_t i = 0; i < COUNT_OF(tables); i++)
        assert_int_equal(count_rows("taken", tables[i]), count_rows("b", tables[i]));
    assert_int_equal(count_rows("taken", "games"), 0);
    assert_prints("merge half all.db#2 all.db#a -o three.db", 0,
                  "three.db#half: reversi, seed 2, 3 generations, not finished\n"
                  "three.db#b: reversi, seed 2, 3 generations, finished\n"
                  "three.db#a: reversi");
    assert_prints("doctor three.db --pairs 0", 0, "three.db: healthy");
    assert_prints("merge all.db#c -o none.db", 2, "there is no run \"c\" in it");
    assert_prints("merge all.db#a all.db -o none.db", 2, "are one database");
    assert_prints("merge all.db#a all.db#1 -o none.db", 2, "are one database");
    text_free(&out);
}

/* In its own place alone. */
static void an_unfinished_run_goes_on_in_its_own_place(void **state) {
    (void)state;
    struct text out = {0};
    assert_prints("merge a half -o some.db", 0,
                  "some.db#half: reversi, seed 2, 3 generations, not");
    assert_prints("status some.db#half", 0,
                  "stopped; goes on alone in a database DIRECTORY/run.db");
    assert_prints("tune some.db#half", 2, "holds 2 runs; a run goes on in a database of its own");
    assert_int_equal(shell_line("mkdir dir; touch half/run.db-games", &out), 0);
    assert_prints("merge half -o dir/run.db", 0,
                  "half/run.db has games of what is being played in half/run.db-games; they stay");
    assert_prints_not("merge a -o quiet.db", "-games");
    assert_prints("report dir", 0, "        # goes on with it\n");
    assert_prints("tune dir", 0, "Run half: ");
    assert_same_database("b", "dir");
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_runs_say_what_they_said_alone),
        cmocka_unit_test(the_page_of_the_first_is_the_same),
        cmocka_unit_test(seeds_are_compared_in_one_database_as_in_two),
        cmocka_unit_test(a_command_opens_each_database_once),
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(names_are_kept_distinct),
        cmocka_unit_test(sources_are_only_read_and_nothing_is_written_over),
        cmocka_unit_test(one_run_is_taken_out_alone),
        cmocka_unit_test(an_unfinished_run_goes_on_in_its_own_place),
    };
    return cmocka_run_group_tests(tests, make_runs, own_directory_remove);
}
