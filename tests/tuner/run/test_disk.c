/*
 * Disks on a bad day, in a run of a few milliseconds with every stage. A file system between SQLite
 * and the real one notes each write and each sync, from which the states follow that a power cut
 * may leave: of what was not synced yet, each write is there, is not, or is torn at a sector. And
 * it lets the n-th operation fail. Whatever comes of it: the same run goes on to the rows of the
 * undisturbed one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>

#include "engine/base/rng.h"
#include "tests/tiny_run.h"

enum { SECTOR = 512, CHECKPOINT_PAGES = 24 };
#ifndef CUTS
#define CUTS 40
#endif
#ifndef FAULTS
#define FAULTS 5
#endif

/* ---- what is done to the files of a database ---- */

enum file_name { DATABASE, LOG, ROLLBACK, FILES };
static const char *const endings[FILES] = {"", "-wal", "-journal"};

enum event_kind { WRITE, TRUNCATE, SYNC, DELETE };

struct event {
    enum event_kind kind;
    enum file_name file;
    sqlite3_int64 offset; /* or the size to truncate to */
    int count;
    char *bytes; /* owned */
};

static struct event *events;
static int event_count;
static bool noting;

static void note(enum event_kind kind, enum file_name file, sqlite3_int64 offset, const void *bytes,
                 int count) {
    if (!noting || file == FILES) return;
    events = xrealloc(events, (size_t)(event_count + 1) * sizeof *events);
    struct event *event = &events[event_count++];
    *event = (struct event){kind, file, offset, count, NULL};
    if (count) event->bytes = memcpy(xmalloc((size_t)count), bytes, (size_t)count);
}

/* ---- faults ---- */

static void remove_database(void) {
    char path[128];
    snprintf(path, sizeof path, "%s/faulty/run.db", directory);
    unlink(path);
}

/* What comes with an operation besides SQLite's own codes. */
enum { SLOW = -1, KILLED = -2, REMOVED = -3 };

static int fault_code, fault_at, operations; /* the n-th writing operation; 0: none */
static bool fault_lasts;

static bool fails(void) {
    operations++;
    if (!fault_at || operations < fault_at || (!fault_lasts && operations > fault_at)) return false;
    if (fault_code == SLOW) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (fault_code == KILLED) raise(SIGKILL);
    if (fault_code == REMOVED) remove_database();
    return fault_code > 0;
}

/* ---- the file system between ---- */

struct thin_file {
    sqlite3_file base;
    enum file_name name; /* FILES: another one */
    sqlite3_file *real;
};

static sqlite3_vfs *real_files;
static sqlite3 *newest;

static struct thin_file *thin(sqlite3_file *file) {
    return (struct thin_file *)file;
}
static sqlite3_file *behind(sqlite3_file *file) {
    return thin(file)->real;
}

static int thin_close(sqlite3_file *file) {
    return behind(file)->pMethods->xClose(behind(file));
}
static int thin_read(sqlite3_file *file, void *out, int count, sqlite3_int64 offset) {
    return behind(file)->pMethods->xRead(behind(file), out, count, offset);
}
static int thin_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (fails()) return fault_code;
    note(WRITE, thin(file)->name, offset, bytes, count);
    return behind(file)->pMethods->xWrite(behind(file), bytes, count, offset);
}
static int thin_truncate(sqlite3_file *file, sqlite3_int64 size) {
    if (fails()) return fault_code;
    note(TRUNCATE, thin(file)->name, size, NULL, 0);
    return behind(file)->pMethods->xTruncate(behind(file), size);
}
/* The test has no disk to wait for. */
static int thin_sync(sqlite3_file *file, int flags) {
    (void)flags;
    if (fails()) return fault_code;
    note(SYNC, thin(file)->name, 0, NULL, 0);
    return SQLITE_OK;
}
static int thin_size(sqlite3_file *file, sqlite3_int64 *out) {
    return behind(file)->pMethods->xFileSize(behind(file), out);
}
static int thin_lock(sqlite3_file *file, int level) {
    return behind(file)->pMethods->xLock(behind(file), level);
}
static int thin_unlock(sqlite3_file *file, int level) {
    return behind(file)->pMethods->xUnlock(behind(file), level);
}
static int thin_reserved(sqlite3_file *file, int *out) {
    return behind(file)->pMethods->xCheckReservedLock(behind(file), out);
}
/* The newest connection's checkpoints come often enough to be seen, from its first pragma on: what
 * is set when it is opened is set back then. */
static int thin_control(sqlite3_file *file, int what, void *argument) {
    if (what == SQLITE_FCNTL_PRAGMA) sqlite3_wal_autocheckpoint(newest, CHECKPOINT_PAGES);
    return behind(file)->pMethods->xFileControl(behind(file), what, argument);
}
static int thin_sector_size(sqlite3_file *file) {
    (void)file;
    return SECTOR;
}
/* It promises nothing: no order, no whole sectors. */
static int thin_characteristics(sqlite3_file *file) {
    (void)file;
    return 0;
}
static int thin_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
    return behind(file)->pMethods->xShmMap(behind(file), page, size, extend, out);
}
static int thin_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return behind(file)->pMethods->xShmLock(behind(file), offset, count, flags);
}
static void thin_shm_barrier(sqlite3_file *file) {
    behind(file)->pMethods->xShmBarrier(behind(file));
}
static int thin_shm_unmap(sqlite3_file *file, int remove) {
    return behind(file)->pMethods->xShmUnmap(behind(file), remove);
}

