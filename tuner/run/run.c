#include "tuner/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tuner/play/fitness.h"
#include "tuner/run/lineup.h"
#include "tuner/run/verify.h"

struct run {
    const struct config *config;
    struct store *store;
    int64_t id;
    void *optimizer;
    int done; /* finished generations; they count from 1 */
    struct progress bar;
    char note[96];
};

/* One generation while it is played. */
struct generation {
    struct run *run;
    int number;
    struct population population;
    struct lineup lineup; /* population, yardsticks, hall of fame */
    struct pairing pairing;
    struct state *openings;
    struct match match;
    struct game_result *results;
    struct fitness_games games;
    struct fitness *fitness;
    double seconds;
};

void run_database(const struct config *config, char *out, int size) {
    snprintf(out, (size_t)size, "%s/run.db", config->output);
}

struct optimizer_setup run_optimizer_setup(const struct config *config) {
    return (struct optimizer_setup){.options = &config->optimizer,
                                    .params = config->evaluator->params,
                                    .dim = config->evaluator->param_count,
                                    .seed = config->seed,
                                    .initial = config->initial,
                                    .initial_count = config->initial_count};
}

/* ---- playing a generation ---- */

static int add_stored(struct generation *generation, struct stored_player *player,
                      struct error *error) {
    int place = lineup_add_stored(&generation->lineup, generation->run->config, player, error);
    store_free_player(player);
    return place < 0 ? -1 : 0;
}

static int add_yardsticks(struct generation *generation, struct error *error) {
    const struct run *run = generation->run;
    struct stored_player player;
    for (int i = 0; i < run->config->fitness.yardstick_count; i++) {
        const char *name = run->config->fitness.yardsticks[i].provenance.name;
        if (store_named_player(run->store, run->id, name, &player, error) ||
            add_stored(generation, &player, error))
            return -1;
    }
    return 0;
}

/* The champions of the last `hall_size` generations whose numbers divide by `hall_every`. */
static int add_hall(struct generation *generation, struct error *error) {
    const struct run *run = generation->run;
    int every = run->config->fitness.hall_every, size = run->config->fitness.hall_size;
    int newest = run->done / every * every;
    struct stored_player player;
    for (int number = newest - (size - 1) * every; number <= newest; number += every)
        if (number > 0 && (store_individual(run->store, run->id, number, -1, &player, error) ||
                           add_stored(generation, &player, error)))
            return -1;
    return 0;
}

static int generation_line_up(struct generation *generation, struct error *error) {
    const struct run *run = generation->run;
    const struct config *config = run->config;
    const struct population *population = &generation->population;
    for (int i = 0; i < population->count; i++)
        lineup_add(&generation->lineup, config, config->evaluator, population_get(population, i),
                   PLAYER_INDIVIDUAL, 0);
    if (config->fitness.gauntlet &&
        (add_yardsticks(generation, error) || add_hall(generation, error)))
        return -1;
    pairing_make(population, config->fitness.groups, config->fitness.round_robin,
                 generation->lineup.count - population->count, &generation->pairing);
    return 0;
}

static bool generation_progress(void *context, int64_t games_done) {
    struct generation *generation = context;
    struct run *run = generation->run;
    int64_t games = match_games(&generation->match);
    progress_update(&run->bar, (int64_t)run->done * 1000 + games_done * 1000 / games, run->note);
    return true;
}

static void generation_play(struct generation *generation) {
    struct run *run = generation->run;
    const struct config *config = run->config;
    struct opening_source source = lineup_openings(config);
    generation->openings =
        openings_make(&source, OPENING_TRAIN, generation->number, config->fitness.pairs);
    generation->match = lineup_match(&generation->lineup, config, STAGE_TRAIN, generation->number,
                                     generation->pairing.meetings, generation->pairing.count,
                                     generation->openings, config->fitness.pairs);
    generation->match.progress = generation_progress;
    generation->match.context = generation;
    size_t games = (size_t)match_games(&generation->match);
    generation->results = xmalloc(games * sizeof *generation->results);
    generation->fitness =
        xcalloc((size_t)generation->population.count, sizeof *generation->fitness);
    double start = clock_seconds();
    match_run(&generation->match, generation->results);
    generation->seconds = clock_seconds() - start;
    generation->games = (struct fitness_games){&generation->population, &generation->pairing,
                                               generation->results, config->fitness.pairs};
    fitness_score(&generation->games, generation->fitness);
}

