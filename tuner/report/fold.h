/*
 * fold: long lines for a terminal of 80 columns.
 */
#ifndef HONE_TUNER_REPORT_FOLD_H
#define HONE_TUNER_REPORT_FOLD_H

#include "engine/base/base.h"

enum { FOLD_COLUMNS = 80 };

/* Appends `text` with long lines broken at a blank and continued four columns further in than they
 * begin: between columns of a table rather than within one, within brackets [ ] only if they are
 * longer than a line, never within quotes, nor between a figure and its error, nor in what is to be
 * typed. A line without such a place stays long. */
void fold_add(const char *text, struct text *out);

#endif
