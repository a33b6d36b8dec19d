/*
 * retrograde: the whole solution of a game with few positions, from the ends backwards (Ströhlein
 * 1970; Thompson 1986): the winner of each position that play can reach, and the plies to the end.
 * What neither side can win is a draw, by the rules or because play repeats. Any game can use it:
 * it needs the rules, and a key by which positions count as the same.
 */
#ifndef HONE_ENGINE_GAME_RETROGRADE_H
#define HONE_ENGINE_GAME_RETROGRADE_H

#include "engine/game/game.h"

/* A position's result for its side to move, and the plies to the end if the winner hurries and the
 * loser holds out; of a draw 0. */
struct retrograde_value {
    int8_t outcome; /* 1 won, 0 drawn, -1 lost */
    uint16_t distance;
};

struct retrograde;

/* Solves what can be reached from `root`. Positions of one key must have the same side to move, or
 * the same value to either side; game->symmetric_hash is such a key where only the rules make
 * draws. NULL: there are more than `limit` positions. */
struct retrograde *retrograde_new(const struct game *game,
                                  uint64_t (*key)(const struct game *game, const void *state),
                                  const void *root, int limit);
void retrograde_free(struct retrograde *retrograde);

/* The positions in the order in which they were reached, and their values. */
int retrograde_count(const struct retrograde *retrograde);
const void *retrograde_position(const struct retrograde *retrograde, int index);
struct retrograde_value retrograde_value(const struct retrograde *retrograde, int index);

/* The number of a position, -1: it cannot be reached. */
int retrograde_find(const struct retrograde *retrograde, const void *state);

#endif
