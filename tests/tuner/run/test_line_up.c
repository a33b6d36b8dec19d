/*
 * The line-ups of the choice and of the measurement: runs are written by hand, so that it is known
 * of each player why it is seated.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/own_directory.h"
#include "tuner/config/length.h"
#include "tuner/external/drive.h"
#include "tuner/run/contest.h"

enum { DIM = 10, YARDSTICK_ID = 99 };

static const char base[] =
    "seed = 3; game = \"reversi\"; threads = 1; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "player = { tt_kib = 16; };\n"
    "fitness = { pairs = 1; gauntlet = true; yardsticks = [\"config/weights/swh.weights\"]; };\n"
    "verify = { candidates = 9; racing = true; selection_pairs = 2; pairs = 3; depths = [];\n"
    "  yardsticks = [\"config/weights/swh.weights\"]; };\n";

/* ---- a run by hand ---- */

/* The champion of generation g has the weights g; the start has zeros. */
struct hand {
    struct config config;
    struct run run;
    int64_t start, champions[32];
    struct contest contest;
};

static int64_t hand_add(struct hand *hand, int generation, int slot, int32_t value) {
    int32_t weights[DIM];
    for (int i = 0; i < DIM; i++) weights[i] = value;
    struct stored_player row = run_player_row(&hand->run, PLAYER_INDIVIDUAL, generation, slot,
                                              hand->config.evaluator, weights);
    return store_add_player(hand->run.store, &row);
}

static void hand_open(struct hand *hand, const char *name, int generations, const char *set,
                      const char *other) {
    char path[128];
    struct error error;
    const char *sets[] = {set, other};
    if (config_parse("c.cfg", base, sets, 2, &hand->config, &error)) fail_msg("%s", error.text);
    struct optimizer_setup setup = length_optimizer_setup(&hand->config);
    snprintf(path, sizeof path, "%s/%s.db", directory, name);
    hand->run = (struct run){.config = &hand->config,
                             .store = store_open(path, STORE_WRITE, &error),
                             .optimizer = hand->config.optimizer.kind->create(&setup),
                             .yardsticks = roster_new(&hand->config.player.manners),
                             .hall = roster_new(&hand->config.player.manners),
                             .done = generations};
    if (!hand->run.store) fail_msg("%s", error.text);
    const struct weights *yardstick = &hand->config.fitness.yardsticks[0].weights;
    roster_seat(&hand->run.yardsticks, yardstick->evaluator, yardstick->values, ROLE_YARDSTICK,
                YARDSTICK_ID);
    store_begin(hand->run.store);
    hand->run.id = store_add_run(hand->run.store, &(struct stored_run){.name = "a",
                                                                       .game = "reversi",
                                                                       .evaluator = "wpc",
                                                                       .layout = "10",
                                                                       .config = "",
                                                                       .init = "random"});
    hand->start = hand_add(hand, 1, 0, 0);
    for (int g = 1; g <= generations; g++) {
        hand->champions[g] = hand_add(hand, g, 1, g);
        store_add_generation(
            hand->run.store, hand->run.id,
            &(struct stored_generation){
                .generation = g, .champion = hand->champions[g], .state = "", .threads = 1},
            NULL);
    }
}

static void hand_line_up(struct hand *hand, const struct contest_stage *kind) {
    struct error error;
    struct contest *contest = &hand->contest;
    *contest = (struct contest){.run = &hand->run,
                                .kind = kind,
                                .roster = roster_new(config_manners(&hand->config, kind->stage))};
    contest->session =
        session_of_run(&hand->config, MIXING_NEWEST, kind->stage, 0, &contest->roster, NULL);
    if (kind->line_up(contest, &error)) fail_msg("%s", error.text);
}

static void hand_close(struct hand *hand) {
    struct contest *contest = &hand->contest;
    session_destroy(&contest->session);
    roster_destroy(&contest->roster);
    free(contest->on);
    for (int i = 0; i < contest->newcomer_count; i++) store_free_player(&contest->newcomers[i]);
    free(contest->newcomers);
    store_commit(hand->run.store);
    store_close(hand->run.store);
    roster_destroy(&hand->run.hall);
    roster_destroy(&hand->run.yardsticks);
    hand->config.optimizer.kind->destroy(hand->run.optimizer);
    config_free(&hand->config);
}

/* Candidates whose names begin like that, of those that the choice makes. */
static int hand_newcomers(const struct hand *hand, const char *prefix) {
    int count = 0;
    for (int i = 0; i < hand->contest.newcomer_count; i++)
        count += strncmp(hand->contest.newcomers[i].name, prefix, strlen(prefix)) == 0;
    return count;
}

static bool hand_is_candidate(const struct hand *hand, int generation) {
    int place = roster_find(&hand->contest.roster, hand->champions[generation]);
    return place >= 0 && place < hand->contest.candidates;
}

/* ---- the choice ---- */

/* Nine candidates are the centroid and eight others. The champions of the first half of a run are
 * candidates only as members of the hall. */
static void the_hall_has_a_quarter_of_the_places(void **state) {
    (void)state;
    for (int every = 3; every <= 7; every += 4) {
        struct hand hand;
        int members = 0, generations = every == 3 ? 18 : 20;
        hand_open(&hand, every == 3 ? "hall-3" : "hall-7", generations, "fitness.hall_size=6",
                  every == 3 ? "fitness.hall_every=3" : "fitness.hall_every=7");
        hand_line_up(&hand, &choose_stage);
        for (int g = 1; g <= generations / 2; g++) members += hand_is_candidate(&hand, g);
        assert_int_equal(members, every == 3 ? 0 : 1);
        hand_close(&hand);
    }
}

