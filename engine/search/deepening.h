/*
 * deepening: iterative deepening until a limit is reached, for the drivers pvs, alphabeta, mtdf,
 * sss, dual and minimax (limits.h), which differ in how they find the value of one depth.
 */
#ifndef HONE_ENGINE_SEARCH_DEEPENING_H
#define HONE_ENGINE_SEARCH_DEEPENING_H

#include "engine/search/searcher.h"

/* As evaluator_ops.search, around an instance's node function. */
void deepening_search(struct search *search, const struct evaluator *evaluator,
                      const void *prepared, const void *state, const struct search_limits *limits,
                      struct search_result *out, search_node_fn *node);

#endif
