/*
 * psq: tapered piece-square tables, for games whose pieces differ. A piece has two weights for the
 * point it stands on, one for the middlegame and one for the endgame. The phase, counted from the
 * strong pieces left, blends the two. https://www.chessprogramming.org/Tapered_Eval From a game's
 * pieces (struct psq_shape) and board come the evaluators `psq`, with weights for all points or for
 * those of the left half, and `material`. `features` adds what a game names in struct psq_features,
 * each with a weight for the middlegame and one for the endgame.
 */
#ifndef HONE_ENGINE_GAME_PSQ_H
#define HONE_ENGINE_GAME_PSQ_H

#include "engine/game/family.h"
#include "engine/game/piece_board.h"

/* PSQ_LOSER: what move ordering takes off the score of a losing capture, in weights. */
enum {
    PSQ_LOSER = 500,
    PSQ_FEATURES_MAX = 24,
    PSQ_FEATURE_WEIGHT_MAX = 1000,
    PSQ_KINDS_MAX = 7,
    PSQ_PIECES_MAX = 32,
    PSQ_WEIGHT_MAX = 4000
};

/* A game's pieces. */
struct psq_shape {
    const struct piece_board *board;
    int kinds;
    const char *names[PSQ_KINDS_MAX];    /* "pawn" */
    int32_t worth[PSQ_KINDS_MAX];        /* the initial weights */
    int phases[PSQ_KINDS_MAX];           /* what a piece adds to the phase */
    int phase_max;                       /* the phase at the start; a higher one counts as this */
    bool (*stands)(int kind, int point); /* whether one of side 0 can stand there */
    const uint8_t *(*board_of)(const void *state);
    const struct evaluator_ops *ops[ISA_COUNT];
};

/* Other features. */
struct psq_features {
    struct psq_feature {
        const char *name, *doc; /* NULL ends the list */
        int32_t middle, end;    /* the initial weights */
    } list[PSQ_FEATURES_MAX + 1];
    /* By feature, of an unfinished position: how often side 0 has it, less side 1. */
    void (*count)(const void *state, int32_t counts[PSQ_FEATURES_MAX]);
    const struct evaluator_ops *ops[ISA_COUNT];
};

/* Sums over the pieces of a board, side 0's less side 1's; the phase is the sum of both sides'. */
struct psq_sum {
    int32_t middle, end, phase;
};

/* What a piece on a point adds; nothing where it is empty. */
struct psq_prepared {
    struct psq_sum adds[2 * PSQ_KINDS_MAX + 1][PIECE_POINTS_MAX];
    int32_t phase_max;
    int32_t unit; /* a tenth of the strongest piece's value, in units of values */
    int32_t features[2][PSQ_FEATURES_MAX]; /* by phase; 0 behind the last one */
};

enum psq_weights { PSQ_MATERIAL, PSQ_MIRRORED, PSQ_ALL, PSQ_WEIGHTS_COUNT };

/* A family of such evaluators: psq_make() is its make_one(). */
struct psq_family {
    struct evaluator_family family;
    const struct psq_shape *shape;
    const char *layouts[PSQ_WEIGHTS_COUNT]; /* their names; NULL: it has not this one */
    const struct psq_features *features;    /* NULL: nothing else counts */
};

struct evaluator *psq_make(const struct evaluator_family *family, const struct game *game,
                           const char *layout, struct error *error);

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

static inline int32_t psq_unit(const void *prepared) {
    return ((const struct psq_prepared *)prepared)->unit;
}

/* The same with features, as psq_features counts them. */
static inline int32_t psq_value_featured(const struct psq_prepared *prepared, struct psq_sum sum,
                                         const int32_t *counts, int side) {
    for (int i = 0; i < PSQ_FEATURES_MAX; i++) {
        sum.middle += counts[i] * prepared->features[0][i];
        sum.end += counts[i] * prepared->features[1][i];
    }
    return psq_value(prepared, sum, side);
}

/* The sum over a board of `points`. */
static inline struct psq_sum psq_sum_of(const struct psq_prepared *prepared, const uint8_t *board,
                                        int points) {
    struct psq_sum sum = {0, 0, 0};
    for (int point = 0; point < points; point++)
        sum = psq_add(sum, &prepared->adds[board[point]][point]);
    return sum;
}

/* What a search keeps beside a state of this size (search_incremental_at()). */
static inline struct psq_sum *psq_kept(const void *state, size_t size) {
    return (struct psq_sum *)((unsigned char *)state + (size + 63) / 64 * 64);
}

#endif
