/*
 * connect_points: well-known kinds of lines, names of weights, and which moves a search tries, and
 * how deep, where there are threats.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games/connect/points.h"
#include "engine/games/games.h"
#include "engine/search/node.h"
#include "engine/search/player.h"
#include "tests/find.h"

static const struct evaluator *find_points(const char *game) {
    return find_named(game, "points", NULL);
}

/* ---- kinds ------------------------------------------------------------------------------ */

/* 'o' an own stone, '.' an empty point, '#' a blocked one; '*' where the stone would go. */
static int key_of(const char *line, const struct points_tables *tables) {
    int key = 0;
    assert_int_equal(strlen(line), 2 * tables->k - 1);
    assert_int_equal(line[tables->k - 1], '*');
    for (int i = 2 * tables->k - 2; i >= 0; i--)
        if (i != tables->k - 1)
            key = 3 * key + (line[i] == 'o'   ? POINTS_OWN
                             : line[i] == '#' ? POINTS_BLOCKED
                                              : POINTS_EMPTY);
    return key;
}

/* "a3", "s4", "c" for complete, "n" for nothing. */
static const char *kind_name(const struct points_tables *tables, int kind) {
    static char name[16];
    snprintf(name, sizeof name, "%c%d", kind % 2 == POINTS_FIRST % 2 ? 's' : 'a',
             2 + (kind - POINTS_FIRST) / 2);
    return kind == POINTS_NOTHING ? "n" : kind == tables->complete ? "c" : name;
}

static void check_kind(int k, int p, const char *line, const char *wanted) {
    const struct points_tables *tables = points_tables_for(k, p);
    const char *kind = kind_name(tables, tables->kinds[key_of(line, tables)]);
    if (strcmp(kind, wanted) != 0) fail_msg("%s is %s, not %s", line, kind, wanted);
}

static void lines_of_gomoku_are_of_the_kinds_that_players_know(void **state) {
    (void)state;
    check_kind(5, 1, "....*....", "n");
    check_kind(5, 1, "#oo#*....", "n"); /* too far, behind a wall */
    check_kind(5, 1, ".#oo*#...", "n"); /* no room for five */
    check_kind(5, 1, "....*o...", "a2");
    check_kind(5, 1, "...#*o...", "s2");
    check_kind(5, 1, "..oo*....", "a3");
    check_kind(5, 1, ".#oo*...#", "s3");
    check_kind(5, 1, "..o.*.o..", "s3"); /* every four that it makes is stopped by one */
    check_kind(5, 1, ".ooo*....", "a4");
    check_kind(5, 1, "#ooo*....", "s4");
    check_kind(5, 1, ".ooo*#...", "s4");
    check_kind(5, 1, "..o.*oo..", "s4");
    check_kind(5, 1, "ooo.*.ooo", "a4"); /* two points complete a five */
    check_kind(5, 1, "oooo*....", "c");
    check_kind(5, 1, "..oo*ooo.", "c"); /* six is as good */
}

/* Two stones a turn: which points make four or five threats at once. */
static void lines_of_connect6_are_active_if_one_stone_does_not_stop_them(void **state) {
    (void)state;
    check_kind(6, 2, ".....*.....", "n");
    check_kind(6, 2, "..ooo*.....", "a4");
    check_kind(6, 2, "#.ooo*.#...", "s4");
    check_kind(6, 2, "...oo*.....", "a3");
    check_kind(6, 2, ".#.oo*..#..", "s3");
    check_kind(6, 2, ".....*..oo.", "s3"); /* a fourth stone leaves a point common to all */
    check_kind(6, 2, ".oooo*.....", "a5");
    check_kind(6, 2, "#oooo*.....", "s5"); /* the point beside it is in both of its windows */
    check_kind(6, 2, "ooooo*.....", "c");
}

/* ---- weights ---------------------------------------------------------------------------- */

