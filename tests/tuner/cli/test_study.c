/*
 * hone ask, tell and serve-study as a loop outside uses them: the loops that the page on studies
 * shows, loops that are killed, what is refused, and what the other commands say of a study.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>

#include "engine/base/rng.h"
#include "tests/runs.h"

static const char page[] = "tuner/docs/study.md";
enum { PAGE_RESULTS = 20 * 6, KILLS = 50 };

static const char small[] =
    "parameters = ({ name = \"x\"; min = -5; max = 5; precision = 0.01; },\n"
    "  { name = \"y\"; min = -5; max = 5; precision = 0.01; });\n"
    "optimizer = { name = \"spsa\"; generations = 3;\n"
    "              spsa = { perturbations = 2; }; };\n";

static void write_file(const char *name, const char *content) {
    char path[200];
    struct error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (file_write(path, content, &error)) fail_msg("%s", error.text);
}

/* The lines of the page between "```LANGUAGE" and "```"; the config, which is indented, between its
 * comment and the next empty line. */
static void write_example(const char *file, const char *begin, const char *end, int indent,
                          const char *name) {
    struct text text = {0}, out = {0};
    struct error error;
    if (file_read(file, &text, &error)) fail_msg("%s", error.text);
    const char *at = strstr(text_get(&text), begin);
    assert_non_null(at);
    const char *last = strstr(at, end);
    assert_non_null(last);
    for (at = strchr(at, '\n') + 1; at <= last; at = strchr(at, '\n') + 1)
        text_add(&out, "%.*s\n", (int)strcspn(at, "\n") - indent, at + indent);
    write_file(name, text_get(&out));
    text_free(&text);
    text_free(&out);
}

/* The programs of the page call `hone`. */
static int run_loop(const char *interpreter, const char *script, struct text *out) {
    char line[1600];
    snprintf(line, sizeof line, "PATH=\"$(dirname '%s'):$PATH\" %s %s", program, interpreter,
             script);
    return shell_line(line, out);
}

static int make_files(void **context) {
    if (runs_make_directory(context)) return -1;
    write_example(page, "    # study.cfg\n", "\n\n", 4, "study.cfg");
    write_example(page, "```sh\n", "\n```", 0, "loop.sh");
    write_example(page, "```python\n", "\n```", 0, "loop.py");
    write_example(page, "    # engine.cfg\n", "\n\n", 4, "engine.cfg");
    write_example(page, "```sh\nwhile line=$(hone ask --again engine.cfg", "\n```", 0, "engine.sh");
    write_file("small.cfg", small);
    if (shell_line("sed s/study/small/ loop.sh > small.sh", NULL)) return -1;
    return 0;
}

static void assert_near_the_optimum(const char *place) {
    char arguments[100];
    struct text out = {0};
    double x = 0, y = 0;
    snprintf(arguments, sizeof arguments, "export --format json %s", place);
    assert_int_equal(shell(arguments, &out), 0);
    const char *values = strstr(text_get(&out), "\"x\": ");
    if (!values || sscanf(values, "\"x\": %lf, \"y\": %lf", &x, &y) != 2)
        fail_msg("no values in %s", text_get(&out));
    if ((x - 3) * (x - 3) + (y + 1) * (y + 1) > 0.25) fail_msg("far off: %s", text_get(&out));
    text_free(&out);
}

static void the_pages_shell_loop_finds_the_optimum(void **state) {
    (void)state;
    struct text out = {0};
    int status = run_loop("sh", "loop.sh", &out);
    if (status) fail_msg("status %d: %s", status, text_get(&out));
    assert_non_null(strstr(text_get(&out), "{\"generation\": 20, \"values\": {\"x\": "));
    assert_int_equal(count_rows("results/study", "answers"), PAGE_RESULTS);
    assert_near_the_optimum("results/study");
    text_free(&out);
}

