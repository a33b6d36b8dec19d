/* match, pairing, fitness: the same results for any number of threads, pairs scored right. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/games.h"
#include "tuner/play/fitness.h"
#include "tuner/play/match.h"
#include "tuner/play/openings.h"
#include "tuner/play/pairing.h"

enum { PLAYERS = 4, PAIRS = 30 };

struct arena {
    struct player players[PLAYERS];
    struct state *openings;
    struct match match;
    struct game_result *results;
};

static struct meeting meetings[] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

static void arena_open(struct arena *arena, const char *game_name, const char *evaluator_name,
                       int depth, double epsilon) {
    struct error error;
    const struct game *game = games_find(game_name, &error);
    const struct evaluator *evaluator = games_evaluator(game, evaluator_name, NULL, &error);
    assert_non_null(evaluator);
    struct search_limits limits = {.depth = depth, .width = 6};
    struct rng rng = rng_keyed(5, 1, 2, 3);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    for (int i = 0; i < PLAYERS; i++) {
        evaluator_initial(evaluator, weights);
        for (int j = 0; j < evaluator->param_count; j++) {
            const struct param *param = &evaluator->params[j];
            if (i > 0) weights[j] = param->lower + (int32_t)rng_below(&rng, 60);
        }
        player_init(&arena->players[i], evaluator, weights, &limits, epsilon);
    }
    free(weights);
    struct opening_source source = {game, 3, 3, 3};
    arena->openings = openings_make(&source, OPENING_TRAIN, 1, PAIRS);
    arena->match = (struct match){.game = game,
                                  .players = arena->players,
                                  .player_count = PLAYERS,
                                  .meetings = meetings,
                                  .meeting_count = COUNT_OF(meetings),
                                  .openings = arena->openings,
                                  .pairs = PAIRS,
                                  .seed = 11,
                                  .purpose = 4,
                                  .tt_bytes = 1 << 14,
                                  .threads = 1};
    arena->results = xcalloc((size_t)match_games(&arena->match), sizeof *arena->results);
}

static void arena_close(struct arena *arena) {
    for (int i = 0; i < PLAYERS; i++) player_destroy(&arena->players[i]);
    free(arena->openings);
    free(arena->results);
}

static void assert_same_results(const struct game_result *a, const struct game_result *b,
                                int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        assert_int_equal(a[i].points, b[i].points);
        assert_int_equal(a[i].plies, b[i].plies);
        assert_true(a[i].moves_hash == b[i].moves_hash);
    }
}

static const struct {
    const char *game, *evaluator;
    int depth;
    double epsilon;
} cases[] = {{"reversi", "wpc", 0, 0.1},
             {"reversi", "wpc", 2, 0.05},
             {"connect6", "roads", 0, 0},
             {"connect(9,9,5,2,1)", "roads", 2, 0}};

static void threads_do_not_change_results(void **context) {
    (void)context;
    static const int threads[] = {2, 3, 7};
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct arena arena;
        arena_open(&arena, cases[c].game, cases[c].evaluator, cases[c].depth, cases[c].epsilon);
        int64_t games = match_games(&arena.match);
        assert_int_equal(match_run(&arena.match, arena.results), 0);
        struct game_result *again = xcalloc((size_t)games, sizeof *again);
        for (size_t t = 0; t < COUNT_OF(threads); t++) {
            arena.match.threads = threads[t];
            assert_int_equal(match_run(&arena.match, again), 0);
            assert_same_results(arena.results, again, games);
        }
        free(again);
        arena_close(&arena);
    }
}

/* Players who move at random are different players only if their random numbers are. */
static void salts_give_random_numbers_of_their_own(void **context) {
    (void)context;
    struct arena arena;
    arena_open(&arena, "reversi", "wpc", 0, 1);
    assert_int_equal(match_run(&arena.match, arena.results), 0);
    assert_in_range(match_distinct(&arena.match, arena.results), 1, PAIRS);
    for (int i = 0; i < PLAYERS; i++) arena.players[i].salt = 1u << i;
    assert_int_equal(match_run(&arena.match, arena.results), 0);
    int64_t meeting_count = COUNT_OF(meetings);
    assert_true(match_distinct(&arena.match, arena.results) > meeting_count * PAIRS * 9 / 10);
    arena_close(&arena);
}

