/*
 * pool, worker, jobs: the same results for any number of threads and any cut; every game can be
 * played again; players with movers of their own sit at the same table.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "engine/games/games.h"
#include "tuner/play/pool.h"
#include "tuner/play/worker.h"

enum { PLAYERS = 4, PAIRS = 30, MEETINGS = 6, JOBS = MEETINGS * PAIRS * 2, TT_BYTES = 1 << 14 };

struct hall {
    struct player players[PLAYERS];
    const struct player *seated[PLAYERS];
    struct openings openings;
    struct terms terms;
    struct job jobs[JOBS];
    struct result results[JOBS];
};

static const struct meeting meetings[MEETINGS] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

/* The first has the initial weights, the others some of their own. */
static void hall_players(struct hall *hall, const struct evaluator *evaluator, int depth,
                         double epsilon) {
    struct search_limits limits = {.depth = depth, .width = 6};
    struct rng rng = rng_keyed(5, 1, 2, 3);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    for (int i = 0; i < PLAYERS; i++) {
        evaluator_initial(evaluator, weights);
        for (int j = 0; j < evaluator->param_count; j++)
            if (i > 0) weights[j] = evaluator->params[j].lower + (int32_t)rng_below(&rng, 60);
        player_init(&hall->players[i], evaluator, weights, &limits, epsilon);
        hall->seated[i] = &hall->players[i];
    }
    free(weights);
}

static void hall_jobs(struct hall *hall, const struct meeting *list) {
    for (int i = 0; i < JOBS; i++) {
        const struct meeting *meeting = &list[i / (2 * PAIRS)];
        hall->jobs[i] = (struct job){meeting->a, meeting->b, i % (2 * PAIRS) / 2, i % 2, 0};
    }
}

static struct hall *hall_open(const char *game_name, const char *evaluator_name, int depth,
                              double epsilon) {
    struct error error;
    struct hall *hall = xcalloc(1, sizeof *hall);
    const struct game *game = games_find(game_name, &error);
    const struct evaluator *evaluator = games_evaluator(game, evaluator_name, NULL, &error);
    assert_non_null(evaluator);
    hall_players(hall, evaluator, depth, epsilon);
    hall_jobs(hall, meetings);
    const struct opening_source source = {.game = game, .seed = 3, .plies_min = 3, .plies_max = 3};
    struct pool *pool = pool_open(1, 1);
    openings_draw(&hall->openings, &source, OPENING_TRAIN, 1, PAIRS, pool_parallel(pool), NULL);
    pool_close(pool);
    hall->terms = (struct terms){.game = game,
                                 .players = {hall->seated},
                                 .openings = &hall->openings,
                                 .seed = 11,
                                 .purpose = 4,
                                 .mixing = MIXING_NEWEST};
    return hall;
}

/* The same games again, but all from the start. */
static void hall_go_home(struct hall *hall) {
    const struct opening_source source = {
        .game = hall->terms.game, .seed = 3, .plies_min = 0, .plies_max = 0};
    openings_free(&hall->openings);
    openings_draw(&hall->openings, &source, OPENING_TRAIN, 1, PAIRS, pool_parallel(NULL), NULL);
}

static void hall_close(struct hall *hall) {
    for (int i = 0; i < PLAYERS; i++) player_destroy(&hall->players[i]);
    openings_free(&hall->openings);
    free(hall);
}

static int hall_play(struct hall *hall, int threads, struct result *results) {
    struct pool *pool = pool_open(threads, TT_BYTES);
    int status = pool_run(pool, &hall->terms, hall->jobs, JOBS, results);
    pool_close(pool);
    return status;
}

static void assert_same_result(struct result a, struct result b) {
    assert_int_equal(a.points, b.points);
    assert_int_equal(a.plies, b.plies);
    assert_true(a.moves_hash == b.moves_hash);
}

/* A pair's games too, and those of two stages, although nothing but random numbers tells them
 * apart. */
