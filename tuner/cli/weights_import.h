/*
 * weights_import: weights from other programs' files: CSV and JSON like those of `hone export`.
 */
#ifndef HONE_TUNER_CLI_WEIGHTS_IMPORT_H
#define HONE_TUNER_CLI_WEIGHTS_IMPORT_H

#include "engine/files/weights.h"

/* The evaluator, for files that do not name it; NULL: as the file says, or the default. */
struct weights_kind {
    const char *game, *evaluator, *layout;
};

/* 0, or -1 and why. */
int weights_kind_find(const struct weights_kind *kind, const struct evaluator **out,
                      struct error *error);

/* Lines NAME,VALUE (or with ; or a tab between, and quotes), after an optional heading; or a JSON
 * object with "params": {NAME: VALUE, …}. Every parameter must be there once, in range. 0, or -1
 * and why; weights_free. */
int weights_import(const char *path, const struct weights_kind *kind, struct weights *out,
                   struct error *error);

#endif
