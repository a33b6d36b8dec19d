/*
 * The evaluator `roads`: a road that holds n stones of one side alone counts own[n] or opp[n], by
 * whose it is; a road that holds both is dead. Once a turn is complete the own roads count by a
 * factor, `second`, since then it is the other side that places the next stones.
 *
 * A completed road is a win, which the rules see, not a weight.
 */
#include "engine/connect_roads.h"

#include <stdio.h>
#include <string.h>

#include "engine/connect_batch.h"
#include "engine/search_body.h"

static inline int32_t roads_eval(const struct evaluator *evaluator, const void *prepared_,
                                 const void *state_, int side) {
    const struct roads_prepared *prepared = prepared_;
    const struct connect_state *state = state_;
    int k = connect_rules(evaluator->game)->k;
    const int16_t *own = &state->census[connect_live(side, 0)];
    const int16_t *opponent = &state->census[connect_live(!side, 0)];
    int32_t own_sum = 0, opponent_sum = 0;
    for (int n = 1; n < k; n++) {
        own_sum += prepared->own[n] * own[n];
        opponent_sum += prepared->opponent[n] * opponent[n];
    }
    return prepared->factor[state->mid_turn] * own_sum - ROADS_UNIT * opponent_sum;
}

static inline int32_t gain(const struct connect_rules *rules, const int32_t *gains,
                           const struct connect_state *state, int point) {
    int32_t sum = 0;
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_span *span = &rules->spans[point][d];
        const connect_road *roads = &state->roads[span->road];
        for (int i = 0; i < span->count; i++) sum += gains[roads[i]];
    }
    return sum < ROADS_GAIN_WON ? sum : SCORE_WIN;
}

static inline int roads_candidates(const struct evaluator *evaluator, const void *prepared_,
                                   const void *state_, bool all, struct candidate *out) {
    const struct connect_rules *rules = connect_rules(evaluator->game);
    const struct roads_prepared *prepared = prepared_;
    const struct connect_state *state = state_;
    const int32_t *gains = prepared->gains[roads_leaves_mid_turn(state)][state->side];
    move_t moves[GAME_MOVES_MAX];
    int count = connect_plausible(rules, state, all, moves);
    for (int i = 0; i < count; i++)
        out[i] = (struct candidate){gain(rules, gains, state, moves[i]), moves[i]};
    return count;
}

/* The gain on a road where `own` stones are the mover's and `other` are not. */
static int32_t road_gain(const struct roads_prepared *prepared, int k, bool mid_turn, int own,
                         int other) {
    if (own > 0 && other > 0) return 0;
    if (other > 0) return ROADS_UNIT * prepared->opponent[other];
    if (own == k - 1) return ROADS_GAIN_COMPLETED;
    return prepared->factor[mid_turn] * (prepared->own[own + 1] - prepared->own[own]);
}

static void gains_prepare(struct roads_prepared *prepared, int k) {
    for (int mid_turn = 0; mid_turn < 2; mid_turn++)
        for (int own = 0; own < k; own++)
            for (int other = 0; own + other < k; other++) {
                int32_t worth = road_gain(prepared, k, mid_turn, own, other);
                prepared->gains[mid_turn][0][own | other << 4] = worth;
                prepared->gains[mid_turn][1][other | own << 4] = worth;
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
    gains_prepare(prepared, k);
}

static void roads_play_batch(const struct evaluator *evaluator, const struct bout *bouts, int count,
                             struct record *records) {
    connect_batch_kernel()->play(connect_rules(evaluator->game), bouts, count, records);
}

static const struct search_ops roads_ops = {
    .state_size = sizeof(struct connect_state),
    .side = connect_side,
    .over = connect_over,
    .margin = connect_margin,
    .play = connect_play,
    .hash = connect_hash,
    .candidates = roads_candidates,
    .eval = roads_eval,
};
SEARCH_INSTANCE(roads_search, roads_ops)

/* Powers of five: the hand-made table R6 of the Connect6 literature (1 5 25 125 625), which gives
 * both sides' roads the same weights, continued for larger k. */
static struct param road_param(const char *whose, const char *doc, int stones) {
    int32_t initial = 1;
    for (int n = 1; n < stones; n++) initial = min_int(5 * initial, ROADS_WEIGHT_MAX);
    struct param param = {"", initial, 1, ROADS_WEIGHT_MAX, SCALE_LOG, doc};
    snprintf(param.name, sizeof param.name, "%s%d", whose, stones);
    return param;
}

static struct param *params_make(const struct connect_rules *rules, int *count) {
    struct param *params = xcalloc(2 * CONNECT_K_MAX, sizeof *params);
    *count = 0;
    for (int n = 1; n < rules->k; n++)
        params[(*count)++] = road_param("own", "a road with that many own stones alone", n);
    for (int n = 1; n < rules->k; n++)
        params[(*count)++] = road_param("opp", "a road with that many opposing stones alone", n);
    if (rules->p > 1)
        params[(*count)++] =
            (struct param){"second",  ROADS_UNIT,
                           1,         ROADS_FACTOR_MAX,
                           SCALE_LOG, "factor of own roads once a turn is complete, in sixteenths"};
    return params;
}

static struct evaluator *make(const struct game *game, const char *layout, struct error *error) {
    if (strcmp(layout, "-") != 0) {
        error_set(error, "evaluator roads has no layout \"%.20s\", only \"-\"", layout);
        return NULL;
    }
    const struct connect_rules *rules = connect_rules(game);
    if ((int64_t)rules->roads * ROADS_WEIGHT_MAX * ROADS_FACTOR_MAX >= SCORE_WIN)
        die("%s has too many roads", game->name);
    struct evaluator *evaluator = xmalloc(sizeof *evaluator);
    *evaluator = (struct evaluator){
        .game = game,
        .name = "roads",
        .layout = "-",
        .schema = 1,
        .doc = connect_roads_family.doc,
        .prepared_size = sizeof(struct roads_prepared),
        .prepare = roads_prepare,
        .eval = roads_eval,
        .candidates = roads_candidates,
        .search = roads_search,
        .play_batch = roads_play_batch,
    };
    evaluator->params = params_make(rules, &evaluator->param_count);
    return evaluator;
}

const struct evaluator_family connect_roads_family = {
    .name = "roads",
    .doc = "live roads of each side by their number of stones",
    .default_layout = "-",
    .layouts = "-",
    .make = make,
};
