/*
 * weights_import: weights from other programs' files: CSV and JSON as `hone export` writes them, or
 * like that.
 */
#ifndef HONE_TUNER_CLI_WEIGHTS_IMPORT_H
#define HONE_TUNER_CLI_WEIGHTS_IMPORT_H

#include "engine/files/weights.h"

/* What the weights are of, for files that do not say so themselves; NULL: as the file says, or
 * usual. */
struct weights_kind {
    const char *game, *evaluator, *layout;
};

/* 0, or -1 and why. */
int weights_kind_find(const struct weights_kind *kind, const struct evaluator **out,
                      struct error *error);

/* Lines NAME,VALUE (or with ; or a tab between, and quotes), a heading before them is passed over;
 * or a JSON object with "params": {NAME: VALUE, …}. Every parameter must be there once, in range.
 * 0, or -1 and why; weights_free. */
int weights_import(const char *path, const struct weights_kind *kind, struct weights *out,
                   struct error *error);

#endif
