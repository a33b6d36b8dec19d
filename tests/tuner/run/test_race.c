/*
 * race: an optimiser says batch by batch which individuals play on; here one that follows a script.
 * Three individuals, of which 0 and 2 are in one group, and a yardstick that all meet.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tuner/run/fitness.h"

enum { PLAYERS = 3, PAIRS = 10 };
enum { ZERO_AGAINST_TWO, ZERO_AGAINST_YARDSTICK, ONE, TWO };

/* What the optimiser says when it is asked, and what it was told. */
struct script {
    int asked, batches[4];
    int leaves[4]; /* the one that is done then; -1: none */
    int played[4];
    int64_t points[4]; /* of individual 1 */
};

static int follow_script(const void *self, int generation, const struct outcome *outcome,
                         int played, bool *on) {
    struct script *script = *(struct script *const *)self;
    int i = script->asked++;
    assert_in_range(i, 0, 3);
    assert_int_equal(generation, 7);
    script->played[i] = played;
    script->points[i] = outcome->fitness[1].points;
    if (script->leaves[i] >= 0) on[script->leaves[i]] = false;
    return script->batches[i];
}

static const struct optimizer_kind scripted = {.name = "scripted", .more = follow_script};

struct field {
    struct population population;
    struct pairing pairing;
    struct result results[4 * 2 * PAIRS]; /* all games are drawn */
    int played[4];
    struct fitness_games games;
};

static void field_open(struct field *field) {
    population_init(&field->population, PLAYERS, 1);
    field->population.count = PLAYERS;
    field->population.group_count = 2;
    for (int i = 0; i < PLAYERS; i++) field->population.group[i] = i % 2;
    pairing_make(&field->population, true, false, 1, &field->pairing);
    assert_int_equal(field->pairing.count, 4);
    for (int i = 0; i < 4 * 2 * PAIRS; i++) field->results[i] = (struct result){.points = 1};
    for (int m = 0; m < 4; m++) field->played[m] = 0;
    field->games = (struct fitness_games){&field->population, &field->pairing, field->results,
                                          PAIRS, field->played};
}

static void field_close(struct field *field) {
    pairing_destroy(&field->pairing);
    population_destroy(&field->population);
}

static int field_next(struct field *field, struct race *race) {
    int pairs = race_next(race);
    for (int m = 0; m < field->pairing.count; m++)
        if (race_goes_on(race, m)) field->played[m] += pairs;
    return pairs;
}

static void a_player_that_is_done_leaves_all_its_meetings(void **state) {
    (void)state;
    struct field field;
    struct script script = {.batches = {4, 3, 9}, .leaves = {-1, 2, -1}}, *self = &script;
    field_open(&field);
    struct race race = race_new(&scripted, &self, 7, &field.games);
    assert_int_equal(field_next(&field, &race), 4);
    assert_int_equal(field_next(&field, &race), 3);
    assert_int_equal(field_next(&field, &race), 3); /* 9 wanted, 10 - 7 left */
    assert_int_equal(field_next(&field, &race), 0);
    assert_int_equal(script.asked, 3);
    static const int wanted[] = {
        [ZERO_AGAINST_TWO] = 4, [ZERO_AGAINST_YARDSTICK] = 10, [ONE] = 10, [TWO] = 4};
    assert_memory_equal(field.played, wanted, sizeof wanted);
    race_destroy(&race);
    field_close(&field);
}

/* A drawn pair is 2 points. */
static void an_optimiser_is_told_what_was_played_so_far(void **state) {
    (void)state;
    struct field field;
    struct script script = {.batches = {4, 3, 0}, .leaves = {-1, -1, -1}}, *self = &script;
    field_open(&field);
    struct race race = race_new(&scripted, &self, 7, &field.games);
    while (field_next(&field, &race) > 0) continue;
    assert_int_equal(script.asked, 3);
    for (int i = 0; i < 3; i++) {
        static const int played[] = {0, 4, 7};
        assert_int_equal(script.played[i], played[i]);
        assert_int_equal(script.points[i], 2 * played[i]);
    }
    race_destroy(&race);
    field_close(&field);
}

static void a_race_is_over_when_no_player_is_left(void **state) {
    (void)state;
    struct field field;
    struct script script = {.batches = {1, 1, 1, 1}, .leaves = {0, 1, 2, -1}}, *self = &script;
    field_open(&field);
    struct race race = race_new(&scripted, &self, 7, &field.games);
    assert_int_equal(field_next(&field, &race), 1);
    assert_int_equal(field_next(&field, &race), 1);
    assert_int_equal(field_next(&field, &race), 0);
    assert_int_equal(field.played[TWO], 2);
    race_destroy(&race);
    field_close(&field);
}

static void without_a_race_all_pairs_are_played_at_once(void **state) {
    (void)state;
    static const struct optimizer_kind steady = {.name = "steady"};
    struct field field;
    field_open(&field);
    struct race race = race_new(&steady, NULL, 7, &field.games);
    assert_int_equal(field_next(&field, &race), PAIRS);
    assert_int_equal(field_next(&field, &race), 0);
    race_destroy(&race);
    field_close(&field);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_that_is_done_leaves_all_its_meetings),
        cmocka_unit_test(an_optimiser_is_told_what_was_played_so_far),
        cmocka_unit_test(a_race_is_over_when_no_player_is_left),
        cmocka_unit_test(without_a_race_all_pairs_are_played_at_once),
    };
    return cmocka_run_group_tests_name("race", tests, NULL, NULL);
}
