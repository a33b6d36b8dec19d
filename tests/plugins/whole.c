/*
 * Connect Four with every function that the example (engine/plugin/example/game.c) leaves to hone:
 * both must be the same game. The plug-in with faults begins with it.
 */
#include <hone/plugin.h>
#include <stdio.h>
#include <string.h>

#ifndef GAME_NAME
#define GAME_NAME "whole"
#endif

enum { COLUMNS = 7, ROWS = 6, POINTS = COLUMNS * ROWS, LINE = 4, LINES = 69 };

/* A point is row * COLUMNS + column, from the top left, and a bit of a side's stones. */
struct state {
    uint64_t stones[2];
    uint8_t side, winner; /* to move; side + 1, 0 for none */
};

static uint64_t lines[LINES]; /* made once, by hone_plugin() */

static void make_lines(void) {
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int count = 0;
    for (int d = 0; d < 4; d++)
        for (int point = 0; point < POINTS; point++) {
            int x = point % COLUMNS, y = point / COLUMNS;
            int last_x = x + 3 * steps[d][0], last_y = y + 3 * steps[d][1];
            if (last_x >= COLUMNS || last_y >= ROWS || last_y < 0) continue;
            for (int i = 0; i < LINE; i++)
                lines[count] |= UINT64_C(1)
                                << ((y + i * steps[d][1]) * COLUMNS + x + i * steps[d][0]);
            count++;
        }
}

/* ---- the rules ---- */

static int is_empty(const struct state *state, int point) {
    return !((state->stones[0] | state->stones[1]) >> point & 1);
}

static void start(void *state) {
    memset(state, 0, sizeof(struct state));
}

static int side(const void *state) {
    return ((const struct state *)state)->side;
}

static int empties(const struct state *state) {
    return POINTS - __builtin_popcountll(state->stones[0] | state->stones[1]);
}

static int over(const void *state) {
    return ((const struct state *)state)->winner || empties(state) == 0;
}

/* An early win is worth more. */
static int margin(const void *state_) {
    const struct state *state = state_;
    if (!state->winner) return 0;
    return state->winner == 1 ? 1 + empties(state) : -1 - empties(state);
}

/* A stone can be put on an empty point with something below it. */
static int moves(const void *state, hone_move *out) {
    int count = 0;
    for (int point = 0; point < POINTS && !over(state); point++) {
        int below = point + COLUMNS;
        if (is_empty(state, point) && (below >= POINTS || !is_empty(state, below)))
            out[count++] = (hone_move)point;
    }
    return count;
}

static void play(void *state_, hone_move move) {
    struct state *state = state_;
    uint64_t *own = &state->stones[state->side];
    *own |= UINT64_C(1) << move;
    for (int i = 0; i < LINES; i++)
        if ((*own & lines[i]) == lines[i]) state->winner = (uint8_t)(state->side + 1);
    state->side = !state->side;
}

/* The side to move follows from the stones. */
static uint64_t key(const void *state_) {
    const struct state *state = state_;
    return state->stones[0] * UINT64_C(0x9e3779b97f4a7c15) ^ state->stones[1];
}

/* ---- notation: a1 is at the bottom left ---- */

static void move_write(hone_move move, char out[HONE_MOVE_TEXT_MAX]) {
    snprintf(out, HONE_MOVE_TEXT_MAX, "%c%d", 'a' + move % COLUMNS, ROWS - move / COLUMNS % ROWS);
}

static int move_read(const char *text, hone_move *out) {
    int column = (text[0] | 32) - 'a', row = text[0] ? ROWS - (text[1] - '0') : -1;
    if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) return 0;
    *out = (hone_move)(row * COLUMNS + column);
    return 2;
}

static int owner(const void *state_, int point) {
    const struct state *state = state_;
    return is_empty(state, point) ? -1 : (int)(state->stones[1] >> point & 1);
}

static void write(const void *state, char out[HONE_POSITION_TEXT_MAX]) {
    for (int point = 0; point < POINTS; point++) out[point] = ".XO"[1 + owner(state, point)];
    snprintf(out + POINTS, 3, " %c", "XO"[side(state)]);
}

/* The game is played again from the bottom, so that no position can come up which the rules do not
 * allow: as many stones of both sides, nothing below a stone empty, at most one winner. */
