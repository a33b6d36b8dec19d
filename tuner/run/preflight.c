/*
 * Samples of a run's first generation.
 */
#include "tuner/run/preflight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/search/player.h"
#include "tuner/config/length.h"
#include "tuner/optimize/scale.h"
#include "tuner/play/pairing.h"
#include "tuner/run/run.h"
#include "tuner/run/session.h"

/* ---- what it will find out ---- */

/* The amount is counted, not timed, so that the same config gives the same answer: a few hundred
 * games, and moves in positions of the start's games against itself. */

enum {
    PAIRS = 512,         /* of all meetings of the sample */
    MEETINGS = 16,       /* at most */
    CHOICES = 40000,     /* moves chosen, by players without a search … */
    CHOICES_DEEP = 4000, /* … and with one */
    MOVES_LEAST = 20,    /* looked at, however many parameters there are … */
    MOVES_MOST = 400,    /* … and however few */
    GENES_MOST = 256     /* more are not looked at one by one */
};
static const double step = 0.1, epsilon = 0.1;

/* Elo by which a point a game counts, between equals. */
static double preflight_slope(void) {
    return 1600 / log(10);
}

double preflight_error(const struct preflight *preflight, double pairs) {
    return NORMAL_95 * preflight_slope() * preflight->deviation / sqrt(pairs);
}

double preflight_pairs(const struct preflight *preflight, double error) {
    double root = preflight_error(preflight, 1) / error;
    return ceil(root * root);
}

bool preflight_is_dead(const struct preflight_gene *gene) {
    return gene->changed == 0;
}

bool preflight_is_weak(const struct preflight *preflight, const struct preflight_gene *gene) {
    return gene->changed > 0 && gene->changed * PREFLIGHT_HARDLY < 2 * preflight->moves;
}

void preflight_free(struct preflight *preflight) {
    free(preflight->list);
}

/* ---- the noise of games ---- */

/* The deviation of pairs within meetings; what is left between meetings is the difference of two
 * players. */
static void preflight_count(const struct session *session, struct preflight *out) {
    double within = 0, between = 0;
    int meetings = session->meeting_count;
    for (int m = 0; m < meetings; m++) {
        const struct pentanomial *counts = &session->scores[m].counts;
        double rate = score_of(counts).rate - 0.5;
        within += pentanomial_variance(counts, 0) / meetings;
        between += rate * rate / meetings;
    }
    double own = between - within / session->pairs;
    out->pairs += (int64_t)meetings * session->pairs;
    out->deviation = fmax(out->deviation, sqrt(within));
    if (out->spread < 0) out->spread = own > 0 ? preflight_slope() * sqrt(own / 2) : 0;
}

/* Neighbours meet. */
static int preflight_play(const struct config *config, const struct roster *roster,
                          struct pool *pool, struct preflight *out) {
    struct session session = session_of_run(config, MIXING_NEWEST, STAGE_TRAIN, 1, roster, pool);
    for (int a = 0; a + 1 < roster->count && session.meeting_count < MEETINGS; a += 2)
        session_meet(&session, a, a + 1);
    if (session.meeting_count == 0) return 0;
    session.pairs = max_int(PAIRS / max_int(1, session.meeting_count),
                            manners_pairs_least(&config->player.manners));
    session.stock = 0; /* those pairs may be more */
    int status = session_draw(&session, NULL);
    if (status == 0) status = session_play(&session, session.pairs);
    if (status == 0) preflight_count(&session, out);
    session_destroy(&session);
    return status;
}

/* ---- what parameters change ---- */

struct preflight_look {
    const struct config *config;
    struct search *search;
    const int32_t *genes; /* of the start */
    int32_t *moved, *weights;
    int count;
    struct state *states; /* [count] */
    move_t *moves;        /* the start's there */
};

static struct player preflight_player(struct preflight_look *look, const int32_t *genes,
                                      double random) {
    const struct manner *manner = manners_deepest(&look->config->player.manners);
    struct player player;
    space_expand(&look->config->space, genes, look->weights);
    player_init(&player, look->config->evaluator, look->weights, &manner->limits, random);
    return player;
}

static move_t preflight_choose(struct preflight_look *look, const struct player *player,
                               int position) {
    struct rng rng = rng_keyed(look->config->seed, PURPOSE_SAMPLE, (uint64_t)position, 0);
    search_new_game(look->search);
    return player_move(player, look->search, look->states[position].bytes, &rng, NULL);
}

