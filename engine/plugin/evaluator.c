/*
 * A plug-in's evaluator as a struct evaluator. One instance of the search serves all games but
 * Reversi, by functions that are looked up once a node: the plug-in's own work is what takes time
 * there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plugin/adapt.h"
#include "engine/search/node.h"

static const struct plugin_evaluator *plugin_own(const struct evaluator *evaluator) {
    return (const struct plugin_evaluator *)evaluator;
}

/* ---- questions ---- */

static void plugin_terms_bound(const struct plugin_evaluator *own, const void *state, int count) {
    if (count < 0 || count > own->table.terms_max)
        guard_fail(own->library->file, "terms", own->evaluator.game, state,
                   "of %s gives %d terms, and terms_max is %d", own->table.name, count,
                   own->table.terms_max);
}

void plugin_value_refuse(const struct plugin_evaluator *own, const void *state, int32_t value) {
    guard_fail(own->library->file, "evaluate", own->evaluator.game, state,
               "of %s gives %d, beyond %d", own->table.name, value, PLUGIN_VALUE_MAX);
}

/* The guard knows the call as evaluate(). */
int32_t plugin_sum(const struct plugin_evaluator *own, const int32_t *weights, const void *position,
                   const void *state, int side) {
    enum { USUAL = 64 };
    struct hone_term few[USUAL], *terms = few;
    int most = own->table.terms_max;
    int64_t sum = 0;
    if (most > USUAL) terms = xcalloc((size_t)most, sizeof *terms);
    int count = own->table.terms(position, side, terms);
    plugin_terms_bound(own, state, count);
    for (int i = 0; i < count; i++) {
        if (terms[i].weight < 0 || terms[i].weight >= own->table.param_count)
            guard_fail(own->library->file, "terms", own->evaluator.game, state,
                       "of %s names weight %d, and there are %d", own->table.name, terms[i].weight,
                       own->table.param_count);
        sum += (int64_t)terms[i].count * weights[terms[i].weight];
    }
    if (terms != few) free(terms);
    return (int32_t)(sum < INT32_MIN ? INT32_MIN : sum > INT32_MAX ? INT32_MAX : sum);
}

void plugin_value_again(const struct plugin_evaluator *own, const void *prepared,
                        const void *position, const void *state, int side, int32_t value) {
    guard_enter(own->library->file, "evaluate", own->evaluator.game, state);
    int32_t again = plugin_ask(own, prepared, position, state, side);
    guard_leave();
    if (again != value)
        guard_fail(own->library->file, "evaluate", own->evaluator.game, state,
                   "of %s gives %d, and %d when it is asked again", own->table.name, value, again);
}

static const void *brood_after(const struct plugin_brood *brood, int i) {
    return (const char *)brood->after + (size_t)i * brood->stride;
}

static const void *brood_state(const struct plugin_brood *brood, int i) {
    return (const char *)brood->states + (size_t)i * brood->state_stride;
}

static void plugin_values_bound(const struct plugin_evaluator *own,
                                const struct plugin_brood *brood, const int32_t *values) {
    bool beyond = false;
    for (int i = 0; i < brood->count; i++) beyond |= plugin_value_is_beyond(values[i]);
    for (int i = 0; beyond && i < brood->count; i++)
        if (plugin_value_is_beyond(values[i]))
            plugin_value_refuse(own, brood_state(brood, i), values[i]);
}

/* One by one it must say the same. */
static void plugin_values_check(const struct plugin_evaluator *own, const void *prepared,
                                const struct plugin_brood *brood, int side, const int32_t *values) {
    for (int i = 0; i < brood->count; i++)
        plugin_value_again(own, prepared, brood_after(brood, i), brood_state(brood, i), side,
                           values[i]);
}

void plugin_values_after(const struct plugin_evaluator *own, const void *prepared,
                         const struct plugin_brood *brood, int side, int32_t *values) {
    if (!own->table.evaluate_after || brood->count == 0) {
        for (int i = 0; i < brood->count; i++)
            values[i] =
                plugin_value(own, prepared, brood_after(brood, i), brood_state(brood, i), side);
        return;
    }
    guard_enter(own->library->file, "evaluate_after", own->evaluator.game, brood->states);
    own->table.evaluate_after(prepared, brood->before, brood->moves, brood->after, brood->stride,
                              brood->count, side, values);
    bool again = guard_leave();
    plugin_values_bound(own, brood, values);
    if (again) plugin_values_check(own, prepared, brood, side, values);
}

static int32_t plugin_eval(const struct evaluator *evaluator, const void *prepared,
                           const void *state, int side) {
    const struct plugin_evaluator *own = plugin_own(evaluator);
    union plugin_view room;
    return plugin_value(own, prepared, own->host->view(evaluator->game, state, &room), state, side);
}

/* ---- positions one move on, in blocks ---- */

enum { BLOCK = 16 };

/* What some moves lead to: the result, or a position to be judged. */
struct block {
    struct state states[BLOCK];
    union plugin_view views[BLOCK];
    move_t moves[BLOCK]; /* that lead to these */
    int count;
    const void *after; /* the first of them as the plug-in sees it */
};

