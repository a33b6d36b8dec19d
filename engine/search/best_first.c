/*
 * The root is recognised by its address: a driver asks about it with the pointer that it was given.
 */
#include "engine/search/best_first.h"

#include "engine/search/searcher.h"

struct best_first best_first_begin(const struct evaluator *evaluator, const void *prepared,
                                   const void *root, const struct search_limits *limits) {
    struct best_first search = {.evaluator = evaluator,
                                .ops = evaluator_ops(evaluator),
                                .game = evaluator->game,
                                .prepared = prepared,
                                .root = root,
                                .limits = limits};
    halt_begin(&search.halt, limits->seconds, limits->watcher);
    return search;
}

bool best_first_has_time(struct best_first *search) {
    if (search->positions - search->seen < search->halt.steps) return !search->halt.over;
    search->seen = search->positions;
    return !halt_look(&search->halt);
}

bool best_first_goes_on(struct best_first *search) {
    const struct search_limits *limits = search->limits;
    return best_first_has_time(search) && (limits->nodes == 0 || search->positions < limits->nodes);
}

int best_first_candidates(struct best_first *search, const void *state, bool all,
                          struct candidate *out) {
    int count = search->ops->singly
                    ? search_judge_singly(search->evaluator, search->prepared, state, &search->halt,
                                          all, out)
                    : search->ops->candidates(search->evaluator, search->prepared, state, all, out);
    search->positions += (uint64_t)count;
    return count;
}

/* All legal moves, with equal scores. */
static int best_first_unjudged(const struct best_first *search, const void *state,
                               struct candidate *out) {
    move_t moves[GAME_MOVES_MAX];
    int count = search->game->moves(search->game, state, moves);
    for (int i = 0; i < count; i++) out[i] = (struct candidate){0, moves[i]};
    return count;
}

bool best_first_excepts(const struct best_first *search, const void *state, move_t move) {
    const struct search_limits *limits = search->limits;
    return state == search->root && game_lists(limits->except, limits->except_count, move);
}

static bool best_first_any_left(const struct best_first *search, const void *state,
                                const struct candidate *list, int count) {
    for (int i = 0; i < count; i++)
        if (!best_first_excepts(search, state, list[i].move)) return true;
    return false;
}

int best_first_moves(struct best_first *search, const void *state, bool judged,
                     struct candidate *out, int32_t *value) {
    const struct game *game = search->game;
    bool root = state == search->root;
    int width = search->limits->width,
        count = judged || width > 0 ? best_first_candidates(search, state, width == 0, out)
                                    : best_first_unjudged(search, state, out);
    if (game->expert && game->expert->forced)
        count = game->expert->forced(game, state, out, count, value);
    if (root && !best_first_any_left(search, state, out, count))
        return best_first_candidates(search, state, true, out);
    if (width == 0 || count <= width || root) return count;
    order_partial_sort(out, count, width);
    return width;
}
