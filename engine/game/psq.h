/*
 * psq: tapered piece-square tables, for games whose pieces differ. A piece is worth two weights of
 * the point it stands on, one in the middlegame and one in the endgame; how many of the strong
 * pieces are left, the phase, says how much of each. https://www.chessprogramming.org/Tapered_Eval
 *
 * A board is an array of points; each holds 2 * kind + side, or 2 * the number of kinds if it is
 * empty.
 */
#ifndef HONE_ENGINE_GAME_PSQ_H
#define HONE_ENGINE_GAME_PSQ_H

#include "engine/game/evaluator.h"

enum { PSQ_KINDS_MAX = 7, PSQ_POINTS_MAX = 90, PSQ_WEIGHT_MAX = 4000 };

/* What a game says of its pieces. Points are numbered by rank from side 0's side of the board. */
struct psq_shape {
    int kinds, columns, ranks, first_rank; /* what the first rank is called */
    const char *names[PSQ_KINDS_MAX];      /* "pawn" */
    int32_t worth[PSQ_KINDS_MAX];          /* the initial weights */
    int phases[PSQ_KINDS_MAX];             /* what a piece adds to the phase */
    int phase_max;                         /* the phase at the start; more counts as much */
    bool (*stands)(int kind, int point);   /* whether one of side 0 ever stands there */
};

/* Which weight a piece's worth is. */
struct psq_layout {
    const struct psq_shape *shape;
    struct param *params;
    int count;
    int16_t weights[2][PSQ_KINDS_MAX][PSQ_POINTS_MAX]; /* by phase, for side 0; -1: none */
};

/* Sums over the pieces of a board, side 0's less side 1's; the phase is the sum of both sides'. */
struct psq_sum {
    int32_t middle, end, phase;
};

/* What a piece on a point adds. */
struct psq_prepared {
    struct psq_sum adds[2 * PSQ_KINDS_MAX][PSQ_POINTS_MAX];
    int32_t phase_max;
};

/* Weights for each point; for the points of the left half, `mirrored`, if left and right are alike.
 * Material: one weight a kind, in both phases, for the kinds that are worth something. The layout
 * is never freed. */
void psq_layout_init(struct psq_layout *out, const struct psq_shape *shape, bool mirrored);
void psq_material_init(struct psq_layout *out, const struct psq_shape *shape);

/* What struct evaluator asks for. Values are in parts of `phase_max`, so that they are exact sums
 * of weights. */
void psq_prepare(const struct psq_layout *layout, const int32_t *weights, struct psq_prepared *out);
int psq_terms(const struct psq_layout *layout, const uint8_t *board, int side, struct term *out);

static inline struct psq_sum psq_add(struct psq_sum a, const struct psq_sum *b) {
    return (struct psq_sum){a.middle + b->middle, a.end + b->end, a.phase + b->phase};
}

static inline struct psq_sum psq_take(struct psq_sum a, const struct psq_sum *b) {
    return (struct psq_sum){a.middle - b->middle, a.end - b->end, a.phase - b->phase};
}

static inline int32_t psq_value(const struct psq_prepared *prepared, struct psq_sum sum, int side) {
    int phase = sum.phase < prepared->phase_max ? sum.phase : prepared->phase_max;
    int32_t value = sum.middle * phase + sum.end * (prepared->phase_max - phase);
    return side == 0 ? value : -value;
}

#endif