static void every_game_can_be_played_again(void **context) {
    (void)context;
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct arena arena;
        arena_open(&arena, cases[c].game, cases[c].evaluator, cases[c].depth, cases[c].epsilon);
        match_run(&arena.match, arena.results);
        for (int64_t i = 0; i < match_games(&arena.match); i += 7) {
            struct record record;
            move_t moves[GAME_PLIES_MAX];
            match_replay(&arena.match, (int)(i / (2 * PAIRS)), (int)(i % (2 * PAIRS)), &record,
                         moves);
            assert_int_equal(record.plies, arena.results[i].plies);
            assert_true(record.moves_hash == arena.results[i].moves_hash);
        }
        arena_close(&arena);
    }
}

/* A player against itself wins one game of each decided pair: every pair is worth two points. */
static void equal_players_share_every_pair(void **context) {
    (void)context;
    struct arena arena;
    arena_open(&arena, "connect6", "roads", 0, 0);
    struct meeting self = {2, 2};
    arena.match.meetings = &self;
    arena.match.meeting_count = 1;
    match_run(&arena.match, arena.results);
    struct pentanomial counts = match_pentanomial(&arena.match, arena.results, 0);
    assert_int_equal(counts.n[2], PAIRS);
    struct tally first = match_tally(&arena.match, arena.results, 0, false);
    struct tally second = match_tally(&arena.match, arena.results, 0, true);
    assert_int_equal(first.won + first.drawn + first.lost, PAIRS);
    assert_int_equal(first.won, second.lost);
    assert_int_equal(first.lost, second.won);
    int64_t won = 0;
    for (int pair = 0; pair < PAIRS; pair++) won += arena.results[2 * pair].points == 2;
    assert_int_equal(first.won, won);
    assert_true(won != PAIRS - won);
    arena_close(&arena);
}

static void distinct_games_are_counted(void **context) {
    (void)context;
    struct arena arena;
    arena_open(&arena, "connect6", "roads", 0, 0);
    struct meeting same[] = {{0, 1}, {0, 1}};
    arena.match.meetings = same;
    arena.match.meeting_count = 2;
    match_run(&arena.match, arena.results);
    assert_int_equal(match_distinct(&arena.match, arena.results), 2 * PAIRS);
    arena_close(&arena);
}

static bool stop_early(void *context, int64_t games_done) {
    *(int64_t *)context = games_done;
    return games_done < 50;
}

static void progress_can_abandon_a_match(void **context) {
    (void)context;
    struct arena arena;
    int64_t done = 0;
    arena_open(&arena, "reversi", "wpc", 0, 0.1);
    arena.match.progress = stop_early;
    arena.match.context = &done;
    assert_int_equal(match_run(&arena.match, arena.results), -1);
    assert_true(done >= 50 && done < match_games(&arena.match));
    arena_close(&arena);
}

static struct population population_of_groups(int count, int groups) {
    struct population population;
    population_init(&population, count, 1);
    population.count = count;
    population.group_count = groups;
    for (int i = 0; i < count; i++) population.group[i] = i % groups;
    return population;
}

static void pairing_counts_meetings(void **context) {
    (void)context;
    struct population population = population_of_groups(20, 4);
    struct pairing pairing;
    pairing_make(&population, true, false, 0, &pairing); /* Li Guo: 40 pairs instead of 190 */
    assert_int_equal(pairing.count, 40);
    pairing_destroy(&pairing);
    pairing_make(&population, true, true, 3, &pairing);
    assert_int_equal(pairing.count, 190 + 60);
    assert_int_equal(pairing.meetings[pairing.gauntlet_first + 7 * 3 + 2].a, 7);
    assert_int_equal(pairing.meetings[pairing.gauntlet_first + 7 * 3 + 2].b, 22);
    pairing_destroy(&pairing);
    population_destroy(&population);
}

/* Results made up by hand: three individuals, of whom 0 and 2 are in one group; one extra; two
 * pairs. */
static const struct game_result made_up[] = {
    {2, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}, /* 0 against 2: pairs of 3 and 1 points */
    {2, 0, 0}, {2, 0, 0}, {0, 0, 0}, {0, 0, 0}, /* 0 against the extra: 4 and 0 */
    {1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}, /* 1 against the extra: 1 and 2 */
    {2, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 0}, /* 2 against the extra: 3 and 2 */
};

static void make_up_games(struct population *population, struct pairing *pairing,
                          struct fitness_games *games) {
    *population = population_of_groups(3, 2);
    pairing_make(population, true, false, 1, pairing);
    assert_int_equal(pairing->count, 4);
    *games = (struct fitness_games){population, pairing, made_up, 2};
}

