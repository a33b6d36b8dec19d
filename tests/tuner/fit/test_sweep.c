/*
 * sweep: stages are learned from the last to the first, by labels that searches with what was
 * learned before made; what is exact is kept, what was never seen is as in the stage after, the
 * errors said are those of the weights given, and threads change nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search/player.h"
#include "tuner/fit/harvest.h"
#include "tuner/fit/sweep.h"

enum { PARTS = 3, CELLS = 10, WEIGHTS = PARTS * CELLS, SOLVED = 8, DEPTH = 2 };
static const double trust = 0.25, point = 50;

static struct config config;
static int32_t start[WEIGHTS];
static double memory; /* of the start */

static void sweep_config(const char *player) {
    struct text text = {0};
    text_add(&text,
             "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10x3\"; };\n"
             "player = %s;\n"
             "openings = { plies_min = 4; plies_max = 6; };\n"
             "fitness = { pairs = 100; };\n"
             "optimizer = { name = \"fit\"; generations = 3;\n"
             "              fit = { point = 50.0; depth = 2; trust = 0.25; ridge = 8.0; }; };\n",
             player);
    struct error error;
    if (config_parse("sweep.cfg", text_get(&text), NULL, 0, &config, &error)) die("%s", error.text);
    evaluator_initial(config.evaluator, start);
    text_free(&text);
}

static int sweep_setup(void **state) {
    (void)state;
    sweep_config("{ depth = 1; endgame = 8; tt_kib = 16; }");
    return 0;
}

static int sweep_teardown(void **state) {
    (void)state;
    config_free(&config);
    return 0;
}

/* A sweep of the positions of generation 1. */
struct swept {
    struct harvest harvest; /* labels are results */
    struct examples training, held_out;
    struct sweep sweep;
    int32_t weights[WEIGHTS];
};

static void copy_examples(const struct examples *from, struct examples *to) {
    *to = examples_new(from->game);
    examples_append(to, from);
    examples_order(to);
}

static struct swept sweep_once(int threads) {
    struct swept swept;
    struct pool *pool = pool_open(threads, 1 << 14);
    memcpy(swept.weights, start, sizeof start);
    swept.harvest = harvest_play(&config, start, point, 1, pool, NULL, NULL);
    examples_order(&swept.harvest.training);
    examples_order(&swept.harvest.held_out);
    copy_examples(&swept.harvest.training, &swept.training);
    copy_examples(&swept.harvest.held_out, &swept.held_out);
    swept.sweep = (struct sweep){.config = &config,
                                 .training = &swept.training,
                                 .held_out = &swept.held_out,
                                 .memory = memory,
                                 .pool = pool};
    sweep_learn(&swept.sweep, swept.weights);
    pool_close(pool);
    return swept;
}

static void swept_free(struct swept *swept) {
    harvest_free(&swept->harvest);
    examples_free(&swept->training);
    examples_free(&swept->held_out);
}

static int stage_of(const void *position) {
    return config.evaluator->stage(config.evaluator, position);
}

/* The player that searched the positions of a stage: it knew the stages after it, and took this one
 * for the next; for the last stage it knew the start. */
static void searcher_init(const int32_t *learned, int stage, struct player *player) {
    int32_t weights[WEIGHTS];
    memcpy(weights, stage == PARTS - 1 ? start : learned, sizeof weights);
    if (stage < PARTS - 1)
        memcpy(weights + stage * CELLS, learned + (stage + 1) * CELLS, CELLS * sizeof *weights);
    struct search_limits limits = config.player.manners.list[0].limits;
    limits.depth = DEPTH;
    player_init(player, config.evaluator, weights, &limits, 0);
}

