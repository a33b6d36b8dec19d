/*
 * hone/connect.h: what an evaluator of Connect(m,n,k,p,q) is given as `position`: tic-tac-toe,
 * gomoku, Connect6 and their like. Point row * columns + column is counted from the top left.
 */
#ifndef HONE_CONNECT_H
#define HONE_CONNECT_H

#include <stdint.h>

struct hone_connect {
    uint16_t columns, rows;
    uint16_t in_a_row;         /* stones in a line that win … */
    uint16_t exact;            /* … 1: and no more than these */
    uint16_t turn, first_turn; /* stones of a turn, and of the first one */
    uint16_t side;             /* to move */
    uint16_t left;             /* stones that it still places in this turn */
    uint16_t empties;          /* points without a stone */
    const uint64_t *stones[2]; /* of each side: bit point % 64 of word point / 64 */
};

/* The side whose stone is on a point; -1: it is empty. */
static inline int hone_connect_stone(const struct hone_connect *position, int point) {
    for (int side = 0; side < 2; side++)
        if (position->stones[side][point / 64] >> point % 64 & 1) return side;
    return -1;
}

#endif
