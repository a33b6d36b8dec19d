/*
 * names: how people call a run's players. A row of the store has a name only where it is of no
 * generation; everybody else is called by what he was there: its champion, or a number.
 */
#ifndef HONE_TUNER_REPORT_NAMES_H
#define HONE_TUNER_REPORT_NAMES_H

#include "tuner/store/runs.h"

enum { NAMES_LENGTH = 96 };

/* "generation 50", "generation 50 no. 3", "swh", "random 1". */
void names_player(struct store *store, const struct stored_player *player, char out[NAMES_LENGTH]);
/* The same of a row's id; "player 7" where there is no such row. */
void names_id(struct store *store, int64_t id, char out[NAMES_LENGTH]);

#endif
