/*
 * The gains of all points are kept instead of recomputed, for each side and phase of the turn in a
 * lane of one vector. A stone changes k roads in each direction, and a road's change goes to each
 * of its k points: along a line the points' changes are sums over a sliding window. Roads that
 * would leave the board are kept as dead ones, so that no loop's length depends on the point.
 *
 * A point that is no candidate (occupied, or not near a stone) has its gain lowered by BARRED, so
 * that the choice is a maximum over a plain array.
 *
 * Measured on a shared machine by the process's own time (one core, gcc 12 -O3), ns a ply from
 * three random stones: R6 against itself (23 plies a game) portable 195, AVX2 148, AVX-512 127; two
 * players that mostly block (358 plies) 354, 223, 175. Two interleaved games, with branch-free
 * choices, were faster by a tenth in short games without AVX-512 and else not. Testing first
 * whether a stone makes any point a candidate cost short games 3 to 5 %.
 */
#include "engine/games/connect/roads.h"

#include <string.h>

#include "engine/games/connect/peaks.h"
#include "engine/search/referee.h"

enum {
    /* Cells: the points in rows of STRIDE with a margin all around, so that whatever reaches k - 1
     * points away from a point is a cell, and what reaches two away never is another row's point.
     */
    STRIDE = 24,
    MARGIN = CONNECT_K_MAX,
    ROWS = CONNECT_SIDE_MAX + 2 * MARGIN,
    CELLS = ROWS * STRIDE,
    REACH = 2, /* of a stone to near points */

    /* Roads line by line, each line with room for roads that begin before it. */
    LINE = 32,
    LINES = 2 * CONNECT_SIDE_MAX + 2 * (2 * CONNECT_SIDE_MAX - 1),
    DEAD = CONNECT_BOTH, /* a road that is none */

    /* Takes the largest sum of gains, that of an occupied point, below the least of a candidate. */
    BARRED = ROADS_THROUGH_MAX * ROADS_GAIN_COMPLETED + 2 * ROADS_GAIN_MAX + 1,
};
_Static_assert((int64_t)BARRED + ROADS_GAIN_MAX < INT32_MAX, "barred points must not overflow");
_Static_assert(CONNECT_SIDE_MAX + REACH < STRIDE, "rows must not be near each other");
_Static_assert(CONNECT_SIDE_MAX + CONNECT_K_MAX <= LINE, "lines must not share roads");

typedef int32_t four_lanes
    __attribute__((vector_size(4 * LANES * sizeof(int32_t)), aligned(sizeof(int32_t)), may_alias));

/* The roads of a batch's board before the first stone, and the points near none. */
struct board {
    const struct connect_rules *rules;
    int columns, rows;
    connect_road roads[LINES * LINE];
    uint32_t empty[ROWS], near[ROWS];
    uint8_t through[CELLS];
    struct {
        lanes points[2 * REACH + 1];
    } unbar[1 << (2 * REACH + 1)]; /* by the set of points */
};

/* What two players' weights make of it. */
struct pairing {
    const struct player *players[2];
    lanes changes[2][256]; /* of a road's gains when a stone of that side comes onto it */
    _Alignas(64) lanes gains[CELLS];
};

/* A game under way. */
struct table {
    const struct board *board;
    const struct pairing *pairing;
    _Alignas(64) lanes gains[CELLS];
    connect_road roads[LINES * LINE];
    uint32_t empty[ROWS], near[ROWS]; /* by row; points from bit 0, near ones from bit REACH */
    int first, last;                  /* all near points are in these rows */
    int empties, side, left;
    bool won; /* by the last stone */
};

static inline int table_lane(int side, bool mid_turn) {
    return 2 * side + mid_turn;
}

static inline int table_cell(int x, int y) {
    return (y + MARGIN) * STRIDE + x;
}

/* ---- roads --------------------------------------------------------------------------------- */

/* Between neighbours of a line, in cells. */
static const int steps[CONNECT_DIRECTIONS] = {1, STRIDE, STRIDE + 1, STRIDE - 1};

