/*
 * reversi_endgame_last: the last four empty squares, for the kernel only. Every function returns a
 * bound of the result as struct endgame_ops' does.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_ENDGAME_LAST_H
#define HONE_ENGINE_GAMES_REVERSI_ENDGAME_LAST_H

#include "engine/games/reversi/endgame.h"

enum { ENDGAME_WORST = -ENDGAME_SCORE_MAX - 1 };

/* How many discs a move on the only empty square turns. */
static inline int last_turned(uint64_t own, int square) {
    const struct reversi_line *lines = reversi_tables.lines[square];
    const uint8_t *by_column = endgame_tables.turned[square & 7];
    const uint8_t *by_row = endgame_tables.turned[square >> 3];
    return by_column[own >> (square & 56) & 0xff] +
           by_row[((own & lines[REVERSI_COLUMN].mask) * lines[REVERSI_COLUMN].gather) >> 56] +
           by_column[((own & lines[REVERSI_FALLING].mask) * lines[REVERSI_FALLING].gather) >> 56] +
           by_column[((own & lines[REVERSI_RISING].mask) * lines[REVERSI_RISING].gather) >> 56];
}

/* The difference when the game ends with `own` here and `empties` empty squares. */
static inline int last_difference(uint64_t own, int empties) {
    int twice = 2 * reversi_count(own) - 64; /* the empty ones as the other's */
    return twice + empties > 0 ? twice + 2 * empties : twice + empties == 0 ? 0 : twice;
}

static inline int last_1(struct endgame *endgame, uint64_t own, int alpha, int square) {
    int without = 2 * reversi_count(own) - 64; /* own discs less all other squares */
    int turned = last_turned(own, square);
    endgame->nodes++;
    if (turned > 0) return without + 2 + 2 * turned;
    if (without + 2 <= alpha) return without + 2; /* already when neither side can play */
    turned = last_turned(~own ^ UINT64_C(1) << square, square);
    if (turned > 0) return without - 2 * turned;
    return without + 1 > 0 ? without + 2 : without;
}

static inline bool last_play(uint64_t own, uint64_t opp, int square, uint64_t *child_own,
                             uint64_t *child_opp) {
    if (!(reversi_tables.near[square] & opp)) return false;
    uint64_t flips = reversi_flips(own, opp, square);
    *child_own = opp ^ flips;
    *child_opp = own ^ flips ^ UINT64_C(1) << square;
    return flips != 0;
}

static int last_2(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha, int a, int b,
                  bool passed) {
    uint64_t child_own, child_opp;
    int best = ENDGAME_WORST;
    endgame->nodes++;
    if (last_play(own, opp, a, &child_own, &child_opp)) {
        best = -last_1(endgame, child_own, -alpha - 1, b);
        if (best > alpha) return best;
    }
    if (last_play(own, opp, b, &child_own, &child_opp)) {
        int value = -last_1(endgame, child_own, -alpha - 1, a);
        best = value > best ? value : best;
    }
    if (best > ENDGAME_WORST) return best;
    if (passed) return last_difference(own, 2);
    return -last_2(endgame, opp, own, -alpha - 1, a, b, true);
}

static int last_3(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha, int a, int b,
                  int c, bool passed) {
    uint64_t child_own, child_opp;
    int best = ENDGAME_WORST;
    endgame->nodes++;
    if (last_play(own, opp, a, &child_own, &child_opp)) {
        best = -last_2(endgame, child_own, child_opp, -alpha - 1, b, c, false);
        if (best > alpha) return best;
    }
    if (last_play(own, opp, b, &child_own, &child_opp)) {
        int value = -last_2(endgame, child_own, child_opp, -alpha - 1, a, c, false);
        if (value > alpha) return value;
        best = value > best ? value : best;
    }
    if (last_play(own, opp, c, &child_own, &child_opp)) {
        int value = -last_2(endgame, child_own, child_opp, -alpha - 1, a, b, false);
        best = value > best ? value : best;
    }
    if (best > ENDGAME_WORST) return best;
    if (passed) return last_difference(own, 3);
    return -last_3(endgame, opp, own, -alpha - 1, a, b, c, true);
}

static inline int quadrant_of(int square) {
    return (square >> 5 & 1) << 1 | (square >> 2 & 1);
}

/* Squares that are alone in their quadrant come first: playing there leaves an even rest. */
static int last_4(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha, int a, int b,
                  int c, int d, bool passed) {
    uint64_t child_own, child_opp;
    int best = ENDGAME_WORST, value;
    endgame->nodes++;
    if (last_play(own, opp, a, &child_own, &child_opp)) {
        best = -last_3(endgame, child_own, child_opp, -alpha - 1, b, c, d, false);
        if (best > alpha) return best;
    }
    if (last_play(own, opp, b, &child_own, &child_opp)) {
        value = -last_3(endgame, child_own, child_opp, -alpha - 1, a, c, d, false);
        if (value > alpha) return value;
        best = value > best ? value : best;
    }
    bool pairs = quadrant_of(a) == quadrant_of(b);
    if (last_play(own, opp, c, &child_own, &child_opp)) {
        value = pairs ? -last_3(endgame, child_own, child_opp, -alpha - 1, d, a, b, false)
                      : -last_3(endgame, child_own, child_opp, -alpha - 1, a, b, d, false);
        if (value > alpha) return value;
        best = value > best ? value : best;
    }
    if (last_play(own, opp, d, &child_own, &child_opp)) {
        value = pairs ? -last_3(endgame, child_own, child_opp, -alpha - 1, c, a, b, false)
                      : -last_3(endgame, child_own, child_opp, -alpha - 1, a, b, c, false);
        best = value > best ? value : best;
    }
    if (best > ENDGAME_WORST) return best;
    if (passed) return last_difference(own, 4);
    return -last_4(endgame, opp, own, -alpha - 1, a, b, c, d, true);
}

#endif
