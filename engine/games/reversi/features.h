/*
 * reversi_features: what the evaluator `features` counts in a position beside the discs on the
 * squares. Here are the definitions, which the evaluator and its test share; the weights are in
 * features.c, play is in features_kernel.c.
 *
 *   mobility   legal moves
 *   frontier   discs next to an empty square, in any of the eight directions
 *   potential  empty squares next to an opposing disc: moves that may become legal
 *   stable     discs found stable from the corners, features_stable
 *   parity     quadrants (4 x 4 squares) with an odd number of empty squares, counted for the side
 *              to move: in these it can make the last move
 *
 * All but parity are differences, own less opposing.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_FEATURES_H
#define HONE_ENGINE_GAMES_REVERSI_FEATURES_H

#include "engine/base/isa.h"
#include "engine/games/reversi/wpc.h"

enum feature {
    FEATURE_MOBILITY,
    FEATURE_FRONTIER,
    FEATURE_POTENTIAL,
    FEATURE_STABLE,
    FEATURE_PARITY,
    FEATURE_COUNT
};

/* Of a position, for its side to move. */
struct features_counts {
    int32_t counts[FEATURE_COUNT];
    bool over; /* neither side can move */
};

/* The squares and those next to them. */
static inline uint64_t features_spread(uint64_t squares) {
    uint64_t row = squares | (squares & 0x7f7f7f7f7f7f7f7fu) << 1 |
                   (squares & 0xfefefefefefefefeu) >> 1; /* not round the edges */
    return row | row << 8 | row >> 8;
}

/*
 * The discs of a side that can never be flipped, as far as this rule finds them: along each of its
 * four lines such a disc stands at the board's edge or next to one already found. It finds corners
 * first, then runs along the edges from them, then what these protect further in.
 *
 * A disc is flipped between two opposing ones of a line, hence never one that stands at the line's
 * end, nor one next to a disc of its colour that cannot be flipped along that line.
 *
 * engine/games/reversi/stability.h finds more at more cost, as endgames want it.
 *
 * What a shift carries round the left or right edge lands on an edge, where it adds nothing.
 */
static inline uint64_t features_stable(uint64_t discs) {
    const uint64_t corners = 0x8100000000000081u, sides = 0x8181818181818181u;
    const uint64_t ends = 0xff000000000000ffu, edges = sides | ends;
    uint64_t stable = discs & corners;
    for (uint64_t before = 0; stable != before;) {
        before = stable;
        stable = discs & (sides | before << 1 | before >> 1) & (ends | before << 8 | before >> 8) &
                 (edges | before << 7 | before >> 7) & (edges | before << 9 | before >> 9);
    }
    return stable;
}

static inline int features_odd_quadrants(uint64_t empty) {
    uint64_t folded = empty ^ empty >> 2;
    folded ^= folded >> 1;
    folded ^= folded >> 16;
    folded ^= folded >> 8;
    return reversi_count(folded & 0x0000001100000011u);
}

static inline struct features_counts features_count(uint64_t own, uint64_t opp) {
    uint64_t own_moves = reversi_moves(own, opp), opp_moves = reversi_moves(opp, own);
    uint64_t empty = ~(own | opp), shore = features_spread(empty);
    return (struct features_counts){
        .counts =
            {
                [FEATURE_MOBILITY] = reversi_count(own_moves) - reversi_count(opp_moves),
                [FEATURE_FRONTIER] = reversi_count(own & shore) - reversi_count(opp & shore),
                [FEATURE_POTENTIAL] = reversi_count(empty & features_spread(opp)) -
                                      reversi_count(empty & features_spread(own)),
                [FEATURE_STABLE] =
                    reversi_count(features_stable(own)) - reversi_count(features_stable(opp)),
                [FEATURE_PARITY] = features_odd_quadrants(empty),
            },
        .over = !(own_moves | opp_moves),
    };
}

/* The squares of opposite rows are alike, so half the rows have a table. */
struct features_stage {
    int16_t rows[4][256]; /* the sum of the weights of a row's discs */
    int32_t weights[FEATURE_COUNT];
};

struct features_prepared {
    int stage_count;
    struct features_stage stages[];
};

ISA_DECLARE(const struct evaluator_ops, features_ops);

#endif
