/*
 * The kind `fit` for runs.
 */
#include "tuner/optimize/fit.h"

#include <stdlib.h>

#include "tuner/optimize/learner.h"

static const char *const fit_aims[] = {[FIT_MARGIN] = "margin", [FIT_RESULT] = "result", NULL};

static const struct optimizer_key fit_keys[] = {
    OPTIMIZER_NAMES(struct fit_options, aim, fit_aims, FIT_MARGIN,
                    "target: the margin at a game's end, by least squares, or its result, by "
                    "logistic regression"),
    OPTIMIZER_NUMBER(struct fit_options, sample, 0.001, 1, 1,
                     "share of the positions of its games that is used"),
    OPTIMIZER_NUMBER(struct fit_options, stray, 0, 1, 0,
                     "probability of a random move instead of the player's, so that games have "
                     "mistakes; the position before is labelled by the search alone"),
    OPTIMIZER_NUMBER(struct fit_options, trust, 0, 1, 1,
                     "weight of the game's course in a position's label, the rest is the search's "
                     "value; 1: the result alone"),
    OPTIMIZER_NUMBER(struct fit_options, depth, 0, FIT_DEPTH_MAX, 0,
                     "depth of the searches for labels, stage by stage from the end, with the "
                     "weights of the stages after; 0: the values of the player's searches in the "
                     "game"),
    OPTIMIZER_NUMBER(struct fit_options, window, 1, FIT_WINDOW_MAX, 2,
                     "positions of so many last generations are used"),
    OPTIMIZER_NUMBER(struct fit_options, keep, 0, 1, 0,
                     "forgetting factor: each weight is held where it was, as firmly as the "
                     "positions of earlier generations would hold it; each generation counts so "
                     "much of the one after it; 0: none count, 1: all count equally"),
    OPTIMIZER_NUMBER(struct fit_options, passes, 1, 500, 30,
                     "passes over the positions, at most; it ends when the held-out error falls "
                     "no more"),
    OPTIMIZER_NUMBER(struct fit_options, ridge, 0, 1e6, 8,
                     "ridge: a weight that counts in so many positions (twice as many for the "
                     "result) is halved, rarer ones shrink more"),
    OPTIMIZER_NUMBER(struct fit_options, point, 0.001, 1e6, 128,
                     "one point of a game's margin, or of the logarithm of the odds, in units of "
                     "the weights"),
    {0}};

const struct optimizer_kind fit_kind = {
    .name = "fit",
    .doc = "regression on positions of its games (`hone fit`)",
    .options_size = sizeof(struct fit_options),
    .keys = fit_keys,
    OPTIMIZER_LEARNER,
};
