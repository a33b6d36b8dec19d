/* store: what goes in comes out, foreign files stay as they are, kills lose nothing committed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/progress.h"
#include "engine/base/rng.h"
#include "tests/own_directory.h"
#include "tuner/store/games.h"
#include "tuner/store/runs.h"
#include "tuner/store/sums.h"

enum { DIM = 10, SLOTS = 5 };

static char path[128];

static int make_directory(void **state) {
    (void)state;
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/run.db", directory);
    return 0;
}

static int remove_directory(void **state) {
    (void)state;
    static const char *const endings[] = {"", "-wal", "-shm", "-lock", "-journal"};
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        char name[160];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
    return rmdir(directory);
}

static struct store *open_store(enum store_mode mode) {
    struct error error = {""};
    struct store *store = store_open(path, mode, &error);
    if (!store) fail_msg("%s", error.text);
    return store;
}

static void assert_refused(enum store_mode mode, const char *why) {
    struct error error = {""};
    assert_null(store_open(path, mode, &error));
    if (!strstr(error.text, why) || !strstr(error.text, path))
        fail_msg("expected '%s' and the file's name in: %s", why, error.text);
}

/* ---- a small run ---- */

static const struct stored_run some_run = {.name = "quick",
                                           .game = "reversi",
                                           .evaluator = "wpc",
                                           .layout = "10",
                                           .seed = UINT64_MAX - 5,
                                           .config = "seed = 1;\n-- '\"; ½\n",
                                           .program = "hone 0",
                                           .compiler = "cc 1",
                                           .machine = "a worker",
                                           .evaluator_schema = 3,
                                           .mixing = 2,
                                           .revision = 4,
                                           .init = "around"};

static int32_t weight(int generation, int slot, int gene) {
    static const int32_t special[] = {0, -1, INT32_MIN, INT32_MAX};
    return gene < 4 ? special[gene] : generation * 1000 + slot * 100 + gene;
}

static int64_t add_individual(struct store *store, int64_t run, int generation, int slot) {
    int32_t weights[DIM];
    for (int j = 0; j < DIM; j++) weights[j] = weight(generation, slot, j);
    struct stored_player player = {.run = run,
                                   .kind = PLAYER_INDIVIDUAL,
                                   .generation = generation,
                                   .slot = slot,
                                   .evaluator = "wpc",
                                   .layout = "10",
                                   .dim = DIM,
                                   .weights = weights};
    return store_add_player(store, &player);
}

static int64_t add_yardstick(struct store *store, int64_t run, const char *name) {
    struct stored_player player = {.run = run,
                                   .kind = PLAYER_YARDSTICK,
                                   .generation = -1,
                                   .slot = -1,
                                   .evaluator = "wpc",
                                   .layout = "64",
                                   .dim = 2,
                                   .weights = (int32_t[]){111111, 222222}};
    snprintf(player.name, sizeof player.name, "%s", name);
    return store_add_player(store, &player);
}

static const struct fitness some_fitness = {
    .points = 32, .pairs = 15, .pentanomial = {1, 4, 5, 2, 3}};

static struct stored_meeting some_meeting(int64_t run, int generation, int64_t a, int64_t b) {
    return (struct stored_meeting){.run = run,
                                   .stage = STAGE_TRAIN,
                                   .generation = generation,
                                   .a = a,
                                   .b = b,
                                   .pairs = 15,
                                   .counts = {{1, 4, 5, 2, 3}},
                                   .first = {10, 1, 4},
                                   .second = {4, 3, 8}};
}

/* Everything of a generation that a run writes. */
static void add_generation(struct store *store, int64_t run, int number) {
    int64_t ids[SLOTS];
    for (int slot = 0; slot < SLOTS; slot++) ids[slot] = add_individual(store, run, number, slot);
    struct stored_generation generation = {.generation = number,
                                           .champion = ids[number % SLOTS],
                                           .openings = 15,
                                           .openings_distinct = 14,
                                           .games = 150,
                                           .games_distinct = 149,
                                           .state = "t 0.5\nu 7",
                                           .seconds = 1.25,
                                           .threads = 3};
    struct metrics metrics = {3, {{"pm", .1}, {"a first", -INFINITY}, {"none", NAN}}};
    store_add_generation(store, run, &generation, &metrics);
    for (int slot = 0; slot < SLOTS; slot++)
        store_add_fitness(store, run, number, ids[slot], &some_fitness);
    for (int slot = 1; slot < SLOTS; slot++) {
        struct stored_meeting meeting = some_meeting(run, number, ids[0], ids[slot]);
        store_add_meeting(store, &meeting);
    }
}

static void check_generation(struct store *store, int64_t run, int number) {
    struct stored_generation generation;
    struct stored_player player;
    struct fitness fitness;
    struct metrics metrics;
    struct error error;
    assert_int_equal(store_generation(store, run, number, &generation, &metrics, &error), 0);
    assert_int_equal(generation.generation, number);
    assert_int_equal(generation.openings, 15);
    assert_int_equal(generation.openings_distinct, 14);
    assert_int_equal(generation.games, 150);
    assert_int_equal(generation.games_distinct, 149);
    bool kept = store_state_before(store, run, number) == number;
    assert_string_equal(generation.state, kept ? "t 0.5\nu 7" : "");
    assert_true(generation.seconds == 1.25 && generation.threads == 3);
    free(generation.state);
    assert_int_equal(metrics.count, 3);
    assert_string_equal(metrics.list[0].name, "pm");
    assert_true(metrics.list[0].value == .1 && metrics.list[1].value == -INFINITY);
    assert_true(isnan(metrics.list[2].value));
    for (int slot = 0; slot < SLOTS; slot++) {
        assert_int_equal(store_individual(store, run, number, slot, &player, &error), 0);
        assert_int_equal(player.kind, PLAYER_INDIVIDUAL);
        assert_true(player.run == run && player.generation == number && player.slot == slot);
        assert_int_equal(player.dim, DIM);
        for (int j = 0; j < DIM; j++) assert_int_equal(player.weights[j], weight(number, slot, j));
        assert_int_equal(store_fitness(store, run, number, player.id, &fitness, &error), 0);
        assert_memory_equal(&fitness, &some_fitness, sizeof fitness);
        assert_true((generation.champion == player.id) == (slot == number % SLOTS));
        store_free_player(&player);
    }
    assert_int_equal(store_individual(store, run, number, -1, &player, &error), 0);
    assert_int_equal(player.id, generation.champion);
    store_free_player(&player);
}

static int64_t add_run(struct store *store) {
    store_begin(store);
    int64_t run = store_add_run(store, &some_run);
    store_commit(store);
    return run;
}

static void add_generations(struct store *store, int64_t run, int first, int last) {
    for (int number = first; number <= last; number++) {
        store_begin(store);
        add_generation(store, run, number);
        store_commit(store);
    }
}