/* ---- keeping it ---- */

static int64_t save_individual(const struct generation *generation, int slot) {
    const struct run *run = generation->run;
    struct stored_player row = {.run = run->id,
                                .kind = PLAYER_INDIVIDUAL,
                                .generation = generation->number,
                                .slot = slot,
                                .dim = generation->population.dim,
                                .weights = population_get(&generation->population, slot)};
    snprintf(row.evaluator, sizeof row.evaluator, "%s", run->config->evaluator->name);
    snprintf(row.layout, sizeof row.layout, "%s", run->config->evaluator->layout);
    return store_add_player(run->store, &row);
}

/* Whoever played, and the champion if it is a vector of its own; returns the champion's id. */
static int64_t save_individuals(struct generation *generation, int champion) {
    int count = generation->population.count;
    for (int i = 0; i < count; i++) generation->lineup.ids[i] = save_individual(generation, i);
    return champion < count ? generation->lineup.ids[champion]
                            : save_individual(generation, champion);
}

static void generation_save(struct generation *generation, int champion,
                            const struct metrics *metrics) {
    struct run *run = generation->run;
    struct text state = {0};
    run->config->optimizer.kind->save(run->optimizer, &state);
    store_begin(run->store);
    struct stored_generation row = {
        .generation = generation->number,
        .champion = save_individuals(generation, champion),
        .openings = generation->match.pairs,
        .openings_distinct =
            openings_distinct(run->config->game, generation->openings, generation->match.pairs),
        .games = match_games(&generation->match),
        .games_distinct = match_distinct(&generation->match, generation->results),
        .state = state.data,
        .seconds = generation->seconds,
        .threads = run->config->threads ? run->config->threads : match_cores(),
    };
    store_add_generation(run->store, run->id, &row, metrics);
    for (int i = 0; i < generation->population.count; i++)
        store_add_fitness(run->store, run->id, generation->number, generation->lineup.ids[i],
                          &generation->fitness[i]);
    lineup_save(&generation->lineup, &generation->match, generation->results, run->store, run->id,
                STAGE_TRAIN, generation->number);
    store_commit(run->store);
    text_free(&state);
}

static void generation_note(struct generation *generation, int champion) {
    struct run *run = generation->run;
    char best[32] = "";
    if (champion < generation->population.count)
        snprintf(best, sizeof best, ", best %.3f", fitness_rate(&generation->fitness[champion]));
    snprintf(run->note, sizeof run->note, "gen %d%s, %.0f games/s", generation->number, best,
             (double)match_games(&generation->match) / generation->seconds);
}

static void generation_destroy(struct generation *generation) {
    free(generation->fitness);
    free(generation->results);
    free(generation->openings);
    pairing_destroy(&generation->pairing);
    lineup_destroy(&generation->lineup);
    population_destroy(&generation->population);
}

/* The champion's slot; one that did not play takes the slot behind the population. */
static int generation_champion(struct generation *generation) {
    const struct run *run = generation->run;
    int32_t *spare = population_get(&generation->population, generation->population.count);
    int slot = run->config->optimizer.kind->champion(run->optimizer, spare);
    return slot < 0 ? population_find(&generation->population, spare) : slot;
}

static void generation_finish(struct generation *generation) {
    struct run *run = generation->run;
    struct outcome outcome = fitness_outcome(&generation->games, generation->fitness);
    struct metrics metrics = {0};
    run->config->optimizer.kind->tell(run->optimizer, run->done, &outcome, &metrics);
    int champion = generation_champion(generation);
    generation_save(generation, champion, &metrics);
    generation_note(generation, champion);
    run->done++;
}