/* The first of the k roads through a point; the last is the one that begins there. */
static inline int table_roads_at(int direction, int x, int y) {
    enum { COLUMNS_FROM = CONNECT_SIDE_MAX, FALLING_FROM = 2 * CONNECT_SIDE_MAX };
    enum { RISING_FROM = FALLING_FROM + 2 * CONNECT_SIDE_MAX - 1 };
    int line = direction == 0   ? y
               : direction == 1 ? COLUMNS_FROM + x
               : direction == 2 ? FALLING_FROM + CONNECT_SIDE_MAX - 1 + x - y
                                : RISING_FROM + x + y;
    return line * LINE + (direction == 0 ? x : y);
}

static void board_prepare_point(struct board *board, int x, int y) {
    const struct connect_rules *rules = board->rules;
    int point = y * rules->columns + x;
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        if (connect_begins(rules, d, point))
            board->roads[table_roads_at(d, x, y) + rules->k - 1] = 0;
        board->through[table_cell(x, y)] += rules->spans[point][d].count;
    }
}

static void board_prepare(struct board *board, const struct connect_rules *rules) {
    memset(board, 0, sizeof *board);
    board->rules = rules;
    memset(board->roads, DEAD, sizeof board->roads);
    uint32_t row = (UINT32_C(1) << rules->columns) - 1;
    for (int y = 0; y < ROWS; y++) board->near[y] = UINT32_MAX;
    for (int y = 0; y < rules->rows; y++) {
        board->empty[y] = row;
        board->near[y + MARGIN] = ~(row << REACH);
        for (int x = 0; x < rules->columns; x++) board_prepare_point(board, x, y);
    }
    for (uint32_t set = 0; set < COUNT_OF(board->unbar); set++)
        for (int i = 0; i < 2 * REACH + 1; i++)
            board->unbar[set].points[i] = (lanes){0} + (set >> i & 1 ? BARRED : 0);
}

/* ---- gains --------------------------------------------------------------------------------- */

static lanes pairing_road_gains(const struct pairing *pairing, connect_road road) {
    const int kinds[2] = {roads_kind(road & 15, road >> 4), roads_kind(road >> 4, road & 15)};
    lanes gains = {0};
    for (int side = 0; side < 2; side++)
        for (int mid_turn = 0; mid_turn < 2; mid_turn++) {
            const struct roads_prepared *prepared = pairing->players[side]->prepared;
            gains[table_lane(side, mid_turn)] = prepared->gains[mid_turn][kinds[side]];
        }
    return gains;
}

/* A road with stones of both sides, all entries but these, changes nothing any more. */
static void pairing_changes(struct pairing *pairing, int k) {
    memset(pairing->changes, 0, sizeof pairing->changes);
    for (int n = 0; n < k; n++)
        for (int owner = 0; owner < 2; owner++)
            for (int side = 0; side < 2; side++) {
                connect_road road = (connect_road)(owner == 0 ? n : n << 4);
                pairing->changes[side][road] =
                    pairing_road_gains(pairing, connect_road_after(road, side)) -
                    pairing_road_gains(pairing, road);
            }
}

/* All points are barred on the empty board. */
static void pairing_prepare(struct pairing *pairing, const struct board *board,
                            const struct player *const players[2]) {
    memcpy(pairing->players, players, sizeof pairing->players);
    pairing_changes(pairing, board->rules->k);
    lanes multiples[ROADS_THROUGH_MAX + 1] = {(lanes){0} - BARRED};
    for (int i = 1; i <= ROADS_THROUGH_MAX; i++)
        multiples[i] = multiples[i - 1] + pairing_road_gains(pairing, 0);
    for (int i = 0; i < CELLS; i++) pairing->gains[i] = multiples[board->through[i]];
}

static inline bool pairing_is(const struct pairing *pairing, const struct bout *bout) {
    return pairing->players[0] == bout->players[0] && pairing->players[1] == bout->players[1];
}

/* ---- stones -------------------------------------------------------------------------------- */

