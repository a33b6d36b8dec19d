/*
 * What all kinds share: the list, their options, and the vectors that a run begins with.
 */
#include "tuner/optimize/optimizer.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/base/rng.h"
#include "tuner/optimize/purpose.h"

const char *const optimizer_init_names[] = {
    [INIT_RANDOM] = "random", [INIT_AROUND] = "around", [INIT_FILE] = "file", NULL};
const char *const optimizer_reach_names[] = {
    [REACH_GIVEN] = "given", [REACH_RANGE] = "range", NULL};

/* The list: a line for each kind, the NAME of the NAME_kind that its file defines. */
#define OPTIMIZER_KINDS(KIND)                                                                      \
    KIND(ga)                                                                                       \
    KIND(anneal)                                                                                   \
    KIND(hybrid)                                                                                   \
    KIND(random)                                                                                   \
    KIND(cmaes)                                                                                    \
    KIND(spsa)                                                                                     \
    KIND(fit)                                                                                      \
    KIND(td)                                                                                       \
    /* new ones last: configs are printed in this order */

#define OPTIMIZER_DECLARE(name) extern const struct optimizer_kind name##_kind;
#define OPTIMIZER_POINTER(name) &name##_kind,
OPTIMIZER_KINDS(OPTIMIZER_DECLARE)
const struct optimizer_kind *const optimizer_list[] = {OPTIMIZER_KINDS(OPTIMIZER_POINTER) NULL};
_Static_assert(COUNT_OF(optimizer_list) <= OPTIMIZERS_MAX, "OPTIMIZERS_MAX is too small");

const struct optimizer_kind *optimizer_find(const char *name, struct error *error) {
    const char *list[COUNT_OF(optimizer_list)] = {NULL};
    struct text names = {0};
    for (int i = 0; optimizer_list[i]; i++) {
        list[i] = optimizer_list[i]->name;
        text_add(&names, i ? ", %s" : "%s", list[i]);
        if (strcmp(list[i], name) != 0) continue;
        text_free(&names);
        return optimizer_list[i];
    }
    const char *meant = name_suggest(name, list);
    error_set(error, "there is no optimiser \"%s\"%s%s%s; there are %s", name,
              meant ? "; did you mean \"" : "", meant ? meant : "", meant ? "\"?" : "",
              text_get(&names));
    text_free(&names);
    return NULL;
}

/* ---- options ---- */

static void optimizer_set_usual(const struct optimizer_key *key, void *own) {
    int whole = (int)key->usual;
    void *field = (char *)own + key->offset;
    if (key->value == OPTIMIZER_REAL)
        memcpy(field, &key->usual, sizeof key->usual);
    else
        memcpy(field, &whole, sizeof whole);
}

void optimizer_options_init(struct optimizer_options *options) {
    *options = (struct optimizer_options){0};
    for (int i = 0; optimizer_list[i]; i++) {
        options->own[i] = xcalloc(1, optimizer_list[i]->options_size);
        for (const struct optimizer_key *key = optimizer_list[i]->keys; key->name; key++)
            optimizer_set_usual(key, options->own[i]);
    }
}

void optimizer_options_free(struct optimizer_options *options) {
    for (int i = 0; i < OPTIMIZERS_MAX; i++) free(options->own[i]);
    *options = (struct optimizer_options){0};
}

int optimizer_schedule(const struct optimizer_options *options) {
    return max_int(1, options->schedule ? options->schedule : options->generations);
}

void *optimizer_own(const struct optimizer_options *options, const struct optimizer_kind *kind) {
    int i = 0;
    while (optimizer_list[i] != kind) i++;
    return options->own[i];
}

bool optimizer_reads(const struct optimizer_kind *kind, const struct optimizer_kind *owner) {
    const struct optimizer_kind *const *used = kind->uses;
    while (used && *used && *used != owner) used++;
    return kind == owner || (used && *used);
}

/* ---- the first vectors ---- */

static void optimizer_initial_random(const struct optimizer_setup *setup, struct rng *rng,
                                     int32_t *out) {
    for (int j = 0; j < setup->dim; j++) out[j] = scale_value(&setup->params[j], rng_unit(rng));
}

static void optimizer_initial_near(const struct optimizer_setup *setup, struct rng *rng,
                                   int32_t *out) {
    for (int j = 0; j < setup->dim; j++) {
        double spread = setup->options->init_spread * optimizer_reach(setup, j);
        double unit = scale_unit(&setup->params[j], out[j]) + spread * rng_normal(rng);
        out[j] = scale_value(&setup->params[j], scale_bounded(setup->options->bounds, unit));
    }
}

/* A wide step, as a part of the range. */
static const double wide = 0.1;

int32_t optimizer_step(const struct optimizer_setup *setup, int j, int32_t value, double deviation,
                       double deviations) {
    double part = deviation * optimizer_reach(setup, j);
    enum scale_bounds bounds = part > wide ? SCALE_REFLECT : setup->options->bounds;
    return scale_step(&setup->params[j], bounds, value, part * deviations);
}

void optimizer_initial(const struct optimizer_setup *setup, int slot, int32_t *out) {
    const struct optimizer_options *options = setup->options;
    struct rng rng = rng_keyed(setup->seed, PURPOSE_INITIAL, 0, (uint64_t)slot);
    if (options->init == INIT_RANDOM) {
        optimizer_initial_random(setup, &rng, out);
        return;
    }
    int exact = options->init == INIT_FILE ? setup->initial_count : 1;
    memcpy(out, setup->initial + (size_t)(slot % setup->initial_count) * (size_t)setup->dim,
           (size_t)setup->dim * sizeof *out);
    if (slot >= exact) optimizer_initial_near(setup, &rng, out);
}
