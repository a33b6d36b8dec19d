/*
 * Logarithms because equal factors matter for weights over several magnitudes: linear steps fail
 * there. exp and log of libm decide which whole number is nearest, nothing finer.
 */
#include "tuner/optimize/scale.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

const char *const scale_bounds_names[] = {
    [SCALE_CLAMP] = "clamp", [SCALE_REFLECT] = "reflect", NULL};

/* From the lower to the upper bound: a difference, or the logarithm of a factor. */
static double scale_width(const struct range *range) {
    return range->scale == SCALE_LOG ? log((double)range->upper / range->lower)
                                     : (double)range->upper - range->lower;
}

static double scale_unit_of(const struct range *range, double value) {
    if (range->lower == range->upper) return 0;
    if (range->scale == SCALE_LOG) return log(value / range->lower) / scale_width(range);
    return (value - range->lower) / scale_width(range);
}

double scale_unit(const struct range *range, int32_t value) {
    return scale_unit_of(range, value);
}

static double scale_clamped(double unit) {
    return fmin(fmax(unit, 0), 1);
}

double scale_bounded(enum scale_bounds bounds, double unit) {
    if (bounds == SCALE_CLAMP) return scale_clamped(unit);
    double folded = fmod(fabs(unit), 2);
    return folded > 1 ? 2 - folded : folded;
}

double scale_real(const struct range *range, double unit) {
    double lower = range->lower, upper = range->upper;
    return range->scale == SCALE_LOG ? lower * pow(upper / lower, unit)
                                     : lower + unit * (upper - lower);
}

static bool scale_is_same(const struct range *a, const struct range *b) {
    return a->lower == b->lower && a->upper == b->upper;
}

double scale_again(const struct range *from, const struct range *to, double unit) {
    return scale_is_same(from, to) ? unit : scale_unit_of(to, scale_real(from, unit));
}

double scale_stretch(const struct range *from, const struct range *to) {
    return scale_is_same(from, to) ? 1 : scale_width(from) / scale_width(to);
}

int32_t scale_value(const struct range *range, double unit) {
    double value = nearbyint(scale_real(range, scale_clamped(unit)));
    return (int32_t)fmin(fmax(value, range->lower), range->upper);
}

int32_t scale_step(const struct range *range, enum scale_bounds bounds, int32_t value,
                   double step) {
    int32_t moved = scale_value(range, scale_bounded(bounds, scale_unit(range, value) + step));
    bool stays = bounds == SCALE_CLAMP && value == (step < 0 ? range->lower : range->upper);
    if (moved != value || stays || range->lower == range->upper) return moved;
    if (step < 0) return value > range->lower ? value - 1 : value + 1;
    return value < range->upper ? value + 1 : value - 1;
}

void scale_units(const struct range *ranges, int dim, const int32_t *values, double *units) {
    for (int i = 0; i < dim; i++) units[i] = scale_unit(&ranges[i], values[i]);
}

void scale_values(const struct range *ranges, int dim, const double *units, int32_t *values) {
    for (int i = 0; i < dim; i++) values[i] = scale_value(&ranges[i], units[i]);
}

/* ---- means ---- */

/* Of a half normal distribution: its mean in deviations of its own. */
static const double half_normal = 1.3236;
/* A wider spread comes from lack of knowledge, and bounds are ignored. */
static const double cut_most = 0.07;

/* The mean of a normal distribution that is truncated at a bound, from the mean of the rest, which
 * is `deviations` from the bound: a part of that distance. A fit, within .03, to the moments of the
 * truncated distribution; 0 if it lies on the bound or beyond. */
static double scale_truncated_part(double deviations) {
    return deviations <= half_normal ? 0 : 1 - exp(-5.4 * (deviations - half_normal));
}

/* From that bound to the value beside it. */
static double scale_level(const struct range *range, double bound) {
    if (range->lower == range->upper) return 1;
    return bound > 0 ? 1 - scale_unit(range, range->upper - 1)
                     : scale_unit(range, range->lower + 1);
}

double scale_mean(const struct range *range, enum scale_bounds bounds, const double *units,
                  const double *weights, int count) {
    double all = 0, sum = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        double weight = weights ? weights[i] : 1;
        all += weight;
        sum += weight * units[i];
    }
    double mean = sum / all, bound = mean < 0.5 ? 0 : 1, away = fabs(mean - bound);
    if (bounds == SCALE_REFLECT) return mean;
    for (int i = 0; i < count; i++)
        squares += (weights ? weights[i] : 1) * (units[i] - mean) * (units[i] - mean);
    double deviation = sqrt(squares / all); /* where it is less than a level rounding decides */
    if (deviation <= scale_level(range, bound) || deviation > cut_most) return mean;
    return bound + (mean - bound) * scale_truncated_part(away / deviation);
}