static void check_names(const char *game) {
    const struct evaluator *evaluator = find_points(game);
    for (int i = 0; i < evaluator->param_count; i++)
        assert_int_equal(evaluator->param_find(evaluator, evaluator->param(evaluator, i).name), i);
    int runs = 0;
    for (int i = 0; i < evaluator->param_count; i += evaluator->param_run(evaluator, i)) runs++;
    assert_int_equal(runs, 2 * points_evaluator(evaluator)->role_count);
}

static void every_weight_has_a_name_of_its_own(void **state) {
    (void)state;
    check_names("gomoku");
    check_names("connect6");
    const struct evaluator *evaluator = find_points("gomoku");
    static const char *const wrong[] = {"",
                                        "move1.l.0002000",
                                        "move1.l.000200000",
                                        "move2.l.00022000",
                                        "move0.l.00022000",
                                        "wait1.c.0011",
                                        "wait1.c.8711",
                                        "move1.l.0002x000",
                                        "move1.c.2210x",
                                        "move1.x.2210",
                                        "walk1.c.2210",
                                        "move1.l.11000011",
                                        "move1.c.:210",
                                        "move1.l.00002220"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(evaluator->param_find(evaluator, wrong[i]), -1);
    assert_true(evaluator->param_find(evaluator, "move1.l.00022000") >= 0);
    assert_true(evaluator->param_find(evaluator, "wait1.c.6210") >= 0);
}

/* A stone on the left and one on the right of the centre are the same to the weights, and so are
 * all orders of the four lines. */
static void what_mirrors_each_other_shares_a_weight(void **state) {
    (void)state;
    const struct points_tables *tables = points_tables_for(5, 1);
    assert_int_equal(tables->pattern_of[key_of("#.oo*..o.", tables)],
                     tables->pattern_of[key_of(".o..*oo.#", tables)]);
    int bits = tables->kind_bits;
    assert_int_equal(tables->cross_of[1 | 2 << bits | 4 << 3 * bits],
                     tables->cross_of[4 | 1 << 2 * bits | 2 << 3 * bits]);
    assert_int_equal(tables->cross_of[4], POINTS_NONE);
    assert_int_not_equal(tables->cross_of[4 | 4 << bits], POINTS_NONE);
}

static void refused_are_games_whose_lines_it_does_not_know(void **state) {
    (void)state;
    static const char *const games[] = {"connect(15,15,5,1,1,exact)", "connect(9,9,7,1,1)",
                                        "connect(9,9,5,3,2)", "connect(9,9,5,1,2)",
                                        "connect(5,5,2,1,1)"};
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct error error;
        assert_null(games_evaluator(games_find(games[i], &error), "points", NULL, &error));
        assert_non_null(strstr(error.text, "evaluator points"));
    }
    struct error error;
    assert_null(games_evaluator(games_find("gomoku", &error), "points", "12", &error));
    assert_non_null(strstr(error.text, "no layout"));
}

/* ---- moves ------------------------------------------------------------------------------ */

/* The moves that a search looks at, "h8 i9" in the order of the board from its top. */
static const char *looked_at(const char *moves, bool all) {
    static struct text out;
    const struct evaluator *evaluator = find_points("gomoku");
    const struct state state = find_position(evaluator->game, moves);
    struct candidate list[GAME_MOVES_MAX];
    int count = evaluator_ops(evaluator)->ranked(evaluator, NULL, &state, all, list);
    text_free(&out);
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_MAX];
        evaluator->game->move_format(evaluator->game, list[i].move, name);
        text_add(&out, "%s%s", i ? " " : "", name);
    }
    return text_get(&out);
}

