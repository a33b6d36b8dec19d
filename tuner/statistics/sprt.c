/*
 * The ratio is that of the likeliest distributions of a pair's points under each hypothesis. Over
 * the pairs it moves like a Brownian motion that is observed at the looks, and the stopping time
 * estimates its drift. Near the hypotheses the drift is the difference in strength. Far from them
 * it depends on the share of decided pairs, too, and may even fall as strength rises. So the points
 * are split into a part along the ratio, with its mean from the stopping time, and an independent
 * part, with a mean that stopping does not bias.
 */
#include "tuner/statistics/sprt.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/base.h"

/* ---- the ratio ---- */

/* The counts with fishtest's regularisation: a class without pairs counts .001 of one, so that
 * every mean in (0, 1) is possible. */
static void sprt_regularise(const struct pentanomial *counts, double regular[5]) {
    for (int i = 0; i < 5; i++) regular[i] = counts->n[i] ? (double)counts->n[i] : 1e-3;
}

/* The likeliest distribution with sum p[i] d[i] = 0 is p[i] = counts[i] / (1 + theta d[i]) over
 * the sum of counts (empirical likelihood; Owen 1988), with theta the root of the falling function
 * sum counts[i] d[i] / (1 + theta d[i]). The d are of both signs. Returns theta. */
static double sprt_tilt(const double counts[5], const double d[5]) {
    double least = d[0], most = d[0];
    for (int i = 1; i < 5; i++) least = fmin(least, d[i]), most = fmax(most, d[i]);
    double low = -1 / most, high = -1 / least;
    for (int step = 0; step < 60; step++) {
        double theta = (low + high) / 2, slope = 0;
        for (int i = 0; i < 5; i++) slope += counts[i] * d[i] / (1 + theta * d[i]);
        *(slope > 0 ? &low : &high) = theta;
    }
    return (low + high) / 2;
}

/* The log likelihood of a pair of each class if sum p[i] d[i] = 0, less that with the shares of the
 * counts. */
static void sprt_worth(const double counts[5], const double d[5], double out[5]) {
    double theta = sprt_tilt(counts, d);
    for (int i = 0; i < 5; i++) out[i] = -log1p(theta * d[i]);
}

static void sprt_worth_of_rate(const double counts[5], double rate, double out[5]) {
    double d[5];
    for (int i = 0; i < 5; i++) d[i] = pentanomial_points(i) - rate;
    sprt_worth(counts, d, out);
}

static void sprt_moments(const double p[5], double *mean, double *deviation) {
    double sum = 0, variance = 0;
    *mean = 0;
    for (int i = 0; i < 5; i++) sum += p[i], *mean += p[i] * pentanomial_points(i);
    *mean /= sum;
    for (int i = 0; i < 5; i++) variance += p[i] / sum * pow(pentanomial_points(i) - *mean, 2);
    *deviation = sqrt(variance);
}

/* "mean - ½ is `t` deviations" is no linear condition on p. Around the p of the step before it is:
 * sum p (x - ½ - t deviation (1 + z²) / 2) = 0 with z = (x - mean) / deviation. A few steps
 * suffice. */
static void sprt_worth_of_nelo(const double counts[5], double nelo, double out[5]) {
    enum { STEPS = 12 };
    double t = nelo * NELO_DEVIATIONS, d[5], p[5] = {1, 1, 1, 1, 1}, mean, deviation;
    for (int step = 0; step < STEPS; step++) {
        sprt_moments(p, &mean, &deviation);
        for (int i = 0; i < 5; i++) {
            double x = pentanomial_points(i), z = (x - mean) / deviation;
            d[i] = x - .5 - t * deviation * (1 + z * z) / 2;
        }
        double theta = sprt_tilt(counts, d);
        for (int i = 0; i < 5; i++) p[i] = counts[i] / (1 + theta * d[i]);
    }
    sprt_worth(counts, d, out);
}

