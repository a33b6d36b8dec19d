/*
 * base: what every file relies on, above all where things fail: a full disk, a killed writer,
 * numbers that are almost numbers.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/base.h"
#include "engine/base/sanitized.h"
#include "tests/own_directory.h"

static void in_folder(char out[128], const char *name) {
    snprintf(out, 128, "%s/%s", directory, name);
}

/* Whether there is a temporary file of any name. */
static bool file_is_half_written(void) {
    char command[128];
    snprintf(command, sizeof command, "find %s -name '*tmp' | grep -q .", directory);
    return system(command) == 0;
}

static void nap(void) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void memory_of_no_bytes_is_memory(void **unused) {
    (void)unused;
    void *nothing = xmalloc(0), *cleared = xcalloc(0, 8);
    assert_non_null(nothing);
    assert_non_null(cleared);
    nothing = xrealloc(nothing, 0);
    assert_non_null(nothing);
    char *copy = xstrdup("text");
    assert_string_equal(copy, "text");
    free(nothing), free(cleared), free(copy);
}

/* Zeros from a cache line on, all of which may be written, large or small. */
static void tables_are_zero_and_in_line(void **unused) {
    (void)unused;
    const size_t sizes[] = {0, 1, 64, (2 << 20) - 1, 2 << 20, (5 << 20) + 64};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        void *whole;
        unsigned char *table = xtable(sizes[i], &whole);
        assert_int_equal((uintptr_t)table % (sizes[i] < 2 << 20 ? 64 : 2 << 20), 0);
        for (size_t j = 0; j < sizes[i]; j += 63) assert_int_equal(table[j], 0);
        memset(table, 0xff, sizes[i]);
        free(whole);
    }
}

/* From a large page on, if it fills one; all of it may be written, and free() gives it back. */
static void large_arrays_begin_large_pages(void **unused) {
    (void)unused;
    const size_t sizes[] = {0, 1, (2 << 20) - 1, 2 << 20, (5 << 20) + 4};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        unsigned char *array = xlarge(sizes[i]);
        assert_non_null(array);
        if (sizes[i] >= 2 << 20) assert_int_equal((uintptr_t)array % (2 << 20), 0);
        memset(array, 0xff, sizes[i]);
        free(array);
    }
}

static void die_of_a_fault(void) {
    die("the answer is %d", 42);
}

static void die_of_hunger(void) {
    free(xmalloc((size_t)1 << 60));
}

/* What a child says that ends in `deed`, by an abort; into message[512]. */
static void last_words(void (*deed)(void), char *message) {
    int ends[2], status;
    memset(message, 0, 512);
    fflush(NULL);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        deed();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_true(read(ends[0], message, 511) > 0);
    close(ends[0]), close(ends[1]);
}

static void dying_says_where(void **unused) {
    (void)unused;
    char message[512];
    last_words(die_of_a_fault, message);
    assert_non_null(strstr(message, "test_base.c:"));
    assert_non_null(strstr(message, ": the answer is 42\n"));
}

/* The line of hone's that asked for it is of no use to a user, whose means are settings. */
static void running_out_of_memory_says_what_helps(void **unused) {
    (void)unused;
    char message[512];
    if (SANITIZED) skip(); /* it has a message of its own */
    last_words(die_of_hunger, message);
    assert_non_null(strstr(message, "out of memory: 1152921504606846976 bytes more were wanted"));
    assert_null(strstr(message, ".c:"));
}

/* All items stay, and room is asked for at powers of two alone. */
static void a_list_grows_by_doubling(void **unused) {
    (void)unused;
    int *list = NULL;
    for (int count = 0; count < 1000; count++) {
        int *before = list;
        list = xgrow(list, (size_t)count, sizeof *list);
        if (count & (count - 1)) assert_ptr_equal(list, before);
        list[count] = count;
    }
    for (int i = 0; i < 1000; i++) assert_int_equal(list[i], i);
    free(list);
}

