/*
 * roster and session: the places and roles of players; a session comes to the same however it is
 * cut, and of an abandoned batch the whole pairs at its beginning count.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games/games.h"
#include "tuner/run/session.h"

enum { PAIRS = 12, TT_BYTES = 1 << 12 };

static const struct game *game;
static const struct evaluator *evaluator;
static int32_t *weights;

static int find_reversi(void **state) {
    struct error error;
    (void)state;
    game = games_find("reversi", &error);
    evaluator = games_evaluator(game, "wpc", "10", &error);
    weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    evaluator_initial(evaluator, weights);
    return 0;
}

static int free_weights(void **state) {
    (void)state;
    free(weights);
    return 0;
}

static struct roster roster_moving(double epsilon) {
    const struct manners manners = manners_one(&(struct search_limits){0}, epsilon);
    return roster_new(&manners);
}

/* Players that differ in their first weight. */
static struct roster players_of(struct roster roster, int count) {
    for (int i = 0; i < count; i++) {
        weights[0] = 100 + 400 * i;
        roster_seat(&roster, evaluator, weights, ROLE_CANDIDATE, 10 + i);
    }
    return roster;
}

static struct roster three_players(void) {
    return players_of(roster_moving(0.1), 3);
}

/* Without meetings yet. */
static struct session session_between(const struct roster *roster, struct pool *pool) {
    return (struct session){.stage = STAGE_SELECT,
                            .source = {.game = game, .seed = 1, .plies_min = 6, .plies_max = 6},
                            .seed = 1,
                            .mixing = MIXING_NEWEST,
                            .pairs = PAIRS,
                            .roster = roster,
                            .pool = pool};
}

static struct session round_robin(const struct roster *roster, struct pool *pool) {
    struct session session = session_between(roster, pool);
    for (int a = 0; a < 3; a++)
        for (int b = a + 1; b < 3; b++) session_meet(&session, a, b);
    assert_int_equal(session_draw(&session, NULL), 0);
    return session;
}

static void assert_same_scores(const struct session *a, const struct session *b) {
    assert_int_equal(a->pairs_played, b->pairs_played);
    assert_int_equal(a->meeting_count, b->meeting_count);
    assert_memory_equal(a->scores, b->scores, (size_t)a->meeting_count * sizeof *a->scores);
    assert_int_equal(session_games_distinct(a), session_games_distinct(b));
}

static void a_session_comes_to_the_same_however_it_is_cut(void **state) {
    (void)state;
    struct roster roster = three_players();
    struct pool *pool = pool_open(2, TT_BYTES);
    struct session whole = round_robin(&roster, pool), cut = round_robin(&roster, pool);
    assert_int_equal(session_games(&whole), 3 * PAIRS * 2);
    session_play(&whole, PAIRS);
    session_play(&cut, 5);
    assert_int_equal(session_games_played(&cut), 3 * 5 * 2);
    session_play(&cut, PAIRS - 5);
    assert_same_scores(&whole, &cut);
    session_destroy(&whole);
    session_destroy(&cut);
    pool_close(pool);
    roster_destroy(&roster);
}

/* The others do not notice. */
static void a_stopped_meeting_keeps_its_first_pairs(void **state) {
    (void)state;
    struct roster roster = three_players();
    struct pool *pool = pool_open(2, TT_BYTES);
    struct session whole = round_robin(&roster, pool), raced = round_robin(&roster, pool);
    session_play(&whole, PAIRS);
    session_play(&raced, 5);
    session_stop(&raced, 1);
    session_play(&raced, PAIRS - 5);
    assert_int_equal(raced.pairs_each[1], 5);
    assert_int_equal(raced.pairs_each[2], PAIRS);
    assert_int_equal(session_games_played(&raced), (2 * PAIRS + 5) * 2);
    assert_in_range(session_games_distinct(&raced), 2, session_games_distinct(&whole));
    for (int m = 0; m < 3; m++)
        for (int g = 0; g < 2 * raced.pairs_each[m]; g++)
            assert_int_equal(raced.results[m * 2 * PAIRS + g].moves_hash,
                             whole.results[m * 2 * PAIRS + g].moves_hash);
    struct meeting_score first = {0};
    results_add(&first, whole.results + 2 * PAIRS, 5);
    assert_memory_equal(&raced.scores[1], &first, sizeof first);
    assert_memory_equal(&raced.scores[2], &whole.scores[2], sizeof first);
    session_destroy(&whole);
    session_destroy(&raced);
    pool_close(pool);
    roster_destroy(&roster);
}

