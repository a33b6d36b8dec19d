/*
 * search_body: the search, written once, for inclusion by evaluator files only.
 *
 * An evaluator file describes its game's rules and itself in a `static const struct search_ops`
 * whose functions are all in view, then says SEARCH_INSTANCE(wpc_search, wpc_ops). The body is
 * always inlined into the instance with the operations as constants, so that no call inside the
 * loop is indirect.
 */
#ifndef HONE_ENGINE_SEARCH_BODY_H
#define HONE_ENGINE_SEARCH_BODY_H

#include "engine/search.h"

struct search_ops {
    size_t state_size; /* bytes to copy for a child */
    int (*side)(const void *state);
    bool (*over)(const struct game *game, const void *state);
    int (*margin)(const struct game *game, const void *state);
    void (*play)(const struct game *game, void *state, move_t move);
    uint64_t (*hash)(const void *state);
    int (*candidates)(const struct evaluator *evaluator, const void *prepared, const void *state,
                      bool all, struct candidate *out);
    int32_t (*eval)(const struct evaluator *evaluator, const void *prepared, const void *state,
                    int side);
};

/* body: to be written */

#endif