/* Positions with a choice, from games of the start against itself with some random moves. */
static void preflight_collect(struct preflight_look *look, const struct openings *openings,
                              int wanted) {
    const struct game *game = look->config->game;
    struct player player = preflight_player(look, look->genes, epsilon);
    move_t moves[GAME_MOVES_MAX];
    for (int i = 0; i < openings->count && look->count < wanted; i++) {
        struct state state = openings->positions[i];
        struct rng rng = rng_keyed(look->config->seed, PURPOSE_SAMPLE, (uint64_t)i, 1);
        search_new_game(look->search);
        while (!game->over(game, state.bytes) && look->count < wanted) {
            if (game->moves(game, state.bytes, moves) > 1) look->states[look->count++] = state;
            game->play(game, state.bytes,
                       player_move(&player, look->search, state.bytes, &rng, NULL));
        }
    }
    player_destroy(&player);
}

/* The number of moves that differ from the start's. */
static int preflight_changed(struct preflight_look *look, int gene, double by) {
    const struct space *space = &look->config->space;
    int changed = 0;
    memcpy(look->moved, look->genes, (size_t)space->count * sizeof *look->moved);
    look->moved[gene] = scale_step(&space->genes[gene], SCALE_REFLECT, look->genes[gene], by);
    struct player player = preflight_player(look, look->moved, 0);
    for (int i = 0; i < look->count; i++)
        changed += preflight_choose(look, &player, i) != look->moves[i];
    player_destroy(&player);
    return changed;
}

static void preflight_look_at_all(struct preflight_look *look, struct preflight *out) {
    const struct space *space = &look->config->space;
    struct player start = preflight_player(look, look->genes, 0);
    for (int i = 0; i < look->count; i++) look->moves[i] = preflight_choose(look, &start, i);
    player_destroy(&start);
    out->moves = look->count;
    for (int g = 0; g < out->looked_at && !interrupt_pending(); g++)
        out->list[g] = (struct preflight_gene){space->params[space->owners[g]].name,
                                               preflight_changed(look, g, step) +
                                                   preflight_changed(look, g, -step)};
}

static int preflight_look(const struct config *config, const struct population *population,
                          struct pool *pool, struct preflight *out) {
    size_t dim = (size_t)config->space.count;
    bool deep = manners_deepest(&config->player.manners)->limits.depth > 0;
    out->gene_count = config->space.count;
    out->looked_at = min_int(out->gene_count, GENES_MOST);
    out->list = xcalloc((size_t)out->looked_at, sizeof *out->list);
    int wanted = (deep ? CHOICES_DEEP : CHOICES) / (2 * out->looked_at);
    wanted = max_int(MOVES_LEAST, min_int(wanted, MOVES_MOST));
    struct preflight_look look = {.config = config,
                                  .search = search_new((size_t)config->player.tt_kib * 1024),
                                  .genes = population_get(population, 0),
                                  .moved = xmalloc(dim * sizeof(int32_t)),
                                  .weights = xmalloc((size_t)config->space.dim * sizeof(int32_t)),
                                  .states = xmalloc((size_t)wanted * sizeof(struct state)),
                                  .moves = xmalloc((size_t)wanted * sizeof(move_t))};
    const struct opening_source source = session_source(config);
    struct openings openings = {0};
    int status =
        openings_draw(&openings, &source, OPENING_TRAIN, 1, wanted, pool_parallel(pool), NULL);
    if (status == 0) {
        preflight_collect(&look, &openings, wanted);
        preflight_look_at_all(&look, out);
    }
    openings_free(&openings);
    search_free(look.search);
    free(look.moved);
    free(look.weights);
    free(look.states);
    free(look.moves);
    return status;
}

/* ---- both ---- */

static int preflight_evaluation(const struct config *config, const struct population *population) {
    int extras = length_extras(config, 0);
    int64_t meetings =
        pairing_count(population, config->fitness.groups, config->fitness.round_robin, extras);
    int64_t among = meetings - (int64_t)population->count * extras;
    return (int)((2 * among / population->count + extras) * config->pairs[STAGE_TRAIN]);
}

static int preflight_play_population(const struct config *config,
                                     const struct population *population, struct pool *pool,
                                     struct preflight *out) {
    struct roster roster = roster_new(&config->player.manners);
    int32_t *weights = xmalloc((size_t)config->space.dim * sizeof *weights);
    for (int i = 0; i < population->count; i++) {
        space_expand(&config->space, population_get(population, i), weights);
        roster_seat(&roster, config->evaluator, weights, ROLE_CANDIDATE, 0);
    }
    int status = preflight_play(config, &roster, pool, out);
    free(weights);
    roster_destroy(&roster);
    return status;
}

/* Random vectors may all lose to the first mover, without any deviation of pairs; stronger players'
 * pairs deviate more. */
