/*
 * contest: whether the start has shown a player to be weaker, whichever of the two their meeting
 * names first. Here the player of place 1 is the start, and 0 and 2 have met it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "tests/own_directory.h"
#include "tuner/run/contest.h"
#include "tuner/run/verify.h"

enum { START = 1, PLAYERS = 4, STRANGER = 3 };

static unsigned roles[PLAYERS] = {1u << ROLE_CANDIDATE, 1u << ROLE_CANDIDATE | 1u << ROLE_START,
                                  1u << ROLE_CANDIDATE, 1u << ROLE_CANDIDATE};
static struct meeting meetings[] = {{0, START}, {START, 2}};

/* The pairs of both meetings: so many lost by the player named first, and so many won. */
static struct contest contest_of(struct meeting_score scores[2], int lost, int won) {
    for (int m = 0; m < 2; m++) scores[m].counts.n[0] = lost, scores[m].counts.n[4] = won;
    return (struct contest){
        .roster = {.count = PLAYERS, .roles = roles},
        .session = {.meeting_count = 2, .meetings = meetings, .scores = scores}};
}

static void the_start_shows_which_players_are_weaker(void **state) {
    (void)state;
    struct meeting_score scores[2] = {0};
    struct contest first_lose = contest_of(scores, 90, 10);
    assert_true(contest_is_weaker(&first_lose, 0));
    assert_false(contest_is_weaker(&first_lose, 2));
    struct contest first_win = contest_of(scores, 10, 90);
    assert_false(contest_is_weaker(&first_win, 0));
    assert_true(contest_is_weaker(&first_win, 2));
}

/* Nor is a player that did not meet it. */
static void the_start_is_not_weaker_than_itself(void **state) {
    (void)state;
    struct meeting_score scores[2] = {0};
    struct contest contest = contest_of(scores, 90, 10);
    assert_false(contest_is_weaker(&contest, START));
    assert_false(contest_is_weaker(&contest, STRANGER));
}

/* ---- what is concluded ---- */

/* A run with four players: candidates 0 to 2, and the start, 3. */
struct field {
    struct store *store;
    struct run run;
    int64_t ids[PLAYERS];
    unsigned roles[PLAYERS];
    bool on[PLAYERS];
    struct meeting meetings[6];
    struct meeting_score scores[6];
    int pairs_each[6];
    struct contest contest;
};

enum { FIELD_START = 3, FIELD_PAIRS = 50 };

static void field_open(struct field *field, const char *name) {
    char path[128];
    struct error error;
    *field = (struct field){.on = {true, true, true}};
    snprintf(path, sizeof path, "%s/%s.db", directory, name);
    field->store = store_open(path, STORE_WRITE, &error);
    if (!field->store) fail_msg("%s", error.text);
    store_begin(field->store);
    int64_t id = store_add_run(field->store, &(struct stored_run){.name = "a",
                                                                  .game = "reversi",
                                                                  .evaluator = "wpc",
                                                                  .layout = "10",
                                                                  .config = "",
                                                                  .init = "random"});
    for (int i = 0; i < PLAYERS; i++) {
        field->ids[i] = store_add_player(field->store, &(struct stored_player){.run = id,
                                                                               .generation = 1,
                                                                               .slot = i,
                                                                               .evaluator = "wpc",
                                                                               .layout = "10",
                                                                               .dim = 1,
                                                                               .weights = &i});
        field->roles[i] = 1u << (i == FIELD_START ? ROLE_START : ROLE_CANDIDATE);
    }
    store_add_generation(field->store, id,
                         &(struct stored_generation){
                             .generation = 1, .champion = field->ids[0], .state = "", .threads = 1},
                         NULL);
    field->run = (struct run){.store = field->store, .id = id, .games = 1000};
    field->contest = (struct contest){
        .run = &field->run,
        .roster = {.count = PLAYERS, .ids = field->ids, .roles = field->roles},
        .candidates = FIELD_START,
        .on = field->on,
        .session = {
            .meetings = field->meetings, .scores = field->scores, .pairs_each = field->pairs_each}};
}