/* Rows that follow from the answers, as one number. */
static int64_t sum_of_rows(const char *place) {
    return query_number(place, "SELECT sum(sum) FROM (SELECT sum % 1000000007 AS sum FROM players"
                               " UNION ALL SELECT sum % 1000000007 FROM generations UNION ALL"
                               " SELECT sum % 1000000007 FROM answers)");
}

static void the_pages_python_loop_finds_it_too(void **state) {
    (void)state;
    struct text out = {0};
    if (shell_line("python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))'", &out)) {
        print_message("no python3 of version 3.8 or later: not tried\n");
        text_free(&out);
        skip();
    }
    assert_int_equal(shell_line("rm -r results/study", &out), 0);
    int status = run_loop("python3", "loop.py", &out);
    if (status) fail_msg("status %d: %s", status, text_get(&out));
    assert_int_equal(count_rows("results/study", "answers"), PAGE_RESULTS);
    assert_near_the_optimum("results/study");
    text_free(&out);
}

static void another_programs_parameter_is_tuned(void **state) {
    (void)state;
    struct text out = {0};
    int status = run_loop("sh", "engine.sh", &out);
    if (status) fail_msg("status %d: %s", status, text_get(&out));
    assert_int_equal(count_rows("results/engine", "answers"), 2 * 4);
    assert_int_equal(query_number("results/engine", "SELECT sum(games) FROM answers"), 2 * 4 * 4);
    /* Players of different depths are not equally strong. */
    assert_true(query_number("results/engine",
                             "SELECT count(DISTINCT n1 + 2 * n2 + 3 * n3 + 4 * n4) FROM answers") >
                1);
    assert_prints("export --format json results/engine", 0, "\"values\": {\"depth\": ");
    text_free(&out);
}

/* ---- kills ---- */

/* The loop as a process group of its own. */
static pid_t start_loop(void) {
    pid_t child = fork();
    if (child) return child;
    struct text out = {0};
    setpgid(0, 0);
    run_loop("sh", "killed.sh", &out);
    _exit(0);
}

