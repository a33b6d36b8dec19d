/*
 * bstar: the B* search (Berliner 1979), as the drivers `bstar` and `pbstar` of a search (limits.h).
 * Positions have an optimistic and a pessimistic value, as far from the evaluator's as it is
 * usually wrong; the tree grows where one root move may be shown to be at least as good as all
 * others may be, by raising what it is worth at least or lowering what another is worth at most.
 * The probabilistic variant (Palay 1983) keeps distributions instead of two bounds, and ends when
 * one move is probably best.
 */
#ifndef HONE_ENGINE_SEARCH_BSTAR_H
#define HONE_ENGINE_SEARCH_BSTAR_H

#include "engine/search/search.h"

/* As evaluator_ops.search, with limits->driver SEARCH_BSTAR or _PBSTAR: until a move is shown to be
 * best or limits->nodes or ->seconds are spent, BSTAR_NODES_USUAL of them where neither is limited,
 * in a tree of limits->depth plies at most. Nodes are positions judged. Deterministic, as every
 * search is. */
enum { BSTAR_NODES_USUAL = 10000 };
void bstar_search(struct search *search, const struct evaluator *evaluator, const void *prepared,
                  const void *state, const struct search_limits *limits, struct search_result *out);

#endif
