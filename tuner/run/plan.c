/*
 * Only what grows with the config is counted: tables, players, meetings, jobs, results, openings.
 * The rest of the program takes a few MiB. Sizes are doubles, since a size to be refused may exceed
 * 64 bits.
 */
#include "tuner/run/plan.h"

#include <math.h>
#include <stdio.h>

#include "engine/search/player.h"
#include "tuner/config/length.h"
#include "tuner/play/jobs.h"
#include "tuner/play/pairing.h"
#include "tuner/play/pool.h"
#include "tuner/run/choice.h"
#include "tuner/run/growth.h"

/* ---- counting ---- */

static int64_t plan_round_robin(int64_t players) {
    return players * (players - 1) / 2;
}

static void plan_training(const struct config *config, struct plan *plan) {
    struct population population;
    int extras = length_extras(config, INT32_MAX);
    const struct optimizer_setup setup = length_optimizer_setup(config);
    length_population(&setup, &population);
    plan->individuals = population.count;
    plan->stages[STAGE_TRAIN] = (struct plan_stage){
        .players = population.count + extras,
        .meetings = length_meetings(config, &population, extras),
        .pairs = config->pairs[STAGE_TRAIN],
        .stock = config->fitness.openings,
    };
    population_destroy(&population);
}

/* Pairs for verify.error: one pair of equals has an error of some 400 Elo, n pairs that divided by
 * the root of n. */
static int plan_pairs_measured(const struct config *config) {
    double batch = config->pairs[STAGE_VERIFY], root = 400 / config->verify.error;
    return config->verify.error > 0 ? (int)fmin(config->verify.pairs_max, fmax(batch, root * root))
                                    : config->pairs[STAGE_VERIFY];
}

/* Candidates meet each other, the start and the yardsticks. Then one of them meets the same again
 * and more yardsticks, which the start meets too. */
static void plan_choice(const struct config *config, struct plan *plan) {
    int64_t candidates = config->verify.candidates, pool = 1 + config->fitness.yardstick_count;
    int64_t yardsticks = config->verify.yardstick_count;
    struct halving race = halving_of((int)candidates, (int)pool, config->pairs[STAGE_SELECT]);
    plan->stages[STAGE_SELECT] = (struct plan_stage){
        .players = candidates + pool,
        .meetings = plan_round_robin(candidates) + candidates * pool,
        .pairs = config->pairs[STAGE_SELECT],
        .pairs_most = config->verify.racing ? halving_pairs_all(&race) : 0,
    };
    plan->stages[STAGE_VERIFY] = (struct plan_stage){
        .players = candidates + pool + yardsticks,
        .meetings = candidates - 1 + pool + 2 * yardsticks,
        .pairs = plan_pairs_measured(config),
        .pairs_most = config->verify.error > 0 ? config->verify.pairs_max : 0,
    };
}

static void plan_depths(const struct config *config, struct plan *plan) {
    int64_t yardsticks = config->verify.yardstick_count;
    if (config->pairs[STAGE_DEPTH] == 0) return;
    plan->stages[STAGE_DEPTH] = (struct plan_stage){
        .players = 2 + yardsticks, .meetings = 1 + yardsticks, .pairs = config->pairs[STAGE_DEPTH]};
}

static void plan_limit(const struct config *config, struct plan *plan) {
    if (config->pairs[STAGE_LIMIT] == 0) return;
    plan->stages[STAGE_LIMIT] =
        (struct plan_stage){.players = 2, .meetings = 1, .pairs = config->pairs[STAGE_LIMIT]};
}

static struct plan_stage plan_milestones(const struct config *config, int generations) {
    int every = config->verify.milestone_every;
    if (every == 0 || every > generations) return (struct plan_stage){0};
    int64_t players = generations / every + config->verify.random_players;
    return (struct plan_stage){
        .players = players + config->verify.yardstick_count,
        .meetings = plan_round_robin(players) + config->verify.yardstick_count,
        .pairs = config->pairs[STAGE_MILESTONE],
    };
}

int64_t plan_milestone_games(const struct config *config, int generations) {
    const struct plan_stage stage = plan_milestones(config, generations);
    return 2 * stage.meetings * stage.pairs;
}

/* One milestone, when there are many earlier ones. */
static void plan_progress(const struct config *config, struct plan *plan) {
    const struct growth growth = {.milestones = INT32_MAX};
    if (!config->progress.on) return;
    plan->stages[STAGE_PROGRESS] = (struct plan_stage){
        .players = 1 + growth_meetings(config, &growth),
        .meetings = growth_meetings(config, &growth),
        .pairs = growth_pairs_most(config),
    };
}

struct plan plan_run(const struct config *config) {
    return plan_ending(config, config->optimizer.generations);
}

struct plan plan_ending(const struct config *config, int generations) {
    struct plan plan = {
        .threads = config->threads ? config->threads : pool_cores(),
        .table_bytes = (double)config->player.tt_kib * 1024,
        .player_bytes = (double)config->player.manners.count * sizeof(struct player) +
                        (double)config->evaluator->prepared_size +
                        (double)config->evaluator->param_count * sizeof(int32_t),
    };
    plan_training(config, &plan);
    plan_choice(config, &plan);
    plan_depths(config, &plan);
    plan_limit(config, &plan);
    plan.stages[STAGE_MILESTONE] = plan_milestones(config, generations);
    plan_progress(config, &plan);
    return plan;
}

