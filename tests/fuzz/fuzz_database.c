/*
 * A database of any version with bytes changed is refused with a reason, ends the program with
 * SQLite's message, or is read: as it is reported, listed, watched, shown, gone on with and mended.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/targets.h"
#include "tuner/cli/run_row.h"
#include "tuner/config/length.h"
#include "tuner/report/live.h"
#include "tuner/report/overview.h"
#include "tuner/store/examine.h"

enum { GOOD_MAX = 32, EDIT = 4 };

/* Those of the tests, each as it is and brought up to date. */
static struct text good[GOOD_MAX];
static int good_count;

static void add_good(const char *path) {
    struct error error;
    if (good_count == GOOD_MAX) die("more databases than places");
    if (file_read(path, &good[good_count++], &error)) die("%s", error.text);
}

static void forget_beside(const char *path, const char *ending) {
    char beside[128];
    snprintf(beside, sizeof beside, "%s%s", path, ending);
    unlink(beside);
}

static void add_up_to_date(const struct text *old) {
    struct error error;
    const char *path = fuzz_file(old->data, old->length);
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) die("%s", error.text);
    store_close(store);
    forget_beside(path, "-lock");
    add_good(path);
}

static void read_good(void) {
    glob_t paths;
    if (good_count > 0) return;
    if (glob("tests/tuner/store/v*.db", 0, NULL, &paths)) die("no databases in tests/tuner/store");
    for (size_t i = 0; i < paths.gl_pathc; i++) add_good(paths.gl_pathv[i]);
    for (int i = (int)paths.gl_pathc - 1; i >= 0; i--) add_up_to_date(&good[i]);
    globfree(&paths);
}

static void check_reports(const struct run_argument *run, const char *path) {
    struct report report;
    struct run_row row;
    struct live live = {0};
    struct error error = {""};
    struct text text = {0};
    if (report_load(run->store, run->run, &report, &error) == 0)
        overview_print(run, &report, true, &text);
    else
        fuzz_require_reason(&error);
    report_free(&report);
    run_row_load(path, &row, &error);
    if (live_open(path, &live, &error) == 0) live_print_state(&live, &text);
    live_close(&live);
    text_free(&text);
}

/* Its optimiser goes on from what it has saved. */
static void check_resume(const struct run_argument *run) {
    struct config *config = xmalloc(sizeof *config);
    struct stored_generation last;
    struct error error = {""};
    if (run_argument_settings(run, NULL, 0, config, &error) == 0 && run->run->generations > 0 &&
        store_generation(run->store, run->run->id, run->run->generations, &last, NULL, &error) ==
            0) {
        const struct optimizer_kind *kind = config->optimizer.kind;
        const struct optimizer_setup setup = length_optimizer_setup(config);
        void *optimizer = kind->create(&setup);
        if (kind->load(optimizer, last.state, &error)) fuzz_require_reason(&error);
        kind->destroy(optimizer);
        free(last.state);
    }
    config_free(config);
    free(config);
}

static void check_games(const char *path) {
    struct stored_game *games;
    struct store *store = store_open(path, STORE_READ, NULL);
    int count = store && store_keeps_games(store) ? store_games_kept(store, &games) : -1;
    for (int i = 0; i < count; i++) store_free_game(&games[i]);
    if (count >= 0) free(games);
    store_close(store);
}

static void check_written(const char *path) {
    struct error error = {""};
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) fuzz_require_reason(&error);
    store_close(store);
}

static void check_mending(const char *path) {
    struct damages damages = {0};
    struct error error = {""};
    struct store *store = store_open(path, STORE_EXAMINE, &error);
    if (store) store_examine(store, &damages);
    damages_free(&damages);
    store_close(store);
    store = store_open(path, STORE_REPAIR, &error);
    if (store && store_mend(store, &error)) fuzz_require_reason(&error);
    store_close(store);
}

static void check_database(void *context) {
    const char *path = context;
    struct run_argument run;
    struct error error = {""};
    if (run_argument_open(path, &run, &error) == 0) {
        check_reports(&run, path);
        check_resume(&run);
        run_argument_close(&run);
    } else {
        fuzz_require_reason(&error);
    }
    check_games(path);
    check_written(path);
    check_mending(path);
}

/* One of eight is old: it is migrated each time it is opened, which takes most of its time. */
static const struct text *chosen_good(uint8_t byte) {
    int olds = good_count / 2;
    return byte % 8 == 0 ? &good[byte / 8 % olds] : &good[olds + byte % olds];
}

/* The first byte chooses the database; then an edit is three bytes that say where, the lowest
 * first, and the one that is there instead. */
void fuzz_database(const uint8_t *data, size_t size) {
    read_good();
    if (size == 0) return;
    const struct text *file = chosen_good(data[0]);
    struct text bytes = {0};
    text_add_bytes(&bytes, file->data, file->length);
    for (data++, size--; size >= EDIT; data += EDIT, size -= EDIT)
        bytes.data[(data[0] | data[1] << 8 | data[2] << 16) % (int)bytes.length] = (char)data[3];
    char path[96];
    snprintf(path, sizeof path, "%s", fuzz_file(bytes.data, bytes.length));
    fuzz_outlive_exit(check_database, path);
    forget_beside(path, "-lock");
    forget_beside(path, "-wal");
    forget_beside(path, "-shm");
    text_free(&bytes);
}
