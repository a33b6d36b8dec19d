/*
 * quiesce: quiescence, for games with noisy moves. At depth 0 the side to move takes its static
 * eval or plays another noisy move, so that no leaf is evaluated in the middle of an exchange; in
 * check it must play, and all moves are tried. Below depth 0 a node's depth is the plies of
 * quiescence that led to it, negative.
 */
#ifndef HONE_ENGINE_SEARCH_QUIESCE_H
#define HONE_ENGINE_SEARCH_QUIESCE_H

#include "engine/search/ops.h"

/* Delta pruning: whether a noisy move that leads to `child` cannot reach the window even with two
 * units more than the static eval (`most`), in reduced searches with ops->unit. */
SEARCH_INLINE bool quiesce_is_futile(const struct search *search, const void *child, int32_t lower,
                                     const struct search_ops *ops, int32_t *most) {
    enum { DELTA_UNITS = 2 };
    if (!ops->unit || !search->reduce || abs(lower) >= SCORE_WIN / 2) return false;
    *most = DELTA_UNITS * ops->unit(search->prepared) - search_static_eval(search, child, ops);
    return *most <= lower && !ops->in_check(child);
}

/* The value of an unfinished position at depth 0 or below, of which `eval` is the static eval. */
SEARCH_INLINE int32_t quiesce_value(struct search *search, const void *state, int depth, int ply,
                                    int32_t alpha, int32_t beta, int32_t eval,
                                    const struct search_ops *ops, search_node_fn *self) {
    const struct game *game = search->evaluator->game;
    bool must = ops->in_check && ply < SEARCH_DEPTH_MAX && ops->in_check(state);
    int32_t best = must ? -SCORE_INFINITE : eval;
    if (best >= beta || ply >= SEARCH_DEPTH_MAX) return best;
    move_t moves[GAME_MOVES_MAX];
    int count = must ? game->moves(game, state, moves) : ops->noisy(game, state, moves);
    for (int i = 0; i < count && best < beta; i++) {
        struct search_state child;
        search_play(search, state, moves[i], ops, &child);
        bool same_side = ops->side(&child) == ops->side(state);
        int32_t lower = max_int(alpha, best), most;
        if (!must && quiesce_is_futile(search, &child, lower, ops, &most)) {
            best = max_int(best, most);
            continue;
        }
        int32_t value =
            search_child(search, &child, NULL, same_side, depth - 1, ply + 1, lower, beta, self);
        if (search->stopped) return 0;
        best = max_int(best, value);
    }
    return best;
}

/* Whether an unfinished position is quiet: its side to move is not in check and gains nothing by
 * noisy moves. In games without these every position is. Learning from other positions would blame
 * piece placement for captures to come. */
bool quiesce_is_quiet(const struct evaluator *evaluator, const void *prepared, const void *state);

#endif
