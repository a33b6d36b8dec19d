/*
 * An evaluator of Dobutsu shogi in one file: pieces on the board and in hand. `hone tune` finds out
 * what each is worth.
 */
#include <hone/dobutsu.h>
#include <hone/plugin.h>

enum { BOARD, HAND, PARAMS };

static const struct hone_param params[PARAMS] = {
    [BOARD] = {"board", 0, 1000, 100, HONE_LINEAR, "a piece on the board"},
    [HAND] = {"hand", 0, 1000, 100, HONE_LINEAR, "a piece in hand"},
};

static int on_board(const struct hone_dobutsu *position, int side) {
    int count = 0;
    for (int kind = 0; kind < HONE_DOBUTSU_KINDS; kind++)
        count += __builtin_popcount(position->pieces[side][kind]);
    return count;
}

static int in_hand(const struct hone_dobutsu *position, int side) {
    int count = 0;
    for (int kind = 0; kind < HONE_DOBUTSU_HEN; kind++) count += position->hands[side][kind];
    return count;
}

/* How much more `side` has of each than the other side. The value is their sum by the weights. */
static int terms(const void *position, int side, struct hone_term *out) {
    out[0] = (struct hone_term){BOARD, on_board(position, side) - on_board(position, !side)};
    out[1] = (struct hone_term){HAND, in_hand(position, side) - in_hand(position, !side)};
    return PARAMS;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "mine",
    .doc = "pieces on the board and in hand",
    .game = "dobutsu",
    .version = 1,
    .params = params,
    .param_count = PARAMS,
    .terms = terms,
    .terms_max = PARAMS,
};

HONE_PLUGIN("mine", "an evaluator of Dobutsu shogi", NULL, &evaluator)
