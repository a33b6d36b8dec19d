/*
 * spread: several numbers, such as one of each seed, as five quantiles.
 */
#ifndef HONE_TUNER_STATISTICS_SPREAD_H
#define HONE_TUNER_STATISTICS_SPREAD_H

struct spread {
    int count; /* 0: the others mean nothing */
    double lowest, quartile1, median, quartile3, highest;
};

/* Between two of the numbers quantiles lie in proportion. Sorts the values. */
struct spread spread_of(double *values, int count);

#endif
