/*
 * A game without a board: 21 coins, of which sides in turn take one to three, and the last coin
 * wins. What shows it has a line for a position and a list of moves.
 */
#include <hone/plugin.h>
#include <stdio.h>
#include <string.h>

enum { COINS = 21, MOST = 3 };

struct state {
    int32_t taken, side;
};

static int left(const void *state) {
    return COINS - ((const struct state *)state)->taken;
}

static int side(const void *state) {
    return ((const struct state *)state)->side;
}

static int over(const void *state) {
    return left(state) == 0;
}

/* The side that took the last coin has won. */
static int margin(const void *state) {
    return side(state) ? 1 : -1;
}

static int moves(const void *state, hone_move *out) {
    int count = left(state) < MOST ? left(state) : MOST;
    for (int i = 0; i < count; i++) out[i] = (hone_move)(1 + i);
    return count;
}

static void play(void *state_, hone_move move) {
    struct state *state = state_;
    state->taken += move;
    state->side = !state->side;
}

static void move_write(hone_move move, char out[HONE_MOVE_TEXT_MAX]) {
    snprintf(out, HONE_MOVE_TEXT_MAX, "take%d", move);
}

static int move_read(const char *text, hone_move *out) {
    if (strncmp(text, "take", 4) != 0 || text[4] < '1' || text[4] > '0' + MOST) return 0;
    *out = (hone_move)(text[4] - '0');
    return 5;
}

static void write(const void *state, char out[HONE_POSITION_TEXT_MAX]) {
    snprintf(out, HONE_POSITION_TEXT_MAX, "%d %c", left(state), "XO"[side(state)]);
}

static int read(const char *text, void *state_, char *why, size_t size) {
    int coins = -1, used = 0;
    char mover = 0;
    if (sscanf(text, "%2d %c%n", &coins, &mover, &used) != 2 || text[used] || coins < 0 ||
        coins > COINS || (mover != 'X' && mover != 'O'))
        return snprintf(why, size, "0 to %d coins, a blank and X or O, to move", COINS), -1;
    *(struct state *)state_ = (struct state){COINS - coins, mover == 'O'};
    return 0;
}

static const struct hone_game game = {
    .size = sizeof game,
    .name = "heap",
    .doc = "take the last of 21 coins",
    .state_size = sizeof(struct state),
    .plies_max = COINS,
    .moves_max = MOST,
    .side = side,
    .over = over,
    .margin = margin,
    .moves = moves,
    .play = play,
    .move_write = move_write,
    .move_read = move_read,
    .write = write,
    .read = read,
};

static const struct hone_param params[] = {
    {"odd", -1000, 1000, 10, HONE_LINEAR, "an odd number of coins for the side to move"},
};

static int terms(const void *position, int for_side, struct hone_term *out) {
    int sign = for_side == side(position) ? 1 : -1;
    out[0] = (struct hone_term){0, left(position) % 2 ? sign : -sign};
    return 1;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "parity",
    .doc = "whether coins are odd",
    .version = 1,
    .params = params,
    .param_count = 1,
    .terms = terms,
    .terms_max = 1,
};

HONE_PLUGIN("heap", "a heap of coins", &game, &evaluator)
