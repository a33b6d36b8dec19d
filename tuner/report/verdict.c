/*
 * verdict: the line never gives the gain alone if that tells little: it names a random start, games
 * that faults decided, openings that repeat, and the yardsticks.
 */
#include "tuner/report/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/files/weights.h"
#include "tuner/config/reach.h"
#include "tuner/report/run_argument.h"
#include "tuner/run/choice.h"

const char *verdict_of(const struct champion *champion) {
    const struct score *gain = &champion->gain;
    if (champion_is_unmeasured(champion)) return "NOT MEASURED against its start";
    return gain->los >= 0.975       ? "stronger than its start"
           : choice_is_weaker(gain) ? "WEAKER than its start"
                                    : "not shown to differ from its start";
}

void verdict_gain(const struct champion *champion, struct text *out) {
    char elo[SCORE_ELO_LENGTH];
    score_format_elo(&champion->gain, elo);
    bool from_start = champion_from_start(champion);
    if (champion_is_unmeasured(champion)) {
        text_add(out, "faults of the engine decided all %lld games against the start",
                 (long long)(2 * champion->gain.pairs));
        return;
    }
    text_add(out, "%s Elo against the start%s, %lld games", elo,
             champion->start_zero     ? " (all weights 0)"
             : champion->start_random ? " (random weights)"
                                      : "",
             (long long)(2 * champion->gain.pairs));
    if (champion->gain_faults > 0)
        text_add(out, ", %lld decided by FAULTS of the engine", (long long)champion->gain_faults);
    text_add(out, ", %s", from_start ? "random moves of their own" : "unseen openings");
    if (from_start && champion_games_repeat(champion))
        text_add(out, ", of all that were measured only %lld of %lld different",
                 (long long)champion->row.verify_games_distinct,
                 (long long)champion->row.verify_games);
    if (champion_openings_repeat(champion))
        text_add(out, ", only %lld of %lld different", (long long)champion->row.openings_distinct,
                 (long long)champion->row.openings);
}

void verdict_pool(const struct figures_pool *pool, struct text *out) {
    text_add(out, "%.4f +/- %.4f", figures_rate(pool), figures_error(pool));
}

static void verdict_yardsticks(const struct champion *champion, struct text *out) {
    int yardsticks = champion->yardsticks.meetings;
    if (yardsticks == 0) return;
    text_add(out, "; ");
    verdict_pool(&champion->yardsticks, out);
    text_add(out, " against %d yardstick%s", yardsticks, plural(yardsticks));
}

static void verdict_manners(const struct champion *champion, struct text *out) {
    struct text apart = {0};
    for (int m = 0; m < champion->manner_count; m++) {
        const struct champion *part = &champion->manners[m];
        char elo[SCORE_ELO_LENGTH];
        score_format_elo(&part->gain, elo);
        text_add(&apart, "; %s: %s", text_get(&part->play), elo);
    }
    if (out->length + apart.length < sizeof(((struct provenance *)0)->verified))
        text_add(out, "%s", text_get(&apart));
    text_free(&apart);
}

void verdict_line(const struct champion *champion, struct text *out) {
    if (!champion->gain_known) return;
    if (champion->is_start) text_add(out, "the start stays; %s: ", champion->measured_name);
    verdict_gain(champion, out);
    if (champion->is_start) return;
    verdict_yardsticks(champion, out);
    verdict_manners(champion, out);
}

void verdict_of_run(struct store *store, const struct stored_run *run, struct text *out) {
    struct champion champion;
    champion_load(store, run, &champion);
    verdict_line(&champion, out);
    champion_free(&champion);
}

/* ---- a specialist ---- */

/* Errors of two pools are added as independent ones, though the pools share openings: the start
 * and the champion met the same yardsticks from the same positions, so their difference is known
 * better than that. */

static bool specialist_beyond(const struct figures_pool *pool, int side) {
    return pool->meetings > 0 && side * (figures_rate(pool) - 0.5) > figures_error(pool);
}