/* Counts a stone on the k roads through it and changes the gains of their points: the first k
 * points each see one more road begin, the others see them end again. */
static inline void table_roads_add(struct table *table, int direction, int x, int y, int side,
                                   const int k) {
    connect_road *roads = &table->roads[table_roads_at(direction, x, y)];
    const lanes *change = table->pairing->changes[side];
    const int step = steps[direction];
    lanes *gains = &table->gains[table_cell(x, y) - (k - 1) * step];
    lanes changes[CONNECT_K_MAX], sum = {0};
    for (int i = 0; i < k; i++) {
        changes[i] = change[roads[i]];
        roads[i] = connect_road_after(roads[i], side);
        sum += changes[i];
        gains[i * step] += sum;
    }
    for (int i = k; i < 2 * k - 1; i++) {
        sum -= changes[i - k];
        gains[i * step] += sum;
    }
}

static inline void table_near_add(struct table *table, int x, int y) {
    enum { BLOCK = (1 << (2 * REACH + 1)) - 1 };
    lanes *gains = &table->gains[table_cell(x, y) - REACH * (STRIDE + 1)];
    uint32_t *near = &table->near[y + MARGIN - REACH];
    for (int i = 0; i <= 2 * REACH; i++, gains += STRIDE) {
        const lanes *unbar = table->board->unbar[~near[i] >> x & BLOCK].points;
        *(four_lanes *)gains += *(const four_lanes *)unbar;
        gains[4] += unbar[4];
        near[i] |= (uint32_t)BLOCK << x;
    }
    table->first = min_int(table->first, max_int(0, y - REACH));
    table->last = max_int(table->last, min_int(table->board->rules->rows - 1, y + REACH));
}

static inline void table_place(struct table *table, int x, int y, int side, const int k) {
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) table_roads_add(table, d, x, y, side, k);
    table_near_add(table, x, y);
    table->gains[table_cell(x, y)] -= BARRED;
    table->empty[y] &= ~(UINT32_C(1) << x);
    table->empties--;
}

static inline void table_start(struct table *table, const struct pairing *pairing,
                               const struct connect_state *start, const int k) {
    const struct board *board = table->board;
    const int columns = board->rules->columns, rows = board->rules->rows;
    table->pairing = pairing;
    memcpy(&table->gains[table_cell(0, 0)], &pairing->gains[table_cell(0, 0)],
           (size_t)rows * STRIDE * sizeof(lanes));
    memcpy(table->roads, board->roads, sizeof table->roads);
    memcpy(table->empty, board->empty, sizeof table->empty);
    memcpy(table->near, board->near, sizeof table->near);
    table->first = rows;
    table->last = -1;
    for (int side = 0; side < 2; side++)
        for (int w = 0; w < CONNECT_WORDS; w++)
            for (uint64_t set = start->stones[side][w]; set; set &= set - 1) {
                int point = 64 * w + __builtin_ctzll(set);
                table_place(table, point % columns, point / columns, side, k);
            }
    table->empties = start->empties;
    table->side = start->side;
    table->left = start->left;
    table->won = start->winner != 0;
}

/* ---- the choice ---------------------------------------------------------------------------- */

struct spot {
    int x, y;
};

/* The point of that number in a set, in ascending order. */
static inline struct spot spot_numbered(const uint32_t *rows, int y, uint32_t number) {
    for (uint32_t count; number >= (count = (uint32_t)__builtin_popcount(rows[y])); y++)
        number -= count;
    uint32_t set = rows[y];
    for (; number > 0; number--) set &= set - 1;
    return (struct spot){__builtin_ctz(set), y};
}

