/*
 * Greedy games of `roads`, fast.
 *
 * The gains of all points are kept instead of recomputed, for each side and phase of the turn in a
 * lane of one vector. A stone changes at most k roads in each direction, and a road's change goes
 * to each of its k points: along a line the points' changes are sums over a sliding window.
 *
 * A point that is no candidate (occupied, or not near a stone) has its gain lowered by BARRED, so
 * that the choice is a maximum over a plain array.
 *
 * Measured with R1 against R6 from three random stones (25.4 plies a game, one core, gcc 12 -O3):
 * 143 k games/s, 275 ns a ply, half of it the choice. An array for each lane instead of vectors
 * 105 k; all k points of each road changed one by one 130 k; candidates visited by their bits
 * instead of barred 110 k; the referee 21 k.
 */
#include "engine/connect_roads.h"

#include <string.h>

#include "engine/referee.h"

enum {
    LANES = 4,
    BLOCK = 16, /* points */
    BLOCKS = (CONNECT_POINTS_MAX + BLOCK - 1) / BLOCK,

    /* Takes the largest sum of gains, that of an occupied point, below the least of a candidate. */
    BARRED = ROADS_THROUGH_MAX * ROADS_GAIN_COMPLETED + 2 * ROADS_GAIN_MAX + 1,
};
_Static_assert((int64_t)BARRED + ROADS_GAIN_MAX < INT32_MAX, "barred points must not overflow");

typedef int32_t lanes __attribute__((vector_size(LANES * sizeof(int32_t))));

union gains {
    lanes all;
    int32_t lane[LANES];
};

/* The gains of one lane. */
union column {
    int32_t points[BLOCKS * BLOCK];
    lanes fours[BLOCKS * BLOCK / LANES];
};

/* A game under way. */
struct table {
    const struct connect_rules *rules;
    uint8_t through[BLOCKS * BLOCK]; /* roads through each point */
    lanes changes[2][256];           /* of a road's gains when a stone of that side comes onto it */
    connect_road completed[2];

    union gains gains[BLOCKS * BLOCK];
    connect_road roads[CONNECT_ROADS_MAX];
    uint64_t empty[CONNECT_WORDS], near[CONNECT_WORDS];
    int first, last; /* all near points are from here to there */
    int empties, side, left;
    bool won; /* by the last stone */
};

static inline int lane_of(int side, bool mid_turn) {
    return 2 * side + mid_turn;
}

static lanes road_gains(const struct bout *bout, connect_road road) {
    lanes gains = {0};
    for (int side = 0; side < 2; side++)
        for (int mid_turn = 0; mid_turn < 2; mid_turn++) {
            const struct roads_prepared *prepared = bout->players[side]->prepared;
            gains[lane_of(side, mid_turn)] = prepared->gains[mid_turn][side][road];
        }
    return gains;
}

/* A road with stones of both sides, all entries but these, changes nothing any more. */
static void changes_prepare(struct table *table, const struct bout *bout) {
    for (int n = 0; n < table->rules->k; n++)
        for (int owner = 0; owner < 2; owner++)
            for (int side = 0; side < 2; side++) {
                connect_road road = (connect_road)(owner == 0 ? n : n << 4);
                table->changes[side][road] =
                    road_gains(bout, connect_road_after(road, side)) - road_gains(bout, road);
            }
}

/* The empty board, all points barred. */
static void gains_prepare(struct table *table, const struct bout *bout) {
    lanes multiples[ROADS_THROUGH_MAX + 1] = {{-BARRED, -BARRED, -BARRED, -BARRED}};
    lanes gain = road_gains(bout, 0);
    for (int i = 1; i <= ROADS_THROUGH_MAX; i++) multiples[i] = multiples[i - 1] + gain;
    for (int i = 0; i < BLOCKS * BLOCK; i++) table->gains[i].all = multiples[table->through[i]];
}

/* Counts a stone on the roads of a span and changes the gains of the span's points. The first
 * `count` points each see one more road begin, the last ones see them end again. */
static inline void span_add(struct table *table, const struct connect_span *span, int step,
                            int side) {
    const int k = table->rules->k, count = span->count;
    if (count == 0) return;
    connect_road *roads = &table->roads[span->road];
    union gains *gains = &table->gains[span->point];
    lanes changes[CONNECT_K_MAX], sum = {0};
    int i = 0;
    for (; i < count; i++) {
        changes[i] = table->changes[side][roads[i]];
        roads[i] = connect_road_after(roads[i], side);
        table->won |= roads[i] == table->completed[side];
        sum += changes[i];
        gains[i * step].all += sum;
    }
    for (; i < k; i++) gains[i * step].all += sum;
    for (; i < k + count - 1; i++) {
        sum -= changes[i - k];
        gains[i * step].all += sum;
    }
}

