/*
 * position: a position of xiangqi (Chinese chess) and its legal moves, without the history that
 * repetition needs. A move is 90 times the point it starts from, plus the point it goes to.
 */
#ifndef HONE_ENGINE_GAMES_XIANGQI_POSITION_H
#define HONE_ENGINE_GAMES_XIANGQI_POSITION_H

#include "engine/game/game.h"
#include "engine/game/piece_board.h"
#include "engine/games/xiangqi/board.h"

enum xiangqi_kind {
    XIANGQI_KING,
    XIANGQI_ADVISER,
    XIANGQI_ELEPHANT,
    XIANGQI_HORSE,
    XIANGQI_ROOK,
    XIANGQI_CANNON,
    XIANGQI_PAWN,
    XIANGQI_KINDS
};

enum { XIANGQI_RED, XIANGQI_BLACK };

enum {
    XIANGQI_EMPTY = 2 * XIANGQI_KINDS, /* on the board: 2 * kind + side, or this */
    XIANGQI_MOVES_MAX = 128,           /* 44 at the start; no more than 120 are known */
    XIANGQI_REVERSIBLE_MAX = 120       /* plies without capture that are a draw */
};

#define XIANGQI_START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

struct xiangqi_position {
    struct points kinds[XIANGQI_KINDS], sides[2];
    uint64_t key; /* of pieces and side */
    uint8_t board[XIANGQI_POINTS];
    uint16_t files[XIANGQI_FILES]; /* what is occupied, as bits of ranks */
    uint8_t side;
    uint8_t reversible; /* plies since the last capture */
};

static inline move_t xiangqi_move(int from, int to) {
    return (move_t)(XIANGQI_POINTS * from + to);
}

static inline int xiangqi_from(move_t move) {
    return move / XIANGQI_POINTS;
}

static inline int xiangqi_to(move_t move) {
    return move % XIANGQI_POINTS;
}

/* All legal moves, in ascending order; their count. */
int xiangqi_position_moves(const struct xiangqi_position *position, move_t *out);
int xiangqi_count_moves(const struct xiangqi_position *position);
bool xiangqi_has_move(const struct xiangqi_position *position);
bool xiangqi_in_check(const struct xiangqi_position *position);
uint64_t xiangqi_position_perft(const struct xiangqi_position *position, int depth);

/* `move` must be legal. */
void xiangqi_make(struct xiangqi_position *position, move_t move);
/* Puts a piece on an empty point; the key follows. */
void xiangqi_put(struct xiangqi_position *position, int point, int kind, int side);
void xiangqi_clear(struct xiangqi_position *out);
void xiangqi_pass_turn(struct xiangqi_position *position);
void xiangqi_keys_fill(void);

/* How the board is read and printed. */
extern const struct piece_board xiangqi_board;

/* FEN with r n b a k c p (also h and e), as its first two or all six fields; the fifth counts the
 * plies since the last capture. 0, or -1 and what is wrong: then `out` is undefined. */
int xiangqi_fen_parse(const char *text, struct xiangqi_position *out, int *number,
                      struct error *error);
/* The first two fields: what counts plies is history, and no part of a position. */
void xiangqi_fen_format(const struct xiangqi_position *position, struct text *out);

/* ICCS: "h2e2", ranks from 0. */
void xiangqi_iccs_format(move_t move, char out[MOVE_TEXT_MAX]);
/* Also "H2-E2". The characters used, 0: there is no move; it need not be legal. */
int xiangqi_iccs_parse(const char *text, move_t *out);

#endif
