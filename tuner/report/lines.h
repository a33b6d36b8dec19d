/*
 * lines: long lines for a terminal of 80 columns, and numbers as a picture of one line.
 */
#ifndef HONE_TUNER_REPORT_LINES_H
#define HONE_TUNER_REPORT_LINES_H

#include "engine/base/base.h"
#include "tuner/optimize/scale.h"

/* ---- long lines ---- */

/* Long lines for a terminal of 80 columns. */

enum { FOLD_COLUMNS = 80 };

/* Appends `text` with long lines broken at a blank and continued four columns further in than they
 * begin: between columns of a table rather than within one, within brackets [ ] only if they are
 * longer than a line, never within quotes, nor between a figure and its error, nor in a command to
 * be typed. A line without such a place stays long. */
void fold_add(const char *text, struct text *out);

/* ---- numbers as a picture ---- */

/* Numbers as a picture of one line: a curve in blocks of eight heights, and the place of a value
 * between its bounds. */

/* Adds at most `width` characters, one for each value if there is room, else for the last of each
 * equal part; the lowest value is the lowest block, unless all are equal. `blocks`: those of
 * Unicode, else signs of ASCII. */
void sparkline_print(const double *values, int count, int width, bool blocks, struct text *out);

/* "[----#-----]" of `width` characters, 8 at least, on the parameter's own scale; '!' marks a value
 * at a bound. */
void sparkline_print_range(const struct range *range, int32_t value, int width, struct text *out);

#endif
