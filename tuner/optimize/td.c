/*
 * The kind `td` for runs.
 */
#include "tuner/optimize/td.h"

#include <stdlib.h>

#include "tuner/optimize/learner.h"

static const struct optimizer_key td_keys[] = {
    OPTIMIZER_NUMBER(struct td_options, rate, 1e-6, 1, 0.1,
                     "learning rate: the part of the difference between a position's value and "
                     "its target that a step corrects, in the first games"),
    OPTIMIZER_NUMBER(struct td_options, rate_end, 1e-6, 1, 0.001,
                     "the same in the last games; between them it falls by equal factors"),
    OPTIMIZER_NUMBER(struct td_options, trust, 0, 1, 0.5,
                     "lambda of TD: a position's target is so much the next one's target, the rest "
                     "the next one's value; the last one's target is the result"),
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
