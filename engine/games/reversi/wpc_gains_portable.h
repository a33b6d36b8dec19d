/*
 * wpc_gains_portable: move by move, direction by direction, on any machine; the oracle of the
 * others.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_WPC_GAINS_PORTABLE_H
#define HONE_ENGINE_GAMES_REVERSI_WPC_GAINS_PORTABLE_H

#include "engine/games/reversi/wpc.h"

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