static void fitness_adds_up(void **context) {
    (void)context;
    struct population population;
    struct pairing pairing;
    struct fitness_games games;
    struct fitness fitness[3];
    make_up_games(&population, &pairing, &games);
    fitness_score(&games, fitness);
    assert_int_equal(fitness[0].points, 3 + 1 + 4 + 0);
    assert_int_equal(fitness[1].points, 1 + 2);
    assert_int_equal(fitness[2].points, 1 + 3 + 3 + 2);
    assert_int_equal(fitness[0].pairs, 4);
    assert_int_equal(fitness[1].pairs, 2);
    assert_int_equal(fitness[2].pentanomial[3], 2);
    pairing_destroy(&pairing);
    population_destroy(&population);
}

static void assert_comparison(struct comparison found, int pairs, int sum, int sum_of_squares) {
    assert_int_equal(found.pairs, pairs);
    assert_int_equal(found.sum, sum);
    assert_int_equal(found.sum_of_squares, sum_of_squares);
}

/* By their own meeting and by the extra that both met; an optimiser is told the same. */
static void any_two_individuals_compare(void **context) {
    (void)context;
    struct population population;
    struct pairing pairing;
    struct fitness_games games;
    make_up_games(&population, &pairing, &games);
    assert_comparison(fitness_compare(&games, 2, 0), 4, -2 + 2 + (3 - 4) + (2 - 0), 4 + 4 + 1 + 4);
    assert_comparison(fitness_compare(&games, 0, 2), 4, 2 - 2 + (4 - 3) + (0 - 2), 4 + 4 + 1 + 4);
    assert_comparison(fitness_compare(&games, 1, 2), 2, (1 - 3) + (2 - 2), 4);
    struct outcome outcome = fitness_outcome(&games, NULL);
    assert_comparison(outcome_compare(&outcome, 0, 1), 2, (4 - 1) + (0 - 2), 9 + 4);
    pairing_destroy(&pairing);
    population_destroy(&population);
}

static void who_met_nobody_in_common_does_not_compare(void **context) {
    (void)context;
    struct population population = population_of_groups(3, 2);
    struct pairing pairing;
    pairing_make(&population, true, false, 0, &pairing);
    struct fitness_games games = {&population, &pairing, made_up, 2};
    assert_comparison(fitness_compare(&games, 0, 1), 0, 0, 0);
    pairing_destroy(&pairing);
    population_destroy(&population);
}

/* Outsiders that play as the referee does, and count. */
struct outside_count {
    int played, until;
};

static bool play_outside(void *context, const struct outside_game *game, struct record *record) {
    const struct outside_count *count = context;
    if (game->index == count->until) return false;
    assert_in_range(game->opening, 5, 5 + PAIRS - 1);
    assert_int_equal(game->opening, 5 + game->index % (2 * PAIRS) / 2);
    assert_int_equal(game->players[game->index % 2], meetings[game->meeting].a);
    assert_int_equal(game->players[!(game->index % 2)], meetings[game->meeting].b);
    referee_play(game->referee, game->bout, record, NULL);
    return true;
}

static void count_outside(void *context, const struct outside_game *game,
                          const struct record *record) {
    struct outside_count *count = context;
    (void)game, (void)record;
    count->played++;
}

static void outsiders_play_in_their_own_way(void **context) {
    (void)context;
    struct arena arena;
    arena_open(&arena, "reversi", "wpc", 0, 0.1);
    arena.match.pairs_before = 5;
    int games = (int)match_games(&arena.match);
    struct game_result *again = xcalloc((size_t)games, sizeof *again);
    assert_int_equal(match_run(&arena.match, arena.results), 0);
    struct outside_count count = {.until = -1};
    arena.match.outsiders = &(struct outsiders){play_outside, count_outside, &count};
    arena.match.threads = 3;
    assert_int_equal(match_run(&arena.match, again), 0);
    assert_int_equal(count.played, games);
    assert_same_results(again, arena.results, games);
    assert_int_equal(match_pairs_played(&arena.match, again), PAIRS);
    arena.match.meeting_count = 1;
    arena.match.threads = 1;
    count.until = 13;
    assert_int_equal(match_run(&arena.match, again), -1);
    assert_int_equal(match_pairs_played(&arena.match, again), 6);
    free(again);
    arena_close(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_change_results),
        cmocka_unit_test(salts_give_random_numbers_of_their_own),
        cmocka_unit_test(every_game_can_be_played_again),
        cmocka_unit_test(equal_players_share_every_pair),
        cmocka_unit_test(distinct_games_are_counted),
        cmocka_unit_test(progress_can_abandon_a_match),
        cmocka_unit_test(outsiders_play_in_their_own_way),
        cmocka_unit_test(pairing_counts_meetings),
        cmocka_unit_test(fitness_adds_up),
        cmocka_unit_test(any_two_individuals_compare),
        cmocka_unit_test(who_met_nobody_in_common_does_not_compare),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
