/*
 * crossing: when and where a random walk that is observed at intervals (looks) is first seen
 * outside of two bounds. The ratio of a sequential test is such a walk, and the probability of its
 * end at each drift gives the estimate. Between two looks it may leave and come back: with few
 * looks it is far from a motion that is always observed.
 */
#ifndef HONE_TUNER_STATISTICS_CROSSING_H
#define HONE_TUNER_STATISTICS_CROSSING_H

/* It begins at 0 and has variance 1 a unit of time; lower <= 0 <= upper. */
struct crossing {
    double step, lower, upper; /* a look every `step` of time */
    double drift;              /* it is worked out with this one */
    int count;                 /* of looks for which it is worked out */
    int points;                /* of the interval; odd; 0 if there is one look */
    double *density;           /* (count - 1) * points: inside at all looks; owned */
};

/* Results for another drift are right if it moves a step by at most so many deviations from where
 * this one does. */
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
