/*
 * Evaluating a position takes so long here that an indirect call for each move costs nothing.
 */
#include "engine/games/hex/evaluators.h"

#include <string.h>

#include "engine/games/hex/rules.h"

/* A move that swaps leaves the other side to move, as any other. */
int hex_candidates(const struct evaluator *evaluator, const void *prepared, const void *state_,
                   bool all, struct candidate *out) {
    const struct hex_state *state = state_;
    move_t moves[GAME_MOVES_MAX];
    int count = hex_moves(evaluator->game, state, moves);
    (void)all;
    for (int i = 0; i < count; i++) {
        struct hex_state after = *state;
        hex_play(evaluator->game, &after, moves[i]);
        out[i].move = moves[i];
        out[i].score =
            after.winner ? SCORE_WIN
                         : evaluator_ops(evaluator)->eval(evaluator, prepared, &after, state->side);
    }
    return count;
}

struct evaluator *hex_evaluator_make(const struct game *game, const char *layout,
                                     const struct evaluator *pattern, struct error *error) {
    if (strcmp(layout, pattern->layout) != 0) {
        error_set(error, "evaluator %s has no layout \"%.20s\", only \"%s\"", pattern->name, layout,
                  pattern->layout);
        return NULL;
    }
    struct evaluator *evaluator = xmalloc(sizeof *evaluator);
    *evaluator = *pattern;
    evaluator->game = game;
    return evaluator;
}
