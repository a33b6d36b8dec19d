/*
 * What Hex's evaluators share: the moves of a position with the evaluator's scores, and the making
 * of an evaluator with a single layout.
 */
#ifndef HONE_ENGINE_GAMES_GAMES_HEX_EVALUATORS_H
#define HONE_ENGINE_GAMES_GAMES_HEX_EVALUATORS_H

#include "engine/game/evaluator.h"

/* The rules' part of a struct search_ops, with candidates; the evaluator adds its eval. */
#define HEX_SEARCH_OPS                                                                             \
    .state_size = sizeof(struct hex_state), .side = hex_side, .over = hex_over,                    \
    .margin = hex_margin, .play = hex_play, .hash = hex_hash, .candidates = hex_candidates,        \
    .singly = true

/* evaluator_ops.candidates of any of them: all moves are plausible, each is judged by ops->eval. */
int hex_candidates(const struct evaluator *evaluator, const void *prepared, const void *state,
                   bool all, struct candidate *out);

/* A copy of `pattern`, of layout "-", for a game; it lives as long as the process. NULL and why if
 * another layout is asked for. */
struct evaluator *hex_evaluator_make(const struct game *game, const char *layout,
                                     const struct evaluator *pattern, struct error *error);

#endif
