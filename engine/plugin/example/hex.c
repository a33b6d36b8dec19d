/*
 * An evaluator of Hex in one file: rows between a side's edges that it has a stone on, and bridges,
 * which are two stones with two common neighbours. `hone tune` finds out what each is worth.
 */
#include <hone/hex.h>
#include <hone/plugin.h>

enum { ROW, BRIDGE, PARAMS };

static const struct hone_param params[PARAMS] = {
    [ROW] = {"row", 0, 1000, 30, HONE_LINEAR, "a row between the own edges with an own stone"},
    [BRIDGE] = {"bridge", 0, 1000, 10, HONE_LINEAR, "two stones that can be connected in two ways"},
};

/* Side 0's rows are rows of the board, side 1's are columns. */
static int count_rows(const struct hone_hex *position, int side) {
    int count = 0;
    uint32_t columns = 0;
    for (int row = 0; row < position->size; row++) {
        count += position->rows[side][row] != 0;
        columns |= position->rows[side][row];
    }
    if (side == 0) return count;
    for (count = 0; columns; columns &= columns - 1) count++;
    return count;
}

static int count_bridges(const struct hone_hex *position, int side) {
    static const int steps[3][2] = {{1, 1}, {2, -1}, {1, -2}}; /* rows down, columns to the right */
    int count = 0, size = position->size;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            for (int i = 0; i < 3 && hone_hex_stone(position, row, column) == side; i++) {
                int to_row = row + steps[i][0], to_column = column + steps[i][1];
                if (to_row < size && to_column >= 0 && to_column < size)
                    count += hone_hex_stone(position, to_row, to_column) == side;
            }
    return count;
}

/* How much more `side` has of each than the other side. The value is their sum by the weights. */
static int terms(const void *position, int side, struct hone_term *out) {
    out[0] = (struct hone_term){ROW, count_rows(position, side) - count_rows(position, !side)};
    out[1] =
        (struct hone_term){BRIDGE, count_bridges(position, side) - count_bridges(position, !side)};
    return PARAMS;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "mine",
    .doc = "rows and bridges",
    .game = "hex",
    .version = 1,
    .params = params,
    .param_count = PARAMS,
    .terms = terms,
    .terms_max = PARAMS,
};

HONE_PLUGIN("mine", "an evaluator of Hex", NULL, &evaluator)