static void a_loop_that_is_killed_goes_on(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(shell_line("sed 's/generations = 3/generations = 20/' small.cfg > killed.cfg;"
                                " sed s/study/killed/ loop.sh > killed.sh",
                                &out),
                     0);
    assert_int_equal(run_loop("sh", "killed.sh", &out), 0);
    int64_t undisturbed = sum_of_rows("results/killed");
    assert_int_equal(shell_line("rm -r results/killed", &out), 0);
    struct rng rng = rng_keyed(1, 2, 3, 4);
    for (int kill_number = 0; kill_number < KILLS; kill_number++) {
        pid_t child = start_loop();
        setpgid(child, child);
        nanosleep(&(struct timespec){.tv_nsec = 2000000L + 80000 * (long)rng_below(&rng, 1000)},
                  NULL);
        kill(-child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    assert_true(count_rows("results/killed", "answers") < 20 * 4);
    assert_int_equal(run_loop("sh", "killed.sh", &out), 0);
    assert_true(undisturbed != 0 && sum_of_rows("results/killed") == undisturbed);
    assert_prints("doctor results/killed", 0, "healthy");
    text_free(&out);
}

/* Four shells at once ask and tell without --again. */
static void several_loops_share_a_study(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(run_loop("sh", "small.sh", &out), 0);
    assert_int_equal(shell_line("sed 's/--again//; s/small/many/' small.sh > many.sh;"
                                " cp small.cfg many.cfg; echo 'sh many.sh & sh many.sh & sh many.sh"
                                " & sh many.sh; wait' > all.sh",
                                &out),
                     0);
    assert_int_equal(run_loop("sh", "all.sh", &out), 0);
    assert_null(strstr(text_get(&out), "told already"));
    const char *at = text_get(&out); /* none gives up before */
    for (int loop = 0; loop < 4; loop++, at++)
        if (!(at = strstr(at, "is finished"))) fail_msg("%s", text_get(&out));
    assert_int_equal(count_rows("results/many", "answers"), 3 * 4);
    assert_true(sum_of_rows("results/many") == sum_of_rows("results/small"));
    text_free(&out);
}

/* ---- words ---- */

static void one_process_answers_line_for_line(void **state) {
    (void)state;
    struct text out = {0};
    char line[1600];
    snprintf(line, sizeof line,
             "cp small.cfg served.cfg; printf 'ask\\n\\n# a remark\\n1 score=2\\n1 score=2\\nask "
             "9\\nask\\nask x\\nas\\nwhat\\n' | '%s' serve-study served.cfg",
             program);
    assert_int_equal(shell_line(line, &out), 0);
    static const char *const parts[] = {
        "{\"ask\": [{\"id\": 1, \"generation\": 1, \"values\": {\"x\": ",
        "], \"out\": 3}\n{\"told\": 1}\n{\"error\": \"question 1 was told already",
        "{\"id\": 4, \"generation\": 1, ",
        "], \"out\": 0}\n{\"ask\": [], \"out\": 3}\n{\"error\": \"ask takes a whole number from 1 "
        "to "
        "1000000\"}\n{\"error\": \"id must be one that `ask` gave, not \\\"as\\\"\"}\n{\"error\": "
        "\"id must be one that `ask` gave, not \\\"what\\\"\"}\n"};
    const char *at = text_get(&out);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        at = strstr(at, parts[i]);
        if (!at) fail_msg("%s is not in: %s", parts[i], text_get(&out));
    }
    text_free(&out);
}

static void good_lines_beside_bad_ones_are_kept(void **state) {
    (void)state;
    struct text out = {0};
    char line[1600];
    snprintf(line, sizeof line,
             "cp small.cfg lines.cfg; '%s' ask -n 9 lines.cfg >/dev/null; printf '1 score=2\\n2 "
             "won=3\\n\\n1 score=1\\n3 score=1\\n' | '%s' tell results/lines",
             program, program);
    assert_int_equal(shell_line(line, &out), 2);
    assert_non_null(strstr(text_get(&out), "hone tell: line 2: must have a score: 2 score=0.25\n"));
    assert_non_null(strstr(text_get(&out), "hone tell: line 4: question 1 was told already"));
    assert_null(strstr(text_get(&out), "line 1"));
    assert_int_equal(count_rows("results/lines", "answers"), 2);
    text_free(&out);
}

static void an_answer_may_stand_on_the_command_line(void **state) {
    (void)state;
    assert_prints("tell lines.cfg 2 score=-1e-3", 0, "");
    assert_prints("tell lines.cfg 2 score=-1e-3", 2, "hone tell: the command line: question 2 was");
    assert_int_equal(count_rows("results/lines", "answers"), 3);
}

static void studies_and_runs_are_not_taken_for_each_other(void **state) {
    (void)state;
    write_file("run.cfg", "game = \"reversi\"; evaluator = { name = \"wpc\"; };");
    assert_prints("ask run.cfg", 2, "is a run of games, not a study");
    assert_prints("tune small.cfg", 2, "is a study, which hone does not play");
    assert_prints("finish results/small", 2,
                  "stop asking and it ends where it is (else after generation 3). The best so far: "
                  "`hone export --format json results/small`");
    assert_prints("ask nothing.cfg", 2, "nothing.cfg");
    assert_prints("check small.cfg --preflight", 2, "is a study, whose costs");
}

static void the_other_commands_show_a_study(void **state) {
    (void)state;
    assert_prints("check small.cfg", 0, "3 generations of 4 vectors, 4 questions: 12 scores");
    assert_prints("check small.cfg", 0,
                  "  y                                  random       -5        5");
    assert_prints("status results/small", 0, "12 results told\nChampion: ");
    assert_prints("status results/lines", 0,
                  "3 results told; generation 1 lacks 1\nChampion: none before the first");
    assert_prints("report results/small", 0, "not verified: hone did not measure it");
    assert_prints("report results/small", 0, "Study small: 2 parameters, seed 1, hone ");
    assert_prints("report results/lines", 0,
                  "best score: 2, by vector 1 of generation 1, the best");
    assert_prints("list results/small --format csv", 0, ",finished,3,3,12,");
    assert_prints("list results/lines --format csv", 0, ",running,0,3,0,"); /* one is out */
    assert_prints("export results/small", 2, "what there is of it is --format json");
    assert_prints("report results/small --format csv", 0, "\r\n3,");
    assert_prints("merge results/small results/lines -o all.db", 0, "all.db#lines: study");
    assert_prints("doctor all.db", 0, "healthy");
    assert_prints("status all.db#small", 0, "12 results told");
}

/* Choices are in no order, so that the first and the last one are no bounds. */
static void numbers_alone_are_on_bounds(void **state) {
    struct text report = {0};
    (void)state;
    write_file(
        "choice.cfg",
        "parameters = ({ name = \"kind\"; choices = [\"one\", \"other\"]; },\n"
        "  { name = \"z\"; min = 0; max = 1; precision = 1; });\n"
        "optimizer = { name = \"random\"; generations = 1; random = { population = 1; }; };\n");
    for (int question = 1; question <= 2; question++) {
        char tell[64];
        assert_prints("ask choice.cfg", 0, "\"kind\": ");
        snprintf(tell, sizeof tell, "tell choice.cfg %d score=%d", question, question);
        assert_prints(tell, 0, "");
    }
    assert_int_equal(shell("report results/choice", &report), 0);
    const char *kind = strstr(text_get(&report), "  kind  "),
               *z = strstr(text_get(&report), "  z  ");
    assert_non_null(kind);
    assert_non_null(z);
    const char *on_bound = strstr(text_get(&report), "on its bound");
    assert_true(kind < z && z < on_bound);
    text_free(&report);
}

static void the_page_shows_a_study(void **state) {
    (void)state;
    struct text html = {0};
    struct error error;
    char path[200];
    if (system("command -v gnuplot >/dev/null")) skip();
    assert_prints("report results/small --html small.html", 0, "");
    snprintf(path, sizeof path, "%s/small.html", directory);
    assert_int_equal(file_read(path, &html, &error), 0);
    assert_non_null(strstr(text_get(&html), "study of 2 parameters, optimiser spsa"));
    assert_non_null(strstr(text_get(&html), "not verified: hone did not measure it"));
    text_free(&html);
}

/* An answer that is gone, and one that was edited. */
static void the_doctor_misses_answers(void **state) {
    (void)state;
    struct text out = {0};
    sqlite3 *db;
    char path[200];
    assert_int_equal(shell_line("cp -r results/small results/sick", &out), 0);
    snprintf(path, sizeof path, "%s/results/sick/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "UPDATE answers SET score = score + 1 WHERE question = 5", NULL, NULL, NULL);
    assert_prints("doctor results/sick", 1, "checksum: table answers: question 5");
    sqlite3_exec(db, "DELETE FROM answers WHERE question = 5", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_prints("doctor results/sick", 1, "rows: a generation's answers are not all there");
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pages_shell_loop_finds_the_optimum),
        cmocka_unit_test(the_pages_python_loop_finds_it_too),
        cmocka_unit_test(another_programs_parameter_is_tuned),
        cmocka_unit_test(a_loop_that_is_killed_goes_on),
        cmocka_unit_test(several_loops_share_a_study),
        cmocka_unit_test(one_process_answers_line_for_line),
        cmocka_unit_test(good_lines_beside_bad_ones_are_kept),
        cmocka_unit_test(an_answer_may_stand_on_the_command_line),
        cmocka_unit_test(studies_and_runs_are_not_taken_for_each_other),
        cmocka_unit_test(the_other_commands_show_a_study),
        cmocka_unit_test(numbers_alone_are_on_bounds),
        cmocka_unit_test(the_page_shows_a_study),
        cmocka_unit_test(the_doctor_misses_answers),
    };
    return cmocka_run_group_tests(tests, make_files, own_directory_remove);
}
