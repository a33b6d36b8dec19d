/*
 * The density of those still inside goes from look to look by the normal distribution of a step
 * (Armitage, McPherson and Rowe 1969; Jennison and Turnbull, "Group Sequential Methods", 2000, 19),
 * integrated by Simpson's rule. It is needed without drift only: a drift multiplies the density at
 * x and t by exp(drift x - drift² t / 2).
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

/* Of look `look` + 1 from that of look `look`; kernel[d]: of a step by d points. */
static void looks_advance(struct looks *looks, int look, const double *kernel) {
    const double *from = looks->density + look * looks->points;
    double *to = looks->density + (look + 1) * looks->points;
    for (int j = 0; j < looks->points; j++) {
        double mass = from[j] * looks_weight(looks, j);
        for (int i = 0; i < looks->points; i++) to[i] += mass * kernel[abs(i - j)];
    }
}

struct looks looks_new(double step, double lower, double upper, int count) {
    struct looks looks = {.step = step, .lower = lower, .upper = upper, .count = count};
    looks.points = 2 * (int)ceil((upper - lower) * looks_fineness / sqrt(step) / 2) + 3;
    looks.density = xcalloc((size_t)count * (size_t)looks.points, sizeof *looks.density);
    double *kernel = xcalloc((size_t)looks.points, sizeof *kernel);
    for (int i = 0; i < looks.points; i++) {
        kernel[i] = looks_normal(i * looks_spacing(&looks), step);
        looks.density[i] = looks_normal(looks_point(&looks, i), step);
    }
    for (int look = 0; look + 1 < count; look++) looks_advance(&looks, look, kernel);
    free(kernel);
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

/* The densities of those inside at the first `count` looks, added up, as they are with that drift
 * but for its part exp(drift x). Owned by the caller. */
static double *looks_sum(const struct looks *looks, double drift, int count) {
    double *sum = xcalloc((size_t)looks->points, sizeof *sum);
    for (int look = 0; look < count; look++) {
        const double *density = looks->density + look * looks->points;
        double part = exp(-drift * drift * looks->step * (look + 1) / 2);
        for (int i = 0; i < looks->points; i++) sum[i] += part * density[i];
    }
    return sum;
}

/* The sum over the first `count` looks of the probability to be inside at all looks before that one
 * and then between. */
static double looks_between(const struct looks *looks, double drift, int count, double low,
                            double high) {
    const double largest = 700; /* exponent of a double; what it cuts has no density */
    double *inside = looks_sum(looks, drift, count - 1);
    double sum = count > 0 ? looks_step(looks, drift, 0, low, high) : 0;
    for (int i = 0; i < looks->points; i++) {
        double x = looks_point(looks, i), part = exp(fmin(drift * x, largest));
        if (inside[i] > 0)
            sum +=
                inside[i] * looks_weight(looks, i) * part * looks_step(looks, drift, x, low, high);
    }
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
