/*
 * study: an optimiser at work on the simulated game, step by step, so that a test can look at what
 * it asks, tell it something else, or end and resume it. Include after cmocka.h.
 */
#ifndef HONE_TESTS_STUDY_H
#define HONE_TESTS_STUDY_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/scale.h"
#include "tuner/study/simulator.h"

static inline void assert_near(double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%g, not within %g of %g", value, tolerance, wanted);
}

struct study {
    struct optimizer_options options;
    struct optimizer_setup setup;
    struct simulator simulator;
    void *optimizer;
    int generation, champion;        /* its slot; -1: it has none */
    int32_t best[SIMULATOR_DIM_MAX]; /* the champion */
    struct population population;
    struct simulated played;
    struct fitness *fitness;
    struct outcome outcome;
    struct metrics metrics;
};

/* What an outcome made up by hand says of any two. */
static inline struct comparison same_for_all(const void *games, int a, int b) {
    (void)a, (void)b;
    return *(const struct comparison *)games;
}

static const struct comparison no_comparison;

/* One of the kind's own, by its key's name. */
static inline void set_option(struct optimizer_options *options, const char *name, double value) {
    const struct optimizer_key *key = options->kind->keys;
    while (strcmp(key->name, name) != 0) key++;
    void *field = (char *)optimizer_own(options, options->kind) + key->offset;
    if (key->value == OPTIMIZER_REAL)
        *(double *)field = value;
    else
        *(int *)field = (int)value;
}

/* Takes the options over; `start` may be NULL where the beginning is random. */
static inline void study_start(struct study *study, const struct optimizer_options *options,
                               const struct simulator *simulator, uint64_t seed,
                               const int32_t *start) {
    const struct optimizer_kind *kind = options->kind;
    *study = (struct study){.options = *options, .simulator = *simulator};
    study->setup = (struct optimizer_setup){.options = &study->options,
                                            .ranges = study->simulator.ranges,
                                            .dim = simulator->dim,
                                            .seed = seed,
                                            .pairs = simulator->pairs,
                                            .initial = start,
                                            .initial_count = 1};
    study->optimizer = kind->create(&study->setup);
    int capacity = kind->population_max(&study->options);
    population_init(&study->population, capacity, simulator->dim);
    study->fitness = calloc((size_t)capacity, sizeof *study->fitness);
    study->outcome =
        (struct outcome){&study->population, study->fitness, same_for_all, &no_comparison};
}

static inline void study_ask(struct study *study) {
    study->options.kind->ask(study->optimizer, study->generation, &study->population);
}

static inline void study_play(struct study *study) {
    simulator_play(&study->simulator, &study->population, study->generation, &study->played);
    fitness_score(&study->played.games, study->fitness);
    study->outcome = fitness_outcome(&study->played.games, study->fitness);
}

static inline void study_tell(struct study *study) {
    study->metrics.count = 0;
    const struct optimizer_kind *kind = study->options.kind;
    kind->tell(study->optimizer, study->generation, &study->outcome, &study->metrics);
    study->champion = kind->champion(study->optimizer, study->best);
    if (study->champion >= 0)
        memcpy(study->best, population_get(&study->population, study->champion),
               (size_t)study->population.dim * sizeof *study->best);
    study->generation++;
}

static inline void study_step(struct study *study) {
    study_ask(study);
    study_play(study);
    study_tell(study);
}

static inline double study_strength(const struct study *study) {
    return simulator_strength(&study->simulator, study->best);
}

static inline double study_metric(const struct study *study, const char *name) {
    for (int i = 0; i < study->metrics.count; i++)
        if (strcmp(study->metrics.list[i].name, name) == 0) return study->metrics.list[i].value;
    fail_msg("there is no metric %s", name);
    return 0;
}

static inline void study_end(struct study *study) {
    study->options.kind->destroy(study->optimizer);
    optimizer_options_free(&study->options);
    population_destroy(&study->population);
    simulated_forget(&study->played);
    free(study->fitness);
}

/* Ends and resumes it; what was saved comes back. */
static inline void study_reload(struct study *study) {
    struct text saved = {0}, again = {0};
    struct error error = {""};
    const struct optimizer_kind *kind = study->options.kind;
    kind->save(study->optimizer, &saved);
    kind->destroy(study->optimizer);
    study->optimizer = kind->create(&study->setup);
    if (kind->load(study->optimizer, text_get(&saved), &error)) fail_msg("%s", error.text);
    kind->save(study->optimizer, &again);
    assert_string_equal(text_get(&saved), text_get(&again));
    text_free(&saved);
    text_free(&again);
}

/* Of two studies that begin alike, the second one ends and is resumed in each generation: it stays
 * the same. Ends both. */
static inline void study_check_resuming(struct study *straight, struct study *broken,
                                        int generations) {
    for (int g = 0; g < generations; g++) {
        study_step(straight);
        study_reload(broken);
        study_step(broken);
        size_t genes = (size_t)straight->population.count * (size_t)straight->setup.dim;
        assert_memory_equal(straight->population.genes, broken->population.genes,
                            genes * sizeof(int32_t));
        assert_memory_equal(straight->best, broken->best, sizeof straight->best);
        assert_memory_equal(&straight->metrics, &broken->metrics, sizeof straight->metrics);
    }
    study_end(straight);
    study_end(broken);
}

#endif
