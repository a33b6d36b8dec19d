/*
 * The journal: what was written is found again, torn, flipped, foreign and older records are not,
 * each for itself; and what cannot be written ends nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/clock.h"
#include "tests/own_directory.h"
#include "tuner/store/journal.h"

enum { RECORD = 24, FEW = 5, MANY = 5000 };

static char database[80], path[96];

static int make_folder(void **state) {
    (void)state;
    if (own_directory_make(NULL)) return -1;
    snprintf(database, sizeof database, "%s/run.db", directory);
    snprintf(path, sizeof path, "%s-games", database);
    return 0;
}

static int forget(void **state) {
    (void)state;
    unlink(path);
    return 0;
}

static struct journal_entry entry_of(int i) {
    return (struct journal_entry){
        .key = mix64((uint64_t)i),
        .result = {(uint8_t)(i % 3), (uint16_t)(i % 400), mix64((uint64_t)i + 77)},
        .note = (uint8_t)(i % 11)};
}

static void add(struct journal *journal, int first, int end) {
    double began = clock_seconds();
    for (int i = first; i < end; i++) {
        const struct journal_entry entry = entry_of(i);
        journal_add(journal, &entry);
    }
    journal_write(journal, began);
}

static void write_games(const char *identity, int first, int end) {
    struct journal *journal = journal_open(database, identity, 0);
    add(journal, first, end);
    journal_close(journal);
}

static bool has(const struct journal *journal, int i) {
    const struct journal_entry wanted = entry_of(i);
    struct journal_entry found;
    if (!journal_find(journal, wanted.key, &found)) return false;
    assert_int_equal(found.key, wanted.key);
    assert_int_equal(found.result.points, wanted.result.points);
    assert_int_equal(found.result.plies, wanted.result.plies);
    assert_int_equal(found.result.moves_hash, wanted.result.moves_hash);
    assert_int_equal(found.note, wanted.note);
    return true;
}

/* How many of the first `end` a new reader finds; it knows no others. */
static int count_found(const char *identity, int end) {
    struct journal *journal = journal_open(database, identity, 0);
    int found = 0;
    for (int i = 0; i < end; i++) found += has(journal, i);
    assert_int_equal(journal_known(journal), found);
    journal_close(journal);
    return found;
}

static int64_t size_of(const char *name) {
    struct stat status;
    return stat(name, &status) == 0 ? status.st_size : -1;
}

/* ---- what is there ---- */

static void what_was_written_is_found_again(void **state) {
    (void)state;
    write_games("a", 0, MANY);
    assert_int_equal(size_of(path), RECORD + RECORD * MANY);
    assert_int_equal(count_found("a", MANY), MANY);
    write_games("a", MANY, MANY + FEW);
    assert_int_equal(count_found("a", MANY + FEW), MANY + FEW);
}

static void an_emptied_journal_is_gone(void **state) {
    (void)state;
    write_games("a", 0, FEW);
    struct journal *journal = journal_open(database, "a", 0);
    assert_true(journal_is_begun(journal));
    journal_empty(journal);
    assert_int_equal(size_of(path), -1);
    assert_false(journal_is_begun(journal) || has(journal, 0));
    add(journal, FEW, 2 * FEW);
    journal_close(journal);
    assert_int_equal(count_found("a", 2 * FEW), FEW);
}

static void what_was_added_and_then_emptied_is_not_written(void **state) {
    (void)state;
    struct journal *journal = journal_open(database, "a", 0);
    const struct journal_entry entry = entry_of(1);
    journal_add(journal, &entry);
    journal_empty(journal);
    journal_close(journal);
    assert_int_equal(size_of(path), -1);
}

static void nothing_is_written_before_its_time(void **state) {
    (void)state;
    struct journal *later = journal_open(database, "a", 1e9), *now = journal_open(database, "a", 0);
    assert_false(journal_is_due(later));
    assert_true(journal_is_due(now));
    assert_int_equal(size_of(path), -1);
    add(now, 0, FEW);
    assert_true(journal_is_due(now));
    journal_close(later);
    journal_close(now);
}

/* A writing that took a hundred times the pause would be followed by a pause of a hundred of it. */
static void slow_writing_is_followed_by_a_long_pause(void **state) {
    (void)state;
    struct journal *journal = journal_open(database, "a", 1e-3);
    journal_write(journal, clock_seconds() - 1e9);
    nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
    assert_false(journal_is_due(journal));
    journal_empty(journal);
    while (!journal_is_due(journal)) nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    journal_close(journal);
}

/* ---- what is not ---- */

static void read_bytes(struct text *out) {
    text_free(out);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (int c; (c = fgetc(file)) != EOF;) text_add_bytes(out, &(char){(char)c}, 1);
    fclose(file);
}

