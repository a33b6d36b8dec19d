/*
 * traces: the positions after a player's moves in games, with the terms of its evaluator, for
 * temporal differences.
 */
#ifndef HONE_TUNER_FIT_TRACES_H
#define HONE_TUNER_FIT_TRACES_H

#include "tuner/config/config.h"

/* An unfinished position after a move of the player. Its value for the player is sign * (fixed +
 * the sum of count * gene over its terms), in units of the weights. */
struct trace_position {
    int64_t first; /* of its terms */
    int count;
    int sign; /* -1 where the opponent is to move */
    int64_t fixed;
};

/* One player's part of one game. */
struct trace {
    int64_t first; /* of its positions, in the order of the game */
    int count;
    double margin; /* the game's, for the player */
};

struct traces {
    int64_t count, position_count, term_count, term_capacity;
    struct trace *list; /* all four owned */
    struct trace_position *positions;
    struct term *terms; /* of genes, see linear.h; one for each that counts in a position */
    int32_t *places;    /* of the newest position's terms, by gene, from 1 on; 0: it has none */
};

/* Adds the part that `side` has in a game of so many moves from `start`; `margin` is for side 0. */
void traces_add(struct traces *traces, const struct config *config, const void *start,
                const move_t *moves, int plies, int side, double margin);

/* All zero is empty. Forgets all, but keeps the room for more; frees that as well. */
void traces_clear(struct traces *traces);
void traces_free(struct traces *traces);

#endif
