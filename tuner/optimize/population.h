/*
 * population: an optimiser's questions and their answers. Optimisers see parameters, vectors and
 * these numbers, never games; so they can be tested against made-up numbers.
 */
#ifndef HONE_TUNER_OPTIMIZE_POPULATION_H
#define HONE_TUNER_OPTIMIZE_POPULATION_H

#include <stdint.h>

/* `count` vectors of `dim` genes, and the group that each belongs to. Members of a group meet
 * each other when the pairing has "groups" (a group of two is a duel). The first member of a
 * group is its leader. */
struct population {
    int count, dim, group_count;
    int32_t *genes; /* genes[i * dim + j], owned */
    int *group;     /* group[i] in [0, group_count), owned */
};

/* Makes room for at most `capacity` vectors; count and group_count are 0. */
void population_init(struct population *population, int capacity, int dim);
void population_destroy(struct population *population);

/* The first slot that holds the vector; `count` if none does. */
int population_find(const struct population *population, const int32_t *vector);

static inline int32_t *population_get(const struct population *population, int i) {
    return population->genes + (long)i * population->dim;
}

/* How two individuals compare over the colour-swapped pairs that both met: differences of pair
 * points (0…4 points a pair: 2 for a win, 1 for a draw), summed in index order. */
struct comparison {
    int64_t pairs, sum, sum_of_squares;
};

/* What an individual scored. A pair is one opening played with both colours. */
struct fitness {
    int64_t points; /* 0…4 a pair */
    int64_t pairs;
    int64_t pentanomial[5]; /* pairs with 0…4 points */
};

/* Mean points a game in [0, 1]; ½ without games. */
double fitness_rate(const struct fitness *fitness);
/* The slots by rate, best first, into ranking[count]; equals stay in the order of slots. */
void fitness_rank(const struct fitness *fitness, int count, int *ranking);

/* The results of a population. Comparisons are counted from the games on request, so they cost
 * nothing otherwise. All of it is the caller's. */
struct outcome {
    const struct population *population;
    const struct fitness *fitness; /* of each slot */
    struct comparison (*compare)(const void *games, int a, int b);
    const void *games;
};

/* Slot a minus slot b; without pairs if they met neither each other nor a common opponent. */
struct comparison outcome_compare(const struct outcome *outcome, int a, int b);

/* Named numbers for the log: Pc, Pm, diversity, temperature… */
struct metric {
    char name[32];
    double value;
};
enum { METRICS_MAX = 512 };
struct metrics {
    int count;
    struct metric list[METRICS_MAX];
};
/* The format makes the name. */
void metrics_add(struct metrics *metrics, double value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
