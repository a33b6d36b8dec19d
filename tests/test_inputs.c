/*
 * Every reader reads again what is kept for it in tests/fuzz/inputs: seeds, and what a search with
 * sanitizers once found (tests/fuzz/targets.h). Runs in the root of the sources.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/rng.h"
#include "tests/fuzz/targets.h"

#define INPUTS "tests/fuzz/inputs/"

static int is_visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static void replay_file(const struct fuzz_target *target, const char *name) {
    char path[512];
    struct text bytes = {0};
    struct error error;
    snprintf(path, sizeof path, INPUTS "%s/%s", target->name, name);
    if (file_read(path, &bytes, &error)) fail_msg("%s", error.text);
    print_message("%s\n", path);
    target->run((const uint8_t *)text_get(&bytes), bytes.length);
    text_free(&bytes);
}

/* How many inputs it has. */
static int replay(const struct fuzz_target *target) {
    char folder[256];
    struct dirent **files = NULL;
    snprintf(folder, sizeof folder, INPUTS "%s", target->name);
    int count = scandir(folder, &files, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        replay_file(target, files[i]->d_name);
        free(files[i]);
    }
    free(files);
    return count;
}

static void every_reader_takes_what_was_kept_for_it(void **unused) {
    (void)unused;
    for (const struct fuzz_target *target = fuzz_targets; target->name; target++)
        if (replay(target) <= 0) fail_msg("nothing is kept for %s", target->name);
}

static void every_folder_is_a_reader_s(void **unused) {
    (void)unused;
    struct dirent **folders;
    int count = scandir(INPUTS, &folders, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        if (!fuzz_find(folders[i]->d_name)) fail_msg("%s is no target", folders[i]->d_name);
        free(folders[i]);
    }
    free(folders);
}

/* Databases changed at random, beside what is kept: with so many kinds of change a few kept ones
 * would show little; most of them where a read of the wrong memory is seen. */
#ifdef __SANITIZE_ADDRESS__
#define ROWS_USUAL 2000
#else
#define ROWS_USUAL 400
#endif
#ifndef ROWS_TRIED
#define ROWS_TRIED ROWS_USUAL
#endif
#ifndef ROWS_SEED
#define ROWS_SEED 37
#endif
static void changed_databases_are_read_or_refused(void **unused) {
    (void)unused;
    for (uint64_t i = 0; i < ROWS_TRIED; i++) {
        struct rng rng = rng_keyed(ROWS_SEED, i, 0, 0);
        uint8_t bytes[2 + 7 * 6];
        for (size_t b = 0; b < sizeof bytes; b++) bytes[b] = (uint8_t)rng_below(&rng, 256);
        fuzz_rows(bytes, 2 + 7 * (1 + rng_below(&rng, 6)));
    }
}

/* Exits of a reader end the call alone; without that the database's inputs would end this program.
 */
static void exits(void *context) {
    *(int *)context = 1;
    exit(EXIT_FAILURE);
}

static void an_exit_is_outlived(void **unused) {
    (void)unused;
    int called = 0;
    fuzz_outlive_exit(exits, &called);
    assert_int_equal(called, 1);
}

static void edits_change_a_good_file(void **unused) {
    (void)unused;
    char file[] = "abcdef";
    const struct text good = {.data = file, .length = 6};
    const uint8_t edits[] = {1, 0, 2, 1, 'X', 5, 0, 9, 0};
    struct text edited = fuzz_edited(&good, edits, sizeof edits);
    assert_string_equal(text_get(&edited), "aXdef");
    text_free(&edited);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reader_takes_what_was_kept_for_it),
        cmocka_unit_test(every_folder_is_a_reader_s),
        cmocka_unit_test(changed_databases_are_read_or_refused),
        cmocka_unit_test(an_exit_is_outlived),
        cmocka_unit_test(edits_change_a_good_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
