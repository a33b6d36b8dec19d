/*
 * exchange: static exchange evaluation
 * (https://www.chessprogramming.org/Static_Exchange_Evaluation), in pawns: what captures on one
 * square come to if each side takes with its least valuable piece, as long as that gains. Pins are
 * not seen; pieces behind others that have captured are.
 */
#ifndef HONE_ENGINE_GAMES_CHESS_EXCHANGE_H
#define HONE_ENGINE_GAMES_CHESS_EXCHANGE_H

#include "engine/games/chess/moves.h"

/* By kind, and of an empty square. A king is never worth taking with where it can be taken. */
static const int chess_worth[CHESS_KINDS + 1] = {1, 3, 3, 5, 9, 100, 0};

/* The least valuable of a set of pieces. */
static inline int chess_least(const struct chess_position *position, uint64_t pieces) {
    int kind = PAWN;
    while (!(pieces & position->kinds[kind])) kind++;
    return __builtin_ctzll(pieces & position->kinds[kind]);
}

/* What `side` gains at most by taking what stands on a square and is worth `standing`. */
static inline int chess_regain(const struct chess_position *position, int square, int side,
                               int standing, uint64_t occupied) {
    int gains[2 * 16 + 1], count = 0; /* before each capture, had it been the last */
    for (;; side = !side) {
        uint64_t takers =
            chess_attackers(position, square, occupied) & position->sides[side] & occupied;
        if (!takers) break;
        int taker = chess_least(position, takers);
        gains[count++] = standing;
        standing = chess_worth[position->board[taker] / 2];
        occupied ^= chess_bit(taker);
    }
    int gain = 0;
    while (count > 0) gain = max_int(0, gains[--count] - gain);
    return gain;
}

/* What a move of a piece, which takes nothing en passant and becomes nothing else, comes to. */
static inline int chess_exchange(const struct chess_position *position, int from, int to) {
    int side = position->side;
    int victim = chess_worth[position->board[to] / 2],
        mover = chess_worth[position->board[from] / 2];
    uint64_t occupied = chess_occupied(position) & ~chess_bit(from);
    return victim - chess_regain(position, to, !side, mover, occupied);
}

/* Whether a capture does not lose. Most need no more than the worth of two pieces for that. */
static inline bool chess_capture_holds(const struct chess_position *position, int from, int to) {
    int victim = position->board[to] / 2, mover = position->board[from] / 2;
    return chess_worth[victim] >= chess_worth[mover] || mover == KING ||
           chess_exchange(position, from, to) >= 0;
}

#endif
