/*
 * openings: random start positions, reproducible and disjoint between sets.
 *
 * To which set a position belongs is a matter of its symmetric hash alone, and a draw that belongs
 * elsewhere is drawn again: so no position, nor a mirror image of it, is ever in two sets, and
 * nothing needs to be remembered. Half of all positions are for training, a quarter for choosing
 * the champion, a quarter for measuring it.
 */
#ifndef HONE_TUNER_PLAY_OPENINGS_H
#define HONE_TUNER_PLAY_OPENINGS_H

#include "engine/game/game.h"

enum opening_set { OPENING_TRAIN, OPENING_SELECT, OPENING_VERIFY, OPENING_SETS };

struct opening_source {
    const struct game *game;
    uint64_t seed;
    int plies_min, plies_max; /* random plies, drawn evenly */
};

/* Makes `count` unfinished positions of `set`, different from each other (symmetries count as
 * equal) as long as the set has enough of them. `generation` is 0 but for training. Equal
 * arguments give equal openings, and a smaller count gives the beginning of a larger one's.
 * Freed with free(). Dies if the set is empty: openings_check first. */
struct state *openings_make(const struct opening_source *source, enum opening_set set,
                            int generation, int count);

/* The moves that led from the start to opening number `index` of that set: they are not kept, but
 * drawn again. moves[GAME_PLIES_MAX]; returns their count. */
int openings_moves(const struct opening_source *source, enum opening_set set, int generation,
                   int index, const void *opening, move_t *moves);

/* How many of them are distinct, symmetries counted as equal. */
int openings_distinct(const struct game *game, const struct state *openings, int count);

/* Whether all three sets can be filled: 0, or -1 and why. */
int openings_check(const struct opening_source *source, struct error *error);

#endif
