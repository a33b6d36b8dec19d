/*
 * Pairs, not games, are what is independent: both games of a pair share an opening, so means and
 * variances are taken over the five results that a pair can have.
 */
#include "tuner/play/score.h"

#include <math.h>
#include <stdio.h>

#include "engine/base/base.h"

/* Points a game of a pair in class i. */
static double class_rate(int i) {
    return i / 4.0;
}

static int64_t pairs_of(const struct pentanomial *counts) {
    int64_t pairs = 0;
    for (int i = 0; i < 5; i++) pairs += counts->n[i];
    return pairs;
}

static double mean_rate(const struct pentanomial *counts, int64_t pairs) {
    int64_t points = 0;
    for (int i = 0; i < 5; i++) points += i * counts->n[i];
    return pairs ? (double)points / (4.0 * (double)pairs) : .5;
}

/* Variance of a pair's points a game. */
static double pair_variance(const struct pentanomial *counts, int64_t pairs, double rate) {
    double sum = 0;
    for (int i = 0; i < 5; i++) {
        double deviation = class_rate(i) - rate;
        sum += (double)counts->n[i] * deviation * deviation;
    }
    return pairs ? sum / (double)pairs : 0;
}

/* Pairs that were all alike have no variance and yet prove little: another kind of pair may have
 * a probability of up to 1 - .05^(1/pairs), and differ by max(rate, 1 - rate). */
static double rate_error_of(int64_t pairs, double rate, double variance) {
    if (variance > 0) return NORMAL_95 * sqrt(variance / (double)pairs);
    double unseen = pairs ? -expm1(log(.05) / (double)pairs) : 1;
    return unseen * fmax(rate, 1 - rate);
}

static double nelo_of(double rate, double variance) {
    if (rate == .5) return 0;
    return (rate - .5) / sqrt(2 * variance) * 800 / log(10);
}

struct score score_of(const struct pentanomial *counts) {
    int64_t pairs = pairs_of(counts);
    double rate = mean_rate(counts, pairs), variance = pair_variance(counts, pairs, rate);
    double error = rate_error_of(pairs, rate, variance);
    return (struct score){
        .pairs = pairs,
        .rate = rate,
        .rate_error = error,
        .elo = elo_of_rate(rate),
        .elo_error = (elo_of_rate(rate + error) - elo_of_rate(rate - error)) / 2,
        .nelo = nelo_of(rate, variance),
        .nelo_error = variance > 0 ? NORMAL_95 / sqrt(2 * (double)pairs) * 800 / log(10) : INFINITY,
        .los = normal_below((rate - .5) / error * NORMAL_95),
    };
}

struct pentanomial pentanomial_swap(const struct pentanomial *counts) {
    struct pentanomial swapped;
    for (int i = 0; i < 5; i++) swapped.n[i] = counts->n[4 - i];
    return swapped;
}

void pentanomial_add(struct pentanomial *to, const struct pentanomial *more) {
    for (int i = 0; i < 5; i++) to->n[i] += more->n[i];
}

double elo_of_rate(double rate) {
    if (rate <= 0) return -INFINITY;
    if (rate >= 1) return INFINITY;
    return 400 * log10(rate / (1 - rate));
}

double rate_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double normal_below(double x) {
    return erfc(-x / sqrt(2)) / 2;
}

/* The counts with fishtest's regularisation: a class that never occurred counts .001 pairs, so
 * that every mean in (0, 1) is possible. */
static void regularise(const struct pentanomial *counts, double regular[5]) {
    for (int i = 0; i < 5; i++) regular[i] = counts->n[i] ? (double)counts->n[i] : 1e-3;
}

/* The most likely distribution with mean `rate` is p[i] = counts[i] / (1 + theta * (x[i] - rate))
 * over the sum of counts (empirical likelihood; Owen 1988), with theta the root of the falling
 * function sum counts[i] * d / (1 + theta * d), d = x[i] - rate. Returns theta. */
static double tilt_to_mean(const double counts[5], double rate) {
    double low = -1 / (1 - rate), high = 1 / rate;
    for (int step = 0; step < 60; step++) {
        double theta = (low + high) / 2, slope = 0;
        for (int i = 0; i < 5; i++) {
            double d = class_rate(i) - rate;
            slope += counts[i] * d / (1 + theta * d);
        }
        if (slope > 0)
            low = theta;
        else
            high = theta;
    }
    return (low + high) / 2;
}

/* log likelihood of the counts under a mean of `rate`, less that of the counts' own mean. */
static double log_likelihood(const double counts[5], double rate) {
    double theta = tilt_to_mean(counts, rate), sum = 0;
    for (int i = 0; i < 5; i++) sum -= counts[i] * log1p(theta * (class_rate(i) - rate));
    return sum;
}

double sprt_llr(const struct sprt *sprt, const struct pentanomial *counts) {
    double regular[5];
    if (pairs_of(counts) == 0) return 0;
    regularise(counts, regular);
    return log_likelihood(regular, rate_of_elo(sprt->elo1)) -
           log_likelihood(regular, rate_of_elo(sprt->elo0));
}

void sprt_bounds(const struct sprt *sprt, double *lower, double *upper) {
    *lower = log(sprt->beta / (1 - sprt->alpha));
    *upper = log((1 - sprt->beta) / sprt->alpha);
}

enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct pentanomial *counts) {
    double lower, upper, llr = sprt_llr(sprt, counts);
    sprt_bounds(sprt, &lower, &upper);
    if (llr >= upper) return SPRT_H1;
    if (llr <= lower) return SPRT_H0;
    return SPRT_CONTINUE;
}

void score_format_elo(const struct score *score, char out[SCORE_ELO_LENGTH]) {
    double low = score->rate - score->rate_error, high = score->rate + score->rate_error;
    if (high >= 1 && (low > .5 || score->rate == 1))
        snprintf(out, SCORE_ELO_LENGTH, "over %+.0f", elo_of_rate(low));
    else if (low <= 0 && (high < .5 || score->rate == 0))
        snprintf(out, SCORE_ELO_LENGTH, "under %+.0f", elo_of_rate(high));
    else
        snprintf(out, SCORE_ELO_LENGTH, "%+.1f +/- %.1f", score->elo, score->elo_error);
}

void score_print(const struct pentanomial *counts, const struct sprt *sprt, struct text *out) {
    struct score score = score_of(counts);
    char elo[SCORE_ELO_LENGTH];
    score_format_elo(&score, elo);
    text_add(out, "Elo: %s", elo);
    if (isfinite(score.nelo_error))
        text_add(out, ", nElo: %+.1f +/- %.1f", score.nelo, score.nelo_error);
    text_add(out, "\n");
    text_add(out, "LOS: %.1f %%\n", 100 * score.los);
    const int64_t *n = counts->n;
    text_add(out, "Ptnml(0-2): [%lld, %lld, %lld, %lld, %lld]\n", (long long)n[0], (long long)n[1],
             (long long)n[2], (long long)n[3], (long long)n[4]);
    if (!sprt) return;
    double lower, upper;
    sprt_bounds(sprt, &lower, &upper);
    text_add(out, "LLR: %.2f (%.2f, %.2f) [%.2f, %.2f]\n", sprt_llr(sprt, counts), lower, upper,
             sprt->elo0, sprt->elo1);
}
