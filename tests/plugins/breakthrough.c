/*
 * Breakthrough on 6 x 6 points, a game with captures: pawns go straight or diagonally forward, and
 * take diagonally; the first on the other side's last row wins. It has noisy moves, checks (a pawn
 * one step before its end) and turns that can be passed.
 */
#include <hone/plugin.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 6, POINTS = SIDE * SIDE, WAYS = 3 };

/* Bit row * 6 + column, from the top left. Side 0 begins, and goes up. */
struct state {
    uint64_t pawns[2], side;
};
static const uint64_t rows[2] = {0x3f, UINT64_C(0x3f) << 30};        /* where each side goes */
static const uint64_t before[2] = {0x3f << 6, UINT64_C(0x3f) << 24}; /* and one step before it */

static void start(void *state_) {
    struct state *state = state_;
    *state = (struct state){{UINT64_C(0xfff) << 24, 0xfff}, 0};
}

static int side(const void *state) {
    return (int)((const struct state *)state)->side;
}

static int over(const void *state_) {
    const struct state *state = state_;
    return state->pawns[0] & rows[0] || state->pawns[1] & rows[1] || !state->pawns[0] ||
           !state->pawns[1];
}

static int margin(const void *state_) {
    const struct state *state = state_;
    return state->pawns[0] & rows[0] || !state->pawns[1] ? 1 : -1;
}

/* A move is from * 3 and 0 to the left, 1 straight, 2 to the right. -1: off the board. */
static int target(int side, int move) {
    int from = move / WAYS, column = from % SIDE + move % WAYS - 1;
    int row = from / SIDE + (side ? 1 : -1);
    return column < 0 || column >= SIDE || row < 0 || row >= SIDE ? -1 : row * SIDE + column;
}

static int moves(const void *state_, hone_move *out) {
    const struct state *state = state_;
    uint64_t own = state->pawns[state->side], all = own | state->pawns[!state->side];
    int count = 0;
    for (int move = 0; move < POINTS * WAYS && !over(state); move++) {
        int to = own >> move / WAYS & 1 ? target((int)state->side, move) : -1;
        if (to >= 0 && !((move % WAYS == 1 ? all : own) >> to & 1)) out[count++] = (hone_move)move;
    }
    return count;
}

/* Moves onto the last row, then captures. */
static int noisy(const void *state_, hone_move *out) {
    const struct state *state = state_;
    uint64_t last = rows[state->side], targets[2] = {last, state->pawns[!state->side] & ~last};
    hone_move all[POINTS];
    int count = moves(state, all), found = 0;
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < count; i++)
            if (targets[kind] >> target((int)state->side, all[i]) & 1) out[found++] = all[i];
    return found;
}

/* A side that wins at once need not care. */
static int in_check(const void *state_) {
    const struct state *state = state_;
    int opp = !state->side;
    return !over(state) && state->pawns[opp] & before[opp] && !(state->pawns[!opp] & before[!opp]);
}

static int pass_turn(void *state_) {
    struct state *state = state_;
    if (in_check(state) || over(state)) return 0;
    state->side = !state->side;
    return 1;
}

static void play(void *state_, hone_move move) {
    struct state *state = state_;
    uint64_t to = UINT64_C(1) << target((int)state->side, move);
    state->pawns[state->side] ^= UINT64_C(1) << move / WAYS | to;
    state->pawns[!state->side] &= ~to;
    state->side = !state->side;
}

/* ---- texts: "a2-l", to the left; side 0 has the rows 1 and 2 ---- */

static void move_write(hone_move move, char out[HONE_MOVE_TEXT_MAX]) {
    int from = move / WAYS;
    snprintf(out, HONE_MOVE_TEXT_MAX, "%c%d-%c", 'a' + from % SIDE, SIDE - from / SIDE % SIDE,
             "lsr"[move % WAYS]);
}

