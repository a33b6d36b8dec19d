/*
 * reversi_wpc: the weighted piece counter. A position is worth the sum of the weights under one's
 * discs less those under the other's. This header is what its play code shares; the evaluator
 * is in reversi_wpc.c, play of whole batches in reversi_batch.c.
 */
#ifndef HONE_ENGINE_REVERSI_WPC_H
#define HONE_ENGINE_REVERSI_WPC_H

#include "engine/reversi.h"

enum {
    WPC_LIMIT = 2047, /* of a weight's magnitude: a line of eight fits an int16_t */
    WPC_STAGES_MAX = 8,
    WPC_LINES_MAX = 15, /* of one direction */
};

/* One stage of the game. A line's table has the sum of the weights for each of its bytes. */
struct wpc_stage {
    int16_t squares[REVERSI_SQUARES];
    int16_t lines[4][WPC_LINES_MAX][256];
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

/* The lines of a direction are numbered by row, column, row - column + 7 and row + column. */
static inline int wpc_line_number(int square, enum reversi_direction direction) {
    int row = square >> 3, column = square & 7;
    return direction == REVERSI_ROW       ? row
           : direction == REVERSI_COLUMN  ? column
           : direction == REVERSI_FALLING ? row - column + 7
                                          : row + column;
}

static inline int32_t wpc_flipped(const struct wpc_stage *stage, uint64_t own, uint64_t opp,
                                  int square, enum reversi_direction direction) {
    return stage->lines[direction][wpc_line_number(square, direction)]
                       [reversi_flips_in_line(own, opp, square, direction)];
}

/* What the legal move changes in the static value, by the weights of `stage`. */
static inline int32_t wpc_gain(const struct wpc_stage *stage, uint64_t own, uint64_t opp,
                               int square) {
    return stage->squares[square] + 2 * (wpc_flipped(stage, own, opp, square, REVERSI_ROW) +
                                         wpc_flipped(stage, own, opp, square, REVERSI_COLUMN) +
                                         wpc_flipped(stage, own, opp, square, REVERSI_FALLING) +
                                         wpc_flipped(stage, own, opp, square, REVERSI_RISING));
}

struct bout;
struct record;

/* See struct evaluator. */
void wpc_play_batch(const struct evaluator *evaluator, const struct bout *bouts, int count,
                    struct record *records);

#endif
