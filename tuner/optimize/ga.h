/*
 * ga: the adaptive genetic algorithm (rates: Srinivas & Patnaik 1994; group tournament: Li Guo
 * 2007).
 *
 * Survivors (the champions of the groups, or the elite) fill the first slots of the next
 * generation, best first, and play again there, so their fitness is always fresh. Children fill
 * the rest; their two parents are drawn from the better half of the generation by linear ranking.
 * Each individual has a mutation step of its own, which its children inherit, changed at random.
 */
#ifndef HONE_TUNER_OPTIMIZE_GA_H
#define HONE_TUNER_OPTIMIZE_GA_H

#include "tuner/optimize/optimizer.h"
#include "tuner/optimize/saved.h"

enum ga_variant {
    GA_CORRECTED, /* Pm falls for the fitter ones, as Srinivas & Patnaik have it */
    GA_LI2007,    /* Pm as Li Guo prints it: the best one mutates most */
};
enum ga_selection {
    GA_GROUPS, /* the champions of random groups survive */
    GA_RANKED, /* the `elite` best survive */
};
enum ga_crossover {
    GA_UNIFORM,   /* each gene from one parent or the other */
    GA_ONE_POINT, /* genes before a cut from one, from there on from the other */
    GA_BLEND,     /* BLX-0.5: anywhere between the parents and half their distance beyond */
};

enum ga_champion {
    GA_BEST,     /* the best of the generation */
    GA_CENTROID, /* the mean of its better half, weighted by rank, which did not play */
};

struct ga_options {
    int population; /* at least 2 */
    int groups;     /* at most population / 2, which 0 stands for; dealt anew each generation */
    enum ga_variant variant;
    enum ga_selection selection;
    enum ga_crossover crossover;
    int elite;                 /* ranked selection: best kept unchanged, and played again */
    double pc1, pc2, pm1, pm2; /* Srinivas & Patnaik's bounds of the adaptive rates */
    double sigma;              /* first mutation step, as a part of a parameter's reach */
    double adaptation;         /* a child's step is its parents' times exp(this times a normal) */
    enum ga_champion champion;
    int race; /* pairs of a batch; 0: all at once */
};

struct ga {
    struct optimizer_setup setup;
    const struct ga_options *options;
    int32_t *genes; /* of the generation to be asked next, slot by slot */
    double *steps;  /* theirs */
    /* Of the generation last told: the best one's slot, and the centroid, on the unit scale. */
    int best;
    double *centroid;
};

extern const struct optimizer_kind ga_kind;

/* How many slots, from 0 on, hold survivors of the last generation. */
int ga_survivors(const struct ga_options *options);

int32_t *ga_vector(const struct ga *ga, int slot);

/* The adaptive rates, from points a game: `fitter` is the better parent's, `own` the mutating
 * individual's; `mean` and `best` are the population's. */
double ga_crossover_rate(const struct ga_options *options, double fitter, double mean, double best);
double ga_mutation_rate(const struct ga_options *options, double own, double mean, double best);

/* The kind's load as part of a longer text. */
int ga_read(struct ga *ga, struct saved *saved);

#endif
