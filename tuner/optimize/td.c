/*
 * The kind `td` as a run sees it.
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
                     "what followed a position is so much what its game came to, the rest what the "
                     "player's next position was thought to be worth (lambda of TD)"),
    OPTIMIZER_NUMBER(struct td_options, point, 0.001, 1e6, 128,
                     "one point of a game's margin in units of the weights"),
    {0}};

static const char *td_scheduled(const void *own) {
    const struct td_options *options = own;
    return options->rate != options->rate_end ? "its steps" : NULL;
}

const struct optimizer_kind td_kind = {
    .name = "td",
    .doc = "temporal differences of positions of its games (`hone fit`)",
    .options_size = sizeof(struct td_options),
    .keys = td_keys,
    .scheduled = td_scheduled,
    OPTIMIZER_LEARNER,
};
