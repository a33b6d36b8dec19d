/*
 * The course of a run without its games: ask, pairing, made-up results, fitness, tell. The
 * champions of all generations are kept for the choice.
 */
#include "tuner/study/climb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/config/length.h"
#include "tuner/run/choice.h"
#include "tuner/study/budget.h"

/* A config's yardstick stands for a player of this strength: it wins a game in four against the
 * optimum. */
static const double yardstick_strength = -1;

/* One trial under way. */
struct ascent {
    const struct config *config;
    struct optimizer_options options; /* the config's, but for the beginning and the length; their
                                         parts are the config's */
    struct optimizer_setup setup;
    void *optimizer;
    struct simulator simulator;
    struct population population;
    struct simulated played;
    struct fitness *fitness;
    struct metrics metrics;
    int generations;    /* done */
    int32_t *start;     /* of the first generation; owned, as the next */
    int32_t *champions; /* one a generation */
};

static int32_t *ascent_champion(const struct ascent *ascent, int generation) {
    return ascent->champions + (size_t)(generation - 1) * (size_t)ascent->simulator.dim;
}

static void ascent_begin(struct ascent *ascent, const struct climb *climb,
                         const struct config *config, const struct trial *trial, int64_t games) {
    *ascent = (struct ascent){.config = config, .options = config->optimizer};
    simulator_init_function(&ascent->simulator, climb->function, climb->dim,
                            config->pairs[STAGE_TRAIN], trial->seed);
    ascent->simulator.noise = climb->noise;
    ascent->options.init = INIT_RANDOM;
    ascent->setup = (struct optimizer_setup){.options = &ascent->options,
                                             .ranges = ascent->simulator.ranges,
                                             .dim = climb->dim,
                                             .seed = trial->seed,
                                             .pairs = config->pairs[STAGE_TRAIN]};
    ascent->options.generations = length_generations(config, &ascent->setup, games);
    ascent->optimizer = trial->kind->create(&ascent->setup);
    int capacity = trial->kind->population_max(&ascent->options);
    population_init(&ascent->population, capacity, climb->dim);
    ascent->fitness = xcalloc((size_t)capacity, sizeof *ascent->fitness);
    ascent->start = xcalloc((size_t)climb->dim, sizeof *ascent->start);
    optimizer_initial(&ascent->setup, 0, ascent->start);
}

static void ascent_end(struct ascent *ascent) {
    ascent->options.kind->destroy(ascent->optimizer);
    population_destroy(&ascent->population);
    simulated_forget(&ascent->played);
    free(ascent->fitness);
    free(ascent->start);
    free(ascent->champions);
}

/* ---- a generation ---- */

/* Strengths of the yardsticks and of the hall of fame, `count` of them in all. */
static double *ascent_extras(const struct ascent *ascent, int count) {
    const struct config *config = ascent->config;
    double *extras = xcalloc((size_t)count, sizeof *extras);
    for (int i = 0; i < count; i++) {
        int in_hall = i - config->fitness.yardstick_count;
        int generation = length_hall_generation(config, ascent->generations, in_hall);
        extras[i] = in_hall < 0 ? yardstick_strength
                                : simulator_strength(&ascent->simulator,
                                                     ascent_champion(ascent, generation));
    }
    return extras;
}

static void ascent_play(struct ascent *ascent) {
    const struct config *config = ascent->config;
    int count = length_extras(config, ascent->generations);
    double *extras = ascent_extras(ascent, count);
    simulated_forget(&ascent->played);
    pairing_make(&ascent->population, config->fitness.groups, config->fitness.round_robin, count,
                 &ascent->played.pairing);
    simulator_play_pairing(&ascent->simulator, &ascent->population, extras, ascent->generations,
                           &ascent->played);
    simulator_race(&ascent->simulator, ascent->options.kind, ascent->optimizer, ascent->generations,
                   &ascent->played);
    free(extras);
}

static void ascent_tell(struct ascent *ascent) {
    const struct optimizer_kind *kind = ascent->options.kind;
    size_t size = (size_t)ascent->simulator.dim * sizeof *ascent->champions;
    fitness_score(&ascent->played.games, ascent->fitness);
    struct outcome outcome = fitness_outcome(&ascent->played.games, ascent->fitness);
    ascent->metrics.count = 0;
    kind->tell(ascent->optimizer, ascent->generations, &outcome, &ascent->metrics);
    ascent->champions = xrealloc(ascent->champions, (size_t)++ascent->generations * size);
    int32_t *champion = ascent_champion(ascent, ascent->generations);
    int slot = kind->champion(ascent->optimizer, champion);
    if (slot >= 0) memcpy(champion, population_get(&ascent->population, slot), size);
}

static void ascent_train(struct ascent *ascent, int64_t games) {
    while (ascent->simulator.games < games && !interrupt_pending()) {
        ascent->options.kind->ask(ascent->optimizer, ascent->generations, &ascent->population);
        ascent_play(ascent);
        ascent_tell(ascent);
    }
}

/* ---- the choice ---- */