static void games_from_the_start_differ(void **context) {
    (void)context;
    struct hall *hall = hall_open("reversi", "wpc", 0, 0.1);
    struct result results[2 * JOBS];
    hall_go_home(hall);
    hall_play(hall, 1, results);
    hall->terms.purpose++;
    hall_play(hall, 1, results + JOBS);
    assert_in_range(results_distinct(results, 2 * JOBS), JOBS * 19 / 10, 2 * JOBS);
    hall_close(hall);
}

static const struct {
    const char *game, *evaluator;
    int depth;
    double epsilon;
} cases[] = {{"reversi", "wpc", 0, 0.1},
             {"reversi", "wpc", 2, 0.05},
             {"connect6", "roads", 0, 0},
             {"connect(9,9,5,2,1)", "roads", 2, 0}};

static void a_hash_of_zero_counts_too(void **context) {
    (void)context;
    const struct result results[] = {{.moves_hash = 7}, {.moves_hash = 0}, {.moves_hash = 9},
                                     {.moves_hash = 7}, {.moves_hash = 0}, {.moves_hash = 1}};
    assert_int_equal(results_distinct(results, 0), 0);
    assert_int_equal(results_distinct(results, 1), 1);
    assert_int_equal(results_distinct(results, COUNT_OF(results)), 4);
}

static void threads_do_not_change_results(void **context) {
    (void)context;
    static const int threads[] = {2, 3, 7};
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct hall *hall =
            hall_open(cases[c].game, cases[c].evaluator, cases[c].depth, cases[c].epsilon);
        struct result again[JOBS];
        assert_int_equal(hall_play(hall, 1, hall->results), 0);
        for (size_t t = 0; t < COUNT_OF(threads); t++) {
            assert_int_equal(hall_play(hall, threads[t], again), 0);
            for (int i = 0; i < JOBS; i++) assert_same_result(again[i], hall->results[i]);
        }
        hall_close(hall);
    }
}

/* A job's result belongs to it, in whatever company it is played. */
static void every_job_can_be_played_alone(void **context) {
    (void)context;
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct hall *hall =
            hall_open(cases[c].game, cases[c].evaluator, cases[c].depth, cases[c].epsilon);
        struct worker *worker = worker_open(TT_BYTES);
        hall_play(hall, 2, hall->results);
        for (int i = 0; i < JOBS; i += 7) {
            struct record record;
            move_t moves[GAME_PLIES_MAX];
            assert_true(worker_play_one(worker, &hall->terms, &hall->jobs[i], &record, moves));
            assert_same_result(job_result(&hall->jobs[i], &record), hall->results[i]);
        }
        worker_close(worker);
        hall_close(hall);
    }
}

/* ---- random numbers ---- */

/* Random players are different players only if their random numbers are. */
static void salts_give_random_numbers_of_their_own(void **context) {
    (void)context;
    struct hall *hall = hall_open("reversi", "wpc", 0, 1);
    hall_play(hall, 1, hall->results);
    assert_in_range(results_distinct(hall->results, JOBS), 1, PAIRS);
    for (int i = 0; i < PLAYERS; i++) hall->players[i].salt = 1u << i;
    hall_play(hall, 1, hall->results);
    assert_true(results_distinct(hall->results, JOBS) > JOBS * 9 / 10);
    hall_close(hall);
}

static int distinct_of_two_meetings(struct hall *hall, enum mixing mixing) {
    static const struct meeting two[MEETINGS] = {{0, 3}, {1, 2}};
    for (int i = 0; i < PLAYERS; i++) hall->players[i].salt = (uint64_t)i + 1;
    hall_jobs(hall, two);
    hall->terms.mixing = mixing;
    hall_play(hall, 1, hall->results);
    return (int)results_distinct(hall->results, 4 * PAIRS);
}

/* Random players 1 and 4 are not 2 and 3, and the two games of their pair are two. */
static void random_players_are_not_each_other(void **context) {
    (void)context;
    struct hall *hall = hall_open("reversi", "wpc", 0, 1);
    assert_in_range(distinct_of_two_meetings(hall, MIXING_ORDERED), 4 * PAIRS - 4, 4 * PAIRS);
    hall_close(hall);
}

