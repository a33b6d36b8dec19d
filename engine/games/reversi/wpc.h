/*
 * reversi_wpc: the weighted piece counter. A position's value is the sum of the weights under own
 * discs less those under the opponent's. This header is what its play code shares; the evaluator is
 * in wpc.c, its search in wpc_kernel.c, play of whole batches in batch_kernel.c, the last ply of
 * both in wpc_last.h.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_WPC_H
#define HONE_ENGINE_GAMES_REVERSI_WPC_H

#include <string.h>

#include "engine/base/isa.h"
#include "engine/game/evaluator.h"
#include "engine/games/reversi/rules.h"

enum {
    WPC_LIMIT = 2047, /* of a weight's magnitude: a line of eight fits an int16_t */
    WPC_STAGES_MAX = 8,
    WPC_CLASSES = 10,
};

/* The symmetric class of a square: 0 … WPC_CLASSES - 1, the corners first. */
int wpc_class_of(int square);

/* The weight of a square in the standard heuristic, times 1000 (Yoshioka et al.; Lucas &
 * Runarsson 2006). */
int32_t wpc_standard(int square);

/* The terms (engine/game/evaluator.h) of discs by their classes, whose weights begin at the index
 * `first`; at most WPC_CLASSES, their number. */
int wpc_class_terms(uint64_t own, uint64_t opp, int first, struct term *out);

/* The stage of a position, for evaluators of equal stages (engine/game/evaluator.h). */
int wpc_stage_of(const struct evaluator *evaluator, const void *state);

/* What a parameter of that stage counts on those squares. */
struct meaning wpc_stage_meaning(const char *what, uint64_t squares, int stage, int stage_count);
/* The squares of a symmetric class. */
uint64_t wpc_class_squares(int class);

/* The sum of a line's weights for each byte of discs on it. */
void wpc_line_fill(const int16_t weights[8], int16_t table[256]);

/* One stage of the game, as one or the other kernel wants it. A line's table has the sum of the
 * weights for each of its bytes. Two diagonals that fill a byte together share one. */
struct wpc_stage {
    int16_t squares[REVERSI_SQUARES];
    int16_t lines[4][8][256]; /* [direction][reversi_line_number] */
    /* What wpc_gains adds up. A line's first and last square, which nothing flips, weigh nothing
     * there: the sum of its weights up to each place, by reversi_tables.places; and for the square
     * of a move, what makes up for its being counted twice in each line it is inside of. */
    int16_t upto[4][REVERSI_SQUARES];
    int16_t placed[REVERSI_SQUARES];
};

/* The prepared weights, the same for all layouts. */
struct wpc {
    int stage_count;
    struct wpc_stage stages[];
};

/* Stages divide the positions of 4 to 64 discs evenly: with three of them 4-24, 25-44, 45-64. */
static inline int wpc_stage_number(int stage_count, int discs) {
    return (discs - 4) * stage_count / 61;
}

static inline const struct wpc_stage *wpc_stage(const struct wpc *wpc, int discs) {
    return &wpc->stages[wpc_stage_number(wpc->stage_count, discs)];
}

/* A position as the bytes of its lines, [direction][reversi_line_number], from which any number of
 * moves can be scored: with some eight moves a position, cheaper than gathering each line. */
struct wpc_view {
    uint8_t own[4][8], opp[4][8];
};

static inline void wpc_view_turn(uint64_t squares, uint8_t out[4][8]) {
    const uint64_t turned[4] = {squares, reversi_transpose(squares), reversi_shear(squares, 1),
                                reversi_shear(squares, 7)};
    _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lowest byte comes first");
    memcpy(out, turned, sizeof turned);
}

static inline struct wpc_view wpc_view_of(uint64_t own, uint64_t opp) {
    struct wpc_view view;
    wpc_view_turn(own, view.own);
    wpc_view_turn(opp, view.opp);
    return view;
}

/* The weight of what a legal move flips in one direction. Discs of the diagonal that shares the
 * byte cannot be flipped, because no own disc behind them counts. */
static inline int32_t wpc_flipped(const struct wpc_stage *stage, const struct wpc_view *view,
                                  int square, enum reversi_direction direction) {
    int line = reversi_line_number(square, direction);
    uint8_t own = view->own[direction][line], opp = view->opp[direction][line];
    if (direction >= REVERSI_FALLING)
        own &= reversi_tables.diagonals[square][direction - REVERSI_FALLING];
    uint8_t flips = reversi_flips_in_byte(own, opp, reversi_place(square, direction));
    return stage->lines[direction][line][flips];
}

/* What the legal move changes in the static value, by the weights of `stage`. */
static inline int32_t wpc_gain(const struct wpc_stage *stage, const struct wpc_view *view,
                               int square) {
    return stage->squares[square] + 2 * (wpc_flipped(stage, view, square, REVERSI_ROW) +
                                         wpc_flipped(stage, view, square, REVERSI_COLUMN) +
                                         wpc_flipped(stage, view, square, REVERSI_FALLING) +
                                         wpc_flipped(stage, view, square, REVERSI_RISING));
}

ISA_DECLARE(const struct evaluator_ops, wpc_ops);

#endif
