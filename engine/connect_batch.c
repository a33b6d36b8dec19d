/*
 * Greedy games of `roads`, fast.
 *
 * The gains of all points are kept instead of recomputed, one map for each side and phase of the
 * turn, a lane each. A stone changes at most k roads in each direction, and a road's change goes
 * to each of its k points; so along a line the points' changes are sums over a sliding window of
 * the roads' changes.
 *
 * A point that is no candidate (occupied, or not near a stone) has its gain lowered by BARRED, so
 * that the choice is a maximum over a plain array.
 */
#include "engine/connect_roads.h"

#include <string.h>

#include "engine/referee.h"

enum {
    LANES = 4, /* see lane() */
    MAP_POINTS = (CONNECT_POINTS_MAX + 15) / 16 * 16,

    /* The largest sum of gains that the map of a point can hold, and what takes it below the sums
     * of all candidates. */
    GAIN_HIGHEST = ROADS_THROUGH_MAX * ROADS_GAIN_COMPLETED,
    BARRED = GAIN_HIGHEST + 2 * ROADS_GAIN_MAX + 1,
};
_Static_assert((int64_t)BARRED + ROADS_GAIN_MAX < INT32_MAX, "barred points must not overflow");

typedef int32_t lanes __attribute__((vector_size(LANES * sizeof(int32_t))));

static inline int lane(int side, bool mid_turn) {
    return 2 * side + mid_turn;
}

/* A game under way. */
struct table {
    const struct connect_rules *rules;
    int32_t through[MAP_POINTS]; /* roads through each point */
    lanes changes[2][256];       /* of a road's gains when a stone of that side comes onto it */
    connect_road completed[2];

    int32_t maps[LANES][MAP_POINTS];
    connect_road roads[CONNECT_ROADS_MAX];
    uint64_t empty[CONNECT_WORDS], near[CONNECT_WORDS];
    int empties, side, left;
    bool won; /* by the last stone */
};

static const int32_t *lane_gains(const struct bout *bout, int l) {
    const struct roads_prepared *prepared = bout->players[l / 2]->prepared;
    return prepared->gains[l % 2][l / 2];
}

static void changes_prepare(struct table *table, const struct bout *bout) {
    for (int n = 0; n < table->rules->k; n++)
        for (int owner = 0; owner < 2; owner++)
            for (int mover = 0; mover < 2; mover++)
                for (int l = 0; l < LANES; l++) {
                    connect_road road = (connect_road)(owner == 0 ? n : n << 4);
                    const int32_t *gains = lane_gains(bout, l);
                    table->changes[mover][road][l] =
                        gains[connect_road_after(road, mover)] - gains[road];
                }
}

/* The empty board, all points barred. */
static void maps_prepare(struct table *table, const struct bout *bout) {
    for (int l = 0; l < LANES; l++) {
        int32_t gain = lane_gains(bout, l)[0];
        for (int i = 0; i < MAP_POINTS; i++) table->maps[l][i] = gain * table->through[i] - BARRED;
    }
}

static inline void bar(struct table *table, int point, int32_t by) {
    for (int l = 0; l < LANES; l++) table->maps[l][point] -= by;
}

static inline void near_add(struct table *table, int point) {
    for (int w = 0; w < CONNECT_WORDS; w++) {
        uint64_t fresh = table->rules->near[point][w] & ~table->near[w];
        table->near[w] |= fresh;
        for (; fresh; fresh &= fresh - 1) bar(table, 64 * w + __builtin_ctzll(fresh), -BARRED);
    }
}

/* Counts a stone on the roads of a span and changes the gains of the span's points. */
static inline void span_add(struct table *table, const struct connect_span *span, int step,
                            int side) {
    const int k = table->rules->k;
    connect_road *roads = &table->roads[span->road];
    lanes sums[CONNECT_K_MAX + 1]; /* of the changes of the first i roads */
    sums[0] = (lanes){0};
    for (int i = 0; i < span->count; i++) {
        sums[i + 1] = sums[i] + table->changes[side][roads[i]];
        roads[i] = connect_road_after(roads[i], side);
        table->won |= roads[i] == table->completed[side];
    }
    for (int i = 0; i < span->count + k - 1; i++) {
        lanes change = sums[min_int(i + 1, span->count)] - sums[max_int(0, i + 1 - k)];
        for (int l = 0; l < LANES; l++) table->maps[l][span->point + i * step] += change[l];
    }
}

