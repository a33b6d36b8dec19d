/*
 * minimax: every move of every position, by the game's own functions and the evaluator's, without
 * cut-offs or a table: the oracle of the other drivers.
 */
#ifndef HONE_ENGINE_SEARCH_MINIMAX_H
#define HONE_ENGINE_SEARCH_MINIMAX_H

#include "engine/search/searcher.h"

/* The value of the root of the search under way, `depth` plies deep; its line is left behind. */
int32_t minimax_root(struct search *search, const void *state, int depth);

#endif