enum { DEALT_MEETINGS = 30, STOCK = 3 * PAIRS };

/* Of the same two players. */
static struct session dealt_session(const struct roster *roster, struct pool *pool) {
    struct session session = session_between(roster, pool);
    session.stock = STOCK;
    for (int m = 0; m < DEALT_MEETINGS; m++) session_meet(&session, 1, 2);
    session_draw(&session, NULL);
    return session;
}

/* A meeting's openings are as many as its pairs, of all of the stock, and hardly ever another's.
 * Neighbours share as many as chance lets them, a third; if each began one later, nearly all. */
static void meetings_are_dealt_openings(void **state) {
    uint64_t played[DEALT_MEETINGS] = {0}, all = 0;
    int alike = 0, shared = 0;
    (void)state;
    struct roster roster = three_players();
    struct pool *pool = pool_open(2, TT_BYTES);
    struct session session = dealt_session(&roster, pool);
    assert_int_equal(session.openings.count, STOCK);
    assert_int_equal(session_openings_played(&session), STOCK);
    for (int m = 0; m < DEALT_MEETINGS; m++) {
        for (int g = 0; g < 2 * PAIRS; g++) {
            assert_in_range(session_job(&session, m, g).opening, 0, STOCK - 1);
            played[m] |= UINT64_C(1) << session_job(&session, m, g).opening;
        }
        assert_int_equal(__builtin_popcountll(played[m]), PAIRS);
        for (int other = 0; other < m; other++) alike += played[m] == played[other];
        if (m > 0) shared += __builtin_popcountll(played[m] & played[m - 1]);
        all |= played[m];
    }
    assert_int_equal(all, (UINT64_C(1) << STOCK) - 1);
    assert_in_range(alike, 0, 2 * DEALT_MEETINGS); /* of 435; by chance one of 36 */
    assert_in_range(shared, 0, (DEALT_MEETINGS - 1) * PAIRS / 2);
    session_destroy(&session);
    pool_close(pool);
    roster_destroy(&roster);
}

/* As a replay of one of them has it, as far as it went. */
static void what_a_meeting_is_dealt_depends_on_its_number_alone(void **state) {
    (void)state;
    struct roster roster = three_players();
    struct pool *pool = pool_open(2, TT_BYTES);
    struct session session = dealt_session(&roster, pool);
    struct session alone = session_between(&roster, pool);
    alone.stock = session.stock;
    alone.skipped = 1;
    alone.pairs = PAIRS / 2;
    session_meet(&alone, 1, 2);
    session_draw(&alone, NULL);
    for (int g = 0; g < PAIRS; g++)
        assert_int_equal(session_job(&alone, 0, g).opening, session_job(&session, 1, g).opening);
    session_destroy(&session);
    session_destroy(&alone);
    pool_close(pool);
    roster_destroy(&roster);
}

static bool until_forty(void *context, int64_t games) {
    (void)context;
    return games < 40;
}

/* Of the 20 pairs played then, in 3 meetings one after the other, none is whole in all of them but
 * those that the third has begun. */
static void whole_pairs_of_an_abandoned_batch_count(void **state) {
    (void)state;
    struct roster roster = three_players();
    struct pool *pool = pool_open(1, TT_BYTES);
    struct session stopped = round_robin(&roster, pool), same = round_robin(&roster, pool);
    stopped.progress = until_forty;
    session_play(&stopped, 4);                       /* 24 games */
    assert_int_equal(session_play(&stopped, 3), -1); /* the 40th is the 16th of 18 */
    assert_in_range(stopped.pairs_played, 4 + 1, 4 + 2);
    session_play(&same, stopped.pairs_played);
    assert_same_scores(&stopped, &same);
    session_destroy(&stopped);
    session_destroy(&same);
    pool_close(pool);
    roster_destroy(&roster);
}

/* ---- manners of play ---- */

enum { MANNERS = 2 };

static struct roster two_players(const struct manners *manners) {
    return players_of(roster_new(manners), 2);
}

/* In two calls, as a match would play it. */
static struct session duel(const struct roster *roster, struct pool *pool) {
    struct session session = session_between(roster, pool);
    session_meet(&session, 0, 1);
    session_draw(&session, NULL);
    session_play(&session, 5);
    session_play(&session, PAIRS - 5);
    return session;
}

static struct manners greedy_and_deep(void) {
    return (struct manners){MANNERS, {{.75, {.depth = 0}, 0.1}, {.25, {.depth = 2}, 0}}};
}

