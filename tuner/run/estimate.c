/*
 * The sample grows until it has taken half a second: from one ply of one game on each thread to
 * whole games, and then more of them. So even a search that takes seconds for a move is measured in
 * seconds.
 */
#include "tuner/run/estimate.h"

#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tuner/config/length.h"
#include "tuner/play/pairing.h"
#include "tuner/run/run.h"
#include "tuner/run/session.h"

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

/* Pairs that a meeting must have so that so many of them are played in that manner. */
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
    int status = 0;
    rehearsal_open(config, move_seconds, &rehearsal);
    struct pool *pool = pool_open(config->threads, (size_t)config->player.tt_kib * 1024);
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