static inline void near_add(struct table *table, int point) {
    int reach = 2 * table->rules->columns + 2;
    table->first = min_int(table->first, max_int(0, point - reach));
    table->last = max_int(table->last, min_int(table->rules->points - 1, point + reach));
    for (int w = 0; w < CONNECT_WORDS; w++) {
        uint64_t fresh = table->rules->near[point][w] & ~table->near[w];
        table->near[w] |= fresh;
        for (; fresh; fresh &= fresh - 1)
            table->gains[64 * w + __builtin_ctzll(fresh)].all += BARRED;
    }
}

static inline void place(struct table *table, int side, int point) {
    for (int d = 0; d < CONNECT_DIRECTIONS; d++)
        span_add(table, &table->rules->spans[point][d], table->rules->steps[d], side);
    near_add(table, point);
    table->gains[point].all -= BARRED;
    table->empty[point >> 6] &= ~(UINT64_C(1) << (point & 63));
    table->empties--;
}

static void table_start(struct table *table, const struct bout *bout) {
    const struct connect_rules *rules = table->rules;
    const struct connect_state *start = bout->start;
    changes_prepare(table, bout);
    gains_prepare(table, bout);
    memset(table->roads, 0, (size_t)rules->roads);
    memset(table->near, 0, sizeof table->near);
    table->first = rules->points;
    table->last = -1;
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

static inline lanes lanes_max(lanes a, lanes b) {
    lanes greater = a > b;
    return (a & greater) | (b & ~greater);
}

static inline bool lanes_reach(lanes a, int32_t least) {
    int64_t halves[2];
    lanes reaching = a >= least;
    memcpy(halves, &reaching, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

/* The maximum of the blocks' points, and of each block four that hold its maximum. */
static inline int32_t peaks_find(const union column *column, int first, int last, lanes *peaks) {
    lanes peak = {-BARRED, -BARRED, -BARRED, -BARRED};
    for (int b = first; b <= last; b++) {
        const lanes *four = &column->fours[b * BLOCK / LANES];
        peaks[b] = lanes_max(lanes_max(four[0], four[1]), lanes_max(four[2], four[3]));
        peak = lanes_max(peak, peaks[b]);
    }
    return max_int(max_int(peak[0], peak[1]), max_int(peak[2], peak[3]));
}

/* All points that complete a road are equally good. */
static inline int best_point(const struct table *table, struct rng *rng) {
    int lane = lane_of(table->side, table->left > 1);
    int first = table->first / BLOCK, last = table->last / BLOCK;
    union column column;
    for (int i = first * BLOCK; i < (last + 1) * BLOCK; i++)
        column.points[i] = table->gains[i].lane[lane];
    lanes peaks[BLOCKS];
    int32_t best = min_int(peaks_find(&column, first, last, peaks), ROADS_GAIN_WON);

    int ties[BLOCKS * BLOCK];
    uint32_t count = 0;
    for (int b = first; b <= last; b++)
        if (lanes_reach(peaks[b], best))
            for (int i = b * BLOCK; i < (b + 1) * BLOCK; i++) {
                ties[count] = i;
                count += column.points[i] >= best;
            }
    return ties[count > 1 ? rng_below(rng, count) : 0];
}

static int empty_point(const struct table *table, uint32_t number) {
    for (int i = 0;; i++)
        if (connect_bit(table->empty, i) && number-- == 0) return i;
}

/* As player_move chooses. */
static inline int choose(const struct table *table, const struct player *player, struct rng *rng) {
    if (table->empties == 1) return empty_point(table, 0);
    if (player->epsilon > 0 && rng_next(rng) < player->epsilon)
        return empty_point(table, rng_below(rng, (uint32_t)table->empties));
    if (table->empties == table->rules->points) return roads_centre(table->rules);
    return best_point(table, rng);
}

static void play_bout(struct table *table, const struct bout *bout, struct record *record) {
    const struct connect_state *start = bout->start;
    table_start(table, bout);
    struct rng rng = bout->rng;
    int winner = start->winner;
    *record = (struct record){.moves_hash = record_hash_start(start->hash)};
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
    record->outcome = (int8_t)(winner == 0 ? 0 : winner == 1 ? 1 : -1);
    record->margin = (int16_t)(record->outcome * (1 + table->empties));
}

void roads_play_batch(const struct evaluator *evaluator, const struct bout *bouts, int count,
                      struct record *records) {
    struct table table = {.rules = connect_rules(evaluator->game)};
    for (int i = 0; i < table.rules->points; i++)
        for (int d = 0; d < CONNECT_DIRECTIONS; d++)
            table.through[i] += table.rules->spans[i][d].count;
    for (int side = 0; side < 2; side++)
        table.completed[side] = (connect_road)(side == 0 ? table.rules->k : table.rules->k << 4);
    for (int i = 0; i < count; i++) play_bout(&table, &bouts[i], &records[i]);
}
