/*
 * hone/chess.h: what an evaluator of chess is given as `position`, and what it usually asks of it.
 * Square rank * 8 + file is a bit: a1 bit 0, b1 bit 1, h8 bit 63. Side 0 is White.
 */
#ifndef HONE_CHESS_H
#define HONE_CHESS_H

#include <stdint.h>

enum {
    HONE_CHESS_PAWN,
    HONE_CHESS_KNIGHT,
    HONE_CHESS_BISHOP,
    HONE_CHESS_ROOK,
    HONE_CHESS_QUEEN,
    HONE_CHESS_KING,
    HONE_CHESS_KINDS,
    HONE_CHESS_NONE = 64 /* no square */
};

struct hone_chess {
    uint64_t pieces[2][HONE_CHESS_KINDS]; /* by side and kind: the squares */
    uint8_t side;                         /* to move */
    uint8_t en_passant;     /* where a pawn may be captured that way, or HONE_CHESS_NONE */
    uint8_t castling[2][2]; /* by side: the rooks with which it may castle to the king's and to
                             * the queen's side, or HONE_CHESS_NONE */
    uint8_t reversible;     /* plies since the last capture or pawn move */
};

static inline int hone_chess_count(uint64_t squares) {
    return __builtin_popcountll(squares);
}

/* All pieces of a side. */
static inline uint64_t hone_chess_all(const struct hone_chess *position, int side) {
    uint64_t squares = 0;
    for (int kind = 0; kind < HONE_CHESS_KINDS; kind++) squares |= position->pieces[side][kind];
    return squares;
}

/* The squares moved `files` to the right and `ranks` up, without those that leave the board. */
static inline uint64_t hone_chess_shift(uint64_t squares, int files, int ranks) {
    const uint64_t first_file = 0x0101010101010101u;
    int by = 8 * ranks + files;
    uint64_t left = 0;
    for (int i = 0; i < (files < 0 ? -files : files); i++)
        left |= first_file << (files > 0 ? 7 - i : i);
    squares &= ~left;
    return by >= 0 ? squares << by : squares >> -by;
}

/* What pieces that slide that way attack, up to the first occupied squares and with these. */
static inline uint64_t hone_chess_slide(uint64_t squares, int files, int ranks, uint64_t occupied) {
    uint64_t reached = 0;
    for (int i = 0; i < 7 && squares; i++) {
        squares = hone_chess_shift(squares, files, ranks);
        reached |= squares;
        squares &= ~occupied;
    }
    return reached;
}

/* What one piece on `square` attacks, pinned or not; pawns, where they may capture. */
static inline uint64_t hone_chess_attacks(const struct hone_chess *position, int side, int kind,
                                          int square) {
    static const int steps[16][2] = {{1, 0},  {-1, 0},  {0, 1},   {0, -1}, {1, 1},  {1, -1},
                                     {-1, 1}, {-1, -1}, {1, 2},   {2, 1},  {-1, 2}, {-2, 1},
                                     {1, -2}, {2, -1},  {-1, -2}, {-2, -1}};
    uint64_t from = (uint64_t)1 << square, reached = 0;
    if (kind == HONE_CHESS_PAWN)
        return hone_chess_shift(from, 1, side ? -1 : 1) | hone_chess_shift(from, -1, side ? -1 : 1);
    int first = kind == HONE_CHESS_KNIGHT ? 8 : kind == HONE_CHESS_BISHOP ? 4 : 0;
    int end = kind == HONE_CHESS_KNIGHT ? 16 : kind == HONE_CHESS_ROOK ? 4 : 8;
    int slides = kind != HONE_CHESS_KNIGHT && kind != HONE_CHESS_KING;
    uint64_t occupied = hone_chess_all(position, 0) | hone_chess_all(position, 1);
    for (int i = first; i < end; i++)
        reached |= slides ? hone_chess_slide(from, steps[i][0], steps[i][1], occupied)
                          : hone_chess_shift(from, steps[i][0], steps[i][1]);
    return reached;
}

#endif
