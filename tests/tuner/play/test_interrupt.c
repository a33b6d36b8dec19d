/*
 * Ctrl-C while games are being played: those in flight end at their next move, what was not begun
 * never is, and what counts is as if nothing had happened. Each test is a process of its own, since
 * a signal is noted for good.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/progress.h"
#include "engine/games/games.h"
#include "tuner/play/pool.h"

enum { PAIRS = 20, JOBS = 2 * PAIRS, TT_BYTES = 1 << 14, SIGNAL_AT = 100 };

/* ---- a player that raises the signal when it chooses its move number SIGNAL_AT ---- */

static int moves_chosen;
static struct player player;

struct alarmist {
    struct mover mover;
    struct search *search;
};

static enum mover_answer alarmist_choose(struct mover *mover, const void *state, struct rng *rng,
                                         move_t *move) {
    struct alarmist *self = (struct alarmist *)mover;
    if (++moves_chosen == SIGNAL_AT) raise(SIGTERM);
    *move = player_move(&player, self->search, state, rng, NULL);
    return MOVER_GOES_ON;
}

static void alarmist_free(struct mover *mover) {
    search_free(((struct alarmist *)mover)->search);
    free(mover);
}

static struct mover *alarmist_new(const struct player *owner) {
    static const struct mover_kind kind = {.choose = alarmist_choose, .free = alarmist_free};
    struct alarmist *self = xcalloc(1, sizeof *self);
    (void)owner;
    *self = (struct alarmist){{&kind}, search_new(TT_BYTES)};
    return &self->mover;
}

/* ---- games ---- */

struct table {
    const struct player *seated[1];
    struct openings openings;
    struct job jobs[JOBS];
    struct result results[JOBS];
    struct terms terms;
};

static void seat(const char *game_name, const char *evaluator_name, int depth) {
    struct error error;
    const struct evaluator *evaluator =
        games_evaluator(games_find(game_name, &error), evaluator_name, NULL, &error);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &(struct search_limits){.depth = depth}, 0.1);
    free(weights);
}

/* The player meets itself. */
static struct table *table_new(struct pool *pool) {
    struct table *table = xcalloc(1, sizeof *table);
    const struct opening_source source = {
        .game = player.evaluator->game, .seed = 3, .plies_min = 3, .plies_max = 3};
    table->seated[0] = &player;
    openings_draw(&table->openings, &source, OPENING_TRAIN, 1, PAIRS, pool_parallel(pool), NULL);
    for (int i = 0; i < JOBS; i++)
        table->jobs[i] = (struct job){.opening = i / 2, .swapped = i % 2};
    table->terms = (struct terms){.game = source.game,
                                  .players = {table->seated},
                                  .openings = &table->openings,
                                  .seed = 11,
                                  .purpose = 4,
                                  .mixing = MIXING_NEWEST};
    return table;
}

static int table_play(struct table *table, struct pool *pool) {
    return pool_run(pool, &table->terms, table->jobs, JOBS, table->results);
}

/* ---- each in its process: 0 if all is as it should be, else the line ---- */

#define CHECK(condition)                                                                           \
    if (!(condition)) return __LINE__ & 0x7f

static int a_game_in_flight(void) {
    struct pool *pool = pool_open(1, TT_BYTES);
    seat("reversi", "wpc", 0);
    struct table *whole = table_new(pool), *cut = table_new(pool);
    CHECK(table_play(whole, pool) == 0);
    player.mover_new = alarmist_new;
    CHECK(table_play(cut, pool) == -1);
    CHECK(moves_chosen == SIGNAL_AT); /* and no move more */
    int counted = 0;
    while (cut->results[counted].points != RESULT_UNPLAYED) counted++;
    CHECK(counted == 1); /* of some 56 moves each */
    CHECK(cut->results[0].moves_hash == whole->results[0].moves_hash);
    for (int i = counted; i < JOBS; i++) CHECK(cut->results[i].points == RESULT_UNPLAYED);
    return 0;
}

static void raise_after_a_share(void *context, int64_t first, int64_t count) {
    (void)context, (void)first, (void)count;
    raise(SIGINT);
}