/* What searches say of all training positions; free(). */
static double *searched_values(const struct swept *swept) {
    double *values = xcalloc((size_t)swept->training.count, sizeof *values);
    struct search *search = search_new(1 << 14);
    struct player players[PARTS];
    for (int stage = 0; stage < PARTS; stage++)
        searcher_init(swept->weights, stage, &players[stage]);
    for (int64_t i = 0; i < swept->training.count; i++) {
        const void *position = examples_state(&swept->training, i);
        const struct player *player = &players[stage_of(position)];
        struct search_result found;
        search_new_game(search);
        evaluator_ops(config.evaluator)
            ->search(search, config.evaluator, player->prepared, position, &player->limits, &found);
        values[i] = harvest_value(optimizer_own(&config.optimizer, &fit_kind), point, found.score);
    }
    for (int stage = 0; stage < PARTS; stage++) player_destroy(&players[stage]);
    search_free(search);
    return values;
}

static int left_of(const struct swept *swept, int64_t i) {
    return config.game->plies_left(examples_state(&swept->training, i));
}

static double result_of(const struct swept *swept, int64_t i) {
    return swept->harvest.training.labels[i];
}

/* By how much searches are too hopeful so many plies before the end, as far as so few tell. */
static double excess_of(const struct swept *swept, const double *values, int left) {
    double sum = 0, count = 100;
    for (int64_t i = 0; i < swept->training.count; i++) {
        if (left_of(swept, i) != left) continue;
        sum += values[i] - result_of(swept, i);
        count++;
    }
    return sum / count;
}

static void labels_are_made_with_the_stages_after(void **state) {
    (void)state;
    struct swept swept = sweep_once(2);
    double *values = searched_values(&swept), excess[61];
    for (int left = 0; left <= 60; left++) excess[left] = excess_of(&swept, values, left);
    int exact = 0, searched[PARTS] = {0};
    for (int64_t i = 0; i < swept.training.count; i++) {
        int left = left_of(&swept, i);
        double result = result_of(&swept, i), label = swept.training.labels[i];
        assert_true(result == rint(result));
        if (left <= SOLVED) {
            assert_true(label == result);
            exact++;
            continue;
        }
        assert_float_equal(label, trust * result + (1 - trust) * (values[i] - excess[left]), 1e-3);
        searched[stage_of(examples_state(&swept.training, i))]++;
    }
    assert_true(exact > 300 && searched[0] > 300 && searched[1] > 300 && searched[2] > 300);
    free(values);
    swept_free(&swept);
}

/* So many plies before the end, searches are too hopeful on the average; labels are not. */
static void labels_are_as_hopeful_as_results(void **state) {
    (void)state;
    enum { FIRST = SOLVED + 1, LAST = 50 };
    struct swept swept = sweep_once(2);
    double *values = searched_values(&swept), searched[LAST + 1] = {0}, labelled[LAST + 1] = {0};
    double searched_apart = 0, labelled_apart = 0;
    for (int64_t i = 0; i < swept.training.count; i++) {
        int left = left_of(&swept, i);
        if (left < FIRST || left > LAST) continue;
        searched[left] += values[i] - result_of(&swept, i);
        labelled[left] += swept.training.labels[i] - result_of(&swept, i);
    }
    for (int left = FIRST; left <= LAST; left++) {
        searched_apart += fabs(searched[left]);
        labelled_apart += fabs(labelled[left]);
    }
    assert_true(labelled_apart < 0.4 * searched_apart);
    free(values);
    swept_free(&swept);
}

/* Sums of squares of what the weights of a stage leave unexplained. */
static double squares_left(const struct swept *swept, const struct examples *examples, int stage,
                           int64_t *count) {
    double squares = 0;
    for (int64_t i = 0; i < examples->count; i++) {
        struct term terms[64];
        const void *position = examples_state(examples, i);
        if (stage_of(position) != stage) continue;
        int length =
            config.evaluator->terms(config.evaluator, position, config.game->side(position), terms);
        double value = 0;
        for (int j = 0; j < length; j++)
            value += terms[j].count * swept->weights[terms[j].weight] / point;
        squares += (value - examples->labels[i]) * (value - examples->labels[i]);
        ++*count;
    }
    return squares;
}

