/*
 * harvest: the same positions and labels for any number of threads; labels that are exact near the
 * end, the search's where it is trusted, the result's elsewhere; no position, nor a mirror image of
 * it, is both held out and learned from.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games/reversi/rules.h"
#include "engine/search/player.h"
#include "engine/search/quiesce.h"
#include "tuner/fit/harvest.h"
#include "tuner/optimize/learner.h"

static struct config config;
static int32_t *weights;
static const double point = 50; /* as below */

static int load_config(void **state) {
    static const char text[] =
        "game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
        "player = { depth = 1; endgame = 6; tt_kib = 16; };\n"
        "openings = { plies_min = 4; plies_max = 6; };\n"
        "fitness = { pairs = 30; };\n"
        "optimizer = { name = \"fit\"; generations = 3; fit = { point = 50.0; }; };\n";
    struct error error;
    (void)state;
    if (config_parse("harvest.cfg", text, NULL, 0, &config, &error)) die("%s", error.text);
    weights = xmalloc((size_t)config.evaluator->param_count * sizeof *weights);
    evaluator_initial(config.evaluator, weights);
    return 0;
}

static int free_config(void **state) {
    (void)state;
    config_free(&config);
    free(weights);
    return 0;
}

static struct harvest harvest(int generation, int threads) {
    struct pool *pool = pool_open(threads, 1 << 14);
    struct harvest harvest = harvest_play(&config, weights, point, generation, pool, NULL, NULL);
    pool_close(pool);
    return harvest;
}

static void assert_same_examples(const struct examples *a, const struct examples *b) {
    size_t count = (size_t)a->count;
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->states, b->states, count * config.game->state_size);
    assert_memory_equal(a->labels, b->labels, count * sizeof *a->labels);
}

static void the_same_games_give_the_same_examples(void **state) {
    (void)state;
    struct harvest one = harvest(1, 1), three = harvest(1, 3), next = harvest(2, 2);
    assert_same_examples(&one.training, &three.training);
    assert_same_examples(&one.held_out, &three.held_out);
    assert_int_equal(one.games, 60);
    assert_int_equal(one.games_distinct, 60);
    assert_in_range(one.openings_distinct, 31, 60);
    assert_true(one.held_out.count > 100 && one.training.count > 15 * one.held_out.count);
    assert_memory_not_equal(one.training.states, next.training.states, 24 * 40);
    harvest_free(&one), harvest_free(&three), harvest_free(&next);
}

static int empties_of(const struct reversi *board) {
    return reversi_empties(board->own, board->opp);
}

/* A score is in units of the weights; one that tells the winner, in points of margin above that. */
static void scores_are_worth_points_of_margin(void **state) {
    (void)state;
    const struct fit_options options = {.aim = FIT_MARGIN};
    assert_true(harvest_value(&options, 100, 250) == 2.5);
    assert_true(harvest_value(&options, 100, SCORE_WIN + 12) == 12);
    assert_true(harvest_value(&options, 100, -SCORE_WIN - 12) == -12);
}

/* Where the result is aimed at, a score is in units of the weights for the logarithm of the odds.
 */
static void scores_are_worth_an_expected_result(void **state) {
    (void)state;
    const struct fit_options options = {.aim = FIT_RESULT};
    assert_true(harvest_value(&options, 100, SCORE_WIN + 12) == 1);
    assert_true(harvest_value(&options, 100, -SCORE_WIN - 12) == -1);
    assert_float_equal(harvest_value(&options, 100, 100), 2 / (1 + exp(-1)) - 1, 1e-9);
    assert_float_equal(harvest_value(&options, 100, -100), 1 - 2 / (1 + exp(-1)), 1e-9);
}

static void labels_are_results_where_these_are_aimed_at(void **state) {
    (void)state;
    struct fit_options *options = optimizer_own(&config.optimizer, &fit_kind);
    struct harvest margins = harvest(1, 2);
    options->aim = FIT_RESULT;
    struct harvest results = harvest(1, 2);
    options->aim = FIT_MARGIN;
    int draws = 0;
    assert_int_equal(margins.training.count, results.training.count);
    for (int64_t i = 0; i < margins.training.count; i++) {
        float margin = margins.training.labels[i];
        assert_true(results.training.labels[i] == (float)((margin > 0) - (margin < 0)));
        draws += margin == 0;
    }
    assert_true(draws > 0 && draws < margins.training.count / 4);
    harvest_free(&margins), harvest_free(&results);
}

