/* A game in one file, with an evaluator: Connect Four. Stones fall to the lowest empty point of a
 * column, and four in a row, column or diagonal win. `hone tune` finds out what lines are worth. */
#include <hone/plugin.h>
#include <stdio.h>

enum { COLUMNS = 7, ROWS = 6, POINTS = COLUMNS * ROWS };

/* Bit row * 8 + column, from the top left, is a stone. No line goes around the edge, since bits of
 * an eighth column are never set. */
struct state {
    uint64_t stones[2], side, winner; /* side to move; winner + 1, 0 for none */
};
static const uint64_t board = UINT64_C(0x7f7f7f7f7f7f), middle = UINT64_C(0x080808080808);
static const int steps[] = {1, 7, 8, 9}; /* from one point of a line to the next */

static uint64_t bit_of(int point) {
    return UINT64_C(1) << (point / COLUMNS * 8 + point % COLUMNS);
}

static int has_line(uint64_t stones) {
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = stones & stones >> steps[i];
        if (pairs & pairs >> 2 * steps[i]) return 1;
    }
    return 0;
}

static int side(const void *state) {
    return (int)((const struct state *)state)->side;
}

static uint64_t empty(const struct state *state) {
    return board & ~(state->stones[0] | state->stones[1]);
}

static int over(const void *state) {
    return ((const struct state *)state)->winner || !empty(state);
}

/* An early win is worth more. */
static int margin(const void *state_) {
    const struct state *state = state_;
    int worth = 1 + __builtin_popcountll(empty(state));
    return state->winner ? state->winner == 1 ? worth : -worth : 0;
}

/* A stone can be put on an empty point with something below it. */
static int moves(const void *state, hone_move *out) {
    uint64_t open = empty(state) & ~(empty(state) >> 8);
    int count = 0;
    for (int point = 0; point < POINTS && !over(state); point++)
        if (open & bit_of(point)) out[count++] = (hone_move)point;
    return count;
}

static void play(void *state_, hone_move move) {
    struct state *state = state_;
    uint64_t *own = &state->stones[state->side];
    *own |= bit_of(move);
    if (has_line(*own)) state->winner = state->side + 1;
    state->side = !state->side;
}

static int owner(const void *state_, int point) {
    const struct state *state = state_;
    return state->stones[0] & bit_of(point) ? 0 : state->stones[1] & bit_of(point) ? 1 : -1;
}

/* No position comes up that the rules do not allow. */
static int set_up(void *state_, const int8_t *owners, int side, char *why, size_t size) {
    struct state *state = state_;
    for (int point = 0; point < POINTS; point++)
        if (owners[point] >= 0) state->stones[owners[point]] |= bit_of(point);
    state->side = (uint64_t)side;
    if (__builtin_popcountll(state->stones[0]) - __builtin_popcountll(state->stones[1]) != side)
        return snprintf(why, size, "X begins, and sides take turns"), -1;
    if ((board & ~empty(state)) & (empty(state) >> 8))
        return snprintf(why, size, "a stone hangs in the air"), -1;
    if (has_line(state->stones[side])) return snprintf(why, size, "play went on after a win"), -1;
    if (has_line(state->stones[!side])) state->winner = (uint64_t)!side + 1;
    return 0;
}

/* hone itself names moves (a1 is at the bottom left), and writes and reads positions. */
static const struct hone_game game = {
    .size = sizeof game,
    .name = "mygame",
    .doc = "Connect Four on 7 x 6 points",
    .state_size = sizeof(struct state),
    .plies_max = POINTS,
    .moves_max = COLUMNS,
    .side = side,
    .over = over,
    .margin = margin,
    .moves = moves,
    .play = play,
    .columns = COLUMNS,
    .rows = ROWS,
    .owner = owner,
    .placement = 1,
    .symmetries = 1 << 1, /* left and right */
    .rows_from_bottom = 1,
    .set_up = set_up,
};

enum { ONE, TWO, THREE, CENTRE, PARAMS };

static const struct hone_param params[PARAMS] = {
    [ONE] = {"one", 0, 1000, 1, HONE_LINEAR, "a line with one stone, and none of the other side"},
    [TWO] = {"two", 0, 1000, 5, HONE_LINEAR, "a line with two"},
    [THREE] = {"three", 0, 1000, 25, HONE_LINEAR, "a line with three"},
    [CENTRE] = {"centre", -1000, 1000, 3, HONE_LINEAR, "a stone in the middle column"},
};

/* Adds the lines with one, two and three own stones and no other, a bit each. */
static void count_lines(uint64_t own, uint64_t opp, int by, struct hone_term *out) {
    uint64_t free = board & ~opp;
    for (int i = 0; i < 4; i++) {
        int step = steps[i], far = 2 * step;
        uint64_t lines = free & free >> step & free >> far & free >> (step + far);
        uint64_t one = own ^ own >> step, two = own & own >> step; /* of two points */
        uint64_t odd = one ^ one >> far, several = two | two >> far | (one & one >> far);
        out[ONE].count += by * __builtin_popcountll(lines & odd & ~several);
        out[TWO].count += by * __builtin_popcountll(lines & ~odd & several);
        out[THREE].count += by * __builtin_popcountll(lines & odd & several);
    }
    out[CENTRE].count += by * __builtin_popcountll(own & middle);
}

/* How much more `side` has of each than the other side. The value is their sum by the weights. */
static int terms(const void *position, int side, struct hone_term *out) {
    const uint64_t *stones = position;
    for (int i = 0; i < PARAMS; i++) out[i] = (struct hone_term){i, 0};
    count_lines(stones[side], stones[!side], 1, out);
    count_lines(stones[!side], stones[side], -1, out);
    return PARAMS;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "lines",
    .doc = "lines that a side may still fill",
    .version = 1,
    .params = params,
    .param_count = PARAMS,
    .terms = terms,
    .terms_max = PARAMS,
};

HONE_PLUGIN("mygame", "Connect Four", &game, &evaluator)
