/*
 * Position weights for Reversi as a plug-in: the same as hone's `wpc 64`, to be compared with it in
 * values and in speed. What its speed comes from: tables of whole rows; after a move only what
 * changes, the disc that was set and twice those that were flipped; and sums over those by the bits
 * of the weights, for all moves at once, which the compiler makes vectors of.
 */
#include <hone/plugin.h>
#include <hone/reversi.h>
#include <stdio.h>

enum { SQUARES = 64, LIMIT = 2047, BITS = 12, MOVES_MAX = 40, BLOCK = 8 };

struct prepared {
    int32_t squares[SQUARES];
    int32_t rows[8][256];
    uint64_t bits[BITS]; /* of the weights, which LIMIT + 1 makes positive */
};

static struct hone_param params[SQUARES];
static char names[SQUARES][4];

static void prepare(const int32_t *weights, void *out) {
    struct prepared *prepared = out;
    for (int square = 0; square < SQUARES; square++) prepared->squares[square] = weights[square];
    for (int bit = 0; bit < BITS; bit++) {
        prepared->bits[bit] = 0;
        for (int square = 0; square < SQUARES; square++)
            prepared->bits[bit] |= (uint64_t)((weights[square] + LIMIT + 1) >> bit & 1) << square;
    }
    for (int row = 0; row < 8; row++) {
        prepared->rows[row][0] = 0;
        for (unsigned discs = 1; discs < 256; discs++)
            prepared->rows[row][discs] =
                prepared->rows[row][discs & (discs - 1)] + weights[8 * row + __builtin_ctz(discs)];
    }
}

static int32_t sum(const struct prepared *prepared, uint64_t discs) {
    int32_t value = 0;
    for (int row = 0; row < 8; row++) value += prepared->rows[row][discs >> 8 * row & 255];
    return value;
}

static int32_t evaluate(const void *prepared, const void *position, int side) {
    return sum(prepared, hone_reversi_discs(position, side)) -
           sum(prepared, hone_reversi_discs(position, !side));
}

/* The weights of BLOCK sets of squares. */
static void sums(const struct prepared *prepared, const uint64_t sets[BLOCK], int64_t out[BLOCK]) {
    for (int i = 0; i < BLOCK; i++) out[i] = -(LIMIT + 1) * (int64_t)__builtin_popcountll(sets[i]);
#pragma GCC unroll 12
    for (int bit = 0; bit < BITS; bit++)
        for (int i = 0; i < BLOCK; i++)
            out[i] += (int64_t)__builtin_popcountll(sets[i] & prepared->bits[bit]) << bit;
}

/* What moves turn over, and in two more sets all discs. Whole blocks, without a rest. */
static void evaluate_after(const void *prepared_, const void *before_, const hone_move *moves,
                           const void *after_, size_t stride, int count, int side,
                           int32_t *values) {
    const struct prepared *prepared = prepared_;
    const struct hone_reversi *before = before_;
    const char *after = after_;
    uint64_t sets[MOVES_MAX + BLOCK];
    int64_t worth[MOVES_MAX + BLOCK];
    int sign = side == (int)before->side ? 1 : -1;
    sets[0] = before->own;
    sets[1] = before->opp;
    for (int i = 0; i < count; i++)
        sets[i + 2] =
            before->opp & ((const struct hone_reversi *)(after + (size_t)i * stride))->opp;
    for (int i = count + 2; i % BLOCK; i++) sets[i] = 0;
    for (int i = 0; i < count + 2; i += BLOCK) sums(prepared, sets + i, worth + i);
    int32_t value = (int32_t)(worth[0] - worth[1]);
    for (int i = 0; i < count; i++)
        values[i] = moves[i] < SQUARES
                        ? sign * (value + prepared->squares[moves[i]] + 2 * (int32_t)worth[i + 2])
                        : sign * value;
}

static int terms(const void *position_, int side, struct hone_term *out) {
    const struct hone_reversi *position = position_;
    uint64_t own = hone_reversi_discs(position, side);
    int count = 0;
    for (uint64_t discs = position->own | position->opp; discs; discs &= discs - 1)
        out[count++] = (struct hone_term){__builtin_ctzll(discs), own & discs & -discs ? 1 : -1};
    return count;
}

static const struct hone_evaluator squares = {
    .size = sizeof squares,
    .name = "squares",
    .doc = "a weight for a disc on each square",
    .game = "reversi",
    .version = 1,
    .params = params,
    .param_count = SQUARES,
    .prepared_size = sizeof(struct prepared),
    .prepare = prepare,
    .evaluate = evaluate,
    .terms = terms,
    .terms_max = SQUARES,
    .evaluate_after = evaluate_after,
};

static const struct hone_evaluator *const evaluators[] = {&squares, NULL};
static const struct hone_plugin plugin = {
    HONE_ABI_MAJOR, HONE_ABI_MINOR, sizeof plugin, "squares", "position weights for Reversi",
    NULL,           evaluators};

/* The weights of the squares at the start are those of hone's own table. */
const struct hone_plugin *hone_plugin(const struct hone_host *host) {
    static const int16_t start[4][4] = {
        {1000, -250, 100, 50}, {-250, -250, 10, 10}, {100, 10, 50, 20}, {50, 10, 20, 10}};
    (void)host;
    for (int square = 0; square < SQUARES; square++) {
        int x = square % 8, y = square / 8;
        snprintf(names[square], sizeof names[square], "%c%d", 'a' + x, y + 1);
        params[square] = (struct hone_param){.name = names[square],
                                             .lower = -LIMIT,
                                             .upper = LIMIT,
                                             .start = start[y < 4 ? y : 7 - y][x < 4 ? x : 7 - x],
                                             .scale = HONE_LINEAR,
                                             .doc = "weight of a disc on this square"};
    }
    return &plugin;
}
