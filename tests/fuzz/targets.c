/*
 * The list, and what several targets need: texts, edits, files for readers by name, and a way to
 * outlive an exit (linked with --wrap=exit).
 */
#include "tests/fuzz/targets.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Without those of an evaluator that takes a second to be set up. */
#define CONFIGS                                                                                    \
    "config/reversi-[acfhloq]*.cfg config/connect6-[adoq]*.cfg config/hex-quick.cfg "              \
    "results/champions/*-roads.cfg"
#define WEIGHTS                                                                                    \
    "config/weights/*.weights results/champions/*-roads.weights "                                  \
    "results/champions/reversi-quick.weights"

const struct fuzz_target fuzz_targets[] = {
    {"config", fuzz_config, CONFIGS},
    {"sets", fuzz_sets, ""},
    {"weights", fuzz_weights, WEIGHTS},
    {"import", fuzz_import, ""},
    {"tuner-import", fuzz_tuner_import, ""},
    {"position", fuzz_position, "tests/lgame.txt"},
    {"ggf", fuzz_ggf, ""},
    {"sgf", fuzz_sgf, ""},
    {"pgn", fuzz_pgn, "tests/fuzz/inputs/pgn/*"},
    {"obf", fuzz_obf, "tests/ffo-40-44.obf"},
    {"moves", fuzz_moves, ""},
    {"book", fuzz_book, "tests/golden/book-*.txt"},
    {"polyglot", fuzz_polyglot, ""},
    {"openings", fuzz_openings, "tests/tuner/config/openings.txt tests/ffo-40-44.obf"},
    {"data", fuzz_data, ""},
    {"data-wthor", fuzz_data_wthor, ""},
    {"data-ggf", fuzz_data_ggf, "tests/fuzz/inputs/ggf/*"},
    {"data-obf", fuzz_data_obf, "tests/ffo-40-44.obf"},
    {"data-epd", fuzz_data_epd, ""},
    {"gtp-serve", fuzz_gtp_serve, ""},
    {"nboard-serve", fuzz_nboard_serve, ""},
    {"gomocup-serve", fuzz_gomocup_serve, ""},
    {"sau-serve", fuzz_sau_serve, ""},
    {"uci-serve", fuzz_uci_serve, ""},
    {"gtp-drive", fuzz_gtp_drive, "tests/golden/protocol-gtp*.txt"},
    {"nboard-drive", fuzz_nboard_drive, "tests/golden/protocol-nboard.txt"},
    {"gomocup-drive", fuzz_gomocup_drive, "tests/golden/protocol-gomocup.txt"},
    {"sau-drive", fuzz_sau_drive, "tests/golden/protocol-sau.txt"},
    {"uci-drive", fuzz_uci_drive, "tests/fuzz/inputs/uci-drive/*"},
    {"xboard-drive", fuzz_xboard_drive, "tests/fuzz/inputs/xboard-drive/*"},
    {"ucci-drive", fuzz_ucci_drive, "tests/fuzz/inputs/ucci-drive/*"},
    {"ucci-serve", fuzz_ucci_serve, ""},
    {"xboard-serve", fuzz_xboard_serve, ""},
    {"saved", fuzz_saved, ""},
    {"journal", fuzz_journal, ""},
    {"heartbeat", fuzz_heartbeat, ""},
    {"database", fuzz_database, ""},
    {"rows", fuzz_rows, ""},
    {"settings", fuzz_settings, ""},
    {"arguments", fuzz_arguments, ""},
    {"tell", fuzz_tell, ""},
    {NULL, NULL, NULL},
};

const struct fuzz_target *fuzz_find(const char *name) {
    const struct fuzz_target *target = fuzz_targets;
    while (target->name && strcmp(target->name, name) != 0) target++;
    return target->name ? target : NULL;
}

struct text fuzz_text(const uint8_t *data, size_t size) {
    struct text text = {0};
    text_add_bytes(&text, (const char *)data, size);
    return text;
}

struct text fuzz_edited(const struct text *good, const uint8_t *data, size_t size) {
    struct text text = {0};
    text_add_bytes(&text, good->data, good->length);
    while (size >= 4) {
        size_t from = (data[0] | (size_t)data[1] << 8) % (text.length + 1);
        size_t out = text.length - from, in = size - 4;
        if (out > data[2]) out = data[2];
        if (in > data[3]) in = data[3];
        struct text tail = {0};
        text_add_bytes(&tail, text.data + from + out, text.length - from - out);
        text.length = from;
        text_add_bytes(&text, (const char *)data + 4, in);
        text_add_bytes(&text, text_get(&tail), tail.length);
        text_free(&tail);
        data += 4 + in;
        size -= 4 + in;
    }
    return text;
}

void fuzz_require_reason(const struct error *error) {
    if (!error->text[0]) die("refused without a reason");
}

static char fuzz_path[64];

static void fuzz_file_remove(void) {
    unlink(fuzz_path);
}

static void fuzz_file_name(void) {
    if (*fuzz_path) return;
    snprintf(fuzz_path, sizeof fuzz_path, "%s/hone-fuzz-%ld",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
    atexit(fuzz_file_remove);
}

/* In memory where there is such a file system; a new file each time, so that no lock of one that an
 * exit left open meets the next. */
const char *fuzz_file(const char *content, size_t size) {
    fuzz_file_name();
    fuzz_file_remove();
    FILE *file = fopen(fuzz_path, "wb");
    if (!file || fwrite(content, 1, size, file) != size || fclose(file) != 0)
        die("%s cannot be written", fuzz_path);
    return fuzz_path;
}

/* ---- exits ---- */

static jmp_buf fuzz_before;
static bool fuzz_outlives;

_Noreturn void __real_exit(int status);
_Noreturn void __wrap_exit(int status);
_Noreturn void __wrap_exit(int status) {
    if (fuzz_outlives) longjmp(fuzz_before, 1);
    __real_exit(status);
}

/* The leak sanitizer's, where it is linked.
 * NOLINTBEGIN(*reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));
/* NOLINTEND(*reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

/* What a call holds when it exits is not freed, and no leak. */
void fuzz_outlive_exit(void (*call)(void *context), void *context) {
    if (__lsan_disable) __lsan_disable();
    fuzz_outlives = true;
    if (setjmp(fuzz_before) == 0) call(context);
    fuzz_outlives = false;
    if (__lsan_enable) __lsan_enable();
}
