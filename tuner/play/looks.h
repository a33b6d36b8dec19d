/*
 * looks: when and where a random walk that is looked at now and then is first seen outside an
 * interval. A sequential test's ratio is such a walk: what its end says follows from how likely
 * that end is at each drift. Between two looks it may have been outside and come back: with few
 * looks that is far from a motion that is always watched.
 */
#ifndef HONE_TUNER_PLAY_LOOKS_H
#define HONE_TUNER_PLAY_LOOKS_H

/* It begins at 0 and has variance 1 a unit of time; lower <= 0 <= upper. */
struct looks {
    double step, lower, upper; /* a look every `step` of time */
    double drift;              /* it is worked out with this one */
    int count;                 /* of looks for which it is worked out */
    int points;                /* of the interval; odd; 0 if there is one look */
    double *density;           /* (count - 1) * points: inside at all looks; owned */
};

/* What is asked of another drift is right if that carries a step no further from where this one
 * does than so many deviations. */
#define LOOKS_REACH 6

struct looks looks_new(double step, double drift, double lower, double upper, int count);
void looks_free(struct looks *looks);

/* With that drift, the probability to be seen above the upper end before the last look, or at it
 * beyond `place`, and nowhere outside earlier. */
double looks_above(const struct looks *looks, double drift, double place);
/* The same below: at the last look beyond `place` downwards. */
double looks_below(const struct looks *looks, double drift, double place);
/* Inside at all looks, and at the last one below `place`. */
double looks_within(const struct looks *looks, double drift, double place);

#endif
