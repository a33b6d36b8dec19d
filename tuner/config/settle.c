/*
 * First what the names mean, then the checks of one setting against another.
 */
#include "tuner/config/settle.h"

#include <stdio.h>
#include <string.h>

#include "tuner/config/depths.h"
#include "tuner/config/engine.h"
#include "tuner/config/length.h"
#include "tuner/config/limit.h"
#include "tuner/config/print.h"
#include "tuner/openings/openings.h"
#include "tuner/optimize/learner.h"

/* ---- settings without effect ---- */

/* The optimisers that a key of a kind's options belongs to, `optimizer.name = "ga" or "hybrid"`; ""
 * if the run's is one of them. */
static void settle_optimizer_belongs(const struct config *config, const struct config_key *key,
                                     struct text *out) {
    if (!key->optimizer || optimizer_reads(config->optimizer.kind, key->optimizer)) return;
    for (int i = 0; optimizer_list[i]; i++)
        if (optimizer_reads(optimizer_list[i], key->optimizer))
            text_add(out, "%s\"%s\"",
                     out->length ? " or " : "optimizer.name = ", optimizer_list[i]->name);
}

/* What a setting of the search belongs to in a manner in which it says something without effect. */
static void settle_setting_belongs(const struct config *config, const struct config_key *key,
                                   struct text *out) {
    const struct manners *manners = &config->player.manners;
    for (int i = 0; i < manners->count && key->setting && !out->length; i++) {
        const char *owner = limits_owner(&manners->list[i].limits, key->setting, config->game);
        if (owner) text_add(out, "%s", owner);
    }
}

bool settle_key_is_initial(const struct config *config, const struct config_key *key) {
    struct text value = {0};
    config_print_value(config, key, &value);
    bool initial = strcmp(text_get(&value), key->initial) == 0;
    text_free(&value);
    return initial;
}

/* Rejects a setting that says something else than the usual and has no effect. */
int settle_refuse_idle(const struct config_reader *reader) {
    int status = 0;
    for (const struct config_key *key = config_keys(); status == 0 && key->path; key++) {
        struct text owner = {0};
        if (!reader->kinds) settle_optimizer_belongs(reader->config, key, &owner);
        if (owner.length && settle_key_is_initial(reader->config, key)) text_free(&owner);
        settle_setting_belongs(reader->config, key, &owner);
        if (owner.length)
            status = config_reject(reader, key->path, "belongs to %s and has no effect here",
                                   text_get(&owner));
        text_free(&owner);
    }
    return status;
}

/* ---- checking the settings against each other ---- */

/* Whether each manner has a pair in all meetings. */
static int settle_shares_check(const struct config_reader *reader) {
    static const char *const keys[STAGES] = {[STAGE_TRAIN] = "fitness.pairs",
                                             [STAGE_SELECT] = "verify.selection_pairs",
                                             [STAGE_VERIFY] = "verify.pairs",
                                             [STAGE_MILESTONE] = "verify.milestone_pairs"};
    const struct config *config = reader->config;
    const struct manners *manners = &config->player.manners;
    if (!manners_sum_is_one(manners))
        return config_reject(reader, "player.share",
                             "must be given to each of several manners of "
                             "play, and the shares must sum to 1");
    int least = manners_pairs_least(manners);
    for (int stage = 0; stage < STAGES; stage++)
        if (keys[stage] && config->pairs[stage] < least)
            return config_reject(reader, keys[stage],
                                 "must be at least %d: with fewer pairs a manner of play has none "
                                 "in a meeting",
                                 least);
    return 0;
}

static int settle_player_check(const struct config_reader *reader) {
    const struct manners *manners = &reader->config->player.manners;
    for (int i = 0; i < manners->count; i++) {
        const struct search_limits *limits = &manners->list[i].limits;
        if (limits->depth == 0 && limits_search(limits))
            return config_reject(reader, limits->nodes > 0 ? "player.nodes" : "player.playouts",
                                 "limits a search: player.depth must be at least 1");
    }
    return settle_shares_check(reader);
}

/* Games from the start differ by their random moves alone: at this rate all but one in twenty of 60
 * plies have one. */
#define EPSILON_FROM_START 0.05

static double settle_epsilon_least(const struct manners *manners) {
    double least = manners->list[0].epsilon;
    for (int i = 1; i < manners->count; i++)
        least = manners->list[i].epsilon < least ? manners->list[i].epsilon : least;
    return least;
}

