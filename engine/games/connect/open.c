/*
 * The evaluator `lines-open`: the lines of k points that are still open to a side, with no stone of
 * the other on them, less those that are open to the other: e(P) of the textbooks on tic-tac-toe
 * (Nilsson 1971). Each count has a weight, 1 in the textbooks. It is here to be understood, not to
 * be fast: moves are played to be evaluated.
 */
#include <string.h>

#include "engine/games/connect/threats.h"
#include "engine/search/node.h"

enum { OPEN_WEIGHT_MAX = 1000, OPEN_PARAMS = 2 };

static const struct param open_params[OPEN_PARAMS] = {
    {"own", 1, 0, OPEN_WEIGHT_MAX, SCALE_LINEAR, "a line without opposing stones"},
    {"opp", 1, 0, OPEN_WEIGHT_MAX, SCALE_LINEAR, "a line without own stones"},
};

static int32_t open_lines(const struct evaluator *evaluator, const struct connect_state *state,
                          int side) {
    int32_t lines = state->census[CONNECT_EMPTY];
    for (int n = 1; n <= connect_rules(evaluator->game)->k; n++)
        lines += state->census[connect_live(side, n)];
    return lines;
}

static int32_t open_eval(const struct evaluator *evaluator, const void *prepared, const void *state,
                         int side) {
    const int32_t *weights = prepared;
    return weights[0] * open_lines(evaluator, state, side) -
           weights[1] * open_lines(evaluator, state, !side);
}

static int open_terms(const struct evaluator *evaluator, const void *state, int side,
                      struct term *out) {
    out[0] = (struct term){0, open_lines(evaluator, state, side)};
    out[1] = (struct term){1, -open_lines(evaluator, state, !side)};
    return OPEN_PARAMS;
}

static bool open_won(const struct game *game, const void *after) {
    (void)game;
    return ((const struct connect_state *)after)->winner != 0;
}

static int open_candidates(const struct evaluator *evaluator, const void *prepared,
                           const void *state_, bool all, struct candidate *out) {
    static const struct search_judge judge = {0, connect_play, open_won, open_eval};
    const struct connect_state *state = state_;
    move_t moves[GAME_MOVES_MAX];
    int count = connect_plausible(connect_rules(evaluator->game), state, all, moves);
    search_judge_moves(evaluator, prepared, state, state->side, &judge, moves, count, out);
    return count;
}

static const struct search_ops open_search_ops = {
    CONNECT_SEARCH_OPS,
    .candidates = open_candidates,
    .eval = open_eval,
};
SEARCH_INSTANCE(open_search, open_search_ops)

static const struct evaluator_ops open_ops = {
    .eval = open_eval,
    .candidates = open_candidates,
    .search = open_search,
};

static struct evaluator *open_make(const struct game *game, const char *layout,
                                   struct error *error) {
    const struct evaluator pattern = {
        .name = "lines-open",
        .layout = "-",
        .schema = 1,
        .doc = connect_open_family.doc,
        .param_count = OPEN_PARAMS,
        .params = open_params,
        .prepared_size = OPEN_PARAMS * sizeof(int32_t),
        .prepare = evaluator_copy_weights,
        .terms = open_terms,
        .terms_max = OPEN_PARAMS,
        .ops = ISA_SAME(open_ops),
    };
    return evaluator_make_single(game, layout, &pattern, error);
}

const struct evaluator_family connect_open_family = {
    .name = "lines-open",
    .doc = "lines still open to oneself less those open to the other",
    .default_layout = "-",
    .layouts = "-",
    .make = open_make,
};
