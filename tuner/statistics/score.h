/*
 * score: the result of a number of colour-swapped pairs between two players.
 *
 * A pair is one opening played with both colours; its points are 0…4 (2 a win, 1 a draw). The
 * pentanomial counts pairs by points; its variance, not that of single games, gives the errors (the
 * two games of a pair are not independent).
 */
#ifndef HONE_TUNER_STATISTICS_SCORE_H
#define HONE_TUNER_STATISTICS_SCORE_H

#include <stdbool.h>
#include <stdint.h>

struct text;

struct pentanomial {
    int64_t n[5];
};

/* Games of one player, with one colour say. */
struct tally {
    int64_t won, drawn, lost;
};

/* Never NaN. Without games the rate is ½ ± ½ and Elo 0 ± infinity. */
struct score {
    int64_t pairs;
    double rate;             /* points a game in [0, 1] */
    double rate_error;       /* half width of its 95 % interval */
    double elo, elo_error;   /* logistic; ±INFINITY when all was won or lost */
    double nelo, nelo_error; /* normalised: by the deviation of a game, as fishtest's */
    double los;              /* likelihood of superiority, [0, 1] */
};

struct score score_of(const struct pentanomial *counts);
/* The same of games that are no pairs, taken as independent. */
struct score score_of_games(const struct tally *games);
/* Games as classes of points: each is as a pair of two games that ended alike. */
struct pentanomial pentanomial_of_games(const struct tally *games);
/* Points a game of a pair in class i. */
double pentanomial_points(int i);
int64_t pentanomial_pairs(const struct pentanomial *counts);
/* Points a game; ½ without any. */
double pentanomial_mean(const struct pentanomial *counts);
/* Variance of a pair's points a game, with `more` of a pair added to each class: few pairs, or
 * equal ones, do not prove that there are no others. 0 without any. */
double pentanomial_variance(const struct pentanomial *counts, double more);
/* How much that is where nothing else is known. */
#define PENTANOMIAL_MORE 0.2
struct pentanomial pentanomial_swap(const struct pentanomial *counts); /* the opponent's view */
void pentanomial_add(struct pentanomial *to, const struct pentanomial *more);

double elo_of_rate(double rate); /* -INFINITY at 0 and below, INFINITY at 1 and above */
double rate_of_elo(double elo);

/* A normalised Elo of 1, in deviations of a pair's points a game (fishtest's unit). */
#define NELO_DEVIATIONS (1.4142135623730951 * 2.302585092994046 / 800)

/* A normal number lies within ± this of its mean, in deviations, with probability 95 %. */
#define NORMAL_95 1.959963984540054

/* NORMAL_95 for a deviation estimated with that many degrees of freedom (Student's t). */
double student_95(double degrees);

/* Probability that a standard normal number is below x. */
double normal_below(double x);

/* "+12.3 +/- 4.5"; when the 95 % interval has no upper end "over +1130", its lower end; or the
 * reverse; without either "unknown". */
enum { SCORE_ELO_LENGTH = 32 };
void score_format_elo(const struct score *score, char out[SCORE_ELO_LENGTH]);

/* The lines that match tools print:
 *     Elo: +12.3 +/- 4.5, nElo: +17.1 +/- 6.2     (all pairs alike: no nElo; Elo may be "over …")
 *     LOS: 99.9 %
 *     Ptnml(0-2): [10, 40, 100, 55, 12] */
void score_print(const struct pentanomial *counts, struct text *out);

#endif
