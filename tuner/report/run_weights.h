/*
 * run_weights: a run's players as weights that say where they come from.
 */
#ifndef HONE_TUNER_REPORT_RUN_WEIGHTS_H
#define HONE_TUNER_REPORT_RUN_WEIGHTS_H

#include "tuner/report/run_argument.h"

/* `which` is "champion", "start", or the number of a generation, for its champion. 0, or -1 and
 * why; weights_free. */
int run_weights_load(const struct run_argument *run, const char *which, struct weights *out,
                     struct error *error);

/* Where a file of them belongs, beside the database: "results/x/champion.weights",
 * "results/x/generation-50.json". */
void run_weights_path(const struct run_argument *run, const char *which, enum weights_format format,
                      struct text *out);

/* Whether writing `content` to `path` would lose somebody's own work: there is another content
 * there, which is not a weight file as hone left it, with its checksum. */
bool run_weights_edited(const char *path, const char *content);

#endif
