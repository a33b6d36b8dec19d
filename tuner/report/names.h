/*
 * names: the names of a run's players for people. A row has a name only if the player is of no
 * generation; others are named by their generation, as its champion or with a number.
 */
#ifndef HONE_TUNER_REPORT_NAMES_H
#define HONE_TUNER_REPORT_NAMES_H

#include "tuner/store/runs.h"

enum { NAMES_LENGTH = 96 };

/* Within a run: "generation 50" its champion, "generation 50 no. 3", "start", "swh", "random 1";
 * a start that is its generation's champion "generation 1 (start)". */
void names_player(struct store *store, const struct stored_player *player, char out[NAMES_LENGTH]);
/* The same of a row's id; "player 7" where there is no such row. */
void names_id(struct store *store, int64_t id, char out[NAMES_LENGTH]);

/* Among players of other runs: "quick champion", "quick start", "quick generation 50", where
 * `which` is as in players.h and `run` is the run's name. If both are longer than `size` only the
 * end is kept. */
void names_of_run(const char *run, const char *which, char *out, size_t size);

#endif