static void a_search_looks_at_what_is_urgent(void **state) {
    (void)state;
    /* Four in a row: it is completed, whatever the other side has. */
    assert_string_equal(looked_at("h8 a1 i8 a2 j8 a3 k8 a4", false), "g8 l8");
    /* The other side's is stopped, by one of two stones. */
    assert_string_equal(looked_at("h8 a1 i8 a2 j8 a15 k8", false), "g8 l8");
    /* A three becomes an open four … */
    assert_string_equal(looked_at("h8 a1 i8 a15 j8 o1", false), "g8 k8");
    /* … unless something else would be too late: it is stopped at its ends, or beyond them … */
    assert_string_equal(looked_at("h8 a1 i8 a15 j8", false), "f8 g8 k8 l8");
    /* … or a four is made first. */
    assert_string_equal(looked_at("h8 o15 i8 o14 j8 o12 a1 a15 a3", false), "o13 o11 f8 g8 k8 l8");
    /* Where every move is wanted, all are looked at. */
    assert_true(strlen(looked_at("h8 a1 i8 a15 j8", true)) > 600);
}

static void lines_look_better_the_more_they_hold(void **state) {
    (void)state;
    const struct points_tables *tables = points_tables_for(5, 1);
    const int32_t *order = tables->order[0][0];
    for (int kind = 1; kind <= tables->complete; kind++)
        assert_true(order[kind] >= order[kind - 1]);
    int two = 3 | 3 << tables->kind_bits;
    assert_int_equal(order[two], 2 * order[3]);
    assert_int_equal(4 * order[two], 5 * tables->order[0][1][two]); /* the mover's own a little
                                                                     * more */
    /* Two fours are as good as an open one. */
    int four = 5;
    assert_string_equal(kind_name(tables, four), "s4");
    assert_int_equal(tables->urgencies[four], POINTS_FOUR);
    assert_int_equal(tables->urgencies[four | four << tables->kind_bits], POINTS_OPEN_FOUR);
}

/* The best of the points that Connect6 by `points` looks at. */
static const char *first_look(const char *moves) {
    static char name[MOVE_TEXT_MAX];
    const struct evaluator *evaluator = find_points("connect6");
    const struct state state = find_position(evaluator->game, moves);
    struct candidate list[GAME_MOVES_MAX];
    int count = evaluator_ops(evaluator)->ranked(evaluator, NULL, &state, false, list), best = 0;
    for (int i = 1; i < count; i++)
        if (list[i].score > list[best].score) best = i;
    evaluator->game->move_format(evaluator->game, list[best].move, name);
    return name;
}

static void stones_of_a_turn_look_by_what_is_left_of_it(void **state) {
    (void)state;
    /* Three in a row become four, the other side's four are stopped. */
    assert_string_equal(first_look("j10 a1a19 k10l10 s1s19"), "i10");
    assert_string_equal(first_look("j10 k11k12 a1s1 k13k14"), "k10");
    /* A whole turn makes six of four, whatever the other side has. */
    assert_string_equal(first_look("j10 a1b1 i10h10 c1d1 g10s19 s1r5"), "e10");
    const struct points_tables *tables = points_tables_for(6, 2);
    for (int left = 0; left < 2; left++)
        for (int kind = 5; kind <= 6; kind++)
            assert_true(tables->order[left][0][kind] > tables->order[left][1][kind]);
    int four = 6;
    assert_string_equal(kind_name(tables, four), "a4");
    assert_true(tables->order[1][0][four] > tables->order[0][0][four]);
    /* Lines of five are like those of six that lack as many. */
    const struct points_tables *five = points_tables_for(5, 2);
    assert_int_equal(five->order[0][0][four - 2], tables->order[0][0][four]);
}

/* ---- widths ----------------------------------------------------------------------------- */

/* By the initial weights. */
static struct search_result searched_by(const struct evaluator *evaluator, const char *moves,
                                        struct search_limits limits) {
    struct search *search = search_new(1 << 16);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    struct player player;
    struct search_result result;
    const struct state state = find_position(evaluator->game, moves);
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    player_move(&player, search, &state, NULL, &result);
    player_destroy(&player);
    search_free(search);
    free(weights);
    return result;
}