/* All points that complete a road are equally good. */
static inline struct spot table_best_spot(const struct table *table, struct rng *rng,
                                          const int columns) {
    const int lane = table_lane(table->side, table->left > 1);
    const lanes *gains = &table->gains[table_cell(0, 0)];
    peak peaks[CONNECT_SIDE_MAX], highest = row_peak(&gains[table->first * STRIDE], lane, columns);
    peaks[table->first] = highest;
    for (int y = table->first + 1; y <= table->last; y++) {
        peaks[y] = row_peak(&gains[y * STRIDE], lane, columns);
        highest = peak_max(highest, peaks[y]);
    }
    int32_t best = min_int(peak_value(highest, lane), ROADS_GAIN_WON);

    uint32_t ties[CONNECT_SIDE_MAX], count = 0;
    for (int y = table->first; y <= table->last; y++) {
        ties[y] = 0;
        if (!peak_reaching(peaks[y], lane, best)) continue;
        ties[y] = row_reaching(&gains[y * STRIDE], lane, best, columns);
        count += (uint32_t)__builtin_popcount(ties[y]);
    }
    return spot_numbered(ties, table->first, count > 1 ? rng_below(rng, count) : 0);
}

/* As player_move chooses. */
static inline struct spot table_choose(const struct table *table, const struct player *player,
                                       struct rng *rng, const int columns) {
    const struct connect_rules *rules = table->board->rules;
    if (table->empties == 1) return spot_numbered(table->empty, 0, 0);
    if (player->epsilon > 0 && rng_next(rng) < player->epsilon)
        return spot_numbered(table->empty, 0, rng_below(rng, (uint32_t)table->empties));
    if (table->empties == rules->points) {
        int centre = connect_centre(rules);
        return (struct spot){centre % columns, centre / columns};
    }
    return table_best_spot(table, rng, columns);
}

/* ---- games --------------------------------------------------------------------------------- */

static inline void table_play_bout(struct table *table, const struct bout *bout,
                                   struct record *record, const int k, const int columns) {
    const struct connect_state *start = bout->start;
    struct rng rng = bout->rng;
    int winner = start->winner;
    *record = (struct record){.moves_hash = record_hash_start(start->hash)};
    while (!table->won && table->empties > 0 && record->plies < bout->plies_max) {
        int side = table->side;
        struct spot spot = table_choose(table, bout->players[side], &rng, columns);
        lanes gains = table->gains[table_cell(spot.x, spot.y)];
        table->won = gains[table_lane(side, table->left > 1)] >= ROADS_GAIN_WON;
        if (table->won) winner = side + 1;
        table_place(table, spot.x, spot.y, side, k);
        if (--table->left == 0) {
            table->side = !side;
            table->left = table->board->rules->p;
        }
        record->moves_hash =
            record_hash_add(record->moves_hash, (move_t)(spot.y * columns + spot.x));
        record->plies++;
    }
    record->outcome = (int8_t)(winner == 0 ? 0 : winner == 1 ? 1 : -1);
    record->margin = (int16_t)(record->outcome * (1 + table->empties));
}

/* Two players meet with both sides, one game after the other. */
static inline __attribute__((always_inline)) void
table_play_bouts(const struct board *board, const struct bout *bouts, int count,
                 struct record *records, const int k, const int columns) {
    struct table table = {.board = board};
    struct pairing pairings[2] = {{.players = {NULL}}};
    for (int i = 0; i < count; i++) {
        struct pairing *pairing = &pairings[i % 2];
        if (!pairing_is(pairing, &bouts[i])) pairing_prepare(pairing, board, bouts[i].players);
        table_start(&table, pairing, bouts[i].start, k);
        table_play_bout(&table, &bouts[i], &records[i], k, columns);
    }
}

void ISA_NAME(roads_play_batch)(const struct evaluator *evaluator, const struct bout *bouts,
                                int count, struct record *records) {
    const struct connect_rules *rules = connect_rules(evaluator->game);
    struct board board;
    board_prepare(&board, rules);
    if (rules->columns == 19 && rules->k == 6)
        table_play_bouts(&board, bouts, count, records, 6, 19);
    else if (rules->columns == 15 && rules->k == 5)
        table_play_bouts(&board, bouts, count, records, 5, 15);
    else
        table_play_bouts(&board, bouts, count, records, rules->k, rules->columns);
}
