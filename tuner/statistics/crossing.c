/*
 * The density of the walks still inside goes from look to look by the normal distribution of a step
 * (Armitage, McPherson and Rowe 1969; Jennison and Turnbull, "Group Sequential Methods", 2000, 19),
 * integrated by Simpson's rule. It is computed for one drift only: one that is greater by d
 * multiplies the density at x and t by exp(d x - d (d + 2 drift) t / 2).
 */
#include "tuner/statistics/crossing.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/base.h"
#include "tuner/statistics/score.h"

/* Points a deviation of a step: the probabilities are exact to four digits. */
static const double crossing_fineness = 3;

static double crossing_spacing(const struct crossing *crossing) {
    return (crossing->upper - crossing->lower) / (crossing->points - 1);
}

static double crossing_point(const struct crossing *crossing, int i) {
    return crossing->lower + i * crossing_spacing(crossing);
}

/* Simpson's. */
static double crossing_weight(const struct crossing *crossing, int i) {
    bool end = i == 0 || i == crossing->points - 1;
    return crossing_spacing(crossing) / 3 * (end ? 1 : i % 2 ? 4 : 2);
}

static double crossing_normal(double distance, double step) {
    return exp(-distance * distance / (2 * step)) / sqrt(2 * 3.141592653589793 * step);
}

/* Of a step, or a first look, that ends so far off. */
static double crossing_start(const struct crossing *crossing, double distance) {
    double off = distance - crossing->drift * crossing->step;
    bool near = fabs(off) < 2 * CROSSING_REACH * sqrt(crossing->step);
    return near ? crossing_normal(off, crossing->step) : 0;
}

/* The density of look `look` + 1 from that of look `look`. A step by d points has the density
 * kernel[d - first], first <= d <= last. */
static void crossing_advance(struct crossing *crossing, int look, const double *kernel, int first,
                             int last) {
    const double *from = crossing->density + (ptrdiff_t)look * crossing->points;
    double *to = crossing->density + (ptrdiff_t)(look + 1) * crossing->points;
    for (int j = 0; j < crossing->points; j++) {
        double mass = from[j] * crossing_weight(crossing, j);
        int end = min_int(crossing->points - 1, j + last);
        if (mass == 0) continue;
        for (int i = max_int(0, j + first); i <= end; i++) to[i] += mass * kernel[i - j - first];
    }
}

/* From the density of the first look those of the others. */
static void crossing_fill(struct crossing *crossing) {
    double spacing = crossing_spacing(crossing), mean = crossing->drift * crossing->step;
    double reach = 2 * CROSSING_REACH * sqrt(crossing->step);
    int first = (int)ceil((mean - reach) / spacing), last = (int)floor((mean + reach) / spacing);
    double *kernel = xcalloc((size_t)(last - first + 1), sizeof *kernel);
    for (int d = first; d <= last; d++) kernel[d - first] = crossing_start(crossing, d * spacing);
    for (int look = 0; look + 2 < crossing->count; look++)
        crossing_advance(crossing, look, kernel, first, last);
    free(kernel);
}

struct crossing crossing_new(double step, double drift, double lower, double upper, int count) {
    struct crossing crossing = {
        .step = step, .drift = drift, .lower = lower, .upper = upper, .count = count};
    if (count == 1) return crossing;
    crossing.points = 2 * (int)ceil((upper - lower) * crossing_fineness / sqrt(step) / 2) + 3;
    crossing.density =
        xcalloc((size_t)(count - 1) * (size_t)crossing.points, sizeof *crossing.density);
    for (int i = 0; i < crossing.points; i++)
        crossing.density[i] = crossing_start(&crossing, crossing_point(&crossing, i));
    crossing_fill(&crossing);
    return crossing;
}

void crossing_free(struct crossing *crossing) {
    free(crossing->density);
}

/* The probability that a step from x ends between. */
static double crossing_step(const struct crossing *crossing, double drift, double x, double low,
                            double high) {
    double middle = x + drift * crossing->step, deviation = sqrt(crossing->step);
    return normal_below((high - middle) / deviation) - normal_below((low - middle) / deviation);
}

/* Adds to `sum` the density of the walks inside at a look. The factor of a drift is geometric: it
 * is multiplied from point to point, and computed anew before rounding errors grow. */
static void crossing_add(const struct crossing *crossing, double drift, int look, double *sum) {
    const double largest = 700; /* exponent of a double; what it cuts has no density */
    const double *density = crossing->density + (ptrdiff_t)look * crossing->points;
    double more = drift - crossing->drift, ratio = exp(more * crossing_spacing(crossing)),
           factor = 0;
    double middle = (drift + crossing->drift) / 2 * crossing->step * (look + 1);
    for (int i = 0; i < crossing->points; i++) {
        bool fresh = i % 32 == 0;
        factor = fresh ? exp(fmin(more * (crossing_point(crossing, i) - middle), largest))
                       : factor * ratio;
        if (density[i] > 0) sum[i] += density[i] * factor;
    }
}

/* The densities of those inside at the first `count` looks, added up. Owned by the caller. */
static double *crossing_sum(const struct crossing *crossing, double drift, int count) {
    double *sum = xcalloc((size_t)crossing->points + 1, sizeof *sum);
    for (int look = 0; look < count; look++) crossing_add(crossing, drift, look, sum);
    return sum;
}

/* The sum over the first `count` looks of the probability to be inside at all looks before it and
 * between `low` and `high` at it. */
static double crossing_between(const struct crossing *crossing, double drift, int count, double low,
                               double high) {
    double *inside = crossing_sum(crossing, drift, count - 1);
    double sum = count > 0 ? crossing_step(crossing, drift, 0, low, high) : 0;
    for (int i = 0; i < crossing->points; i++)
        if (inside[i] > 0)
            sum += inside[i] * crossing_weight(crossing, i) *
                   crossing_step(crossing, drift, crossing_point(crossing, i), low, high);
    free(inside);
    return sum;
}

static double crossing_probability(double sum) {
    return fmin(fmax(sum, 0), 1);
}

double crossing_above(const struct crossing *crossing, double drift, double place) {
    return crossing_probability(
        crossing_between(crossing, drift, crossing->count, place, INFINITY) +
        crossing_between(crossing, drift, crossing->count - 1, crossing->upper, place));
}

double crossing_below(const struct crossing *crossing, double drift, double place) {
    return crossing_probability(
        crossing_between(crossing, drift, crossing->count, -INFINITY, place) +
        crossing_between(crossing, drift, crossing->count - 1, place, crossing->lower));
}

double crossing_within(const struct crossing *crossing, double drift, double place) {
    return crossing_probability(
        crossing_between(crossing, drift, crossing->count, crossing->lower, place) -
        crossing_between(crossing, drift, crossing->count - 1, crossing->lower, place));
}
