/*
 * bstar: the B* search (Berliner 1979), as the drivers `bstar` and `pbstar` of a search (limits.h).
 * A position has an optimistic and a pessimistic value, the static evaluation plus and minus its
 * usual error. The search ends when the pessimistic value of one root move is at least the
 * optimistic value of all others. It grows the tree where it can raise the one or lower another.
 * The probabilistic variant (Palay 1983) keeps distributions instead of two bounds, and ends when
 * one move is probably best.
 */
#ifndef HONE_ENGINE_SEARCH_BSTAR_H
#define HONE_ENGINE_SEARCH_BSTAR_H

#include "engine/search/search.h"

/* As evaluator_ops.search, with limits->driver SEARCH_BSTAR or _PBSTAR: until a move is shown to be
 * best or limits->nodes or ->seconds are spent, BSTAR_NODES_USUAL nodes if neither is limited, in a
 * tree of limits->depth plies at most. Nodes are static evaluations. Deterministic, as every search
 * is. */
enum { BSTAR_NODES_USUAL = 10000 };
void bstar_search(struct search *search, const struct evaluator *evaluator, const void *prepared,
                  const void *state, const struct search_limits *limits, struct search_result *out);

#endif
