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

/* Generation 1, as the run will have it, but for its hall of fame. */
struct rehearsal {
    struct population population;
    struct roster roster;
    struct pairing pairing;
};

/* `seconds`: of a move at most. */
static void rehearsal_open(const struct config *config, double seconds, struct rehearsal *out) {
    struct search_limits limits = config->player.limits;
    limits.seconds = seconds;
    const struct optimizer_setup setup = length_optimizer_setup(config);
    length_population(&setup, &out->population);
    out->roster = roster_new(&limits, config->player.epsilon);
    int32_t *weights = xmalloc((size_t)config->space.dim * sizeof *weights);
    for (int i = 0; i < out->population.count; i++) {
        space_expand(&config->space, population_get(&out->population, i), weights);
        roster_seat(&out->roster, config->evaluator, weights, ROLE_CANDIDATE, 0);
    }
    free(weights);
    for (int i = 0; config->fitness.gauntlet && i < config->fitness.yardstick_count; i++)
        roster_seat(&out->roster, config->fitness.yardsticks[i].evaluator,
                    config->fitness.yardsticks[i].values, ROLE_YARDSTICK, 0);
    pairing_make(&out->population, config->fitness.groups, config->fitness.round_robin,
                 out->roster.count - out->population.count, &out->pairing);
}

static void rehearsal_close(struct rehearsal *rehearsal) {
    pairing_destroy(&rehearsal->pairing);
    roster_destroy(&rehearsal->roster);
    population_destroy(&rehearsal->population);
}

int estimate_plies_max(const struct config *config) {
    return config->player.plies_max ? config->player.plies_max : config->game->plies_max;
}

/* The first `count` games of the generation, all meetings in turn, cut off after so many plies. */
static struct estimate_sample estimate_play(const struct config *config,
                                            const struct rehearsal *rehearsal, struct pool *pool,
                                            int count, int plies_max) {
    int meetings = rehearsal->pairing.count;
    struct session session =
        session_of_run(config, MIXING_NEWEST, STAGE_TRAIN, 1, &rehearsal->roster, pool);
    session.plies_max = plies_max;
    session.pairs = min_int(session.pairs, (count + 2 * meetings - 1) / (2 * meetings));
    for (int m = 0; m < meetings; m++)
        session_meet(&session, rehearsal->pairing.meetings[m].a, rehearsal->pairing.meetings[m].b);
    session_draw(&session, NULL);
    const struct terms terms = session_terms(&session);
    struct job *jobs = xmalloc((size_t)count * sizeof *jobs);
    for (int i = 0; i < count; i++) jobs[i] = session_job(&session, i % meetings, i / meetings);
    double start = clock_seconds();
    pool_run(pool, &terms, jobs, count, session.results);
    struct estimate_sample sample = {
        .games = count, .seconds = clock_seconds() - start, .whole = true};
    for (int i = 0; i < count; i++) {
        sample.plies += session.results[i].plies;
        if (session.results[i].plies == plies_max) sample.whole = false;
    }
    free(jobs);
    session_destroy(&session);
    return sample;
}

struct estimate_sample estimate_measure(const struct config *config) {
    struct rehearsal rehearsal;
    struct estimate_sample sample = {0};
    rehearsal_open(config, move_seconds, &rehearsal);
    struct pool *pool = pool_open(config->threads, (size_t)config->player.tt_kib * 1024);
    int longest = estimate_plies_max(config), plies_max = 1;
    int64_t all = (int64_t)rehearsal.pairing.count * config->pairs[STAGE_TRAIN] * 2;
    int most = all < GAMES_MAX ? (int)all : GAMES_MAX;
    int count = min_int(pool_threads(pool), most);
    do {
        sample = estimate_play(config, &rehearsal, pool, count, plies_max);
        if (plies_max >= longest) sample.whole = true;
        if (sample.whole && count == most) break;
        if (sample.whole) count = min_int(2 * count, most);
        plies_max = min_int(2 * plies_max, longest);
    } while (sample.seconds < enough_seconds && !interrupt_pending());
    sample.slow = sample.seconds >= move_seconds && sample.plies <= sample.games;
    pool_close(pool);
    rehearsal_close(&rehearsal);
    return sample;
}

double estimate_seconds(const struct config *config, const struct estimate_sample *sample,
                        int64_t games) {
    double plies = (double)sample->plies, longest = estimate_plies_max(config);
    double a_game = sample->whole || plies == 0 ? sample->seconds / (double)sample->games
                                                : sample->seconds / plies * longest;
    return a_game * (double)games;
}
