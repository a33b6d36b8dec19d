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
        out[i] = min_int(max_int(0, setup->params[i].lower), setup->params[i].upper);
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
