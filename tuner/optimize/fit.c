/*
 * The kind `fit` for runs.
 */
#include "tuner/optimize/fit.h"

#include <stdlib.h>

#include "tuner/optimize/learner.h"

static const char *const fit_aims[] = {[FIT_MARGIN] = "margin", [FIT_RESULT] = "result", NULL};

static const struct optimizer_key fit_keys[] = {
    OPTIMIZER_NAMES(struct fit_options, aim, fit_aims, FIT_MARGIN,
                    "what is foretold: the margin at a game's end, by least squares, or its "
                    "result, by logistic regression"),
    OPTIMIZER_NUMBER(struct fit_options, sample, 0.001, 1, 1,
                     "share of the positions of its games that is learned from"),
    OPTIMIZER_NUMBER(struct fit_options, stray, 0, 1, 0,
                     "probability that a random move is made instead of the player's, so that "
                     "mistakes and what follows them are met; the position before is labelled by "
                     "the search alone"),
    OPTIMIZER_NUMBER(struct fit_options, trust, 0, 1, 1,
                     "a position's label is so much what followed in its game, the rest what the "
                     "search said of it; 1: the result alone"),
    OPTIMIZER_NUMBER(struct fit_options, depth, 0, FIT_DEPTH_MAX, 0,
                     "what the search says of a position is searched for so deep, stage by stage "
                     "from the end, with what was learned of the stages after; 0: it is what the "
                     "player's search said in the game"),
    OPTIMIZER_NUMBER(struct fit_options, window, 1, FIT_WINDOW_MAX, 2,
                     "the last so many generations' positions are learned from"),
    OPTIMIZER_NUMBER(struct fit_options, keep, 0, 1, 0,
                     "what earlier generations taught is remembered: each weight is held where "
                     "it was, as firmly as their positions would hold it, and of each generation "
                     "so much counts as of the one after it; 0: nothing is, 1: all alike"),
    OPTIMIZER_NUMBER(struct fit_options, passes, 1, 500, 30,
                     "passes over the positions, at most; it ends when the error of the held-out "
                     "ones falls no more"),
    OPTIMIZER_NUMBER(
        struct fit_options, ridge, 0, 1e6, 8,
        "a weight that counts in so many positions (in twice as many, where the result "
        "is foretold) is halved, rarer ones shrink more"),
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
