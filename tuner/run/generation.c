/*
 * One generation: its players, the session, their fitness, and the one transaction that stores all
 * of it. The games are over before the transaction begins. After a short generation the transaction
 * waits until the next one's games keep the other threads busy.
 */
#include <stdlib.h>
#include <string.h>

#include "tuner/run/fitness.h"
#include "tuner/run/hall.h"
#include "tuner/run/session.h"

struct generation {
    struct run *run;
    int number;
    struct population population; /* genes */
    int32_t *weights;             /* scratch: what an individual's genes expand to */
    struct roster roster;         /* population, yardsticks, hall of fame */
    struct pairing pairing;
    struct session session;
    struct fitness *fitness;
    int champion; /* slot */
    struct metrics metrics;
    struct text state; /* of the optimiser after it */
};

/* ---- players ---- */

/* Weights of the slot; until the next call. */
static int32_t *generation_weights(const struct generation *generation, int slot) {
    space_expand(&generation->run->config->space, population_get(&generation->population, slot),
                 generation->weights);
    return generation->weights;
}

static int generation_seat_guests(struct generation *generation, struct error *error) {
    struct run *run = generation->run;
    const struct config *config = run->config;
    int newest = run->done / config->fitness.hall_every * config->fitness.hall_every;
    run_seat_yardsticks(run, run->training, config->fitness.yardstick_count, &generation->roster);
    if (run->hall_newest != newest && hall_fill(run, newest, error)) return -1;
    for (int place = 0; place < run->hall.count; place++)
        roster_seat_again(&generation->roster, &run->hall, place, ROLE_HALL);
    return 0;
}

static int generation_seat(struct generation *generation, struct error *error) {
    const struct config *config = generation->run->config;
    const struct population *population = &generation->population;
    size_t dim = (size_t)config->space.dim;
    int32_t *weights = xmalloc((size_t)population->count * dim * sizeof *weights);
    for (int i = 0; i < population->count; i++)
        memcpy(weights + (size_t)i * dim, generation_weights(generation, i), dim * sizeof *weights);
    generation->roster = roster_new(&config->player.manners);
    int status = roster_seat_group(&generation->roster, config->evaluator, weights,
                                   population->count, ROLE_CANDIDATE, generation->run->pool);
    free(weights);
    if (status) return 1;
    return config->fitness.gauntlet ? generation_seat_guests(generation, error) : 0;
}

/* ---- playing ---- */

static bool generation_progress(void *context, int64_t games) {
    struct generation *generation = context;
    int64_t all = session_games(&generation->session);
    run_show_part(generation->run, (double)games / (double)all, (double)all, "");
    return true;
}

static void generation_played(void *context, const struct played *game) {
    struct generation *generation = context;
    run_watch_guests(generation->run, game);
}

static struct fitness_games generation_games(const struct generation *generation) {
    const struct session *session = &generation->session;
    return (struct fitness_games){&generation->population, &generation->pairing, session->results,
                                  session->pairs, session->pairs_each};
}

/* Batch after batch, until the optimiser knows enough. 0, or -1 if Ctrl-C came first. */
static int generation_race(struct generation *generation) {
    const struct run *run = generation->run;
    const struct fitness_games games = generation_games(generation);
    struct race race = race_new(run->config->optimizer.kind, run->optimizer, run->done, &games);
    int status = 0;
    for (int pairs; status == 0 && (pairs = race_next(&race)) > 0;) {
        for (int m = 0; m < games.pairing->count; m++)
            if (!race_goes_on(&race, m)) session_stop(&generation->session, m);
        status = session_play(&generation->session, pairs);
    }
    race_destroy(&race);
    return status;
}

/* 0, or 1 if Ctrl-C came before all games were over. */
static int generation_play(struct generation *generation) {
    const struct run *run = generation->run;
    const struct config *config = run->config;
    struct session *session = &generation->session;
    *session = session_of_run(config, run->mixing, STAGE_TRAIN, generation->number,
                              &generation->roster, run->pool);
    session->journal = run->journal;
    session->progress = generation_progress;
    session->played = generation_played;
    session->context = generation;
    pairing_make(&generation->population, config->fitness.groups, config->fitness.round_robin,
                 generation->roster.count - generation->population.count, &generation->pairing);
    for (int m = 0; m < generation->pairing.count; m++)
        session_meet(session, generation->pairing.meetings[m].a, generation->pairing.meetings[m].b);
    return session_draw(session, NULL) || generation_race(generation) ? 1 : 0;
}

