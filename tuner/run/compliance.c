/*
 * Positions are openings of the run with random moves behind them, so that some are of each part of
 * a game. They are asked one after the other, each as a game of its own, by one process.
 */
#include "tuner/run/compliance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/progress.h"
#include "tuner/external/guest.h"
#include "tuner/external/tuned.h"
#include "tuner/run/run.h"
#include "tuner/run/session.h"

enum { DEEPEST = 40 /* random plies behind an opening, at most */ };

struct compliance_position {
    struct state start; /* of the moves */
    bool elsewhere;     /* it is not the game's */
    move_t line[GAME_PLIES_MAX];
    int count;
    move_t move; /* with the values of the start */
};

struct compliance_look {
    const struct config *config;
    struct mover *mover;
    int32_t *genes;   /* of the start */
    int32_t *weights; /* asked with */
    struct compliance_position *positions;
    int count;
};

/* ---- bounds ---- */

/* Whether an engine that lists an option takes the parameter's values; else why not. */
static bool compliance_fits(const struct parameter *own, const struct offer *offer,
                            struct text *why) {
    if (offer->type == OFFER_SPIN &&
        (own->min < (double)offer->lower || own->max > (double)offer->upper)) {
        text_add(why, "the engine takes %lld to %lld", (long long)offer->lower,
                 (long long)offer->upper);
        return false;
    }
    for (int i = 0; i < own->choice_count; i++) {
        struct error error;
        if (offer_check(offer, own->choices[i], &error) == 0) continue;
        text_add(why, "of the engine %s", error.text);
        return false;
    }
    return true;
}

int compliance_check_bounds(const struct config *config, const struct offers *offers,
                            struct error *error) {
    const struct tuned *tuned = tuned_of(config->evaluator);
    struct text all = {0};
    for (int i = 0; i < config->parameters.count; i++) {
        const struct offer *offer = offers_find(offers, tuned->parameters[i].option);
        struct text why = {0};
        if (offer && tuned->parameters[i].is_said &&
            !compliance_fits(&config->parameters.list[i], offer, &why))
            text_add(&all, "%s %s: %s", all.length ? ";" : "", config->parameters.list[i].name,
                     text_get(&why));
        text_free(&why);
    }
    if (all.length)
        error_set(error, "the config gives parameters values that the engine refuses:%s",
                  text_get(&all));
    int status = all.length ? -1 : 0;
    text_free(&all);
    return status;
}

/* ---- positions ---- */

/* One random move more; false: none is left that has a choice. */
static bool compliance_stroll(const struct game *game, struct state *state, struct rng *rng,
                              struct compliance_position *position) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    move_t move = moves[rng_below(rng, (uint32_t)count)];
    struct state after = *state;
    game->play(game, &after, move);
    if (game->over(game, &after) || game_must_pass(game, &after)) return false;
    *state = after;
    position->line[position->count++] = move;
    return true;
}

static void compliance_place(const struct config *config, const struct openings *openings,
                             int number, struct compliance_position *out) {
    const struct game *game = config->game;
    struct rng rng = rng_keyed(config->seed, 0, 0, (uint64_t)number);
    int count = openings_line(openings, number, out->line);
    out->elsewhere = count < 0;
    out->count = max_int(0, count);
    struct state state = openings->positions[number];
    out->start = state;
    for (int i = number % DEEPEST; i > 0 && compliance_stroll(game, &state, &rng, out);) i--;
}

static int compliance_draw(struct compliance_look *look, struct pool *pool) {
    struct openings openings = {.source = session_source(look->config), .set = OPENING_TRAIN};
    look->count = COMPLIANCE_POSITIONS;
    if (openings.source.collection)
        look->count = min_int(look->count, openings_dealt(&openings.source, OPENING_TRAIN));
    int status = openings_extend(&openings, look->count, pool_parallel(pool), NULL);
    look->positions = xcalloc((size_t)look->count, sizeof *look->positions);
    for (int i = 0; status == 0 && i < look->count; i++)
        compliance_place(look->config, &openings, i, &look->positions[i]);
    openings_free(&openings);
    return status;
}

/* ---- questions ---- */

static enum external_end compliance_ask(const struct compliance_look *look, int number,
                                        move_t *move) {
    const struct compliance_position *position = &look->positions[number];
    return guest_ask(look->mover, look->weights, position->elsewhere ? &position->start : NULL,
                     position->line, position->count, move);
}

