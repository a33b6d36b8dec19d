/*
 * hone/xiangqi.h: what an evaluator of xiangqi is given as `position`, and what it usually asks of
 * it. Point rank * 9 + file: a0 is 0, b0 1, i9 89. Side 0 is Red, which begins, at the bottom.
 */
#ifndef HONE_XIANGQI_H
#define HONE_XIANGQI_H

#include <stdint.h>

enum {
    HONE_XIANGQI_KING,
    HONE_XIANGQI_ADVISER,
    HONE_XIANGQI_ELEPHANT,
    HONE_XIANGQI_HORSE,
    HONE_XIANGQI_ROOK,
    HONE_XIANGQI_CANNON,
    HONE_XIANGQI_PAWN,
    HONE_XIANGQI_KINDS,
    HONE_XIANGQI_EMPTY = 2 * HONE_XIANGQI_KINDS,
    HONE_XIANGQI_FILES = 9,
    HONE_XIANGQI_RANKS = 10,
    HONE_XIANGQI_POINTS = 90
};

struct hone_xiangqi {
    const uint8_t *points; /* 2 * kind + side, or HONE_XIANGQI_EMPTY */
    uint8_t side;          /* to move */
    uint8_t reversible;    /* plies since the last capture */
};

/* The side of the piece on a point; -1: it is empty. */
static inline int hone_xiangqi_side(const struct hone_xiangqi *position, int point) {
    return position->points[point] == HONE_XIANGQI_EMPTY ? -1 : position->points[point] & 1;
}

/* The kind of the piece on a point, which is not empty. */
static inline int hone_xiangqi_kind(const struct hone_xiangqi *position, int point) {
    return position->points[point] >> 1;
}

/* Whether a pawn of that side has crossed the river there. */
static inline int hone_xiangqi_crossed(int side, int point) {
    return side ? point < HONE_XIANGQI_POINTS / 2 : point >= HONE_XIANGQI_POINTS / 2;
}

/* The point `files` to the right and `ranks` up; -1: it is off the board. */
static inline int hone_xiangqi_step(int point, int files, int ranks) {
    int file = point % HONE_XIANGQI_FILES + files, rank = point / HONE_XIANGQI_FILES + ranks;
    int off = file < 0 || file >= HONE_XIANGQI_FILES || rank < 0 || rank >= HONE_XIANGQI_RANKS;
    return off ? -1 : rank * HONE_XIANGQI_FILES + file;
}

/* How many empty points a rook or cannon may go to from there. */
static inline int hone_xiangqi_line_moves(const struct hone_xiangqi *position, int point) {
    static const int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int count = 0;
    for (int i = 0; i < 4; i++)
        for (int to = hone_xiangqi_step(point, ways[i][0], ways[i][1]);
             to >= 0 && hone_xiangqi_side(position, to) < 0;
             to = hone_xiangqi_step(to, ways[i][0], ways[i][1]))
            count++;
    return count;
}

/* How many points a horse may go to from there that its own side does not hold. */
static inline int hone_xiangqi_horse_moves(const struct hone_xiangqi *position, int point) {
    static const int legs[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int side = hone_xiangqi_side(position, point), count = 0;
    for (int i = 0; i < 8; i++) {
        int files = legs[i / 2][0], ranks = legs[i / 2][1], turn = i % 2 ? 1 : -1;
        int leg = hone_xiangqi_step(point, files, ranks);
        int to = hone_xiangqi_step(point, 2 * files + turn * (ranks != 0),
                                   2 * ranks + turn * (files != 0));
        if (leg >= 0 && to >= 0 && hone_xiangqi_side(position, leg) < 0)
            count += hone_xiangqi_side(position, to) != side;
    }
    return count;
}

#endif