static void chains_have_a_quarter_of_the_places(void **state) {
    (void)state;
    struct hand hand;
    hand_open(&hand, "chains", 18, "optimizer.name=anneal", "optimizer.anneal.chains=6");
    hand_line_up(&hand, &choose_stage);
    assert_int_equal(hand_newcomers(&hand, "chain "), 2);
    assert_int_equal(hand.contest.candidates, 9);
    hand_close(&hand);
}

/* Two finalists have a mean; one does not, even where it is outside of the ranges. */
static void the_centroid_is_of_two_finalists_at_least(void **state) {
    (void)state;
    for (int candidates = 2; candidates <= 3; candidates++) {
        struct hand hand;
        hand_open(&hand, candidates == 2 ? "one" : "two", 18, "fitness.hall_size=0",
                  "params=({name=\"*\"; lower=-5; upper=5;})");
        hand.config.verify.candidates = candidates;
        hand_line_up(&hand, &choose_stage);
        assert_int_equal(hand.contest.candidates, candidates == 2 ? 1 : 3);
        assert_int_equal(hand_newcomers(&hand, "centroid"), candidates == 3);
        hand_close(&hand);
    }
}

/* A run that went on with narrower ranges has champions of before; they are candidates only if no
 * champion is inside. */
static void champions_outside_the_ranges_race_if_all_are(void **state) {
    (void)state;
    for (int upper = 9; upper <= 12; upper += 3) {
        struct hand hand;
        char set[100];
        snprintf(set, sizeof set, "params=({name=\"*\"; lower=-5; upper=%d;})", upper);
        hand_open(&hand, upper == 9 ? "outside" : "inside", 18, set, "fitness.hall_size=0");
        hand_line_up(&hand, &choose_stage);
        for (int g = 10; g <= 18; g++)
            assert_int_equal(hand_is_candidate(&hand, g), upper == 9 ? g > 10 : g <= 12);
        hand_close(&hand);
    }
}

/* Each loses all games against the start by faults. */
static void hand_blame(struct hand *hand, int first, int last) {
    for (int g = first; g <= last; g++) {
        struct stored_meeting meeting = {.run = hand->run.id,
                                         .stage = STAGE_TRAIN,
                                         .generation = g,
                                         .a = hand->champions[g],
                                         .b = hand->start,
                                         .pairs = 5,
                                         .counts.n = {5}};
        meeting.first.lost = meeting.second.lost = 5;
        struct stored_fault fault = {.meeting = store_add_meeting(hand->run.store, &meeting),
                                     .player = hand->champions[g],
                                     .games = 10};
        snprintf(fault.reason, sizeof fault.reason, "%s", external_end_names[EXTERNAL_CRASHED]);
        store_add_fault(hand->run.store, &fault);
    }
}

static void champions_to_blame_for_faults_race_if_all_are(void **state) {
    (void)state;
    for (int good = 0; good <= 12; good += 12) {
        struct hand hand;
        hand_open(&hand, good ? "good" : "blamed", 18, "seed=1", "fitness.hall_size=0");
        hand_blame(&hand, good + 1, 18);
        hand_line_up(&hand, &choose_stage);
        for (int g = 10; g <= 18; g++)
            assert_int_equal(hand_is_candidate(&hand, g), good ? g <= good : g > 10);
        hand_close(&hand);
    }
}

/* ---- the measurement ---- */

static void hand_choose(struct hand *hand, int64_t player) {
    const struct stored_champion champion = {.player = player, .start = hand->start};
    const struct stored_seat seats[] = {
        {.stage = STAGE_SELECT, .place = 0, .player = hand->champions[1], .role = ROLE_CANDIDATE},
        {.stage = STAGE_SELECT, .place = 1, .player = hand->start, .role = ROLE_START}};
    store_set_champion(hand->run.store, hand->run.id, &champion);
    for (size_t i = 0; i < COUNT_OF(seats); i++)
        store_add_seat(hand->run.store, hand->run.id, &seats[i]);
}

/* The champion meets the others, and the start the yardstick; but once only if it is champion. */
static void a_start_that_is_champion_meets_each_yardstick_once(void **state) {
    (void)state;
    for (int start = 0; start < 2; start++) {
        struct hand hand;
        hand_open(&hand, start ? "start" : "other", 2, "seed=1", "fitness.hall_size=0");
        hand_choose(&hand, start ? hand.start : hand.champions[1]);
        hand_line_up(&hand, &measure_stage);
        assert_int_equal(hand.contest.roster.count, 3);
        assert_int_equal(hand.contest.session.meeting_count, start ? 2 : 3);
        hand_close(&hand);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hall_has_a_quarter_of_the_places),
        cmocka_unit_test(chains_have_a_quarter_of_the_places),
        cmocka_unit_test(the_centroid_is_of_two_finalists_at_least),
        cmocka_unit_test(champions_outside_the_ranges_race_if_all_are),
        cmocka_unit_test(champions_to_blame_for_faults_race_if_all_are),
        cmocka_unit_test(a_start_that_is_champion_meets_each_yardstick_once),
    };
    return cmocka_run_group_tests_name("line_up", tests, own_directory_make, own_directory_remove);
}