static inline void place(struct table *table, int side, int point) {
    for (int d = 0; d < CONNECT_DIRECTIONS; d++)
        if (table->rules->spans[point][d].count)
            span_add(table, &table->rules->spans[point][d], table->rules->steps[d], side);
    near_add(table, point);
    bar(table, point, BARRED);
    table->empty[point >> 6] &= ~(UINT64_C(1) << (point & 63));
    table->empties--;
}

static void table_start(struct table *table, const struct bout *bout) {
    const struct connect_rules *rules = table->rules;
    const struct connect_state *start = bout->start;
    changes_prepare(table, bout);
    maps_prepare(table, bout);
    memset(table->roads, 0, (size_t)rules->roads);
    memset(table->near, 0, sizeof table->near);
    for (int w = 0; w < CONNECT_WORDS; w++) table->empty[w] = connect_empty_word(rules, start, w);
    for (int side = 0; side < 2; side++)
        for (int w = 0; w < CONNECT_WORDS; w++)
            for (uint64_t set = start->stones[side][w]; set; set &= set - 1)
                place(table, side, 64 * w + __builtin_ctzll(set));
    table->empties = start->empties;
    table->side = start->side;
    table->left = start->left;
    table->won = start->winner != 0;
}

/* The number-th empty point. */
static int empty_point(const struct table *table, uint32_t number) {
    for (int i = 0;; i++)
        if (connect_bit(table->empty, i) && number-- == 0) return i;
}

/* All points that complete a road are equally good. */
static inline int best_point(const struct table *table, struct rng *rng) {
    const int32_t *map = table->maps[lane(table->side, table->left > 1)];
    int32_t best = -INT32_MAX;
    for (int i = 0; i < MAP_POINTS; i++) best = map[i] > best ? map[i] : best;
    best = best < ROADS_GAIN_WON ? best : ROADS_GAIN_WON;
    int ties = 0;
    for (int i = 0; i < MAP_POINTS; i++) ties += map[i] >= best;
    uint32_t number = ties > 1 ? rng_below(rng, (uint32_t)ties) : 0;
    for (int i = 0;; i++)
        if (map[i] >= best && number-- == 0) return i;
}

static inline int choose(const struct table *table, const struct player *player, struct rng *rng) {
    if (table->empties == 1) return empty_point(table, 0);
    if (player->epsilon > 0 && rng_next(rng) < player->epsilon)
        return empty_point(table, rng_below(rng, (uint32_t)table->empties));
    if (table->empties == table->rules->points) return roads_centre(table->rules);
    return best_point(table, rng);
}

static void play_bout(struct table *table, const struct bout *bout, struct record *record) {
    table_start(table, bout);
    struct rng rng = bout->rng;
    *record = (struct record){.moves_hash = record_hash_start(connect_hash(bout->start))};
    int winner = ((const struct connect_state *)bout->start)->winner;
    while (!table->won && table->empties > 0 && record->plies < bout->plies_max) {
        int side = table->side, point = choose(table, bout->players[side], &rng);
        place(table, side, point);
        if (table->won) winner = side + 1;
        if (--table->left == 0) {
            table->side = !side;
            table->left = table->rules->p;
        }
        record->moves_hash = record_hash_add(record->moves_hash, (move_t)point);
        record->plies++;
    }
    if (winner) {
        record->outcome = winner == 1 ? 1 : -1;
        record->margin = (int16_t)(record->outcome * (1 + table->empties));
    }
}

void roads_play_batch(const struct evaluator *evaluator, const struct bout *bouts, int count,
                      struct record *records) {
    struct table table = {.rules = connect_rules(evaluator->game)};
    for (int i = 0; i < table.rules->points; i++)
        for (int d = 0; d < CONNECT_DIRECTIONS; d++)
            table.through[i] += table.rules->spans[i][d].count;
    table.completed[0] = (connect_road)table.rules->k;
    table.completed[1] = (connect_road)(table.rules->k << 4);
    for (int i = 0; i < count; i++) play_bout(&table, &bouts[i], &records[i]);
}