static void make_small_database(void) {
    struct store *store = open_store(STORE_WRITE);
    int64_t run = add_run(store);
    store_begin(store);
    add_yardstick(store, run, "swh");
    store_commit(store);
    add_generations(store, run, 1, 3);
    store_close(store);
}

/* ---- what goes in comes out ---- */

static void check_run(const struct stored_run *run) {
    assert_string_equal(run->name, some_run.name);
    assert_string_equal(run->game, some_run.game);
    assert_string_equal(run->evaluator, some_run.evaluator);
    assert_string_equal(run->layout, some_run.layout);
    assert_true(run->seed == some_run.seed);
    assert_string_equal(run->config, some_run.config);
    assert_string_equal(run->program, some_run.program);
    assert_string_equal(run->compiler, some_run.compiler);
    assert_string_equal(run->machine, some_run.machine);
    assert_true(run->evaluator_schema == 3 && run->mixing == 2 && run->revision == 4);
    assert_string_equal(run->init, "around");
    assert_int_equal(strlen(run->started), strlen("2000-01-01T00:00:00Z"));
}

static void each_value_of_a_row_is_in_its_sum(void **state) {
    (void)state;
    char text[] = "ga";
    struct sums_value values[] = {
        {SUMS_INTEGER, 7, NULL, 0}, {SUMS_REAL, 9, NULL, 0}, {SUMS_TEXT, 0, text, 2}};
    uint64_t sum = sums_of(values, 3);
    for (int i = 0; i < 2; i++) {
        values[i].bits ^= 1;
        assert_true(sums_of(values, 3) != sum);
        values[i].bits ^= 1;
    }
    text[1] = 'b';
    assert_true(sums_of(values, 3) != sum);
    text[1] = 'a';
    assert_true(sums_of(values, 3) == sum);
}

static void runs_come_out_as_they_went_in(void **state) {
    (void)state;
    struct store *store = open_store(STORE_WRITE);
    struct stored_run *runs;
    assert_int_equal(store_runs(store, &runs), 0);
    store_free_runs(runs, 0);
    int64_t first = add_run(store), second = add_run(store);
    add_generations(store, second, 1, 2);
    store_finish_run(store, second);
    assert_int_equal(store_runs(store, &runs), 2);
    assert_true(runs[0].id == second && runs[1].id == first);
    assert_true(runs[0].generations == 2 && runs[1].generations == 0);
    check_run(&runs[0]);
    check_run(&runs[1]);
    assert_true(strcmp(runs[0].finished, runs[0].started) >= 0);
    assert_string_equal(runs[1].finished, "");
    store_free_runs(runs, 2);
    store_close(store);
}

static void generations_come_out_as_they_went_in(void **state) {
    (void)state;
    make_small_database();
    struct store *store = open_store(STORE_READ);
    struct stored_generation generation;
    struct stored_player player;
    struct fitness fitness;
    struct error error;
    for (int number = 1; number <= 3; number++) check_generation(store, 1, number);
    assert_int_equal(store_generation(store, 1, 4, &generation, NULL, &error), -1);
    assert_non_null(strstr(error.text, "run 1 has no generation 4"));
    assert_int_equal(store_individual(store, 1, 4, -1, &player, &error), -1);
    assert_non_null(strstr(error.text, "run 1 has no generation 4"));
    assert_int_equal(store_individual(store, 1, 2, SLOTS, &player, &error), -1);
    assert_non_null(strstr(error.text, "no individual 5 in generation 2"));
    assert_int_equal(store_fitness(store, 1, 2, 1, &fitness, &error), -1);
    assert_non_null(strstr(error.text, "no fitness of player 1 in generation 2"));
    store_close(store);
}

/* A run goes on from the last one, a repair goes back to one of the others. */
static void the_last_state_is_kept_and_every_eighth(void **state) {
    (void)state;
    static const struct {
        int generation, kept;
    } cases[] = {{7, 0}, {8, 8}, {15, 8}, {16, 16}, {18, 16}, {19, 19}, {30, 19}};
    struct store *store = open_store(STORE_WRITE);
    int64_t run = add_run(store);
    store_begin(store);
    for (int number = 1; number <= 19; number++) add_generation(store, run, number);
    store_commit(store);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(store_state_before(store, run, cases[i].generation), cases[i].kept);
    store_begin(store);
    store_rewind_run(store, run, 18, 18, "");
    store_commit(store);
    check_generation(store, run, 16);
    assert_int_equal(store_state_before(store, run, 30), 16);
    store_close(store);
}

static int64_t champion_of(struct store *store, int64_t run, int generation) {
    struct stored_player player;
    struct error error;
    if (store_individual(store, run, generation, -1, &player, &error)) fail_msg("%s", error.text);
    store_free_player(&player);
    return player.id;
}

/* Milestones after generations 8, 16 and 18, each with a meeting, when generation 18 is dropped. */
static void milestones_stay_with_their_generations(void **state) {
    (void)state;
    static const int generations[] = {8, 16, 18};
    struct store *store = open_store(STORE_WRITE);
    struct stored_seat *seats;
    struct stored_meeting *meetings;
    int64_t run = add_run(store), start;
    add_generations(store, run, 1, 19);
    start = champion_of(store, run, 1);
    store_begin(store);
    store_add_seat(store, run, &(struct stored_seat){STAGE_PROGRESS, 0, start, ROLE_START});
    for (int i = 0; i < 3; i++) {
        int64_t player = champion_of(store, run, generations[i]);
        struct stored_meeting meeting = some_meeting(run, generations[i], player, start);
        meeting.stage = STAGE_PROGRESS;
        store_add_seat(store, run,
                       &(struct stored_seat){STAGE_PROGRESS, i + 1, player, ROLE_MILESTONE});
        store_add_meeting(store, &meeting);
    }
    store_rewind_run(store, run, 17, 17, "");
    store_commit(store);
    assert_int_equal(store_seats(store, run, STAGE_PROGRESS, &seats), 3);
    assert_int_equal(seats[2].player, champion_of(store, run, 16));
    free(seats);
    assert_int_equal(store_meetings(store, run, STAGE_PROGRESS, -1, &meetings), 2);
    assert_int_equal(meetings[1].generation, 16);
    free(meetings);
    store_begin(store);
    store_rewind_run(store, run, 7, 7, "");
    store_commit(store);
    assert_int_equal(store_seats(store, run, STAGE_PROGRESS, &seats), 0); /* nor is the start's */
    free(seats);
    store_close(store);
}

