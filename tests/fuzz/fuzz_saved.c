/*
 * The state that an optimiser goes on from: each kind takes what it has saved after two
 * generations, with edits, or says why not; what it takes, it goes on from for a generation.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/targets.h"
#include "tuner/study/simulator.h"

enum { DIM = 3, POPULATION = 8, GENERATIONS = 2 };

struct learner {
    struct optimizer_options options;
    struct optimizer_setup setup;
    struct simulator simulator;
    void *optimizer;
    struct population population;
};

static void learner_begin(struct learner *learner, const struct optimizer_kind *kind) {
    *learner = (struct learner){0};
    optimizer_options_init(&learner->options);
    learner->options.kind = kind;
    learner->options.generations = 10;
    simulator_init(&learner->simulator, DIM, 2, 1);
    learner->setup = (struct optimizer_setup){.options = &learner->options,
                                              .ranges = learner->simulator.ranges,
                                              .dim = DIM,
                                              .seed = 1,
                                              .pairs = 2};
    learner->optimizer = kind->create(&learner->setup);
    population_init(&learner->population, kind->population_max(&learner->options), DIM);
}

static void learner_end(struct learner *learner) {
    learner->options.kind->destroy(learner->optimizer);
    population_destroy(&learner->population);
    optimizer_options_free(&learner->options);
}

static void learner_step(struct learner *learner, int generation) {
    const struct optimizer_kind *kind = learner->options.kind;
    struct simulated played = {0};
    struct metrics metrics = {0};
    int32_t best[DIM];
    kind->ask(learner->optimizer, generation, &learner->population);
    struct fitness *fitness = xcalloc((size_t)learner->population.count, sizeof *fitness);
    simulator_play(&learner->simulator, &learner->population, generation, &played);
    fitness_score(&played.games, fitness);
    const struct outcome outcome = fitness_outcome(&played.games, fitness);
    kind->tell(learner->optimizer, generation, &outcome, &metrics);
    kind->champion(learner->optimizer, best);
    simulated_forget(&played);
    free(fitness);
}

static struct text good_state(const struct optimizer_kind *kind) {
    struct learner learner;
    struct text saved = {0};
    learner_begin(&learner, kind);
    for (int g = 0; g < GENERATIONS; g++) learner_step(&learner, g);
    kind->save(learner.optimizer, &saved);
    learner_end(&learner);
    return saved;
}

static void check_state(const struct optimizer_kind *kind, const char *text) {
    struct learner learner;
    struct error error = {""};
    learner_begin(&learner, kind);
    if (kind->load(learner.optimizer, text, &error) == 0)
        learner_step(&learner, GENERATIONS);
    else
        fuzz_require_reason(&error);
    learner_end(&learner);
}

/* The first byte chooses the kind. */
void fuzz_saved(const uint8_t *data, size_t size) {
    static struct text good[OPTIMIZERS_MAX];
    int kinds = 0;
    while (optimizer_list[kinds]) kinds++;
    if (size == 0) return;
    int kind = data[0] % kinds;
    if (!good[kind].data) good[kind] = good_state(optimizer_list[kind]);
    struct text edited = fuzz_edited(&good[kind], data + 1, size - 1);
    check_state(optimizer_list[kind], text_get(&edited));
    text_free(&edited);
}