static const struct external *compliance_engine(const struct compliance_look *look) {
    return &((const struct guest_mover *)look->mover)->engine;
}

static int compliance_refuse(const struct compliance_look *look, enum external_end end,
                             struct error *error) {
    const struct external *engine = compliance_engine(look);
    if (end == EXTERNAL_INTERRUPTED) return error_set(error, "interrupted");
    return error_set(error, "%s loses a game with the start's values: it %s\n%.600s",
                     engine->spec->name, engine->detail, text_get(&engine->errors));
}

/* The moves of the start, twice. */
static int compliance_repeat(struct compliance_look *look, struct compliance *out,
                             struct error *error) {
    for (int i = 0; i < look->count; i++) {
        move_t again = MOVE_NONE;
        enum external_end end = compliance_ask(look, i, &look->positions[i].move);
        const struct external *engine = compliance_engine(look);
        double seconds = engine->eval.seconds;
        int deeper = engine->spec->depth > 0 ? engine->eval.depth - engine->spec->depth : 0;
        if (end == EXTERNAL_NORMAL) end = compliance_ask(look, i, &again);
        if (end != EXTERNAL_NORMAL) return compliance_refuse(look, end, error);
        out->moves++;
        out->differing += again != look->positions[i].move;
        out->seconds += seconds / look->count;
        out->slowest = fmax(out->slowest, seconds);
        out->deeper = max_int(out->deeper, deeper);
    }
    return 0;
}

/* ---- a parameter ---- */

static void compliance_set(struct compliance_look *look, int gene, int32_t value) {
    look->genes[gene] = value;
    space_expand(&look->config->space, look->genes, look->weights);
}

/* Asks with another value until it has changed the move in `most` positions. `*last`: the last of
 * these, from 1 on; 0: there is none. */
static enum external_end compliance_count(struct compliance_look *look, int gene, int32_t value,
                                          int most, int *changed, int *last) {
    int32_t start = look->genes[gene];
    enum external_end end = EXTERNAL_NORMAL;
    *changed = *last = 0;
    compliance_set(look, gene, value);
    for (int i = 0; i < look->count && *changed < most && end == EXTERNAL_NORMAL; i++) {
        move_t move = MOVE_NONE;
        end = compliance_ask(look, i, &move);
        if (end == EXTERNAL_NORMAL && move != look->positions[i].move) ++*changed, *last = i + 1;
    }
    compliance_set(look, gene, start);
    return end;
}

/* "at 900 it answered …" */
static void compliance_note_bound(struct compliance_look *look, int gene, int32_t value,
                                  struct compliance_parameter *out) {
    int32_t start = look->genes[gene];
    int parameter = look->config->space.owners[gene];
    struct text text = {0};
    compliance_set(look, gene, value);
    parameter_print(&look->config->parameters.list[parameter], look->weights[parameter], &text);
    compliance_set(look, gene, start);
    out->refused++;
    snprintf(out->why, sizeof out->why, "at %.40s it %.200s", text_get(&text),
             compliance_engine(look)->detail);
    text_free(&text);
}

/* The first position, from 1 on, where the value changes the move; 0: none. */
static int compliance_try(struct compliance_look *look, int gene, int32_t value,
                          struct compliance_parameter *out) {
    int changed, first;
    enum external_end end = compliance_count(look, gene, value, 1, &changed, &first);
    if (end == EXTERNAL_NORMAL || end == EXTERNAL_INTERRUPTED) return first;
    compliance_note_bound(look, gene, value, out);
    return 0;
}

/* ---- its step ---- */

/* The way from the start to the farther bound, halved so often. */
static int64_t compliance_way(const struct compliance_look *look, int gene, int halvings) {
    const struct range *range = &look->config->space.genes[gene];
    int64_t start = look->genes[gene];
    int64_t up = range->upper - start, down = start - range->lower;
    return (up >= down ? up : -down) / ((int64_t)1 << halvings);
}

static bool compliance_matters(struct compliance_look *look, int gene, int64_t way) {
    int changed, last;
    int32_t value = (int32_t)(look->genes[gene] + way); /* within the bounds */
    if (way == 0) return false;
    return compliance_count(look, gene, value, COMPLIANCE_STEP, &changed, &last) ==
               EXTERNAL_NORMAL &&
           changed == COMPLIANCE_STEP;
}

