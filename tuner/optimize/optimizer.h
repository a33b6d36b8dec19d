/*
 * optimizer: ask for vectors, tell how they did. A kind is one file and one line in the list: it
 * brings the keys of its section of the config, its options and their checks.
 *
 * Nothing random is kept between calls: every call draws from rng_keyed(seed, purpose,
 * generation, …), so saved state is small and a resumed run repeats an uninterrupted one.
 */
#ifndef HONE_TUNER_OPTIMIZE_OPTIMIZER_H
#define HONE_TUNER_OPTIMIZE_OPTIMIZER_H

#include <stddef.h>

#include "engine/base/base.h"
#include "tuner/optimize/population.h"
#include "tuner/optimize/scale.h"

/* Where generation 0 comes from (slot by slot, chain by chain). */
enum optimizer_init {
    INIT_RANDOM, /* uniform on each parameter's own scale */
    INIT_AROUND, /* slot 0 is initial[0]; the others are the vectors in turn, perturbed */
    INIT_FILE,   /* the vectors as they are; further slots repeat them, perturbed */
};
extern const char *const optimizer_init_names[]; /* "random", "around", "file", NULL */

/* A parameter's reach, of which steps are parts. */
enum optimizer_reach {
    REACH_GIVEN, /* from minus to plus the given weight, on a linear scale; a small weight has the
                  * median of those that are not 0; without given weights, or on a logarithmic
                  * scale, the range */
    REACH_RANGE, /* its range, from the lower to the upper bound */
};
extern const char *const optimizer_reach_names[]; /* "given", "range", NULL */

/* A key of the config's section optimizer.NAME: a field of the kind's own options. */
struct optimizer_key {
    const char *name; /* NULL ends a table */
    enum optimizer_value { OPTIMIZER_INT, OPTIMIZER_REAL, OPTIMIZER_CHOICE } value;
    size_t offset;
    double lower, upper;        /* of numbers */
    const char *const *choices; /* of an enum that begins at 0, by value; NULL ends them */
    double usual;               /* the default */
    const char *earlier;        /* in runs older than the key; NULL: as usual */
    const char *doc;
};
/* Rows of such a table, named like the field: a number (int or double) and an enum. */
#define OPTIMIZER_NUMBER(options, field, from, to, default, text)                                  \
    {                                                                                              \
        .name = #field,                                                                            \
        .value = _Generic(((options *)NULL)->field, int                                            \
                          : OPTIMIZER_INT, double                                                  \
                          : OPTIMIZER_REAL),                                                       \
        .offset = offsetof(options, field), .lower = from, .upper = to, .usual = default,          \
        .doc = text                                                                                \
    }
#define OPTIMIZER_NAMES(options, field, names, default, text)                                      \
    {                                                                                              \
        .name = #field, .value = OPTIMIZER_CHOICE, .offset = offsetof(options, field),             \
        .choices = names, .usual = default, .doc = text                                            \
    }

enum { OPTIMIZERS_MAX = 16 };

struct optimizer_options {
    const struct optimizer_kind *kind;
    int generations; /* of the run, as far as known beforehand */
    int64_t games;   /* of training that end the run; 0: its generations do */
    int patience;    /* milestones without growth that end training; 0: none do */
    int schedule;    /* generations that what falls over a run is for; 0: the run's own */
    enum optimizer_init init;
    enum scale_bounds bounds; /* what becomes of a step beyond one */
    enum optimizer_reach reach;
    double init_spread; /* INIT_AROUND, INIT_FILE: deviation, as a part of the reach */
    struct {            /* each kind's own options, owned; the first NULL ends them */
        const struct optimizer_kind *kind;
        void *options;
    } own[OPTIMIZERS_MAX];
};

/* All zero but each kind's own options, which are as usual. */
void optimizer_options_init(struct optimizer_options *options);
void optimizer_options_free(struct optimizer_options *options);
/* The generations over which steps fall, if that depends on a run's length. */
int optimizer_schedule(const struct optimizer_options *options);
/* The options of that kind, a struct of its file. */
void *optimizer_own(const struct optimizer_options *options, const struct optimizer_kind *kind);

/* What an optimiser works on. It is copied; what it points to outlives the optimiser. */
struct optimizer_setup {
    const struct optimizer_options *options;
    const struct range *ranges; /* [dim] what values each gene may have */
    int dim;
    uint64_t seed;
    int pairs;              /* of a meeting, at most */
    const int32_t *initial; /* INIT_AROUND, INIT_FILE: `initial_count` vectors, else unused */
    int initial_count;      /* the first is the start that progress is measured from */
    const double *reach;    /* of each parameter, as a part of its range; NULL: all of it */
    const double *rates;    /* of each one, for SPSA; 0, or NULL: the options' */
};

