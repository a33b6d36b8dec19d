/*
 * The ratio is that of the likeliest distributions of a pair's points under each hypothesis. Over
 * the pairs it moves like a Brownian motion whose drift tells the difference in strength; that
 * gives what may be said once the test has ended.
 */
#include "tuner/play/sprt.h"

#include <math.h>

#include "engine/base/base.h"
#include "tuner/play/brownian.h"

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

enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct pentanomial *counts,
                             int64_t step) {
    const double siegmund = .5826, caution = .1; /* of tests of 100 to 1000 pairs, whose variance is
                                                    not yet sure, else up to 5.9 % err for 5 % */
    struct sprt_span span = sprt_span_of(sprt, counts);
    double lower, upper, llr = sprt_llr(sprt, counts);
    double nearer = siegmund * sqrt(sprt_pace(&span) * (double)step) - caution;
    sprt_bounds(sprt, &lower, &upper);
    if (pentanomial_pairs(counts) == 0) return SPRT_CONTINUE;
    if (llr >= fmax(upper - nearer, 0)) return SPRT_H1;
    if (llr <= fmin(lower + nearer, 0)) return SPRT_H0;
    return SPRT_CONTINUE;
}

/* ---- what the end says ---- */

/* Probability of an outcome that is not better. It falls as the drift rises. */
static double sprt_not_better(const struct brownian *motion, double time, double llr,
                              enum sprt_verdict verdict) {
    if (verdict == SPRT_H1) return 1 - brownian_left_above(motion, time);
    if (verdict == SPRT_H0) return brownian_left_below(motion, time);
    return brownian_left_below(motion, time) + brownian_within(motion, time, llr);
}

/* The rate at which the outcome has that probability. */
static double sprt_rate(const struct sprt *sprt, const struct sprt_span *span, double time,
                        double llr, enum sprt_verdict verdict, double probability) {
    struct brownian motion;
    sprt_bounds(sprt, &motion.lower, &motion.upper);
    double low = 0, high = 1;
    for (int step = 0; step < 50; step++) {
        double rate = (low + high) / 2;
        motion.drift = (rate - span->middle) / span->width;
        *(sprt_not_better(&motion, time, llr, verdict) > probability ? &low : &high) = rate;
    }
    return (low + high) / 2;
}

/* Where the ratio stands as a motion, and when it was there; one that has jumped past its bound met
 * it earlier, at the pace that it had. (The likelihoods' own ratio bends far from the hypotheses.)
 */
static void sprt_place(const struct sprt *sprt, const struct sprt_span *span,
                       const struct pentanomial *counts, double *time, double *place) {
    double lower, upper;
    sprt_bounds(sprt, &lower, &upper);
    *time = (double)pentanomial_pairs(counts) * sprt_pace(span);
    *place = *time * (score_of(counts).rate - span->middle) / span->width;
    if (*place > upper) *time *= upper / *place;
    if (*place < lower) *time *= lower / *place;
}

struct sprt_estimate sprt_estimate(const struct sprt *sprt, const struct pentanomial *counts,
                                   enum sprt_verdict verdict) {
    struct sprt_span span = sprt_span_of(sprt, counts);
    const double probability[3] = {.975, .5, .025};
    double time, place, elo[3];
    sprt_place(sprt, &span, counts, &time, &place);
    if (time == 0) return (struct sprt_estimate){0, -INFINITY, INFINITY};
    for (int i = 0; i < 3; i++)
        elo[i] = elo_of_rate(sprt_rate(sprt, &span, time, place, verdict, probability[i]));
    return (struct sprt_estimate){.elo = elo[1], .low = elo[0], .high = elo[2]};
}

double sprt_pairs_left(const struct sprt *sprt, const struct pentanomial *counts) {
    struct sprt_span span = sprt_span_of(sprt, counts);
    double lower, upper, llr = sprt_llr(sprt, counts);
    int64_t pairs = pentanomial_pairs(counts);
    sprt_bounds(sprt, &lower, &upper);
    if (pairs == 0 || llr <= lower || llr >= upper) return 0;
    double drift = (score_of(counts).rate - span.middle) / span.width;
    const struct brownian rest = {drift, lower - llr, upper - llr};
    return brownian_mean_time(&rest) / sprt_pace(&span);
}

void sprt_print(const struct sprt *sprt, const struct pentanomial *counts, struct text *out) {
    double lower, upper;
    sprt_bounds(sprt, &lower, &upper);
    text_add(out, "LLR: %.2f (%.2f, %.2f) [%.2f, %.2f]%s\n", sprt_llr(sprt, counts), lower, upper,
             sprt->elo0, sprt->elo1, sprt->model == SPRT_NORMALISED ? " nElo" : "");
}
