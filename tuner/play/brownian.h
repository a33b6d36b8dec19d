/*
 * brownian: where and when a Brownian motion leaves an interval. A sequential test's ratio moves
 * like one; what its end says follows from how likely that end is at each drift.
 */
#ifndef HONE_TUNER_PLAY_BROWNIAN_H
#define HONE_TUNER_PLAY_BROWNIAN_H

/* It begins at 0, has variance 1 and this drift a unit of time; lower < 0 < upper. */
struct brownian {
    double drift, lower, upper;
};

/* Probability to have left at the upper end, and nowhere before, by a time > 0. */
double brownian_left_above(const struct brownian *motion, double time);
double brownian_left_below(const struct brownian *motion, double time);
/* Probability to be inside all the time until then, and at last below `place` inside. */
double brownian_within(const struct brownian *motion, double time, double place);
/* The mean time until it leaves. */
double brownian_mean_time(const struct brownian *motion);

#endif