static int preflight_play_yardsticks(const struct config *config, struct pool *pool,
                                     struct preflight *out) {
    struct roster roster = roster_new(&config->player.manners);
    for (int i = 0; i < config->verify.yardstick_count; i++) {
        const struct weights *weights = &config->verify.yardsticks[i].weights;
        if (!config->verify.yardsticks[i].line)
            roster_seat(&roster, weights->evaluator, weights->values, ROLE_YARDSTICK, 0);
    }
    int status = preflight_play(config, &roster, pool, out);
    roster_destroy(&roster);
    return status;
}

int preflight_measure(const struct config *config, struct preflight *out) {
    const struct optimizer_setup setup = length_optimizer_setup(config);
    struct population population;
    struct pool *pool = pool_open(config->threads, (size_t)config->player.tt_kib * 1024);
    *out = (struct preflight){.spread = -1};
    length_population(&setup, &population);
    out->evaluation = preflight_evaluation(config, &population);
    int status = preflight_play_population(config, &population, pool, out);
    if (status == 0) status = preflight_play_yardsticks(config, pool, out);
    if (status == 0 && !config_has_engine(config))
        status = preflight_look(config, &population, pool, out);
    population_destroy(&population);
    pool_close(pool);
    return status || interrupt_pending() ? -1 : 0;
}

/* ---- its speed ---- */

/* The sample grows until it has taken half a second: from one ply of one game on each thread to
 * whole games, and then more of them. So even a search that takes seconds for a move is measured
 * in seconds. */

static const double enough_seconds = 0.5, move_seconds = 2;
enum { GAMES_MAX = 1 << 20 };

/* Generation 1, as the run will have it, without its hall of fame. */
struct rehearsal {
    struct population population;
    struct roster roster;
    struct pairing pairing;
    struct guest guests[2 * CONFIG_YARDSTICKS_MAX]; /* of the gauntlet, then of the measurement */
    int guest_count;
};

static const struct guest *rehearsal_guest(struct rehearsal *rehearsal, const struct config *config,
                                           const struct yardstick *yardstick) {
    struct guest *guest = &rehearsal->guests[rehearsal->guest_count++];
    guest_init(guest, config->evaluator, &yardstick->external);
    return guest;
}

static void rehearsal_seat_yardstick(struct rehearsal *rehearsal, const struct config *config,
                                     const struct yardstick *yardstick) {
    const struct weights *weights = &yardstick->weights;
    if (yardstick->line)
        roster_seat_player(&rehearsal->roster,
                           &rehearsal_guest(rehearsal, config, yardstick)->player, ROLE_YARDSTICK,
                           0);
    else
        roster_seat(&rehearsal->roster, weights->evaluator, weights->values, ROLE_YARDSTICK, 0);
}

/* `seconds`: of a move at most. */
static void rehearsal_open(const struct config *config, double seconds, struct rehearsal *out) {
    struct manners manners = config->player.manners;
    for (int m = 0; m < manners.count; m++) manners.list[m].limits.seconds = seconds;
    const struct optimizer_setup setup = length_optimizer_setup(config);
    length_population(&setup, &out->population);
    out->roster = roster_new(&manners);
    out->guest_count = 0;
    int32_t *weights = xmalloc((size_t)config->space.dim * sizeof *weights);
    for (int i = 0; i < out->population.count; i++) {
        space_expand(&config->space, population_get(&out->population, i), weights);
        roster_seat(&out->roster, config->evaluator, weights, ROLE_CANDIDATE, 0);
    }
    free(weights);
    for (int i = 0; config->fitness.gauntlet && i < config->fitness.yardstick_count; i++)
        rehearsal_seat_yardstick(out, config, &config->fitness.yardsticks[i]);
    for (int i = 0; i < config->verify.yardstick_count; i++)
        if (config->verify.yardsticks[i].line)
            rehearsal_guest(out, config, &config->verify.yardsticks[i]);
    pairing_make(&out->population, config->fitness.groups, config->fitness.round_robin,
                 out->roster.count - out->population.count, &out->pairing);
}

static void rehearsal_close(struct rehearsal *rehearsal) {
    pairing_destroy(&rehearsal->pairing);
    roster_destroy(&rehearsal->roster);
    population_destroy(&rehearsal->population);
}

/* Pairs a meeting needs for `wanted` of them to be played in that manner. */
static int estimate_pairs(const struct config *config, int manner, int wanted) {
    int pairs = config->pairs[STAGE_TRAIN], played = 0;
    uint8_t *manners = xmalloc((size_t)pairs);
    manners_deal(&config->player.manners, pairs, manners);
    for (int pair = 0; pair < pairs && played < wanted; pair++)
        if (manners[pair] == manner && ++played == wanted) pairs = pair + 1;
    free(manners);
    return pairs;
}