/* Unasked it is done without where a game has too few openings. */
static int settle_progress(const struct config_reader *reader,
                           const struct opening_source *others) {
    struct config *config = reader->config;
    struct opening_source source = *others;
    struct error why;
    int every = config->progress.every;
    source.progress = config->progress.on = every != 0;
    if (every == 0 || openings_check(&source, &why) == 0) return 0;
    config->progress.on = false;
    return every < 0 ? 0 : config_reject(reader, "progress.every", "must be 0: %s", why.text);
}

static int settle_plies_check(const struct config_reader *reader) {
    const struct config *config = reader->config;
    struct opening_source source = {.game = config->game,
                                    .seed = config->seed,
                                    .plies_min = config->openings.plies_min,
                                    .plies_max = config->openings.plies_max};
    struct error why;
    if (source.plies_min > source.plies_max)
        return config_reject(reader, "openings.plies_min",
                             "must be at most openings.plies_max (%d), not %d", source.plies_max,
                             source.plies_min);
    if (source.plies_max >= config->game->plies_max)
        return config_reject(reader, "openings.plies_max",
                             "must be below %d, the longest game of %s, not %d",
                             config->game->plies_max, config->game->name, source.plies_max);
    if (source.plies_max == 0 && settle_epsilon_least(&config->player.manners) < EPSILON_FROM_START)
        return config_reject(reader, "openings.plies_max",
                             "must be at least 1 where player.epsilon is below %g: too few games "
                             "would differ",
                             EPSILON_FROM_START);
    if (openings_check(&source, &why))
        return config_reject(reader, "openings.plies_max", "cannot be used: %s", why.text);
    return settle_progress(reader, &source);
}

/* Judges are asked when the openings are drawn: it may take them long. */
static int settle_files_check(const struct config_reader *reader) {
    struct config *config = reader->config;
    const struct opening_source source = {
        .game = config->game, .seed = config->seed, .collection = config->openings.collection};
    static const char *const idle[] = {"openings.plies_min", "openings.plies_max"};
    struct error why;
    for (size_t i = 0; i < COUNT_OF(idle); i++)
        if (!reader->stored && !settle_key_is_initial(config, config_key_find(idle[i])))
            return config_reject(reader, idle[i],
                                 "is for random openings and has no effect with openings.file");
    if (openings_check(&source, &why))
        return config_reject(reader, "openings.file", "cannot be used: %s", why.text);
    return settle_progress(reader, &source);
}

static int settle_openings_check(const struct config_reader *reader) {
    const struct config *config = reader->config;
    if (config->openings.collection) return settle_files_check(reader);
    if (config->openings.file_plies > 0 && !reader->stored)
        return config_reject(reader, "openings.file_plies",
                             "belongs to openings.file and has no effect here");
    return settle_plies_check(reader);
}

static int settle_pairing_check(const struct config_reader *reader) {
    const struct config *config = reader->config;
    bool met = config->fitness.yardstick_count > 0 || config->fitness.hall_size > 0;
    bool among = config->fitness.groups || config->fitness.round_robin;
    if (!among && !config->fitness.gauntlet)
        return config_reject(reader, "fitness.groups",
                             "must be true, or round_robin or gauntlet: there are no meetings");
    if (config->fitness.gauntlet && !met)
        return config_reject(reader, "fitness.gauntlet",
                             "needs fitness.yardsticks or a fitness.hall_size above 0");
    if (config->fitness.hall_rule == HALL_TELLING && config->fitness.hall_size < 2)
        return config_reject(reader, "fitness.hall_rule",
                             "\"telling\" needs a fitness.hall_size of at least 2");
    if (!config->fitness.gauntlet && met)
        return config_reject(reader, "fitness.gauntlet",
                             "must be true when there are yardsticks or a hall of fame");
    if (!among && config->fitness.yardstick_count == 0)
        return config_reject(
            reader, "fitness.yardsticks",
            "must name a file when there is the gauntlet only: the hall of fame is "
            "empty at first");
    if (config->fitness.openings > 0 && config->fitness.gauntlet)
        return config_reject(reader, "fitness.openings",
                             "must be 0 with fitness.gauntlet: players with the same opponents are "
                             "compared on the same openings");
    if (config->fitness.openings > 0 && config->fitness.openings < config->pairs[STAGE_TRAIN])
        return config_reject(reader, "fitness.openings",
                             "must be 0 or at least fitness.pairs (%d), not %d",
                             config->pairs[STAGE_TRAIN], config->fitness.openings);
    return 0;
}

