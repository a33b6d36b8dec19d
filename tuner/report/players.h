/*
 * players: a run's players as weights with their origin: the run, the generation, the champion's
 * measured strength. So a weight file can be judged without its database.
 */
#ifndef HONE_TUNER_REPORT_PLAYERS_H
#define HONE_TUNER_REPORT_PLAYERS_H

#include "tuner/report/run_argument.h"

/* `which` is "champion", "start", or the number of a generation, for its champion. 0, or -1 and
 * why; weights_free. */
int players_load(const struct run_argument *run, const char *which, struct weights *out,
                 struct error *error);

/* The place of their weight file, beside the database: "results/x/champion.weights",
 * "results/x/generation-50.weights"; for one of several runs "x-champion.weights". */
void players_file(const struct run_argument *run, const char *which, struct text *out);

/* Whether writing `content` to `path` would lose a user's work: the file has another content, and
 * is not a weight file as hone left it, with its checksum. */
bool players_file_edited(const char *path, const char *content);

#endif