static int run_generation(struct run *run, struct error *error) {
    const struct optimizer_options *options = &run->config->optimizer;
    struct generation generation = {.run = run, .number = run->done + 1};
    population_init(&generation.population, options->kind->population_max(options) + 1,
                    run->config->evaluator->param_count);
    options->kind->ask(run->optimizer, run->done, &generation.population);
    int status = generation_line_up(&generation, error);
    if (status == 0) {
        generation_play(&generation);
        generation_finish(&generation);
    }
    generation_destroy(&generation);
    return status;
}

/* ---- beginning and going on ---- */

static void describe_machine(struct stored_run *row) {
    struct utsname machine;
    snprintf(row->program, sizeof row->program, "hone %s", HONE_VERSION);
    snprintf(row->compiler, sizeof row->compiler, "%s", __VERSION__);
    if (uname(&machine) == 0)
        snprintf(row->machine, sizeof row->machine, "%.40s %.16s, %d cores", machine.nodename,
                 machine.machine, match_cores());
}

static bool already_stored(const struct run *run, const char *name) {
    struct stored_player player;
    if (store_named_player(run->store, run->id, name, &player, NULL)) return false;
    store_free_player(&player);
    return true;
}

static void save_yardsticks(struct run *run, const struct weights *yardsticks, int count) {
    for (int i = 0; i < count; i++) {
        const struct evaluator *evaluator = yardsticks[i].evaluator;
        struct stored_player row = {.run = run->id,
                                    .kind = PLAYER_YARDSTICK,
                                    .generation = -1,
                                    .slot = -1,
                                    .dim = evaluator->param_count,
                                    .weights = yardsticks[i].values};
        snprintf(row.name, sizeof row.name, "%s", yardsticks[i].provenance.name);
        snprintf(row.evaluator, sizeof row.evaluator, "%s", evaluator->name);
        snprintf(row.layout, sizeof row.layout, "%s", evaluator->layout);
        if (!already_stored(run, row.name)) store_add_player(run->store, &row);
    }
}

static void run_create(struct run *run, const char *config_text) {
    const struct config *config = run->config;
    struct stored_run row = {
        .seed = config->seed, .evaluator_schema = config->evaluator->schema, .mixing = 1};
    row.config = xstrdup(config_text);
    snprintf(row.name, sizeof row.name, "%s", config->name);
    snprintf(row.game, sizeof row.game, "%s", config->game->name);
    snprintf(row.evaluator, sizeof row.evaluator, "%s", config->evaluator->name);
    snprintf(row.layout, sizeof row.layout, "%s", config->evaluator->layout);
    snprintf(row.init, sizeof row.init, "%s", optimizer_init_names[config->optimizer.init]);
    describe_machine(&row);
    run->id = store_add_run(run->store, &row);
    save_yardsticks(run, config->fitness.yardsticks, config->fitness.yardstick_count);
    save_yardsticks(run, config->verify.yardsticks, config->verify.yardstick_count);
    free(row.config);
}

/* The advice comes first: a long list is cut. */
static int refuse_settings(const struct run *run, const char *there, const char *here,
                           struct error *error) {
    struct text differences = {0};
    config_differences(there, here, &differences);
    error_set(error,
              "%s holds a run with other settings; choose another `name` or `output`, or, to go on "
              "from this run's champion, begin a new one with optimizer.init = \"file\" and "
              "optimizer.init_weights. They differ in:\n%s",
              run->config->output, text_get(&differences));
    text_free(&differences);
    return -1;
}

static int run_resume(struct run *run, const struct stored_run *row, const char *config_text,
                      struct error *error) {
    if (strcmp(row->config, config_text) != 0)
        return refuse_settings(run, row->config, config_text, error);
    run->id = row->id;
    run->done = row->generations;
    if (run->done == 0) return 0;
    struct stored_player next;
    if (store_individual(run->store, run->id, run->done + 1, 0, &next, NULL) == 0) {
        store_free_player(&next);
        return error_set(error, "%s: has players of generation %d, but only %d generations",
                         run->config->output, run->done + 1, run->done);
    }
    struct stored_generation last;
    if (store_generation(run->store, run->id, run->done, &last, NULL, error)) return -1;
    int status = run->config->optimizer.kind->load(run->optimizer, last.state, error);
    free(last.state);
    return status;
}

