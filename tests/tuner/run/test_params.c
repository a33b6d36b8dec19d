/*
 * Rules for parameters from outside: `hone tune` is run with every optimiser, and the weights of
 * all that ever played are looked at in its database.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "tests/own_directory.h"
#include "tests/shell.h"
#include "tuner/optimize/optimizer.h"

enum { DIM = 10, A1 = 0, B1, C1, D1, B2, C2, D2, C3, D3, D4 };
static const char config[] = "seed = 3; game = \"reversi\"; threads = 1;\n"
                             "evaluator = { name = \"wpc\"; };\n"
                             "params = ({ name = \"*\"; lower = -300; upper = 300; },\n"
                             "  { name = \"a1\"; start = 200; freeze = true; },\n"
                             "  { name = \"b1\"; upper = 0; }, { name = \"c2\"; tie = \"b1\"; },\n"
                             "  { name = \"d2\"; tie = \"-c2\"; },\n"
                             "  { name = \"c3\"; start = 47; step = 25; });\n"
                             "player = { depth = 0; };\n"
                             "openings = { plies_min = 4; plies_max = 4; };\n"
                             "fitness = { groups = true; pairs = 2; };\n"
                             "optimizer = { generations = 9; init = \"around\";\n"
                             "  init_spread = 0.5; };\n"
                             "verify = { candidates = 5; selection_pairs = 2; pairs = 2; };\n";
static int command(struct text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int command(struct text *out, const char *format, ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_free(out);
    return shell_run(line, out);
}

static int make_directory(void **state) {
    (void)state;
    char path[64];
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/c.cfg", directory);
    return file_write(path, config, NULL);
}

static int remove_directory(void **state) {
    (void)state;
    struct text out = {0};
    int status = command(&out, "rm -r %s", directory);
    text_free(&out);
    return status;
}

/* ---- what a vector must be ---- */

static void assert_in_space(const int32_t *weights) {
    assert_int_equal(weights[A1], 200);
    assert_int_equal(weights[C2], weights[B1]);
    assert_int_equal(weights[D2], -weights[B1]);
    assert_int_equal((weights[C3] - 47) % 25, 0);
    assert_true(weights[B1] <= 0);
    for (int i = 0; i < DIM; i++) assert_true(weights[i] >= -300 && weights[i] <= 300);
}

static void read_weights(const char *text, int32_t *out) {
    for (int i = 0; i < DIM; i++) {
        char *end;
        out[i] = (int32_t)strtol(text, &end, 10);
        assert_true(end > text);
        text = end;
    }
    assert_int_equal(*text, '\0');
}

/* Checks all players of the run and returns their count; how many parameters ever differed from the
 * start goes to `moving`. */