static void players_are_found_by_id_and_name(void **state) {
    (void)state;
    struct store *store = open_store(STORE_WRITE);
    struct stored_player player, chance = {.kind = PLAYER_RANDOM, .generation = -1, .slot = -1};
    struct error error;
    chance.run = add_run(store);
    snprintf(chance.name, sizeof chance.name, "random 1");
    store_begin(store);
    int64_t swh = add_yardstick(store, chance.run, "it's; swh"), dice;
    dice = store_add_player(store, &chance);
    store_commit(store);
    assert_int_equal(store_named_player(store, chance.run, "it's; swh", &player, &error), 0);
    assert_true(player.id == swh && player.kind == PLAYER_YARDSTICK && player.dim == 2);
    assert_true(player.generation == -1 && player.slot == -1 && player.run == chance.run);
    assert_string_equal(player.evaluator, "wpc");
    assert_string_equal(player.layout, "64");
    assert_true(player.weights[0] == 111111 && player.weights[1] == 222222);
    store_free_player(&player);
    assert_int_equal(store_player(store, dice, &player, &error), 0);
    assert_true(player.kind == PLAYER_RANDOM && player.dim == 0);
    assert_string_equal(player.name, "random 1");
    store_free_player(&player);
    assert_int_equal(store_named_player(store, chance.run, "norvig", &player, &error), -1);
    assert_non_null(strstr(error.text, "no player named 'norvig'"));
    assert_int_equal(store_named_player(store, chance.run, "norvig", &player, NULL), -1);
    assert_int_equal(store_player(store, 99, &player, &error), -1);
    assert_non_null(strstr(error.text, "no player 99"));
    store_close(store);
}

static void meetings_are_found_by_stage(void **state) {
    (void)state;
    make_small_database();
    struct store *store = open_store(STORE_WRITE);
    struct stored_meeting meeting = some_meeting(1, 0, 2, 3), read, *all;
    struct error error;
    meeting.stage = STAGE_VERIFY;
    store_begin(store);
    int64_t id = store_add_meeting(store, &meeting);
    store_commit(store);
    meeting.id = id;
    assert_int_equal(store_meeting(store, id, &read, &error), 0);
    assert_memory_equal(&read, &meeting, sizeof read);
    assert_int_equal(store_meeting(store, id + 1, &read, &error), -1);
    assert_int_equal(store_meetings(store, 1, STAGE_VERIFY, -1, &all), 1);
    assert_memory_equal(all, &meeting, sizeof meeting);
    free(all);
    assert_int_equal(store_meetings(store, 1, STAGE_SELECT, -1, &all), 0);
    free(all);
    assert_int_equal(store_meetings(store, 1, STAGE_TRAIN, 2, &all), SLOTS - 1);
    for (int i = 0; i < SLOTS - 1; i++)
        assert_true(all[i].generation == 2 && all[i].id == SLOTS + i);
    free(all);
    assert_int_equal(store_meetings(store, 1, STAGE_TRAIN, -1, &all), 3 * (SLOTS - 1));
    free(all);
    store_close(store);
    assert_string_equal(stage_table[STAGE_MILESTONE].name, "milestone");
}

static void parts_of_meetings_are_kept_by_manner(void **state) {
    (void)state;
    make_small_database();
    struct store *store = open_store(STORE_WRITE);
    struct stored_meeting meeting = some_meeting(1, 0, 2, 3);
    struct stored_part *all;
    meeting.stage = STAGE_VERIFY;
    store_begin(store);
    meeting.id = store_add_meeting(store, &meeting);
    struct stored_part none = {{.id = meeting.id}, 0}, whole = {meeting, 1};
    store_add_part(store, &whole);
    store_add_part(store, &none);
    store_commit(store);
    assert_int_equal(store_parts(store, 1, STAGE_VERIFY, &all), 2);
    assert_int_equal(all[0].manner, 0);
    assert_int_equal(all[0].meeting.pairs, 0);
    assert_int_equal(all[1].manner, 1);
    assert_memory_equal(&all[1].meeting, &meeting, sizeof meeting);
    free(all);
    assert_int_equal(store_parts(store, 1, STAGE_SELECT, &all), 0);
    free(all);
    store_close(store);
}

/* Of run 1. */
static int repeatable_meetings(struct store *store) {
    int64_t *ids;
    int count = store_meeting_ids(store, 1, &ids);
    free(ids);
    return count;
}

/* Of two engines of a run, in two stages, for two reasons. */
static void faults_of_engines_are_counted(void **state) {
    (void)state;
    make_small_database();
    struct store *store = open_store(STORE_WRITE);
    struct stored_player player, engine = {.run = 1,
                                           .kind = PLAYER_YARDSTICK,
                                           .generation = -1,
                                           .slot = -1,
                                           .name = "edax",
                                           .line = (char[]){"cmd:edax;protocol=gtp"}};
    struct stored_meeting meeting = some_meeting(1, 0, 2, 3);
    struct error error;
    int repeatable = repeatable_meetings(store);
    store_begin(store);
    meeting.b = store_add_player(store, &engine);
    snprintf(engine.name, sizeof engine.name, "ntest");
    int64_t other = store_add_player(store, &engine);
    meeting.not_repeatable = 1;
    struct stored_fault fault = {store_add_meeting(store, &meeting), meeting.b, .reason = "crash",
                                 .games = 3};
    store_add_fault(store, &fault);
    snprintf(fault.reason, sizeof fault.reason, "timeout");
    fault.games = 5;
    store_add_fault(store, &fault);
    meeting.stage = STAGE_VERIFY;
    fault.meeting = store_add_meeting(store, &meeting);
    fault.games = 7;
    store_add_fault(store, &fault);
    fault.player = other;
    store_add_fault(store, &fault);
    snprintf(fault.reason, sizeof fault.reason, "adjudication"); /* no fault, but counted */
    fault.games = 2;
    store_add_fault(store, &fault);
    store_commit(store);
    assert_int_equal(store_meeting_faults(store, fault.meeting), 14);
    assert_int_equal(store_faults(store, 1, "adjudication"), 2);
    struct stored_faulty *faulty;
    assert_int_equal(store_faulty(store, 1, 9, &faulty), 2);
    assert_true(faulty[0].player == meeting.b && faulty[0].faults == 15 && faulty[0].games == 60);
    assert_true(faulty[1].player == other && faulty[1].faults == 7);
    free(faulty);
    assert_int_equal(repeatable_meetings(store), repeatable);
    assert_int_equal(store_next_engine(store, 1, 0), meeting.b);
    assert_int_equal(store_next_engine(store, 1, meeting.b), other);
    assert_int_equal(store_next_engine(store, 1, other), 0);
    assert_int_equal(store_next_engine(store, 2, 0), 0);
    assert_int_equal(store_engine_games(store, meeting.b, STAGE_TRAIN), 30);
    assert_int_equal(store_engine_games(store, other, STAGE_VERIFY), 0);
    assert_int_equal(store_engine_faults(store, meeting.b, STAGE_TRAIN, "crash"), 3);
    assert_int_equal(store_engine_faults(store, meeting.b, STAGE_TRAIN, "timeout"), 5);
    assert_int_equal(store_engine_faults(store, meeting.b, STAGE_VERIFY, "timeout"), 7);
    assert_int_equal(store_engine_faults(store, meeting.b, STAGE_VERIFY, "crash"), 0);
    assert_int_equal(store_player(store, meeting.b, &player, &error), 0);
    assert_string_equal(player.line, "cmd:edax;protocol=gtp");
    assert_int_equal(player.dim, 0);
    store_free_player(&player);
    store_close(store);
}

