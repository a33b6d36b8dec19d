/*
 * Quiescence by the game's table alone, with a null window above the static evaluation.
 */
#include "engine/search/quiet.h"

#include <string.h>

#include "engine/search/limits.h"

/* What the root's question needs at every node. */
struct quiet {
    const struct evaluator *evaluator;
    const struct evaluator_ops *ops;
    const void *prepared;
    int side; /* of the root, by whose weights all is judged */
};

static int32_t quiet_eval(const struct quiet *quiet, const void *state) {
    int32_t value = quiet->ops->eval(quiet->evaluator, quiet->prepared, state, quiet->side);
    return quiet->evaluator->game->side(state) == quiet->side ? value : -value;
}

static bool quiet_in_check(const struct game *game, const void *state) {
    return game->in_check && game->in_check(state);
}

static int32_t quiet_final(const struct game *game, const void *state) {
    int margin = game->margin(game, state);
    if (margin == 0) return 0;
    return (margin > 0) == (game->side(state) == 0) ? SCORE_WIN : -SCORE_WIN;
}

/* Whether the side to move reaches more than `bound`. */
static bool quiet_exceeds(const struct quiet *quiet, const void *state, int32_t bound, int ply) {
    const struct game *game = quiet->evaluator->game;
    if (game->over(game, state)) return quiet_final(game, state) > bound;
    bool must = ply > 0 && ply < SEARCH_DEPTH_MAX && quiet_in_check(game, state);
    if (!must && quiet_eval(quiet, state) > bound) return true;
    move_t moves[GAME_MOVES_MAX];
    int count = ply >= SEARCH_DEPTH_MAX ? 0
                : must                  ? game->moves(game, state, moves)
                                        : game->noisy(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct state child;
        memcpy(&child, state, game->state_size);
        game->play(game, &child, moves[i]);
        bool exceeds = game->side(&child) == game->side(state)
                           ? quiet_exceeds(quiet, &child, bound, ply + 1)
                           : !quiet_exceeds(quiet, &child, -bound - 1, ply + 1);
        if (exceeds) return true;
    }
    return false;
}

bool position_is_quiet(const struct evaluator *evaluator, const void *prepared, const void *state) {
    const struct game *game = evaluator->game;
    const struct quiet quiet = {evaluator, evaluator_ops(evaluator), prepared, game->side(state)};
    if (!game->noisy) return true;
    return !quiet_in_check(game, state) &&
           !quiet_exceeds(&quiet, state, quiet_eval(&quiet, state), 0);
}