/* As databases of the first version have it. */
static void sums_of_salts_repeat_games_as_they_did(void **context) {
    (void)context;
    struct hall *hall = hall_open("reversi", "wpc", 0, 1);
    assert_in_range(distinct_of_two_meetings(hall, MIXING_SUM), PAIRS - 1, PAIRS);
    hall_close(hall);
}

/* What was measured without random players does not change with the mixing. */
static void mixing_is_all_one_without_salts(void **context) {
    (void)context;
    struct hall *hall = hall_open("reversi", "wpc", 0, 0.1);
    struct result again[JOBS];
    hall_play(hall, 1, hall->results);
    hall->terms.mixing = MIXING_SUM;
    hall_play(hall, 1, again);
    for (int i = 0; i < JOBS; i++) assert_same_result(again[i], hall->results[i]);
    hall_close(hall);
}

/* ---- results ---- */

static struct meeting_score score_of_first(const struct hall *hall) {
    struct meeting_score score = {{{0}}, {0}, {0}};
    results_add(&score, hall->results, PAIRS);
    return score;
}

/* A player against itself wins one game of each decided pair: every pair is worth two points. */
static void equal_players_share_every_pair(void **context) {
    (void)context;
    struct hall *hall = hall_open("connect6", "roads", 0, 0);
    static const struct meeting self[MEETINGS] = {{2, 2}};
    hall_jobs(hall, self);
    hall_play(hall, 1, hall->results);
    struct meeting_score score = score_of_first(hall);
    assert_int_equal(score.counts.n[2], PAIRS);
    assert_int_equal(score.first.won + score.first.drawn + score.first.lost, PAIRS);
    assert_int_equal(score.first.won, score.second.lost);
    assert_int_equal(score.first.lost, score.second.won);
    int64_t won = 0;
    for (int pair = 0; pair < PAIRS; pair++) won += hall->results[2 * pair].points == 2;
    assert_int_equal(score.first.won, won);
    assert_true(won != PAIRS - won);
    hall_close(hall);
}

/* Six times the same meeting of two players without random moves. */
static void distinct_games_are_counted(void **context) {
    (void)context;
    struct hall *hall = hall_open("connect6", "roads", 0, 0);
    static const struct meeting same[MEETINGS] = {{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}};
    hall_jobs(hall, same);
    hall_play(hall, 1, hall->results);
    assert_int_equal(results_distinct(hall->results, JOBS), 2 * PAIRS);
    hall_close(hall);
}

/* ---- stopping ---- */

static bool stop_at_fifty(void *context, int64_t done) {
    *(int64_t *)context = done;
    return done < 50;
}

static void progress_can_abandon_the_rest(void **context) {
    (void)context;
    struct hall *hall = hall_open("reversi", "wpc", 0, 0.1);
    int64_t done = 0, played = 0;
    hall->terms.progress = stop_at_fifty;
    hall->terms.context = &done;
    assert_int_equal(hall_play(hall, 1, hall->results), -1);
    for (int i = 0; i < JOBS; i++) played += hall->results[i].points != RESULT_UNPLAYED;
    assert_true(done >= 50 && done < JOBS);
    assert_int_equal(played, done);
    hall_close(hall);
}

/* ---- what is done besides ---- */

static atomic_llong games_over;

static bool count_games(void *context, int64_t done) {
    (void)context;
    games_over = done;
    return true;
}

enum { WAITS_MAX = 2000 };
struct other_work {
    bool alone;
    int64_t before; /* games that were over when it began */
    int waits;
};

/* Ends when another thread has played; after ten seconds, none does. */
static void wait_for_a_game(void *context) {
    struct other_work *work = context;
    work->before = games_over;
    while (!work->alone && games_over == 0 && work->waits < WAITS_MAX) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        work->waits++;
    }
}

