/*
 * hone/reversi.h: what an evaluator of Reversi is given as `position`, and what it usually asks of
 * it. Square row * 8 + column is a bit: a1 (top left) bit 0, b1 bit 1, h8 bit 63.
 */
#ifndef HONE_REVERSI_H
#define HONE_REVERSI_H

#include <stdint.h>

struct hone_reversi {
    uint64_t own, opp; /* discs of the side to move, and of the other */
    uint64_t side;     /* to move: 0 Black, 1 White */
};

static inline uint64_t hone_reversi_discs(const struct hone_reversi *position, int side) {
    return side == (int)position->side ? position->own : position->opp;
}

static inline int hone_reversi_count(uint64_t squares) {
    return __builtin_popcountll(squares);
}

/* The squares one step away in direction 0 to 7, without those that left the board. */
static inline uint64_t hone_reversi_step(uint64_t squares, int direction) {
    static const uint64_t not_first = 0xfefefefefefefefeu, not_last = 0x7f7f7f7f7f7f7f7fu;
    switch (direction) {
    case 0:
        return squares << 1 & not_first;
    case 1:
        return squares >> 1 & not_last;
    case 2:
        return squares << 8;
    case 3:
        return squares >> 8;
    case 4:
        return squares << 9 & not_first;
    case 5:
        return squares >> 9 & not_last;
    case 6:
        return squares << 7 & not_last;
    default:
        return squares >> 7 & not_first;
    }
}

/* Where the owner of `own` may play. */
static inline uint64_t hone_reversi_moves(uint64_t own, uint64_t opp) {
    uint64_t moves = 0, empty = ~(own | opp);
    for (int direction = 0; direction < 8; direction++) {
        uint64_t run = hone_reversi_step(own, direction) & opp;
        for (int i = 0; i < 5; i++) run |= hone_reversi_step(run, direction) & opp;
        moves |= hone_reversi_step(run, direction) & empty;
    }
    return moves;
}

#endif
