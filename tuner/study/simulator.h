/*
 * simulator: made-up games between vectors. Results are drawn from how far each is from a hidden
 * optimum, so that optimisers can be measured against the truth in milliseconds. Games are paired
 * and scored by the real pairing and fitness.
 *
 * A vector's strength is in logits: 0 at the optimum, about -7 at random (the rastrigin function
 * and optima on bounds: -13), and a lead of one wins 73 % of the decided games.
 */
#ifndef HONE_TUNER_STUDY_SIMULATOR_H
#define HONE_TUNER_STUDY_SIMULATOR_H

#include "tuner/optimize/optimizer.h"
#include "tuner/run/fitness.h"

enum { SIMULATOR_DIM_MAX = 300 };

/* The function to climb, in the unit cube of the parameters' scales (Hansen et al. 2021, "COCO: a
 * platform for comparing continuous optimizers", has the three after the first). In all but bounds
 * and corner the optimum is in the middle 70 % of each parameter. */
enum simulator_function {
    SIMULATOR_LOGISTIC,  /* like a game's: wide and narrow, linear and logarithmic parameters in
                          * turn, of which later ones matter less */
    SIMULATOR_SPHERE,    /* all parameters alike */
    SIMULATOR_ELLIPSOID, /* some matter a million times as much as others, and not one by one */
    SIMULATOR_RASTRIGIN, /* a sphere with ten local optima along each parameter */
    SIMULATOR_BOUNDS,    /* a sphere with an optimum on a bound of every other parameter */
    SIMULATOR_CORNER,    /* all parameters alike, and better and better up to one of their bounds */
    SIMULATOR_PLATEAU,   /* a sphere in terraces, ten along each parameter */
    SIMULATOR_LEVELS,    /* a sphere of parameters with three to nine values */
};
extern const char *const simulator_functions[]; /* by value; NULL ends them */

/* How a difference of strengths becomes points. */
enum simulator_noise {
    SIMULATOR_WIN_LOSS, /* each game is won, drawn or lost, by a luck that is common to all games
                         * of its number in the generation */
    SIMULATOR_GAUSSIAN, /* a pair has 2 points, the difference and a normal number of its own,
                         * rounded to 0…4 */
};
extern const char *const simulator_noises[];

struct simulator {
    struct range ranges[SIMULATOR_DIM_MAX];
    double optimum[SIMULATOR_DIM_MAX], weight[SIMULATOR_DIM_MAX]; /* weights sum up to 1 */
    enum simulator_function function;
    enum simulator_noise noise;
    int dim, pairs;
    uint64_t seed;
    bool gauntlet;    /* a yardstick is the only opponent, in place of the group */
    double ripple;    /* depth of local optima in logits; 0: none */
    double yardstick; /* its strength */
    int64_t games;    /* played so far */
};

/* A logistic function. */
void simulator_init(struct simulator *simulator, int dim, int pairs, uint64_t seed);
void simulator_init_function(struct simulator *simulator, enum simulator_function function, int dim,
                             int pairs, uint64_t seed);

/* In logits: 0 at the optimum, which is the best there is. */
double simulator_strength(const struct simulator *simulator, const int32_t *vector);

/* The games of a generation, until they are forgotten. */
struct simulated {
    struct fitness_games games;
    struct pairing pairing;
    struct result *results;
    int *played; /* see fitness_games */
};
void simulated_forget(struct simulated *simulated);

/* Plays a generation of groups, or of the gauntlet of one yardstick. */
void simulator_play(struct simulator *simulator, const struct population *population,
                    int generation, struct simulated *out);
/* The same of the pairing that is in `out` already, with extras of these strengths. */
void simulator_play_pairing(struct simulator *simulator, const struct population *population,
                            const double *extras, int generation, struct simulated *out);

/* Lets the optimiser that asked for the population decide how many of the games just played count,
 * as if it had decided during play. */
void simulator_race(struct simulator *simulator, const struct optimizer_kind *kind,
                    const void *optimizer, int generation, struct simulated *played);

#endif