struct optimizer_kind {
    const char *name, *doc;
    bool learns;        /* from positions of games, not from results: see learner.h */
    const char *begins; /* the values of INIT_RANDOM in a word; NULL: "random" */
    const char *step;   /* the key, a real number, of its first steps as parts of the reach; NULL:
                         * it has none */
    int dim_max;        /* the most parameters that it takes; 0: any number */
    size_t options_size;
    const struct optimizer_key *keys; /* zeroed options and these values are the usual ones */
    /* Kinds with options that this one reads too; NULL ends them. May be NULL: none. */
    const struct optimizer_kind *const *uses;
    /* What is compared in pairs, "a proposal with its chain": members of a group must then meet
     * each other or common opponents; NULL: nothing. */
    const char *compares;
    /* The name of a key with a value that does not go with the others or with `dim` parameters, and
     * why ("must be …"); NULL if all is well. May be NULL. */
    const char *(*check)(const void *own, int dim, struct error *why);
    /* What depends on the planned length of a run, "its steps": then a longer run differs from the
     * beginning; NULL if nothing does. May be NULL: nothing. */
    const char *(*scheduled)(const void *own);
    void *(*create)(const struct optimizer_setup *setup);
    void (*destroy)(void *self);
    /* An upper bound of what ask gives. */
    int (*population_max)(const struct optimizer_options *options);
    /* Fills `out` (initialised with population_max) with the vectors of `generation` (0, 1, …).
     * In generation 0 slot 0 is the start: initial[0], or a random vector. */
    void (*ask)(void *self, int generation, struct population *out);
    /* Between the games of the population last asked: how many pairs the active individuals play
     * next; 0: none. They have played `played` pairs a meeting, with `outcome` so far. Clears
     * on[slot] of an individual that is done; a meeting goes on while both its players are active,
     * and yardsticks always are. First called with all active and 0 played. NULL: all pairs at
     * once. */
    int (*more)(const void *self, int generation, const struct outcome *outcome, int played,
                bool *on);
    /* Takes the results of the population last asked, adds to the log and moves on. */
    void (*tell)(void *self, int generation, const struct outcome *outcome,
                 struct metrics *metrics);
    /* The champion of the generation just told: its slot, or -1 and in out[dim] a vector that was
     * not played (a mean, a centroid). */
    int (*champion)(const void *self, int32_t *out);
    /* Writes the current points of up to `most` chains one behind the other; returns their count.
     * NULL: it has no chains. */
    int (*chains)(const void *self, int most, int32_t *out);
    /* The whole state that the next ask depends on, as text; load restores it into a new optimiser
     * of the same setup. 0, or -1 and why; then it is only good for destroy. */
    void (*save)(const void *self, struct text *out);
    int (*load)(void *self, const char *text, struct error *error);
    /* Converts its state to the ranges and reaches of `to`, for the same genes; then it is only
     * good for save and destroy. NULL: its ranges cannot be changed. */
    void (*rescale)(void *self, const struct optimizer_setup *to);
};

/* NULL ends the list. */
extern const struct optimizer_kind *const optimizer_list[];
/* NULL and why, with the names there are. */
const struct optimizer_kind *optimizer_find(const char *name, struct error *error);
/* Whether an optimiser of that kind reads the options of `owner`. */
bool optimizer_reads(const struct optimizer_kind *kind, const struct optimizer_kind *owner);

/* The reach of a parameter, as a part of its range. */
static inline double optimizer_reach(const struct optimizer_setup *setup, int j) {
    return setup->reach ? setup->reach[j] : 1;
}

/* For rescale: moves a vector to the nearest one within the new ranges; does the same with points
 * on the unit interval of each parameter's scale; the factor for a step, as a part of the reach. */
void optimizer_rescale_vector(const struct optimizer_setup *to, int32_t *vector);
void optimizer_rescale_points(const struct optimizer_setup *from, const struct optimizer_setup *to,
                              double *units);
double optimizer_stretch(const struct optimizer_setup *from, const struct optimizer_setup *to,
                         int j);

/* scale_step by `deviations` times `deviation`, a part of the parameter's reach. Bounds reflect
 * wide steps even if they clamp others: early in a run, vectors that pile up on bounds say little
 * of the rest of the range. */
int32_t optimizer_step(const struct optimizer_setup *setup, int j, int32_t value, double deviation,
                       double deviations);

/* For optimisers: the vector that `slot` begins with, into out[dim]. */
void optimizer_initial(const struct optimizer_setup *setup, int slot, int32_t *out);

#endif