/* The champion's slot; one that did not play takes the slot behind the population. */
static int generation_champion(struct generation *generation) {
    const struct run *run = generation->run;
    int32_t *spare = population_get(&generation->population, generation->population.count);
    int slot = run->config->optimizer.kind->champion(run->optimizer, spare);
    return slot < 0 ? population_find(&generation->population, spare) : slot;
}

static void generation_tell(struct generation *generation) {
    struct run *run = generation->run;
    const struct fitness_games games = generation_games(generation);
    generation->fitness =
        xcalloc((size_t)generation->population.count, sizeof *generation->fitness);
    fitness_score(&games, generation->fitness);
    struct outcome outcome = fitness_outcome(&games, generation->fitness);
    run->config->optimizer.kind->tell(run->optimizer, run->done, &outcome, &generation->metrics);
    generation->champion = generation_champion(generation);
}

/* ---- keeping it ---- */

static int64_t generation_save_individual(const struct generation *generation, int slot) {
    return run_save_individual(generation->run, generation->number, slot,
                               generation_weights(generation, slot));
}

/* All that played, and the champion if it is a vector of its own; returns the champion's id. */
static int64_t generation_save_individuals(struct generation *generation) {
    int count = generation->population.count, champion = generation->champion;
    int64_t *ids = generation->roster.ids;
    for (int i = 0; i < count; i++) ids[i] = generation_save_individual(generation, i);
    return champion < count ? ids[champion] : generation_save_individual(generation, champion);
}

static void generation_free(struct generation *generation) {
    text_free(&generation->state);
    free(generation->fitness);
    session_destroy(&generation->session);
    pairing_destroy(&generation->pairing);
    roster_destroy(&generation->roster);
    population_destroy(&generation->population);
    free(generation->weights);
    free(generation);
}

/* The one transaction; the generation is freed after it. */
static void generation_write(void *context) {
    struct generation *generation = context;
    const struct run *run = generation->run;
    const struct session *session = &generation->session;
    int openings = session_openings_played(session);
    store_begin(run->store);
    struct stored_generation row = {
        .generation = generation->number,
        .champion = generation_save_individuals(generation),
        .openings = openings_meant(&session->openings, openings),
        .openings_distinct = openings_distinct(&session->openings, openings),
        .games = session_games_played(session),
        .games_distinct = session_games_distinct(session),
        .state = generation->state.data,
        .seconds = session->seconds,
        .threads = pool_threads(run->pool),
    };
    store_add_generation(run->store, run->id, &row, &generation->metrics);
    for (int i = 0; i < generation->population.count; i++)
        store_add_fitness(run->store, run->id, generation->number, generation->roster.ids[i],
                          &generation->fitness[i]);
    session_save(session, run->store, run->id);
    store_commit(run->store);
    generation_free(generation);
}

/* A generation that has lasted long enough to be in the journal is written at once, so that a kill
 * costs no more than before; that takes a small part of its time. */
static void generation_keep(struct generation *generation) {
    struct run *run = generation->run;
    run_watch(run);
    run->config->optimizer.kind->save(run->optimizer, &generation->state);
    run->done++;
    run->games += session_games_played(&generation->session);
    store_owe(run->store, generation_write, generation);
    if (journal_is_begun(run->journal)) store_settle(run->store);
    journal_empty(run->journal);
}

static struct generation *generation_new(struct run *run) {
    const struct config *config = run->config;
    struct generation *generation = xcalloc(1, sizeof *generation);
    generation->run = run;
    generation->number = run->done + 1;
    population_init(&generation->population,
                    config->optimizer.kind->population_max(&config->optimizer) + 1,
                    config->space.count);
    generation->weights = xmalloc((size_t)config->space.dim * sizeof *generation->weights);
    return generation;
}

int run_generation(struct run *run, struct error *error) {
    struct generation *generation = generation_new(run);
    run->config->optimizer.kind->ask(run->optimizer, run->done, &generation->population);
    int status = generation_seat(generation, error);
    if (status == 0) status = generation_play(generation);
    if (status == 0) {
        generation_tell(generation);
        generation_keep(generation);
    } else {
        generation_free(generation);
    }
    return status;
}