/* What each kind of optimiser says of its own keys. */
static int settle_optimizer_own_check(const struct config_reader *reader,
                                      const struct optimizer_kind *kind) {
    char path[128];
    struct error why;
    const char *key = kind->check ? kind->check(optimizer_own(&reader->config->optimizer, kind),
                                                reader->config->space.count, &why)
                                  : NULL;
    if (!key) return 0;
    snprintf(path, sizeof path, "optimizer.%s.%s", kind->name, key);
    return config_reject(reader, path, "%s", why.text);
}

/* The opponents of td: itself, and weights. */
static int settle_td_check(const struct config_reader *reader) {
    const struct config *config = reader->config;
    static const char *const idle[] = {"fitness.round_robin", "fitness.openings",
                                       "fitness.hall_size"};
    for (size_t i = 0; i < COUNT_OF(idle); i++)
        if (!settle_key_is_initial(config, config_key_find(idle[i])))
            return config_reject(reader, idle[i],
                                 "has no effect with \"td\": its player meets itself "
                                 "(fitness.groups) and weights (fitness.gauntlet)");
    for (int i = 0; i < config->fitness.yardstick_count; i++)
        if (config->fitness.yardsticks[i].line)
            return config_reject(reader, "fitness.yardsticks",
                                 "must be weights for \"td\", not an engine of its own");
    return 0;
}

/* Remembered positions must not be learned from again. Stored runs are exempt, as they may be older
 * than this check. */
static int settle_fit_memory_check(const struct config_reader *reader) {
    const struct config *config = reader->config;
    const struct fit_options *options = optimizer_own(&config->optimizer, &fit_kind);
    if (options->keep == 0 || reader->stored) return 0;
    if (options->window != 1)
        return config_reject(reader, "optimizer.fit.window",
                             "must be 1, not %d: optimizer.fit.keep remembers what earlier "
                             "generations taught",
                             options->window);
    if (config->data.count > 0)
        return config_reject(reader, "optimizer.data",
                             "would be learned from in each generation and remembered besides "
                             "(optimizer.fit.keep)");
    return 0;
}

/* Labels know of moves that stray, and not of those of epsilon. */
static int settle_fit_epsilon_check(const struct config_reader *reader) {
    const struct manners *manners = &reader->config->player.manners;
    for (int m = 0; m < manners->count && !reader->stored; m++)
        if (manners->list[m].epsilon > 0)
            return config_reject(reader, "player.epsilon",
                                 "must be 0, not %g, with optimizer.name = \"fit\": labels would "
                                 "take such moves for the player's; optimizer.fit.stray has random "
                                 "moves that they allow for",
                                 manners->list[m].epsilon);
    return 0;
}

/* Stages are copied and learned as a whole; results are not shared out among weights. */
static int settle_fit_rules_check(const struct config_reader *reader) {
    const struct config *config = reader->config;
    const struct fit_options *options = optimizer_own(&config->optimizer, &fit_kind);
    bool results = options->aim == FIT_RESULT;
    if (results && options->depth)
        return config_reject(reader, "optimizer.fit.depth",
                             "must be 0, not %d, with optimizer.fit.aim = \"result\": it searches "
                             "for margins",
                             options->depth);
    for (int i = 0; (options->depth || results) && i < config->space.dim; i++) {
        const struct space_row *row = &config->space.rows[i];
        if (row->gene != i || row->factor != 1 || row->origin != 0)
            return config_reject(reader, results ? "optimizer.fit.aim" : "optimizer.fit.depth",
                                 "learns %s: rules of params may say only bounds then",
                                 results ? "results" : "whole stages");
    }
    return 0;
}

/* The scale of 0 is that of given weights and results. */
static int settle_fit_point_check(const struct config_reader *reader) {
    const struct config *config = reader->config;
    const struct fit_options *options = optimizer_own(&config->optimizer, &fit_kind);
    if (options->point > 0) return 0;
    if (config->data.count > 0 && options->aim == FIT_RESULT &&
        config->optimizer.init != INIT_RANDOM)
        return 0;
    return config_reject(reader, "optimizer.fit.point",
                         "can be 0 where the first weights (optimizer.init = \"around\" or "
                         "\"file\") predict results (optimizer.fit.aim = \"result\") in files "
                         "(optimizer.data)");
}

static int settle_fit_check(const struct config_reader *reader) {
    if (settle_fit_memory_check(reader) || settle_fit_epsilon_check(reader) ||
        settle_fit_point_check(reader))
        return -1;
    return settle_fit_rules_check(reader);
}

