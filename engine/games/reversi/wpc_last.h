/*
 * wpc_last: the last ply of searches by the weighted piece counter, evaluated at once, for
 * inclusion by its kernels: the static value and the best gain, after a test of the few moves that
 * might end the game. As the functions of struct search_ops of these names (engine/search/node.h).
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_WPC_LAST_H
#define HONE_ENGINE_GAMES_REVERSI_WPC_LAST_H

#include "engine/games/reversi/wpc_gains.h"
#include "engine/search/node.h"

static inline const struct wpc_stage *wpc_stage_at(const struct wpc *wpc,
                                                   const struct reversi *board, int discs_more) {
    if (wpc->stage_count == 1) return wpc->stages;
    return wpc_stage(wpc, reversi_count(board->own | board->opp) + discs_more);
}

static inline int32_t wpc_eval(const struct evaluator *evaluator, const void *prepared,
                               const void *state, int side) {
    const struct reversi *board = state;
    (void)evaluator;
    int32_t value = wpc_static_value(wpc_stage_at(prepared, board, 0), board->own, board->opp);
    return side == (int)board->side ? value : -value;
}

static inline uint64_t wpc_without_ends(uint64_t squares) {
    uint64_t highest = UINT64_C(1) << (63 - __builtin_clzll(squares));
    uint64_t inner = squares & (squares - 1) & ~highest;
    return inner ? inner : squares;
}

static inline uint64_t wpc_queens_of_ends(uint64_t squares) {
    return reversi_tables.queen[reversi_lowest(squares)] &
           reversi_tables.queen[63 - __builtin_clzll(squares)];
}

/*
 * Which moves might end the game. After one move, any other is still there unless all discs next to
 * it that it would flip were flipped, so a last move flips each disc that is `near` some move, and
 * is on a queen's lines from it. Six such discs leave one position in 25 with suspects, four one in
 * six, three every other one.
 */
static inline uint64_t wpc_perhaps_last(uint64_t moves, uint64_t near) {
    uint64_t inner = wpc_without_ends(near), innermost = wpc_without_ends(inner);
    return moves & wpc_queens_of_ends(near) & wpc_queens_of_ends(inner) &
           wpc_queens_of_ends(innermost);
}

/* Of moves that end the game: which they are, and the value of the best of them. */
struct ends {
    uint64_t moves;
    struct search_last best;
};

static struct ends wpc_ends_among(const struct reversi *board, uint64_t suspects, uint64_t near) {
    struct ends ends = {0, {.value = -SCORE_INFINITE}};
    for (; suspects; suspects &= suspects - 1) {
        int square = reversi_lowest(suspects);
        uint64_t flips = reversi_flips(board->own, board->opp, square);
        if (near & ~flips) continue;
        uint64_t own = board->own | flips | UINT64_C(1) << square, opp = board->opp ^ flips;
        if (reversi_moves(opp, own) || reversi_moves(own, opp)) continue;
        ends.moves |= suspects & -suspects;
        int32_t value = search_final_value(reversi_difference(own, opp), 0);
        if (value <= ends.best.value) continue;
        ends.best.value = value;
        ends.best.move = (move_t)square;
    }
    return ends;
}

static inline struct search_last wpc_last_ply(const struct evaluator *evaluator,
                                              const void *prepared, const void *state,
                                              int root_side) {
    const struct reversi *board = state;
    uint64_t own = board->own, opp = board->opp, near;
    uint64_t moves = reversi_moves_near(own, opp, &near);
    (void)root_side;
    if (!moves && !reversi_moves(opp, own)) return (struct search_last){0};
    if (!moves)
        return (struct search_last){wpc_eval(evaluator, prepared, state, (int)board->side),
                                    REVERSI_PASS, 1, false};
    uint64_t suspects = wpc_perhaps_last(moves, near);
    struct ends ends = suspects ? wpc_ends_among(board, suspects, near) : (struct ends){0};
    int leaves = reversi_count(moves);
    moves ^= ends.moves;
    struct search_last last = ends.best;
    if (moves) {
        const struct wpc_stage *stage = wpc_stage_at(prepared, board, 1);
        struct wpc_best best = wpc_best(stage, own, opp, moves);
        int32_t value = wpc_static_value(stage, own, opp) + best.gain;
        if (!ends.moves || value > ends.best.value)
            last =
                (struct search_last){.value = value, .move = (move_t)reversi_lowest(best.squares)};
    }
    last.leaves = leaves;
    last.certain = !moves;
    return last;
}

static inline bool wpc_answers(const struct evaluator *evaluator, const void *prepared,
                               const void *state, int root_side, move_t move, int32_t enough,
                               int32_t *value) {
    const struct reversi *board = state;
    (void)evaluator;
    (void)root_side;
    if (move >= REVERSI_SQUARES || (board->own | board->opp) >> move & 1) return false;
    uint64_t flips = reversi_flips(board->own, board->opp, move);
    if (!flips) return false;
    uint64_t own = board->own | flips | UINT64_C(1) << move, opp = board->opp ^ flips;
    *value = wpc_static_value(wpc_stage_at(prepared, board, 1), own, opp);
    return *value >= enough && (reversi_moves(opp, own) || reversi_moves(own, opp));
}

#endif