struct outcome {
    bool over;
    int32_t value; /* for the side to move; of an unfinished position by the weights of
                    * `root_side` */
};

/* Whether the game goes on there. */
static bool block_play(const struct plugin_evaluator *own, const void *state, move_t move,
                       struct block *block) {
    const struct game *game = own->evaluator.game;
    struct state *after = &block->states[block->count];
    memcpy(after, state, game->state_size);
    game->play(game, after, move);
    if (game->over(game, after)) return false;
    const void *shown = own->host->view(game, after, &block->views[block->count]);
    if (block->count == 0) block->after = shown;
    block->moves[block->count++] = move;
    return true;
}

static void block_judge(const struct plugin_evaluator *own, const void *prepared, const void *state,
                        const struct block *block, int side, int32_t *values) {
    union plugin_view room;
    bool views = block->after == block->views;
    const struct plugin_brood brood = {.before = own->host->view(own->evaluator.game, state, &room),
                                       .moves = block->moves,
                                       .after = block->after,
                                       .states = block->states,
                                       .stride =
                                           views ? sizeof *block->views : sizeof *block->states,
                                       .state_stride = sizeof *block->states,
                                       .count = block->count};
    plugin_values_after(own, prepared, &brood, side, values);
}

/* At most BLOCK moves. */
static void block_outcomes(const struct plugin_evaluator *own, const void *prepared,
                           const void *state, const move_t *moves, int count, int root_side,
                           struct outcome *out) {
    const struct game *game = own->evaluator.game;
    struct block block;
    int side = game->side(state), at = 0;
    int32_t values[BLOCK];
    block.count = 0;
    for (int i = 0; i < count; i++) {
        out[i].over = !block_play(own, state, moves[i], &block);
        if (out[i].over)
            out[i].value = search_final_value(game->margin(game, &block.states[block.count]), side);
    }
    block_judge(own, prepared, state, &block, root_side, values);
    for (int i = 0; i < count; i++)
        if (!out[i].over) out[i].value = side == root_side ? values[at++] : -values[at++];
}

static void plugin_outcomes(const struct plugin_evaluator *own, const void *prepared,
                            const void *state, const move_t *moves, int count, int root_side,
                            struct outcome *out) {
    for (int first = 0; first < count; first += BLOCK)
        block_outcomes(own, prepared, state, moves + first, min_int(BLOCK, count - first),
                       root_side, out + first);
}

/* ---- moves ---- */

static int plugin_plausible(const struct plugin_evaluator *own, const void *state, bool all,
                            move_t *out) {
    const struct game *game = own->evaluator.game;
    return own->host->plausible ? own->host->plausible(game, state, all, out)
                                : game->moves(game, state, out);
}

/* A move that wins at once scores SCORE_WIN. */
static int plugin_candidates(const struct evaluator *evaluator, const void *prepared,
                             const void *state, bool all, struct candidate *out) {
    const struct plugin_evaluator *own = plugin_own(evaluator);
    move_t moves[GAME_MOVES_MAX];
    struct outcome outcomes[GAME_MOVES_MAX];
    int count = plugin_plausible(own, state, all, moves);
    plugin_outcomes(own, prepared, state, moves, count, evaluator->game->side(state), outcomes);
    for (int i = 0; i < count; i++) {
        int32_t value = outcomes[i].value;
        out[i] =
            (struct candidate){.score = value > SCORE_WIN ? SCORE_WIN : value, .move = moves[i]};
    }
    return count;
}