static void field_close(struct field *field) {
    store_commit(field->store);
    store_close(field->store);
}

/* `won` of the pairs, and the others lost. */
static void field_meet(struct field *field, int a, int b, int won) {
    struct session *session = &field->contest.session;
    int m = session->meeting_count++;
    field->meetings[m] = (struct meeting){a, b};
    field->scores[m].counts = (struct pentanomial){{FIELD_PAIRS - won, 0, 0, 0, won}};
    field->pairs_each[m] = FIELD_PAIRS;
}

/* All meet all; candidate 1 wins more than 0. Candidate 2 wins `second` of 0 and of the start, 1
 * wins `against` of the start. */
static struct stored_champion chosen(const char *name, int second, int against, bool last) {
    struct field field;
    struct stored_champion champion;
    struct error error;
    field_open(&field, name);
    field.on[2] = last;
    field_meet(&field, 0, 1, 10);
    field_meet(&field, 0, 2, FIELD_PAIRS - second);
    field_meet(&field, 1, 2, 25);
    field_meet(&field, 0, FIELD_START, 20);
    field_meet(&field, 1, FIELD_START, against);
    field_meet(&field, 2, FIELD_START, second);
    choose_stage.conclude(&field.contest);
    if (store_champion(field.store, field.run.id, &champion, &error)) fail_msg("%s", error.text);
    assert_int_equal(champion.start, field.ids[FIELD_START]);
    assert_int_equal(champion.selection_pairs, 3 * FIELD_PAIRS);
    assert_int_equal(champion.games, 1000 + 2 * 6 * FIELD_PAIRS);
    champion.player -= field.ids[0];
    field_close(&field);
    return champion;
}

/* Of those still in the race; the start, if it has shown the best to be weaker. */
static void the_best_candidate_is_chosen(void **state) {
    (void)state;
    struct stored_champion champion = chosen("best", 30, 25, true);
    assert_int_equal(champion.player, 1);
    assert_float_equal(champion.selection_rate, (40 + 25 + 25) / 150., 1e-9);
    assert_int_equal(chosen("second", 45, 25, true).player, 2);
    assert_int_equal(chosen("dropped", 45, 25, false).player, 1);
    champion = chosen("weaker", 20, 12, true);
    assert_int_equal(champion.player, FIELD_START);
    assert_float_equal(champion.selection_rate, (30 + 38 + 30) / 150., 1e-9);
}

/* All three have half of the points. */
static void of_equal_candidates_the_first_is_chosen(void **state) {
    (void)state;
    struct field field;
    struct stored_champion champion;
    struct error error;
    field_open(&field, "ties");
    field_meet(&field, 0, 1, 25);
    field_meet(&field, 0, 2, 25);
    field_meet(&field, 1, 2, 25);
    for (int i = 0; i < FIELD_START; i++) field_meet(&field, i, FIELD_START, 25);
    choose_stage.conclude(&field.contest);
    if (store_champion(field.store, field.run.id, &champion, &error)) fail_msg("%s", error.text);
    assert_int_equal(champion.player, field.ids[0]);
    field_close(&field);
}

/* Measured on other openings, the champion stays unless the start shows it to be weaker; its games
 * come to those of the run. Of the openings each came twice. */
