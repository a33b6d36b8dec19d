/*
 * Facts of a run's rows.
 */
#include "tuner/report/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/config/length.h"
#include "tuner/external/drive.h"
#include "tuner/run/verify.h"

/* ---- names ---- */

/* The generation that a player was champion of is in the generation's row, not in its own, so both
 * are read. A name is for people: if a row cannot be read its number is used. */

static bool names_is_champion(struct store *store, const struct stored_player *player) {
    struct stored_generation generation;
    if (store_generation(store, player->run, player->generation, &generation, NULL, NULL))
        return false;
    free(generation.state);
    return generation.champion == player->id;
}

void names_player(struct store *store, const struct stored_player *player, char out[NAMES_LENGTH]) {
    bool start = player->generation == 1 && player->slot == 0;
    if (player->kind != PLAYER_INDIVIDUAL || player->generation < 0)
        snprintf(out, NAMES_LENGTH, "%s", player->name);
    else if (names_is_champion(store, player))
        snprintf(out, NAMES_LENGTH, "generation %d%s", player->generation, start ? " (start)" : "");
    else if (start)
        snprintf(out, NAMES_LENGTH, "start");
    else
        snprintf(out, NAMES_LENGTH, "generation %d no. %d", player->generation, player->slot + 1);
}

void names_id(struct store *store, int64_t id, char out[NAMES_LENGTH]) {
    struct stored_player player;
    if (store_player(store, id, &player, NULL)) {
        snprintf(out, NAMES_LENGTH, "player %lld", (long long)id);
        return;
    }
    names_player(store, &player, out);
    store_free_player(&player);
}

void names_of_run(const char *run, const char *which, char *out, size_t size) {
    bool number = which[0] >= '0' && which[0] <= '9';
    size_t rest = strlen(which) + (number ? strlen("generation ") : 0) + 2;
    size_t over = strlen(run) + rest > size ? strlen(run) + rest - size : 0;
    snprintf(out, size, "%s %s%s", run + (over < strlen(run) ? over : strlen(run)),
             number ? "generation " : "", which);
}

/* ---- seats ---- */

/* A stage has a few dozen, so they are searched in order. */

struct seats seats_load(struct store *store, int64_t run, enum stage stage) {
    struct seats seats;
    seats.count = store_seats(store, run, stage, &seats.list);
    return seats;
}

void seats_free(struct seats *seats) {
    free(seats->list);
}

int seats_of_role(const struct seats *seats, enum role role) {
    int count = 0;
    for (int i = 0; i < seats->count; i++) count += seats->list[i].role == role;
    return count;
}

bool seats_has(const struct seats *seats, int64_t player) {
    for (int i = 0; i < seats->count; i++)
        if (seats->list[i].player == player) return true;
    return false;
}

bool seats_has_as(const struct seats *seats, int64_t player, enum role role) {
    for (int i = 0; i < seats->count; i++)
        if (seats->list[i].player == player && seats->list[i].role == role) return true;
    return false;
}

/* ---- stages ---- */

/* A run's stages in the order of the stage table. A stage without meetings is also over when a
 * later one is, or the run. */

struct stages stages_of(struct store *store, const struct stored_run *run,
                        const struct config *config) {
    int64_t games = store_games(store, run->id, run->generations);
    bool trained =
        run->ended_by != ENDING_LENGTH || length_reached(config, run->generations, games);
    int generations = trained ? run->generations : config->optimizer.generations;
    struct stages stages = {.count = 1, .done = trained, .list = {STAGE_TRAIN}};
    for (enum stage stage = STAGE_SELECT; stage <= STAGE_MILESTONE; stage++) {
        if (!verify_wants(config, generations, stage)) continue;
        stages.list[stages.count++] = stage;
        if (store_stage_is_played(store, run->id, stage)) stages.done = stages.count;
    }
    if (run->finished[0]) stages.done = stages.count;
    return stages;
}

