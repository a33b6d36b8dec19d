/*
 * Ranks by MPI, seen from rank 0: what they play is what this process would have played, and the
 * division of the games is decided as it should be. tests/mpi.c starts it with several ranks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/play/message.h"
#include "tuner/play/ranks.h"

enum {
    PLAYERS = 6,
    PAIRS = 10,
    FIRST_OPENING = 5,
    JOBS = PLAYERS * (PLAYERS - 1) * PAIRS,
    TT_BYTES = 1 << 14
};

#include "tests/queue_table.h"

static void table_play(struct table *table, struct pool *pool, int64_t jobs) {
    queue_begin(&table->queue, &table->terms, table->jobs, jobs, table->elsewhere,
                pool_threads(pool));
    ranks_play(pool, &table->queue);
}

/* Without other ranks. */
static void table_play_here(struct table *table, struct pool *pool) {
    queue_begin(&table->queue, &table->terms, table->jobs, JOBS, table->results, 1);
    pool_play(pool, &(struct pool_shift){.take = pool_take, .context = &table->queue});
}

static void assert_same_results(const struct table *table, int64_t jobs) {
    for (int64_t i = 0; i < jobs; i++) {
        assert_int_equal(table->elsewhere[i].points, table->results[i].points);
        assert_int_equal(table->elsewhere[i].plies, table->results[i].plies);
        assert_true(table->elsewhere[i].moves_hash == table->results[i].moves_hash);
    }
}

static int64_t played_elsewhere(const struct table *table) {
    return table->queue.given_back - table->queue.timed;
}

static void others_play_the_same_games(void **context) {
    static const char *const games[][2] = {
        {"reversi", "wpc"}, {"gomoku", "roads"}, {"reversi", "features"}, {"hex(5)", "distance"}};
    (void)context;
    struct pool *pool = pool_open(1, TT_BYTES);
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        struct table *table = table_lay(games[g][0], games[g][1]);
        table_play_here(table, pool);
        table_play(table, pool, JOBS);
        assert_false(table->queue.abandoned);
        assert_int_equal(table->queue.given_back, JOBS);
        assert_true(played_elsewhere(table) > 0);
        assert_same_results(table, JOBS);
        table_clear(table);
    }
    pool_close(pool);
}

/* The others know some of the players, in other places, and must not take one for another. */
static void players_come_and_go(void **context) {
    (void)context;
    struct pool *pool = pool_open(2, TT_BYTES);
    struct table *table = table_lay("reversi", "wpc");
    const struct evaluator *evaluator = table->players[0][0].evaluator;
    for (int round = 0; round < 4; round++) {
        table->terms.generation++;
        table_play(table, pool, JOBS);
        table_play_here(table, pool);
        assert_same_results(table, JOBS);
        struct player first = table->players[0][0];
        table->players[0][0] = table->players[0][2];
        table->players[0][2] = first;
        player_destroy(&table->players[0][4]);
        table_seat(table, evaluator, 4, 100 * round);
        for (int i = 0; i < PLAYERS; i++)
            table->players[1][i].prepared = table->players[0][i].prepared;
    }
    table_clear(table);
    pool_close(pool);
}

/* Other threads can take no share of one job, whatever it takes. */
static void one_job_is_played_here(void **context) {
    (void)context;
    struct pool *pool = pool_open(1, TT_BYTES);
    struct table *table = table_lay("reversi", "wpc");
    for (int i = 0; i < JOBS; i++) table->jobs[i].manner = 0;
    table_play(table, pool, JOBS);
    table_play(table, pool, 1);
    assert_int_equal(played_elsewhere(table), 0);
    table_clear(table);
    pool_close(pool);
}

static struct mover *no_mover_new(const struct player *owner) {
    (void)owner;
    return NULL;
}

static void movers_of_their_own_stay_here(void **context) {
    (void)context;
    struct pool *pool = pool_open(1, TT_BYTES);
    struct table *table = table_lay("reversi", "wpc");
    table_play(table, pool, JOBS / 2);
    assert_true(message_is_possible(&table->queue));
    table->players[1][0].mover_new = no_mover_new;
    assert_false(message_is_possible(&table->queue));
    table->queue.jobs = &table->jobs[JOBS - 1]; /* of the last two players */
    table->queue.count = 1;
    assert_false(message_is_possible(&table->queue));
    table->players[1][0].mover_new = NULL;
    table_clear(table);
    pool_close(pool);
}

/* The progress: says stop after some jobs, and how often it was asked afterwards. */
struct stopper {
    int64_t at, last;
};

static bool stopper_progress(void *context, int64_t done) {
    struct stopper *stopper = context;
    assert_true(done > stopper->last);
    stopper->last = done;
    return done < stopper->at;
}

static void a_stop_is_heard_by_all(void **context) {
    (void)context;
    struct pool *pool = pool_open(1, TT_BYTES);
    struct table *table = table_lay("reversi", "features");
    struct stopper stopper = {.at = 100};
    table_play_here(table, pool);
    table->terms.progress = stopper_progress;
    table->terms.context = &stopper;
    table_play(table, pool, JOBS);
    assert_true(table->queue.abandoned);
    assert_int_equal(table->queue.given_back, table->queue.taken);
    assert_true(table->queue.taken < JOBS);
    for (int i = 0; i < JOBS; i++)
        assert_true(table->elsewhere[i].points == RESULT_UNPLAYED ||
                    table->elsewhere[i].moves_hash == table->results[i].moves_hash);
    stopper = (struct stopper){.at = JOBS + 1};
    table_play(table, pool, JOBS); /* and nothing is left of that */
    assert_same_results(table, JOBS);
    table_clear(table);
    pool_close(pool);
}

static int run_all(int argc, char **argv) {
    (void)argc, (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_play_the_same_games),
        cmocka_unit_test(players_come_and_go),
        cmocka_unit_test(one_job_is_played_here),
        cmocka_unit_test(movers_of_their_own_stay_here),
        cmocka_unit_test(a_stop_is_heard_by_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* As hone does where the disk is full. */
static int leave(int argc, char **argv) {
    (void)argc, (void)argv;
    exit(3);
}

int main(int argc, char **argv) {
    return ranks_main(argc > 1 ? leave : run_all, argc, argv);
}