static void a_champion_that_proves_weaker_is_taken_back(void **state) {
    (void)state;
    for (int won = 12; won <= 25; won += 13) {
        struct field field;
        struct stored_champion champion = {
            .selection_rate = .6, .selection_pairs = 9, .games = 700};
        struct error error;
        struct result results[2 * FIELD_PAIRS];
        uint64_t hashes[FIELD_PAIRS];
        field_open(&field, won < 25 ? "worse" : "equal");
        for (int i = 0; i < 2 * FIELD_PAIRS; i++)
            results[i] = (struct result){.moves_hash = (uint64_t)(1 + i / 4)};
        for (int i = 0; i < FIELD_PAIRS; i++) hashes[i] = (uint64_t)(1 + i / 2);
        champion.player = field.ids[0];
        champion.start = field.ids[FIELD_START];
        store_set_champion(field.store, field.run.id, &champion);
        field_meet(&field, 0, FIELD_START, won);
        field.contest.session.results = results;
        field.contest.session.pairs = field.contest.session.pairs_played = FIELD_PAIRS;
        field.contest.session.openings =
            (struct openings){.source.plies_max = 4, .count = FIELD_PAIRS, .hashes = hashes};
        measure_stage.conclude(&field.contest);
        if (store_champion(field.store, field.run.id, &champion, &error))
            fail_msg("%s", error.text);
        assert_int_equal(champion.player, field.ids[won < 25 ? FIELD_START : 0]);
        assert_int_equal(champion.openings, FIELD_PAIRS);
        assert_int_equal(champion.openings_distinct, FIELD_PAIRS / 2);
        assert_int_equal(champion.verify_games, 2 * FIELD_PAIRS);
        assert_int_equal(champion.verify_games_distinct, FIELD_PAIRS / 2);
        assert_int_equal(champion.games, 700 + 2 * FIELD_PAIRS);
        field_close(&field);
    }
}

/* As many pairs again as are usual, and as many as there may be, until the error is small enough;
 * the start as champion has no error. */
static void measuring_goes_on_until_the_error_is_small(void **state) {
    (void)state;
    struct field field;
    struct config config = {.verify = {.pairs_max = 1000}};
    struct session *session = &field.contest.session;
    field_open(&field, "error");
    field.run.config = &config;
    config.pairs[STAGE_VERIFY] = session->pairs = 40;
    assert_int_equal(measure_stage.next(&field.contest), 40);
    session->pairs_played = FIELD_PAIRS;
    assert_int_equal(measure_stage.next(&field.contest), 0);
    config.verify.error = 1;
    assert_int_equal(measure_stage.next(&field.contest), 0);
    field_meet(&field, 0, FIELD_START, 25);
    assert_int_equal(measure_stage.next(&field.contest), 40);
    config.verify.pairs_max = FIELD_PAIRS + 15;
    assert_int_equal(measure_stage.next(&field.contest), 15);
    double error = score_of(&field.scores[0].counts).elo_error;
    config.verify.error = error * .999;
    assert_int_equal(measure_stage.next(&field.contest), 15);
    config.verify.error = error * 1.001;
    assert_int_equal(measure_stage.next(&field.contest), 0);
    field_close(&field);
}

/* Milestones need one generation of their own, other depths and limits pairs. */
static void a_run_has_the_stages_that_its_config_names(void **state) {
    (void)state;
    struct config config = {.verify = {.milestone_every = 10}};
    assert_true(verify_wants(&config, 1, STAGE_SELECT) && verify_wants(&config, 1, STAGE_VERIFY));
    assert_false(verify_wants(&config, 9, STAGE_MILESTONE));
    assert_true(verify_wants(&config, 10, STAGE_MILESTONE));
    config.verify.milestone_every = 0;
    assert_false(verify_wants(&config, 10, STAGE_MILESTONE));
    for (enum stage stage = STAGE_DEPTH; stage <= STAGE_LIMIT; stage++) {
        assert_false(verify_wants(&config, 10, stage));
        config.pairs[stage] = 1;
        assert_true(verify_wants(&config, 10, stage));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_shows_which_players_are_weaker),
        cmocka_unit_test(the_start_is_not_weaker_than_itself),
        cmocka_unit_test(the_best_candidate_is_chosen),
        cmocka_unit_test(of_equal_candidates_the_first_is_chosen),
        cmocka_unit_test(measuring_goes_on_until_the_error_is_small),
        cmocka_unit_test(a_run_has_the_stages_that_its_config_names),
        cmocka_unit_test(a_champion_that_proves_weaker_is_taken_back),
    };
    return cmocka_run_group_tests_name("contest", tests, own_directory_make, own_directory_remove);
}