/* Games in batches do not look up between moves: no more of them are begun. */
static int games_in_batches(void) {
    struct pool *pool = pool_open(1, TT_BYTES);
    seat("reversi", "wpc", 0);
    struct table *table = table_new(pool);
    table->terms.finished = raise_after_a_share;
    CHECK(table_play(table, pool) == -1);
    CHECK(table->results[0].points != RESULT_UNPLAYED);
    CHECK(table->results[JOBS - 1].points == RESULT_UNPLAYED);
    return 0;
}

static void count_work(void *context, int64_t i) {
    if (i == 9) raise(SIGINT);
    ++*(int *)context;
}

static int work_of_other_kinds(void) {
    struct pool *pool = pool_open(1, TT_BYTES);
    int done = 0;
    CHECK(pool_each(pool, &(struct parallel_work){.work = count_work, .context = &done}, 9) == 0);
    CHECK(pool_each(pool, &(struct parallel_work){.work = count_work, .context = &done}, 100) ==
          -1);
    CHECK(done == 9 + 10);
    return 0;
}

/* What was in flight when the signal came may be anything, and there is nothing after it. */
static int the_last_piece_of_work(void) {
    struct pool *pool = pool_open(1, TT_BYTES);
    int done = 0;
    CHECK(pool_each(pool, &(struct parallel_work){.work = count_work, .context = &done}, 10) == -1);
    return 0;
}

/* Without the signal that would take days. */
static int a_search_within_a_move(void) {
    struct search *search = search_new(TT_BYTES);
    struct search_result found;
    struct state state;
    struct rng rng = rng_keyed(1, 2, 3, 4);
    seat("connect6", "roads", 12);
    player.evaluator->game->start(player.evaluator->game, &state);
    player.epsilon = 0;
    raise(SIGHUP);
    player_move(&player, search, &state, &rng, &found);
    CHECK(found.nodes < 1000000);
    return 0;
}

/* The signal comes when the third verdict is asked for: its judges' games end at once. */
struct verdicts {
    int asked, noted;
};

static int ask_for_verdict(void *context, uint64_t hash) {
    struct verdicts *verdicts = context;
    (void)hash;
    if (++verdicts->asked == 3) raise(SIGINT);
    return -1;
}

static void note_verdict(void *context, uint64_t hash, int points) {
    struct verdicts *verdicts = context;
    (void)hash, (void)points;
    verdicts->noted++;
}

static int a_verdict_in_flight(void) {
    struct pool *pool = pool_open(1, TT_BYTES);
    struct verdicts verdicts = {0, 0};
    const struct opening_verdicts keeper = {ask_for_verdict, note_verdict, &verdicts};
    const struct opening_source source = {.game = games_find("reversi", NULL),
                                          .seed = 3,
                                          .plies_min = 6,
                                          .plies_max = 6,
                                          .balance = 0.25,
                                          .verdicts = &keeper};
    struct openings openings;
    CHECK(openings_draw(&openings, &source, OPENING_TRAIN, 1, PAIRS, pool_parallel(pool), NULL) ==
          -1);
    CHECK(verdicts.asked >= 3);
    CHECK(verdicts.noted == 2);
    return 0;
}

static void assert_passes(int (*act)(void)) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGHUP, SIG_DFL);
        interrupt_install();
        alarm(60);
        _exit(act());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status)) fail_msg("line %d modulo 128", WEXITSTATUS(status));
}

static void a_game_in_flight_ends_at_its_next_move(void **state) {
    (void)state;
    assert_passes(a_game_in_flight);
}

static void other_work_that_is_not_begun_is_left_out(void **state) {
    (void)state;
    assert_passes(games_in_batches);
    assert_passes(work_of_other_kinds);
    assert_passes(the_last_piece_of_work);
}

static void a_search_does_not_wait_for_its_end(void **state) {
    (void)state;
    assert_passes(a_search_within_a_move);
}

static void interrupted_judges_have_said_nothing(void **state) {
    (void)state;
    assert_passes(a_verdict_in_flight);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_in_flight_ends_at_its_next_move),
        cmocka_unit_test(other_work_that_is_not_begun_is_left_out),
        cmocka_unit_test(a_search_does_not_wait_for_its_end),
        cmocka_unit_test(interrupted_judges_have_said_nothing),
    };
    return cmocka_run_group_tests_name("interrupt", tests, NULL, NULL);
}