static int move_read(const char *text, hone_move *out) {
    int column = text[0] - 'a', row = text[0] ? '6' - text[1] : -1;
    if (column < 0 || column >= SIDE || row < 0 || row >= SIDE || text[2] != '-') return 0;
    static const char ways[] = "lsr";
    const char *way = text[3] ? strchr(ways, text[3]) : NULL;
    if (!way) return 0;
    *out = (hone_move)((row * SIDE + column) * WAYS + (way - ways));
    return 4;
}

static int owner(const void *state_, int point) {
    const struct state *state = state_;
    return state->pawns[0] >> point & 1 ? 0 : state->pawns[1] >> point & 1 ? 1 : -1;
}

static void write(const void *state, char out[HONE_POSITION_TEXT_MAX]) {
    for (int point = 0; point < POINTS; point++) out[point] = ".XO"[1 + owner(state, point)];
    snprintf(out + POINTS, 3, " %c", "XO"[side(state)]);
}

static int read(const char *text, void *state_, char *why, size_t size) {
    struct state state = {{0, 0}, 0};
    for (int point = 0; point < POINTS; point++) {
        if (text[point] == '\0') return snprintf(why, size, "36 points are needed"), -1;
        if (text[point] == 'X') state.pawns[0] |= UINT64_C(1) << point;
        if (text[point] == 'O') state.pawns[1] |= UINT64_C(1) << point;
        if (!strchr("XO.", text[point])) return snprintf(why, size, "a point is X, O or ."), -1;
    }
    const char *rest = text + POINTS;
    if (strcmp(rest, " X") != 0 && strcmp(rest, " O") != 0)
        return snprintf(why, size, "behind the points a blank and X or O, to move"), -1;
    state.side = rest[1] == 'O';
    int won = (state.pawns[0] & rows[0]) != 0, lost = (state.pawns[1] & rows[1]) != 0;
    won |= !state.pawns[1], lost |= !state.pawns[0];
    if ((won && lost) || (won && !state.side) || (lost && state.side))
        return snprintf(why, size, "play went on after a win"), -1;
    memcpy(state_, &state, sizeof state);
    return 0;
}

static const struct hone_game game = {
    .size = sizeof game,
    .name = "breakthrough",
    .doc = "pawns to the other side's last row, on 6 x 6 points",
    .state_size = sizeof(struct state),
    .plies_max = 120, /* a pawn has five steps */
    .moves_max = 36,
    .start = start,
    .side = side,
    .over = over,
    .margin = margin,
    .moves = moves,
    .play = play,
    .move_write = move_write,
    .move_read = move_read,
    .write = write,
    .read = read,
    .columns = SIDE,
    .rows = SIDE,
    .owner = owner,
    .rows_from_bottom = 1,
    .noisy = noisy,
    .in_check = in_check,
    .pass_turn = pass_turn,
};

/* ---- the evaluator ---- */

static const struct hone_param params[] = {
    {"pawn", 1, 1000, 100, HONE_LINEAR, "a pawn"},
    {"step", 0, 1000, 10, HONE_LINEAR, "a row that a pawn has gone"},
};

static int steps(uint64_t pawns, int side) {
    int sum = 0;
    for (int point = 0; point < POINTS; point++)
        if (pawns >> point & 1) sum += side ? point / SIDE : SIDE - 1 - point / SIDE;
    return sum;
}

static int terms(const void *position, int side, struct hone_term *out) {
    const struct state *state = position;
    uint64_t own = state->pawns[side], opp = state->pawns[!side];
    out[0] = (struct hone_term){0, __builtin_popcountll(own) - __builtin_popcountll(opp)};
    out[1] = (struct hone_term){1, steps(own, side) - steps(opp, !side)};
    return 2;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "pawns",
    .doc = "pawns, and how far they are",
    .version = 1,
    .params = params,
    .param_count = 2,
    .terms = terms,
    .terms_max = 2,
};

HONE_PLUGIN("breakthrough", "Breakthrough", &game, &evaluator)
