/*
 * The ratio is that of the likeliest distributions of a pair's points under each hypothesis. Over
 * the pairs it moves like a Brownian motion, seen at the looks, whose drift tells the difference in
 * strength; that gives what may be said once the test has ended.
 */
#include "tuner/play/sprt.h"

#include <math.h>

#include "engine/base/base.h"
#include "tuner/play/looks.h"

/* ---- the ratio ---- */

/* The counts with fishtest's regularisation: a class that never occurred counts .001 pairs, so
 * that every mean in (0, 1) is possible. */
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

/* log likelihood of the counts if sum p[i] d[i] = 0, less that of the shares they have. */
static double sprt_likelihood(const double counts[5], const double d[5]) {
    double theta = sprt_tilt(counts, d), sum = 0;
    for (int i = 0; i < 5; i++) sum -= counts[i] * log1p(theta * d[i]);
    return sum;
}

static double sprt_likelihood_of_rate(const double counts[5], double rate) {
    double d[5];
    for (int i = 0; i < 5; i++) d[i] = pentanomial_points(i) - rate;
    return sprt_likelihood(counts, d);
}

static void sprt_moments(const double p[5], double *mean, double *deviation) {
    double sum = 0, variance = 0;
    *mean = 0;
    for (int i = 0; i < 5; i++) sum += p[i], *mean += p[i] * pentanomial_points(i);
    *mean /= sum;
    for (int i = 0; i < 5; i++) variance += p[i] / sum * pow(pentanomial_points(i) - *mean, 2);
    *deviation = sqrt(variance);
}

/* That mean - ½ be `t` deviations is no linear condition on p. Around the p of the step before it
 * is, sum p (x - ½ - t deviation (1 + z²) / 2) = 0 with z = (x - mean) / deviation: a few steps. */
static double sprt_likelihood_of_nelo(const double counts[5], double nelo) {
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
    return sprt_likelihood(counts, d);
}

double sprt_llr(const struct sprt *sprt, const struct pentanomial *counts) {
    double regular[5];
    if (pentanomial_pairs(counts) == 0) return 0;
    sprt_regularise(counts, regular);
    if (sprt->model == SPRT_NORMALISED)
        return sprt_likelihood_of_nelo(regular, sprt->elo1) -
               sprt_likelihood_of_nelo(regular, sprt->elo0);
    return sprt_likelihood_of_rate(regular, rate_of_elo(sprt->elo1)) -
           sprt_likelihood_of_rate(regular, rate_of_elo(sprt->elo0));
}

void sprt_bounds(const struct sprt *sprt, double *lower, double *upper) {
    *lower = log(sprt->beta / (1 - sprt->alpha));
    *upper = log((1 - sprt->beta) / sprt->alpha);
}

/* ---- its motion ---- */

/* How far apart the hypotheses' rates are, and the middle of them. */
struct sprt_span {
    double middle, width, deviation;
};

static struct sprt_span sprt_span_of(const struct sprt *sprt, const struct pentanomial *counts) {
    double deviation = sqrt(pentanomial_variance(counts, PENTANOMIAL_MORE)), low, high;
    if (sprt->model == SPRT_NORMALISED) {
        low = .5 + sprt->elo0 * NELO_DEVIATIONS * deviation;
        high = .5 + sprt->elo1 * NELO_DEVIATIONS * deviation;
    } else {
        low = rate_of_elo(sprt->elo0);
        high = rate_of_elo(sprt->elo1);
    }
    return (struct sprt_span){(low + high) / 2, high - low, deviation};
}

/* The ratio's variance a pair. Its drift is that times (rate - middle) / width: with the variance
 * as the unit of time the hypotheses have the drifts -½ and ½. */
static double sprt_pace(const struct sprt_span *span) {
    return pow(span->width / span->deviation, 2);
}

/* Where the test ends that looks every `step` pairs. */
static void sprt_ends(const struct sprt *sprt, const struct sprt_span *span, double step,
                      double *lower, double *upper) {
    const double siegmund = .5826, caution = .1; /* of tests of 100 to 1000 pairs, whose variance is
                                                    not yet sure, else up to 5.9 % err for 5 % */
    double nearer = siegmund * sqrt(sprt_pace(span) * step) - caution;
    sprt_bounds(sprt, lower, upper);
    *upper = fmax(*upper - nearer, 0);
    *lower = fmin(*lower + nearer, 0);
}

enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct pentanomial *counts,
                             int64_t step) {
    struct sprt_span span = sprt_span_of(sprt, counts);
    double lower, upper, llr = sprt_llr(sprt, counts);
    sprt_ends(sprt, &span, (double)step, &lower, &upper);
    if (pentanomial_pairs(counts) == 0) return SPRT_CONTINUE;
    if (llr >= upper) return SPRT_H1;
    if (llr <= lower) return SPRT_H0;
    return SPRT_CONTINUE;
}

/* ---- what the end says ---- */

/* A test that has ended: its looks, the last of which saw the ratio at `place`. */
struct sprt_end {
    struct sprt_span span;
    struct looks looks;
    double place;
    enum sprt_verdict verdict;
};

/* So many looks at most are worked out: tests with more are as if they had these. */
enum { SPRT_LOOKS_MAX = 100 };

/* The place is what the rate says, as the likelihoods' own ratio bends far from the hypotheses. */
static struct sprt_end sprt_end_of(const struct sprt *sprt, const struct pentanomial *counts,
                                   enum sprt_verdict verdict, int64_t step) {
    struct sprt_end end = {.span = sprt_span_of(sprt, counts), .verdict = verdict};
    double pairs = (double)pentanomial_pairs(counts), time = pairs * sprt_pace(&end.span);
    int count = (int)fmin(ceil(pairs / (double)step), SPRT_LOOKS_MAX);
    double lower, upper,
        place = time * (pentanomial_mean(counts) - end.span.middle) / end.span.width;
    sprt_ends(sprt, &end.span, pairs / count, &lower, &upper);
    if (verdict == SPRT_H1) place = fmax(place, upper);
    if (verdict == SPRT_H0) place = fmin(place, lower);
    if (verdict == SPRT_CONTINUE) lower = fmin(lower, place), upper = fmax(upper, place);
    end.looks = looks_new(time / count, lower, upper, count);
    end.place = place;
    return end;
}

/* Probability of an outcome that is not better. It falls as the rate rises. */
static double sprt_not_better(const struct sprt_end *end, double rate) {
    const struct looks *looks = &end->looks;
    double drift = (rate - end->span.middle) / end->span.width;
    if (end->verdict == SPRT_H1) return 1 - looks_above(looks, drift, end->place);
    if (end->verdict == SPRT_H0) return looks_below(looks, drift, end->place);
    return looks_below(looks, drift, looks->lower) + looks_within(looks, drift, end->place);
}

/* The rate at which the outcome has that probability; 0 or 1 if it has more, or less, at all. */
static double sprt_rate(const struct sprt_end *end, double probability) {
    double low = 0, high = 1;
    for (int step = 0; step < 32; step++) { /* to a millionth of an Elo */
        double rate = (low + high) / 2;
        *(sprt_not_better(end, rate) > probability ? &low : &high) = rate;
    }
    return low == 0 ? 0 : high == 1 ? 1 : (low + high) / 2;
}

struct sprt_estimate sprt_estimate(const struct sprt *sprt, const struct pentanomial *counts,
                                   enum sprt_verdict verdict, int64_t step) {
    const double probability[3] = {.975, .5, .025};
    double elo[3];
    if (pentanomial_pairs(counts) == 0) return (struct sprt_estimate){0, -INFINITY, INFINITY};
    struct sprt_end end = sprt_end_of(sprt, counts, verdict, step);
    for (int i = 0; i < 3; i++) elo[i] = elo_of_rate(sprt_rate(&end, probability[i]));
    looks_free(&end.looks);
    return (struct sprt_estimate){.elo = elo[1], .low = elo[0], .high = elo[2]};
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
    struct sprt_span span = sprt_span_of(sprt, counts);
    double lower, upper, llr = sprt_llr(sprt, counts);
    int64_t pairs = pentanomial_pairs(counts);
    sprt_bounds(sprt, &lower, &upper);
    if (pairs == 0 || llr <= lower || llr >= upper) return 0;
    double drift = (pentanomial_mean(counts) - span.middle) / span.width;
    return sprt_mean_time(drift, lower - llr, upper - llr) / sprt_pace(&span);
}

void sprt_print(const struct sprt *sprt, const struct pentanomial *counts, struct text *out) {
    double lower, upper;
    sprt_bounds(sprt, &lower, &upper);
    text_add(out, "LLR: %.2f (%.2f, %.2f) [%.2f, %.2f]%s\n", sprt_llr(sprt, counts), lower, upper,
             sprt->elo0, sprt->elo1, sprt->model == SPRT_NORMALISED ? " nElo" : "");
}
