/*
 * The kind `td` for runs.
 */
#include "tuner/optimize/td.h"

#include <stdlib.h>

#include "tuner/optimize/learner.h"

static const struct optimizer_key td_keys[] = {
    OPTIMIZER_NUMBER(struct td_options, rate, 1e-6, 1, 0.1,
                     "part of the difference between what a position is thought to be worth and "
                     "what followed that one step takes away, in the first games"),
    OPTIMIZER_NUMBER(struct td_options, rate_end, 1e-6, 1, 0.001,
                     "the same in the last ones; between them it falls by equal factors"),
    OPTIMIZER_NUMBER(struct td_options, trust, 0, 1, 0.5,
                     "what followed a position is so much what followed the player's next one, the "
                     "rest what that one was thought to be worth; the last is followed by the "
                     "result (lambda of TD)"),
    OPTIMIZER_NUMBER(struct td_options, point, 0.001, 1e6, 128,
                     "one point of a game's margin in units of the weights"),
    {0}};

static const char *td_check(const void *own, int dim, struct error *why) {
    const struct td_options *options = own;
    (void)dim;
    if (options->rate_end <= options->rate) return NULL;
    error_set(why, "must not be above optimizer.td.rate (%g)", options->rate);
    return "rate_end";
}

static const char *td_scheduled(const void *own) {
    const struct td_options *options = own;
    return options->rate != options->rate_end ? "its steps" : NULL;
}

const struct optimizer_kind td_kind = {
    .name = "td",
    .doc = "temporal differences of positions of its games (`hone fit`)",
    .options_size = sizeof(struct td_options),
    .keys = td_keys,
    .check = td_check,
    .scheduled = td_scheduled,
    OPTIMIZER_LEARNER,
};
