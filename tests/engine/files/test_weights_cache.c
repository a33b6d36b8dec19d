/*
 * The cache of large weight files: the second reading gives what the first gave, from the entry;
 * a file that has changed is read anew, and an entry that is damaged, of other names of parameters,
 * of another user, or a link, is not used.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <glob.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/files/weights_cache.h"
#include "engine/games/games.h"
#include "tests/own_directory.h"

static char path[64];

/* Until the file is old enough for an entry. */
static void grow_old(void) {
    const struct timespec time = {1, 100000000};
    nanosleep(&time, NULL);
}

/* A file of more than the least size. */
static void write_weights(int32_t first) {
    struct error error;
    struct text text = {0};
    const struct game *game = games_find("reversi", &error);
    struct weights weights = {.evaluator = games_evaluator(game, "patterns", "huge", &error),
                              .provenance = {.name = "large", .generation = -1}};
    assert_non_null(weights.evaluator);
    size_t count = (size_t)weights.evaluator->param_count;
    weights.values = xcalloc(count, sizeof *weights.values);
    for (size_t i = 0; i < count; i++) weights.values[i] = (int32_t)(i % 1999) - 999;
    weights.values[0] = first;
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666); /* in place */
    assert_int_equal(write(file, text.data, text.length), text.length);
    close(file);
    text_free(&text), free(weights.values);
}

static int make(void **state) {
    if (own_directory_make(state)) return -1;
    snprintf(path, sizeof path, "%s/large.weights", directory);
    write_weights(17);
    grow_old();
    return setenv("XDG_CACHE_HOME", directory, 1);
}

/* The entry's path. */
static const char *entry(void) {
    static char found[128];
    char pattern[64];
    glob_t files;
    snprintf(pattern, sizeof pattern, "%s/hone/*", directory);
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    assert_int_equal(files.gl_pathc, 1);
    snprintf(found, sizeof found, "%s", files.gl_pathv[0]);
    globfree(&files);
    return found;
}

static void forget(void) {
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s/hone", directory);
    assert_int_equal(system(command), 0);
}

static struct weights load(void) {
    struct weights weights;
    struct error error;
    if (weights_load(path, &weights, &error)) fail_msg("%s", error.text);
    return weights;
}

static bool is_kept(struct weights *out) {
    const struct weights_cache_key key = weights_cache_key(path);
    return weights_cache_read(&key, path, out) == 0;
}

static void assert_kept(bool expected) {
    struct weights weights;
    bool kept = is_kept(&weights);
    if (kept) weights_free(&weights);
    assert_int_equal(kept, expected);
}

static void an_entry_is_what_the_text_says(void **state) {
    (void)state;
    struct weights read = load(), kept;
    assert_true(is_kept(&kept));
    assert_ptr_equal(kept.evaluator, read.evaluator);
    assert_memory_equal(kept.values, read.values,
                        (size_t)read.evaluator->param_count * sizeof *read.values);
    assert_string_equal(kept.provenance.name, "large");
    assert_int_equal(kept.provenance.generation, -1);
    weights_free(&read), weights_free(&kept);
}

/* With a right checksum: then it must have been made by hone. */
static void the_entry_is_what_is_read(void **state) {
    (void)state;
    struct weights kept, read = load();
    const struct weights_cache_key key = weights_cache_key(path);
    read.values[5] = 123;
    weights_cache_write(&key, path, &read);
    weights_free(&read);
    kept = load();
    assert_int_equal(kept.values[5], 123);
    weights_free(&kept);
    forget();
}