/* Of opponents that it trained with, not of others. */
static bool specialist_in_opponents(const struct champion *champion) {
    return specialist_beyond(&champion->trained, 1) && specialist_beyond(&champion->strangers, -1);
}

/* Of its start. */
static bool specialist_in_start(const struct champion *champion) {
    const struct figures_pool *now = &champion->yardsticks, *then = &champion->start_yardsticks;
    if (now->meetings == 0 || !champion->gain_known || champion->gain.los < 0.975) return false;
    return figures_rate(then) - figures_rate(now) > hypot(figures_error(then), figures_error(now));
}

bool specialist_is(const struct champion *champion) {
    return specialist_in_opponents(champion) || specialist_in_start(champion);
}

void specialist_print(const struct champion *champion, struct text *out) {
    if (!specialist_is(champion)) return;
    text_add(out, "a SPECIALIST: ");
    if (specialist_in_opponents(champion)) {
        verdict_pool(&champion->trained, out);
        text_add(out,
                 " points a game, more than half, against the %d yardstick%s that it was "
                 "trained against, and ",
                 champion->trained.meetings, plural(champion->trained.meetings));
        verdict_pool(&champion->strangers, out);
        text_add(out, ", less than half, against the %d that it never met",
                 champion->strangers.meetings);
    } else {
        text_add(out, "it beats its start and has ");
        verdict_pool(&champion->yardsticks, out);
        text_add(out, " points a game against the yardsticks, less than the start's ");
        verdict_pool(&champion->start_yardsticks, out);
    }
}

/* ---- advice ---- */

/* The settings are those of the run's beginning, from its database. */

enum { ADVICE_NAMES = 4 };

static int advice_config(struct store *store, const struct stored_run *run, struct config *out) {
    const struct run_argument argument = {.store = store, .run = run};
    struct error error;
    return run_argument_config(&argument, out, &error);
}

/* ---- on bounds ---- */

/* -1: it stands on its lower bound; 1: on its upper one; 0: on none, or it has one value only. */
static int advice_side(const struct range *range, int32_t value) {
    if (range->lower == range->upper) return 0;
    return value == range->lower ? -1 : value == range->upper;
}

/* The parameter of an engine of the user's own that a gene is; NULL: it is a weight. */
static const struct parameter *advice_parameter(const struct config *config, int gene) {
    const struct parameters *parameters = &config->parameters;
    return parameters->count ? &parameters->list[config->space.owners[gene]] : NULL;
}

/* Choices have no order, and so no bounds. */
static bool advice_has_bounds(const struct config *config, int gene) {
    const struct parameter *parameter = advice_parameter(config, gene);
    return !parameter || parameter->choice_count == 0;
}

/* Whether the bound of the parameter that a gene is can be widened: it is the config's, and the
 * evaluator has values beyond. */
static bool advice_is_own_bound(const struct config *config, int gene, int side) {
    const struct space *space = &config->space;
    if (advice_parameter(config, gene)) return true;
    const struct space_row *row = &space->rows[space->owners[gene]];
    const struct param *param = &space->params[space->owners[gene]];
    return side < 0 ? row->lower > param->lower : row->upper < param->upper;
}

/* "a1 = 4 (upper)". */
static void advice_add_name(const struct config *config, int gene, int32_t weight, int side,
                            struct text *out) {
    const struct space *space = &config->space;
    const struct parameter *parameter = advice_parameter(config, gene);
    text_add(out, "%s%s = ", out->length ? ", " : "", space->params[space->owners[gene]].name);
    if (parameter)
        parameter_print(parameter, weight, out);
    else
        text_add(out, "%d", weight);
    text_add(out, " (%s%s)", side < 0 ? "lower" : "upper",
             advice_is_own_bound(config, gene, side) ? "" : ", as far as the evaluator goes");
}

/* The names of the first, how many there are, and how many of them may be widened. */
struct advice_bounds {
    struct text names;
    int count, own;
};

