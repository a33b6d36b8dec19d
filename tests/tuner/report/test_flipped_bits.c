/*
 * flipped bits: one at a time, all over a small run's database. Every report is what it was, or
 * refused; what is mended reports what it did before, or is still refused. Each is tried in a
 * process of its own, because what SQLite stumbles on while it reads ends the program.
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

#include "engine/base/rng.h"
#include "tests/own_directory.h"
#include "tests/shell.h"
#include "tuner/report/overview.h"
#include "tuner/store/examine.h"

enum { PAGE = 4096, HEADER = 100 };
#ifndef FLIPS_A_PAGE
#define FLIPS_A_PAGE 8
#endif

/* How a process ends that tries a database. */
enum end { SAME, SILENT, BY_SQLITE, BY_CHECKSUM, BY_RULES, BY_HEADER, ENDS };
static const char *const ends[ENDS] = {"harmless",
                                       "silent",
                                       "refused by SQLite",
                                       "refused by a checksum",
                                       "refused as not belonging together",
                                       "refused by the header"};

static char path[64];
static struct text file, report; /* undisturbed */

/* 0, or -1 and why. */
static int print_report(struct text *out, struct error *error) {
    struct run_argument run;
    struct report model;
    if (run_argument_open(path, &run, error)) return -1;
    int status = report_load(run.store, run.run, &model, error);
    if (status == 0) status = store_check_links(run.store, error);
    if (status == 0) overview_print(&run, &model, false, out);
    report_free(&model);
    run_argument_close(&run);
    return status;
}

/* The run of version 5, with its rows' checksums. */
static int make_database(void **state) {
    (void)state;
    struct error error = {""};
    struct text out = {0};
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/run.db", directory);
    char command[128];
    snprintf(command, sizeof command, "cp tests/tuner/store/v5-run.db %s", path);
    if (shell_run(command, &out)) return -1;
    store_close(store_open(path, STORE_WRITE, &error));
    if (file_read(path, &file, &error) || print_report(&report, &error))
        print_message("%s\n", error.text);
    return report.length > 1000 && file.length % PAGE == 0 ? 0 : -1;
}

static int remove_database(void **state) {
    (void)state;
    struct text out = {0};
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", directory);
    text_free(&file);
    text_free(&report);
    return shell_run(command, &out);
}

static void write_flipped(size_t byte, int bit) {
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    file.data[byte] = (char)(file.data[byte] ^ (1 << bit));
    assert_int_equal(fwrite(file.data, 1, file.length, out), file.length);
    file.data[byte] = (char)(file.data[byte] ^ (1 << bit));
    assert_int_equal(fclose(out), 0);
}

static enum end end_of_refusal(const char *why) {
    if (strstr(why, "does not fit its checksum")) return BY_CHECKSUM;
    if (strstr(why, "not as hone wrote it")) return BY_RULES;
    if (strstr(why, "not a database") || strstr(why, "not one of hone's") ||
        strstr(why, "of hone's tables"))
        return BY_HEADER;
    return BY_SQLITE;
}

static enum end try_report(void) {
    struct text now = {0};
    struct error error = {""};
    if (print_report(&now, &error)) return *error.text ? end_of_refusal(error.text) : SILENT;
    return strcmp(text_get(&now), text_get(&report)) == 0 ? SAME : SILENT;
}

static enum end try_mended(void) {
    struct error error = {""};
    struct store *store = store_open(path, STORE_REPAIR, &error);
    if (!store || store_mend(store, &error)) return BY_SQLITE;
    store_close(store);
    return try_report();
}

/* What the program ended with, and said, when it stumbled on a row. */
static enum end end_as_said(const char *said) {
    struct text words = {0};
    struct error error;
    if (file_read(said, &words, &error)) fail_msg("%s", error.text);
    enum end end = end_of_refusal(text_get(&words));
    text_free(&words);
    return end;
}

static enum end in_a_process(enum end (*try)(void)) {
    int status;
    char said[80];
    snprintf(said, sizeof said, "%s/said", directory);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen(said, "w", stderr)) _exit(10 + SILENT);
        _exit(10 + (int)try());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status)) fail_msg("killed by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status) < 10 ? end_as_said(said) : (enum end)(WEXITSTATUS(status) - 10);
}

static void try_bit(size_t byte, int bit, int counts[ENDS], int *mended) {
    write_flipped(byte, bit);
    enum end end = in_a_process(try_report);
    counts[end]++;
    if (end == SILENT) fail_msg("bit %d of byte %zu changes the report", bit, byte);
    if (end == SAME) return;
    enum end then = in_a_process(try_mended);
    if (then == SILENT) fail_msg("bit %d of byte %zu is mended wrongly", bit, byte);
    *mended += then == SAME;
}

static void no_flipped_bit_changes_a_report_silently(void **state) {
    (void)state;
    int counts[ENDS] = {0}, mended = 0, flips = 0;
    struct rng rng = rng_keyed(11, 1, 0, 0);
    for (size_t page = 0; page < file.length; page += PAGE)
        for (int i = 0; i < FLIPS_A_PAGE; i++, flips++) {
            uint32_t within = page == 0 && i % 2 ? HEADER : PAGE;
            try_bit(page + rng_below(&rng, within), (int)rng_below(&rng, 8), counts, &mended);
        }
    print_message("%d flips in %zu pages:", flips, file.length / PAGE);
    for (int end = 0; end < ENDS; end++)
        print_message(" %d %s%s", counts[end], ends[end], end < ENDS - 1 ? "," : "");
    print_message("; of those refused %d are mended\n", mended);
    assert_true(counts[SAME] > 0 && counts[BY_SQLITE] > 0 && counts[BY_CHECKSUM] > 0);
    assert_true(mended >= counts[BY_CHECKSUM] / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_flipped_bit_changes_a_report_silently),
    };
    return cmocka_run_group_tests(tests, make_database, remove_database);
}