static void errors_are_cut_to_fit(void **unused) {
    (void)unused;
    struct error error;
    assert_int_equal(error_set(NULL, "there is no listener"), -1);
    assert_int_equal(error_set(&error, "line %d", 7), -1);
    assert_string_equal(error.text, "line 7");
    error_set(&error, "file: %s", error.text);
    assert_string_equal(error.text, "file: line 7");
    error_set(&error, "%010000d", 0);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void text_grows(void **unused) {
    (void)unused;
    struct text text = {0};
    assert_string_equal(text_get(&text), "");
    for (int i = 0; i < 10000; i++) text_add(&text, "%04d", i);
    assert_int_equal(text.length, 40000);
    assert_int_equal(strlen(text_get(&text)), 40000);
    assert_memory_equal(text.data + 4 * 1234, "1234", 4);
    text_add_bytes(&text, "a\0b", 3);
    assert_int_equal(text.length, 40003);
    assert_memory_equal(text.data + 40000, "a\0b", 4);
    text_free(&text);
    assert_null(text.data);
    text_add_bytes(&text, "", 0);
    assert_string_equal(text.data, "");
    text_free(&text);
}

static void what_is_written_is_read(void **unused) {
    (void)unused;
    struct error error;
    struct text text;
    char path[128];
    in_folder(path, "file");
    assert_int_equal(file_write(path, "one\n", &error), 0);
    assert_int_equal(file_write(path, "two\n", &error), 0);
    assert_int_equal(file_read(path, &text, &error), 0);
    assert_string_equal(text_get(&text), "two\n");
    text_free(&text);
}

static void links_and_pipes_are_written_through(void **unused) {
    (void)unused;
    struct error error;
    struct text text;
    struct stat status;
    char path[128], link[128];
    in_folder(path, "linked");
    in_folder(link, "link-to-it");
    assert_int_equal(file_write(path, "one\n", &error), 0);
    assert_int_equal(symlink("linked", link), 0);
    assert_int_equal(file_write(link, "two\n", &error), 0);
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(file_read(path, &text, &error), 0);
    assert_string_equal(text_get(&text), "two\n");
    text_free(&text);
    char pipe[128], got[8] = "";
    in_folder(pipe, "pipe");
    assert_int_equal(mkfifo(pipe, 0600), 0);
    int reader = open(pipe, O_RDWR | O_NONBLOCK);
    assert_int_equal(file_write(pipe, "three", &error), 0);
    assert_int_equal(read(reader, got, sizeof got), 5);
    assert_string_equal(got, "three");
    close(reader);
}

/* A write that fails leaves the old file, and no temporary one. */
static void a_failed_write_leaves_the_old_file(void **unused) {
    (void)unused;
    struct error error;
    char path[128], inside[128];
    in_folder(path, "full");
    in_folder(inside, "full/file");
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(file_write(inside, "kept\n", &error), 0);
    assert_int_equal(file_write(path, "a file over a folder", &error), -1);
    assert_non_null(strstr(error.text, path));
    assert_int_equal(access(inside, F_OK), 0);
    assert_false(file_is_half_written());
}

/* A writer that goes on until it is killed, as soon as a file is there that is not its product. */
static void kill_a_writer(const char *path, const char *content) {
    pid_t child = fork();
    if (child == 0)
        for (;;) file_write(path, content, NULL);
    while (!file_is_half_written()) nap();
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void what_a_killed_writer_left_goes_with_the_next_write(void **unused) {
    (void)unused;
    struct text content = {0}, text;
    char path[128];
    in_folder(path, "killed");
    for (int i = 0; i < 1 << 20; i++) text_add_bytes(&content, "half of it", 10);
    for (int i = 0; !file_is_half_written(); i++) {
        assert_in_range(i, 0, 1000); /* it may be done just before it is killed */
        kill_a_writer(path, text_get(&content));
    }
    assert_int_equal(file_write(path, "whole\n", NULL), 0);
    assert_false(file_is_half_written());
    assert_int_equal(file_read(path, &text, NULL), 0);
    assert_int_equal(text.length, strlen("whole\n"));
    text_free(&text);
    text_free(&content);
}

enum { WRITTEN_BYTES = 1 << 18 };

static pid_t start_writer(const char *path, char letter) {
    pid_t child = fork();
    if (child != 0) return child;
    char *content = xcalloc(WRITTEN_BYTES + 1, 1);
    memset(content, letter, WRITTEN_BYTES);
    for (int i = 0; i < 30; i++)
        if (file_write(path, content, NULL) != 0) _exit(1);
    _exit(0);
}

static void assert_of_one_writer(const char *path) {
    struct text text;
    assert_int_equal(file_read(path, &text, NULL), 0);
    assert_int_equal(strspn(text_get(&text), text.data[0] == 'a' ? "a" : "b"), WRITTEN_BYTES);
    assert_int_equal(text.length, WRITTEN_BYTES);
    text_free(&text);
}

static void two_writers_do_not_mix(void **unused) {
    (void)unused;
    char path[128];
    in_folder(path, "both");
    pid_t a = start_writer(path, 'a'), b = start_writer(path, 'b');
    int status_a, status_b;
    while (access(path, F_OK) != 0) nap();
    while (waitpid(a, &status_a, WNOHANG) == 0) assert_of_one_writer(path);
    assert_int_equal(waitpid(b, &status_b, 0), b);
    assert_int_equal(status_a, 0);
    assert_int_equal(status_b, 0);
    assert_of_one_writer(path);
    assert_false(file_is_half_written());
}

static void unreadable_files_say_why(void **unused) {
    (void)unused;
    struct error error;
    struct text text;
    assert_int_equal(file_read("/nowhere/at/all", &text, &error), -1);
    assert_string_equal(error.text, "/nowhere/at/all: cannot be opened: No such file or directory");
    assert_int_equal(file_read(directory, &text, &error), -1);
    assert_non_null(strstr(error.text, "directory"));
    assert_int_equal(file_read("/dev/zero", &text, &error), -1);
    assert_non_null(strstr(error.text, "larger than 64 MiB"));
}

static void directories_are_made_with_their_parents(void **unused) {
    (void)unused;
    struct error error;
    struct stat status;
    char path[128];
    in_folder(path, "a/b//c/");
    assert_int_equal(directory_make(path, &error), 0);
    assert_int_equal(directory_make(path, &error), 0);
    assert_int_equal(stat(path, &status), 0);
    assert_true(S_ISDIR(status.st_mode));
    in_folder(path, "plain");
    assert_int_equal(file_write(path, "", &error), 0);
    assert_int_equal(directory_make(path, &error), -1);
    in_folder(path, "plain/below");
    assert_int_equal(directory_make(path, &error), -1);
    assert_non_null(strstr(error.text, "plain"));
    in_folder(path, "link");
    assert_int_equal(symlink("nowhere", path), 0);
    assert_int_equal(directory_make(path, &error), -1);
    assert_non_null(strstr(error.text, strerror(EEXIST))); /* why, not what looking for it said */
}

static void signed_numbers_are_read_strictly(void **unused) {
    (void)unused;
    int64_t value = 0;
    assert_true(parse_i64("-12", -12, 12, &value) && value == -12);
    assert_true(parse_i64("9223372036854775807", 0, INT64_MAX, &value) && value == INT64_MAX);
    static const char *const bad[] = {"",     " 1",  "1 ",  "+1", "1.0",
                                      "0x10", "1e3", "--1", "-",  "9223372036854775808",
                                      "13",   "-13", "nan", "\n1"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) assert_false(parse_i64(bad[i], -12, 12, &value));
    assert_false(parse_i64("9223372036854775808", INT64_MIN, INT64_MAX, &value));
    assert_int_equal(value, INT64_MAX);
}

static void unsigned_numbers_are_read_strictly(void **unused) {
    (void)unused;
    uint64_t value = 0;
    assert_true(parse_u64("18446744073709551615", 0, UINT64_MAX, &value) && value == UINT64_MAX);
    static const char *const bad[] = {"", "-1", "-0", "18446744073709551616", "1x", " 1", "+1"};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(parse_u64(bad[i], 0, UINT64_MAX, &value));
    assert_false(parse_u64("4", 5, 6, &value));
}

static void decimal_numbers_are_read_strictly(void **unused) {
    (void)unused;
    double value = 0;
    assert_true(parse_double("0.25", 0, 1, &value) && value == 0.25);
    assert_true(parse_double("-1e3", -1e4, 0, &value) && value == -1000);
    assert_true(parse_double("1e-320", 0, 1, &value) && value > 0);
    static const char *const bad[] = {"", "nan", "inf", "1e999", " 1", "1,5", "2", "-0.1", "+0.5"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) assert_false(parse_double(bad[i], 0, 1, &value));
    static const char *const none[] = {"nan", "inf", "-Infinity", "0x10", "-0X1p3", ".", "-", "x"};
    for (size_t i = 0; i < COUNT_OF(none); i++)
        assert_false(parse_double(none[i], -INFINITY, INFINITY, &value));
}

/* Behind blanks and a sign, up to what is no part of it. */
static void decimal_numbers_are_cut_off(void **unused) {
    (void)unused;
    char *end;
    const char *text = " +.5z";
    assert_true(decimal_read(text, &end) == 0.5 && end == text + 4);
    static const char *const none[] = {" 0x1", "+nan", "-inf", "", "a"};
    for (size_t i = 0; i < COUNT_OF(none); i++)
        assert_true(decimal_read(none[i], &end) == 0 && end == none[i]);
}

static void only_text_is_utf8(void **unused) {
    (void)unused;
    assert_int_equal(utf8_length("a"), 1);
    assert_int_equal(utf8_length("\xc5\x9b"), 2);         /* s with acute */
    assert_int_equal(utf8_length("\xe2\x80\xa6"), 3);     /* ellipsis */
    assert_int_equal(utf8_length("\xf0\x9f\x99\x82"), 4); /* a face */
    static const char *const bad[] = {"",
                                      "\n",
                                      "\x7f",
                                      "\x80",
                                      "\xc0\x80",
                                      "\xc5",
                                      "\xc5z",
                                      "\xe0\x80\x80",
                                      "\xed\xa0\x80",
                                      "\xe2\x80",
                                      "\xf0\x80\x80\x80",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) assert_int_equal(utf8_length(bad[i]), 0);
}

static void harmless_texts_move_no_cursor(void **unused) {
    (void)unused;
    char text[] = "\033[2Jä\xc2\x9b\t\n\xff\r\x7f", line[] = "a\tb\n";
    struct error error;
    text_make_harmless(text, "\n\t");
    assert_string_equal(text, "?[2Jä??\t\n???");
    char turned[] = "a\xe2\x80\xae"
                    "b\xe2\x81\xa6"
                    "c\xd8\x9c\xef\xbb\xbf",
         honest[] = "棋手 Müller שלום 🙂 e\xcc\x81 \xe2\x80\x8d", lines[] = "a\r\nb\rc";
    text_make_harmless(turned, "\n\t");
    assert_string_equal(turned, "a???b???c?????");
    text_make_harmless(honest, "");
    assert_string_equal(honest, "棋手 Müller שלום 🙂 e\xcc\x81 \xe2\x80\x8d");
    text_make_harmless(lines, "\n");
    assert_string_equal(lines, "a\r\nb?c");
    text_make_harmless(line, "");
    assert_string_equal(line, "a?b?");
    error_set(&error, "\"%.4s\" is no move:\n\tits letter ä %s", "\033]0;x", "ä\b");
    assert_string_equal(error.text, "\"?]0;\" is no move:\n\tits letter ä ä?");
}

static void distance_counts_edits(void **unused) {
    (void)unused;
    static const struct {
        const char *a, *b;
        int distance;
    } pairs[] = {{"", "", 0},     {"abc", "", 3},           {"own3", "own3", 0},
                 {"a1", "b1", 1}, {"ab", "ba", 2},          {"kitten", "sitting", 3},
                 {"x", "axb", 2}, {"sunday", "saturday", 3}};
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        assert_int_equal(text_distance(pairs[i].a, pairs[i].b), pairs[i].distance);
        assert_int_equal(text_distance(pairs[i].b, pairs[i].a), pairs[i].distance);
    }
}

/* SplitMix64's first outputs for seed 1234567, as published with the algorithm by S. Vigna. */
static void mixing_is_as_published(void **unused) {
    (void)unused;
    uint64_t state = 1234567;
    assert_int_equal(mix64(state += 0x9e3779b97f4a7c15u), 6457827717110365317u);
    assert_int_equal(mix64(state += 0x9e3779b97f4a7c15u), 3203168211198807973u);
    assert_int_equal(mix64(state += 0x9e3779b97f4a7c15u), 9817491932198370423u);
}

static void a_place_for_a_file_is_found_before_it_is_written(void **state) {
    (void)state;
    struct error error;
    char name[] = "/tmp/hone-check-XXXXXX", inside[64];
    int file = mkstemp(name);
    assert_true(file >= 0 && close(file) == 0);
    snprintf(inside, sizeof inside, "%s/x", name);
    assert_int_equal(file_check(name, &error), 0);
    assert_int_equal(file_check(inside, &error), -1);
    assert_non_null(strstr(error.text, "Not a directory"));
    assert_int_equal(unlink(name), 0);
    assert_int_equal(file_check(name, &error), 0);
    assert_int_equal(access(name, F_OK), -1);
    assert_int_equal(file_check("hone-no-such-file", &error), 0);
    assert_int_equal(file_check("/tmp", &error), -1);
    assert_int_equal(file_check("", &error), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_of_no_bytes_is_memory),
        cmocka_unit_test(tables_are_zero_and_in_line),
        cmocka_unit_test(large_arrays_begin_large_pages),
        cmocka_unit_test(dying_says_where),
        cmocka_unit_test(running_out_of_memory_says_what_helps),
        cmocka_unit_test(a_list_grows_by_doubling),
        cmocka_unit_test(errors_are_cut_to_fit),
        cmocka_unit_test(text_grows),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(links_and_pipes_are_written_through),
        cmocka_unit_test(a_failed_write_leaves_the_old_file),
        cmocka_unit_test(what_a_killed_writer_left_goes_with_the_next_write),
        cmocka_unit_test(two_writers_do_not_mix),
        cmocka_unit_test(unreadable_files_say_why),
        cmocka_unit_test(directories_are_made_with_their_parents),
        cmocka_unit_test(signed_numbers_are_read_strictly),
        cmocka_unit_test(unsigned_numbers_are_read_strictly),
        cmocka_unit_test(decimal_numbers_are_read_strictly),
        cmocka_unit_test(decimal_numbers_are_cut_off),
        cmocka_unit_test(only_text_is_utf8),
        cmocka_unit_test(harmless_texts_move_no_cursor),
        cmocka_unit_test(distance_counts_edits),
        cmocka_unit_test(mixing_is_as_published),
        cmocka_unit_test(a_place_for_a_file_is_found_before_it_is_written),
    };
    return cmocka_run_group_tests_name("base", tests, own_directory_make, own_directory_remove);
}
