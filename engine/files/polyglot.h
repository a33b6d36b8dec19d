/*
 * polyglot: opening books of chess in Polyglot's format: records of 16 bytes, most significant byte
 * first, sorted by key: the key of a position (8 bytes), a move (2), its weight (2), and what the
 * program learned (4), which is not read.
 *
 * A book does not have the moves that lead to its positions, so these are found from the start: by
 * its own moves, and by any single move between two of its positions, since a book may have one
 * side's moves only. Positions that cannot be found that way are left out.
 */
#ifndef HONE_ENGINE_FILES_POLYGLOT_H
#define HONE_ENGINE_FILES_POLYGLOT_H

#include "engine/files/book.h"

/* NULL and "FILE: what is wrong". */
struct book *polyglot_load(const char *path, struct error *error);
/* The same from bytes. */
struct book *polyglot_parse(const char *path, const struct text *bytes, struct error *error);

/* Adds the book's lines to `out`, a line each, of moves as "e2e4 e7e5": every position up to
 * `plies_max` plies from the start is in one of them, at its least distance. 0, or -1 and why. */
int polyglot_lines(const char *path, const struct text *bytes, int plies_max, struct text *out,
                   struct error *error);

#endif
