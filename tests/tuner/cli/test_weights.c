/*
 * `hone weights` as its user runs it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "tests/own_directory.h"
#include "tests/shell.h"

static struct text out;

/* `hone weights`, in the root of the sources; $D is the test's directory. Its status. */
static int weights(const char *arguments) {
    struct text line = {0};
    text_add(&line, "D=%s; %s/hone weights %s 2>&1", directory, BUILD_DIR, arguments);
    text_free(&out);
    int status = shell_run(text_get(&line), &out);
    text_free(&line);
    return status;
}

static void expect(const char *arguments, int status, const char *part) {
    if (weights(arguments) != status || !strstr(text_get(&out), part))
        fail_msg("%s: %s", arguments, text_get(&out));
}

static void write_file(const char *name, const char *content) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (file_write(path, content, &(struct error){""})) fail_msg("%s", path);
}

static int end(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", directory);
    text_free(&out);
    return system(command);
}

static void new_ones_have_the_initial_values_and_load(void **state) {
    (void)state;
    expect("new --game reversi --layout 64 -o $D/new.weights", 0, "");
    expect("show $D/new.weights", 0, "\n 1   1000   -250    100     50     50    100");
    expect("new --game reversi -o $D/new.weights", 2, "exists already; --force overwrites it");
    expect("new --game reversi -o $D/new.weights --force", 0, "");
    expect("new", 2, "--game is needed");
    expect("new --game checkers", 2, "unknown game");
}

static void what_export_writes_is_read_back(void **state) {
    (void)state;
    expect("show config/weights/lr06.weights; cd . && " BUILD_DIR
           "/hone export config/weights/lr06.weights --format csv -o $D/lr.csv; " BUILD_DIR
           "/hone export config/weights/lr06.weights --format json -o $D/lr.json",
           0, "lr.json");
    expect("import $D/lr.csv --game reversi --evaluator wpc --layout 64 -o $D/csv.weights", 0, "");
    expect("diff $D/csv.weights config/weights/lr06.weights", 0, "64 of 64 equal");
    expect("import $D/lr.json -o $D/json.weights", 0, "");
    expect("diff $D/json.weights config/weights/lr06.weights", 0, "64 of 64 equal");
    expect("show $D/json.weights", 0, "imported from lr.json, co-evolved by Lucas");
}

static void files_of_other_programs_are_read_with_care(void **state) {
    (void)state;
    static const char ten[] = "a1;1\r\n\"b1\" ; -2\nc1\t3\nd1,4\nb2,5\nc2,6\nd2,7\nc3,8\nd3,9\n";
    struct text text = {0};
    text_add(&text, "%sd4,10", ten);
    write_file("good.csv", text_get(&text));
    expect("import $D/good.csv --game reversi", 0, "b1          -2\nc1          3\n");
    write_file("short.csv", ten);
    expect("import $D/short.csv --game reversi", 2,
           "short.csv: 1 of the 10 parameters of wpc 10 "
           "are missing, d4 first");
    text_add(&text, "\nd4,11\n");
    write_file("twice.csv", text_get(&text));
    expect("import $D/twice.csv --game reversi", 2, "twice.csv:11: d4 is given twice");
    write_file("wide.csv", "parameter,value\na1,99999\n");
    expect("import $D/wide.csv --game reversi", 2,
           "wide.csv:2: a1 is \"99999\"; it must be a whole number, -2047 to 2047");
    write_file("odd.csv", "parameter,value\nq9,9\n");
    expect("import $D/odd.csv --game reversi", 2, "odd.csv:2: \"q9\" is no parameter of wpc 10");
    write_file("bad.json", "{\"game\": \"reversi\", \"params\": {\"a1\": 1.5}}");
    expect("import $D/bad.json", 2, "bad.json: a1 is \"1.5\"; it must be a whole number");
    write_file("cut.json", "{\"game\": \"reversi\", ");
    expect("import $D/cut.json", 2, "cut.json is not JSON");
    write_file("none.json", "{\"game\": \"reversi\"}");
    expect("import $D/none.json", 2, "none.json has no object \"params\"");
    text_free(&text);
}

static void converting_says_what_became_of_the_values(void **state) {
    (void)state;
    expect("convert config/weights/lr06.weights --evaluator features -o $D/f.weights", 0,
           "wpc 64 as features 3: 30 values averaged (of some that differ by up to 552), 15 filled "
           "in with 0 or what is nearest, all times 0.59 to fit\n");
    expect("show $D/f.weights", 0, "  s3.parity               0\n");
    expect("convert config/weights/r4.weights --evaluator roads+lines", 0, "\nn.d2.own    1\n");
    expect("convert config/weights/lr06.weights", 2, "convert needs --layout or --evaluator");
    expect("diff config/weights/swh.weights config/weights/lr06.weights", 0,
           "\n  a1                   1000     1734     +734\n");
    expect("diff config/weights/swh.weights config/weights/r4.weights", 2,
           "config/weights/r4.weights beside config/weights/swh.weights: weights of connect6 "
           "cannot become");
}

static void misuse_is_told(void **state) {
    (void)state;
    expect("frob", 2, "'frob' is not new, convert, import, show or diff");
    expect("new reversi", 2, "usage: hone weights new --game GAME [OPTION]...\n");
    expect("convert", 2, "usage: hone weights convert PLAYER --layout LAYOUT [OPTION]...\n");
    expect("diff config/weights/swh.weights", 2, "usage: hone weights diff PLAYER PLAYER\n");
    expect("show", 2, "usage: hone weights show PLAYER\n");
    expect("show nowhere.weights", 2, "nowhere.weights");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_ones_have_the_initial_values_and_load),
        cmocka_unit_test(what_export_writes_is_read_back),
        cmocka_unit_test(files_of_other_programs_are_read_with_care),
        cmocka_unit_test(converting_says_what_became_of_the_values),
        cmocka_unit_test(misuse_is_told),
    };
    return cmocka_run_group_tests(tests, own_directory_make, end);
}