static int settle_learner_check(const struct config_reader *reader) {
    const struct config *config = reader->config;
    if (!config->evaluator->terms)
        return config_reject(reader, "optimizer.name",
                             "\"%s\" needs an evaluator that is linear in its weights, "
                             "which that of %s is not",
                             config->optimizer.kind->name, config->evaluator->name);
    return config->optimizer.kind == &td_kind ? settle_td_check(reader) : settle_fit_check(reader);
}

static int settle_optimizer_dim(const struct config_reader *reader) {
    const struct config *config = reader->config;
    const struct optimizer_kind *kind = config->optimizer.kind;
    if (!kind->dim_max || config->space.count <= kind->dim_max) return 0;
    return config_reject(reader, "optimizer.name",
                         "\"%s\" is for %d parameters that move at most, not %d", kind->name,
                         kind->dim_max, config->space.count);
}

int settle_optimizer_keys(const struct config_reader *reader) {
    const struct optimizer_kind *kind = reader->config->optimizer.kind;
    for (int i = 0; optimizer_list[i]; i++)
        if (optimizer_reads(kind, optimizer_list[i]) &&
            settle_optimizer_own_check(reader, optimizer_list[i]))
            return -1;
    return settle_optimizer_dim(reader);
}

static int settle_optimizer_check(const struct config_reader *reader) {
    const struct config *config = reader->config;
    const struct optimizer_kind *kind = config->optimizer.kind;
    if (settle_optimizer_keys(reader)) return -1;
    if (kind->learns && settle_learner_check(reader)) return -1;
    if (kind->compares && !config->fitness.groups && !config->fitness.gauntlet)
        return config_reject(reader, "optimizer.name",
                             "\"%s\" compares %s: fitness.groups (duels) or fitness.gauntlet must "
                             "be true",
                             kind->name, kind->compares);
    return 0;
}

/* The run's own length is not said twice: equal runs have equal texts. */
static int settle_schedule(const struct config_reader *reader) {
    struct optimizer_options *options = &reader->config->optimizer;
    if (options->schedule > 0 && !length_schedule(reader->config) && !reader->kinds)
        return config_reject(reader, "optimizer.schedule",
                             "has no effect where nothing of the optimiser depends on the length "
                             "of the run, as with these settings of \"%s\"",
                             options->kind->name);
    if (options->schedule == options->generations) options->schedule = 0;
    return 0;
}

int settle_length(const struct config_reader *reader) {
    struct config *config = reader->config;
    const struct config_key *generations = config_key_find("optimizer.generations");
    if (config->optimizer.games > 0 && reader->sets[generations - config_keys()])
        return config_reject(reader, generations->path,
                             "has no effect where optimizer.games (%lld) ends the run; set that to "
                             "0 as well",
                             (long long)config->optimizer.games);
    const struct optimizer_setup setup = length_optimizer_setup(config);
    if (config->optimizer.games > 0)
        config->optimizer.generations = length_generations(config, &setup, config->optimizer.games);
    return settle_schedule(reader);
}

/* Three points are the least that a line can be flat through. */
enum { PATIENCE_LEAST = 3 };

static int settle_patience(const struct config_reader *reader) {
    int patience = reader->config->optimizer.patience;
    if (patience > 0 && patience < PATIENCE_LEAST)
        return config_reject(reader, "optimizer.patience", "must be 0 or at least %d, not %d",
                             PATIENCE_LEAST, patience);
    if (patience > 0 && !reader->config->progress.on)
        return config_reject(reader, "optimizer.patience",
                             "needs milestones, which progress.every = 0 leaves out");
    return 0;
}

static int settle_precision(const struct config_reader *reader) {
    const struct config *config = reader->config;
    if (config->verify.error == 0 || config->verify.pairs_max >= config->pairs[STAGE_VERIFY])
        return 0;
    return config_reject(reader, "verify.pairs_max", "must be at least verify.pairs (%d), not %d",
                         config->pairs[STAGE_VERIFY], config->verify.pairs_max);
}

int settle_run(const struct config_reader *reader) {
    bool engine = config_has_engine(reader->config);
    if (!reader->stored && engine_refuse_idle(reader)) return -1;
    if (engine) settle_usual_init(reader);
    if (settle_names_resolve(reader) || settle_initial_resolve(reader) ||
        settle_files_resolve(reader))
        return -1;
    if (!reader->stored && settle_refuse_idle(reader)) return -1;
    if ((!engine && settle_player_check(reader)) || settle_openings_check(reader) ||
        settle_pairing_check(reader))
        return -1;
    if (settle_optimizer_check(reader) || settle_length(reader) || settle_patience(reader) ||
        settle_precision(reader))
        return -1;
    depths_settle(reader->config);
    limit_settle(reader->config);
    return 0;
}
