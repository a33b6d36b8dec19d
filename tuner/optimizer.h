/*
 * optimizer: ask for vectors, tell how they did. One file and one line in the list each.
 *
 * Nothing random is kept between calls: every call draws from rng_keyed(seed, purpose,
 * generation, …), so saved state is small and a resumed run repeats an uninterrupted one.
 */
#ifndef HONE_TUNER_OPTIMIZER_H
#define HONE_TUNER_OPTIMIZER_H

#include "engine/base.h"
#include "engine/param.h"
#include "tuner/population.h"

enum optimizer_init { INIT_RANDOM, INIT_AROUND, INIT_FILE };
enum ga_variant { GA_CORRECTED, GA_LI2007 };
enum ga_selection { GA_GROUPS, GA_RANKED };
enum ga_crossover { GA_UNIFORM, GA_ONE_POINT, GA_BLEND };
enum anneal_cooling { COOLING_GEOMETRIC, COOLING_ADAPTIVE };

/* Adaptive genetic algorithm. */
struct ga_options {
    int population, groups;
    enum ga_variant variant;
    enum ga_selection selection;
    enum ga_crossover crossover;
    int elite;                 /* ranked selection: best kept unchanged, and played again */
    double pc1, pc2, pm1, pm2; /* Srinivas & Patnaik's bounds of the adaptive rates */
    double sigma;              /* mutation step, as a part of the parameter's range on its scale */
};

/* Simulated annealing. */
struct anneal_options {
    int chains;
    enum anneal_cooling cooling;
    double temperature; /* in points a game; 0: measured */
    double cooling_rate;
    double step, step_min, step_max; /* of a proposal, as `sigma` above */
    double target_acceptance;        /* the step follows it */
    double genes;                    /* share of the genes that a proposal changes */
    int reheat_after;                /* generations without an acceptance; 0: never */
    double reheat_factor;
    int exchange_every; /* generations; 0: chains never exchange */
};

/* GA whose champions are refined by short annealing chains. */
struct hybrid_options {
    int refine_every;       /* generations of the GA between two refinements */
    int refine_generations; /* length of one refinement */
};

struct optimizer_options {
    const struct optimizer_kind *kind;
    int generations;
    enum optimizer_init init;
    double init_spread; /* INIT_AROUND, INIT_FILE: deviation, as `sigma` above */
    struct ga_options ga;
    struct anneal_options anneal;
    struct hybrid_options hybrid;
};

/* What an optimiser works on. All pointers outlive it. */
struct optimizer_setup {
    const struct optimizer_options *options;
    const struct param *params;
    int dim;
    uint64_t seed;
    const int32_t *initial; /* INIT_AROUND, INIT_FILE: `initial_count` vectors, else NULL */
    int initial_count;      /* the first is the start that progress is measured from */
};

struct optimizer_kind {
    const char *name, *doc;
    void *(*create)(const struct optimizer_setup *setup);
    void (*destroy)(void *self);
    /* An upper bound of what ask gives. */
    int (*population_max)(const struct optimizer_options *options);
    /* Fills `out` (initialised with population_max) with the vectors of `generation` (0, 1, …).
     * In generation 0 slot 0 is the start: initial[0], or a random vector. */
    void (*ask)(void *self, int generation, struct population *out);
    /* Takes the fitness of the population last asked, one for each slot, and moves on. Adds to
     * the log and returns the slot of the generation's champion. */
    int (*tell)(void *self, int generation, const struct population *population,
                const struct fitness *fitness, struct metrics *metrics);
    /* Everything that the next ask depends on, as text; load restores it into a new optimiser
     * of the same setup. 0, or -1 and why. */
    void (*save)(const void *self, struct text *out);
    int (*load)(void *self, const char *text, struct error *error);
};

/* "ga", "anneal", "hybrid"; a NULL name ends the list. */
extern const struct optimizer_kind *const optimizer_list[];
const struct optimizer_kind *optimizer_find(const char *name, struct error *error);

#endif
