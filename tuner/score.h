/*
 * score: what a number of colour-swapped pairs says about two players.
 *
 * A pair is one opening played with both colours; its points are 0…4 (2 a win, 1 a draw). The
 * pentanomial counts pairs by points; its variance, not that of single games, gives the errors
 * (the two games of a pair are not independent).
 */
#ifndef HONE_TUNER_SCORE_H
#define HONE_TUNER_SCORE_H

#include <stdbool.h>
#include <stdint.h>

struct pentanomial {
    int64_t n[5];
};

struct score {
    int64_t pairs;
    double rate;             /* points a game in [0, 1] */
    double rate_error;       /* half width of its 95 % interval */
    double elo, elo_error;   /* logistic; ±INFINITY when all was won or lost */
    double nelo, nelo_error; /* normalised */
    double los;              /* likelihood of superiority, [0, 1] */
};

struct score score_of(const struct pentanomial *counts);
struct pentanomial pentanomial_swap(const struct pentanomial *counts); /* the opponent's view */
void pentanomial_add(struct pentanomial *to, const struct pentanomial *more);

double elo_of_rate(double rate);
double rate_of_elo(double elo);

/* Generalised sequential probability ratio test (Van den Bergh's, as fishtest uses it). */
struct sprt {
    double elo0, elo1, alpha, beta;
};
enum sprt_verdict { SPRT_CONTINUE, SPRT_H0, SPRT_H1 };
double sprt_llr(const struct sprt *sprt, const struct pentanomial *counts);
void sprt_bounds(const struct sprt *sprt, double *lower, double *upper);
enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct pentanomial *counts);

#endif
