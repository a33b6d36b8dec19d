/*
 * An evaluator of Reversi in one file: corners, the squares beside an empty corner, mobility and
 * discs. `hone tune` finds out what each is worth.
 */
#include <hone/plugin.h>
#include <hone/reversi.h>

enum { CORNER, BESIDE, MOBILITY, DISC, PARAMS };

static const struct hone_param params[PARAMS] = {
    [CORNER] = {"corner", 0, 10000, 1000, HONE_LINEAR, "a disc in a corner"},
    [BESIDE] = {"beside", -10000, 0, -200, HONE_LINEAR, "a disc beside an empty corner"},
    [MOBILITY] = {"mobility", 0, 1000, 80, HONE_LINEAR, "a move that a side has"},
    [DISC] = {"disc", -1000, 1000, -10, HONE_LINEAR, "any disc"},
};

static const uint64_t corners = 0x8100000000000081u;

/* The squares next to empty corners. */
static uint64_t beside_corners(uint64_t discs) {
    uint64_t empty = corners & ~discs, beside = 0;
    for (int direction = 0; direction < 8; direction++)
        beside |= hone_reversi_step(empty, direction);
    return beside;
}

/* What the value is made of: how much more `side` has of each than the other side. */
static void count_features(const struct hone_reversi *position, int side, int32_t counts[PARAMS]) {
    uint64_t own = hone_reversi_discs(position, side), opp = hone_reversi_discs(position, !side);
    uint64_t beside = beside_corners(own | opp);
    counts[CORNER] = hone_reversi_count(own & corners) - hone_reversi_count(opp & corners);
    counts[BESIDE] = hone_reversi_count(own & beside) - hone_reversi_count(opp & beside);
    counts[MOBILITY] = hone_reversi_count(hone_reversi_moves(own, opp)) -
                       hone_reversi_count(hone_reversi_moves(opp, own));
    counts[DISC] = hone_reversi_count(own) - hone_reversi_count(opp);
}

/* The value is their sum by the weights. */
static int terms(const void *position, int side, struct hone_term *out) {
    int32_t counts[PARAMS];
    count_features(position, side, counts);
    for (int i = 0; i < PARAMS; i++) out[i] = (struct hone_term){i, counts[i]};
    return PARAMS;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "mine",
    .doc = "corners, mobility and discs",
    .game = "reversi",
    .version = 1,
    .params = params,
    .param_count = PARAMS,
    .terms = terms,
    .terms_max = PARAMS,
};

HONE_PLUGIN("mine", "an evaluator of Reversi", NULL, &evaluator)
