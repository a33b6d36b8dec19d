/*
 * optimizer: ask for vectors, tell how they did. One file and one line in the list each.
 *
 * Nothing random is kept between calls: every call draws from rng_keyed(seed, purpose,
 * generation, …), so saved state is small and a resumed run repeats an uninterrupted one.
 */
#ifndef HONE_TUNER_OPTIMIZE_OPTIMIZER_H
#define HONE_TUNER_OPTIMIZE_OPTIMIZER_H

#include "engine/base/base.h"
#include "engine/game/param.h"
#include "tuner/optimize/population.h"

/* Where generation 0 comes from (slot by slot, chain by chain). */
enum optimizer_init {
    INIT_RANDOM, /* uniform on each parameter's own scale */
    INIT_AROUND, /* slot 0 is initial[0]; the others are the vectors in turn, perturbed */
    INIT_FILE,   /* the vectors as they are; further slots repeat them, perturbed */
};
extern const char *const optimizer_init_names[]; /* "random", "around", "file", NULL */
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
enum anneal_cooling {
    COOLING_GEOMETRIC, /* times cooling_rate a generation */
    COOLING_ADAPTIVE,  /* that at most; slower the further acceptance falls (Lam & Delosme) */
};
enum { ANNEAL_CHAINS_MAX = 64 };

/* Adaptive genetic algorithm. */
struct ga_options {
    int population; /* at least 2 */
    int groups;     /* at most population / 2; `ask` deals them anew each generation */
    enum ga_variant variant;
    enum ga_selection selection;
    enum ga_crossover crossover;
    int elite;                 /* ranked selection: best kept unchanged, and played again */
    double pc1, pc2, pm1, pm2; /* Srinivas & Patnaik's bounds of the adaptive rates */
    double sigma;              /* mutation step, as a part of the parameter's range on its scale */
};

/* Simulated annealing. */
struct anneal_options {
    int chains; /* at most ANNEAL_CHAINS_MAX */
    enum anneal_cooling cooling;
    double temperature; /* in points a game; 0: measured */
    double cooling_rate;
    double step, step_min, step_max; /* of a proposal, as `sigma` above */
    double target_acceptance;        /* the step follows it; see anneal.h */
    double genes;                    /* share of the genes that a proposal changes, beside one */
    int reheat_after;                /* generations without an acceptance; 0: never */
    double reheat_factor;
    int exchange_every; /* generations between two exchanges; 0: chains never exchange */
};

/* GA whose champions are refined by short annealing chains. */
struct hybrid_options {
    int refine_every;       /* generations of the GA between two refinements, at least 1 */
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

/* What an optimiser works on. It is copied; what it points to outlives the optimiser. */
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
    /* Takes how the population last asked did, adds to the log and moves on. */
    void (*tell)(void *self, int generation, const struct outcome *outcome,
                 struct metrics *metrics);
    /* The champion of the generation just told: its slot, or -1 and in out[dim] a vector that was
     * not played (a mean, a centroid). */
    int (*champion)(const void *self, int32_t *out);
    /* Everything that the next ask depends on, as text; load restores it into a new optimiser
     * of the same setup. 0, or -1 and why; then it is only good for destroy. */
    void (*save)(const void *self, struct text *out);
    int (*load)(void *self, const char *text, struct error *error);
};

/* "ga", "anneal", "hybrid"; a NULL name ends the list. */
extern const struct optimizer_kind *const optimizer_list[];
/* NULL and why, with the names there are. */
const struct optimizer_kind *optimizer_find(const char *name, struct error *error);

/* For optimisers: the vector that `slot` begins with, into out[dim]. */
void optimizer_initial(const struct optimizer_setup *setup, int slot, int32_t *out);

#endif