static int read(const char *text, void *state_, char *why, size_t size) {
    struct state state = {{0, 0}, 0, 0};
    for (int point = 0; point < POINTS; point++) {
        const char *cell = text[point] ? strchr("XO.", text[point]) : NULL;
        if (!cell) return snprintf(why, size, "42 points are needed, each X, O or ."), -1;
        if (*cell != '.') state.stones[*cell == 'O'] |= UINT64_C(1) << point;
    }
    int more = __builtin_popcountll(state.stones[0]) - __builtin_popcountll(state.stones[1]);
    if (text[POINTS] != ' ' || text[POINTS + 1] != "XO"[more & 1] || text[POINTS + 2] || more < 0 ||
        more > 1)
        return snprintf(why, size, "X begins: after the points a blank and X or O, to move"), -1;
    state.side = (uint8_t)more;
    for (int point = 0; point + COLUMNS < POINTS; point++)
        if (!is_empty(&state, point) && is_empty(&state, point + COLUMNS))
            return snprintf(why, size, "a stone hangs in the air"), -1;
    for (int i = 0; i < LINES; i++)
        for (int holder = 0; holder < 2; holder++) {
            if ((state.stones[holder] & lines[i]) != lines[i]) continue;
            if (state.side == holder) return snprintf(why, size, "play went on after a win"), -1;
            state.winner = (uint8_t)(holder + 1);
        }
    memcpy(state_, &state, sizeof state);
    return 0;
}

static const struct hone_game game = {
    .size = sizeof game,
    .name = GAME_NAME,
    .doc = "Connect Four on 7 x 6 points",
    .sides = {"X", "O"},
    .state_size = sizeof(struct state),
    .plies_max = POINTS,
    .moves_max = COLUMNS,
    .start = start,
    .side = side,
    .over = over,
    .margin = margin,
    .moves = moves,
    .play = play,
    .key = key,
    .move_write = move_write,
    .move_read = move_read,
    .write = write,
    .read = read,
    .columns = COLUMNS,
    .rows = ROWS,
    .owner = owner,
    .placement = 1,
    .symmetries = 1 << 1, /* left and right */
    .rows_from_bottom = 1,
};

/* ---- the evaluator ---- */

enum { ONE, TWO, THREE, CENTRE, PARAMS };

static const struct hone_param params[PARAMS] = {
    [ONE] = {"one", 0, 1000, 1, HONE_LINEAR, "a line with one stone, and none of the other side"},
    [TWO] = {"two", 0, 1000, 5, HONE_LINEAR, "a line with two"},
    [THREE] = {"three", 0, 1000, 25, HONE_LINEAR, "a line with three"},
    [CENTRE] = {"centre", -1000, 1000, 3, HONE_LINEAR, "a stone in the middle column"},
};

/* How much more `side` has of each than the other side; the value is linear in the weights. */
static int terms(const void *position, int side, struct hone_term *out) {
    const uint64_t middle = UINT64_C(0x4081020408), *stones = position;
    uint64_t own = stones[side], opp = stones[!side];
    for (int i = 0; i < PARAMS; i++) out[i] = (struct hone_term){i, 0};
    for (int i = 0; i < LINES; i++) {
        int mine = __builtin_popcountll(own & lines[i]),
            yours = __builtin_popcountll(opp & lines[i]);
        if (mine && !yours && mine < LINE) out[mine - 1].count++;
        if (yours && !mine && yours < LINE) out[yours - 1].count--;
    }
    out[CENTRE].count = __builtin_popcountll(own & middle) - __builtin_popcountll(opp & middle);
    return PARAMS;
}

static int32_t evaluate(const void *weights, const void *position, int side) {
    struct hone_term counts[PARAMS];
    int32_t value = 0;
    terms(position, side, counts);
    for (int i = 0; i < PARAMS; i++) value += counts[i].count * ((const int32_t *)weights)[i];
    return value;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "lines",
    .doc = "lines that a side may still fill",
    .version = 1,
    .params = params,
    .param_count = PARAMS,
    .evaluate = evaluate,
    .terms = terms,
    .terms_max = PARAMS,
};

static const struct hone_evaluator *const evaluators[] = {&evaluator, NULL};

static const struct hone_plugin plugin = {HONE_ABI_MAJOR, HONE_ABI_MINOR, sizeof plugin, GAME_NAME,
                                          "Connect Four", &game,          evaluators};

const struct hone_plugin *hone_plugin(const struct hone_host *host) {
    (void)host;
    make_lines();
    return &plugin;
}