static void assert_same_seat(const struct stored_seat *a, const struct stored_seat *b) {
    assert_true(a->stage == b->stage && a->place == b->place);
    assert_true(a->player == b->player && a->role == b->role);
}

static void seats_keep_places_and_roles(void **state) {
    (void)state;
    const struct stored_seat seats[] = {
        {STAGE_SELECT, 0, 2, ROLE_CANDIDATE}, {STAGE_SELECT, 0, 2, ROLE_START},
        {STAGE_SELECT, 1, 1, ROLE_YARDSTICK}, {STAGE_MILESTONE, 0, 3, ROLE_MILESTONE},
        {STAGE_MILESTONE, 1, 4, ROLE_RANDOM}, {STAGE_VERIFY, 0, 2, ROLE_CHAMPION},
        {STAGE_VERIFY, 1, 3, ROLE_HALL}};
    struct stored_seat *read;
    make_small_database();
    struct store *store = open_store(STORE_WRITE);
    store_begin(store);
    for (size_t i = COUNT_OF(seats); i-- > 0;) store_add_seat(store, 1, &seats[i]);
    store_commit(store);
    const struct {
        enum stage stage;
        int first, count;
    } wanted[] = {{STAGE_SELECT, 0, 3}, {STAGE_MILESTONE, 3, 2}, {STAGE_VERIFY, 5, 2}};
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        assert_int_equal(store_seats(store, 1, wanted[i].stage, &read), wanted[i].count);
        for (int j = 0; j < wanted[i].count; j++)
            assert_same_seat(&read[j], &seats[wanted[i].first + j]);
        free(read);
    }
    assert_int_equal(store_seats(store, 1, STAGE_TRAIN, &read), 0);
    free(read);
    store_close(store);
}

static void the_champion_can_be_set_again(void **state) {
    (void)state;
    make_small_database();
    struct store *store = open_store(STORE_WRITE);
    struct stored_champion champion = {7, .75, 200, 2, 123456, 500, 499, 1000, 998}, read;
    struct error error;
    assert_int_equal(store_champion(store, 1, &read, &error), -1);
    assert_non_null(strstr(error.text, "run 1 has no champion yet"));
    for (int i = 0; i < 2; i++) {
        champion.games++;
        store_begin(store);
        store_set_champion(store, 1, &champion);
        store_commit(store);
        assert_int_equal(store_champion(store, 1, &read, &error), 0);
        assert_memory_equal(&read, &champion, sizeof read);
    }
    store_close(store);
}

static int64_t add_game(struct store *store, int64_t series, const char *errors) {
    const struct stored_game game = {.series = series,
                                     .players = {1, 0},
                                     .opening = 3,
                                     .opening_moves = (char[]){"f5 d6"},
                                     .moves = (char[]){"c3"},
                                     .outcome = -1,
                                     .reason = "crash",
                                     .detail = (char[]){"ended with status 3"},
                                     .errors = (char *)(uintptr_t)errors};
    store_begin(store);
    int64_t id = store_add_game(store, &game);
    store_commit(store);
    return id;
}

static void check_game(const struct stored_game *game, int64_t id) {
    assert_int_equal(game->id, id);
    assert_int_equal(game->series, 1);
    assert_string_equal(game->game, "reversi");
    assert_string_equal(game->names[0], "Edax");
    assert_string_equal(game->names[1], "swh");
    assert_int_equal(game->players[0], 1);
    assert_int_equal(game->opening, 3);
    assert_string_equal(game->opening_moves, "f5 d6");
    assert_string_equal(game->moves, "c3");
    assert_int_equal(game->outcome, -1);
    assert_string_equal(game->reason, "crash");
    assert_string_equal(game->detail, "ended with status 3");
    assert_int_equal(strlen(game->started), 20);
}

static void texts_of_a_database_move_no_cursor(void **state) {
    (void)state;
    struct stored_game game;
    struct error error;
    make_small_database();
    struct store *store = open_store(STORE_WRITE);
    store_begin(store);
    int64_t series = store_add_series(store, "reversi", "as usual", "");
    store_add_entrant(store, series, 0, "\033[2Jswh", "swh.weights");
    store_add_entrant(store, series, 1, "Edax", "cmd:edax");
    store_commit(store);
    int64_t id = add_game(store, series, "1\n\t\xc2\x9b");
    assert_int_equal(store_game(store, id, &game, &error), 0);
    assert_string_equal(game.names[1], "?[2Jswh");
    assert_string_equal(game.errors, "1\n\t??");
    store_free_game(&game);
    store_close(store);
}

/* And is one of runs as before. */
static void a_database_of_runs_can_keep_games(void **state) {
    (void)state;
    struct stored_game *all, game;
    struct error error;
    make_small_database();
    struct store *store = open_store(STORE_READ);
    assert_false(store_keeps_games(store));
    assert_int_equal(store_games_kept(store, &all), 0);
    free(all);
    assert_int_equal(store_game(store, 1, &game, &error), -1);
    store_close(store);
    store = open_store(STORE_WRITE);
    store_begin(store);
    int64_t series = store_add_series(store, "reversi", "as usual", "");
    store_add_entrant(store, series, 0, "swh", "swh.weights");
    store_add_entrant(store, series, 1, "Edax", "cmd:edax;protocol=gtp");
    store_commit(store);
    int64_t first = add_game(store, series, "Oh!\n"), second = add_game(store, series, NULL);
    store_close(store);
    store = open_store(STORE_READ);
    assert_true(store_keeps_games(store));
    assert_int_equal(store_games_kept(store, &all), 2);
    check_game(&all[0], first);
    check_game(&all[1], second);
    assert_string_equal(all[0].errors, "Oh!\n");
    assert_string_equal(all[1].errors, "");
    for (int i = 0; i < 2; i++) store_free_game(&all[i]);
    free(all);
    assert_int_equal(store_game(store, second, &game, &error), 0);
    check_game(&game, second);
    store_free_game(&game);
    assert_int_equal(store_game(store, second + 1, &game, &error), -1);
    assert_non_null(strstr(error.text, "there is no game 3"));
    for (int number = 1; number <= 3; number++) check_generation(store, 1, number);
    store_close(store);
}