static void advice_find_bounds(const struct config *config, const int32_t *weights,
                               struct advice_bounds *out) {
    const struct space *space = &config->space;
    int32_t *genes = xcalloc((size_t)space->count, sizeof *genes);
    space_reduce(space, weights, genes);
    for (int gene = 0; gene < space->count; gene++) {
        int side = advice_side(&space->genes[gene], genes[gene]);
        if (side == 0 || !advice_has_bounds(config, gene)) continue;
        /* A mirrored gene's own value has the sign of the parameter that it is. */
        if (out->count++ < ADVICE_NAMES)
            advice_add_name(config, gene, weights[space->owners[gene]], side, &out->names);
        out->own += advice_is_own_bound(config, gene, side);
    }
    free(genes);
}

/* The config's list of them. */
static const char *advice_list(const struct config *config) {
    return config->parameters.count ? "parameters" : "params";
}

static void advice_print_bounds(const struct advice_bounds *bounds, const struct config *config,
                                struct text *out) {
    if (bounds->count == 0) return;
    text_add(out, "%d of %d free parameters on a bound: %s", bounds->count, config->space.count,
             text_get(&bounds->names));
    if (bounds->count > ADVICE_NAMES) text_add(out, " and %d more", bounds->count - ADVICE_NAMES);
    text_add(out, "; the best value may lie beyond");
    bool goes_on = config->optimizer.kind->rescale && !config_is_study(config);
    if (bounds->own > 0)
        text_add(out, ": widen the bounds in %s, and tune again%s", advice_list(config),
                 goes_on ? ", or go on for more generations with --adopt" : "");
}

void advice_on_bounds(struct store *store, const struct stored_run *run,
                      const struct champion *champion, struct text *out) {
    struct config config;
    struct stored_player player;
    if (!champion->chosen || champion->is_start) return;
    bool found = store_player(store, champion->row.player, &player, NULL) == 0;
    if (advice_config(store, run, &config) == 0 && found && player.dim == config.space.dim) {
        struct advice_bounds bounds = {0};
        advice_find_bounds(&config, player.weights, &bounds);
        advice_print_bounds(&bounds, &config, out);
        text_free(&bounds.names);
    }
    if (found) store_free_player(&player);
    config_free(&config);
}

/* ---- on a loser ---- */

/* Whether the user has said how large a change of a parameter matters, which steps follow. */
static bool advice_has_steps(const struct config *config) {
    int i = 0;
    while (i < config->parameters.count && config->parameters.list[i].step == 0) i++;
    return i < config->parameters.count;
}

/* "a smaller optimizer.spsa.precision than 0.1, ". */
static void advice_add_steps(const struct config *config, struct text *out) {
    if (advice_has_steps(config)) {
        text_add(out, "a smaller `step` of parameters, ");
        return;
    }
    for (int i = 0; optimizer_list[i]; i++) {
        double step = reach_step(config, optimizer_list[i]);
        if (step > 0)
            text_add(out, "a smaller optimizer.%s.%s than %g, ", optimizer_list[i]->name,
                     optimizer_list[i]->step, step);
    }
}

void advice_on_loser(struct store *store, const struct stored_run *run,
                     const struct champion *champion, struct text *out) {
    struct config config;
    if (!champion->chosen || !champion_is_loser(champion)) return;
    if (advice_config(store, run, &config) == 0) {
        text_add(out, "what may help: more %s, ",
                 config.data.count > 0 ? "positions (optimizer.data)" : "games");
        if (config.optimizer.init != INIT_RANDOM) {
            if (config.optimizer.reach == REACH_RANGE && !config.optimizer.kind->learns &&
                !config_has_engine(&config))
                text_add(out, "optimizer.reach = \"given\", ");
            advice_add_steps(&config, out);
        }
        text_add(out, "narrower bounds (%s), another optimizer.name", advice_list(&config));
    }
    config_free(&config);
}
