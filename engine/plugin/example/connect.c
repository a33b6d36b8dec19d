/*
 * An evaluator of gomoku, Connect6 and their like in one file: pairs of neighbouring stones, and
 * stones near the middle. `hone tune` finds out what each is worth.
 */
#include <hone/connect.h>
#include <hone/plugin.h>
#include <stdlib.h>

enum { PAIR, MIDDLE, PARAMS };

static const struct hone_param params[PARAMS] = {
    [PAIR] = {"pair", 0, 1000, 20, HONE_LINEAR, "two stones side by side, in any of 8 directions"},
    [MIDDLE] = {"middle", -100, 100, 1, HONE_LINEAR,
                "a point that a stone is nearer to the middle"},
};

/* Of the pairs that a point can be in each is counted at one of its ends. */
static int count_pairs(const struct hone_connect *position, int side, int x, int y) {
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    int count = 0;
    for (int i = 0; i < 4; i++) {
        int to_x = x + steps[i][0], to_y = y + steps[i][1];
        if (to_x < 0 || to_x >= position->columns || to_y >= position->rows) continue;
        count += hone_connect_stone(position, to_y * position->columns + to_x) == side;
    }
    return count;
}

/* How much more `side` has of each than the other side. The value is their sum by the weights. */
static int terms(const void *position_, int side, struct hone_term *out) {
    const struct hone_connect *position = position_;
    int columns = position->columns, rows = position->rows;
    for (int i = 0; i < PARAMS; i++) out[i] = (struct hone_term){i, 0};
    for (int point = 0; point < columns * rows; point++) {
        int x = point % columns, y = point / columns, stone = hone_connect_stone(position, point);
        int sign = stone == side ? 1 : -1;
        if (stone < 0) continue;
        out[PAIR].count += sign * count_pairs(position, stone, x, y);
        out[MIDDLE].count -= sign * (abs(2 * x + 1 - columns) + abs(2 * y + 1 - rows)) / 2;
    }
    return PARAMS;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "mine",
    .doc = "pairs of stones, and the middle",
    .game = "connect",
    .version = 1,
    .params = params,
    .param_count = PARAMS,
    .terms = terms,
    .terms_max = PARAMS,
};

HONE_PLUGIN("mine", "an evaluator of Connect(m,n,k,p,q)", NULL, &evaluator)
