/*
 * targets: hone's readers, each as a function that gives it any bytes and dies if it takes them
 * ill. fuzz.c lets libFuzzer loose on one of them; tests/test_inputs.c gives all of them what is
 * kept in the folders of inputs/, which bear the targets' names: seeds, and what was once found.
 */
#ifndef HONE_TESTS_FUZZ_TARGETS_H
#define HONE_TESTS_FUZZ_TARGETS_H

#include "engine/games/games.h"

typedef void fuzz_run(const uint8_t *data, size_t size);

struct fuzz_target {
    const char *name; /* NULL ends the list */
    fuzz_run *run;
    const char *seeds; /* files of the tree to begin with besides, as the shell's patterns */
};
extern const struct fuzz_target fuzz_targets[];
/* NULL: there is none of that name. */
const struct fuzz_target *fuzz_find(const char *name);

fuzz_run fuzz_config, fuzz_sets, fuzz_heartbeat, fuzz_weights, fuzz_import, fuzz_position, fuzz_ggf,
    fuzz_sgf, fuzz_pgn, fuzz_obf, fuzz_moves, fuzz_book, fuzz_openings, fuzz_data, fuzz_data_wthor,
    fuzz_data_ggf, fuzz_data_obf, fuzz_data_epd, fuzz_gtp_serve, fuzz_nboard_serve,
    fuzz_gomocup_serve, fuzz_sau_serve, fuzz_uci_serve, fuzz_gtp_drive, fuzz_nboard_drive,
    fuzz_gomocup_drive, fuzz_sau_drive, fuzz_uci_drive, fuzz_ucci_drive, fuzz_ucci_serve,
    fuzz_xboard_serve, fuzz_xboard_drive, fuzz_saved, fuzz_journal, fuzz_database, fuzz_rows,
    fuzz_settings, fuzz_arguments, fuzz_tell, fuzz_polyglot, fuzz_tuner_import;

/* ---- for the targets ---- */

/* The bytes as a text; text_free. */
struct text fuzz_text(const uint8_t *data, size_t size);

/* A good file with edits, for what a search would not get far into from its beginning: 2 bytes, the
 * lowest first, say where an edit is, 1 how many bytes are left out there, 1 how many of those that
 * follow it come instead. A whole edit and the next one; text_free. */
struct text fuzz_edited(const struct text *good, const uint8_t *data, size_t size);

/* What is said of an input that was refused. */
void fuzz_require_reason(const struct error *error);

/* The path of a file with that content, gone before the next one is made. */
const char *fuzz_file(const char *content, size_t size);

/* Calls it; an exit, which is how hone ends when the machine fails, ends the call alone. What it
 * held then is lost. */
void fuzz_outlive_exit(void (*call)(void *context), void *context);

#endif
