/*
 * An evaluator of Nim and of Grundy's game in one file, for the side to move: how many piles there
 * are, and how many are odd. `hone tune` finds out what each is worth.
 */
#include <hone/piles.h>
#include <hone/plugin.h>

enum { PILE, ODD, PARAMS };

static const struct hone_param params[PARAMS] = {
    [PILE] = {"pile", -1000, 1000, 10, HONE_LINEAR, "an odd number of piles"},
    [ODD] = {"odd", -1000, 1000, 10, HONE_LINEAR, "a pile with an odd number of coins"},
};

/* The value is their sum by the weights. */
static int terms(const void *position_, int side, struct hone_term *out) {
    const struct hone_piles *position = position_;
    int sign = side == position->side ? 1 : -1, piles = 0, odd = 0;
    for (int i = 0; i < position->count; i++) {
        piles += position->coins[i] > 0;
        odd += position->coins[i] % 2;
    }
    out[0] = (struct hone_term){PILE, sign * (piles % 2)};
    out[1] = (struct hone_term){ODD, sign * odd};
    return PARAMS;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "mine",
    .doc = "piles, and odd ones",
    .game = "nim",
    .version = 1,
    .params = params,
    .param_count = PARAMS,
    .terms = terms,
    .terms_max = PARAMS,
};

HONE_PLUGIN("mine", "an evaluator of piles", NULL, &evaluator)
