/*
 * openings: random start positions, reproducible and disjoint between sets.
 *
 * Opening i of a set is drawn from a generator keyed by (seed, set, generation, i). To which set a
 * position belongs is a matter of its symmetric hash alone, and a draw that belongs elsewhere is
 * drawn again: so no position, nor a mirror image of it, is ever in two sets, and nothing needs
 * to be remembered.
 */
#ifndef HONE_TUNER_OPENINGS_H
#define HONE_TUNER_OPENINGS_H

#include "engine/game.h"

enum opening_set { OPENING_TRAIN, OPENING_SELECT, OPENING_VERIFY, OPENING_SETS };

struct opening_source {
    const struct game *game;
    uint64_t seed;
    int plies_min, plies_max;
};

/* Makes opening `index` of `set`; `generation` is 0 but for training. Unfinished, somebody has a
 * choice to make. Dies if the game has too few such positions (config checks it first). */
void opening_make(const struct opening_source *source, enum opening_set set, int generation,
                  int index, struct state *out);

/* An array of `count` openings, freed with free(). */
struct state *openings_make(const struct opening_source *source, enum opening_set set,
                            int generation, int count);

/* How many of them are distinct, symmetries counted as equal. */
int openings_distinct(const struct game *game, const struct state *openings, int count);

/* Whether all three sets can be filled: 0, or -1 and why. */
int openings_check(const struct opening_source *source, struct error *error);

#endif