/* What a pair of each class adds to the ratio. The likeliest distributions move with the counts,
 * but that changes nothing to first order (the envelope theorem). */
static void sprt_gains(const struct sprt *sprt, const double regular[5], double out[5]) {
    double low[5], high[5];
    if (sprt->model == SPRT_NORMALISED) {
        sprt_worth_of_nelo(regular, sprt->elo0, low);
        sprt_worth_of_nelo(regular, sprt->elo1, high);
    } else {
        sprt_worth_of_rate(regular, rate_of_elo(sprt->elo0), low);
        sprt_worth_of_rate(regular, rate_of_elo(sprt->elo1), high);
    }
    for (int i = 0; i < 5; i++) out[i] = high[i] - low[i];
}

double sprt_llr(const struct sprt *sprt, const struct pentanomial *counts) {
    double regular[5], gains[5], sum = 0;
    if (pentanomial_pairs(counts) == 0) return 0;
    sprt_regularise(counts, regular);
    sprt_gains(sprt, regular, gains);
    for (int i = 0; i < 5; i++) sum += regular[i] * gains[i];
    return sum;
}

double sprt_llr_games(const struct sprt *sprt, const struct tally *games) {
    struct sprt of_games = *sprt;
    struct pentanomial counts = pentanomial_of_games(games);
    double unit = sprt->model == SPRT_NORMALISED ? sqrt(.5) : 1; /* as in score_of_games */
    of_games.elo0 *= unit;
    of_games.elo1 *= unit;
    return sprt_llr(&of_games, &counts);
}

void sprt_bounds(const struct sprt *sprt, double *lower, double *upper) {
    *lower = log(sprt->beta / (1 - sprt->alpha));
    *upper = log((1 - sprt->beta) / sprt->alpha);
}

/* ---- its bounds ---- */

/* The deviation of a step of one pair, near the hypotheses. */
static double sprt_step(const struct sprt *sprt, const struct pentanomial *counts) {
    if (sprt->model == SPRT_NORMALISED) return (sprt->elo1 - sprt->elo0) * NELO_DEVIATIONS;
    return (rate_of_elo(sprt->elo1) - rate_of_elo(sprt->elo0)) /
           sqrt(pentanomial_variance(counts, PENTANOMIAL_MORE));
}

/* Siegmund's, in deviations of a step: how far a walk jumps past a bound, on average. */
static const double sprt_jump = .5826;

/* Where the test ends that looks every `step` pairs. */
static void sprt_ends(const struct sprt *sprt, const struct pentanomial *counts, double step,
                      double *lower, double *upper) {
    const double caution = .1; /* of tests of 100 to 1000 pairs, whose variance is not yet sure,
                                  else up to 5.9 % err for 5 % */
    double nearer = sprt_jump * sprt_step(sprt, counts) * sqrt(step) - caution;
    sprt_bounds(sprt, lower, upper);
    *upper = fmax(*upper - nearer, 0);
    *lower = fmin(*lower + nearer, 0);
}

enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct pentanomial *counts,
                             int64_t step) {
    double lower, upper, llr = sprt_llr(sprt, counts);
    if (pentanomial_pairs(counts) == 0) return SPRT_CONTINUE;
    sprt_ends(sprt, counts, (double)step, &lower, &upper);
    if (llr >= upper) return SPRT_H1;
    if (llr <= lower) return SPRT_H0;
    return SPRT_CONTINUE;
}

/* ---- its motion ---- */

/* What a pair adds to the ratio: its mean and variance. A pair's points a game are `along` times
 * that, plus an independent part with a variance of its own. */
struct sprt_motion {
    double mean, variance, along, beside;
};

static double sprt_covariance(const double p[5], const double x[5], const double y[5]) {
    double xy = 0, mean_x = 0, mean_y = 0;
    for (int i = 0; i < 5; i++) xy += p[i] * x[i] * y[i], mean_x += p[i] * x[i];
    for (int i = 0; i < 5; i++) mean_y += p[i] * y[i];
    return xy - mean_x * mean_y;
}

