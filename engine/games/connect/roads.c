/*
 * The evaluator `roads`: a road that holds n stones of one side alone counts own[n] or opp[n], by
 * its side; a road that holds both is dead. Once a turn is complete the own roads count by a
 * factor, `second`, since the other side places the next stones.
 *
 * A completed road is a win, which the rules see, not a weight.
 */
#include "engine/games/connect/roads.h"

#include <stdio.h>
#include <string.h>

/* The gain on a road that holds `own` stones of the mover and `other` ones, not both. */
static int32_t roads_stone_gain(const struct roads_prepared *prepared, int k, bool mid_turn,
                                int own, int other) {
    /* cppcheck-suppress arrayIndexOutOfBoundsCond ; both are below k */
    if (other > 0) return ROADS_UNIT * prepared->opponent[other];
    if (own == k - 1) return ROADS_GAIN_COMPLETED;
    return prepared->factor[mid_turn] * (prepared->own[own + 1] - prepared->own[own]);
}

/* What such a stone costs the player of these weights, which does not own it. */
static int32_t roads_stone_loss(const struct roads_prepared *prepared, int k, bool mid_turn,
                                int own, int other) {
    /* cppcheck-suppress arrayIndexOutOfBoundsCond ; both are below k */
    if (other > 0) return prepared->factor[mid_turn] * prepared->own[other];
    if (own == k - 1) return ROADS_GAIN_COMPLETED;
    return ROADS_UNIT * (prepared->opponent[own + 1] - prepared->opponent[own]);
}

static void roads_gains_prepare(struct roads_prepared *prepared, int k) {
    for (int mid_turn = 0; mid_turn < 2; mid_turn++)
        for (int own = 0; own < k; own++)
            for (int other = 0; other < (own > 0 ? 1 : k); other++) {
                int kind = roads_kind(own, other);
                prepared->gains[mid_turn][kind] =
                    roads_stone_gain(prepared, k, mid_turn, own, other);
                prepared->losses[mid_turn][kind] =
                    roads_stone_loss(prepared, k, mid_turn, own, other);
                for (int side = 0; side < 2; side++) {
                    int road = side == 0 ? own | other << 4 : own << 4 | other;
                    prepared->gains_on[mid_turn][side][road] = prepared->gains[mid_turn][kind];
                    prepared->losses_on[mid_turn][side][road] = prepared->losses[mid_turn][kind];
                }
            }
}

static void roads_prepare(const struct evaluator *evaluator, const int32_t *weights,
                          void *prepared_) {
    const struct connect_rules *rules = connect_rules(evaluator->game);
    struct roads_prepared *prepared = prepared_;
    int k = rules->k;
    memset(prepared, 0, sizeof *prepared);
    for (int n = 1; n < k; n++) {
        prepared->own[n] = weights[n - 1];
        prepared->opponent[n] = weights[k - 1 + n - 1];
    }
    prepared->factor[true] = ROADS_UNIT;
    prepared->factor[false] = rules->p > 1 ? weights[2 * (k - 1)] : ROADS_UNIT;
    roads_gains_prepare(prepared, k);
}

/* Powers of five: the hand-made table R6 of the Connect6 literature (1 5 25 125 625), which gives
 * both sides' roads the same weights, continued for larger k. */
static struct param roads_param(const char *whose, const char *doc, int stones) {
    int32_t initial = 1;
    for (int n = 1; n < stones; n++) initial = min_int(5 * initial, ROADS_WEIGHT_MAX);
    struct param param = {"", initial, 1, ROADS_WEIGHT_MAX, SCALE_LOG, doc};
    snprintf(param.name, sizeof param.name, "%s%d", whose, stones);
    return param;
}

static struct param *roads_params(const struct connect_rules *rules, int *count) {
    struct param *params = xcalloc(2 * CONNECT_K_MAX, sizeof *params);
    *count = 0;
    for (int n = 1; n < rules->k; n++)
        params[(*count)++] = roads_param("own", "a road with that many own stones alone", n);
    for (int n = 1; n < rules->k; n++)
        params[(*count)++] = roads_param("opp", "a road with that many opposing stones alone", n);
    if (rules->p > 1)
        params[(*count)++] =
            (struct param){"second",  ROADS_UNIT,
                           1,         ROADS_FACTOR_MAX,
                           SCALE_LOG, "factor of own roads once a turn is complete, in sixteenths"};
    return params;
}

static void roads_outside_init(struct roads *roads, const struct connect_rules *rules) {
    memset(roads->outside, CONNECT_BOTH, sizeof roads->outside);
    for (int i = 0; i < rules->points; i++)
        for (int d = 0; d < CONNECT_DIRECTIONS; d++)
            if (connect_begins(rules, d, i)) roads->outside[d][i] = 0;
}

static struct evaluator *roads_make(const struct game *game, const char *layout,
                                    struct error *error) {
    if (strcmp(layout, "-") != 0) {
        error_set(error, "evaluator roads has no layout \"%.20s\", only \"-\"", layout);
        return NULL;
    }
    const struct connect_rules *rules = connect_rules(game);
    if ((int64_t)rules->roads * ROADS_WEIGHT_MAX * ROADS_FACTOR_MAX >= SCORE_WIN) {
        error_set(error, "%s has too many roads for the evaluator roads", game->name);
        return NULL;
    }
    struct roads *roads = xmalloc(sizeof *roads);
    struct evaluator *evaluator = &roads->evaluator;
    roads_outside_init(roads, rules);
    *evaluator = (struct evaluator){
        .game = game,
        .name = "roads",
        .layout = "-",
        .schema = 1,
        .doc = connect_roads_family.doc,
        .prepared_size = sizeof(struct roads_prepared),
        .prepare = roads_prepare,
        .ops = ISA_TABLE(roads_ops),
    };
    if (rules->exact) roads_exact_ops_set(evaluator);
    evaluator->params = roads_params(rules, &evaluator->param_count);
    return evaluator;
}

const struct evaluator_family connect_roads_family = {
    .name = "roads",
    .doc = "live roads of each side by their number of stones",
    .default_layout = "-",
    .layouts = "-",
    .make = roads_make,
};
