/*
 * Two series for each probability: mirror images of the start at the ends of the interval, of
 * which few matter at short times, and the sines of the interval, of which few matter at long
 * ones. A drift multiplies the density at y and t by exp(drift y - drift² t / 2) (Girsanov).
 * Cox and Miller, "The Theory of Stochastic Processes", 1965, 5.7; Siegmund 1985, III.
 */
#include "tuner/play/brownian.h"

#include <math.h>
#include <stdbool.h>

#include "tuner/play/score.h"

enum { BROWNIAN_IMAGES = 2, BROWNIAN_SINES = 40 };

static const double pi = 3.141592653589793;

static double brownian_width(const struct brownian *motion) {
    return motion->upper - motion->lower;
}

/* Where two images and forty sines are both exact to fifteen digits. */
static bool brownian_is_short(const struct brownian *motion, double time) {
    double width = brownian_width(motion);
    return time < .2 * width * width;
}

/* exp(exponent) times the probability that a standard normal number is below x; either factor may
 * be beyond what a double holds. */
static double brownian_weighted(double exponent, double x) {
    const double far = -30;
    double logarithm = x > far ? log(normal_below(x)) : -x * x / 2 - log(-x * sqrt(2 * pi));
    return exp(exponent + logarithm);
}

/* ---- leaving above ---- */

/* exp(drift (upper - c)) times the probability to reach c > 0 by then, without a lower end. */
static double brownian_reach(const struct brownian *motion, double c, double time) {
    double drift = motion->drift, root = sqrt(time);
    return brownian_weighted(drift * (motion->upper - c), (drift * time - c) / root) +
           brownian_weighted(drift * (motion->upper + c), (-drift * time - c) / root);
}

static double brownian_above_by_images(const struct brownian *motion, double time) {
    double sum = 0;
    for (int k = 0; k < BROWNIAN_IMAGES; k++) {
        double shift = 2 * k * brownian_width(motion);
        sum += brownian_reach(motion, motion->upper + shift, time) -
               brownian_reach(motion, shift + 2 * brownian_width(motion) - motion->upper, time);
    }
    return sum;
}

static double brownian_above_at_last(const struct brownian *motion) {
    double twice = 2 * motion->drift, width = brownian_width(motion);
    if (fabs(twice) * width < 1e-9) return -motion->lower / width;
    if (twice > 0) return expm1(twice * motion->lower) / expm1(-twice * width);
    return exp(twice * motion->upper) * expm1(-twice * motion->lower) / expm1(twice * width);
}

static double brownian_above_by_sines(const struct brownian *motion, double time) {
    double width = brownian_width(motion), drift = motion->drift, later = 0;
    for (int n = 1; n <= BROWNIAN_SINES; n++) {
        double k = n * pi / width, rate = (drift * drift + k * k) / 2;
        later += (n % 2 ? k : -k) * sin(-k * motion->lower) / rate *
                 exp(drift * motion->upper - rate * time);
    }
    return brownian_above_at_last(motion) - later / width;
}

double brownian_left_above(const struct brownian *motion, double time) {
    double p = brownian_is_short(motion, time) ? brownian_above_by_images(motion, time)
                                               : brownian_above_by_sines(motion, time);
    return fmin(fmax(p, 0), 1);
}

double brownian_left_below(const struct brownian *motion, double time) {
    const struct brownian mirrored = {-motion->drift, -motion->upper, -motion->lower};
    return brownian_left_above(&mirrored, time);
}

/* ---- staying within ---- */

/* What an image at c has below `place`; of both tails the thinner. */
static double brownian_image(const struct brownian *motion, double c, double time, double place) {
    double middle = c + motion->drift * time, root = sqrt(time), exponent = motion->drift * c;
    double high = (place - middle) / root, low = (motion->lower - middle) / root;
    if (low > 0) return brownian_weighted(exponent, -low) - brownian_weighted(exponent, -high);
    return brownian_weighted(exponent, high) - brownian_weighted(exponent, low);
}

static double brownian_within_by_images(const struct brownian *motion, double time, double place) {
    double sum = 0;
    for (int k = -BROWNIAN_IMAGES; k <= BROWNIAN_IMAGES; k++) {
        double shift = 2 * k * brownian_width(motion);
        sum += brownian_image(motion, shift, time, place) -
               brownian_image(motion, 2 * motion->upper + shift, time, place);
    }
    return sum;
}

static double brownian_within_by_sines(const struct brownian *motion, double time, double place) {
    double width = brownian_width(motion), drift = motion->drift, sum = 0,
           x = place - motion->lower;
    for (int n = 1; n <= BROWNIAN_SINES; n++) {
        double k = n * pi / width, rate = (drift * drift + k * k) / 2;
        double integral = exp(drift * motion->lower - rate * time) * k +
                          exp(drift * place - rate * time) * (drift * sin(k * x) - k * cos(k * x));
        sum += sin(-k * motion->lower) * integral / (2 * rate);
    }
    return 2 / width * sum;
}

double brownian_within(const struct brownian *motion, double time, double place) {
    place = fmin(fmax(place, motion->lower), motion->upper);
    double p = brownian_is_short(motion, time) ? brownian_within_by_images(motion, time, place)
                                               : brownian_within_by_sines(motion, time, place);
    return fmin(fmax(p, 0), 1);
}

double brownian_mean_time(const struct brownian *motion) {
    double drift = motion->drift, above = brownian_above_at_last(motion);
    if (fabs(drift) * brownian_width(motion) < 1e-6) return -motion->lower * motion->upper;
    return (above * motion->upper + (1 - above) * motion->lower) / drift;
}
