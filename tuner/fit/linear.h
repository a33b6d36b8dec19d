/*
 * linear: a position's value as a sum over the genes, the parameters that may move. A weight is its
 * origin plus its factor times its gene (tuner/optimize/space.h), so that a part of the value is
 * fixed. For evaluators with `terms` (engine/game/evaluator.h).
 */
#ifndef HONE_TUNER_FIT_LINEAR_H
#define HONE_TUNER_FIT_LINEAR_H

#include "tuner/config/config.h"

/* The terms of an unfinished position's value for its side to move, by gene, into `out` (room for
 * the evaluator's terms_max); their count. `fixed` (may be NULL): the rest of the value. */
int linear_terms(const struct config *config, const void *state, struct term *out, int64_t *fixed);

/* `point` units of a weight, in units of the evaluator's values. */
double linear_point(const struct evaluator *evaluator, double point);

/* Converts weights to genes as points of margin, `point` (linear_point) units of a value
 * each; and back, rounded
 * to integers within their bounds. */
void linear_read(const struct space *space, double point, const int32_t *weights, double *points);
void linear_round(const struct space *space, double point, const double *points, int32_t *weights);

/* ---- traces ---- */

/* The positions after a player's moves in games, with the terms of its evaluator, for temporal
 * differences. */

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

/* Adds the positions of a game after the moves of `side`; `margin` is for side 0. */
void traces_add(struct traces *traces, const struct config *config, const void *start,
                const move_t *moves, int plies, int side, double margin);

/* All zero is empty. Forgets all, but keeps the room for more; frees that as well. */
void traces_clear(struct traces *traces);
void traces_free(struct traces *traces);

#endif