/* Both variances are enlarged as the score's error is, for few pairs and for classes that did not
 * occur yet. */
static struct sprt_motion sprt_motion_of(const struct sprt *sprt,
                                         const struct pentanomial *counts) {
    double pairs = (double)pentanomial_pairs(counts), regular[5], gains[5], points[5], p[5];
    sprt_regularise(counts, regular);
    sprt_gains(sprt, regular, gains);
    for (int i = 0; i < 5; i++) {
        points[i] = pentanomial_points(i);
        p[i] = ((double)counts->n[i] + PENTANOMIAL_MORE) / (pairs + 5 * PENTANOMIAL_MORE);
    }
    double variance = sprt_covariance(p, gains, gains), all = sprt_covariance(p, points, points);
    double along = sprt_covariance(p, gains, points) / variance;
    double larger = pairs * pow(score_of(counts).rate_error / NORMAL_95, 2) / all;
    return (struct sprt_motion){.mean = sprt_llr(sprt, counts) / pairs,
                                .variance = larger * variance,
                                .along = along,
                                .beside = larger * fmax(all - along * along * variance, 0)};
}

/* ---- what the end says ---- */

/* A test that has ended: its crossing, with looks every `step` pairs, and its `place` at the last
 * look. The unit of time is the ratio's variance. */
struct sprt_end {
    struct sprt_motion motion;
    struct crossing crossing;
    double step, place;
    enum sprt_verdict verdict;
};

/* The most looks that are computed: tests with more count as if they had these. */
enum { SPRT_LOOKS_MAX = 100 };

/* From the ends of a test that looks every `step` pairs those of one that looks every end->step. A
 * test that ended is outside, one that did not is inside, and bounds out of reach are cut. */
static void sprt_end_look(struct sprt_end *end, double pairs, double lower, double upper,
                          double step) {
    const double far = 2 * CROSSING_REACH; /* deviations */
    double pace = end->motion.variance, reach = far * sqrt(pairs * pace), place = end->place;
    double nearer = sprt_jump * (sqrt(pace * end->step) - sqrt(pace * step));
    upper = fmin(fmax(upper - nearer, 0), fmax(place, 0) + reach);
    lower = fmax(fmin(lower + nearer, 0), fmin(place, 0) - reach);
    upper = end->verdict == SPRT_H1 ? fmin(upper, place) : fmax(upper, place);
    lower = end->verdict == SPRT_H0 ? fmax(lower, place) : fmin(lower, place);
    end->crossing = crossing_new(pace * end->step, end->motion.mean / pace, lower, upper,
                                 (int)lround(pairs / end->step));
}

/* Equal pairs ended it at the earliest look, without luck: as a test with one look. */
static double sprt_looks(const struct pentanomial *counts, int64_t step) {
    double pairs = (double)pentanomial_pairs(counts);
    if (pentanomial_variance(counts, 0) == 0) return 1;
    return fmin(ceil(pairs / (double)step), SPRT_LOOKS_MAX);
}

static struct sprt_end sprt_end_of(const struct sprt *sprt, const struct pentanomial *counts,
                                   enum sprt_verdict verdict, int64_t step) {
    struct sprt_end end = {.motion = sprt_motion_of(sprt, counts), .verdict = verdict};
    double pairs = (double)pentanomial_pairs(counts), lower, upper;
    end.step = pairs / sprt_looks(counts, step);
    end.place = pairs * end.motion.mean;
    sprt_ends(sprt, counts, (double)step, &lower, &upper);
    sprt_end_look(&end, pairs, lower, upper, (double)step);
    return end;
}

/* Probability of an outcome where the ratio is not higher. It falls as the drift rises. */
static double sprt_not_higher(const struct sprt_end *end, double drift) {
    const struct crossing *crossing = &end->crossing;
    if (end->verdict == SPRT_H1) return 1 - crossing_above(crossing, drift, end->place);
    if (end->verdict == SPRT_H0) return crossing_below(crossing, drift, end->place);
    return crossing_below(crossing, drift, crossing->lower) +
           crossing_within(crossing, drift, end->place);
}