static int check_players(const char *database, int *moving) {
    sqlite3 *db;
    sqlite3_stmt *rows;
    int32_t start[DIM], weights[DIM];
    bool moved[DIM] = {false};
    int count = 0;
    assert_int_equal(sqlite3_open(database, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT weights FROM players ORDER BY id", -1, &rows, NULL),
        SQLITE_OK);
    for (; sqlite3_step(rows) == SQLITE_ROW; count++) {
        read_weights((const char *)sqlite3_column_text(rows, 0), count ? weights : start);
        assert_in_space(count ? weights : start);
        for (int i = 0; count && i < DIM; i++) moved[i] |= weights[i] != start[i];
    }
    sqlite3_finalize(rows);
    sqlite3_close(db);
    static const int32_t wanted[DIM] = {200, -250, 100, 50, -250, -250, 250, 47, 20, 10};
    assert_memory_equal(start, wanted, sizeof wanted);
    *moving = 0;
    for (int i = 0; i < DIM; i++) *moving += moved[i];
    return count;
}

/* ---- the tests ---- */

static void no_player_leaves_the_space_of_the_rules(void **state) {
    (void)state;
    struct text out = {0};
    for (int i = 0; optimizer_list[i]; i++) {
        const char *name = optimizer_list[i]->name;
        bool hybrid = strcmp(name, "hybrid") == 0;
        char database[96];
        int moving;
        int status = command(&out,
                             BUILD_DIR "/hone tune %s/c.cfg --set optimizer.name=%s --set "
                                       "output=%s/%s %s 2>&1",
                             directory, name, directory, name,
                             hybrid ? "--set optimizer.hybrid.refine_every=2" : "");
        if (status) fail_msg("%s: %s", name, text_get(&out));
        snprintf(database, sizeof database, "%s/%s/run.db", directory, name);
        int fewest = optimizer_list[i]->learns ? 9 : 9 * 2; /* of which only the learned are kept */
        assert_true(check_players(database, &moving) > fewest);
        assert_int_equal(moving, DIM - 1);
    }
    text_free(&out);
}

/* With and without a break, which is at the end here: it reads what the optimiser had. */
static void what_is_frozen_stays_when_its_file_changes(void **state) {
    (void)state;
    struct text out = {0};
    static const char tune[] =
        BUILD_DIR "/hone tune %s/c.cfg --set optimizer.init=file --set "
                  "optimizer.init_weights=w.weights --set optimizer.generations=2 --set "
                  "'params=({name=\"a1\"; freeze=true;})' --set output=%s/file 2>&1";
    command(&out, "cp config/weights/v20.weights %s/w.weights", directory);
    if (command(&out, tune, directory, directory)) fail_msg("%s", text_get(&out));
    command(&out, "sed -i 's/^a1 .*/a1 7/; s/^checksum.*/checksum -/' %s/w.weights", directory);
    assert_int_equal(command(&out, tune, directory, directory), 2);
    assert_non_null(strstr(text_get(&out), "the files of optimizer.init_weights have changed"));
    text_free(&out);
}

static void check_prints_what_moves(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(command(&out, BUILD_DIR "/hone check %s/c.cfg", directory), 0);
    assert_non_null(strstr(text_get(&out), "7 of 10 parameters free, 1 frozen, 2 tied\n"));
    assert_non_null(
        strstr(text_get(&out), "  a1                                    200  frozen\n"));
    assert_non_null(strstr(text_get(&out), "  c2                         = b1\n"));
    assert_non_null(strstr(text_get(&out), "  d2                         = -b1\n"));
    assert_non_null(strstr(
        text_get(&out), "  c3                                     47     -300      300     25\n"));
    text_free(&out);
}

/* Of a study: as said, or from a value to the next. */
static void check_prints_steps_in_the_users_units(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(
        command(&out,
                "echo 'name = \"s\"; parameters = ({name = \"a\"; min = 0; max = 50; step = 5;}, "
                "{name = \"b\"; min = 0; max = 1; precision = 0.01;});' >%s/s.cfg && " BUILD_DIR
                "/hone check --params %s/s.cfg",
                directory, directory),
        0);
    assert_non_null(strstr(text_get(&out), "        0       50      5\n"));
    text_free(&out);
}

static void check_sums_up_a_long_table(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(command(&out,
                             BUILD_DIR "/hone check %s/c.cfg --set evaluator.layout=64 --set "
                                       "'params=({name=\"*8\"; tie=\"*1\";}, {name=\"d4\"; "
                                       "freeze=true;})'",
                             directory),
                     0);
    assert_non_null(strstr(text_get(&out), "55 of 64 parameters free, 1 frozen, 8 tied\n"));
    assert_non_null(strstr(text_get(&out), "  a1 .. c4 (27)                -250 to 1000"));
    assert_non_null(strstr(text_get(&out), "  a8 .. d8 (4)               = a1, b1, c1, d1\n"));
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_player_leaves_the_space_of_the_rules),
        cmocka_unit_test(what_is_frozen_stays_when_its_file_changes),
        cmocka_unit_test(check_prints_what_moves),
        cmocka_unit_test(check_prints_steps_in_the_users_units),
        cmocka_unit_test(check_sums_up_a_long_table),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