/* Byte by byte at the head, then here and there. */
static void a_damaged_entry_is_not_used(void **state) {
    (void)state;
    struct weights weights = load();
    struct stat status;
    weights_free(&weights);
    int file = open(entry(), O_RDWR);
    assert_int_equal(fstat(file, &status), 0);
    for (off_t at = 0; at < status.st_size; at += at < 300 ? 1 : 99991) {
        unsigned char byte, other;
        assert_int_equal(pread(file, &byte, 1, at), 1);
        other = byte ^ 4;
        assert_int_equal(pwrite(file, &other, 1, at), 1);
        assert_kept(false);
        assert_int_equal(pwrite(file, &byte, 1, at), 1);
    }
    assert_kept(true);
    assert_int_equal(ftruncate(file, status.st_size - 1), 0);
    assert_kept(false);
    weights = load();
    assert_int_equal(weights.values[0], 17);
    weights_free(&weights);
    close(file);
    forget();
}

/* Of the same size and, as far as they can be set, with the same times. */
static void a_changed_file_is_read_anew(void **state) {
    (void)state;
    struct weights weights = load();
    struct stat status;
    weights_free(&weights);
    assert_kept(true);
    assert_int_equal(stat(path, &status), 0);
    write_weights(18);
    const struct timespec times[] = {status.st_atim, status.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    assert_kept(false);
    weights = load();
    assert_int_equal(weights.values[0], 18);
    weights_free(&weights);
    assert_kept(false); /* it is younger than a second */
    forget();
}

/* Such as a plug-in's that was built again. */
static const struct evaluator *original;

static struct param param_renamed(const struct evaluator *evaluator, int index) {
    struct param param = evaluator_param(original, index);
    (void)evaluator;
    if (index == 0) strcpy(param.name, "another");
    return param;
}

static int param_run_same(const struct evaluator *evaluator, int index) {
    (void)evaluator;
    return evaluator_param_run(original, index);
}

static void other_names_make_it_another_entry(void **state) {
    (void)state;
    const struct weights_cache_key key = weights_cache_key(path);
    grow_old();
    struct weights weights = load();
    assert_kept(true);
    original = weights.evaluator;
    struct evaluator renamed = *original;
    renamed.param = param_renamed, renamed.param_run = param_run_same;
    weights.evaluator = &renamed;
    weights_cache_write(&key, path, &weights);
    assert_kept(false);
    weights_free(&weights);
    forget();
}

static void another_users_entry_is_not_used(void **state) {
    (void)state;
    if (geteuid() != 0) skip();
    struct weights weights = load();
    assert_kept(true);
    assert_int_equal(chown(entry(), 1, (gid_t)-1), 0);
    assert_kept(false);
    weights_free(&weights);
    weights = load();
    assert_kept(true); /* one of its own has taken its place */
    weights_free(&weights);
    forget();
}

static void links_are_not_followed(void **state) {
    (void)state;
    char elsewhere[64], slot[128];
    struct stat after;
    grow_old();
    struct weights weights = load();
    weights_free(&weights);
    snprintf(slot, sizeof slot, "%s", entry());
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", directory);
    assert_int_equal(rename(slot, elsewhere), 0);
    assert_int_equal(symlink(elsewhere, slot), 0);
    assert_kept(false);
    assert_int_equal(truncate(elsewhere, 0), 0);
    weights = load();
    weights_free(&weights);
    assert_int_equal(stat(elsewhere, &after), 0);
    assert_int_equal(after.st_size, 0);
    forget();
}

static void small_files_have_no_entry(void **state) {
    (void)state;
    struct weights weights;
    struct error error;
    assert_int_equal(weights_load("config/weights/swh.weights", &weights, &error), 0);
    weights_free(&weights);
    snprintf(path, sizeof path, "%s/hone", directory);
    assert_int_equal(access(path, F_OK), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_is_what_the_text_says),
        cmocka_unit_test(the_entry_is_what_is_read),
        cmocka_unit_test(a_damaged_entry_is_not_used),
        cmocka_unit_test(a_changed_file_is_read_anew),
        cmocka_unit_test(other_names_make_it_another_entry),
        cmocka_unit_test(another_users_entry_is_not_used),
        cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(small_files_have_no_entry),
    };
    return cmocka_run_group_tests(tests, make, own_directory_remove);
}