/* By bisection: what a long way does not change, a shorter one is taken not to change. */
static double compliance_find_step(struct compliance_look *look, int gene) {
    enum { HALVINGS = 12 };
    int most = -1; /* halvings after which the step still matters */
    for (int low = 0, high = HALVINGS; low <= high;) {
        int middle = most < 0 && low == 0 ? 0 : (low + high + 1) / 2;
        if (compliance_matters(look, gene, compliance_way(look, gene, middle)))
            most = middle, low = middle + 1;
        else
            high = middle - 1;
    }
    const struct space *space = &look->config->space;
    int parameter = space->owners[gene];
    double unit = parameters_unit(&look->config->parameters, parameter) *
                  (double)space->rows[parameter].factor;
    return most < 0 ? 0 : unit * (double)llabs(compliance_way(look, gene, most));
}

/* What the engine says of its option. */
static void compliance_compare(const struct compliance_look *look, int parameter,
                               struct compliance_parameter *out) {
    const struct tuned *tuned = tuned_of(look->config->evaluator);
    const struct parameter *own = &look->config->parameters.list[parameter];
    const struct offer *offer =
        offers_find(&compliance_engine(look)->offers, tuned->parameters[parameter].option);
    struct text value = {0};
    if (!offer || !tuned->parameters[parameter].is_said) return;
    parameter_print(own, look->weights[parameter], &value);
    if (offer->initial[0] && strcasecmp(offer->initial, text_get(&value)) != 0)
        snprintf(out->offer, sizeof out->offer, "starts at %.40s, the engine's own is %.60s",
                 text_get(&value), offer->initial);
    text_free(&value);
}

static void compliance_look_at(struct compliance_look *look, int gene, bool repeats,
                               struct compliance_parameter *out) {
    const struct tuned *tuned = tuned_of(look->config->evaluator);
    const struct range *range = &look->config->space.genes[gene];
    int parameter = look->config->space.owners[gene];
    out->name = look->config->evaluator->params[parameter].name;
    out->matter = offer_matter_of(tuned->parameters[parameter].option);
    compliance_compare(look, parameter, out);
    out->changed = compliance_try(look, gene, range->lower, out);
    int changed = compliance_try(look, gene, range->upper, out);
    if (!out->changed) out->changed = changed;
    const struct parameter *own = &look->config->parameters.list[parameter];
    bool steps = own->choice_count == 0 && own->scale == SCALE_LINEAR;
    if (!repeats || !out->changed || !steps) return;
    out->step = compliance_find_step(look, gene);
    out->weak = out->step == 0;
}

/* ---- all of it ---- */

static int compliance_run(struct compliance_look *look, struct pool *pool, struct compliance *out,
                          struct error *error) {
    const struct evaluator *evaluator = look->config->evaluator;
    int genes = look->config->space.count;
    const struct player player = {.evaluator = evaluator, .mover_new = evaluator->mover_new};
    if (run_try_engine(look->config, pool, error)) return -1;
    look->mover = pool_mover(pool, &player);
    if (compliance_draw(look, pool)) return error_set(error, "interrupted");
    if (compliance_repeat(look, out, error)) return -1;
    out->list = xcalloc((size_t)genes, sizeof *out->list);
    for (; out->count < genes && !interrupt_pending(); out->count++)
        compliance_look_at(look, out->count, out->differing == 0, &out->list[out->count]);
    return interrupt_pending() ? error_set(error, "interrupted") : 0;
}

int compliance_test(const struct config *config, struct compliance *out, struct error *error) {
    struct pool *pool = pool_open(1, 1);
    size_t genes = (size_t)config->space.count;
    struct compliance_look look = {
        .config = config,
        .genes = xcalloc(genes, sizeof *look.genes),
        .weights = xcalloc((size_t)config->evaluator->param_count, sizeof *look.weights)};
    *out = (struct compliance){0};
    memcpy(look.genes, config->initial, genes * sizeof *look.genes);
    space_expand(&config->space, look.genes, look.weights);
    int status = compliance_run(&look, pool, out, error);
    pool_close(pool);
    free(look.positions);
    free(look.genes);
    free(look.weights);
    return status;
}

void compliance_free(struct compliance *compliance) {
    free(compliance->list);
    *compliance = (struct compliance){0};
}