/* Each pair is what it would be if all were played in its manner. */
static void each_pair_is_played_in_its_manner(void **state) {
    (void)state;
    const struct manners both = greedy_and_deep();
    struct roster roster = two_players(&both);
    struct pool *pool = pool_open(2, TT_BYTES);
    struct session mixed = duel(&roster, pool);
    struct meeting_score parts[MANNERS] = {{{{0}}, {0}, {0}}};
    int pairs[MANNERS] = {0}, differ = 0;
    for (int m = 0; m < MANNERS; m++) {
        const struct manners one = manners_one(&both.list[m].limits, both.list[m].epsilon);
        struct roster alone = two_players(&one);
        struct session pure = duel(&alone, pool);
        for (int pair = 0; pair < PAIRS; pair++) {
            const struct result *here = mixed.results + 2 * pair, *there = pure.results + 2 * pair;
            bool same = here[0].moves_hash == there[0].moves_hash &&
                        here[1].moves_hash == there[1].moves_hash &&
                        results_pair_points(here) == results_pair_points(there);
            if (mixed.manners[pair] != m) {
                differ += !same;
                continue;
            }
            assert_true(same);
            results_add(&parts[m], there, 1);
            pairs[m]++;
        }
        session_destroy(&pure);
        roster_destroy(&alone);
    }
    assert_int_equal(pairs[0], PAIRS * 3 / 4);
    assert_int_equal(pairs[1], PAIRS / 4);
    assert_true(differ > PAIRS / 2);
    assert_memory_equal(mixed.parts, parts, sizeof parts);
    session_destroy(&mixed);
    roster_destroy(&roster);
    pool_close(pool);
}

/* Of a guest's seat there is one player for all manners; others share what is prepared. */
static void a_seat_is_ready_for_every_manner(void **state) {
    (void)state;
    const struct manners both = greedy_and_deep();
    struct roster roster = two_players(&both), again = roster_new(&both);
    struct player guest = *roster.players[0][0];
    assert_ptr_equal(roster.players[0][1]->prepared, roster.players[1][1]->prepared);
    assert_int_equal(roster.players[0][1]->limits.depth, 0);
    assert_int_equal(roster.players[1][1]->limits.depth, 2);
    assert_int_equal(roster.players[1][1]->epsilon, 0);
    assert_int_equal(roster_seat_player(&again, &guest, ROLE_YARDSTICK, 0), 0);
    assert_ptr_equal(again.players[0][0], again.players[1][0]);
    assert_int_equal(roster_seat_again(&again, &roster, 1, ROLE_HALL), 1);
    assert_ptr_equal(again.players[0][1], roster.players[0][1]);
    assert_ptr_equal(again.players[1][1], roster.players[1][1]);
    assert_int_equal(roster_seat(&again, evaluator, weights, ROLE_RANDOM, 5), 2);
    assert_true(again.players[1][2]->epsilon == UINT64_C(1) << 32);
    assert_int_equal(again.players[1][2]->salt, 5);
    roster_destroy(&again);
    roster_destroy(&roster);
}

/* ---- rosters ---- */

static struct stored_player row_of(int64_t id, enum player_kind kind) {
    struct stored_player row = {.id = id,
                                .kind = kind,
                                .evaluator = "wpc",
                                .layout = "10",
                                .dim = evaluator->param_count,
                                .weights = weights};
    return row;
}

static void a_player_in_two_roles_has_one_place(void **state) {
    (void)state;
    struct error error;
    struct roster roster = roster_moving(0);
    struct stored_player one = row_of(7, PLAYER_INDIVIDUAL), two = row_of(9, PLAYER_YARDSTICK);
    weights[0] = 100;
    assert_int_equal(roster_seat_row(&roster, evaluator, &one, ROLE_CANDIDATE, &error), 0);
    assert_int_equal(roster_seat_row(&roster, evaluator, &two, ROLE_YARDSTICK, &error), 1);
    assert_int_equal(roster_seat_row(&roster, evaluator, &one, ROLE_START, &error), 0);
    assert_int_equal(roster.count, 2);
    assert_int_equal(roster.roles[0], 1u << ROLE_CANDIDATE | 1u << ROLE_START);
    assert_int_equal(roster_find(&roster, 9), 1);
    assert_int_equal(roster_find(&roster, 8), -1);
    roster_destroy(&roster);
}

