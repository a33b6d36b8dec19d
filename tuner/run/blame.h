/*
 * blame: vectors of an engine's parameters that lose too many games by faults: at least 3, and more
 * than half of the vector's games or more than four times the run's usual share. Such a vector
 * cannot become champion.
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

/* Of up to `most` players; blame_free. */
struct blame blame_of_run(struct store *store, int64_t run, int most);
void blame_free(struct blame *blame);

bool blame_is(const struct blame *blame, const struct stored_faulty *player);
/* The same by the player's id. */
bool blame_has(const struct blame *blame, int64_t player);

#endif
