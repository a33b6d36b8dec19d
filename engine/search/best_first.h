/*
 * best_first: what the best-first drivers share: evaluator and limits, the moves of a position, and
 * when to stop.
 */
#ifndef HONE_ENGINE_SEARCH_BEST_FIRST_H
#define HONE_ENGINE_SEARCH_BEST_FIRST_H

#include "engine/search/search.h"

/* One search under way. */
struct best_first {
    const struct evaluator *evaluator;
    const struct evaluator_ops *ops;
    const struct game *game;
    const void *prepared, *root;
    const struct search_limits *limits;
    struct halt halt;
    uint64_t positions; /* judged or played through so far */
    uint64_t seen;      /* of these when the halt was looked at last */
};

struct best_first best_first_begin(const struct evaluator *evaluator, const void *prepared,
                                   const void *root, const struct search_limits *limits);

/* Whether neither positions nor seconds are spent, nor Ctrl-C or the watcher ended it. */
bool best_first_goes_on(struct best_first *search);
/* The same without the limit of positions, for work on each position in turn. */
bool best_first_has_time(struct best_first *search);

/* All legal moves with their scores, or the plausible ones. */
int best_first_candidates(struct best_first *search, const void *state, bool all,
                          struct candidate *out);

/* The moves of a new node, with scores or, unless `judged`, all with score 0: at most limits->width
 * of them, and only forced replies. 0: there are none, and `value` is the position's, for its
 * mover. At the root some move must be made: if all forced replies are excepted, other moves are
 * listed. The width does not apply there either, since a search soon keeps to the good moves. */
int best_first_moves(struct best_first *search, const void *state, bool judged,
                     struct candidate *out, int32_t *value);

/* Whether a move of the root is left out. */
bool best_first_excepts(const struct best_first *search, const void *state, move_t move);

#endif
