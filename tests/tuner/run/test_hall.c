/*
 * The members of the hall of fame, by either rule, as the meetings of a run's generations show it:
 * here three places, and a champion enters after every second generation.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/own_directory.h"
#include "tuner/config/config.h"
#include "tuner/run/hall.h"
#include "tuner/run/run.h"

enum { PAIRS = 4, PLAYERS = 6, SEATS = 3, EVERY = 2, GENERATIONS = 16 };

static const char settings[] =
    "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "player = { epsilon = 0.1; };\n"
    "fitness = { gauntlet = true; pairs = 4; hall_size = 3; hall_every = 2;\n"
    "  yardsticks = [\"config/weights/swh.weights\"]; };\n"
    "optimizer = { generations = 16; bounds = \"reflect\"; ga = { population = 6; groups = 3; }; "
    "};\n"
    "verify = { candidates = 2; selection_pairs = 4; pairs = 4; };\n";

/* The gauntlet of one generation: its former champions, and all individuals' scores there: as they
 * were, and as if all had as many pairs. */
struct gauntlet {
    int pairs; /* of a meeting, if no race ends it early */
    int count;
    int64_t members[SEATS + 1];
    int64_t points[SEATS + 1][PLAYERS], scored[SEATS + 1][PLAYERS];
};

static int64_t points_of(const struct stored_meeting *row) {
    const int64_t *n = row->counts.n;
    return n[1] + 2 * n[2] + 3 * n[3] + 4 * n[4];
}

static void gauntlet_add(struct gauntlet *gauntlet, int player, const struct stored_meeting *row) {
    int member = 0;
    while (member < gauntlet->count && gauntlet->members[member] != row->b) member++;
    assert_in_range(member, 0, SEATS - 1);
    if (member == gauntlet->count) gauntlet->members[gauntlet->count++] = row->b;
    gauntlet->scored[member][player] = points_of(row);
    gauntlet->points[member][player] = points_of(row) * gauntlet->pairs / row->pairs;
}

static struct gauntlet gauntlet_of(struct store *store, int generation, int pairs) {
    struct gauntlet gauntlet = {.pairs = pairs};
    struct stored_meeting *rows;
    int count = store_meetings(store, 1, STAGE_TRAIN, generation, &rows);
    for (int i = 0; i < count; i++) {
        struct stored_player a, b;
        assert_int_equal(store_player(store, rows[i].a, &a, NULL), 0);
        assert_int_equal(store_player(store, rows[i].b, &b, NULL), 0);
        if (b.kind == PLAYER_INDIVIDUAL && b.generation < generation)
            gauntlet_add(&gauntlet, a.slot, &rows[i]);
        store_free_player(&a);
        store_free_player(&b);
    }
    free(rows);
    return gauntlet;
}

static int64_t champion_of(struct store *store, int generation) {
    struct stored_generation row;
    assert_int_equal(store_generation(store, 1, generation, &row, NULL, NULL), 0);
    free(row.state);
    return row.champion;
}

/* With a race if there are many pairs. */
static struct store *tuned(const char *rule, int pairs) {
    struct config config;
    struct error error;
    char set[64], length[64], race[64], path[128];
    const char *sets[] = {set, length, race, "seed=1"};
    snprintf(set, sizeof set, "fitness.hall_rule=%s", rule);
    snprintf(length, sizeof length, "fitness.pairs=%d", pairs);
    snprintf(race, sizeof race, "optimizer.ga.race=%d", pairs > PAIRS ? 2 : 0);
    if (config_parse("hall.cfg", settings, sets, 4, &config, &error)) fail_msg("%s", error.text);
    snprintf(config.output, sizeof config.output, "%s/%s-%d", directory, rule, pairs);
    if (run_tune(&config, NULL, &error) != RUN_FINISHED) fail_msg("%s", error.text);
    store_run_path(config.output, path, sizeof path);
    config_free(&config);
    struct store *store = store_open(path, STORE_READ, &error);
    if (!store) fail_msg("%s", error.text);
    return store;
}

static void the_newest_champions_sit_there(void **context) {
    (void)context;
    struct store *store = tuned("newest", PAIRS);
    for (int generation = 1; generation <= GENERATIONS; generation++) {
        struct gauntlet hall = gauntlet_of(store, generation, PAIRS);
        int entered = (generation - 1) / EVERY;
        assert_int_equal(hall.count, min_int(entered, SEATS));
        for (int i = 0; i < hall.count; i++)
            assert_int_equal(hall.members[i],
                             champion_of(store, EVERY * (entered - hall.count + 1 + i)));
    }
    store_close(store);
}

/* Takes the member out and lets the champion in. */
static void replace_member(struct gauntlet *hall, int leaver, int64_t champion) {
    for (int i = leaver; i + 1 < hall->count; i++) hall->members[i] = hall->members[i + 1];
    hall->members[hall->count - 1] = champion;
}

/* `scaled`: it matters that some meetings had fewer pairs. */
static void assert_least_telling_leaves(struct store *store, int pairs, bool scaled) {
    int unlike_newest = 0, unlike_scored = 0;
    for (int generation = EVERY; generation < GENERATIONS; generation += EVERY) {
        struct gauntlet hall = gauntlet_of(store, generation, pairs);
        struct gauntlet next = gauntlet_of(store, generation + 1, pairs);
        if (hall.count == SEATS) {
            int leaver = hall_least_telling(hall.points[0], SEATS, PLAYERS);
            unlike_newest += leaver != 0;
            unlike_scored += leaver != hall_least_telling(hall.scored[0], SEATS, PLAYERS);
            replace_member(&hall, leaver, champion_of(store, generation));
        } else {
            hall.members[hall.count++] = champion_of(store, generation);
        }
        assert_int_equal(next.count, hall.count);
        assert_memory_equal(next.members, hall.members, (size_t)hall.count * sizeof(int64_t));
    }
    assert_in_range(unlike_newest, 1, GENERATIONS);
    assert_int_equal(unlike_scored > 0, scaled);
    store_close(store);
}

static void the_least_telling_leaves(void **context) {
    (void)context;
    assert_least_telling_leaves(tuned("telling", PAIRS), PAIRS, false);
}

static void what_a_race_ended_early_counts_as_if_it_had_not(void **context) {
    (void)context;
    assert_least_telling_leaves(tuned("telling", 3 * PAIRS), 3 * PAIRS, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_champions_sit_there),
        cmocka_unit_test(the_least_telling_leaves),
        cmocka_unit_test(what_a_race_ended_early_counts_as_if_it_had_not),
    };
    return cmocka_run_group_tests_name("hall", tests, own_directory_make, own_directory_remove);
}
