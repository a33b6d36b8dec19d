/*
 * reversi_wpc_gains: how moves change the static value of the weighted piece counter, for inclusion
 * by its kernels. Each instruction set has a header of its own with
 *
 *   wpc_gains, the change by each move, in the order of squares, and
 *   wpc_best, the best of them; there must be a move,
 *
 * by the weights of the stage of the position after the move. wpc_static_value is the position's
 * for the owner of `own`, by those of one stage.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_WPC_GAINS_H
#define HONE_ENGINE_GAMES_REVERSI_WPC_GAINS_H

#include "engine/games/reversi/wpc.h"

struct wpc_best {
    int32_t gain;
    uint64_t squares; /* of all moves that gain as much */
};

enum { WPC_GAINS_MAX = 64 };

static inline struct wpc_best wpc_better(struct wpc_best a, struct wpc_best b) {
    if (a.gain == b.gain) return (struct wpc_best){a.gain, a.squares | b.squares};
    return a.gain > b.gain ? a : b;
}

#ifdef __AVX512F__
#include "engine/games/reversi/wpc_gains_avx512.h"
#elif defined __AVX2__
#include "engine/games/reversi/wpc_gains_avx2.h"
#else

/* Move by move, direction by direction, on any machine: the oracle of the others. */
static inline void wpc_gains(const struct wpc_stage *stage, uint64_t own, uint64_t opp,
                             uint64_t moves, int32_t out[WPC_GAINS_MAX]) {
    const struct wpc_view view = wpc_view_of(own, opp);
    for (; moves; moves &= moves - 1) *out++ = wpc_gain(stage, &view, reversi_lowest(moves));
}

static inline struct wpc_best wpc_best(const struct wpc_stage *stage, uint64_t own, uint64_t opp,
                                       uint64_t moves) {
    const struct wpc_view view = wpc_view_of(own, opp);
    struct wpc_best best = {INT32_MIN, 0};
    for (; moves; moves &= moves - 1) {
        int32_t gain = wpc_gain(stage, &view, reversi_lowest(moves));
        uint64_t as_good = -(uint64_t)(gain >= best.gain),
                 no_better = -(uint64_t)(gain <= best.gain);
        best.squares = (best.squares & no_better) | (moves & -moves & as_good);
        best.gain = gain > best.gain ? gain : best.gain;
    }
    return best;
}

#endif

#ifndef __AVX512F__
static inline int32_t wpc_static_value(const struct wpc_stage *stage, uint64_t own, uint64_t opp) {
    int32_t value = 0;
    for (int row = 0; row < 8; row++)
        value += stage->lines[REVERSI_ROW][row][own >> 8 * row & 0xff] -
                 stage->lines[REVERSI_ROW][row][opp >> 8 * row & 0xff];
    return value;
}
#endif

/* The play_batch of struct evaluator_ops, in batch_kernel.c. */
void ISA_NAME(wpc_play_batch)(const struct evaluator *evaluator, const struct bout *bouts,
                              int count, struct record *records);

#endif
