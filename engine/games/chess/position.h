/*
 * position: a position of chess, with Chess960's castling, and its legal moves.
 *
 * A move is 64 times the square it starts from, plus the square it goes to, plus 4096 times the
 * kind of piece that a pawn becomes. Castling is the king's move by two squares; where king or rook
 * begin elsewhere than in ordinary chess, it is the king's move to the square of its rook.
 */
#ifndef HONE_ENGINE_GAMES_CHESS_POSITION_H
#define HONE_ENGINE_GAMES_CHESS_POSITION_H

#include <stdbool.h>

#include "engine/game/game.h"
#include "engine/game/piece_board.h"
#include "engine/games/chess/attacks.h"

enum chess_kind { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, CHESS_KINDS };
enum { CHESS_WHITE, CHESS_BLACK };
enum chess_wing { KING_SIDE, QUEEN_SIDE };

enum {
    CHESS_NO_SQUARE = 64,
    CHESS_EMPTY = 12,          /* on the board: 2 * kind + side, or this */
    CHESS_REVERSIBLE_MAX = 100 /* plies without capture or pawn move that are a draw */
};

struct chess_position {
    uint64_t kinds[CHESS_KINDS], sides[2]; /* sets of squares */
    uint64_t key;                          /* of pieces, side, castling and en passant */
    uint8_t board[CHESS_SQUARES];
    uint8_t castling[2][2]; /* the rook with which a side may castle on a wing, CHESS_NO_SQUARE */
    uint8_t side;
    uint8_t en_passant; /* where a pawn may legally be captured that way, CHESS_NO_SQUARE */
    uint8_t reversible; /* plies since the last capture or pawn move */
};

static inline move_t chess_move(int from, int to, int promotion) {
    return (move_t)(promotion << 12 | from << 6 | to);
}

static inline int chess_from(move_t move) {
    return move >> 6 & 63;
}

static inline int chess_to(move_t move) {
    return move & 63;
}

/* The kind of piece that a pawn becomes; 0: it stays a pawn, or is none. */
static inline int chess_promotion(move_t move) {
    return move >> 12;
}

static inline uint64_t chess_bit(int square) {
    return 1ull << square;
}

/* The square that the king is said to go to when it castles with a rook. */
static inline int chess_castling_target(int king, int rook) {
    bool ordinary = king % 8 == 4 && (rook % 8 == 0 || rook % 8 == 7);
    return !ordinary ? rook : rook > king ? king + 2 : king - 2;
}

/* The rook that castles by this move of the king to move; CHESS_NO_SQUARE: it does not castle. */
static inline int chess_castling_rook(const struct chess_position *position, int from, int to) {
    const uint8_t *rooks = position->castling[position->side];
    for (int wing = KING_SIDE; wing <= QUEEN_SIDE; wing++)
        if (rooks[wing] != CHESS_NO_SQUARE && to == chess_castling_target(from, rooks[wing]))
            return rooks[wing];
    return CHESS_NO_SQUARE;
}

/* All legal moves, in ascending order; their count. */
int chess_position_moves(const struct chess_position *position, move_t *out);
int chess_count_moves(const struct chess_position *position);
bool chess_has_move(const struct chess_position *position);
/* `move` must be legal. */
void chess_make(struct chess_position *position, move_t move);
/* The same position with the other side to move and no capture en passant. */
void chess_make_pass(struct chess_position *position);
/* Sets `key` from all else. */
void chess_key_init(struct chess_position *position);
void chess_keys_fill(void);
/* Puts a piece on an empty square; the key follows. */
void chess_put(struct chess_position *position, int square, int kind, int side);

uint64_t chess_position_perft(const struct chess_position *position, int depth);

#endif
