/*
 * Records of 24 bytes behind a header of as many, in the machine's own byte order: a file of
 * another machine, version or run is ignored. It need not survive a power cut, so nothing waits for
 * the disk; after a cut it is read as far as it is whole.
 */
#include "tuner/store/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/clock.h"
#include "engine/base/own_file.h"
#include "engine/base/shown.h"

enum { VERSION = 1, BLOCK = 2048 /* records */ };

struct journal_header {
    char magic[8];
    uint32_t version, record_size;
    uint64_t identity;
};

struct journal_record {
    uint64_t key, moves_hash;
    uint32_t check;
    uint16_t plies;
    uint8_t points, note;
};

_Static_assert(sizeof(struct journal_header) == sizeof(struct journal_record), "as wide");

struct journal {
    char *path;
    uint64_t identity;
    int file;    /* open for writing; or -1 */
    off_t size;  /* of what is whole in the file; 0: nothing is */
    bool there;  /* the file, whatever is in it */
    bool failed; /* it is not written to any more */
    double seconds, pause, written;
    int64_t known;
    struct journal_record *list; /* of those, by key; owned */
    int added;
    struct journal_record block[BLOCK]; /* not yet written */
};

static struct journal_header journal_header_of(const struct journal *journal) {
    return (struct journal_header){"hone:gm", VERSION, sizeof(struct journal_record),
                                   journal->identity};
}

static uint32_t journal_check(const struct journal *journal, const struct journal_record *record) {
    uint64_t small = (uint64_t)record->plies << 16 | (uint64_t)record->points << 8 | record->note;
    return (uint32_t)mix64(mix64(mix64(record->key ^ journal->identity) ^ record->moves_hash) +
                           small);
}

/* ---- reading ---- */

static void journal_learn(struct journal *journal, const struct journal_record *record) {
    if (record->points > 2 || record->check != journal_check(journal, record)) return;
    journal->list = xgrow(journal->list, (size_t)journal->known, sizeof *journal->list);
    journal->list[journal->known++] = *record;
}

static int journal_compare(const void *a, const void *b) {
    uint64_t x = ((const struct journal_record *)a)->key;
    uint64_t y = ((const struct journal_record *)b)->key;
    return (x > y) - (x < y);
}

/* The whole records of the next block; their count. */
static int journal_read_block(struct journal *journal, int file) {
    ssize_t bytes = pread(file, journal->block, sizeof journal->block, journal->size);
    return bytes > 0 ? (int)((size_t)bytes / sizeof *journal->block) : 0;
}

static void journal_read(struct journal *journal, int file) {
    struct journal_header there, own = journal_header_of(journal);
    if (pread(file, &there, sizeof there, 0) != sizeof there ||
        memcmp(&there, &own, sizeof own) != 0)
        return;
    journal->size = sizeof there;
    for (int count; (count = journal_read_block(journal, file)) > 0;) {
        for (int i = 0; i < count; i++) journal_learn(journal, &journal->block[i]);
        journal->size += count * (off_t)sizeof *journal->block;
    }
    if (journal->known > 0)
        qsort(journal->list, (size_t)journal->known, sizeof *journal->list, journal_compare);
}

/* Owned by the caller. */
static char *journal_path(const char *database) {
    struct text path = {0};
    text_add(&path, "%s-games", database);
    return path.data;
}

bool journal_is_there(const char *database) {
    char *path = journal_path(database);
    bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

void journal_discard(const char *database) {
    char *path = journal_path(database);
    unlink(path);
    free(path);
}

struct journal *journal_open(const char *database, const char *identity, double seconds) {
    struct journal *journal = xcalloc(1, sizeof *journal);
    journal->path = journal_path(database);
    journal->identity = bytes_checksum(identity, strlen(identity));
    journal->seconds = journal->pause = seconds;
    journal->written = clock_seconds();
    journal->file = own_file_open(journal->path, O_RDONLY, NULL);
    journal->there = journal->file >= 0;
    if (journal->there) {
        journal_read(journal, journal->file);
        close(journal->file);
    }
    journal->file = -1;
    return journal;
}

int64_t journal_known(const struct journal *journal) {
    return journal->known;
}

bool journal_find(const struct journal *journal, uint64_t key, struct journal_entry *out) {
    const struct journal_record wanted = {.key = key};
    if (journal->known == 0) return false;
    const struct journal_record *found =
        bsearch(&wanted, journal->list, (size_t)journal->known, sizeof wanted, journal_compare);
    if (found)
        *out = (struct journal_entry){
            key, {found->points, found->plies, found->moves_hash}, found->note};
    return found != NULL;
}

/* ---- writing ---- */

bool journal_is_begun(const struct journal *journal) {
    return journal->size > 0;
}

bool journal_is_due(const struct journal *journal) {
    return clock_seconds() - journal->written >= journal->pause;
}

/* 0, or -1 with errno. */
static int journal_put(struct journal *journal, const void *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t written = pwrite(journal->file, (const char *)bytes + done, count - done,
                                 journal->size + (off_t)done);
        if (written < 0 && errno != EINTR) return -1;
        if (written > 0) done += (size_t)written;
    }
    journal->size += (off_t)count;
    return 0;
}

static int journal_begin(struct journal *journal) {
    const struct journal_header header = journal_header_of(journal);
    if (journal->file >= 0) return 0;
    journal->file = own_file_open(journal->path, O_WRONLY | O_CREAT, NULL);
    if (journal->file < 0) return -1;
    journal->there = true;
    if (ftruncate(journal->file, journal->size)) return -1;
    return journal->size ? 0 : journal_put(journal, &header, sizeof header);
}

static void journal_give_up(struct journal *journal) {
    const char *why = strerror(errno); /* before isatty() sets it anew */
    shown_warn(
        "%shone: %s: cannot be written: %s; going on without, so that a kill costs the games "
        "of the stage in flight\n",
        isatty(STDERR_FILENO) ? "\n" : "", journal->path, why);
    journal->failed = true;
}

static void journal_put_block(struct journal *journal) {
    size_t bytes = (size_t)journal->added * sizeof *journal->block;
    if (!journal->failed && journal->added > 0 &&
        (journal_begin(journal) || journal_put(journal, journal->block, bytes)))
        journal_give_up(journal);
    journal->added = 0;
}

void journal_add(struct journal *journal, const struct journal_entry *entry) {
    struct journal_record *record = &journal->block[journal->added++];
    *record = (struct journal_record){.key = entry->key,
                                      .moves_hash = entry->result.moves_hash,
                                      .plies = entry->result.plies,
                                      .points = entry->result.points,
                                      .note = entry->note};
    record->check = journal_check(journal, record);
    if (journal->added == BLOCK) journal_put_block(journal);
}

void journal_write(struct journal *journal, double began) {
    journal_put_block(journal);
    journal->written = clock_seconds();
    journal->pause = journal->seconds * fmax(1, 100 * (journal->written - began));
}

/* ---- the end ---- */

static void journal_shut(struct journal *journal) {
    if (journal->file >= 0) close(journal->file);
    journal->file = -1;
    free(journal->list);
    journal->list = NULL;
    journal->known = 0;
}

void journal_empty(struct journal *journal) {
    journal->added = 0;
    if (journal->there) unlink(journal->path);
    journal_shut(journal);
    journal->there = false;
    journal->size = 0;
    journal->pause = journal->seconds;
    journal->written = clock_seconds();
}

void journal_close(struct journal *journal) {
    if (!journal) return;
    journal_put_block(journal);
    journal_shut(journal);
    free(journal->path);
    free(journal);
}
