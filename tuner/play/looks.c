/*
 * The density of those still inside goes from look to look by the normal distribution of a step
 * (Armitage, McPherson and Rowe 1969; Jennison and Turnbull, "Group Sequential Methods", 2000, 19),
 * integrated by Simpson's rule. It is needed with one drift only: one that is greater by d
 * multiplies the density at x and t by exp(d x - d (d + 2 drift) t / 2).
 */
#include "tuner/play/looks.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/base.h"
#include "tuner/play/score.h"

/* Points a deviation of a step: the probabilities are exact to four digits. */
static const double looks_fineness = 3;

static double looks_spacing(const struct looks *looks) {
    return (looks->upper - looks->lower) / (looks->points - 1);
}

static double looks_point(const struct looks *looks, int i) {
    return looks->lower + i * looks_spacing(looks);
}

/* Simpson's. */
static double looks_weight(const struct looks *looks, int i) {
    bool end = i == 0 || i == looks->points - 1;
    return looks_spacing(looks) / 3 * (end ? 1 : i % 2 ? 4 : 2);
}

static double looks_normal(double distance, double step) {
    return exp(-distance * distance / (2 * step)) / sqrt(2 * 3.141592653589793 * step);
}

/* Of a step, or a first look, that ends so far off. */
static double looks_start(const struct looks *looks, double distance) {
    double off = distance - looks->drift * looks->step;
    bool near = fabs(off) < 2 * LOOKS_REACH * sqrt(looks->step);
    return near ? looks_normal(off, looks->step) : 0;
}

/* Of look `look` + 1 from that of look `look`. A step by d points has the density
 * kernel[d - first], first <= d <= last. */
static void looks_advance(struct looks *looks, int look, const double *kernel, int first,
                          int last) {
    const double *from = looks->density + (ptrdiff_t)look * looks->points;
    double *to = looks->density + (ptrdiff_t)(look + 1) * looks->points;
    for (int j = 0; j < looks->points; j++) {
        double mass = from[j] * looks_weight(looks, j);
        int end = min_int(looks->points - 1, j + last);
        if (mass == 0) continue;
        for (int i = max_int(0, j + first); i <= end; i++) to[i] += mass * kernel[i - j - first];
    }
}

/* From the density of the first look those of the others. */
static void looks_fill(struct looks *looks) {
    double spacing = looks_spacing(looks), mean = looks->drift * looks->step;
    double reach = 2 * LOOKS_REACH * sqrt(looks->step);
    int first = (int)ceil((mean - reach) / spacing), last = (int)floor((mean + reach) / spacing);
    double *kernel = xcalloc((size_t)(last - first + 1), sizeof *kernel);
    for (int d = first; d <= last; d++) kernel[d - first] = looks_start(looks, d * spacing);
    for (int look = 0; look + 2 < looks->count; look++)
        looks_advance(looks, look, kernel, first, last);
    free(kernel);
}

struct looks looks_new(double step, double drift, double lower, double upper, int count) {
    struct looks looks = {
        .step = step, .drift = drift, .lower = lower, .upper = upper, .count = count};
    if (count == 1) return looks;
    looks.points = 2 * (int)ceil((upper - lower) * looks_fineness / sqrt(step) / 2) + 3;
    looks.density = xcalloc((size_t)(count - 1) * (size_t)looks.points, sizeof *looks.density);
    for (int i = 0; i < looks.points; i++)
        looks.density[i] = looks_start(&looks, looks_point(&looks, i));
    looks_fill(&looks);
    return looks;
}

void looks_free(struct looks *looks) {
    free(looks->density);
}

/* The probability that a step from x ends between. */
static double looks_step(const struct looks *looks, double drift, double x, double low,
                         double high) {
    double middle = x + drift * looks->step, deviation = sqrt(looks->step);
    return normal_below((high - middle) / deviation) - normal_below((low - middle) / deviation);
}

/* Adds to `sum` the density of those inside at a look. The factor of a drift is geometric: it is
 * raised from point to point, and worked out again before that has carried it far. */
static void looks_add(const struct looks *looks, double drift, int look, double *sum) {
    const double largest = 700; /* exponent of a double; what it cuts has no density */
    const double *density = looks->density + (ptrdiff_t)look * looks->points;
    double more = drift - looks->drift, ratio = exp(more * looks_spacing(looks)), factor = 0;
    double middle = (drift + looks->drift) / 2 * looks->step * (look + 1);
    for (int i = 0; i < looks->points; i++) {
        bool fresh = i % 32 == 0;
        factor =
            fresh ? exp(fmin(more * (looks_point(looks, i) - middle), largest)) : factor * ratio;
        if (density[i] > 0) sum[i] += density[i] * factor;
    }
}

/* The densities of those inside at the first `count` looks, added up. Owned by the caller. */
static double *looks_sum(const struct looks *looks, double drift, int count) {
    double *sum = xcalloc((size_t)looks->points + 1, sizeof *sum);
    for (int look = 0; look < count; look++) looks_add(looks, drift, look, sum);
    return sum;
}

/* The sum over the first `count` looks of the probability to be inside at all looks before that one
 * and then between. */
static double looks_between(const struct looks *looks, double drift, int count, double low,
                            double high) {
    double *inside = looks_sum(looks, drift, count - 1);
    double sum = count > 0 ? looks_step(looks, drift, 0, low, high) : 0;
    for (int i = 0; i < looks->points; i++)
        if (inside[i] > 0)
            sum += inside[i] * looks_weight(looks, i) *
                   looks_step(looks, drift, looks_point(looks, i), low, high);
    free(inside);
    return sum;
}

static double looks_probability(double sum) {
    return fmin(fmax(sum, 0), 1);
}

double looks_above(const struct looks *looks, double drift, double place) {
    return looks_probability(looks_between(looks, drift, looks->count, place, INFINITY) +
                             looks_between(looks, drift, looks->count - 1, looks->upper, place));
}

double looks_below(const struct looks *looks, double drift, double place) {
    return looks_probability(looks_between(looks, drift, looks->count, -INFINITY, place) +
                             looks_between(looks, drift, looks->count - 1, place, looks->lower));
}

double looks_within(const struct looks *looks, double drift, double place) {
    return looks_probability(looks_between(looks, drift, looks->count, looks->lower, place) -
                             looks_between(looks, drift, looks->count - 1, looks->lower, place));
}