static void labels_near_the_end_are_exact(void **state) {
    (void)state;
    struct harvest games = harvest(1, 2);
    const struct search_limits limits = {.endgame = 6};
    struct search *search = search_new(1 << 16);
    int solved = 0;
    for (int64_t i = 0; i < games.training.count; i++) {
        const void *position = examples_state(&games.training, i);
        struct search_result result;
        if (empties_of(position) > 6) continue;
        assert_true(search_ask_expert(search, config.game, position, &limits, &result));
        int margin = result.score > 0   ? result.score - SCORE_WIN
                     : result.score < 0 ? result.score + SCORE_WIN
                                        : 0;
        assert_true((double)games.training.labels[i] == margin);
        solved++;
    }
    assert_true(solved > 200);
    search_free(search);
    harvest_free(&games);
}

/* Without trust in what follows, a label is what a search of the position says; with half of it,
 * half of that and half of the label of the position after. */
static void labels_are_the_searchs_as_far_as_it_is_trusted(void **state) {
    (void)state;
    struct fit_options *options = optimizer_own(&config.optimizer, &fit_kind);
    options->trust = 0;
    struct harvest searched = harvest(1, 2);
    options->trust = 0.5;
    struct harvest mixed = harvest(1, 2);
    options->trust = 1;
    struct player player;
    struct search *search = search_new(1 << 14);
    player_init(&player, config.evaluator, weights, &config.player.manners.list[0].limits, 0);
    int checked = 0;
    for (int64_t i = 1; i < searched.training.count; i += 3) {
        const struct reversi *board = examples_state(&searched.training, i);
        const struct reversi *after = examples_state(&searched.training, i - 1);
        struct rng rng = {0};
        struct search_result found;
        search_new_game(search);
        player_move(&player, search, board, &rng, &found);
        if (found.depth == 0 || empties_of(board) <= 8 ||
            empties_of(board) != empties_of(after) + 1)
            continue;
        double own = found.score / 50.0, next = mixed.training.labels[i - 1];
        assert_float_equal(searched.training.labels[i], own, 1e-4);
        if (board->side != after->side) next = -next;
        assert_float_equal(mixed.training.labels[i], (own + next) / 2, 1e-3);
        checked++;
    }
    assert_true(checked > 500);
    player_destroy(&player);
    search_free(search);
    harvest_free(&searched), harvest_free(&mixed);
}

/* What follows a random move says nothing of the position before. */
static void before_a_random_move_the_label_is_the_searchs(void **state) {
    (void)state;
    struct fit_options *options = optimizer_own(&config.optimizer, &fit_kind);
    options->stray = 1;
    struct harvest strayed = harvest(1, 2);
    options->stray = 0;
    struct harvest usual = harvest(1, 2);
    struct player player;
    struct search *search = search_new(1 << 14);
    player_init(&player, config.evaluator, weights, &config.player.manners.list[0].limits, 0);
    int checked = 0;
    for (int64_t i = 0; i < strayed.training.count; i += 3) {
        const struct reversi *board = examples_state(&strayed.training, i);
        struct rng rng = {0};
        struct search_result found;
        search_new_game(search);
        player_move(&player, search, board, &rng, &found);
        if (found.depth == 0 || empties_of(board) <= 8) continue;
        assert_float_equal(strayed.training.labels[i], found.score / 50.0, 1e-4);
        checked++;
    }
    assert_true(checked > 500);
    assert_memory_not_equal(strayed.training.states, usual.training.states, 24 * 100);
    player_destroy(&player);
    search_free(search);
    harvest_free(&strayed), harvest_free(&usual);
}