static uint64_t nodes_of_width_8(const char *name, const char *moves) {
    const struct search_limits limits = {.depth = 1, .width = 8, .driver = SEARCH_MINIMAX};
    return searched_by(find_named("connect6", name, NULL), moves, limits).nodes;
}

static void the_rest_of_a_turn_has_half_a_width(void **state) {
    (void)state;
    assert_int_equal(nodes_of_width_8("points", "j10 k11i9"), 1 + 8);
    assert_int_equal(nodes_of_width_8("points", "j10 k11i9 k9"), 1 + 4);
    assert_int_equal(nodes_of_width_8("roads", "j10 k11i9 k9"), 1 + 8);
}

/* ---- depths ----------------------------------------------------------------------------- */

static struct search_result searched(const char *moves, struct search_limits limits) {
    return searched_by(find_points("gomoku"), moves, limits);
}

/* Black makes a four, then with it an open four: two moves, two replies and the five. */
static void a_single_reply_costs_no_depth(void **state) {
    (void)state;
    const char *moves = "e8 d8 f8 a1 g8 a15 h9 o1 h10 o15";
    struct search_limits limits = {.depth = 3, .width = 24};
    assert_true(searched(moves, limits).score < SCORE_WIN);
    limits.reduce = true;
    assert_true(searched(moves, limits).score >= SCORE_WIN);
}

/* Single replies lead to plies below the depth, whose killers are not those of searches before. */
static void what_was_searched_before_is_forgotten_at_all_plies(void **state) {
    (void)state;
    const struct evaluator *evaluator = find_points("gomoku");
    struct search *search = search_new(1 << 14);
    const struct state position = find_position(evaluator->game, "h8 h9 i7 g7 j9");
    const struct search_limits limits = {.depth = 3, .width = 16, .reduce = true};
    void *prepared = xcalloc(1, evaluator->prepared_size);
    struct search_result result;
    for (int ply = 0; ply <= SEARCH_DEPTH_MAX; ply++) search->order.killers[ply][0] = 7;
    evaluator_ops(evaluator)->search(search, evaluator, prepared, &position, &limits, &result);
    for (int ply = 0; ply <= SEARCH_DEPTH_MAX; ply++)
        assert_int_not_equal(search->order.killers[ply][0], 7);
    free(prepared);
    search_free(search);
}

/* Near the leaves, positions that look good or bad enough are left … */
static void clear_positions_are_left(void **state) {
    (void)state;
    const char *moves = "h8 a1 i9 a15 g6 o1 k7 o15";
    struct search_limits limits = {.depth = 3};
    uint64_t all = searched(moves, limits).nodes;
    limits.reduce = true;
    assert_true(searched(moves, limits).nodes < all / 4);
}

/* … but with threats: other moves look good, this one wins. */
static void threats_are_never_clear(void **state) {
    (void)state;
    struct search_limits limits = {.depth = 3, .reduce = true};
    assert_true(searched("h8 a1 i8 a15 j8 o1 h5 o15", limits).score >= SCORE_WIN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_gomoku_are_of_the_kinds_that_players_know),
        cmocka_unit_test(lines_of_connect6_are_active_if_one_stone_does_not_stop_them),
        cmocka_unit_test(every_weight_has_a_name_of_its_own),
        cmocka_unit_test(what_mirrors_each_other_shares_a_weight),
        cmocka_unit_test(refused_are_games_whose_lines_it_does_not_know),
        cmocka_unit_test(a_search_looks_at_what_is_urgent),
        cmocka_unit_test(lines_look_better_the_more_they_hold),
        cmocka_unit_test(stones_of_a_turn_look_by_what_is_left_of_it),
        cmocka_unit_test(the_rest_of_a_turn_has_half_a_width),
        cmocka_unit_test(a_single_reply_costs_no_depth),
        cmocka_unit_test(what_was_searched_before_is_forgotten_at_all_plies),
        cmocka_unit_test(clear_positions_are_left),
        cmocka_unit_test(threats_are_never_clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
