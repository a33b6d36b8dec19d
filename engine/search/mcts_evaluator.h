/*
 * mcts_evaluator: an evaluator with the constants of Monte Carlo tree search as its first
 * parameters, so that optimisers tune them like weights, together with them or alone. Its values
 * are another evaluator's, and the drivers of alpha-beta play as with that one.
 */
#ifndef HONE_ENGINE_SEARCH_MCTS_EVALUATOR_H
#define HONE_ENGINE_SEARCH_MCTS_EVALUATOR_H

#include "engine/game/evaluator.h"

/* Around `inner`, which must live as long; never freed. `layout` is copied. */
struct evaluator *mcts_evaluator_new(const struct evaluator *inner, const char *layout,
                                     const char *doc);

#endif
