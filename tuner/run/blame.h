/*
 * blame: vectors of an engine's parameters that lose games by faults more than chance would: at
 * least 3 games, and those more than half of the vector's, or more than four times the share that
 * the run's players have of all games. Such a vector cannot become champion.
 */
#ifndef HONE_TUNER_RUN_BLAME_H
#define HONE_TUNER_RUN_BLAME_H

#include "tuner/store/runs.h"

/* The players with faults, the most first. */
struct blame {
    int count;
    struct stored_faulty *list; /* owned */
    double usual;               /* share of a player's games that it loses by faults */
};

/* Of `most` players; blame_free. */
struct blame blame_of_run(struct store *store, int64_t run, int most);
void blame_free(struct blame *blame);

bool blame_is(const struct blame *blame, const struct stored_faulty *player);
/* Whether it is to blame by its id. */
bool blame_has(const struct blame *blame, int64_t player);

#endif