/* A game that was broken off and played again is there twice, and counts as it ended. */
static void a_game_played_again_counts_once(void **state) {
    (void)state;
    struct stored_game *counted;
    make_small_database();
    struct store *store = open_store(STORE_WRITE);
    store_begin(store);
    int64_t series = store_add_series(store, "reversi", "as usual", "");
    store_add_entrant(store, series, 0, "swh", "swh.weights");
    store_add_entrant(store, series, 1, "Edax", "cmd:edax;protocol=gtp");
    store_commit(store);
    add_game(store, series, "first");
    int64_t again = add_game(store, series, "again");
    assert_int_equal(store_games_counted(store, series, 3, &counted), 0);
    free(counted);
    assert_int_equal(store_games_counted(store, series, 4, &counted), 1);
    assert_int_equal(counted[0].id, again);
    assert_string_equal(counted[0].errors, "again");
    store_free_game(&counted[0]);
    free(counted);
    store_close(store);
}

static void what_was_not_committed_never_was(void **state) {
    (void)state;
    make_small_database();
    struct store *store = open_store(STORE_WRITE);
    struct stored_generation generation;
    struct error error;
    store_begin(store);
    add_generation(store, 1, 4);
    store_rollback(store);
    store_begin(store);
    add_generation(store, 1, 4);
    store_close(store);
    store = open_store(STORE_WRITE);
    assert_int_equal(store_generation(store, 1, 4, &generation, NULL, &error), -1);
    add_generations(store, 1, 4, 4);
    check_generation(store, 1, 4);
    store_close(store);
}

static struct store *owing;
static int owed_writes;

static void write_generation(void *context) {
    add_generations(owing, 1, *(const int *)context, *(const int *)context);
    owed_writes++;
}

/* Each generation is owed, then wanted. */
static void what_is_owed_is_written_before_it_is_wanted(void **state) {
    (void)state;
    int numbers[] = {4, 5, 6, 7, 8, 9};
    make_small_database();
    owing = open_store(STORE_WRITE);
    owed_writes = 0;
    store_settle(owing);
    store_owe(owing, write_generation, &numbers[0]);
    assert_true(store_owes(owing) && owed_writes == 0);
    check_generation(owing, 1, 4);
    assert_true(!store_owes(owing) && owed_writes == 1);
    store_owe(owing, write_generation, &numbers[1]);
    store_settle(owing);
    assert_true(!store_owes(owing) && owed_writes == 2);
    store_owe(owing, write_generation, &numbers[2]);
    store_owe(owing, write_generation, &numbers[3]);
    assert_int_equal(owed_writes, 3);
    store_begin(owing);
    assert_int_equal(owed_writes, 4);
    store_rollback(owing);
    store_owe(owing, write_generation, &numbers[4]);
    store_begin_reading(owing);
    assert_int_equal(owed_writes, 5);
    store_rollback(owing);
    store_owe(owing, write_generation, &numbers[5]);
    store_close(owing);
    assert_int_equal(owed_writes, 6);
    struct store *store = open_store(STORE_READ);
    for (int number = 1; number <= 9; number++) check_generation(store, 1, number);
    store_close(store);
}

/* ---- files that are not ours ---- */

static struct text read_bytes(void) {
    struct text bytes = {0};
    struct error error;
    if (file_read(path, &bytes, &error)) fail_msg("%s", error.text);
    return bytes;
}

