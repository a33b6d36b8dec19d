/*
 * strength: several players on one Elo scale, from the pairs that they played against each other,
 * with errors that are those of pairs.
 *
 * The model is Bradley and Terry's (1952) for points a game: a player of strength R against one of
 * strength Q expects 1 / (1 + 10^((Q - R) / 400)). Draws are half points, and colours cancel, since
 * both are played in a pair. Its errors are those of the estimating equation ("sandwich"; White
 * 1982): the variance of pairs comes from the pentanomial of each meeting, so the two games of a
 * pair need not be independent. Meetings must be, so they share no openings. Where players are not
 * of one scale (a beats b, b beats c, but c beats a) all errors are stretched by how much farther
 * the meetings lie from the model than chance has them (Birge 1932).
 *
 * A virtual pair of each meeting, half won and half lost, keeps shut-outs finite and their errors
 * wide.
 */
#ifndef HONE_TUNER_STATISTICS_STRENGTH_H
#define HONE_TUNER_STATISTICS_STRENGTH_H

#include "tuner/statistics/score.h"

struct strength_meeting {
    int a, b;                  /* players, from 0 */
    struct pentanomial counts; /* a's */
};

struct strengths {
    int count;      /* players */
    double *elo;    /* of each, over player 0; owned */
    double *factor; /* Cholesky's, of the information on the others; owned */
    double stretch; /* of all errors; 1: meetings are as the model has them */
    int meeting_count;
    const struct strength_meeting *meetings; /* the caller's */
};

/* All players must be linked to player 0 by meetings. Deterministic. */
struct strengths strengths_fit(const struct strength_meeting *meetings, int meeting_count,
                               int count);
void strengths_free(struct strengths *strengths);

/* Half width of the 95 % interval of the sum of weights[i] * elo[i], over `count` weights. */
double strengths_error(const struct strengths *strengths, const double *weights);

#endif
