/*
 * anneal: simulated annealing in several chains, for noisy comparisons.
 *
 * Each generation asks one group of two for each chain: the current point (the leader) and a
 * proposal, which has some of its genes from another chain's point and some of them moved (Mahfoud
 * & Goldberg 1995, "Parallel recombinative simulated annealing: a genetic algorithm"). After every
 * `exchange_every` of those comes an exchange: all current points play each other in one group, and
 * the best one replaces the worst.
 *
 * The champion is the mean of the chains' points over the run, late ones counting most: a chain
 * that allows for its games' noise walks around the optimum, not to it.
 *
 * Differences and temperatures are in points a game: +1 is to win all games and lose none.
 */
#ifndef HONE_TUNER_OPTIMIZE_ANNEAL_H
#define HONE_TUNER_OPTIMIZE_ANNEAL_H

#include "tuner/optimize/optimizer.h"
#include "tuner/optimize/saved.h"

/* The measured advantage of a proposal: mean, and the variance of that mean. */
struct advantage {
    double mean, variance;
};

struct advantage anneal_advantage(const struct comparison *comparison);

/* Barker's rule, 1 / (1 + exp(-advantage / temperature)): accept if the advantage plus a logistic
 * number of that scale is positive. The noise of the games is part of that number already (Seita,
 * Pan, Chen & Canny 2017, "An efficient minibatch acceptance test for Metropolis-Hastings"), so
 * only the rest is drawn. Normal noise is as wide as a logistic number with a squared scale of pi /
 * 8 of its variance (MacKay 1992, "The evidence framework applied to classification networks").
 * Below that temperature there is no rest, and the better result is accepted. */
double anneal_acceptance(struct advantage advantage, double temperature);

enum { ANNEAL_CHAINS_MAX = 512, ANNEAL_SAMPLES = 24 };

enum anneal_cooling {
    COOLING_GEOMETRIC, /* times cooling_rate a generation */
    COOLING_ADAPTIVE,  /* at most that; slower, the lower the acceptance (Lam & Delosme) */
};

struct anneal_options {
    int chains; /* at most ANNEAL_CHAINS_MAX */
    enum anneal_cooling cooling;
    double temperature; /* in points a game; 0: measured */
    double cooling_rate;
    double step, step_min, step_max; /* of a proposal, as a part of the parameter's reach */
    double target_acceptance;        /* steps adapt to it; a part of equals' acceptance */
    double crossover;                /* share of a proposal's genes that are other chains' */
    double genes;                    /* share of the genes that a proposal moves, beside one */
    int reheat_after;                /* generations without an acceptance; 0: never */
    double reheat_factor;
    int exchange_every; /* generations between two exchanges; 0: chains never exchange */
};

struct anneal_chain {
    int32_t *current;
    double *steps; /* of each gene */
    double temperature;
    double acceptance; /* running mean */
    int still;         /* generations without an acceptance */
};

struct anneal {
    struct optimizer_setup setup;
    const struct anneal_options *options;
    struct anneal_chain *chains;
    int32_t *genes; /* the chains' points */
    double *steps;  /* theirs */
    double *mean;   /* of those points, in the unit cube of the parameters' scales */
    int told;       /* generations since it began, which the mean has seen */
    int schedule;   /* generations over which the largest step falls */
    int sample_count;
    struct advantage samples[ANNEAL_SAMPLES]; /* of the first proposals; they set the temperature */
};

extern const struct optimizer_kind anneal_kind;

/* Begins anew: chain c at vectors[c % count]. */
void anneal_restart(struct anneal *anneal, const int32_t *vectors, int count);

/* The mean of the chains' points as a vector, into out[dim]. */
void anneal_mean(const struct anneal *anneal, int32_t *out);

/* The kind's load as part of a longer text. */
int anneal_read(struct anneal *anneal, struct saved *saved);

#endif