static void rows_that_do_not_fit_the_game_are_refused(void **state) {
    (void)state;
    struct error error;
    struct roster roster = roster_moving(0);
    struct stored_player row = row_of(7, PLAYER_INDIVIDUAL);
    row.dim--;
    assert_int_equal(roster_seat_row(&roster, evaluator, &row, ROLE_CANDIDATE, &error), -1);
    assert_non_null(strstr(error.text, "has 9 weights"));
    row.dim++;
    weights[0] = evaluator->params[0].upper + 1;
    assert_int_equal(roster_seat_row(&roster, evaluator, &row, ROLE_CANDIDATE, &error), -1);
    assert_non_null(strstr(error.text, "a1 ="));
    weights[0] = 100;
    snprintf(row.evaluator, sizeof row.evaluator, "engine");
    assert_int_equal(roster_seat_row(&roster, evaluator, &row, ROLE_CANDIDATE, &error), -1);
    assert_non_null(strstr(error.text, "which only the config of its run knows"));
    assert_int_equal(roster.count, 0);
    row = row_of(7, PLAYER_INDIVIDUAL);
    weights[0] = evaluator->params[0].upper, weights[1] = evaluator->params[1].lower;
    assert_int_equal(roster_seat_row(&roster, evaluator, &row, ROLE_CANDIDATE, &error), 0);
    weights[0] = 100, weights[1] = evaluator->params[1].initial;
    roster_destroy(&roster);
}

static void a_player_of_another_roster_is_prepared_once(void **state) {
    (void)state;
    struct roster standing = three_players(), roster = roster_moving(0);
    assert_int_equal(roster_seat_again(&roster, &standing, 2, ROLE_HALL), 0);
    assert_ptr_equal(roster.players[0][0], standing.players[0][2]);
    assert_int_equal(roster.ids[0], 12);
    roster_destroy(&roster);
    roster_destroy(&standing);
}

/* Random players ignore their weights and are told apart by their rows. */
static void random_players_differ_by_their_salts(void **state) {
    (void)state;
    struct roster roster = roster_moving(0.1);
    weights[0] = 100;
    roster_seat(&roster, evaluator, weights, ROLE_RANDOM, 5);
    roster_seat(&roster, evaluator, weights, ROLE_CANDIDATE, 6);
    assert_int_equal(roster.players[0][0]->salt, 5);
    assert_int_equal(roster.players[0][1]->salt, 0);
    assert_true(roster.players[0][0]->epsilon == UINT64_C(1) << 32);
    roster_destroy(&roster);
}

static bool count_games(void *context, int64_t games) {
    *(int64_t *)context = games;
    return true;
}

/* They all meet. The games played, and the session, which the caller destroys. */
static int64_t play_twins(struct roster *roster, struct pool *pool, struct session *out) {
    int64_t games = 0;
    *out = session_between(roster, pool);
    out->progress = count_games;
    out->context = &games;
    for (int a = 0; a < roster->count; a++)
        for (int b = a + 1; b < roster->count; b++) session_meet(out, a, b);
    assert_int_equal(session_draw(out, NULL), 0);
    assert_int_equal(session_play(out, PAIRS), 0);
    return games;
}

/* Twins meet: one game a pair. What each of them plays with the third is the same; with the random
 * player it is not. */
static void games_of_players_alike_are_played_once(void **state) {
    (void)state;
    struct roster roster = roster_moving(0.1);
    struct pool *pool = pool_open(2, TT_BYTES);
    struct session once, twice;
    for (int i = 0; i < 3; i++) {
        weights[0] = i < 2 ? 100 : 500;
        roster_seat(&roster, evaluator, weights, ROLE_CANDIDATE, 10 + i);
    }
    roster_seat(&roster, evaluator, weights, ROLE_RANDOM, 20);
    int64_t spared = play_twins(&roster, pool, &once);
    for (int i = 0; i < roster.count; i++) roster.marks[i] = 0;
    int64_t all = play_twins(&roster, pool, &twice);
    assert_int_equal(all, 6 * 2 * PAIRS);
    assert_int_equal(spared, all - PAIRS - 2 * PAIRS);
    assert_same_scores(&once, &twice);
    for (int64_t g = 0; g < session_games(&once); g++) {
        assert_int_equal(once.results[g].points, twice.results[g].points);
        assert_int_equal(once.results[g].plies, twice.results[g].plies);
        assert_true(once.results[g].moves_hash == twice.results[g].moves_hash);
    }
    assert_int_equal(once.scores[0].counts.n[2], PAIRS);
    assert_in_range(session_pairs_equal(&once), PAIRS, 2 * PAIRS);
    assert_int_equal(session_games_played(&once), all);
    session_destroy(&once);
    session_destroy(&twice);
    pool_close(pool);
    roster_destroy(&roster);
}

