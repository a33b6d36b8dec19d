/*
 * Games are played in blocks with openings drawn together, and in each block by baskets. A basket
 * has a searcher of its own, so that threads share nothing, and is emptied in order.
 */
#include "tuner/fit/harvest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "engine/search/player.h"
#include "engine/search/quiesce.h"
#include "engine/search/referee.h"
#include "tuner/run/session.h"
#include "tuner/statistics/results.h"

enum { BLOCK = 4096, BASKET = 16 };

struct basket {
    struct examples training, held_out;
};

struct block {
    const struct config *config;
    const struct player *players; /* by manner */
    const uint8_t *manners;       /* in which each game is played */
    struct openings openings;
    double point; /* see harvest_play */
    int generation, number, games;
    struct basket *baskets;
    struct result *results; /* of which the hashes are wanted */
    bool held_out[BLOCK];   /* by game */
};

/* ---- a game ---- */

/* A position on the way, and what the search said of it, for its side to move. */
struct step {
    struct state state;
    bool searched, strayed, must_pass, quiet;
    double value;
};

struct trail {
    int count;
    double end; /* its label for side 0 */
    uint64_t moves_hash;
    struct step *steps; /* as many as a game has plies; owned */
};

double harvest_end(const struct fit_options *options, double margin) {
    return options->aim == FIT_MARGIN ? margin : fmin(fmax(margin, -1), 1);
}

double harvest_value(const struct fit_options *options, double point, int32_t score) {
    if (score > SCORE_WIN / 2) return harvest_end(options, score - SCORE_WIN);
    if (score < -SCORE_WIN / 2) return harvest_end(options, score + SCORE_WIN);
    double points = score / point;
    return options->aim == FIT_MARGIN ? points : tanh(points / 2);
}

static move_t harvest_random_move(const struct game *game, const struct state *state,
                                  struct rng *rng) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    return moves[rng_below(rng, (uint32_t)count)];
}

/* False if Ctrl-C came before the move was found. */
static bool harvest_step(const struct block *block, const struct player *player,
                         struct search *search, struct rng *rng, struct state *state,
                         struct step *step, uint64_t *moves_hash) {
    const struct game *game = block->config->game;
    const struct fit_options *options = optimizer_own(&block->config->optimizer, &fit_kind);
    struct search_result found = {.depth = 0};
    memcpy(&step->state, state, game->state_size);
    step->must_pass = game_must_pass(game, state);
    step->quiet = quiesce_is_quiet(player->evaluator, player->prepared, state);
    move_t move = player_move(player, search, state, rng, &found);
    if (interrupt_pending()) return false;
    step->searched = found.depth > 0;
    step->value = harvest_value(options, block->point, found.score);
    step->strayed = step->searched && rng_unit(rng) < options->stray;
    if (step->strayed) move = harvest_random_move(game, state, rng);
    game->play(game, state, move);
    *moves_hash = record_hash_add(*moves_hash, move);
    return true;
}

static void harvest_game(const struct block *block, int number, struct search *search,
                         struct trail *trail) {
    const struct config *config = block->config;
    const struct game *game = config->game;
    const struct player *player = &block->players[block->manners[number]];
    int longest = config_plies_max(config);
    struct state state;
    struct rng rng = rng_keyed(config->seed, PURPOSE_GAME_TRAIN, (uint64_t)block->generation,
                               (uint64_t)block->number * BLOCK + (uint64_t)number);
    memcpy(&state, &block->openings.positions[number], game->state_size);
    search_new_game(search);
    trail->count = 0;
    trail->moves_hash = record_hash_start(game->hash(&state));
    while (!game->over(game, &state) && trail->count < longest &&
           harvest_step(block, player, search, &rng, &state, &trail->steps[trail->count],
                        &trail->moves_hash))
        trail->count++;
    trail->end =
        game->over(game, &state)
            ? harvest_end(optimizer_own(&config->optimizer, &fit_kind), game->margin(game, &state))
            : 0;
}

/* ---- its positions ---- */

static bool harvest_wants(const struct config *config, const struct step *step, uint64_t hash) {
    const struct fit_options *options = optimizer_own(&config->optimizer, &fit_kind);
    struct rng rng = rng_keyed(config->seed, PURPOSE_SAMPLE, hash, 0);
    return !step->must_pass && step->quiet &&
           (options->sample >= 1 || rng_unit(&rng) < options->sample);
}

static void harvest_trail(const struct config *config, const struct trail *trail,
                          struct examples *out) {
    const struct game *game = config->game;
    const struct fit_options *options = optimizer_own(&config->optimizer, &fit_kind);
    double label = trail->end; /* for side 0 */
    for (int i = trail->count - 1; i >= 0; i--) {
        const struct step *step = &trail->steps[i];
        int sign = game->side(&step->state) == 0 ? 1 : -1;
        double searched = options->depth ? 1 : options->trust;
        double trust = step->strayed ? 0 : step->searched ? searched : 1;
        label = trust * label + (1 - trust) * sign * step->value;
        uint64_t hash = game->symmetric_hash(game, &step->state);
        if (harvest_wants(config, step, hash))
            examples_add(out, &step->state, hash, (float)(sign * label));
    }
}

