/*
 * mcts: Monte Carlo tree search (UCT, Kocsis and Szepesvári 2006), for every game and evaluator, as
 * the driver `mcts` of a search (limits.h). A playout follows the tree to a leaf and plays on from
 * there; its result is added to the means of all positions on its way. Wins and losses that the
 * rules decide are proved up the tree (Winands et al. 2008).
 *
 * All is counted in integers, and random numbers come from a generator keyed by the position, so
 * that the same question has the same answer on every machine. The constants here are the
 * parameters of the evaluator `mcts` (mcts_evaluator.h).
 */
#ifndef HONE_ENGINE_SEARCH_MCTS_H
#define HONE_ENGINE_SEARCH_MCTS_H

#include "engine/game/param.h"
#include "engine/search/search.h"

/* One for each row of mcts_params, in its order. */
struct mcts_constants {
    int32_t explore, bias, look, rave, epsilon, playout, squash;
};
enum { MCTS_PARAMS = sizeof(struct mcts_constants) / sizeof(int32_t) };

extern const struct param mcts_params[MCTS_PARAMS];

/* The initial constants, for evaluators that have none. */
struct mcts_constants mcts_usual_constants(void);

/* As evaluator_ops.search, with limits->driver SEARCH_MCTS: playouts until limits->playouts,
 * ->nodes or ->seconds are spent, MCTS_PLAYOUTS_USUAL of them if none is limited, in a tree of
 * limits->depth plies at most. The score of a move that is not proved is the mean of its playouts
 * in the evaluator's units. Nodes are positions evaluated or played through; the depth is that of
 * the tree. */
enum { MCTS_PLAYOUTS_USUAL = 1000 };
void mcts_search(struct search *search, const struct evaluator *evaluator, const void *prepared,
                 const struct mcts_constants *constants, const void *state,
                 const struct search_limits *limits, struct search_result *out);

#endif