static void write_bytes(const char *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

/* A later writer continues behind what is whole. */
static void a_torn_journal_is_read_as_far_as_it_is_whole(void **state) {
    (void)state;
    struct text bytes = {0};
    write_games("a", 0, FEW);
    read_bytes(&bytes);
    for (size_t length = 0; length <= bytes.length; length++) {
        int whole = length < RECORD ? 0 : (int)(length / RECORD) - 1;
        write_bytes(bytes.data, length);
        assert_int_equal(count_found("a", FEW), whole);
        write_games("a", FEW, 2 * FEW);
        assert_int_equal(count_found("a", 2 * FEW), whole + FEW);
    }
    text_free(&bytes);
}

static void a_flipped_bit_costs_its_record_alone(void **state) {
    (void)state;
    struct text bytes = {0};
    write_games("a", 0, FEW);
    read_bytes(&bytes);
    for (size_t bit = 0; bit < 8 * bytes.length; bit++) {
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
        write_bytes(bytes.data, bytes.length);
        assert_int_equal(count_found("a", FEW), bit / 8 < RECORD ? 0 : FEW - 1);
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    text_free(&bytes);
}

/* As a disk leaves a file that has grown and whose blocks were not written. */
static void holes_cost_what_was_in_them(void **state) {
    (void)state;
    struct text bytes = {0};
    write_games("a", 0, MANY);
    read_bytes(&bytes);
    memset(bytes.data + 4096, 0, 4096);
    write_bytes(bytes.data, bytes.length);
    int hit = (8191 - 4096) / RECORD + 1;
    assert_in_range(count_found("a", MANY), MANY - hit - 1, MANY - hit);
    text_free(&bytes);
}

static void journals_of_others_are_not_read_but_replaced(void **state) {
    (void)state;
    write_games("a", 0, MANY);
    assert_int_equal(count_found("b", FEW), 0);
    write_games("b", FEW, 2 * FEW);
    assert_int_equal(size_of(path), RECORD + RECORD * FEW);
    assert_int_equal(count_found("a", 2 * FEW), 0);
    assert_int_equal(count_found("b", 2 * FEW), FEW);
}

/* Its records alone, behind the header of another one. */
static void records_of_others_are_not_read(void **state) {
    (void)state;
    struct text own = {0}, foreign = {0};
    write_games("a", 0, FEW);
    read_bytes(&own);
    unlink(path);
    write_games("b", 0, FEW);
    read_bytes(&foreign);
    memcpy(foreign.data, own.data, RECORD);
    write_bytes(foreign.data, foreign.length);
    assert_int_equal(count_found("a", FEW), 0);
    text_free(&own);
    text_free(&foreign);
}

static void what_is_no_journal_is_not_read(void **state) {
    (void)state;
    struct text bytes = {0};
    for (uint64_t i = 0; i < 10000; i++) {
        uint64_t word = mix64(i);
        text_add_bytes(&bytes, (const char *)&word, sizeof word);
    }
    write_bytes(bytes.data, bytes.length);
    assert_int_equal(count_found("a", FEW), 0);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0); /* nothing waits for its other end */
    assert_int_equal(count_found("a", FEW), 0);
    text_free(&bytes);
}

/* ---- what cannot be written ---- */

/* What a writer in a process of its own says on stderr, with files of `limit` bytes at most. */
static void said_by_a_writer(rlim_t limit, struct text *out) {
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit files = {limit, limit};
        dup2(ends[1], STDERR_FILENO);
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &files);
        struct journal *journal = journal_open(database, "a", 0);
        add(journal, 0, MANY);
        add(journal, MANY, 2 * MANY);
        journal_empty(journal);
        add(journal, 0, MANY);
        journal_close(journal);
        _exit(0);
    }
    close(ends[1]);
    while (read(ends[0], &byte, 1) == 1) text_add_bytes(out, &byte, 1);
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void assert_said_once(const struct text *said, const char *what) {
    const char *first = strstr(text_get(said), "cannot be written");
    if (!first || !strstr(text_get(said), what)) fail_msg("said: %s", text_get(said));
    assert_null(strstr(first + 1, "cannot be written"));
}

static void a_full_disk_is_said_once_and_ends_nothing(void **state) {
    (void)state;
    struct text said = {0};
    said_by_a_writer(1000, &said);
    assert_said_once(&said, "File too large; going on without");
    assert_int_equal(size_of(path), -1);
    text_free(&said);
}

static void nor_does_a_place_that_cannot_be_written(void **state) {
    (void)state;
    struct text said = {0};
    assert_int_equal(mkdir(path, 0700), 0);
    said_by_a_writer(RLIM_INFINITY, &said);
    assert_said_once(&said, "Is a directory; going on without");
    rmdir(path);
    text_free(&said);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_was_written_is_found_again, forget),
        cmocka_unit_test_setup(an_emptied_journal_is_gone, forget),
        cmocka_unit_test_setup(what_was_added_and_then_emptied_is_not_written, forget),
        cmocka_unit_test_setup(nothing_is_written_before_its_time, forget),
        cmocka_unit_test_setup(slow_writing_is_followed_by_a_long_pause, forget),
        cmocka_unit_test_setup(a_torn_journal_is_read_as_far_as_it_is_whole, forget),
        cmocka_unit_test_setup(a_flipped_bit_costs_its_record_alone, forget),
        cmocka_unit_test_setup(holes_cost_what_was_in_them, forget),
        cmocka_unit_test_setup(journals_of_others_are_not_read_but_replaced, forget),
        cmocka_unit_test_setup(records_of_others_are_not_read, forget),
        cmocka_unit_test_setup(what_is_no_journal_is_not_read, forget),
        cmocka_unit_test_setup(a_full_disk_is_said_once_and_ends_nothing, forget),
        cmocka_unit_test_setup(nor_does_a_place_that_cannot_be_written, forget),
    };
    return cmocka_run_group_tests(tests, make_folder, own_directory_remove);
}