static void ascent_add_candidate(struct population *candidates, const int32_t *vector) {
    if (population_find(candidates, vector) < candidates->count) return;
    memcpy(population_get(candidates, candidates->count++), vector,
           (size_t)candidates->dim * sizeof *vector);
}

static void ascent_candidates(const struct ascent *ascent, int most, struct population *out) {
    int32_t *centroid = xcalloc((size_t)out->dim, sizeof *centroid);
    int number;
    for (int i = 0;
         out->count < most && (number = choice_generation(ascent->generations, most, i)) > 0; i++)
        ascent_add_candidate(out, ascent_champion(ascent, number));
    choice_centroid(ascent->setup.ranges, out->dim, ascent->options.bounds, out->genes, out->count,
                    centroid);
    ascent_add_candidate(out, centroid);
    free(centroid);
}

/* Candidates meet each other, the start and the yardsticks; the slot of the best. */
static int ascent_best(struct ascent *ascent, const struct population *candidates, int pairs) {
    double extras[1 + CONFIG_YARDSTICKS_MAX] = {
        simulator_strength(&ascent->simulator, ascent->start)};
    int yardsticks = ascent->config->fitness.yardstick_count, best = 0;
    struct fitness *fitness = xcalloc((size_t)candidates->count, sizeof *fitness);
    for (int i = 1; i <= yardsticks; i++) extras[i] = yardstick_strength;
    simulated_forget(&ascent->played);
    pairing_make(candidates, false, true, 1 + yardsticks, &ascent->played.pairing);
    ascent->simulator.pairs = pairs;
    simulator_play_pairing(&ascent->simulator, candidates, extras, INT32_MAX, &ascent->played);
    fitness_score(&ascent->played.games, fitness);
    for (int i = 1; i < candidates->count; i++)
        if (fitness_rate(&fitness[i]) > fitness_rate(&fitness[best])) best = i;
    free(fitness);
    return best;
}

/* The strength of the champion. */
static double ascent_choose(struct ascent *ascent, int pairs) {
    int most = max_int(1, ascent->config->verify.candidates - 1);
    struct population candidates;
    population_init(&candidates, most + 1, ascent->simulator.dim);
    ascent_candidates(ascent, most, &candidates);
    int best = ascent_best(ascent, &candidates, pairs);
    double strength = simulator_strength(&ascent->simulator, population_get(&candidates, best));
    population_destroy(&candidates);
    return strength;
}

/* ---- trials ---- */

static int climb_config(const struct climb *climb, const struct trial *trial, struct config *out,
                        struct budget *budget, struct error *error) {
    char name[64];
    const char *sets[OPTION_TEXTS_MAX + 1];
    size_t count = (size_t)climb->sets.count;
    memcpy(sets, climb->sets.list, count * sizeof *sets);
    snprintf(name, sizeof name, "optimizer.name=%s", trial->kind->name);
    sets[count] = name;
    if (config_load_kinds(climb->path, sets, (int)count + 1, out, error)) return -1;
    return budget_divide(out, trial->budget, budget, error);
}

static enum run_end climb_play(void *context, struct trial *trial, struct error *error) {
    const struct climb *climb = context;
    struct ascent *ascent = xmalloc(sizeof *ascent);
    struct config config;
    struct budget budget;
    int status = climb_config(climb, trial, &config, &budget, error);
    if (status == 0) {
        ascent_begin(ascent, climb, &config, trial, budget.training);
        ascent_train(ascent, budget.training);
        if (!interrupt_pending()) trial->value = -ascent_choose(ascent, budget.choice_pairs);
        trial->games = ascent->simulator.games;
        trial->generations = ascent->generations;
        ascent_end(ascent);
    }
    config_free(&config);
    free(ascent);
    return status ? RUN_REFUSED : interrupt_pending() ? RUN_INTERRUPTED : RUN_FINISHED;
}

static int climb_check(const void *context, const struct trial *trial, struct error *error) {
    struct config config;
    struct budget budget;
    if (trial->kind->learns)
        return error_set(error, "\"%s\" learns from positions of games; functions have none",
                         trial->kind->name);
    const struct climb *climb = context;
    if (trial->kind->dim_max && climb->dim > trial->kind->dim_max)
        return error_set(error, "\"%s\" is for %d parameters at most", trial->kind->name,
                         trial->kind->dim_max);
    int status = climb_config(climb, trial, &config, &budget, error);
    config_free(&config);
    return status;
}

int climb_open(struct climb *climb, struct trials *trials, struct error *error) {
    climb->title = (struct text){0};
    text_add(&climb->title, "%s, %d parameters, %s: logits below the optimum",
             simulator_functions[climb->function], climb->dim, simulator_noises[climb->noise]);
    trials->title = text_get(&climb->title);
    trials->measure = "regret, logits";
    trials->regret = true;
    trials->play = climb_play;
    trials->context = climb;
    return trials_check(trials, climb_check, error);
}

void climb_close(struct climb *climb) {
    text_free(&climb->title);
}