static void write_bytes(const char *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

static bool beside(const char *ending) {
    char name[160];
    struct stat status;
    snprintf(name, sizeof name, "%s%s", path, ending);
    return stat(name, &status) == 0;
}

/* Refused from mode `first` on, and the same bytes as before afterwards. */
static void assert_left_alone(enum store_mode first, const char *bytes, size_t count,
                              const char *why) {
    for (int mode = (int)first; mode <= STORE_WRITE; mode++) {
        write_bytes(bytes, count);
        assert_refused((enum store_mode)mode, why);
        struct text after = read_bytes();
        assert_int_equal(after.length, count);
        assert_memory_equal(after.data, bytes, count);
        assert_false(beside("-journal") || beside("-lock"));
        text_free(&after);
    }
}

static struct text small_database_bytes(void) {
    make_small_database();
    struct text bytes = read_bytes();
    char lock[160];
    snprintf(lock, sizeof lock, "%s-lock", path);
    assert_int_equal(unlink(lock), 0);
    return bytes;
}

/* Offsets of user_version and application_id in an SQLite file ("Database File Format", 1.3). */
enum { USER_VERSION_AT = 60, APPLICATION_ID_AT = 68 };

static void foreign_files_are_left_alone(void **state) {
    (void)state;
    struct text bytes = small_database_bytes();
    const char *prose = "This is a letter to a friend, not a database, and it should stay one. ";
    assert_left_alone(STORE_READ, prose, strlen(prose), "not a database");
    assert_memory_equal(bytes.data + APPLICATION_ID_AT, "hone", 4);
    bytes.data[APPLICATION_ID_AT] = 'b';
    assert_left_alone(STORE_READ, bytes.data, bytes.length, "not one of hone's");
    memset(bytes.data + APPLICATION_ID_AT, 0, 4);
    assert_left_alone(STORE_READ, bytes.data, bytes.length, "not one of hone's");
    text_free(&bytes);
}

static void other_versions_are_left_alone(void **state) {
    (void)state;
    struct text bytes = small_database_bytes();
    char newer[40];
    snprintf(newer, sizeof newer, "has version %d of hone's tables",
             ++bytes.data[USER_VERSION_AT + 3]);
    assert_left_alone(STORE_READ, bytes.data, bytes.length, newer);
    bytes.data[USER_VERSION_AT + 3] = 0;
    assert_left_alone(STORE_READ, bytes.data, bytes.length, "has version 0 of hone's tables");
    text_free(&bytes);
}

static void damaged_databases_are_left_alone(void **state) {
    (void)state;
    struct text bytes = small_database_bytes();
    const size_t lengths[] = {bytes.length - 4096, bytes.length * 3 / 4, bytes.length / 2, 4096,
                              512};
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        assert_left_alone(STORE_READ, bytes.data, lengths[i], "");
    text_free(&bytes);
}

/* Before it is copied, when a writer looks whether stages are whole, or where it is read. */
static void a_damaged_page_is_refused(void **state) {
    (void)state;
    struct text bytes = small_database_bytes();
    memset(bytes.data + 4096, 0xa5, 4096);
    write_bytes(bytes.data, bytes.length);
    assert_refused(STORE_READ_WHOLE, "damaged");
    assert_refused(STORE_WRITE, "malformed");
    struct stored_run *runs;
    struct error error = {""};
    struct store *store = open_store(STORE_READ);
    store_soften(store, &error);
    int count = store_runs(store, &runs);
    store_free_runs(runs, count);
    assert_int_equal(store_harden(store), -1);
    assert_non_null(strstr(error.text, "doctor"));
    store_close(store);
    text_free(&bytes);
}

static void what_is_no_database_is_refused(void **state) {
    (void)state;
    assert_refused(STORE_READ, "No such file");
    assert_int_equal(mkdir(path, 0777), 0);
    assert_refused(STORE_READ, "is a directory");
    assert_refused(STORE_WRITE, "is a directory");
    assert_int_equal(rmdir(path), 0);
    write_bytes("", 0);
    assert_refused(STORE_READ, "is empty");
    struct store *store = open_store(STORE_WRITE); /* what a kill may leave: begun anew */
    add_run(store);
    store_close(store);
    struct error error;
    assert_null(store_open("/nowhere/at/all/run.db", STORE_WRITE, &error));
    assert_non_null(strstr(error.text, "/nowhere/at/all/run.db: cannot be opened"));
}

/* Any byte of the file may be wrong: that is refused, or read, or an error, never a crash. */
static void read_everything(struct store *store) {
    struct stored_player player;
    struct stored_meeting meeting;
    struct error error;
    for (int64_t id = 1; id <= 3 * SLOTS + 1; id++) {
        if (store_player(store, id, &player, &error) == 0) store_free_player(&player);
        store_meeting(store, id, &meeting, &error);
    }
}

static void replace_bytes(const char *old, const char *new) {
    struct text bytes = read_bytes();
    size_t length = strlen(old), i = 0, replaced = 0;
    for (; i + length <= bytes.length; i++)
        if (memcmp(bytes.data + i, old, length) == 0) {
            memcpy(bytes.data + i, new, length);
            replaced++;
        }
    assert_true(replaced > 0);
    write_bytes(bytes.data, bytes.length);
    text_free(&bytes);
}

static void damaged_weights_are_an_error(void **state) {
    (void)state;
    static const char *const damages[] = {"111111 22222x", "x11111 222222", "111111  22222",
                                          "1111111222222", "111111-222222", "111.11 222222"};
    make_small_database();
    const char *before = "111111 222222";
    for (size_t i = 0; i < COUNT_OF(damages); i++) {
        struct stored_player player;
        struct error error;
        replace_bytes(before, damages[i]);
        before = damages[i];
        assert_refused(STORE_READ_WHOLE,
                       "player 1 of run 1, in table players, does not fit its checksum");
        struct store *store = open_store(STORE_EXAMINE);
        int status = store_named_player(store, 1, "swh", &player, &error);
        if (status == 0) fail_msg("accepted %s", damages[i]);
        assert_non_null(strstr(error.text, "the row of player 1 is damaged"));
        read_everything(store);
        store_close(store);
    }
}

static void unknown_kinds_are_an_error(void **state) {
    (void)state;
    struct stored_player player;
    struct error error;
    make_small_database();
    replace_bytes("yardstickswhwpc", "yardstockswhwpc");
    assert_refused(STORE_READ_WHOLE, "damaged");
    struct store *store = open_store(STORE_EXAMINE);
    assert_int_equal(store_player(store, 1, &player, &error), -1);
    assert_non_null(strstr(error.text, "there is no player 1"));
    store_close(store);
}

/* ---- other processes ---- */

/* Starts a function in a process of its own, which ends with 0 if it returns true; what it says on
 * stderr can be read from *said. */
static pid_t start_elsewhere(bool (*function)(void), FILE **said) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        _exit(function() ? 0 : 1);
    }
    close(ends[1]);
    *said = fdopen(ends[0], "r");
    return child;
}

/* Reads on until a line contains `what`. */
static void wait_until_said(FILE *said, const char *what) {
    char line[512];
    while (fgets(line, sizeof line, said))
        if (strstr(line, what)) return;
    fail_msg("it ended without saying '%s'", what);
}

/* The status as of waitpid. */
static int end_of(pid_t child) {
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

/* Whether it returned true. */
static bool elsewhere(bool (*function)(void)) {
    FILE *said;
    pid_t child = start_elsewhere(function, &said);
    char line[512];
    while (fgets(line, sizeof line, said)) fputs(line, stdout);
    fclose(said);
    int status = end_of(child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool may_write(void) {
    struct error error = {""};
    struct store *store = store_open(path, STORE_WRITE, &error);
    store_close(store);
    return store || !strstr(error.text, "is writing to it");
}

static bool is_written(void) {
    return store_is_written(path);
}

static bool can_read_three(void) {
    struct error error;
    struct stored_generation generation;
    struct store *store = store_open(path, STORE_READ, &error);
    if (!store || store_generation(store, 1, 3, &generation, NULL, &error)) return false;
    free(generation.state);
    store_close(store);
    return true;
}

static void one_writes_many_read(void **state) {
    (void)state;
    make_small_database();
    assert_false(elsewhere(is_written));
    struct store *store = open_store(STORE_WRITE);
    assert_true(elsewhere(is_written));
    assert_false(elsewhere(may_write));
    char holder[64];
    snprintf(holder, sizeof holder, "another hone, process %ld, is writing to it", (long)getpid());
    assert_refused(STORE_WRITE, holder);
    store_begin(store);
    add_generation(store, 1, 4);
    assert_true(elsewhere(can_read_three));
    store_commit(store);
    assert_true(elsewhere(can_read_three));
    check_generation(store, 1, 4);
    assert_false(elsewhere(may_write));
    store_close(store);
    assert_false(elsewhere(is_written));
    assert_true(elsewhere(may_write));
}

static bool reads_as_random(void) {
    if (getuid() == 0 && (setgid(65534) || setuid(65534))) return false;
    struct error error;
    return can_read_three() && !store_open(path, STORE_WRITE, &error) &&
           strstr(error.text, "cannot be");
}

/* Whatever its name: SQLite is told it as an address then. */
static void read_only_places_can_be_read(void **state) {
    static const char *const names[] = {"usual.db", "5%25 #1?.db"};
    (void)state;
    char before[sizeof path];
    memcpy(before, path, sizeof path);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        memcpy(path, before, sizeof path);
        make_small_database();
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        assert_int_equal(rename(before, path), 0);
        assert_int_equal(chmod(path, 0444) || chmod(directory, 0555), 0);
        assert_true(elsewhere(reads_as_random));
        assert_int_equal(chmod(path, 0000), 0);
        assert_false(elsewhere(reads_as_random));
        assert_int_equal(chmod(directory, 0755) || rename(path, before), 0);
        assert_int_equal(unlink(before), 0);
    }
    memcpy(path, before, sizeof path);
}

/* ---- what machines and other programs do ---- */

static bool add_generation_four(void) {
    struct error error;
    interrupt_install();
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) return false;
    store_begin(store);
    add_generation(store, 1, 4);
    store_commit(store);
    store_close(store);
    return true;
}

/* As a database browser does in the middle of an edit. A process of its own, because SQLite's locks
 * do not survive a fork. */
static pid_t lock_from_outside(void) {
    int ends[2];
    char locked;
    assert_int_equal(pipe(ends), 0);
    pid_t browser = fork();
    if (browser == 0) {
        sqlite3 *db;
        sqlite3_open(path, &db);
        sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        if (write(ends[1], "!", 1) == 1)
            for (;;) pause();
    }
    assert_int_equal(read(ends[0], &locked, 1), 1);
    close(ends[0]);
    close(ends[1]);
    return browser;
}

static void unlock_from_outside(pid_t browser) {
    kill(browser, SIGKILL);
    end_of(browser);
}

static void a_foreign_lock_is_waited_for(void **state) {
    (void)state;
    make_small_database();
    pid_t browser = lock_from_outside();
    FILE *said;
    pid_t writer = start_elsewhere(add_generation_four, &said);
    wait_until_said(said, "another program has locked it; waiting");
    unlock_from_outside(browser);
    wait_until_said(said, "going on");
    assert_null(fgets((char[8]){0}, 8, said));
    assert_int_equal(end_of(writer), 0);
    struct store *store = open_store(STORE_READ);
    check_generation(store, 1, 4);
    store_close(store);
    fclose(said);
}

static void ctrl_c_ends_the_waiting(void **state) {
    (void)state;
    make_small_database();
    struct text before = read_bytes(), after;
    pid_t browser = lock_from_outside();
    FILE *said;
    pid_t writer = start_elsewhere(add_generation_four, &said);
    wait_until_said(said, "waiting");
    kill(writer, SIGINT);
    int status = end_of(writer);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) != 0);
    unlock_from_outside(browser);
    after = read_bytes();
    assert_int_equal(after.length, before.length);
    assert_memory_equal(after.data, before.data, after.length);
    fclose(said);
    text_free(&before);
    text_free(&after);
}