static void weights_of_nothing_move_at_random(void **state) {
    (void)state;
    int32_t *nothing = xcalloc((size_t)config.evaluator->param_count, sizeof *nothing);
    struct pool *pool = pool_open(1, 1 << 14);
    struct harvest games = harvest_play(&config, nothing, point, 1, pool, NULL, NULL);
    int first = 0, later = 0; /* legal moves before the one that was made */
    for (int64_t i = 1; i < games.training.count; i++) {
        const struct reversi *after = examples_state(&games.training, i - 1);
        const struct reversi *board = examples_state(&games.training, i);
        if (empties_of(board) != empties_of(after) + 1 || empties_of(board) < 10) continue;
        uint64_t move = (after->own | after->opp) & ~(board->own | board->opp);
        uint64_t legal = reversi_moves(board->own, board->opp);
        if (!(legal & move)) continue;
        first += (legal & (move - 1)) == 0;
        later++;
    }
    assert_true(later > 1000 && first < later / 3);
    harvest_free(&games);
    pool_close(pool);
    free(nothing);
}

/* No search says anything of a position there, and the game's result does. */
static void random_players_do_not_stray(void **state) {
    (void)state;
    struct fit_options *options = optimizer_own(&config.optimizer, &fit_kind);
    int32_t *nothing = xcalloc((size_t)config.evaluator->param_count, sizeof *nothing);
    struct pool *pool = pool_open(1, 1 << 14);
    options->stray = 0.5;
    struct harvest games = harvest_play(&config, nothing, point, 1, pool, NULL, NULL);
    options->stray = 0;
    int64_t decided = 0;
    for (int64_t i = 0; i < games.training.count; i++) decided += games.training.labels[i] != 0;
    assert_true(decided > games.training.count * 3 / 4);
    harvest_free(&games);
    pool_close(pool);
    free(nothing);
}

/* Of chess, where most games have exchanges and checks. */
static void noisy_positions_are_no_examples(void **state) {
    static const char text[] = "game = \"chess\"; evaluator = { name = \"material\"; };\n"
                               "player = { depth = 1; tt_kib = 16; plies_max = 80; };\n"
                               "openings = { plies_min = 2; plies_max = 2; };\n"
                               "fitness = { pairs = 10; };\n"
                               "optimizer = { name = \"fit\"; generations = 1; };\n";
    struct config chess;
    struct error error;
    struct player player;
    (void)state;
    if (config_parse("chess.cfg", text, NULL, 0, &chess, &error)) die("%s", error.text);
    int32_t values[8];
    evaluator_initial(chess.evaluator, values);
    struct pool *pool = pool_open(1, 1 << 14);
    struct harvest games = harvest_play(&chess, values, point, 1, pool, NULL, NULL);
    player_init(&player, chess.evaluator, values, &chess.player.manners.list[0].limits, 0);
    assert_in_range(games.training.count, 200, 1500);
    for (int64_t i = 0; i < games.training.count; i++) {
        struct state position;
        examples_load(&games.training, i, &position);
        assert_true(quiesce_is_quiet(chess.evaluator, player.prepared, &position));
    }
    player_destroy(&player);
    harvest_free(&games);
    pool_close(pool);
    config_free(&chess);
}

static void a_share_of_the_positions_is_taken(void **state) {
    (void)state;
    struct fit_options *options = optimizer_own(&config.optimizer, &fit_kind);
    struct harvest all = harvest(1, 2);
    options->sample = 0.25;
    struct harvest some = harvest(1, 2);
    options->sample = 1;
    assert_in_range(some.training.count, all.training.count * 0.2, all.training.count * 0.3);
    harvest_free(&all), harvest_free(&some);
}

static uint64_t mirror(uint64_t squares) {
    uint64_t out = 0;
    for (int i = 0; i < 64; i++) out |= (squares >> i & 1) << (i ^ 7);
    return out;
}

/* What a mirror shows of the examples. */
static struct examples mirrored(const struct examples *examples) {
    struct examples out = examples_new(examples->game);
    for (int64_t i = 0; i < examples->count; i++) {
        struct reversi board = *(const struct reversi *)examples_state(examples, i);
        board.own = mirror(board.own), board.opp = mirror(board.opp);
        examples_add(&out, &board, examples->game->symmetric_hash(examples->game, &board), 0);
    }
    return out;
}

