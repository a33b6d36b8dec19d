/*
 * The evaluator `freedom`: the places that each side's L may go to, and how much of it is in the
 * middle of the board and in its corners.
 */
#include <string.h>

#include "engine/games/lgame/rules.h"
#include "engine/search/node.h"

enum { FREEDOM_WEIGHT_MAX = 1000, FREEDOM_PARAMS = 4 };

static const struct param freedom_params[FREEDOM_PARAMS] = {
    {"own", 4, 0, FREEDOM_WEIGHT_MAX, SCALE_LINEAR, "a place that the own L may go to"},
    {"opp", 4, 0, FREEDOM_WEIGHT_MAX, SCALE_LINEAR, "a place that the opposing L may go to"},
    {"middle", 2, -FREEDOM_WEIGHT_MAX, FREEDOM_WEIGHT_MAX, SCALE_LINEAR,
     "a point of an L in the middle, the other side's less"},
    {"corner", -2, -FREEDOM_WEIGHT_MAX, FREEDOM_WEIGHT_MAX, SCALE_LINEAR,
     "a point of an L in a corner, the other side's less"},
};

static int freedom_of(const struct lgame_state *state, int side) {
    uint8_t places[LGAME_PLACES];
    return lgame_places(state, side, places);
}

/* The points of the L of `side` among some, less those of the other. */
static int freedom_points(const struct lgame_state *state, int side, uint16_t among) {
    return __builtin_popcount(lgame_points[state->places[side]] & among) -
           __builtin_popcount(lgame_points[state->places[!side]] & among);
}

static int freedom_terms(const struct evaluator *evaluator, const void *state, int side,
                         struct term *out) {
    enum { MIDDLE = 0x0660, CORNERS = 0x9009 };
    (void)evaluator;
    out[0] = (struct term){0, freedom_of(state, side)};
    out[1] = (struct term){1, -freedom_of(state, !side)};
    out[2] = (struct term){2, freedom_points(state, side, MIDDLE)};
    out[3] = (struct term){3, freedom_points(state, side, CORNERS)};
    return FREEDOM_PARAMS;
}

static int32_t freedom_eval(const struct evaluator *evaluator, const void *prepared,
                            const void *state, int side) {
    const int32_t *weights = prepared;
    struct term terms[FREEDOM_PARAMS];
    int32_t sum = 0;
    freedom_terms(evaluator, state, side, terms);
    for (int i = 0; i < FREEDOM_PARAMS; i++) sum += terms[i].count * weights[terms[i].weight];
    return sum;
}

/* The other side cannot move. */
static bool freedom_won(const struct game *game, const void *after_) {
    const struct lgame_state *after = after_;
    (void)game;
    return freedom_of(after, after->side) == 0;
}

static int freedom_candidates(const struct evaluator *evaluator, const void *prepared,
                              const void *state, bool all, struct candidate *out) {
    static const struct search_judge judge = {sizeof(struct lgame_state), lgame_play, freedom_won,
                                              freedom_eval};
    move_t moves[GAME_MOVES_MAX];
    int count = lgame_moves(evaluator->game, state, moves);
    (void)all;
    search_judge_moves(evaluator, prepared, state, lgame_side(state), &judge, moves, count, out);
    return count;
}

static const struct search_ops freedom_search_ops = {
    .state_size = sizeof(struct lgame_state),
    .side = lgame_side,
    .over = lgame_over,
    .margin = lgame_margin,
    .play = lgame_play,
    .hash = lgame_hash,
    .candidates = freedom_candidates,
    .eval = freedom_eval,
};
SEARCH_INSTANCE(freedom_search, freedom_search_ops)

static const struct evaluator_ops freedom_ops = {
    .eval = freedom_eval,
    .candidates = freedom_candidates,
    .search = freedom_search,
};

static struct evaluator *freedom_make(const struct game *game, const char *layout,
                                      struct error *error) {
    const struct evaluator pattern = {
        .name = "freedom",
        .layout = "-",
        .schema = 1,
        .doc = lgame_freedom_family.doc,
        .param_count = FREEDOM_PARAMS,
        .params = freedom_params,
        .prepared_size = FREEDOM_PARAMS * sizeof(int32_t),
        .prepare = evaluator_copy_weights,
        .terms = freedom_terms,
        .terms_max = FREEDOM_PARAMS,
        .ops = ISA_SAME(freedom_ops),
    };
    return evaluator_make_single(game, layout, &pattern, error);
}

const struct evaluator_family lgame_freedom_family = {
    .name = "freedom",
    .doc = "where each side's L may go, and where it lies",
    .default_layout = "-",
    .layouts = "-",
    .make = freedom_make,
};