/* ---- many of them ---- */

static void harvest_basket(void *context, int64_t number) {
    struct block *block = context;
    struct basket *basket = &block->baskets[number];
    const struct game *game = block->config->game;
    struct search *search = search_new((size_t)block->config->player.tt_kib * 1024);
    struct trail trail = {
        .steps = xmalloc((size_t)config_plies_max(block->config) * sizeof *trail.steps)};
    *basket = (struct basket){examples_new(game), examples_new(game)};
    int first = (int)number * BASKET, end = min_int(first + BASKET, block->games);
    for (int i = first; i < end; i++) {
        harvest_game(block, i, search, &trail);
        harvest_trail(block->config, &trail,
                      block->held_out[i] ? &basket->held_out : &basket->training);
        block->results[i] = (struct result){.moves_hash = trail.moves_hash};
    }
    free(trail.steps);
    search_free(search);
}

/* Counts by manner: manners are dealt in turn, so one step over all might hit a single manner. */
static void harvest_hold_out(struct block *block) {
    int games[MANNERS_MAX] = {0};
    for (int i = 0; i < block->games; i++)
        block->held_out[i] = games[block->manners[i]]++ % HARVEST_HELD_OUT == 0;
}

static void harvest_block(struct block *block, struct pool *pool, struct harvest *out) {
    const struct config *config = block->config;
    const struct opening_source source = session_source(config);
    int baskets = (block->games + BASKET - 1) / BASKET;
    block->baskets = xcalloc((size_t)baskets, sizeof *block->baskets);
    harvest_hold_out(block);
    out->abandoned =
        openings_draw(&block->openings, &source, OPENING_TRAIN,
                      block->generation << 10 | block->number, block->games, pool_parallel(pool),
                      NULL) ||
        pool_each(pool, &(struct parallel_work){.work = harvest_basket, .context = block}, baskets);
    for (int i = 0; i < baskets; i++) {
        struct basket *basket = &block->baskets[i];
        examples_append(&out->training, &basket->training);
        examples_append(&out->held_out, &basket->held_out);
        examples_free(&basket->training);
        examples_free(&basket->held_out);
    }
    if (!out->abandoned)
        out->openings_distinct += openings_distinct(&block->openings, block->games);
    openings_free(&block->openings);
    free(block->baskets);
}

/* ---- the player ---- */

/* In every manner. */
static void harvest_seat(const struct config *config, const int32_t *weights,
                         struct player players[MANNERS_MAX]) {
    struct manners manners = config->player.manners;
    bool knows = false;
    for (int i = 0; i < config->evaluator->param_count; i++) knows |= weights[i] != 0;
    for (int m = 0; m < manners.count; m++) {
        struct manner *manner = &manners.list[m];
        if (!knows) manner->limits.depth = 0; /* all moves are equally good, and one is drawn */
        if (m == 0)
            player_init(&players[m], config->evaluator, weights, &manner->limits, manner->epsilon);
        else
            players[m] = player_moving(&players[0], &manner->limits, manner->epsilon);
    }
}

struct harvest harvest_play(const struct config *config, const int32_t *weights, double point,
                            int generation, struct pool *pool,
                            void (*progress)(void *context, int64_t done), void *context) {
    int games = 2 * config->pairs[STAGE_TRAIN];
    struct harvest harvest = {.training = examples_new(config->game),
                              .held_out = examples_new(config->game),
                              .games = games};
    struct result *results = xcalloc((size_t)games, sizeof *results);
    struct player players[MANNERS_MAX];
    uint8_t *manners = xmalloc((size_t)games);
    manners_deal(&config->player.manners, games, manners);
    harvest_seat(config, weights, players);
    for (int done = 0; done < games && !harvest.abandoned; done += BLOCK) {
        struct block block = {.config = config,
                              .players = players,
                              .manners = manners + done,
                              .point = point,
                              .generation = generation,
                              .number = done / BLOCK,
                              .games = min_int(BLOCK, games - done),
                              .results = results + done};
        harvest_block(&block, pool, &harvest);
        if (progress) progress(context, done + block.games);
    }
    harvest.games_distinct = results_distinct(results, games);
    player_destroy(&players[0]);
    free(manners);
    free(results);
    return harvest;
}

void harvest_free(struct harvest *harvest) {
    examples_free(&harvest->training);
    examples_free(&harvest->held_out);
}

int64_t harvest_gather(const struct harvest *const *harvests, int count, struct examples *training,
                       struct examples *held_out) {
    int64_t all = 0;
    for (int i = 0; i < count; i++)
        all += harvests[i]->training.count + harvests[i]->held_out.count;
    struct examples_seen seen = examples_seen_new(all);
    *training = examples_new(harvests[0]->training.game);
    *held_out = examples_new(training->game);
    for (int i = 0; i < count; i++) examples_append_new(held_out, &harvests[i]->held_out, &seen);
    for (int i = 0; i < count; i++) examples_append_new(training, &harvests[i]->training, &seen);
    examples_seen_free(&seen);
    examples_order(training);
    examples_order(held_out);
    return all - training->count - held_out->count;
}
