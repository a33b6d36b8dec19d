/*
 * piece_board: boards of pieces as text, for games like chess: FEN, and the board as it is printed.
 *
 * A board is an array of points, by rank from side 0's side of it. Each holds 2 * kind + side, or
 * 2 * the number of kinds if it is empty. Games number the same points from the top left.
 */
#ifndef HONE_ENGINE_GAME_PIECE_BOARD_H
#define HONE_ENGINE_GAME_PIECE_BOARD_H

#include <string.h>

#include "engine/base/base.h"

enum { PIECE_POINTS_MAX = 90, FEN_FIELD_MAX = 128 };

struct piece_board {
    int columns, ranks, first_rank; /* the number of the first rank */
    const char *letters;      /* by what a point holds, "PpNn…"; its end: the point is empty */
    const char *also, *meant; /* other letters that are read, and those they stand for */
    const char *points;       /* "squares" */
};

/* What an empty point holds. */
static inline int piece_empty(const struct piece_board *shape) {
    return (int)strlen(shape->letters);
}

/* Converts a game's point to one of the board, and back. Also gives a point as the other side sees
 * it from its own side of the board. */
static inline int piece_point(const struct piece_board *shape, int point) {
    int column = point % shape->columns, row = point / shape->columns;
    return (shape->ranks - 1 - row) * shape->columns + column;
}

/* The board for people, with brackets around the marked points. */
void piece_board_print(const struct piece_board *shape, const uint8_t *board, const bool *marked,
                       struct text *out);

/* The next field of a FEN; "" at the end. */
const char *fen_field(const char **rest, char out[FEN_FIELD_MAX]);
/* The first field. 0, or -1 and what is wrong. */
int fen_board_parse(const struct piece_board *shape, const char **rest, uint8_t *board,
                    struct error *error);
void fen_board_format(const struct piece_board *shape, const uint8_t *board, struct text *out);
/* The last two fields, which may be missing: plies since something happened ("capture"), of which
 * no more than `most` are kept, and the number of the move, from 1. */
int fen_counts_parse(const char **rest, const char *since, int most, int *plies, int *number,
                     struct error *error);

#endif
