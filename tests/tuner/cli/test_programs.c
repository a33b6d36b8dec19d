/*
 * Engines that are another program than the one a run was played with, from outside.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/runs.h"

/* Of one meeting a generation. */
#define SMALL                                                                                      \
    "fitness = { pairs = 1; }; progress = { every = 0; }; threads = 1;\n"                          \
    "optimizer = { generations = 1; ga = { population = 4; groups = 2; }; };\n"                    \
    "verify = { candidates = 1; selection_pairs = 1; pairs = 1; "

/* The engine is a script, which the shell and the program itself stay the same for. */
static void write_config(const char *name, const char *start) {
    char path[96];
    struct text text = {0};
    snprintf(path, sizeof path, "%s/%s.cfg", directory, name);
    text_add(&text, "seed = 4; game = \"reversi\";\n%s" SMALL "};\n", start);
    assert_int_equal(file_write(path, text_get(&text), NULL), 0);
    text_free(&text);
}

static int make_configs(void **context) {
    if (runs_make_directory(context)) return -1;
    const char *end = strrchr(program, '/');
    char line[1600];
    struct text out = {0};
    snprintf(line, sizeof line,
             "ln -s '%s' hone && cp '%.*s'/tests/tunable_engine . && printf 'exec ./tunable_engine "
             "\"$@\"\\n' >start.sh",
             program, (int)(end - program), program);
    write_config("script",
                 "parameters = ({ name = \"a1\"; min = -900; max = 900; start = 0; });\n"
                 "engine = { command = \"sh start.sh gtp a1={a1}\"; protocol = \"gtp\"; };\n");
    write_config("own",
                 "parameters = ({ name = \"a1\"; min = -900; max = 900; start = 0; });\n"
                 "engine = { command = \"./tunable_engine gtp a1={a1}\"; protocol = \"gtp\"; "
                 "};\n");
    write_config("met",
                 "evaluator = { name = \"wpc\"; layout = \"10\"; }; player = { depth = 0; };\n");
    int status = shell_line(line, &out);
    text_free(&out);
    return status;
}

/* The file differs, though it does what it did. */
static void change(const char *file) {
    char line[64];
    struct text out = {0};
    snprintf(line, sizeof line, "printf '\\n' >>%s", file);
    assert_int_equal(shell_line(line, &out), 0);
    text_free(&out);
}

static void a_changed_script_is_adopted_or_refused(void **context) {
    (void)context;
    does("tune script.cfg --set output=script");
    assert_prints("report script", 0, "  engine start.sh, checksum ");
    does("tune script --generations 2");
    assert_prints_not("report script", "that was adopted");
    change("start.sh");
    assert_prints("tune script", 0, "/start.sh is not the one that this run was played with last");
    assert_prints("tune script --generations 3", 2, "by --adopt, which the report will say");
    does("tune script --generations 3 --adopt");
    assert_prints("report script", 0, "  ! from generation 3 on with another start.sh ");
    does("tune script --generations 4");
    assert_prints_not("report script", "from generation 4 on with another");
}

static void a_changed_program_is_refused(void **context) {
    (void)context;
    does("tune own.cfg --set output=own");
    change("tunable_engine");
    assert_prints("tune own --generations 2", 2,
                  "/tunable_engine is not the one that this run was played with last");
}

/* Of a yardstick, too. */
static void a_changed_opponent_is_refused(void **context) {
    (void)context;
    char set[300];
    snprintf(set, sizeof set,
             "tune met.cfg --set output=met --set 'verify.yardsticks=[\"cmd:./tunable_engine gtp;"
             "protocol=gtp;name=other\"]'");
    does("%s", set);
    change("tunable_engine");
    assert_prints("tune met --generations 2", 2, "It may give other games.");
    does("tune met --generations 2 --adopt");
}

static void assert_shell(const char *line) {
    struct text out = {0};
    if (shell_line(line, &out)) fail_msg("%s: %s", line, text_get(&out));
    text_free(&out);
}

/* A run knows its engine by name, wherever both of them are; a second one of that name is another.
 */
static void a_run_and_its_engine_may_be_moved(void **context) {
    (void)context;
    assert_shell(
        "mkdir -p here/met && cp tunable_engine own.cfg here && cp tunable_engine here/met &&"
        "printf x >>here/met/tunable_engine");
    assert_shell("cd here && ../hone tune own.cfg --set output=own --set 'verify.yardsticks="
                 "[\"cmd:met/tunable_engine gtp;protocol=gtp;name=other\"]'");
    assert_shell("mv here there && cd there && ../hone tune own --generations 2");
    assert_shell("printf x >>there/met/tunable_engine");
    assert_shell("cd there && ../hone tune own --generations 3 2>says; test $? = 2 && grep -q "
                 "played.with.last says");
    assert_shell("cd there && ../hone tune own --generations 3 --adopt");
    assert_prints("report there/own", 0, "from generation 3 on with another tunable_engine 2 that");
}

/* Runs of earlier versions kept no engines. */
static void an_engine_that_was_not_kept_is_from_then_on(void **context) {
    (void)context;
    does("tune own.cfg --set output=earlier");
    char path[96];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/earlier/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DELETE FROM files", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    does("tune earlier");
    assert_prints_not("report earlier", "  engine tunable_engine");
    does("tune earlier --generations 2");
    assert_prints("report earlier", 0, "  engine tunable_engine from generation 2 on, checksum ");
    change("tunable_engine");
    assert_prints("tune earlier --generations 3", 2, "It may give other games.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_script_is_adopted_or_refused),
        cmocka_unit_test(a_changed_program_is_refused),
        cmocka_unit_test(a_changed_opponent_is_refused),
        cmocka_unit_test(a_run_and_its_engine_may_be_moved),
        cmocka_unit_test(an_engine_that_was_not_kept_is_from_then_on),
    };
    return cmocka_run_group_tests(tests, make_configs, own_directory_remove);
}