/* All moves at once, which the search would else play twice: to order them, and to judge them. */
static struct search_last plugin_last_ply(const struct evaluator *evaluator, const void *prepared,
                                          const void *state, int root_side) {
    const struct game *game = evaluator->game;
    move_t moves[GAME_MOVES_MAX];
    struct outcome outcomes[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    struct search_last last = {
        .value = -SCORE_INFINITE, .move = MOVE_NONE, .leaves = count, .certain = true};
    plugin_outcomes(plugin_own(evaluator), prepared, state, moves, count, root_side, outcomes);
    for (int i = 0; i < count; i++) {
        last.certain &= outcomes[i].over;
        if (outcomes[i].value <= last.value) continue;
        last.value = outcomes[i].value;
        last.move = moves[i];
    }
    return last;
}

/* ---- search ---- */

static struct search_ops plugin_search_ops(const struct evaluator *evaluator) {
    const struct game *game = evaluator->game;
    bool forced = game->expert && game->expert->forced;
    return (struct search_ops){.state_size = game->state_size,
                               .side = game->side,
                               .over = game->over,
                               .margin = game->margin,
                               .play = game->play,
                               .hash = game->hash,
                               .candidates = plugin_candidates,
                               .eval = plugin_eval,
                               .last_ply = forced || game->noisy ? NULL : plugin_last_ply,
                               .forced = forced ? game->expert->forced : NULL,
                               .repeats = game->repeats,
                               .plies_left = game->plies_left,
                               .in_check = game->in_check,
                               .noisy = game->noisy,
                               .pass_turn = game->pass_turn};
}

static int32_t plugin_node(struct search *search, const void *state, int depth, int ply,
                           int32_t alpha, int32_t beta) {
    const struct search_ops ops = plugin_search_ops(search->evaluator);
    return search_node(search, state, depth, ply, alpha, beta, &ops, plugin_node);
}

static void plugin_search(struct search *search, const struct evaluator *evaluator,
                          const void *prepared, const void *state,
                          const struct search_limits *limits, struct search_result *out) {
    struct search_state root;
    memcpy(&root, state, evaluator->game->state_size);
    search_run(search, evaluator, prepared, &root, limits, out, plugin_node);
}

static const struct evaluator_ops plugin_ops = {
    .eval = plugin_eval,
    .candidates = plugin_candidates,
    .search = plugin_search,
};

/* ---- the evaluator ---- */

static void plugin_prepare(const struct evaluator *evaluator, const int32_t *weights,
                           void *prepared) {
    const struct plugin_evaluator *own = plugin_own(evaluator);
    if (!own->table.prepare) {
        memcpy(prepared, weights, (size_t)evaluator->param_count * sizeof *weights);
        return;
    }
    memset(prepared, 0, evaluator->prepared_size); /* ranks send the bytes between fields, too */
    guard_enter(own->library->file, "prepare", evaluator->game, NULL);
    own->table.prepare(weights, prepared);
    guard_leave();
}

static int plugin_terms(const struct evaluator *evaluator, const void *state, int side,
                        struct term *out) {
    const struct plugin_evaluator *own = plugin_own(evaluator);
    union plugin_view room;
    const void *position = own->host->view(evaluator->game, state, &room);
    guard_enter(own->library->file, "terms", evaluator->game, state);
    int count = own->table.terms(position, side, (struct hone_term *)out);
    guard_leave();
    plugin_terms_bound(own, state, count);
    return count;
}

_Static_assert(sizeof(struct term) == sizeof(struct hone_term) &&
                   offsetof(struct term, weight) == offsetof(struct hone_term, weight) &&
                   offsetof(struct term, count) == offsetof(struct hone_term, count),
               "a term is what hone/plugin.h says");

static const struct param *plugin_params(const struct hone_evaluator *table) {
    struct param *params = xcalloc((size_t)table->param_count, sizeof *params);
    for (int i = 0; i < table->param_count; i++) {
        const struct hone_param *given = &table->params[i];
        params[i] = (struct param){.initial = given->start,
                                   .lower = given->lower,
                                   .upper = given->upper,
                                   .scale = given->scale == HONE_LOG ? SCALE_LOG : SCALE_LINEAR,
                                   .doc = given->doc};
        snprintf(params[i].name, sizeof params[i].name, "%s", given->name);
    }
    return params;
}

static void plugin_ops_take(const struct plugin_host *host, struct evaluator *out) {
    static const struct evaluator_ops *const general[ISA_COUNT] = ISA_SAME(plugin_ops);
    memcpy(out->ops, host->ops ? host->ops : general, sizeof out->ops);
}

struct plugin_family {
    struct evaluator_family family;
    const struct library *library;
    const struct plugin_host *host;
    struct hone_evaluator table;
};

static struct evaluator *plugin_evaluator_make(const struct evaluator_family *family_,
                                               const struct game *game, const char *layout,
                                               struct error *error) {
    const struct plugin_family *family = (const struct plugin_family *)family_;
    const struct hone_evaluator *table = &family->table;
    if (strcmp(layout, "-") != 0) {
        error_set(error, "evaluator %s has no layout \"%.20s\", only \"-\"", table->name, layout);
        return NULL;
    }
    struct plugin_evaluator *own = xcalloc(1, sizeof *own);
    *own = (struct plugin_evaluator){
        .evaluator = {.game = game,
                      .layout = "-",
                      .schema = table->version,
                      .doc = table->doc,
                      .param_count = table->param_count,
                      .params = plugin_params(table),
                      .prepared_size = table->prepare
                                           ? table->prepared_size
                                           : (size_t)table->param_count * sizeof(int32_t),
                      .prepare = plugin_prepare,
                      .terms = table->terms ? plugin_terms : NULL,
                      .terms_max = table->terms ? table->terms_max : 0},
        .library = family->library,
        .host = family->host,
        .table = *table};
    snprintf(own->evaluator.name, sizeof own->evaluator.name, "%s", table->name);
    plugin_ops_take(family->host, &own->evaluator);
    return &own->evaluator;
}

const struct evaluator_family *plugin_evaluator_new(const struct library *library,
                                                    const struct hone_evaluator *table,
                                                    const struct plugin_host *host) {
    struct plugin_family *family = xcalloc(1, sizeof *family);
    *family = (struct plugin_family){.family = {.name = table->name,
                                                .doc = table->doc,
                                                .default_layout = "-",
                                                .layouts = "-",
                                                .make_one = plugin_evaluator_make},
                                     .library = library,
                                     .host = host,
                                     .table = *table};
    return &family->family;
}
