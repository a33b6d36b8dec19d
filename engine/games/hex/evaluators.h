/*
 * What Hex's evaluators share: the rules' part of their search, and the moves of a position with
 * the evaluator's scores.
 */
#ifndef HONE_ENGINE_GAMES_GAMES_HEX_EVALUATORS_H
#define HONE_ENGINE_GAMES_GAMES_HEX_EVALUATORS_H

#include "engine/games/hex/rules.h"
#include "engine/search/ops.h"

/* The rules' part of a struct search_ops, with candidates; the evaluator adds its eval. */
#define HEX_SEARCH_OPS                                                                             \
    .state_size = sizeof(struct hex_state), .side = hex_side, .over = hex_over,                    \
    .margin = hex_margin, .play = hex_play, .hash = hex_hash, .candidates = hex_candidates,        \
    .singly = true

static inline bool hex_won(const struct game *game, const void *after) {
    (void)game;
    return ((const struct hex_state *)after)->winner != 0;
}

/* evaluator_ops.candidates of any of them: all moves are plausible. Evaluating a position takes so
 * long here that an indirect call for each move costs nothing. A move that swaps leaves the other
 * side to move, as any other. */
static inline int hex_candidates(const struct evaluator *evaluator, const void *prepared,
                                 const void *state, bool all, struct candidate *out) {
    const struct search_judge judge = {sizeof(struct hex_state), hex_play, hex_won,
                                       evaluator_ops(evaluator)->eval};
    move_t moves[GAME_MOVES_MAX];
    int count = hex_moves(evaluator->game, state, moves);
    (void)all;
    search_judge_moves(evaluator, prepared, state, hex_side(state), &judge, moves, count, out);
    return count;
}

#endif
