/*
 * Only memory, names and lookups: optimisers and runs give the numbers their meaning.
 */
#include "tuner/optimize/population.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/base.h"

void population_init(struct population *population, int capacity, int dim) {
    *population = (struct population){
        .dim = dim,
        .genes = xcalloc((size_t)capacity * (size_t)dim, sizeof *population->genes),
        .group = xcalloc((size_t)capacity, sizeof *population->group),
    };
}

void population_destroy(struct population *population) {
    free(population->genes);
    free(population->group);
    *population = (struct population){0};
}

int population_find(const struct population *population, const int32_t *vector) {
    int slot = 0;
    while (slot < population->count && memcmp(population_get(population, slot), vector,
                                              (size_t)population->dim * sizeof *vector) != 0)
        slot++;
    return slot;
}

double fitness_rate(const struct fitness *fitness) {
    return fitness->pairs ? (double)fitness->points / (4.0 * (double)fitness->pairs) : 0.5;
}

void fitness_rank(const struct fitness *fitness, int count, int *ranking) {
    for (int i = 0; i < count; i++) {
        int place = i;
        double rate = fitness_rate(&fitness[i]);
        for (; place > 0 && fitness_rate(&fitness[ranking[place - 1]]) < rate; place--)
            ranking[place] = ranking[place - 1];
        ranking[place] = i;
    }
}

struct comparison outcome_compare(const struct outcome *outcome, int a, int b) {
    return outcome->compare(outcome->games, a, b);
}

void metrics_add(struct metrics *metrics, double value, const char *format, ...) {
    if (metrics->count == METRICS_MAX) die("more than %d metrics", METRICS_MAX);
    struct metric *metric = &metrics->list[metrics->count++];
    va_list args;
    va_start(args, format);
    vsnprintf(metric->name, sizeof metric->name, format, args);
    va_end(args);
    metric->value = value;
}