/* Games without a move are the same: a pair is even where each side lost one, not where one and the
 * same player lost both. */
static void a_pair_lost_twice_by_one_is_not_alike(void **state) {
    (void)state;
    const struct result lost[4] = {{.points = 0, .moves_hash = 7},
                                   {.points = 0, .moves_hash = 7},
                                   {.points = 0, .moves_hash = 7},
                                   {.points = 2, .moves_hash = 7}};
    struct roster roster = roster_moving(0.1);
    struct pool *pool = pool_open(1, TT_BYTES);
    struct session session = {.stage = STAGE_SELECT,
                              .source = {.game = evaluator->game, .plies_min = 3, .plies_max = 3},
                              .pairs = 2,
                              .roster = &roster,
                              .pool = pool};
    for (int i = 0; i < 2; i++) roster_seat(&roster, evaluator, weights, ROLE_CANDIDATE, 10 + i);
    session_meet(&session, 0, 1);
    assert_int_equal(session_draw(&session, NULL), 0);
    session_restore(&session, lost, 2);
    assert_int_equal(session_pairs_equal(&session), 1);
    session_destroy(&session);
    pool_close(pool);
    roster_destroy(&roster);
}

/* Equal weights that move otherwise are not alike, nor are guests. */
static void players_of_other_manners_are_not_equal(void **state) {
    (void)state;
    struct roster roster = roster_moving(0.1), other = roster_moving(0.1);
    weights[0] = 100;
    roster_seat(&roster, evaluator, weights, ROLE_CANDIDATE, 1);
    roster_seat(&roster, evaluator, weights, ROLE_CANDIDATE, 2);
    roster.manners = manners_one(&(struct search_limits){.depth = 1}, 0.1);
    roster_seat(&roster, evaluator, weights, ROLE_CANDIDATE, 3);
    roster_seat_player(&roster, roster.players[0][0], ROLE_CANDIDATE, 4);
    assert_true(roster.marks[0] != 0 && roster.marks[0] == roster.marks[1]);
    assert_true(roster.marks[2] != 0 && roster.marks[2] != roster.marks[0]);
    assert_true(roster.marks[3] == 0);
    roster_seat_again(&other, &roster, 1, ROLE_HALL);
    assert_true(other.marks[0] == roster.marks[1]);
    roster_destroy(&other);
    roster_destroy(&roster);
}

/* Others draw an opening for each of their pairs. */
static void training_alone_is_dealt_openings_from_a_stock(void **state) {
    (void)state;
    struct config config;
    struct error error;
    if (config_parse("c.cfg",
                     "game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
                     "fitness = { pairs = 3; openings = 90; };\n",
                     NULL, 0, &config, &error))
        fail_msg("%s", error.text);
    struct roster roster = three_players();
    for (enum stage stage = STAGE_TRAIN; stage < STAGE_SERIES; stage++) {
        struct session session = session_of_run(&config, MIXING_NEWEST, stage, 1, &roster, NULL);
        assert_int_equal(session.stock, stage == STAGE_TRAIN ? 90 : 0);
        session_destroy(&session);
    }
    roster_destroy(&roster);
    config_free(&config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_comes_to_the_same_however_it_is_cut),
        cmocka_unit_test(a_stopped_meeting_keeps_its_first_pairs),
        cmocka_unit_test(meetings_are_dealt_openings),
        cmocka_unit_test(training_alone_is_dealt_openings_from_a_stock),
        cmocka_unit_test(what_a_meeting_is_dealt_depends_on_its_number_alone),
        cmocka_unit_test(whole_pairs_of_an_abandoned_batch_count),
        cmocka_unit_test(each_pair_is_played_in_its_manner),
        cmocka_unit_test(a_seat_is_ready_for_every_manner),
        cmocka_unit_test(a_player_in_two_roles_has_one_place),
        cmocka_unit_test(rows_that_do_not_fit_the_game_are_refused),
        cmocka_unit_test(a_player_of_another_roster_is_prepared_once),
        cmocka_unit_test(random_players_differ_by_their_salts),
        cmocka_unit_test(games_of_players_alike_are_played_once),
        cmocka_unit_test(a_pair_lost_twice_by_one_is_not_alike),
        cmocka_unit_test(players_of_other_manners_are_not_equal),
    };
    return cmocka_run_group_tests_name("session", tests, find_reversi, free_weights);
}
