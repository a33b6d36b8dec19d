/*
 * Pairs are independent, games are not: both games of a pair share an opening. So means and
 * variances are taken over the five results that a pair can have.
 */
#include "tuner/statistics/score.h"

#include <math.h>
#include <stdio.h>

#include "engine/base/base.h"

double pentanomial_points(int i) {
    return i / 4.0;
}

/* Counts may come from a file: of any size. */
static int64_t sum_up_to_the_most(int64_t a, int64_t b) {
    int64_t sum;
    if (!__builtin_add_overflow(a, b, &sum)) return sum;
    return a > 0 ? INT64_MAX : INT64_MIN;
}

int64_t pentanomial_pairs(const struct pentanomial *counts) {
    int64_t pairs = 0;
    for (int i = 0; i < 5; i++) pairs = sum_up_to_the_most(pairs, counts->n[i]);
    return pairs;
}

double pentanomial_mean(const struct pentanomial *counts) {
    double points = 0, pairs = 0;
    for (int i = 0; i < 5; i++) {
        pairs += (double)counts->n[i];
        points += pentanomial_points(i) * (double)counts->n[i];
    }
    return pairs > 0 ? points / pairs : .5;
}

double pentanomial_variance(const struct pentanomial *counts, double more) {
    double sum = 0, points = 0, squares = 0;
    for (int i = 0; i < 5; i++) {
        double n = (double)counts->n[i] + more, x = pentanomial_points(i);
        sum += n, points += n * x, squares += n * x * x;
    }
    return sum > 0 ? fmax(0, squares / sum - points / sum * (points / sum)) : 0;
}

/* Cornish and Fisher's expansion of Student's quantile: within .01 from five degrees on, less than
 * it at one and two. */
double student_95(double degrees) {
    const double z = NORMAL_95, z2 = z * z;
    return z + z * (z2 + 1) / (4 * degrees) +
           z * (5 * z2 * z2 + 16 * z2 + 3) / (96 * degrees * degrees) +
           z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / (384 * pow(degrees, 3));
}

/* A fifth of a pair is added to each class, so that a few equal pairs do not look sure: intervals
 * then hold the truth in 94 to 100 of 100 cases from two pairs on, where the bare variance gives 76
 * to 90 in 100. If all pairs were equal they prove less still: another kind of pair may have a
 * probability of up to 1 - .05^(1/pairs), and differ by max(rate, 1 - rate). */
static double rate_error_of(const struct pentanomial *counts, int64_t pairs, double rate) {
    if (pairs <= 0) return .5;
    double spread = student_95((double)pairs) *
                    sqrt(pentanomial_variance(counts, PENTANOMIAL_MORE) / (double)pairs);
    if (pentanomial_variance(counts, 0) > 0) return fmin(spread, 1);
    double unseen = -expm1(log(.05) / (double)pairs) * fmax(rate, 1 - rate);
    return fmin(fmax(spread, unseen), 1);
}

static double nelo_of(double rate, double variance) {
    if (rate == .5) return 0;
    return (rate - .5) / sqrt(variance) / NELO_DEVIATIONS;
}

struct score score_of(const struct pentanomial *counts) {
    int64_t pairs = pentanomial_pairs(counts);
    double rate = pentanomial_mean(counts), variance = pentanomial_variance(counts, 0);
    double error = rate_error_of(counts, pairs, rate);
    return (struct score){
        .pairs = pairs,
        .rate = rate,
        .rate_error = error,
        .elo = elo_of_rate(rate),
        .elo_error = (elo_of_rate(rate + error) - elo_of_rate(rate - error)) / 2,
        .nelo = nelo_of(rate, variance),
        .nelo_error = variance > 0 ? NORMAL_95 / sqrt((double)pairs) / NELO_DEVIATIONS : INFINITY,
        .los = normal_below((rate - .5) / error * NORMAL_95),
    };
}

struct pentanomial pentanomial_of_games(const struct tally *games) {
    return (struct pentanomial){{games->lost, 0, games->drawn, 0, games->won}};
}

/* The unit of normalised Elo is a game's deviation: sqrt 2 times that of a pair's points a game. */
struct score score_of_games(const struct tally *games) {
    struct pentanomial counts = pentanomial_of_games(games);
    struct score score = score_of(&counts);
    score.nelo *= sqrt(2);
    score.nelo_error *= sqrt(2);
    return score;
}

struct pentanomial pentanomial_swap(const struct pentanomial *counts) {
    struct pentanomial swapped;
    for (int i = 0; i < 5; i++) swapped.n[i] = counts->n[4 - i];
    return swapped;
}

void pentanomial_add(struct pentanomial *to, const struct pentanomial *more) {
    for (int i = 0; i < 5; i++) to->n[i] = sum_up_to_the_most(to->n[i], more->n[i]);
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

void score_format_elo(const struct score *score, char out[SCORE_ELO_LENGTH]) {
    double low = score->rate - score->rate_error, high = score->rate + score->rate_error;
    if ((low <= 0 && high > 0.5) || (high >= 1 && low < 0.5))
        snprintf(out, SCORE_ELO_LENGTH, "unknown");
    else if (high >= 1)
        snprintf(out, SCORE_ELO_LENGTH, "over %+.0f", elo_of_rate(low));
    else if (low <= 0)
        snprintf(out, SCORE_ELO_LENGTH, "under %+.0f", elo_of_rate(high));
    else
        snprintf(out, SCORE_ELO_LENGTH, "%+.1f +/- %.1f", score->elo, score->elo_error);
}

void score_print(const struct pentanomial *counts, struct text *out) {
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
}