static const sqlite3_io_methods thin_methods = {.iVersion = 2,
                                                .xClose = thin_close,
                                                .xRead = thin_read,
                                                .xWrite = thin_write,
                                                .xTruncate = thin_truncate,
                                                .xSync = thin_sync,
                                                .xFileSize = thin_size,
                                                .xLock = thin_lock,
                                                .xUnlock = thin_unlock,
                                                .xCheckReservedLock = thin_reserved,
                                                .xFileControl = thin_control,
                                                .xSectorSize = thin_sector_size,
                                                .xDeviceCharacteristics = thin_characteristics,
                                                .xShmMap = thin_shm_map,
                                                .xShmLock = thin_shm_lock,
                                                .xShmBarrier = thin_shm_barrier,
                                                .xShmUnmap = thin_shm_unmap};

static enum file_name name_of(const char *path) {
    enum file_name name = DATABASE;
    const char *at = path ? strstr(path, "run.db") : NULL;
    while (name < FILES && (!at || strcmp(at + strlen("run.db"), endings[name]) != 0)) name++;
    return name;
}

static int thin_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    thin(file)->name = name_of(path);
    thin(file)->real = (sqlite3_file *)(thin(file) + 1);
    int code = real_files->xOpen(real_files, path, behind(file), flags, out);
    file->pMethods = code == SQLITE_OK ? &thin_methods : NULL;
    return code;
}

static int thin_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    (void)vfs;
    if (fails()) return fault_code == SQLITE_FULL ? SQLITE_IOERR_DELETE : fault_code;
    note(DELETE, name_of(path), 0, NULL, 0);
    return real_files->xDelete(real_files, path, sync);
}

static sqlite3_vfs thin_files;

static int note_connection(sqlite3 *db, char **why, const struct sqlite3_api_routines *api) {
    (void)why, (void)api;
    newest = db;
    return SQLITE_OK;
}

static int prepare(void **state) {
    if (runs_make_directory(state)) return -1;
    sqlite3_auto_extension((void (*)(void))note_connection);
    real_files = sqlite3_vfs_find(NULL);
    thin_files = *real_files;
    thin_files.zName = "thin";
    thin_files.szOsFile = (int)sizeof(struct thin_file) + real_files->szOsFile;
    thin_files.xOpen = thin_open;
    thin_files.xDelete = thin_delete;
    return 0;
}

static int clean_up(void **state) {
    for (int i = 0; i < event_count; i++) free(events[i].bytes);
    free(events);
    return own_directory_remove(state);
}

/* ---- what a power cut leaves ---- */

struct content {
    bool there;
    struct text bytes;
};

static void set_size(struct content *content, size_t size) {
    static const char zeros[SECTOR];
    content->there = true;
    while (content->bytes.length < size) {
        size_t more = size - content->bytes.length;
        text_add_bytes(&content->bytes, zeros, more < sizeof zeros ? more : sizeof zeros);
    }
    content->bytes.length = size;
}

static void put(struct content *content, sqlite3_int64 offset, const char *bytes, size_t count) {
    if (content->bytes.length < (size_t)offset + count) set_size(content, (size_t)offset + count);
    memcpy(content->bytes.data + offset, bytes, count);
}

/* Sector by sector some are there, some are not. */
static void put_torn(struct content *content, const struct event *event, struct rng *rng) {
    for (int done = 0; done < event->count; done += SECTOR)
        if (rng_below(rng, 2))
            put(content, event->offset + done, event->bytes + done,
                (size_t)min_int(SECTOR, event->count - done));
}

static void apply(struct content *content, const struct event *event) {
    if (event->kind == WRITE)
        put(content, event->offset, event->bytes, (size_t)event->count);
    else if (event->kind == TRUNCATE)
        set_size(content, (size_t)event->offset);
    else if (event->kind == DELETE)
        *content = (text_free(&content->bytes), (struct content){0});
}

enum loss { ALL, NOTHING, SOME, TORN, LOSSES };
static const char *const losses[LOSSES] = {"all of it", "none of it", "some writes",
                                           "some sectors"};

static void apply_unsynced(struct content *content, const struct event *event, enum loss loss,
                           struct rng *rng) {
    bool lost = loss == ALL || (loss != NOTHING && rng_below(rng, 2));
    if (loss == TORN && lost && event->kind == WRITE)
        put_torn(content, event, rng);
    else if (!lost)
        apply(content, event);
}

static int last_sync(enum file_name file, int end) {
    while (--end >= 0 && (events[end].file != file || events[end].kind != SYNC)) continue;
    return end;
}

static int first_of(enum file_name file) {
    int first = 0;
    while (events[first].file != file) first++;
    return first;
}

