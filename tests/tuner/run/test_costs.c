/*
 * costs: what samples of a run's stages say, with a clock that games, judgements and looks at it
 * move on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "tests/tiny_run.h"
#include "tuner/openings/judges.h"
#include "tuner/play/worker.h"
#include "tuner/run/costs.h"

/* ---- a clock of events ---- */

static const double look_seconds = 1e-6, game_seconds = 1e-4, judgement_seconds = 1e-3;
/* `stalls`: what the machine does to the first games. */
static double now, stalls;

/* The linker's own names. NOLINTBEGIN(*reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

double __wrap_clock_seconds(void);
double __wrap_clock_seconds(void) {
    return now += look_seconds;
}

int __real_judges_points(const struct judges *judges, const void *position);
int __wrap_judges_points(const struct judges *judges, const void *position);
int __wrap_judges_points(const struct judges *judges, const void *position) {
    now += judgement_seconds;
    return __real_judges_points(judges, position);
}

/* Ten times as long for each ply of search, and a thousand times with an engine of its own. */
static double seconds_of(const struct terms *terms, const struct job *job) {
    const struct player *const *players = terms->players[job->manner];
    bool engine = players[job->a]->mover_new || players[job->b]->mover_new;
    return game_seconds * pow(10, players[job->a]->limits.depth) * (engine ? 1000 : 1);
}

bool __real_worker_play(struct worker *worker, const struct terms *terms, const struct job *jobs,
                        int count, struct result *results);
bool __wrap_worker_play(struct worker *worker, const struct terms *terms, const struct job *jobs,
                        int count, struct result *results);
bool __wrap_worker_play(struct worker *worker, const struct terms *terms, const struct job *jobs,
                        int count, struct result *results) {
    for (int i = 0; i < count; i++) now += seconds_of(terms, &jobs[i]);
    now += stalls;
    stalls = 0;
    return __real_worker_play(worker, terms, jobs, count, results);
}

/* What a run says of the time left, and when. */
enum { SAID_MAX = 1 << 14 };
static struct said { double at, left; } said[SAID_MAX];
static int said_count;

void __wrap_progress_say(struct progress *progress, int64_t done, const char *words);
void __wrap_progress_say(struct progress *progress, int64_t done, const char *words) {
    (void)done, (void)words;
    if (said_count == SAID_MAX || (said_count && now - said[said_count - 1].at < 0.02)) return;
    said[said_count++] = (struct said){now, progress->left};
}

/* NOLINTEND(*reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

/* ---- a run ---- */

static int make_run(void **context) {
    struct error error;
    return runs_make_directory(context) || tiny_tune("run", NULL, &error) != RUN_FINISHED;
}

/* Of the tiny run, as if its config said that too, and it had so many generations; and seconds of a
 * game, if `game` is not NULL. */
static struct costs costs_after(const char *set, int generations, double *game) {
    struct config config;
    struct error error;
    char path[128];
    snprintf(path, sizeof path, "%s/run/run.db", directory);
    if (config_parse("tiny.cfg", tiny_config, &set, 1, &config, &error)) fail_msg("%s", error.text);
    struct run run = {.config = &config,
                      .store = store_open(path, STORE_READ, &error),
                      .pool = pool_open(1, 1 << 14),
                      .id = 1,
                      .done = generations};
    if (!run.store) fail_msg("%s", error.text);
    struct costs costs = costs_measure(&run, 0.01);
    if (game) *game = costs_of_game(&run, 0.01);
    pool_close(run.pool);
    store_close(run.store);
    config_free(&config);
    return costs;
}

static struct costs costs_with(const char *set) {
    return costs_after(set, 6, NULL);
}

static void assert_about(double seconds, double wanted) {
    if (fabs(seconds - wanted) > 0.02 * wanted) fail_msg("%g s, not %g", seconds, wanted);
}

/* All depths, one after the other. */
static void other_depths_have_games_of_their_own(void **state) {
    (void)state;
    assert_about(costs_with("verify.depths=[1]").games[STAGE_DEPTH], 10 * game_seconds);
    double both = costs_with("verify.depths=[1, 2]").games[STAGE_DEPTH];
    assert_about(both, (10 + 100) / 2. * game_seconds);
    assert_true(costs_with("verify.depths=[]").games[STAGE_DEPTH] == 0);
}

/* Without engines of their own they play as training does. */
static void stages_that_play_as_training_does_are_not_measured(void **state) {
    (void)state;
    struct costs costs = costs_with("seed=3");
    assert_true(costs.games[STAGE_VERIFY] == 0 && costs.games[STAGE_SELECT] == 0);
}

/* So that a run of deep searches is known before it has a generation. */
static void the_first_players_stand_for_those_to_come(void **state) {
    (void)state;
    double first, deep;
    assert_true(costs_after("verify.depths=[1]", 0, &first).games[STAGE_DEPTH] > 0);
    costs_after("player.depth=2", 0, &deep);
    assert_about(first, game_seconds);
    assert_about(deep, 100 * game_seconds);
}

