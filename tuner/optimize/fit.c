/*
 * The kind `fit` as a run sees it: it begins with weights that are all 0, which is to know nothing,
 * or with those of a file. Later weights are in the database, so there is nothing to keep.
 */
#include "tuner/optimize/fit.h"

#include <stdlib.h>

#include "tuner/optimize/saved.h"

static const struct optimizer_key fit_keys[] = {
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
    OPTIMIZER_NUMBER(struct fit_options, passes, 1, 500, 30,
                     "passes over the positions, at most; it ends when the error of the held-out "
                     "ones falls no more"),
    OPTIMIZER_NUMBER(struct fit_options, ridge, 0, 1e6, 8,
                     "a weight that counts in so many positions is halved, rarer ones shrink more"),
    OPTIMIZER_NUMBER(struct fit_options, point, 0.001, 1e6, 128,
                     "one point of a game's margin in units of the weights"),
    {0}};

static int fit_population_max(const struct optimizer_options *options) {
    (void)options;
    return 1;
}

static void *fit_create(const struct optimizer_setup *setup) {
    struct optimizer_setup *fit = xmalloc(sizeof *fit);
    *fit = *setup;
    return fit;
}

/* 0, or what is nearest to it. */
static void fit_know_nothing(const struct optimizer_setup *setup, int32_t *out) {
    for (int i = 0; i < setup->dim; i++)
        out[i] = min_int(max_int(0, setup->params[i].lower), setup->params[i].upper);
}

static void fit_ask(void *self, int generation, struct population *out) {
    const struct optimizer_setup *setup = self;
    (void)generation;
    out->count = out->group_count = 1;
    out->group[0] = 0;
    if (setup->options->init == INIT_RANDOM)
        fit_know_nothing(setup, out->genes);
    else
        optimizer_initial(setup, 0, out->genes);
}

static void fit_tell(void *self, int generation, const struct outcome *outcome,
                     struct metrics *metrics) {
    (void)self, (void)generation, (void)outcome, (void)metrics;
}

static int fit_champion(const void *self, int32_t *out) {
    (void)self, (void)out;
    return 0;
}

static void fit_save(const void *self, struct text *out) {
    const struct optimizer_setup *setup = self;
    text_add(out, "fit %d\n", setup->dim);
}

static int fit_load(void *self, const char *text, struct error *error) {
    struct saved saved = {text, error};
    int dim = ((const struct optimizer_setup *)self)->dim, found;
    if (saved_word(&saved, "fit") || saved_integer(&saved, "dimension", dim, dim, &found))
        return -1;
    return saved_end(&saved);
}

const struct optimizer_kind fit_kind = {
    .name = "fit",
    .doc = "regression on positions of its games (`hone fit`)",
    .begins = "0",
    .options_size = sizeof(struct fit_options),
    .keys = fit_keys,
    .create = fit_create,
    .destroy = free,
    .population_max = fit_population_max,
    .ask = fit_ask,
    .tell = fit_tell,
    .champion = fit_champion,
    .save = fit_save,
    .load = fit_load,
};