static int check_yardsticks(const struct run *run, const struct weights *yardsticks, int count,
                            struct error *error) {
    for (int i = 0; i < count; i++) {
        struct stored_player row;
        const char *name = yardsticks[i].provenance.name;
        const struct evaluator *evaluator = yardsticks[i].evaluator;
        if (verify_makes_player(name))
            return error_set(error,
                             "a yardstick cannot be called '%s', which the run may make "
                             "itself; change the name in its weight file",
                             name);
        if (store_named_player(run->store, run->id, name, &row, error)) return -1;
        bool same =
            row.dim == evaluator->param_count && strcmp(row.evaluator, evaluator->name) == 0 &&
            strcmp(row.layout, evaluator->layout) == 0 &&
            memcmp(row.weights, yardsticks[i].values, (size_t)row.dim * sizeof *row.weights) == 0;
        store_free_player(&row);
        if (!same)
            return error_set(error,
                             "yardstick '%s' is not the one this run began with; two yardsticks "
                             "need two names, and a run keeps its yardsticks",
                             name);
    }
    return 0;
}

static int run_create_or_resume(struct run *run, struct error *error) {
    struct text config_text = {0};
    struct stored_run *rows;
    config_print(run->config, &config_text);
    int count = store_runs(run->store, &rows), status = 0;
    if (count == 0)
        run_create(run, text_get(&config_text));
    else
        status = run_resume(run, &rows[0], text_get(&config_text), error);
    store_free_runs(rows, count);
    text_free(&config_text);
    return status;
}

/* A refused run leaves nothing behind that would be in the way of a better one. */
static int run_begin(struct run *run, struct error *error) {
    const struct config *config = run->config;
    store_begin(run->store);
    int status = run_create_or_resume(run, error);
    if (status == 0)
        status = check_yardsticks(run, config->fitness.yardsticks, config->fitness.yardstick_count,
                                  error);
    if (status == 0)
        status =
            check_yardsticks(run, config->verify.yardsticks, config->verify.yardstick_count, error);
    if (status == 0)
        store_commit(run->store);
    else
        store_rollback(run->store);
    return status;
}

/* ---- the run ---- */

static enum run_end run_generations(struct run *run, struct error *error) {
    int generations = run->config->optimizer.generations;
    progress_start(&run->bar, run->config->name, (int64_t)generations * 1000);
    int status = 0;
    while (status == 0 && run->done < generations && !interrupt_pending())
        status = run_generation(run, error);
    progress_end(&run->bar);
    if (status) return RUN_REFUSED;
    return run->done == generations ? RUN_FINISHED : RUN_INTERRUPTED;
}

static enum run_end run_verification(struct run *run, struct error *error) {
    int status = verify_run(run->config, run->store, run->id, error);
    return status < 0 ? RUN_REFUSED : status > 0 ? RUN_INTERRUPTED : RUN_FINISHED;
}

static enum run_end run_in_store(struct run *run, struct error *error) {
    struct optimizer_setup setup = run_optimizer_setup(run->config);
    run->optimizer = run->config->optimizer.kind->create(&setup);
    enum run_end end = run_begin(run, error) ? RUN_REFUSED : run_generations(run, error);
    if (end == RUN_FINISHED) end = run_verification(run, error);
    run->config->optimizer.kind->destroy(run->optimizer);
    return end;
}

enum run_end run_tune(const struct config *config, struct error *error) {
    char path[600];
    struct opening_source source = lineup_openings(config);
    run_database(config, path, sizeof path);
    if (openings_check(&source, error) || directory_make(config->output, error)) return RUN_REFUSED;
    struct run run = {.config = config, .store = store_open(path, STORE_WRITE, error)};
    if (!run.store) return RUN_REFUSED;
    enum run_end end = run_in_store(&run, error);
    store_close(run.store);
    return end;
}