/* A busy machine may let the first games wait for longer than all others take. */
static void first_games_that_wait_tell_nothing(void **state) {
    (void)state;
    double game;
    stalls = 0.5;
    costs_after("verify.depths=[]", 6, &game);
    assert_true(stalls == 0);
    assert_about(game, game_seconds);
}

/* Games that take long are not played again to know that. */
static void one_long_session_is_enough(void **state) {
    (void)state;
    double before, game;
    stalls = 100;
    before = now;
    costs_after("verify.depths=[]", 6, &game);
    assert_true(game > 10 && now - before < 101);
}

/* Eight judges play them out. */
static void judged_openings_cost_games(void **state) {
    (void)state;
    double plain = costs_with("verify.pairs=1000").opening;
    double judged = costs_with("openings.balance=0.4").opening;
    assert_true(plain > 0 && plain < 10 * look_seconds);
    assert_true(judged > judgement_seconds);
}

/* An engine of its own sits where the run's yardsticks do, and takes far longer than they. */
static void games_with_engines_are_measured_with_them(void **state) {
    (void)state;
    static const char *const sets[] = {"verify.yardsticks=[\"cmd:" BUILD_DIR
                                       "/hone-engine --protocol gtp --depth 1;protocol=gtp\"]"};
    struct config config;
    struct error error;
    if (config_parse("tiny.cfg", tiny_config, sets, 1, &config, &error)) fail_msg("%s", error.text);
    struct run run = {.config = &config,
                      .pool = pool_open(1, 1 << 14),
                      .yardsticks = roster_new(&config.player.manners)};
    guest_init(&run.guests[0], config.evaluator, &config.verify.yardsticks[0].external);
    run.measuring[0] =
        roster_seat_player(&run.yardsticks, &run.guests[0].player, ROLE_YARDSTICK, 1);
    struct costs costs = costs_measure(&run, 0.01);
    assert_true(costs.games[STAGE_VERIFY] > 4 * costs_of_game(&run, 0.01));
    assert_true(costs.games[STAGE_VERIFY] > 4 * costs.games[STAGE_DEPTH]);
    config.pairs[STAGE_LIMIT] = 1;
    costs = costs_measure(&run, 0.01);
    assert_true(costs.games[STAGE_LIMIT] > 0);
    assert_true(costs.games[STAGE_VERIFY] > 4 * costs.games[STAGE_LIMIT]);
    pool_close(run.pool);
    roster_destroy(&run.yardsticks);
    config_free(&config);
}

/* ---- a deadline ---- */

/* The seconds that are left unused by a run that may take so many, of generations without end. */
static double unused_of(const char *name, const char *const *sets, int set_count, double seconds) {
    struct config config;
    struct error error;
    const struct run_wish wish = {.deadline = now + seconds};
    if (config_parse("tiny.cfg", tiny_config, sets, set_count, &config, &error))
        fail_msg("%s", error.text);
    snprintf(config.output, sizeof config.output, "%s/%s", directory, name);
    said_count = 0;
    if (run_tune(&config, &wish, &error) != RUN_FINISHED) fail_msg("%s", error.text);
    config_free(&config);
    return wish.deadline - now;
}

/* The largest of what was said too much, as a part of what was left then, half a second at
 * least. */
static double said_too_much(void) {
    double worst = 0;
    for (int i = 0; i < said_count; i++) {
        double left = now - said[i].at;
        if (left > 0.5) worst = fmax(worst, said[i].left / left - 1);
    }
    return worst;
}

/* Milestones of many generations to come, which are never played, and a depth that takes as long as
 * all else. */
static void a_deadline_is_used_and_kept(void **state) {
    (void)state;
    static const char *const sets[] = {"optimizer.generations=100000",
                                       "fitness.pairs=5",
                                       "progress.every=10",
                                       "progress.pairs=0",
                                       "verify.depths=[1, 2]",
                                       "verify.depth_pairs=5",
                                       "verify.pairs=20",
                                       "verify.milestone_every=1000"};
    double unused = unused_of("deadline", sets, (int)COUNT_OF(sets), 8);
    if (unused < 0 || unused > 0.8) fail_msg("%g of 8 s are unused", unused);
    assert_true(said_count > 100);
    if (said_too_much() > 0.6) fail_msg("said %g times too much", said_too_much());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_depths_have_games_of_their_own),
        cmocka_unit_test(stages_that_play_as_training_does_are_not_measured),
        cmocka_unit_test(the_first_players_stand_for_those_to_come),
        cmocka_unit_test(games_with_engines_are_measured_with_them),
        cmocka_unit_test(first_games_that_wait_tell_nothing),
        cmocka_unit_test(one_long_session_is_enough),
        cmocka_unit_test(judged_openings_cost_games),
        cmocka_unit_test(a_deadline_is_used_and_kept),
    };
    return cmocka_run_group_tests(tests, make_run, own_directory_remove);
}
