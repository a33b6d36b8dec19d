/*
 * The settings are those of the run's beginning, from its database.
 */
#include "tuner/report/advice.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/config/reach.h"
#include "tuner/report/run_argument.h"

enum { ADVICE_NAMES = 4 };

static int advice_config(struct store *store, const struct stored_run *run, struct config *out) {
    const struct run_argument argument = {.store = store, .run = run};
    struct error error;
    return run_argument_config(&argument, out, &error);
}

/* ---- on bounds ---- */

/* -1: it stands on its lower bound; 1: on its upper one; 0: on none, or it has one value only. */
static int advice_side(const struct param *param, int32_t value) {
    if (param->lower == param->upper) return 0;
    return value == param->lower ? -1 : value == param->upper;
}

/* Whether the evaluator has values beyond the bound of the parameter that a gene is. */
static bool advice_is_own_bound(const struct space *space, int gene, int side) {
    const struct space_row *row = &space->rows[space->owners[gene]];
    const struct param *param = &space->params[space->owners[gene]];
    return side < 0 ? row->lower > param->lower : row->upper < param->upper;
}

/* "a1 = 4 (upper)". */
static void advice_add_name(const struct space *space, int gene, int32_t weight, int side,
                            struct text *out) {
    text_add(out, "%s%s = %d (%s%s)", out->length ? ", " : "",
             space->params[space->owners[gene]].name, weight, side < 0 ? "lower" : "upper",
             advice_is_own_bound(space, gene, side) ? "" : ", as far as the evaluator goes");
}

/* The names of the first, how many there are, and how many of them may be widened. */
struct advice_bounds {
    struct text names;
    int count, own;
};

static void advice_find_bounds(const struct space *space, const int32_t *weights,
                               struct advice_bounds *out) {
    int32_t *genes = xcalloc((size_t)space->count, sizeof *genes);
    space_reduce(space, weights, genes);
    for (int gene = 0; gene < space->count; gene++) {
        int side = advice_side(&space->genes[gene], genes[gene]);
        if (side == 0) continue;
        /* A mirrored gene's own value has the sign of the parameter that it is. */
        if (out->count++ < ADVICE_NAMES)
            advice_add_name(space, gene, weights[space->owners[gene]], side, &out->names);
        out->own += advice_is_own_bound(space, gene, side);
    }
    free(genes);
}

static void advice_print_bounds(const struct advice_bounds *bounds, int genes, struct text *out) {
    if (bounds->count == 0) return;
    text_add(out, "%d of %d free parameters on a bound: %s", bounds->count, genes,
             text_get(&bounds->names));
    if (bounds->count > ADVICE_NAMES) text_add(out, " and %d more", bounds->count - ADVICE_NAMES);
    text_add(out, "; the best value may lie beyond");
    if (bounds->own > 0) text_add(out, ": widen the bounds in params, and tune again");
}

void advice_on_bounds(struct store *store, const struct stored_run *run,
                      const struct champion *champion, struct text *out) {
    struct config config;
    struct stored_player player;
    if (!champion->chosen || champion->is_start) return;
    bool found = store_player(store, champion->row.player, &player, NULL) == 0;
    if (advice_config(store, run, &config) == 0 && found && player.dim == config.space.dim) {
        struct advice_bounds bounds = {0};
        advice_find_bounds(&config.space, player.weights, &bounds);
        advice_print_bounds(&bounds, config.space.count, out);
        text_free(&bounds.names);
    }
    if (found) store_free_player(&player);
    config_free(&config);
}

/* ---- on a loser ---- */

/* "a smaller optimizer.spsa.precision than 0.1, ". */
static void advice_add_steps(const struct config *config, struct text *out) {
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
        text_add(out, "what may help: more games, ");
        if (config.optimizer.init != INIT_RANDOM) {
            if (config.optimizer.reach == REACH_RANGE && !config.optimizer.kind->learns)
                text_add(out, "optimizer.reach = \"given\", ");
            advice_add_steps(&config, out);
        }
        text_add(out, "narrower bounds (params), another optimizer.name");
    }
    config_free(&config);
}