int64_t plan_games(const struct plan *plan, enum stage stage) {
    return 2 * plan->stages[stage].meetings * plan->stages[stage].pairs;
}

int64_t plan_verify_games(const struct plan *plan) {
    return plan_games(plan, STAGE_SELECT) + plan_games(plan, STAGE_VERIFY) +
           plan_games(plan, STAGE_DEPTH) + plan_games(plan, STAGE_LIMIT) +
           plan_games(plan, STAGE_MILESTONE);
}

/* ---- memory ---- */

double plan_table_bytes(const struct plan *plan) {
    return 2 * plan->table_bytes * plan->threads;
}

/* The list of meetings grows by doubling. */
double plan_stage_bytes(const struct plan *plan, enum stage stage) {
    const struct plan_stage *row = &plan->stages[stage];
    size_t meeting = 2 * sizeof(struct meeting) + sizeof(struct meeting_score);
    size_t game = sizeof(struct job) + sizeof(struct result);
    double pairs = fmax((double)row->pairs, (double)row->pairs_most);
    double openings =
        stage_table[stage].apart ? (double)row->meetings * pairs : fmax(pairs, (double)row->stock);
    size_t opening = sizeof(struct state) + sizeof(uint64_t);
    return (double)row->players * plan->player_bytes + (double)row->meetings * (double)meeting +
           2 * (double)row->meetings * pairs * (double)game + openings * (double)opening;
}

static enum stage plan_largest(const struct plan *plan) {
    enum stage largest = STAGE_TRAIN;
    for (int stage = 0; stage < STAGES; stage++)
        if (plan_stage_bytes(plan, (enum stage)stage) > plan_stage_bytes(plan, largest))
            largest = (enum stage)stage;
    return largest;
}

static bool plan_method_is_largest(const struct plan *plan) {
    return plan->method_bytes > plan_stage_bytes(plan, plan_largest(plan));
}

double plan_bytes(const struct plan *plan) {
    return plan_table_bytes(plan) + (plan_method_is_largest(plan)
                                         ? plan->method_bytes
                                         : plan_stage_bytes(plan, plan_largest(plan)));
}

void plan_format_bytes(double bytes, char *out) {
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    size_t unit = 0;
    for (bytes /= 1024; bytes >= 1000 && unit + 1 < COUNT_OF(units); unit++) bytes /= 1024;
    snprintf(out, PLAN_BYTES_LENGTH, "%.*f %s", bytes < 10 ? 1 : 0, bytes, units[unit]);
}

/* What to make smaller. */
static const char *const plan_keys[STAGES] = {
    [STAGE_TRAIN] = "the population, fitness.round_robin, fitness.pairs, fitness.openings",
    [STAGE_SELECT] = "verify.candidates, verify.selection_pairs",
    [STAGE_VERIFY] = "verify.pairs, verify.pairs_max, verify.candidates",
    [STAGE_DEPTH] = "verify.depth_pairs, verify.depths",
    [STAGE_LIMIT] = "verify.also_pairs",
    [STAGE_MILESTONE] = "verify.milestone_pairs, or more of verify.milestone_every",
    [STAGE_PROGRESS] = "progress.pairs",
    [STAGE_SERIES] = "the number of players, --pairs",
};

static int plan_refuse_tables(const struct plan *plan, const char *there, struct error *error) {
    char bytes[PLAN_BYTES_LENGTH];
    plan_format_bytes(plan_table_bytes(plan), bytes);
    return error_set(error,
                     "player.tt_kib = %.0f for two players on each of %d threads needs %s of "
                     "memory, this machine has %s: less of player.tt_kib or threads",
                     plan->table_bytes / 1024, plan->threads, bytes, there);
}

static int plan_refuse_stage(const struct plan *plan, enum stage stage, const char *there,
                             struct error *error) {
    char bytes[PLAN_BYTES_LENGTH];
    plan_format_bytes(plan_bytes(plan), bytes);
    return error_set(error,
                     "%s: %lld meetings of %lld pairs at once need %s of memory, this machine has "
                     "%s: less of %s",
                     stage_table[stage].label, (long long)plan->stages[stage].meetings,
                     (long long)plan->stages[stage].pairs, bytes, there, plan_keys[stage]);
}

static int plan_refuse_method(const struct plan *plan, const char *there, struct error *error) {
    char bytes[PLAN_BYTES_LENGTH];
    plan_format_bytes(plan_bytes(plan), bytes);
    return error_set(error, "training needs %s of memory, this machine has %s: less of %s", bytes,
                     there, plan->method_keys);
}

int plan_check(const struct plan *plan, double physical, struct error *error) {
    char there[PLAN_BYTES_LENGTH];
    if (physical <= 0 || plan_bytes(plan) <= physical) return 0;
    plan_format_bytes(physical, there);
    enum stage largest = plan_largest(plan);
    if (plan_method_is_largest(plan) && plan->method_bytes > plan_table_bytes(plan))
        return plan_refuse_method(plan, there, error);
    return plan_table_bytes(plan) > plan_stage_bytes(plan, largest)
               ? plan_refuse_tables(plan, there, error)
               : plan_refuse_stage(plan, largest, there, error);
}