/* A single thread does it before its games. */
static void other_work_is_done_while_others_play(void **context) {
    (void)context;
    struct hall *hall = hall_open("reversi", "wpc", 0, 0.1);
    hall->terms.progress = count_games;
    for (int threads = 1; threads <= 3; threads += 2) {
        struct pool *pool = pool_open(threads, TT_BYTES);
        struct other_work work = {threads == 1, -1, 0};
        games_over = 0;
        pool_beside(pool, wait_for_a_game, &work);
        assert_int_equal(pool_run(pool, &hall->terms, hall->jobs, JOBS, hall->results), 0);
        assert_in_range(work.before, 0, work.alone ? 0 : JOBS);
        assert_in_range(work.waits, 0, WAITS_MAX - 1);
        assert_int_equal(games_over, JOBS);
        pool_close(pool);
    }
    hall_close(hall);
}

/* ---- movers of their own ---- */

/* Plays as player 1 does, but answers `answer_then` when it is asked for move `answer_at`. */
struct stand_in {
    struct mover mover;
    struct player_mover own;
};
static int moves_asked, moves_told, answer_at, movers_made, movers_freed;
static enum mover_answer answer_then;
static struct hall *stand_in_hall;

static enum mover_answer stand_in_begin(struct mover *mover, const struct bout *bout, int side) {
    struct stand_in *self = (struct stand_in *)mover;
    assert_int_equal(bout->line_count, 3);
    assert_ptr_equal(bout->players[side], stand_in_hall->seated[1]);
    return self->own.mover.kind->begin(&self->own.mover, bout, side);
}

static enum mover_answer stand_in_choose(struct mover *mover, const void *state, struct rng *rng,
                                         move_t *move) {
    struct stand_in *self = (struct stand_in *)mover;
    if (moves_asked++ == answer_at) return answer_then;
    return self->own.mover.kind->choose(&self->own.mover, state, rng, move);
}

static enum mover_answer stand_in_tell(struct mover *mover, move_t move) {
    (void)mover, (void)move;
    moves_told++;
    return MOVER_GOES_ON;
}

static void stand_in_free(struct mover *mover) {
    search_free(((struct stand_in *)mover)->own.search);
    free(mover);
    movers_freed++;
}

static struct mover *stand_in_new(const struct player *player) {
    static const struct mover_kind kind = {.begin = stand_in_begin,
                                           .choose = stand_in_choose,
                                           .tell = stand_in_tell,
                                           .free = stand_in_free};
    struct stand_in *self = xcalloc(1, sizeof *self);
    self->mover.kind = &kind;
    self->own = player_mover_new(player, search_new(TT_BYTES));
    movers_made++;
    return &self->mover;
}

struct tally_of_guests {
    int games, plies;
};

static void count_played(void *context, const struct played *game) {
    struct tally_of_guests *tally = context;
    assert_true(game->job->a == 1 || game->job->b == 1);
    tally->games++;
    tally->plies += game->record->plies;
}

static struct hall *hall_with_a_guest(enum mover_answer then, int at) {
    struct hall *hall = hall_open("reversi", "wpc", 0, 0.1);
    hall_play(hall, 1, hall->results);
    hall->players[1].mover_new = stand_in_new;
    stand_in_hall = hall;
    moves_asked = moves_told = movers_made = movers_freed = 0;
    answer_at = at;
    answer_then = then;
    return hall;
}

static void a_guest_that_plays_the_same_gives_the_same_games(void **context) {
    (void)context;
    struct hall *hall = hall_with_a_guest(MOVER_GOES_ON, -1);
    struct tally_of_guests tally = {0};
    struct result again[JOBS];
    hall->terms.played = count_played;
    hall->terms.context = &tally;
    assert_int_equal(hall_play(hall, 1, again), 0);
    for (int i = 0; i < JOBS; i++) assert_same_result(again[i], hall->results[i]);
    assert_int_equal(tally.games, 3 * 2 * PAIRS);
    assert_int_equal(movers_made, 1); /* kept from game to game */
    assert_int_equal(movers_freed, 1);
    assert_in_range(moves_told, tally.plies / 2 - tally.games * 3, tally.plies / 2);
    hall_close(hall);
}