/* The drift at which the outcome has that probability, less the one seen. */
static double sprt_drift_off(const struct sprt_end *end, double probability) {
    double high = CROSSING_REACH / sqrt(end->crossing.step), low = -high;
    for (int step = 0; step < 32; step++) {
        double off = (low + high) / 2;
        *(sprt_not_higher(end, end->crossing.drift + off) > probability ? &low : &high) = off;
    }
    return (low + high) / 2;
}

/* The search ends somewhere beside what it looks for. */
static double sprt_elo(double rate) {
    return elo_of_rate(round(rate * 1e8) / 1e8);
}

/* Two independent parts of the rate have an interval each. The interval of their sum has
 * Pythagoras' distances (Zou and Donner 2008). */
struct sprt_estimate sprt_estimate(const struct sprt *sprt, const struct pentanomial *counts,
                                   enum sprt_verdict verdict, int64_t step) {
    const double probability[3] = {.975, .5, .025};
    double off[3];
    if (pentanomial_pairs(counts) == 0) return (struct sprt_estimate){0, -INFINITY, INFINITY};
    struct sprt_end end = sprt_end_of(sprt, counts, verdict, step);
    double pairs = (double)pentanomial_pairs(counts);
    double along = end.motion.along * end.motion.variance;
    double beside = NORMAL_95 * sqrt(end.motion.beside / pairs);
    for (int i = 0; i < 3; i++) off[i] = along * sprt_drift_off(&end, probability[i]);
    crossing_free(&end.crossing);
    double rate = pentanomial_mean(counts) + off[1];
    double less = off[along > 0 ? 0 : 2] - off[1], more = off[along > 0 ? 2 : 0] - off[1];
    return (struct sprt_estimate){.elo = sprt_elo(rate),
                                  .low = sprt_elo(rate - hypot(less, beside)),
                                  .high = sprt_elo(rate + hypot(more, beside))};
}

/* The mean time until a motion that begins at 0 with that drift leaves (Wald 1945). */
static double sprt_mean_time(double drift, double lower, double upper) {
    double width = upper - lower, twice = 2 * drift;
    if (fabs(drift) * width < 1e-6) return -lower * upper;
    double above = twice > 0 ? expm1(twice * lower) / expm1(-twice * width)
                             : exp(twice * upper) * expm1(-twice * lower) / expm1(twice * width);
    return (above * upper + (1 - above) * lower) / drift;
}

double sprt_pairs_left(const struct sprt *sprt, const struct pentanomial *counts) {
    double lower, upper, llr = sprt_llr(sprt, counts);
    sprt_bounds(sprt, &lower, &upper);
    if (pentanomial_pairs(counts) == 0 || llr <= lower || llr >= upper) return 0;
    struct sprt_motion motion = sprt_motion_of(sprt, counts);
    return sprt_mean_time(motion.mean / motion.variance, lower - llr, upper - llr) /
           motion.variance;
}

void sprt_print(const struct sprt *sprt, const struct pentanomial *counts, struct text *out) {
    double lower, upper;
    sprt_bounds(sprt, &lower, &upper);
    text_add(out, "LLR: %.2f (%.2f, %.2f) [%.2f, %.2f]%s\n", sprt_llr(sprt, counts), lower, upper,
             sprt->elo0, sprt->elo1, sprt->model == SPRT_NORMALISED ? " nElo" : "");
}

/* ---- when a walk crosses its bounds ---- */

/* The density of the walks still inside goes from look to look by the normal distribution of a
 * step (Armitage, McPherson and Rowe 1969; Jennison and Turnbull, "Group Sequential Methods",
 * 2000, 19), integrated by Simpson's rule. It is computed for one drift only: one that is greater
 * by d multiplies the density at x and t by exp(d x - d (d + 2 drift) t / 2). */

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