/* The file after the first `end` events, of which the unsynced ones are subject to loss. */
static void content_after(int end, enum file_name file, enum loss loss, struct rng *rng,
                          struct content *out) {
    int synced = last_sync(file, end);
    for (int i = 0; i < end; i++)
        if (events[i].file == file && i < synced)
            apply(out, &events[i]);
        else if (events[i].file == file && i > synced)
            apply_unsynced(out, &events[i], loss, rng);
}

static void write_state(const char *out, int end, enum loss loss, struct rng *rng) {
    char command[256], path[128];
    snprintf(command, sizeof command, "rm -rf '%s/%s' && mkdir '%s/%s'", directory, out, directory,
             out);
    assert_int_equal(system(command), 0);
    for (enum file_name file = 0; file < FILES; file++) {
        struct content content = {0};
        content_after(end, file, loss, rng, &content);
        snprintf(path, sizeof path, "%s/%s/run.db%s", directory, out, endings[file]);
        FILE *stream = content.there ? fopen(path, "wb") : NULL;
        if (stream) {
            fwrite(content.bytes.data, 1, content.bytes.length, stream);
            fclose(stream);
        }
        text_free(&content.bytes);
    }
}

static void record_a_run(void) {
    struct error error;
    noting = true;
    sqlite3_vfs_register(&thin_files, 1);
    if (tiny_tune("whole", NULL, &error) != RUN_FINISHED) fail_msg("%s", error.text);
    sqlite3_vfs_register(real_files, 1);
    noting = false;
}

static void every_state_after_a_power_cut_goes_on_to_the_same_rows(void **state) {
    (void)state;
    struct rng rng = rng_keyed(11, 2, 0, 0);
    int64_t kept[LOSSES] = {0};
    int tried[LOSSES] = {0};
    record_a_run();
    assert_true(event_count > 200 && last_sync(DATABASE, event_count) > 0);
    for (int cut = 0; cut < CUTS; cut++) {
        enum loss loss = (enum loss)(cut % LOSSES);
        bool early = cut / LOSSES % 2; /* while the database is made */
        int end = 1 + (int)rng_below(&rng, (uint32_t)(early ? first_of(LOG) : event_count));
        write_state("cut", end, loss, &rng);
        kept[loss] += count_generations("cut");
        tried[loss]++;
        tiny_finish("cut");
        assert_same_database("whole", "cut");
    }
    assert_true(kept[NOTHING] > 0 && kept[SOME] + kept[TORN] > 0);
    for (enum loss loss = 0; loss < LOSSES; loss++)
        print_message("lost of what was not synced %s: %d states, %.1f of 6 generations there\n",
                      losses[loss], tried[loss], (double)kept[loss] / tried[loss]);
}

/* ---- operations that fail ---- */

static void use_faulty_files(void) {
    operations = 0;
    sqlite3_vfs_register(&thin_files, 1);
}

static const struct bad_disk {
    const char *what;
    int code;
    bool lasts;
} bad_disks[] = {
    {"full", SQLITE_FULL, true},
    {"full for a moment", SQLITE_FULL, false},
    {"over the quota", SQLITE_IOERR_WRITE, true},
    {"a write fails", SQLITE_IOERR_WRITE, false},
    {"a sync fails", SQLITE_IOERR_FSYNC, false},
    {"read-only from now on", SQLITE_READONLY, true},
    {"slow", SLOW, true},
    {"killed while it is stuck", KILLED, false},
    {"the database is removed", REMOVED, false},
};

/* It goes on, or stops with a message; then it goes on to the same rows. */
static void a_failing_operation_costs_no_rows(void **state) {
    (void)state;
    struct rng rng = rng_keyed(11, 3, 0, 0);
    struct text log = {0};
    for (size_t d = 0; d < COUNT_OF(bad_disks); d++) {
        int stopped = 0;
        for (int fault = 0; fault < FAULTS; fault++) {
            fault_code = bad_disks[d].code;
            fault_lasts = bad_disks[d].lasts;
            fault_at = 1 + (int)rng_below(&rng, (uint32_t)event_count);
            int status = tiny_tune_apart("faulty", use_faulty_files);
            tiny_log("faulty", &log);
            if ((!WIFEXITED(status) && fault_code != KILLED) ||
                (WIFEXITED(status) && status && log.length < 20))
                fail_msg("%s at %d: wait status %x: %s", bad_disks[d].what, fault_at,
                         (unsigned)status, text_get(&log));
            stopped += WIFEXITED(status) && status != 0;
            tiny_finish("faulty");
            assert_same_database("whole", "faulty");
            char command[128];
            snprintf(command, sizeof command, "rm -rf '%s/faulty'", directory);
            assert_int_equal(system(command), 0);
        }
        assert_true(fault_code == SLOW || fault_code == KILLED || stopped >= FAULTS / 2);
        print_message("%s: %d of %d runs stopped with a message, all went on to the same rows\n",
                      bad_disks[d].what, stopped, FAULTS);
    }
    text_free(&log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_after_a_power_cut_goes_on_to_the_same_rows),
        cmocka_unit_test(a_failing_operation_costs_no_rows),
    };
    return cmocka_run_group_tests(tests, prepare, clean_up);
}