static void a_guest_that_fails_has_lost(void **context) {
    (void)context;
    struct hall *hall = hall_with_a_guest(MOVER_LOST, 0);
    struct result again[JOBS];
    assert_int_equal(hall_play(hall, 1, again), 0);
    assert_int_equal(again[0].points, 2); /* 0 against 1, which failed at its first move */
    assert_true(again[0].plies <= 1);
    for (int i = 1; i < JOBS; i++) assert_same_result(again[i], hall->results[i]);
    hall_close(hall);
}

static void a_void_game_abandons_the_rest(void **context) {
    (void)context;
    struct hall *hall = hall_with_a_guest(MOVER_VOID, 0);
    struct result again[JOBS];
    assert_int_equal(hall_play(hall, 1, again), -1);
    assert_int_equal(again[0].points, RESULT_UNPLAYED);
    assert_int_equal(again[JOBS - 1].points, RESULT_UNPLAYED);
    hall_close(hall);
}

/* ---- manners of play ---- */

static const struct evaluator_ops *real_ops;
static int batches, batched_games;

static void count_batch(const struct evaluator *evaluator, const struct bout *bouts, int count,
                        struct record *records) {
    batches++;
    batched_games += count;
    real_ops->play_batch(evaluator, bouts, count, records);
}

/* Every other pair is played greedily, the rest with a search; a batch path that took neighbours
 * alone would see two games at a time. */
static void games_of_one_manner_are_played_in_one_batch(void **context) {
    (void)context;
    struct hall *hall = hall_open("reversi", "wpc", 0, 0.1);
    struct player searching[PLAYERS];
    const struct player *seated[PLAYERS];
    struct evaluator counted = *hall->players[0].evaluator;
    struct evaluator_ops ops = *evaluator_ops(&counted);
    struct result results[WORKER_JOBS_MAX];
    real_ops = evaluator_ops(&counted);
    ops.play_batch = count_batch;
    counted.ops[isa_current()] = &ops;
    for (int i = 0; i < PLAYERS; i++) {
        hall->players[i].evaluator = &counted;
        searching[i] = player_moving(&hall->players[i], &(struct search_limits){.depth = 1}, 0);
        seated[i] = &searching[i];
    }
    hall->terms.players[1] = seated;
    for (int i = 0; i < WORKER_JOBS_MAX; i++) hall->jobs[i].manner = i / 2 % 2;
    struct worker *worker = worker_open(TT_BYTES);
    batches = batched_games = 0;
    assert_true(worker_play(worker, &hall->terms, hall->jobs, WORKER_JOBS_MAX, results));
    assert_int_equal(batches, 1);
    assert_int_equal(batched_games, WORKER_JOBS_MAX / 2);
    for (int i = 0; i < WORKER_JOBS_MAX; i++) {
        struct record record;
        assert_true(worker_play_one(worker, &hall->terms, &hall->jobs[i], &record, NULL));
        assert_same_result(results[i], job_result(&hall->jobs[i], &record));
    }
    worker_close(worker);
    hall_close(hall);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_from_the_start_differ),
        cmocka_unit_test(a_hash_of_zero_counts_too),
        cmocka_unit_test(threads_do_not_change_results),
        cmocka_unit_test(every_job_can_be_played_alone),
        cmocka_unit_test(salts_give_random_numbers_of_their_own),
        cmocka_unit_test(random_players_are_not_each_other),
        cmocka_unit_test(sums_of_salts_repeat_games_as_they_did),
        cmocka_unit_test(mixing_is_all_one_without_salts),
        cmocka_unit_test(equal_players_share_every_pair),
        cmocka_unit_test(distinct_games_are_counted),
        cmocka_unit_test(progress_can_abandon_the_rest),
        cmocka_unit_test(other_work_is_done_while_others_play),
        cmocka_unit_test(a_guest_that_plays_the_same_gives_the_same_games),
        cmocka_unit_test(a_guest_that_fails_has_lost),
        cmocka_unit_test(a_void_game_abandons_the_rest),
        cmocka_unit_test(games_of_one_manner_are_played_in_one_batch),
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
