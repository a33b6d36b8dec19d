/*
 * Exact variants: a line of more than k stones is no win. So a road with a stone of its owner at
 * either end can never win: it is dead to that side. Such a road is CONNECT_BOTH once its owner has
 * a stone on it, or neither side can use it; an empty one that one side could use counts as empty.
 * With these road counts, threats and forced replies are those of other variants. Roads now change
 * by stones beside them, which no kernel knows. A stone of the defender can also take away its own
 * threat, which no search for threats expects. So there are no kernels and no such searches here.
 */
#include <string.h>

#include "engine/games/connect/roads.h"
#include "engine/games/connect/threats.h"
#include "engine/search/node.h"

/* ---- the state ----------------------------------------------------------------------------- */

/* What a road is by the stones on the board. */
static connect_road exact_road(const struct connect_rules *rules,
                               const uint64_t (*stones)[CONNECT_WORDS], int road) {
    const int step = rules->road_step[road], first = rules->road_point[road];
    const int goes_on = rules->road_goes_on[road];
    int count[2] = {0}, flanks[2] = {0};
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < rules->k; i++)
            count[side] += connect_bit(stones[side], first + i * step);
        if (goes_on & 1) flanks[side] += connect_bit(stones[side], first - step);
        if (goes_on & 2) flanks[side] += connect_bit(stones[side], first + rules->k * step);
    }
    bool usable[2] = {!flanks[0] && !count[1], !flanks[1] && !count[0]};
    if (!usable[0] && !usable[1]) return CONNECT_BOTH;
    return (connect_road)(count[0] | count[1] << 4);
}

/* The roads that a stone at the point may change: those through it and the two that it flanks. */
static struct connect_span exact_span(const struct connect_rules *rules, int direction, int point) {
    struct connect_span span = rules->spans[point][direction];
    if (span.count == 0) return span;
    if (rules->road_goes_on[span.road] & 1 &&
        rules->road_point[span.road] + (rules->k - 1) * rules->steps[direction] == point) {
        span.road--;
        span.count++;
    }
    int last = span.road + span.count - 1;
    if (rules->road_goes_on[last] & 2 && rules->road_point[last] == point) span.count++;
    return span;
}

void connect_exact_scan(const struct connect_rules *rules, struct connect_state *state, int point) {
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_span span = exact_span(rules, d, point);
        for (int road = span.road; road < span.road + span.count; road++) {
            state->census[rules->kinds[state->roads[road]]]--;
            state->roads[road] =
                exact_road(rules, (const uint64_t(*)[CONNECT_WORDS])state->stones, road);
            state->census[rules->kinds[state->roads[road]]]++;
        }
    }
}

/* ---- the evaluator `roads` ----------------------------------------------------------------- */

/* What a road counts for `side`. */
static int32_t exact_road_worth(const struct roads_prepared *prepared, connect_road road,
                                int side) {
    int own = side == 0 ? road & 15 : road >> 4, other = side == 0 ? road >> 4 : road & 15;
    if (own > 0 && other > 0) return 0;
    return own > 0 ? prepared->factor[false] * prepared->own[own]
                   : -ROADS_UNIT * prepared->opponent[other];
}

/* What a stone of `side` changes, `stones` with it on the board; SCORE_WIN for one that wins. */
static int32_t exact_gain(const struct connect_rules *rules, const struct roads_prepared *prepared,
                          const struct connect_state *state,
                          const uint64_t (*stones)[CONNECT_WORDS], int side, int point) {
    int32_t sum = 0;
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_span span = exact_span(rules, d, point);
        for (int road = span.road; road < span.road + span.count; road++) {
            connect_road after = exact_road(rules, stones, road);
            if (rules->kinds[after] == connect_live(side, rules->k)) return SCORE_WIN;
            sum += exact_road_worth(prepared, after, side) -
                   exact_road_worth(prepared, state->roads[road], side);
        }
    }
    return sum;
}

static int exact_candidates(const struct evaluator *evaluator, const void *prepared,
                            const void *state_, bool all, struct candidate *out) {
    const struct connect_rules *rules = connect_rules(evaluator->game);
    const struct connect_state *state = state_;
    uint64_t stones[2][CONNECT_WORDS];
    move_t moves[GAME_MOVES_MAX];
    int count = connect_plausible(rules, state, all, moves);
    memcpy(stones, state->stones, sizeof stones);
    for (int i = 0; i < count; i++) {
        uint64_t *word = &stones[state->side][moves[i] >> 6], before = *word;
        connect_add(stones[state->side], moves[i]);
        out[i] = (struct candidate){exact_gain(rules, prepared, state,
                                               (const uint64_t(*)[CONNECT_WORDS])stones,
                                               state->side, moves[i]),
                                    moves[i]};
        *word = before;
    }
    return count;
}

static const struct search_ops exact_search_ops = {
    CONNECT_SEARCH_OPS,
    .candidates = exact_candidates,
    .eval = roads_eval,
};
SEARCH_INSTANCE(exact_search, exact_search_ops)

static const struct evaluator_ops exact_ops = {
    .eval = roads_eval,
    .candidates = exact_candidates,
    .search = exact_search,
};

void roads_exact_ops_set(struct evaluator *evaluator) {
    for (size_t i = 0; i < COUNT_OF(evaluator->ops); i++) evaluator->ops[i] = &exact_ops;
}