/* No file can grow, as on a full disk. */
static void fill_disk(bool full) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = full ? 0 : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static bool reads_on_a_full_disk(void) {
    fill_disk(true);
    return can_read_three();
}

static void a_full_disk_can_be_read(void **state) {
    (void)state;
    make_small_database();
    assert_true(elsewhere(reads_on_a_full_disk));
}

static bool add_one_softly(struct store *store, struct error *error) {
    store_soften(store, error);
    store_begin(store);
    int64_t series = store_add_series(store, "reversi", "one", "");
    store_add_entrant(store, series, 0, "a", "a");
    store_commit(store);
    return store_harden(store) == 0;
}

static bool goes_on_after_a_soft_fault(void) {
    struct error error = {""};
    struct store *store = store_open(path, STORE_WRITE, &error);
    fill_disk(true);
    bool failed =
        store && !add_one_softly(store, &error) && strstr(error.text, "cannot be written");
    fill_disk(false);
    bool kept = store && add_one_softly(store, &error);
    store_close(store);
    return failed && kept;
}

static void soft_faults_drop_one_transaction(void **state) {
    (void)state;
    make_small_database();
    assert_true(elsewhere(goes_on_after_a_soft_fault));
    sqlite3 *db;
    sqlite3_stmt *count;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT count(*) FROM series", -1, &count, NULL);
    assert_int_equal(sqlite3_step(count), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(count, 0), 1);
    sqlite3_finalize(count);
    sqlite3_close(db);
}

static bool add_meeting_of_no_player(void) {
    struct error error;
    struct store *store = store_open(path, STORE_WRITE, &error);
    struct stored_meeting meeting = some_meeting(1, 1, 777, 778);
    store_begin(store);
    store_add_meeting(store, &meeting);
    store_commit(store);
    store_close(store);
    return true;
}

static bool add_player_of_no_generation(void) {
    struct error error;
    struct store *store = store_open(path, STORE_WRITE, &error);
    store_begin(store);
    add_individual(store, 1, 50, 0);
    store_commit(store);
    store_close(store);
    return true;
}

/* At once, or when the transaction ends; what was written before is left. */
static void rows_must_refer_to_rows(void **state) {
    (void)state;
    make_small_database();
    bool (*const mistakes[])(void) = {add_meeting_of_no_player, add_player_of_no_generation};
    for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
        FILE *said;
        pid_t writer = start_elsewhere(mistakes[i], &said);
        wait_until_said(said, "FOREIGN KEY constraint failed");
        fclose(said);
        assert_int_equal(WEXITSTATUS(end_of(writer)), EXIT_FAILURE);
    }
    struct store *store = open_store(STORE_WRITE);
    check_generation(store, 1, 3);
    store_close(store);
}

static char *named(const char *ending) {
    static char name[300];
    snprintf(name, sizeof name, "%s%s", path, ending);
    return name;
}

static void add_one(struct store *store) {
    store_begin(store);
    int64_t series = store_add_series(store, "reversi", "one", "");
    store_add_entrant(store, series, 0, "a", "a");
    store_commit(store);
}

static struct text before_writing;

/* A good copy takes its place, as from a backup, while it has a log of its own. */
static bool write_while_it_is_replaced(void) {
    struct store *store = open_store(STORE_WRITE);
    add_one(store);
    if (file_write_bytes(named(".new"), before_writing.data, before_writing.length, NULL))
        return true;
    rename(named(".new"), path);
    add_one(store);
    return true;
}

static bool write_while_it_is_moved(void) {
    struct store *store = open_store(STORE_WRITE);
    add_one(store);
    rename(path, named(".elsewhere"));
    add_one(store);
    return true;
}

/* SQLite would read it with what stands there now. */
static void the_log_of_a_replaced_database_is_set_aside(void **state) {
    (void)state;
    FILE *said;
    make_small_database();
    before_writing = read_bytes();
    pid_t writer = start_elsewhere(write_while_it_is_replaced, &said);
    wait_until_said(said, "was moved, removed or replaced");
    fclose(said);
    assert_int_equal(WEXITSTATUS(end_of(writer)), EXIT_FAILURE);
    assert_true(beside(".before-wal"));
    assert_false(beside("-wal"));
    struct store *store = open_store(STORE_READ_WHOLE);
    store_close(store);
    struct text after = read_bytes();
    assert_int_equal(after.length, before_writing.length);
    assert_memory_equal(after.data, before_writing.data, after.length);
    text_free(&after);
    text_free(&before_writing);
    unlink(named(".before-wal"));
    unlink(named(".before-shm"));
}