static int compare_numbers(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void held_out_positions_are_nowhere_learned_from(void **state) {
    (void)state;
    struct harvest first = harvest(1, 2), second = {.training = mirrored(&first.held_out),
                                                    .held_out = mirrored(&first.held_out)};
    examples_append(&second.training, &first.training);
    for (int64_t i = 0; i < second.training.count; i++) second.training.labels[i] = 99;
    const struct harvest *const both[] = {&first, &second};
    struct examples training, held_out;
    int64_t repeated = harvest_gather(both, 2, &training, &held_out);
    int64_t all =
        first.training.count + first.held_out.count + second.training.count + second.held_out.count;
    assert_int_equal(training.count + held_out.count + repeated, all);
    assert_true(training.count <= first.training.count);
    assert_in_range(held_out.count, 100, first.held_out.count);
    int64_t decided = 0; /* of equal ones the first harvest's label stands */
    for (int64_t i = 0; i < held_out.count; i++) decided += held_out.labels[i] != 0;
    assert_true(decided > held_out.count / 2);
    for (int64_t i = 0; i < training.count; i++) assert_true(training.labels[i] != 99);
    examples_append(&training, &held_out);
    qsort(training.hashes, (size_t)training.count, sizeof *training.hashes, compare_numbers);
    for (int64_t i = 1; i < training.count; i++)
        assert_true(training.hashes[i - 1] != training.hashes[i]);
    examples_free(&training), examples_free(&held_out);
    harvest_free(&first), harvest_free(&second);
}

static void examples_are_ordered_by_stage(void **state) {
    (void)state;
    struct harvest games = harvest(1, 2);
    examples_order(&games.training);
    for (int64_t i = 0; i < games.training.count; i++) {
        const struct reversi *board = examples_state(&games.training, i);
        assert_true(games.training.hashes[i] == config.game->symmetric_hash(config.game, board));
        if (i > 0)
            assert_true(empties_of(board) <= empties_of(examples_state(&games.training, i - 1)));
    }
    harvest_free(&games);
}

/* Every other game in another manner: of two that are the same the games are those of one. Of each
 * manner the first game is held out. */
static void games_are_dealt_to_manners_of_play(void **state) {
    (void)state;
    struct manners *manners = &config.player.manners, one = *manners;
    struct harvest alone = harvest(1, 2);
    *manners = (struct manners){2, {one.list[0], one.list[0]}};
    struct harvest alike = harvest(1, 2);
    manners->list[1].limits.depth = 2;
    struct harvest mixed = harvest(1, 2);
    *manners = one;
    size_t size = config.game->state_size, first = 10 * size, both = 100 * size;
    int64_t all = alone.training.count + alone.held_out.count;
    assert_int_equal(alike.training.count + alike.held_out.count, all);
    assert_memory_equal(alike.held_out.states, alone.held_out.states, first);
    assert_memory_equal(mixed.held_out.states, alone.held_out.states, first);
    assert_memory_not_equal(mixed.held_out.states, alike.held_out.states, both);
    assert_memory_not_equal(mixed.training.states, alike.training.states, both);
    harvest_free(&alone), harvest_free(&alike), harvest_free(&mixed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_games_give_the_same_examples),
        cmocka_unit_test(scores_are_worth_points_of_margin),
        cmocka_unit_test(scores_are_worth_an_expected_result),
        cmocka_unit_test(labels_are_results_where_these_are_aimed_at),
        cmocka_unit_test(labels_near_the_end_are_exact),
        cmocka_unit_test(labels_are_the_searchs_as_far_as_it_is_trusted),
        cmocka_unit_test(before_a_random_move_the_label_is_the_searchs),
        cmocka_unit_test(weights_of_nothing_move_at_random),
        cmocka_unit_test(random_players_do_not_stray),
        cmocka_unit_test(noisy_positions_are_no_examples),
        cmocka_unit_test(a_share_of_the_positions_is_taken),
        cmocka_unit_test(held_out_positions_are_nowhere_learned_from),
        cmocka_unit_test(examples_are_ordered_by_stage),
        cmocka_unit_test(games_are_dealt_to_manners_of_play),
    };
    return cmocka_run_group_tests(tests, load_config, free_config);
}
