/*
 * Whether a position is quiet: quiescence by the game's table alone, with a null window above the
 * static evaluation.
 */
#include "engine/search/quiesce.h"

#include <string.h>

#include "engine/search/limits.h"

/* What the root's question needs at every node. */
struct quiesce {
    const struct evaluator *evaluator;
    const struct evaluator_ops *ops;
    const void *prepared;
    int side; /* of the root, by whose weights all is judged */
};

static int32_t quiesce_eval(const struct quiesce *question, const void *state) {
    int32_t value =
        question->ops->eval(question->evaluator, question->prepared, state, question->side);
    return question->evaluator->game->side(state) == question->side ? value : -value;
}

static bool quiesce_in_check(const struct game *game, const void *state) {
    return game->in_check && game->in_check(state);
}

static int32_t quiesce_final(const struct game *game, const void *state) {
    int margin = game->margin(game, state);
    if (margin == 0) return 0;
    return (margin > 0) == (game->side(state) == 0) ? SCORE_WIN : -SCORE_WIN;
}

/* Whether the side to move reaches more than `bound`. */
static bool quiesce_exceeds(const struct quiesce *question, const void *state, int32_t bound,
                            int ply) {
    const struct game *game = question->evaluator->game;
    if (game->over(game, state)) return quiesce_final(game, state) > bound;
    bool must = ply > 0 && ply < SEARCH_DEPTH_MAX && quiesce_in_check(game, state);
    if (!must && quiesce_eval(question, state) > bound) return true;
    move_t moves[GAME_MOVES_MAX];
    int count = ply >= SEARCH_DEPTH_MAX ? 0
                : must                  ? game->moves(game, state, moves)
                                        : game->noisy(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct state child;
        memcpy(&child, state, game->state_size);
        game->play(game, &child, moves[i]);
        bool exceeds = game->side(&child) == game->side(state)
                           ? quiesce_exceeds(question, &child, bound, ply + 1)
                           : !quiesce_exceeds(question, &child, -bound - 1, ply + 1);
        if (exceeds) return true;
    }
    return false;
}

bool quiesce_is_quiet(const struct evaluator *evaluator, const void *prepared, const void *state) {
    const struct game *game = evaluator->game;
    const struct quiesce question = {evaluator, evaluator_ops(evaluator), prepared,
                                     game->side(state)};
    if (!game->noisy) return true;
    return !quiesce_in_check(game, state) &&
           !quiesce_exceeds(&question, state, quiesce_eval(&question, state), 0);
}