/* For the user puts it back. */
static void the_log_of_a_moved_database_stays(void **state) {
    (void)state;
    FILE *said;
    make_small_database();
    pid_t writer = start_elsewhere(write_while_it_is_moved, &said);
    wait_until_said(said, "Put it back, or begin anew");
    fclose(said);
    assert_int_equal(WEXITSTATUS(end_of(writer)), EXIT_FAILURE);
    assert_true(beside("-wal"));
    rename(named(".elsewhere"), path);
    struct store *store = open_store(STORE_READ_WHOLE);
    assert_true(store_keeps_games(store));
    store_close(store);
}

/* Restoring it alone would change nothing. */
static void a_log_is_named_where_a_copy_is_advised(void **state) {
    (void)state;
    struct text log = {0};
    make_small_database();
    struct text whole = read_bytes();
    whole.data[whole.length / 2] ^= 1;
    write_bytes(whole.data, whole.length);
    text_add(&log, "not a log");
    assert_refused(STORE_READ_WHOLE, "or restore it from a copy");
    assert_int_equal(file_write_bytes(named("-wal"), log.data, log.length, NULL), 0);
    assert_refused(STORE_READ_WHOLE, "but first remove the -wal and -shm files beside it");
    text_free(&log);
    text_free(&whole);
}

static bool may_be_written(void) {
    struct error error;
    struct store *store = store_open(path, STORE_WRITE, &error);
    store_close(store);
    return store != NULL;
}

static void an_emptied_file_is_not_begun_anew_without_a_word(void **state) {
    (void)state;
    FILE *said;
    write_bytes("", 0);
    pid_t writer = start_elsewhere(may_be_written, &said);
    wait_until_said(said, "was there, but empty: begun anew");
    fclose(said);
    assert_int_equal(end_of(writer), 0);
}

static void a_database_without_tables_is_refused(void **state) {
    (void)state;
    for (int version = 1; version <= 5; version++) {
        char sql[96];
        sqlite3 *db;
        unlink(path);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        snprintf(sql, sizeof sql, "PRAGMA application_id = 1752133221; PRAGMA user_version = %d",
                 version);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        assert_refused(STORE_WRITE, "tables");
        assert_refused(STORE_READ, "tables");
    }
}

/* Goes on with the run, telling every generation when it is committed. */
_Noreturn static void tune_for_ever(int report) {
    struct error error;
    struct store *store = store_open(path, STORE_WRITE, &error);
    struct stored_run *runs;
    if (!store) _exit(1);
    if (store_runs(store, &runs) == 0) {
        add_run(store);
        store_runs(store, &runs);
    }
    for (int number = runs->generations + 1;; number++) {
        add_generations(store, runs->id, number, number);
        if (write(report, &number, sizeof number) < 0) _exit(1);
    }
}

/* Starts it, waits for some generations and a random moment, kills it; the last one it told. */
static int tune_and_kill(struct rng *rng) {
    int ends[2], last = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) tune_for_ever(ends[1]);
    close(ends[1]);
    for (uint32_t wait = rng_below(rng, 4); wait > 0; wait--)
        assert_int_equal(read(ends[0], &last, sizeof last), sizeof last);
    nanosleep(&(struct timespec){0, (long)rng_below(rng, 4000000)}, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    while (read(ends[0], &last, sizeof last) > 0) continue;
    close(ends[0]);
    return last;
}

static void check_run_up_to_now(int told) {
    struct stored_run *runs;
    struct stored_meeting *meetings;
    struct stored_player player;
    struct store *store = open_store(STORE_WRITE);
    int count = store_runs(store, &runs), generations = count ? runs->generations : 0;
    assert_true(count <= 1 && generations >= told);
    for (int number = 1; number <= generations; number++) check_generation(store, 1, number);
    assert_int_equal(store_individual(store, 1, generations + 1, 0, &player, NULL), -1);
    assert_int_equal(store_meetings(store, 1, STAGE_TRAIN, -1, &meetings),
                     generations * (SLOTS - 1));
    free(meetings);
    store_free_runs(runs, count);
    store_close(store);
}

static void kills_lose_nothing(void **state) {
    (void)state;
    struct rng rng = rng_keyed(1, 2, 3, 4);
    for (int kill = 0; kill < 25; kill++) check_run_up_to_now(tune_and_kill(&rng));
}

static void kills_while_it_is_created_lose_nothing(void **state) {
    struct rng rng = rng_keyed(1, 2, 3, 5);
    for (int kill = 0; kill < 15; kill++) {
        remove_directory(state);
        make_directory(state);
        check_run_up_to_now(tune_and_kill(&rng));
    }
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, make_directory, remove_directory)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_value_of_a_row_is_in_its_sum),
        STORE_TEST(runs_come_out_as_they_went_in),
        STORE_TEST(generations_come_out_as_they_went_in),
        STORE_TEST(the_last_state_is_kept_and_every_eighth),
        STORE_TEST(milestones_stay_with_their_generations),
        STORE_TEST(players_are_found_by_id_and_name),
        STORE_TEST(meetings_are_found_by_stage),
        STORE_TEST(parts_of_meetings_are_kept_by_manner),
        STORE_TEST(faults_of_engines_are_counted),
        STORE_TEST(seats_keep_places_and_roles),
        STORE_TEST(the_champion_can_be_set_again),
        STORE_TEST(a_database_of_runs_can_keep_games),
        STORE_TEST(a_game_played_again_counts_once),
        STORE_TEST(texts_of_a_database_move_no_cursor),
        STORE_TEST(what_is_owed_is_written_before_it_is_wanted),
        STORE_TEST(what_was_not_committed_never_was),
        STORE_TEST(foreign_files_are_left_alone),
        STORE_TEST(other_versions_are_left_alone),
        STORE_TEST(damaged_databases_are_left_alone),
        STORE_TEST(a_damaged_page_is_refused),
        STORE_TEST(what_is_no_database_is_refused),
        STORE_TEST(damaged_weights_are_an_error),
        STORE_TEST(unknown_kinds_are_an_error),
        STORE_TEST(one_writes_many_read),
        STORE_TEST(read_only_places_can_be_read),
        STORE_TEST(a_foreign_lock_is_waited_for),
        STORE_TEST(ctrl_c_ends_the_waiting),
        STORE_TEST(a_full_disk_can_be_read),
        STORE_TEST(soft_faults_drop_one_transaction),
        STORE_TEST(rows_must_refer_to_rows),
        STORE_TEST(the_log_of_a_replaced_database_is_set_aside),
        STORE_TEST(the_log_of_a_moved_database_stays),
        STORE_TEST(a_log_is_named_where_a_copy_is_advised),
        STORE_TEST(an_emptied_file_is_not_begun_anew_without_a_word),
        STORE_TEST(a_database_without_tables_is_refused),
        STORE_TEST(kills_lose_nothing),
        STORE_TEST(kills_while_it_is_created_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
