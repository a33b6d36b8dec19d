/*
 * reversi_stability: discs that can never be turned, a lower bound of them. What one side keeps for
 * certain bounds the other side's result.
 *
 * A disc cannot be turned along a line that is full, or that holds a stable disc of its colour (or
 * the board's edge) next to it. Discs are found stable on the four edges by a table of all ways of
 * filling an edge, and elsewhere where that holds for all four lines.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_STABILITY_H
#define HONE_ENGINE_GAMES_REVERSI_STABILITY_H

#include "engine/games/reversi/rules.h"

/* [own discs of an edge][other discs]: those of `own` that stay however the edge is filled. Ready
 * after reversi_stability_init. */
extern uint8_t reversi_stable_edges[256][256];

void reversi_stability_init(void);

#define STABILITY_COLUMN_A UINT64_C(0x0101010101010101)
#define STABILITY_BORDER UINT64_C(0xff818181818181ff)

/* Column a as a byte, row 1 lowest, and back. */
static inline unsigned stability_pack_column(uint64_t squares) {
    return (unsigned)(((squares & STABILITY_COLUMN_A) * UINT64_C(0x0102040810204080)) >> 56);
}
static inline uint64_t stability_unpack_column(uint64_t byte) {
    uint64_t low = ((byte & 0x0f) * UINT64_C(0x0000000000204081)) & UINT64_C(0x0000000001010101);
    uint64_t high = ((byte >> 4) * UINT64_C(0x0000000000204081)) & UINT64_C(0x0000000001010101);
    return low | high << 32;
}

static inline uint64_t stability_edges(uint64_t own, uint64_t opp) {
    uint8_t(*table)[256] = reversi_stable_edges;
    uint64_t top = table[own & 0xff][opp & 0xff], bottom = table[own >> 56][opp >> 56];
    uint64_t left = table[stability_pack_column(own)][stability_pack_column(opp)];
    uint64_t right = table[stability_pack_column(own >> 7)][stability_pack_column(opp >> 7)];
    return top | bottom << 56 | stability_unpack_column(left) | stability_unpack_column(right) << 7;
}

/* The squares whose diagonal, of those whose neighbours are `shift` bits apart, is full.
 * `entries` are the squares with which such diagonals begin and end. Empty squares spread along
 * their diagonal in both ways, by one, two and four steps. */
static inline uint64_t stability_full_diagonals(uint64_t empty, int shift) {
    const uint64_t not_a = ~STABILITY_COLUMN_A, not_h = ~(STABILITY_COLUMN_A << 7);
    uint64_t up_walls = shift == 9 ? not_a : not_h, down_walls = shift == 9 ? not_h : not_a;
    uint64_t up = empty, down = empty, up_open = up_walls, down_open = down_walls;
    for (int step = shift; step <= 4 * shift; step *= 2) {
        up |= up_open & up << step;
        down |= down_open & down >> step;
        up_open &= up_open << step;
        down_open &= down_open >> step;
    }
    return ~(up | down);
}

static inline uint64_t stability_full_rows(uint64_t full) {
    full &= full >> 1;
    full &= full >> 2;
    full &= full >> 4;
    return (full & STABILITY_COLUMN_A) * 0xff;
}

static inline uint64_t stability_full_columns(uint64_t full) {
    full &= full >> 8 | full << 56;
    full &= full >> 16 | full << 48;
    return full & (full >> 32 | full << 32);
}

/* Discs of `own` that `opp` can never turn. */
static inline uint64_t reversi_stable(uint64_t own, uint64_t opp) {
    const uint64_t inner = own & ~STABILITY_BORDER;
    uint64_t empty = ~(own | opp);
    uint64_t rows = stability_full_rows(~empty), columns = stability_full_columns(~empty);
    uint64_t falling = stability_full_diagonals(empty, 9);
    uint64_t rising = stability_full_diagonals(empty, 7);
    uint64_t stable = stability_edges(own, opp) | (own & rows & columns & falling & rising);
    for (uint64_t before = 0; stable != before;) {
        before = stable;
        stable |= inner & (rows | stable << 1 | stable >> 1) &
                  (columns | stable << 8 | stable >> 8) & (falling | stable << 9 | stable >> 9) &
                  (rising | stable << 7 | stable >> 7);
    }
    return stable;
}

#endif
