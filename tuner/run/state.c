/*
 * Common to the parts of a run: rows and seats of its players, its progress, and immediate
 * warnings.
 */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/shown.h"
#include "tuner/run/compliance.h"
#include "tuner/run/run.h"

enum { FAULTS_SAID = 3 };

struct stored_player run_player_row(const struct run *run, enum player_kind kind, int generation,
                                    int slot, const struct evaluator *evaluator, int32_t *weights) {
    struct stored_player row = {.run = run->id,
                                .kind = kind,
                                .generation = generation,
                                .slot = slot,
                                .dim = evaluator->param_count,
                                .weights = weights};
    snprintf(row.evaluator, sizeof row.evaluator, "%s", evaluator->name);
    snprintf(row.layout, sizeof row.layout, "%s", evaluator->layout);
    return row;
}

int run_config(struct store *store, const struct stored_run *row, const char *const *sets,
               int set_count, struct config *out, struct error *error) {
    struct config_contents contents = {0};
    struct stored_file *files;
    int count = store_files(store, row->id, &files);
    for (int i = 0; i < count && i < (int)COUNT_OF(contents.paths); i++)
        config_contents_add(&contents, files[i].path, files[i].content);
    store_free_files(files, count);
    int status =
        config_parse_stored(row->name, row->config, &contents, sets, set_count, out, error);
    config_contents_free(&contents);
    return status;
}

int64_t run_save_individual(const struct run *run, int generation, int slot, int32_t *weights) {
    const struct stored_player row =
        run_player_row(run, PLAYER_INDIVIDUAL, generation, slot, run->config->evaluator, weights);
    return store_add_player(run->store, &row);
}

void run_seat_yardsticks(const struct run *run, const int *places, int count,
                         struct roster *roster) {
    for (int i = 0; i < count; i++)
        roster_seat_again(roster, &run->yardsticks, places[i], ROLE_YARDSTICK);
}

/* ---- how far it is ---- */

/* Training games left when `part` of a generation of `games` is played. */
static double run_training_left(const struct run *run, double part, double games) {
    const struct optimizer_options *length = &run->config->optimizer;
    double mean = run->done ? (double)run->games / run->done : games;
    double left = length->games ? (double)length->games - (double)run->games - part * games
                                : (length->generations - run->done - part) * mean;
    return left > 0 && run->ended_by == ENDING_LENGTH ? left : 0;
}

struct progress_numbers run_numbers(const struct run *run, double part, double games) {
    const struct optimizer_options *length = &run->config->optimizer;
    double left = run_training_left(run, part, games);
    const struct growth_point here = {run->done, run->games};
    const struct growth_point end = {left > 0 ? length->generations : run->done,
                                     run->games + (int64_t)left};
    int64_t milestones = growth_games_left(run->config, &run->growth, here, end);
    return (struct progress_numbers){.generation = run->done,
                                     .generations = length->generations,
                                     .games = (double)run->games + part * games,
                                     .games_planned = (double)length->games,
                                     .over = (double)(run->games + run->growth.spent),
                                     .training = left,
                                     .milestones = (double)milestones,
                                     .warning = health_word(&run->health)};
}

void run_show_part(struct run *run, double part, double games, const char *detail) {
    const struct progress_numbers now = run_numbers(run, part, games);
    progress_line_show_generation(&run->progress_line, &now, part * games, detail);
}

/* ---- what goes wrong ---- */

int run_try_engine(const struct config *config, struct pool *pool, struct error *error) {
    const struct evaluator *evaluator = config->evaluator;
    const struct player player = {.evaluator = evaluator, .mover_new = evaluator->mover_new};
    if (!player.mover_new) return 0;
    struct mover *mover = pool_mover(pool, &player);
    if (guest_try(mover, error)) return -1;
    const struct external *engine = &((const struct guest_mover *)mover)->engine;
    return compliance_check_bounds(config, &engine->offers, error);
}

void run_watch_guests(struct run *run, const struct played *game) {
    const struct guest_ending ending = guest_ending_of(game->movers, game->record);
    const struct guest_mover *loser = ending.guest;
    guest_watch(game->movers, &ending, game->first, game->number);
    if (!external_is_fault(ending.end) || ++run->faults > FAULTS_SAID) return;
    progress_line_clear(&run->progress_line);
    shown_warn("%s: %s lost a game by %s: it %s%s\n", run->config->name, loser->engine.spec->name,
               external_end_names[ending.end], loser->engine.detail,
               run->faults == FAULTS_SAID ? "; the report will count more of that" : "");
}

/* On stderr at once, for each thing that goes wrong. */
static void run_warn(struct run *run, enum health_state worst) {
    if (run->health.worst == worst || run->health.worst == HEALTH_CONVERGED) return;
    struct text text = {0};
    health_print(&run->health, &text);
    progress_line_clear(&run->progress_line);
    shown_warn("%s: %s\n", run->config->name, text_get(&text));
    text_free(&text);
}

void run_watch(struct run *run) {
    enum health_state worst = run->health.worst;
    struct stored_diagnostics *list;
    int count = store_diagnostics(run->store, run->id, run->health.count + 1, run->done, &list);
    for (int i = 0; i < count; i++) health_watch(&run->health, &list[i]);
    free(list);
    if (run->wish.deadline != 0) run->pace = store_pace(run->store, run->id);
    run_warn(run, worst);
}