void stages_print(const struct stages *stages, bool running, struct text *out) {
    for (int i = 0; i < stages->count; i++)
        text_add(out, "%s%s %s", i ? ", " : "", stage_table[stages->list[i]].label,
                 i < stages->done   ? "done"
                 : i > stages->done ? "to come"
                 : running          ? "going on"
                                    : "next");
}

/* ---- figures ---- */

/* A meeting's figures are its first player's. A pool keeps weighted sums. */

struct figures_meeting figures_of(struct store *store, const struct stored_meeting *meeting) {
    struct figures_meeting figures = {
        .id = meeting->id, .counts = meeting->counts, .score = score_of(&meeting->counts)};
    names_id(store, meeting->b, figures.against);
    if (meeting->not_repeatable) strcat(figures.against, " *");
    return figures;
}

void figures_add_weighted(struct figures_pool *pool, const struct stored_meeting *meeting,
                          double weight) {
    struct score score = score_of(&meeting->counts);
    pool->meetings++;
    pool->ahead += score.rate - score.rate_error > 0.5;
    pool->behind += score.rate + score.rate_error < 0.5;
    pool->pairs += score.pairs;
    pool->weights += weight;
    pool->points += weight * score.rate;
    pool->errors += weight * score.rate_error;
}

void figures_add(struct figures_pool *pool, const struct stored_meeting *meeting) {
    figures_add_weighted(pool, meeting, (double)pentanomial_pairs(&meeting->counts));
}

double figures_rate(const struct figures_pool *pool) {
    return pool->points / pool->weights;
}

double figures_error(const struct figures_pool *pool) {
    return pool->errors / pool->weights;
}

/* ---- external engines ---- */

/* Figures are from the rows alone: a meeting's pairs, and its faults. */

/* ", 3 of them lost by crash, 1 by timeout" */
static void engines_print_faults(struct store *store, int64_t player, enum stage stage,
                                 struct text *out) {
    int kinds = 0;
    for (int end = 0; end < EXTERNAL_ENDS; end++) {
        if (!external_is_fault((enum external_end)end)) continue;
        int64_t games = store_engine_faults(store, player, stage, external_end_names[end]);
        if (games == 0) continue;
        text_add(out, "%s %lld by %s", kinds++ ? "," : ", of which it lost", (long long)games,
                 external_end_names[end]);
    }
}

static void engines_print_one(struct store *store, const struct stored_player *engine,
                              struct text *out) {
    text_add(out, "  %s: %s\n", engine->name, engine->line);
    for (enum stage stage = STAGE_TRAIN; stage < STAGE_SERIES; stage++) {
        int64_t games = store_engine_games(store, engine->id, stage);
        if (games == 0) continue;
        text_add(out, "    %s: %lld games", stage_table[stage].label, (long long)games);
        engines_print_faults(store, engine->id, stage, out);
        text_add(out, "\n");
    }
}

/* Whether training or choice depends on games with them. */
static bool engines_decided(struct store *store, int64_t run) {
    int64_t games = 0;
    for (int64_t id = 0; (id = store_next_engine(store, run, id)) > 0;)
        games += store_engine_games(store, id, STAGE_TRAIN) +
                 store_engine_games(store, id, STAGE_SELECT);
    return games > 0;
}

void engines_print(struct store *store, int64_t run, struct text *out) {
    if (store_next_engine(store, run, 0) == 0) return;
    text_add(out, "\nNot repeatable (*): games with engines of their own%s\n",
             engines_decided(store, run)
                 ? ",\n  and this run, whose training or choice followed from them"
                 : "; all else is");
    for (int64_t id = 0; (id = store_next_engine(store, run, id)) > 0;) {
        struct stored_player engine;
        struct error error;
        if (store_player(store, id, &engine, &error)) continue;
        engines_print_one(store, &engine, out);
        store_free_player(&engine);
    }
}
