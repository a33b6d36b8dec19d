/*
 * A population of one; the optimiser keeps only its start.
 */
#include "tuner/optimize/learner.h"

#include <stdlib.h>

#include "tuner/optimize/saved.h"

int learner_population_max(const struct optimizer_options *options) {
    (void)options;
    return 1;
}

void *learner_create(const struct optimizer_setup *setup) {
    struct optimizer_setup *learner = xmalloc(sizeof *learner);
    *learner = *setup;
    return learner;
}

/* 0, or what is nearest to it. */
static void learner_know_nothing(const struct optimizer_setup *setup, int32_t *out) {
    for (int i = 0; i < setup->dim; i++)
        out[i] = min_int(max_int(0, setup->ranges[i].lower), setup->ranges[i].upper);
}

void learner_ask(void *self, int generation, struct population *out) {
    const struct optimizer_setup *setup = self;
    (void)generation;
    out->count = out->group_count = 1;
    out->group[0] = 0;
    if (setup->options->init == INIT_RANDOM)
        learner_know_nothing(setup, out->genes);
    else
        optimizer_initial(setup, 0, out->genes);
}

void learner_tell(void *self, int generation, const struct outcome *outcome,
                  struct metrics *metrics) {
    (void)self, (void)generation, (void)outcome, (void)metrics;
}

int learner_champion(const void *self, int32_t *out) {
    (void)self, (void)out;
    return 0;
}

void learner_save(const void *self, struct text *out) {
    const struct optimizer_setup *setup = self;
    text_add(out, "%s %d\n", setup->options->kind->name, setup->dim);
}

int learner_load(void *self, const char *text, struct error *error) {
    const struct optimizer_setup *setup = self;
    struct saved saved = {text, error};
    int dim = setup->dim, found;
    if (saved_word(&saved, setup->options->kind->name) ||
        saved_integer(&saved, "dimension", dim, dim, &found))
        return -1;
    return saved_end(&saved);
}

/* ---- regression ---- */

static const char *const fit_aims[] = {[FIT_MARGIN] = "margin", [FIT_RESULT] = "result", NULL};
static const char *const fit_towards[] = {[FIT_ZERO] = "zero", [FIT_START] = "start", NULL};
static const char *const fit_sides[] = {[FIT_FIRST] = "first", [FIT_MOVER] = "mover", NULL};

static const struct optimizer_key fit_keys[] = {
    OPTIMIZER_NAMES(struct fit_options, aim, fit_aims, FIT_MARGIN,
                    "target: the margin at a game's end, by least squares, or its result, by "
                    "logistic regression"),
    OPTIMIZER_NAMES(struct fit_options, side, fit_sides, FIT_FIRST,
                    "whose points numbers in files of positions are: of the side that begins a "
                    "game (White, Red), or of the side to move; 1-0 is always of the former"),
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
                     "positions of the last N generations are used"),
    OPTIMIZER_NUMBER(struct fit_options, keep, 0, 1, 0,
                     "forgetting factor: each weight is held where it was, as firmly as the "
                     "positions of earlier generations would hold it; each generation counts so "
                     "much of the one after it; 0: none count, 1: all count equally"),
    OPTIMIZER_NUMBER(struct fit_options, passes, 1, 500, 30,
                     "passes over the positions, at most; it ends when the held-out error falls "
                     "no more"),
    OPTIMIZER_NUMBER(struct fit_options, ridge, 0, 1e6, 8,
                     "ridge: a weight that counts in N positions (twice as many for the "
                     "result) is halved, rarer ones shrink more"),
    {.name = "toward",
     .value = OPTIMIZER_CHOICE,
     .offset = offsetof(struct fit_options, toward),
     .choices = fit_towards,
     .usual = FIT_START,
     .earlier = "\"zero\"",
     .doc = "what the ridge pulls weights to: 0, or those that the run began with, which are 0 "
            "where it began at random"},
    OPTIMIZER_NUMBER(struct fit_options, smooth, 0, 1e6, 0,
                     "a ridge of the same kind on the difference between two weights of points "
                     "beside each other (psq, features): what few positions say of a point is "
                     "taken from the points around it; 0: none"),
    OPTIMIZER_NUMBER(struct fit_options, point, 0, 1e6, 128,
                     "one point of a game's margin, or of the logarithm of the odds, in units of "
                     "the weights; 0: the scale with which the first weights predict the results "
                     "in files best"),
    {0}};

const struct optimizer_kind fit_kind = {
    .name = "fit",
    .doc = "regression on positions of its games (`hone fit`)",
    .options_size = sizeof(struct fit_options),
    .keys = fit_keys,
    OPTIMIZER_LEARNER,
};

/* ---- temporal differences ---- */

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
