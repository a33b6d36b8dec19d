/*
 * The sample grows from one pair a meeting until it has taken half a second; a deep search is cut
 * off after some seconds, wherever it is, and what was finished by then is the sample.
 */
#include "tuner/run/estimate.h"

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tuner/play/pairing.h"
#include "tuner/run/run.h"
#include "tuner/run/session.h"

static const double enough_seconds = 0.5, most_seconds = 10;

/* Generation 1, as the run will have it, but for its hall of fame. */
struct rehearsal {
    struct population population;
    struct roster roster;
    struct pairing pairing;
};

static void rehearsal_population(const struct config *config, struct population *out) {
    const struct optimizer_kind *kind = config->optimizer.kind;
    struct optimizer_setup setup = run_optimizer_setup(config);
    population_init(out, kind->population_max(&config->optimizer), setup.dim);
    void *optimizer = kind->create(&setup);
    kind->ask(optimizer, 0, out);
    kind->destroy(optimizer);
}

static void rehearsal_open(const struct config *config, struct rehearsal *out) {
    rehearsal_population(config, &out->population);
    out->roster = roster_new(&config->player.limits, config->player.epsilon);
    for (int i = 0; i < out->population.count; i++)
        roster_seat(&out->roster, config->evaluator, population_get(&out->population, i),
                    ROLE_CANDIDATE, 0);
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

/* ---- counting ---- */

static int64_t estimate_pairs_of(int64_t n) {
    return n * (n - 1) / 2;
}

static int64_t estimate_verify_games(const struct config *config) {
    int64_t candidates = config->verify.candidates;
    int64_t pool = 1 + config->fitness.yardstick_count;
    int64_t choice = estimate_pairs_of(candidates) + candidates * pool;
    int64_t measurement = candidates - 1 + pool + 2 * config->verify.yardstick_count;
    int64_t milestones = 0;
    int every = config->verify.milestone_every, generations = config->optimizer.generations;
    if (every > 0 && every <= generations)
        milestones = estimate_pairs_of(generations / every + config->verify.random_players) +
                     config->verify.yardstick_count;
    return 2 * (choice * config->verify.selection_pairs + measurement * config->verify.pairs +
                milestones * config->verify.milestone_pairs);
}

struct estimate estimate_count(const struct config *config) {
    struct rehearsal rehearsal;
    rehearsal_open(config, &rehearsal);
    int extras =
        config->fitness.gauntlet ? config->fitness.yardstick_count + config->fitness.hall_size : 0;
    int individuals = rehearsal.population.count;
    struct estimate estimate = {
        .individuals = individuals,
        .meetings = rehearsal.pairing.gauntlet_first + individuals * extras,
        .threads = config->threads ? config->threads : pool_cores(),
        .verify_games = estimate_verify_games(config),
    };
    estimate.training_games =
        (int64_t)estimate.meetings * config->fitness.pairs * 2 * config->optimizer.generations;
    rehearsal_close(&rehearsal);
    return estimate;
}

/* ---- measuring ---- */

struct stopwatch {
    double started;
    struct estimate_sample sample;
};

static bool stopwatch_progress(void *context, int64_t games) {
    struct stopwatch *watch = context;
    watch->sample = (struct estimate_sample){games, clock_seconds() - watch->started};
    return watch->sample.seconds < most_seconds && !interrupt_pending();
}

/* Plays `pairs` pairs of every meeting; whether they came to their end in time. */
static bool estimate_play(const struct config *config, const struct rehearsal *rehearsal,
                          struct pool *pool, int pairs, struct estimate_sample *sample) {
    struct session session =
        session_of_run(config, MIXING_NEWEST, STAGE_TRAIN, 1, &rehearsal->roster, pool);
    session.pairs = pairs;
    for (int m = 0; m < rehearsal->pairing.count; m++)
        session_meet(&session, rehearsal->pairing.meetings[m].a, rehearsal->pairing.meetings[m].b);
    session_draw(&session, NULL);
    struct stopwatch watch = {.started = clock_seconds()};
    session.progress = stopwatch_progress;
    session.context = &watch;
    bool whole = session_play(&session, pairs) == 0;
    session_destroy(&session);
    *sample = watch.sample;
    return whole;
}

struct estimate_sample estimate_measure(const struct config *config) {
    struct rehearsal rehearsal;
    struct estimate_sample sample = {0};
    rehearsal_open(config, &rehearsal);
    struct pool *pool = pool_open(config->threads, (size_t)config->player.tt_kib * 1024);
    bool whole = true;
    for (int pairs = 1; whole && sample.seconds < enough_seconds && pairs <= config->fitness.pairs;
         pairs *= 2)
        whole = estimate_play(config, &rehearsal, pool, pairs, &sample);
    pool_close(pool);
    rehearsal_close(&rehearsal);
    return sample;
}
