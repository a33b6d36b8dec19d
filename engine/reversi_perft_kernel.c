#include "engine/reversi_perft.h"

/* Counts the last ply's moves instead of playing them. */
static uint64_t leaves_below(uint64_t own, uint64_t opp, int depth) {
    uint64_t moves = reversi_moves(own, opp);
    if (!moves) {
        bool last = depth == 1 || !reversi_moves(opp, own); /* one leaf: a pass or the end */
        return last ? 1 : leaves_below(opp, own, depth - 1);
    }
    if (depth == 1) return (uint64_t)reversi_count(moves);
    uint64_t leaves = 0;
    for (; moves; moves &= moves - 1) {
        int square = reversi_lowest(moves);
        uint64_t flips = reversi_flips(own, opp, square);
        leaves += leaves_below(opp ^ flips, own | flips | UINT64_C(1) << square, depth - 1);
    }
    return leaves;
}

const struct reversi_perft_kernel ISA_NAME(reversi_perft_kernel) = {
    .leaves_below = leaves_below,
};