static void errors_are_those_of_the_weights(void **state) {
    (void)state;
    struct swept swept = sweep_once(2);
    double squares = 0, trained = 0;
    int64_t all = 0, trainings = 0;
    for (int stage = 0; stage < PARTS; stage++) {
        int64_t count = 0;
        double own = squares_left(&swept, &swept.held_out, stage, &count);
        assert_float_equal(swept.sweep.errors[stage], sqrt(own / (double)count), 0.1);
        squares += own, all += count;
        trained += squares_left(&swept, &swept.training, stage, &trainings);
    }
    assert_float_equal(swept.sweep.after, sqrt(squares / (double)all), 0.1);
    assert_float_equal(swept.sweep.training_error, sqrt(trained / (double)trainings), 0.1);
    assert_true(swept.sweep.before > swept.sweep.after + 0.5);
    assert_true(swept.sweep.passes > PARTS);
    swept_free(&swept);
}

/* Each stage is another. */
static void start_apart(void) {
    for (int i = 0; i < WEIGHTS; i++) start[i] += 30 * (PARTS - i / CELLS);
}

/* What nothing moves is the same in all stages: what the last one began with. */
static void a_stage_is_as_the_one_after_it_unless_seen(void **state) {
    (void)state;
    struct fit_options *options = optimizer_own(&config.optimizer, &fit_kind);
    start_apart();
    options->ridge = 1e9;
    struct swept swept = sweep_once(2);
    options->ridge = 8;
    for (int i = 0; i < WEIGHTS; i++)
        assert_int_equal(swept.weights[i], start[(PARTS - 1) * CELLS + i % CELLS]);
    evaluator_initial(config.evaluator, start);
    swept_free(&swept);
    swept = sweep_once(2);
    assert_memory_not_equal(swept.weights + CELLS, swept.weights + 2 * CELLS,
                            CELLS * sizeof(int32_t));
    swept_free(&swept);
}

/* Where nothing moves, stages that remember stay as far apart as they were; so they do where they
 * remember more than there is to learn. */
static void stages_that_remember_stay_apart(void **state) {
    (void)state;
    struct fit_options *options = optimizer_own(&config.optimizer, &fit_kind);
    start_apart();
    for (int firm = 0; firm < 2; firm++) {
        options->ridge = firm ? 0 : 1e9;
        memory = firm ? 1e9 : 0.5;
        struct swept swept = sweep_once(2);
        assert_memory_equal(swept.weights, start, sizeof start);
        swept_free(&swept);
    }
    options->ridge = 8, memory = 0;
    evaluator_initial(config.evaluator, start);
}

/* A result is exact if all players solve the position. */
static void what_only_some_solve_is_searched(void **state) {
    (void)state;
    config_free(&config);
    sweep_config("({ share = 0.5; depth = 1; endgame = 8; tt_kib = 16; },"
                 " { share = 0.5; depth = 1; endgame = 4; })");
    struct swept swept = sweep_once(2);
    int kept = 0, mixed = 0;
    for (int64_t i = 0; i < swept.training.count; i++) {
        int left = config.game->plies_left(examples_state(&swept.training, i));
        bool same = swept.training.labels[i] == swept.harvest.training.labels[i];
        if (left <= 4) assert_true(same);
        kept += left <= 4;
        mixed += left > 4 && left <= SOLVED && !same;
    }
    assert_true(kept > 100 && mixed > 100);
    swept_free(&swept);
}

static void threads_change_nothing(void **state) {
    (void)state;
    struct swept one = sweep_once(1), three = sweep_once(3);
    assert_memory_equal(one.weights, three.weights, sizeof one.weights);
    assert_memory_equal(one.training.labels, three.training.labels,
                        (size_t)one.training.count * sizeof(float));
    swept_free(&one), swept_free(&three);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_made_with_the_stages_after),
        cmocka_unit_test(labels_are_as_hopeful_as_results),
        cmocka_unit_test(errors_are_those_of_the_weights),
        cmocka_unit_test(a_stage_is_as_the_one_after_it_unless_seen),
        cmocka_unit_test(stages_that_remember_stay_apart),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(what_only_some_solve_is_searched),
    };
    return cmocka_run_group_tests(tests, sweep_setup, sweep_teardown);
}
