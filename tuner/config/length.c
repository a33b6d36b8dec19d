/*
 * A budget is counted in games played, so that its run is the same for any number of threads. The
 * number of its generations is an estimate if generations differ.
 */
#include "tuner/config/length.h"

#include "tuner/config/keys.h"
#include "tuner/play/pairing.h"

struct optimizer_setup length_optimizer_setup(const struct config *config) {
    return (struct optimizer_setup){.options = &config->optimizer,
                                    .ranges = config->space.genes,
                                    .dim = config->space.count,
                                    .seed = config->seed,
                                    .pairs = config->pairs[STAGE_TRAIN],
                                    .initial = config->initial,
                                    .initial_count = config->initial_count,
                                    .reach = config->reach,
                                    .rates = config->rates};
}

void length_population(const struct optimizer_setup *setup, struct population *out) {
    const struct optimizer_kind *kind = setup->options->kind;
    population_init(out, kind->population_max(setup->options), setup->dim);
    void *optimizer = kind->create(setup);
    kind->ask(optimizer, 0, out);
    kind->destroy(optimizer);
}

int length_extras(const struct config *config, int generations) {
    int hall = min_int(config->fitness.hall_size, generations / config->fitness.hall_every);
    return config->fitness.gauntlet ? config->fitness.yardstick_count + hall : 0;
}

int length_hall_generation(const struct config *config, int generations, int i) {
    int every = config->fitness.hall_every;
    return (generations / every - i) * every;
}

int64_t length_meetings(const struct config *config, const struct population *population,
                        int extras) {
    if (config_is_study(config) && config->study.results != STUDY_DUELS) return population->count;
    return config->optimizer.kind->learns ? 1
                                          : pairing_count(population, config->fitness.groups,
                                                          config->fitness.round_robin, extras);
}

/* Games of the generation after the first `generations`. */
static int64_t length_generation_games(const struct config *config,
                                       const struct population *population, int generations) {
    bool scores = config_is_study(config) && config->study.results == STUDY_SCORE;
    int64_t meetings = length_meetings(config, population, length_extras(config, generations));
    return scores ? meetings : 2 * meetings * config->pairs[STAGE_TRAIN];
}

int length_generations(const struct config *config, const struct optimizer_setup *setup,
                       int64_t games) {
    const int most = (int)config_key_find("optimizer.generations")->upper;
    struct population population;
    length_population(setup, &population);
    int count = 0;
    for (int64_t played = 0; played < games && count < most; count++)
        played += length_generation_games(config, &population, count);
    population_destroy(&population);
    return count;
}

int64_t length_games(const struct config *config, int generations) {
    const struct optimizer_setup setup = length_optimizer_setup(config);
    struct population population;
    int64_t games = 0;
    length_population(&setup, &population);
    for (int i = 0; i < generations; i++) games += length_generation_games(config, &population, i);
    population_destroy(&population);
    return games;
}

const char *length_schedule(const struct config *config) {
    const struct optimizer_kind *kind = config->optimizer.kind;
    return kind->scheduled ? kind->scheduled(optimizer_own(&config->optimizer, kind)) : NULL;
}

bool length_reached(const struct config *config, int generations, int64_t games) {
    return config->optimizer.games > 0 ? games >= config->optimizer.games
                                       : generations >= config->optimizer.generations;
}
