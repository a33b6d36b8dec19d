/*
 * sprt: a sequential test of two hypotheses on a difference in strength, which ends as soon as the
 * pairs decide. A test that stops early stops more often in a lucky moment; sprt_estimate allows
 * for that.
 *
 * Generalised sequential probability ratio test on pairs (Van den Bergh, "The Generalized
 * Sequential Probability Ratio Test" and "Normalized Elo", as fishtest uses them).
 */
#ifndef HONE_TUNER_STATISTICS_SPRT_H
#define HONE_TUNER_STATISTICS_SPRT_H

#include "tuner/statistics/score.h"

enum sprt_model {
    SPRT_LOGISTIC,   /* hypotheses in Elo */
    SPRT_NORMALISED, /* hypotheses in normalised Elo: as easy to tell with any share of draws */
};

/* H0: the difference is elo0; H1: it is elo1 > elo0. alpha: the probability to accept H1 when H0
 * holds; beta: the reverse. */
struct sprt {
    double elo0, elo1, alpha, beta;
    enum sprt_model model;
};
enum sprt_verdict { SPRT_CONTINUE, SPRT_H0, SPRT_H1 };

/* The logarithm of how much likelier the pairs are under H1 than under H0; 0 without pairs. */
double sprt_llr(const struct sprt *sprt, const struct pentanomial *counts);
/* The same from games that are no pairs, taken as independent. */
double sprt_llr_games(const struct sprt *sprt, const struct tally *games);
/* Wald's: H0 is accepted at `lower` and H1 at `upper` by a test that meets them exactly. */
void sprt_bounds(const struct sprt *sprt, double *lower, double *upper);

/* The verdict with a look every `step` pairs. Between two looks the ratio jumps past its bound, and
 * the test would err less than asked and last longer. So its bounds are nearer by the mean jump,
 * .583 of the deviation of a step (Siegmund, "Sequential Analysis", 1985, X.2; fishtest estimates
 * the same from the test's own jumps). */
enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct pentanomial *counts,
                             int64_t step);

/* Logistic Elo after a test with looks every `step` pairs has ended: the median-unbiased estimate
 * and the 95 % interval; ends may be infinite. An outcome is better the earlier H1 was accepted, or
 * the later H0, and at one look the farther up; a test that ran out of pairs lies between (Tsiatis,
 * Rosner and Mehta 1984). */
struct sprt_estimate {
    double elo, low, high;
};
struct sprt_estimate sprt_estimate(const struct sprt *sprt, const struct pentanomial *counts,
                                   enum sprt_verdict verdict, int64_t step);

/* Pairs until the verdict, on average, if the difference is as it looks now; 0 before the first. */
double sprt_pairs_left(const struct sprt *sprt, const struct pentanomial *counts);

/* "LLR: 1.23 (-2.94, 2.94) [0.00, 5.00]", normalised ones with "nElo" at the end; one line. */
void sprt_print(const struct sprt *sprt, const struct pentanomial *counts, struct text *out);

/* ---- when a walk crosses its bounds ---- */

/* When and where a random walk that is observed at intervals (looks) is first seen outside of two
 * bounds. The ratio of a sequential test is such a walk, and the probability of its end at each
 * drift gives the estimate. Between two looks it may leave and come back: with few looks it is far
 * from a motion that is always observed. */

/* It begins at 0 and has variance 1 a unit of time; lower <= 0 <= upper. */
struct crossing {
    double step, lower, upper; /* a look every `step` of time */
    double drift;              /* it is worked out with this one */
    int count;                 /* of looks for which it is worked out */
    int points;                /* of the interval; odd; 0 if there is one look */
    double *density;           /* (count - 1) * points: inside at all looks; owned */
};

/* The largest difference of drifts, in deviations of a step, at which results hold for another
 * drift. */
#define CROSSING_REACH 6

struct crossing crossing_new(double step, double drift, double lower, double upper, int count);
void crossing_free(struct crossing *crossing);

/* With that drift, the probability to be seen above the upper end before the last look, or at it
 * beyond `place`, and never outside earlier. */
double crossing_above(const struct crossing *crossing, double drift, double place);
/* The same below: at the last look beyond `place` downwards. */
double crossing_below(const struct crossing *crossing, double drift, double place);
/* Inside at all looks, and at the last one below `place`. */
double crossing_within(const struct crossing *crossing, double drift, double place);

#endif
