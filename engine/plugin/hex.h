/*
 * hone/hex.h: what an evaluator of Hex is given as `position`. Side 0 owns the top and the bottom
 * edge, side 1 the left and the right one. Besides its row and its column a point has the
 * neighbours to the upper right and the lower left.
 */
#ifndef HONE_HEX_H
#define HONE_HEX_H

#include <stdint.h>

struct hone_hex {
    uint16_t size;           /* rows and columns */
    uint16_t side;           /* to move */
    uint16_t empties;        /* points without a stone */
    const uint32_t *rows[2]; /* of each side: a number for each row, whose bit x is column x */
};

/* The side whose stone is on a point; -1: it is empty. */
static inline int hone_hex_stone(const struct hone_hex *position, int row, int column) {
    for (int side = 0; side < 2; side++)
        if (position->rows[side][row] >> column & 1) return side;
    return -1;
}

#endif
