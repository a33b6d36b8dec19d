/*
 * What all kinds share: options, and the vectors that a run begins with.
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

/* ---- options ---- */

int optimizer_schedule(const struct optimizer_options *options) {
    return max_int(1, options->schedule ? options->schedule : options->generations);
}

void *optimizer_own(const struct optimizer_options *options, const struct optimizer_kind *kind) {
    int i = 0;
    while (options->own[i].kind != kind) i++;
    return options->own[i].options;
}

bool optimizer_reads(const struct optimizer_kind *kind, const struct optimizer_kind *owner) {
    const struct optimizer_kind *const *used = kind->uses;
    while (used && *used && *used != owner) used++;
    return kind == owner || (used && *used);
}

/* ---- the first vectors ---- */

static void optimizer_initial_random(const struct optimizer_setup *setup, struct rng *rng,
                                     int32_t *out) {
    for (int j = 0; j < setup->dim; j++) out[j] = scale_value(&setup->ranges[j], rng_unit(rng));
}

static void optimizer_initial_near(const struct optimizer_setup *setup, struct rng *rng,
                                   int32_t *out) {
    for (int j = 0; j < setup->dim; j++) {
        double spread = setup->options->init_spread * optimizer_reach(setup, j);
        double unit = scale_unit(&setup->ranges[j], out[j]) + spread * rng_normal(rng);
        out[j] = scale_value(&setup->ranges[j], scale_bounded(setup->options->bounds, unit));
    }
}

/* A wide step, as a part of the range. */
static const double wide = 0.1;

int32_t optimizer_step(const struct optimizer_setup *setup, int j, int32_t value, double deviation,
                       double deviations) {
    double part = deviation * optimizer_reach(setup, j);
    enum scale_bounds bounds = part > wide ? SCALE_REFLECT : setup->options->bounds;
    return scale_step(&setup->ranges[j], bounds, value, part * deviations);
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

/* ---- other ranges ---- */

void optimizer_rescale_vector(const struct optimizer_setup *to, int32_t *vector) {
    for (int j = 0; j < to->dim; j++)
        vector[j] = min_int(max_int(vector[j], to->ranges[j].lower), to->ranges[j].upper);
}

void optimizer_rescale_points(const struct optimizer_setup *from, const struct optimizer_setup *to,
                              double *units) {
    for (int j = 0; j < to->dim; j++) {
        double unit = scale_again(&from->ranges[j], &to->ranges[j], units[j]);
        units[j] = scale_bounded(SCALE_CLAMP, unit);
    }
}

double optimizer_stretch(const struct optimizer_setup *from, const struct optimizer_setup *to,
                         int j) {
    return scale_stretch(&from->ranges[j], &to->ranges[j]) * optimizer_reach(from, j) /
           optimizer_reach(to, j);
}
