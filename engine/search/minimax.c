/*
 * It shares the parts of the node that choose what is searched: the moves, the width, and leaves.
 */
#include "engine/search/minimax.h"

#include "engine/search/node.h"

/* Without what only makes it faster. */
static struct search_ops minimax_ops(const struct evaluator *evaluator) {
    const struct game *game = evaluator->game;
    const struct evaluator_ops *ops = evaluator_ops(evaluator);
    return (struct search_ops){
        .state_size = game->state_size,
        .side = game->side,
        .over = game->over,
        .margin = game->margin,
        .play = game->play,
        .candidates = ops->ranked ? ops->ranked : ops->candidates,
        .eval = ops->eval,
        .singly = ops->singly,
        .repeats = game->repeats,
        .plies_left = game->plies_left,
        .in_check = game->in_check,
        .noisy = game->noisy,
        .forced = game->expert ? game->expert->forced : NULL,
    };
}

/* Quiescence, with windows: what it finds below a leaf is the same without. */
static int32_t minimax_quiet(struct search *search, const void *state, int depth, int ply,
                             int32_t alpha, int32_t beta) {
    const struct search_ops ops = minimax_ops(search->evaluator);
    const struct node node = {.state = state,
                              .depth = depth,
                              .ply = ply,
                              .alpha = alpha,
                              .beta = beta,
                              .side = ops.side(state)};
    int32_t value;
    search->line_lengths[ply] = 0;
    if (!search_enter(search)) return 0;
    return node_ends(search, &node, &ops, minimax_quiet, &value) ? value : 0;
}

static int32_t minimax_node(struct search *search, const void *state, int depth, int ply,
                            const struct search_ops *ops) {
    int side = ops->side(state);
    const struct node node = {.state = state,
                              .depth = depth,
                              .ply = ply,
                              .alpha = -SCORE_INFINITE,
                              .beta = SCORE_INFINITE,
                              .side = side};
    search->line_lengths[ply] = 0;
    if (!search_enter(search)) return 0;
    int32_t known, best = -SCORE_INFINITE;
    if (node_ends(search, &node, ops, minimax_quiet, &known)) return known;
    struct candidate list[GAME_MOVES_MAX];
    int count = search_moves(search, state, ply, NULL, ops, list, &known);
    if (count == 0) return known;
    int width = prune_width(search, state, depth, ply, count);
    order_partial_sort(list, count, width);
    for (int i = 0; i < width; i++) {
        if (ply == 0 && search_excepted(search, list[i].move)) continue;
        if (ply == 0 && search->root_first.move == MOVE_NONE) search->root_first = list[i];
        struct state child;
        memcpy(&child, state, ops->state_size);
        ops->play(search->evaluator->game, &child, list[i].move);
        int32_t value = minimax_node(search, &child, depth - 1, ply + 1, ops);
        if (search->stopped) return 0;
        if (ops->side(&child) != side) value = -value;
        if (value <= best) continue;
        best = value;
        search_line_set(search, ply, list[i].move);
    }
    return best;
}

int32_t minimax_root(struct search *search, const void *state, int depth) {
    const struct search_ops ops = minimax_ops(search->evaluator);
    return minimax_node(search, state, depth, 0, &ops);
}