/* Game `i` of those in that manner, of each meeting. */
static void estimate_jobs(const struct session *session, int manner, int count, struct job *jobs) {
    for (int pair = 0, i = 0; i < count; pair++)
        for (int game = 0; game < 2 && session->manners[pair] == manner; game++)
            for (int m = 0; m < session->meeting_count && i < count; m++)
                jobs[i++] = session_job(session, m, 2 * pair + game);
}

/* The first `count` games of the generation in that manner, all meetings in turn, cut off after so
 * many plies. */
static struct estimate_sample estimate_play(const struct config *config,
                                            const struct rehearsal *rehearsal, struct pool *pool,
                                            int manner, int count, int plies_max) {
    int meetings = rehearsal->pairing.count;
    struct session session =
        session_of_run(config, MIXING_NEWEST, STAGE_TRAIN, 1, &rehearsal->roster, pool);
    session.plies_max = plies_max;
    session.stock = 0; /* a few games need no more openings than pairs */
    session.pairs = estimate_pairs(config, manner, (count + 2 * meetings - 1) / (2 * meetings));
    for (int m = 0; m < meetings; m++)
        session_meet(&session, rehearsal->pairing.meetings[m].a, rehearsal->pairing.meetings[m].b);
    int status = session_draw(&session, NULL);
    const struct terms terms = session_terms(&session);
    struct job *jobs = xmalloc((size_t)count * sizeof *jobs);
    estimate_jobs(&session, manner, count, jobs);
    double start = clock_seconds();
    if (status == 0) status = pool_run(pool, &terms, jobs, count, session.results);
    struct estimate_sample sample = {
        .games = count, .seconds = clock_seconds() - start, .whole = true};
    for (int i = 0; i < count && status == 0; i++) {
        sample.plies += session.results[i].plies;
        if (session.results[i].plies == plies_max) sample.whole = false;
    }
    free(jobs);
    session_destroy(&session);
    return sample;
}

static struct estimate_sample estimate_manner(const struct config *config,
                                              const struct rehearsal *rehearsal, struct pool *pool,
                                              int manner) {
    struct estimate_sample sample = {0};
    int longest = config_plies_max(config), plies_max = 1;
    int pairs = manners_pairs(&config->player.manners, manner, config->pairs[STAGE_TRAIN]);
    int64_t all = (int64_t)rehearsal->pairing.count * pairs * 2;
    int most = all < GAMES_MAX ? (int)all : GAMES_MAX;
    int count = min_int(pool_threads(pool), most);
    if (config_has_engine(config)) /* starting it is no part of a game */
        estimate_play(config, rehearsal, pool, manner, count, plies_max);
    do {
        sample = estimate_play(config, rehearsal, pool, manner, count, plies_max);
        if (plies_max >= longest) sample.whole = true;
        if (sample.whole && count == most) break;
        if (sample.whole) count = min_int(2 * count, most);
        plies_max = min_int(2 * plies_max, longest);
    } while (sample.seconds < enough_seconds && !interrupt_pending());
    sample.slow = sample.seconds >= move_seconds && sample.plies <= sample.games;
    return sample;
}

int estimate_measure(const struct config *config, struct estimate_sample out[MANNERS_MAX],
                     struct error *error) {
    struct rehearsal rehearsal;
    rehearsal_open(config, move_seconds, &rehearsal);
    struct pool *pool = pool_open(config->threads, (size_t)config->player.tt_kib * 1024);
    int status = run_try_engine(config, pool, error);
    for (int i = 0; i < rehearsal.guest_count && status == 0; i++)
        status = guest_try(pool_mover(pool, &rehearsal.guests[i].player), error);
    for (int m = 0; m < config->player.manners.count && status == 0; m++)
        out[m] = estimate_manner(config, &rehearsal, pool, m);
    pool_close(pool);
    rehearsal_close(&rehearsal);
    return status;
}

static double estimate_seconds_a_game(const struct config *config,
                                      const struct estimate_sample *sample) {
    double plies = (double)sample->plies, longest = config_plies_max(config);
    return sample->whole || plies == 0 ? sample->seconds / (double)sample->games
                                       : sample->seconds / plies * longest;
}

double estimate_seconds(const struct config *config,
                        const struct estimate_sample samples[MANNERS_MAX], int64_t games) {
    double a_game = 0;
    for (int m = 0; m < config->player.manners.count; m++)
        a_game += manners_share(&config->player.manners, m) *
                  estimate_seconds_a_game(config, &samples[m]);
    return a_game * (double)games;
}
