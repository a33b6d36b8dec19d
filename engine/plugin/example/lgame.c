/*
 * An evaluator of the L-game in one file: what a piece has of the middle and of the corners.
 * `hone tune` finds out what each is worth.
 */
#include <hone/lgame.h>
#include <hone/plugin.h>

enum { MIDDLE, CORNER, PARAMS };

static const struct hone_param params[PARAMS] = {
    [MIDDLE] = {"middle", -1000, 1000, 100, HONE_LINEAR, "one of the four points in the middle"},
    [CORNER] = {"corner", -1000, 1000, -100, HONE_LINEAR, "a corner"},
};

static int difference(const struct hone_lgame *position, int side, unsigned points) {
    return __builtin_popcount(position->pieces[side] & points) -
           __builtin_popcount(position->pieces[!side] & points);
}

/* How much more `side` has of each than the other side. The value is their sum by the weights. */
static int terms(const void *position, int side, struct hone_term *out) {
    out[0] = (struct hone_term){MIDDLE, difference(position, side, 0x0660)};
    out[1] = (struct hone_term){CORNER, difference(position, side, 0x9009)};
    return PARAMS;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "mine",
    .doc = "the middle and the corners",
    .game = "lgame",
    .version = 1,
    .params = params,
    .param_count = PARAMS,
    .terms = terms,
    .terms_max = PARAMS,
};

HONE_PLUGIN("mine", "an evaluator of the L-game", NULL, &evaluator)
