/*
 * attacks: which squares a piece of chess attacks. Squares are numbered a1 = 0, b1 = 1 … h8 = 63,
 * and a set of squares is a number with their bits.
 */
#ifndef HONE_ENGINE_GAMES_CHESS_ATTACKS_H
#define HONE_ENGINE_GAMES_CHESS_ATTACKS_H

#include <stdint.h>

enum { CHESS_SQUARES = 64 };

/* A square's part of the table of a rook's or a bishop's attacks. */
struct chess_slider {
    const uint64_t *attacks;
    uint64_t mask, magic;
    int shift;
};

extern struct chess_slider chess_rooks[CHESS_SQUARES], chess_bishops[CHESS_SQUARES];
extern uint64_t chess_knight_attacks[CHESS_SQUARES], chess_king_attacks[CHESS_SQUARES];
extern uint64_t chess_pawn_attacks[2][CHESS_SQUARES]; /* by the pawn's side */
/* Of two squares on one line: the squares between them, and the whole line; else nothing. */
extern uint64_t chess_between[CHESS_SQUARES][CHESS_SQUARES];
extern uint64_t chess_line[CHESS_SQUARES][CHESS_SQUARES];

/* Fills the tables, once; for the main thread. */
void chess_attacks_fill(void);

static inline uint64_t chess_slider_attacks(const struct chess_slider *slider, uint64_t occupied) {
    return slider->attacks[(occupied & slider->mask) * slider->magic >> slider->shift];
}

static inline uint64_t chess_rook_attacks(int square, uint64_t occupied) {
    return chess_slider_attacks(&chess_rooks[square], occupied);
}

static inline uint64_t chess_bishop_attacks(int square, uint64_t occupied) {
    return chess_slider_attacks(&chess_bishops[square], occupied);
}

#endif
