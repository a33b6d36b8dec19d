/*
 * The evaluator `roads+lines`: the sum of the two, with the parameters of both.
 */
#include <string.h>

#include "engine/games/connect/lines.h"
#include "engine/games/connect/threats.h"
#include "engine/search/node.h"

enum { PARTS = 2 };

struct sum {
    struct evaluator evaluator;
    const struct evaluator *parts[PARTS];
    size_t prepared_at[PARTS]; /* where a part's prepared weights begin */
};

static inline const struct sum *sum_of(const struct evaluator *evaluator) {
    return (const struct sum *)evaluator;
}

static void sum_prepare(const struct evaluator *evaluator, const int32_t *weights, void *prepared) {
    const struct sum *sum = sum_of(evaluator);
    for (int i = 0; i < PARTS; i++) {
        sum->parts[i]->prepare(sum->parts[i], weights, (char *)prepared + sum->prepared_at[i]);
        weights += sum->parts[i]->param_count;
    }
}

static inline const void *sum_prepared(const struct sum *sum, const void *prepared, int part) {
    return (const char *)prepared + sum->prepared_at[part];
}

static inline int32_t sum_eval(const struct evaluator *evaluator, const void *prepared,
                               const void *state, int side) {
    const struct sum *sum = sum_of(evaluator);
    int32_t value = 0;
    for (int i = 0; i < PARTS; i++)
        value += evaluator_ops(sum->parts[i])
                     ->eval(sum->parts[i], sum_prepared(sum, prepared, i), state, side);
    return value;
}

/* Both parts list the same moves in the same order and see the same wins. */
static inline int sum_candidates(const struct evaluator *evaluator, const void *prepared,
                                 const void *state, bool all, struct candidate *out) {
    const struct sum *sum = sum_of(evaluator);
    const struct evaluator *roads = sum->parts[0], *lines = sum->parts[1];
    struct candidate more[GAME_MOVES_MAX];
    int count =
        evaluator_ops(roads)->candidates(roads, sum_prepared(sum, prepared, 0), state, all, out);
    evaluator_ops(lines)->candidates(lines, sum_prepared(sum, prepared, 1), state, all, more);
    for (int i = 0; i < count; i++)
        if (out[i].score < SCORE_WIN) out[i].score += more[i].score;
    return count;
}

static const struct search_ops sum_search_ops = {
    CONNECT_SEARCH_OPS,
    .candidates = sum_candidates,
    .eval = sum_eval,
};
SEARCH_INSTANCE(sum_search, sum_search_ops)

static const struct evaluator_ops sum_ops = {
    .eval = sum_eval,
    .candidates = sum_candidates,
    .search = sum_search,
};

static void sum_params_join(struct sum *sum) {
    struct evaluator *evaluator = &sum->evaluator;
    for (int i = 0; i < PARTS; i++) evaluator->param_count += sum->parts[i]->param_count;
    struct param *params = xcalloc((size_t)evaluator->param_count, sizeof *params);
    evaluator->params = params;
    for (int i = 0; i < PARTS; params += sum->parts[i++]->param_count)
        memcpy(params, sum->parts[i]->params, (size_t)sum->parts[i]->param_count * sizeof *params);
}

static void sum_prepared_join(struct sum *sum) {
    for (int i = 0; i < PARTS; i++) {
        sum->prepared_at[i] = sum->evaluator.prepared_size;
        sum->evaluator.prepared_size += (sum->parts[i]->prepared_size + 63) / 64 * 64;
    }
}

static struct evaluator *sum_make(const struct game *game, const char *layout,
                                  struct error *error) {
    int64_t roads_max = (int64_t)connect_rules(game)->roads * ROADS_WEIGHT_MAX * ROADS_FACTOR_MAX;
    int64_t lines_max = (int64_t)connect_rules(game)->points * LINES_POINT_MAX;
    if (roads_max + lines_max >= SCORE_WIN) {
        error_set(error, "%s has too many roads for the evaluator roads+lines", game->name);
        return NULL;
    }
    /* What roads could refuse is refused by now, so nothing is left over. */
    const struct evaluator *lines = connect_lines_family.make(game, layout, error);
    if (!lines) return NULL;
    const struct evaluator *roads = connect_roads_family.make(game, layout, error);
    struct sum *sum = xcalloc(1, sizeof *sum);
    *sum = (struct sum){
        .evaluator = {.game = game,
                      .name = "roads+lines",
                      .layout = "-",
                      .schema = 1,
                      .doc = connect_roads_lines_family.doc,
                      .prepare = sum_prepare,
                      .ops = ISA_SAME(sum_ops)},
        .parts = {roads, lines},
    };
    sum_params_join(sum);
    sum_prepared_join(sum);
    return &sum->evaluator;
}

const struct evaluator_family connect_roads_lines_family = {
    .name = "roads+lines",
    .doc = "the sum of roads and lines",
    .default_layout = "-",
    .layouts = "-, for k up to 6",
    .make = sum_make,
};
