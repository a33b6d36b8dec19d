/*
 * A journal of any bytes, and one that hone has written with edits: what is damaged in it is not
 * there, and what is added to it is found again. And the heartbeat beside it, which may be
 * anything.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/heartbeat.h"
#include "tests/fuzz/targets.h"
#include "tuner/store/journal.h"

enum { ENTRIES = 4 };
static const char identity[] = "fuzz";

static struct journal_entry entry_of(uint64_t key) {
    return (struct journal_entry){key, {(uint8_t)(key % 3), 60, mix64(key)}, 0};
}

static void write_entry(struct journal *journal, uint64_t key) {
    const struct journal_entry entry = entry_of(key);
    journal_add(journal, &entry);
    journal_write(journal, clock_seconds());
}

static struct text good_journal(const char *database, const char *path) {
    struct text out = {0};
    struct error error;
    struct journal *journal = journal_open(database, identity, 0);
    for (uint64_t key = 1; key <= ENTRIES; key++) write_entry(journal, key);
    journal_close(journal);
    if (file_read(path, &out, &error)) die("%s", error.text);
    return out;
}

static void check_journal(const char *database) {
    struct journal_entry entry;
    struct journal *journal = journal_open(database, identity, 0);
    for (uint64_t key = 1; key <= ENTRIES; key++)
        if (journal_find(journal, key, &entry) && entry.result.points > 2) die("no such result");
    write_entry(journal, ENTRIES + 1);
    journal_close(journal);
    journal = journal_open(database, identity, 0);
    if (!journal_find(journal, ENTRIES + 1, &entry)) die("what was added is lost");
    journal_empty(journal);
    journal_close(journal);
}

static void check_bytes(const char *database, const char *path, const struct text *bytes) {
    if (rename(fuzz_file(text_get(bytes), bytes->length), path)) die("%s cannot be made", path);
    check_journal(database);
}

void fuzz_journal(const uint8_t *data, size_t size) {
    static struct text good;
    struct text bytes = fuzz_text(data, size), path = {0};
    const char *database = fuzz_file("", 0);
    text_add(&path, "%s-games", database);
    if (!good.data) good = good_journal(database, text_get(&path));
    struct text edited = fuzz_edited(&good, data, size);
    check_bytes(database, text_get(&path), &bytes);
    check_bytes(database, text_get(&path), &edited);
    text_free(&edited);
    text_free(&bytes);
    text_free(&path);
}

void fuzz_heartbeat(const uint8_t *data, size_t size) {
    struct heartbeat beat;
    heartbeat_read(fuzz_file((const char *)data, size), &beat);
    for (const char *c = beat.words; *c;) {
        int length = utf8_length(c);
        if (length == 0) die("\"%s\" is not fit to be shown", beat.words);
        c += length;
    }
}
