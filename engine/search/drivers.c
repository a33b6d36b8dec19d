/*
 * The table of drivers: how a search finds a value.
 */
#include "engine/search/bstar.h"
#include "engine/search/deepening.h"
#include "engine/search/mcts.h"
#include "engine/search/searcher.h"

typedef void search_driver_fn(struct search *search, const struct evaluator *evaluator,
                              const void *prepared, const void *state,
                              const struct search_limits *limits, struct search_result *out,
                              search_node_fn *node);

static void search_by_mcts(struct search *search, const struct evaluator *evaluator,
                           const void *prepared, const void *state,
                           const struct search_limits *limits, struct search_result *out,
                           search_node_fn *node) {
    (void)node;
    const struct mcts_constants usual = mcts_usual_constants();
    mcts_search(search, evaluator, prepared, &usual, state, limits, out);
}

static void search_by_bstar(struct search *search, const struct evaluator *evaluator,
                            const void *prepared, const void *state,
                            const struct search_limits *limits, struct search_result *out,
                            search_node_fn *node) {
    (void)node;
    bstar_search(search, evaluator, prepared, state, limits, out);
}

/* A new driver is a line here, and one in enum search_driver. */
static search_driver_fn *const drivers[] = {
    [SEARCH_PVS] = deepening_search,   [SEARCH_ALPHABETA] = deepening_search,
    [SEARCH_MTDF] = deepening_search,  [SEARCH_SSS] = deepening_search,
    [SEARCH_DUAL] = deepening_search,  [SEARCH_MINIMAX] = deepening_search,
    [SEARCH_MCTS] = search_by_mcts,    [SEARCH_BSTAR] = search_by_bstar,
    [SEARCH_PBSTAR] = search_by_bstar,
};

void search_run(struct search *search, const struct evaluator *evaluator, const void *prepared,
                const void *state, const struct search_limits *limits, struct search_result *out,
                search_node_fn *node) {
    drivers[limits->driver](search, evaluator, prepared, state, limits, out, node);
}
