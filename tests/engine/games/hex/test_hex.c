/*
 * Hex: the winner against a count by union-find, perft against plain recursion, the swap, the
 * evaluators against their definitions and against mirrored boards, and what programs for Hex say
 * to each other.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/files/records.h"
#include "engine/game/expert.h"
#include "engine/games/games.h"
#include "engine/games/hex/rules.h"
#include "engine/search/player.h"
#include "tests/find.h"
#include "tests/program.h"

/* ---- rules ---------------------------------------------------------------------------------- */

/* Points, then the four edges: top, bottom, left, right. */
static int root_of(int *parents, int node) {
    while (parents[node] != node) node = parents[node];
    return node;
}

/* The side that connects its edges, by union-find over the stones alone; -1: neither. */
static int winner_by_unions(const struct game *game, const void *state) {
    static const int steps[3][2] = {{1, 0}, {0, 1}, {-1, 1}};
    int size = game->columns, points = size * size, parents[HEX_POINTS_MAX + 4];
    for (int i = 0; i < points + 4; i++) parents[i] = i;
    for (int point = 0; point < points; point++) {
        int side = game->stone(state, point), x = point % size, y = point / size;
        if (side < 0) continue;
        for (int i = 0; i < 3; i++) {
            int to_x = x + steps[i][0], to_y = y + steps[i][1], to = to_y * size + to_x;
            if (to_x >= 0 && to_x < size && to_y < size && game->stone(state, to) == side)
                parents[root_of(parents, point)] = root_of(parents, to);
        }
        int place = side == 0 ? y : x;
        if (place == 0) parents[root_of(parents, point)] = root_of(parents, points + 2 * side);
        if (place == size - 1)
            parents[root_of(parents, point)] = root_of(parents, points + 2 * side + 1);
    }
    for (int side = 0; side < 2; side++)
        if (root_of(parents, points + 2 * side) == root_of(parents, points + 2 * side + 1))
            return side;
    return -1;
}

static void the_winner_is_the_one_of_union_find(void **unused) {
    (void)unused;
    static const char *const names[] = {"hex(3)", "hex(5,swap)", "hex(8)", "hex(19)"};
    struct rng rng = rng_keyed(1, 1, 0, 0);
    for (int i = 0; i < 200; i++) {
        const struct game *game = find_game(names[i % (int)COUNT_OF(names)]);
        struct state state;
        move_t moves[GAME_MOVES_MAX];
        int count, plies = 0;
        game->start(game, &state);
        while ((count = game->moves(game, &state, moves)) > 0) {
            game->play(game, &state, moves[rng_below(&rng, (uint32_t)count)]);
            if (game->columns < 19 || ++plies % 16 == 0 || game->over(game, &state))
                assert_int_equal(winner_by_unions(game, &state),
                                 game->over(game, &state) ? game->margin(game, &state) < 0 : -1);
        }
        assert_true(game->over(game, &state) && game->margin(game, &state) != 0);
    }
}

/* No board that is full of stones is a draw, or won by both. */
static void full_boards_have_one_winner(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(6)");
    struct rng rng = rng_keyed(1, 2, 0, 0);
    int won[2] = {0};
    for (int i = 0; i < 400; i++) {
        char text[40];
        for (int point = 0; point < 36; point++) text[point] = "XO"[rng_below(&rng, 2)];
        memcpy(text + 36, " X", 3);
        struct state state = find_position(game, text);
        assert_true(game->over(game, &state));
        won[game->margin(game, &state) < 0]++;
        assert_int_equal(winner_by_unions(game, &state), game->margin(game, &state) < 0);
    }
    assert_true(won[0] > 100 && won[1] > 100);
}

static uint64_t perft_by_unions(const struct game *game, const struct state *state, int depth) {
    uint64_t leaves = 0;
    if (depth == 0 || winner_by_unions(game, state) >= 0) return 1;
    for (int point = 0; point < game->columns * game->rows; point++) {
        if (game->stone(state, point) >= 0) continue;
        struct state after = *state;
        game->play(game, &after, (move_t)point);
        leaves += perft_by_unions(game, &after, depth - 1);
    }
    return leaves;
}

/* Until a side can have won, the points left, one after the other. */
static void perft_is_counted(void **unused) {
    (void)unused;
    static const uint64_t three[] = {1, 9, 72, 504, 3024, 15120, 56736};
    struct state start = find_position(find_game("hex(3)"), "");
    for (int depth = 0; depth <= 5; depth++)
        assert_int_equal(find_game("hex(3)")->perft(find_game("hex(3)"), &start, depth),
                         three[depth]);
    for (int depth = 4; depth <= 7; depth++)
        assert_int_equal(find_game("hex(3)")->perft(find_game("hex(3)"), &start, depth),
                         perft_by_unions(find_game("hex(3)"), &start, depth));
    start = find_position(find_game("hex(11)"), "");
    assert_int_equal(find_game("hex(11)")->perft(find_game("hex(11)"), &start, 3), 121 * 120 * 119);
    start = find_position(find_game("hex(11,swap)"), "");
    assert_int_equal(find_game("hex(11)")->perft(find_game("hex(11,swap)"), &start, 2), 121 * 121);
}

static void white_may_take_the_first_stone_over(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(5,swap)");
    struct state state = find_position(game, "c2 swap-pieces"), same = find_position(game, "c2");
    move_t swap = 25;
    assert_true(game_legal(game, &same, swap));
    assert_int_equal(game->side(&state), 0);
    assert_int_equal(game->stone(&state, 2 * 5 + 1), 1); /* b3 */
    assert_int_equal(game->stone(&state, 1 * 5 + 2), -1);
    assert_int_equal(game->plies_left(&state), 24);
    assert_false(game_legal(game, &state, swap));
    state = find_position(game, "");
    assert_false(game_legal(game, &state, swap));
    state = find_position(game, "c2 a1 b1");
    assert_false(game_legal(game, &state, swap));
    state = find_position(find_game("hex(5)"), "c2");
    assert_false(game_legal(find_game("hex(5)"), &state, swap));
    state = find_position(game, "c2 swap-pieces");
    same = find_position(game, "...........O............. X");
    assert_true(game->hash(&state) == game->hash(&same)); /* b3 is the twelfth point … */
    state = find_position(game, "b3 swap-pieces");
    assert_int_equal(game->stone(&state, 1 * 5 + 2), 1); /* … and goes to c2 */
}

/* ---- evaluators ----------------------------------------------------------------------------- */

static struct player hex_player(const struct game *game, const char *evaluator,
                                const int32_t *weights) {
    struct player player;
    struct error error;
    int32_t initial[8];
    const struct evaluator *found = games_evaluator(game, evaluator, NULL, &error);
    if (!found) fail_msg("%s", error.text);
    evaluator_initial(found, initial);
    player_init(&player, found, weights ? weights : initial, &(struct search_limits){0}, 0);
    return player;
}

static int32_t hex_value(const struct player *player, const struct state *state, int side) {
    const struct evaluator *evaluator = player->evaluator;
    return evaluator_ops(evaluator)->eval(evaluator, player->prepared, state, side);
}

static struct state random_position(const struct game *game, int plies, struct rng *rng) {
    struct state state = find_position(game, "");
    move_t moves[GAME_MOVES_MAX];
    for (int ply = 0; ply < plies; ply++) {
        struct state after = state;
        int count = game->moves(game, &state, moves);
        game->play(game, &after, moves[rng_below(rng, (uint32_t)count)]);
        if (game->over(game, &after)) break;
        state = after;
    }
    return state;
}

/* The same with the sides' stones changed and mirrored, as their edges are. */
static struct state other_way_round(const struct game *game, const struct state *state) {
    char text[HEX_POINTS_MAX + 3];
    int size = game->columns;
    for (int point = 0; point < size * size; point++)
        text[point % size * size + point / size] = ".OX"[1 + game->stone(state, point)];
    snprintf(text + size * size, 3, " %c", "OX"[game->side(state)]);
    return find_position(game, text);
}

/* Turned by half a circle it is the same position: of two points that are opposite each other one
 * stands for both. */
static void turned_positions_share_the_symmetric_hash(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(7)");
    int points = game->columns * game->rows;
    struct rng rng = rng_keyed(1, 6, 0, 0);
    for (int i = 0; i < 20; i++) {
        struct state state = find_position(game, ""), turned = state;
        for (int ply = 0; ply < 10; ply++) {
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, &state, moves);
            int move = moves[rng_below(&rng, (uint32_t)count)];
            game->play(game, &state, (move_t)move);
            game->play(game, &turned, (move_t)(points - 1 - move));
            assert_true(game->hash(&state) != game->hash(&turned) || count == 1);
            assert_true(game->symmetric_hash(game, &state) == game->symmetric_hash(game, &turned));
        }
    }
}

static void values_are_the_same_the_other_way_round(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(7)");
    struct player distance = hex_player(game, "distance", NULL),
                  resistance = hex_player(game, "resistance", NULL);
    struct rng rng = rng_keyed(1, 4, 0, 0);
    for (int i = 0; i < 100; i++) {
        struct state state = random_position(game, (int)rng_below(&rng, 30), &rng);
        struct state other = other_way_round(game, &state);
        assert_int_equal(hex_value(&distance, &state, 0), hex_value(&distance, &other, 1));
        assert_int_equal(hex_value(&distance, &state, 0), -hex_value(&distance, &state, 1));
        assert_int_equal(hex_value(&resistance, &state, 0), hex_value(&resistance, &other, 1));
        assert_int_equal(hex_value(&resistance, &state, 0), -hex_value(&resistance, &state, 1));
    }
    player_destroy(&distance), player_destroy(&resistance);
}

/* The points next to an empty one, directly or through own stones; whether that touches an edge. */
static bool near_points(const struct game *game, const struct state *state, int side, int edge,
                        int from, bool *seen) {
    const struct hex_rules *rules = hex_rules(game);
    int size = game->columns, place = side == 0 ? from / size : from % size;
    bool touches = place == (edge ? size - 1 : 0);
    for (int i = 0; i < rules->neighbour_counts[from]; i++) {
        int to = rules->neighbours[from][i], stone = game->stone(state, to);
        if (seen[to] || stone == !side) continue;
        seen[to] = true;
        if (stone == side) touches |= near_points(game, state, side, edge, to, seen);
    }
    return touches;
}

/* By levels: a point is k + 1 steps away once two of its neighbours are at most k away. */
static void steps_by_levels(const struct game *game, const struct state *state, int side, int edge,
                            int *steps) {
    int points = game->columns * game->rows;
    for (int point = 0; point < points; point++) {
        bool seen[HEX_POINTS_MAX] = {false};
        bool touches = near_points(game, state, side, edge, point, seen);
        steps[point] = game->stone(state, point) < 0 && touches ? 1 : 2 * HEX_SIDE_MAX;
    }
    for (int level = 1; level < 2 * HEX_SIDE_MAX - 1; level++)
        for (int point = 0; point < points; point++) {
            bool seen[HEX_POINTS_MAX] = {false};
            int near = 0;
            if (game->stone(state, point) >= 0 || steps[point] <= level) continue;
            near_points(game, state, side, edge, point, seen);
            for (int other = 0; other < points; other++)
                near += seen[other] && other != point && game->stone(state, other) < 0 &&
                        steps[other] <= level;
            if (near >= 2) steps[point] = level + 1;
        }
}

static void check_distance(const struct game *game, int positions) {
    int points = game->columns * game->rows;
    struct player steps = hex_player(game, "distance", (int32_t[]){1, 0, 0, 0, 0, 0}),
                  ways = hex_player(game, "distance", (int32_t[]){0, 0, 1, 0, 0, 0});
    struct rng rng = rng_keyed(1, 5, 0, 0);
    for (int i = 0; i < positions; i++) {
        struct state state =
            random_position(game, (int)rng_below(&rng, (uint32_t)points * 3 / 4), &rng);
        for (int side = 0; side < 2; side++) {
            int first[HEX_POINTS_MAX], last[HEX_POINTS_MAX], least = 4 * HEX_SIDE_MAX, count = 0;
            steps_by_levels(game, &state, side, 0, first);
            steps_by_levels(game, &state, side, 1, last);
            for (int point = 0; point < points; point++) {
                if (game->stone(&state, point) >= 0) continue;
                int sum = first[point] + last[point];
                if (sum < least) least = sum, count = 0;
                count += sum == least;
            }
            assert_int_equal(hex_value(&steps, &state, side), -least);
            assert_int_equal(hex_value(&ways, &state, side), count);
        }
    }
    player_destroy(&steps), player_destroy(&ways);
}

/* On the larger board a set of points is of two words. */
static void the_distance_is_that_of_its_definition(void **unused) {
    (void)unused;
    check_distance(find_game("hex(6)"), 60);
    check_distance(find_game("hex(9)"), 10);
}

static void bridges_are_counted(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(5)");
    struct player own = hex_player(game, "distance", (int32_t[]){0, 0, 0, 0, 1, 0});
    static const struct {
        const char *moves;
        int bridges;
    } cases[] = {{"c2 a5 d3", 1}, {"c2 a5 b4", 1},       {"c2 a5 e1", 1}, {"c2 d2 d3", 0},
                 {"c2 a5 d2", 0}, {"c3 a5 d4 e5 b2", 2}, {"c2 c3 b4", 0}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state state = find_position(game, cases[i].moves);
        if (hex_value(&own, &state, 0) != cases[i].bridges)
            fail_msg("%s: %d", cases[i].moves, hex_value(&own, &state, 0));
    }
    player_destroy(&own);
}

/* The weights of the test below. */
enum { OWN = 900, TOUCH = 130, EMPTY = 70, BRIDGE = 400, LEAK = 5 };

static double wire_between(int a, int b) {
    return a == 2 || b == 2 ? LEAK : a && b ? OWN : a || b ? TOUCH : EMPTY;
}

static bool bridged(const struct game *game, const int *what, int from, int to) {
    int empty = 0, near = 0;
    for (int i = 0; i < hex_rules(game)->neighbour_counts[from]; i++)
        for (int j = 0; j < hex_rules(game)->neighbour_counts[to]; j++) {
            int between = hex_rules(game)->neighbours[from][i];
            if (between == to) return false;
            if (between != hex_rules(game)->neighbours[to][j]) continue;
            near++, empty += what[between] == 0;
        }
    return near == 2 && empty == 2 && what[from] == 1 && what[to] == 1;
}

/* From a point to its side's first edge, or the last one. */
static double wire_to_edge(int size, const int *what, int side, bool last, int point) {
    int along = side == 0 ? 1 : size, across = side == 0 ? size : 1;
    int row = point / across % size, column = point / along % size;
    int step = last ? 1 : -1, edge = last ? size - 1 : 0;
    if (row == edge) return wire_between(1, what[point]);
    if (what[point] != 1 || row + step != edge || column == size - 1 - edge) return 0;
    int behind = point + step * across;
    return what[behind] == 0 && what[behind - step * along] == 0 ? BRIDGE : 0;
}

static double wire_to_point(const struct game *game, const int *what, int from, int to) {
    const struct hex_rules *rules = hex_rules(game);
    for (int i = 0; i < rules->neighbour_counts[from]; i++)
        if (rules->neighbours[from][i] == to) return wire_between(what[from], what[to]);
    return bridged(game, what, from, to) ? BRIDGE : 0;
}

/* Kirchhoff's equations: what flows into a point flows out of it; the first edge is at 1. */
static double current_by_equations(const struct game *game, const struct state *state, int side) {
    static double rows[HEX_POINTS_MAX][HEX_POINTS_MAX + 1];
    int points = game->columns * game->rows, what[HEX_POINTS_MAX];
    double current = 0;
    memset(rows, 0, sizeof rows);
    for (int i = 0; i < points; i++) {
        int stone = game->stone(state, i);
        what[i] = stone < 0 ? 0 : stone == side ? 1 : 2;
    }
    for (int i = 0; i < points; i++) {
        rows[i][points] = wire_to_edge(game->columns, what, side, false, i);
        rows[i][i] = rows[i][points] + wire_to_edge(game->columns, what, side, true, i);
        for (int j = 0; j < points; j++) {
            double wire = i == j ? 0 : wire_to_point(game, what, i, j);
            rows[i][j] -= wire, rows[i][i] += wire;
        }
    }
    for (int i = 0; i < points; i++)
        for (int j = 0; j < points; j++) {
            double factor = i == j ? 0 : rows[j][i] / rows[i][i];
            for (int k = i; factor != 0 && k <= points; k++) rows[j][k] -= factor * rows[i][k];
        }
    for (int i = 0; i < points; i++)
        current += wire_to_edge(game->columns, what, side, true, i) * rows[i][points] / rows[i][i];
    return current;
}

static void currents_solve_their_equations(void **unused) {
    (void)unused;
    static const char *const names[] = {"hex(4)", "hex(7)", "hex(10)"};
    struct rng rng = rng_keyed(1, 6, 0, 0);
    for (int i = 0; i < 60; i++) {
        const struct game *game = find_game(names[i % 3]);
        struct player player =
            hex_player(game, "resistance", (int32_t[]){OWN, TOUCH, EMPTY, BRIDGE, LEAK});
        uint32_t points = (uint32_t)(game->columns * game->rows);
        struct state state = random_position(game, (int)rng_below(&rng, points * 2 / 3), &rng);
        double own = current_by_equations(game, &state, 0),
               opp = current_by_equations(game, &state, 1),
               value = 10000 * (own - opp) / (own + opp);
        if (fabs(hex_value(&player, &state, 0) - value) > 2)
            fail_msg("%d for %f", hex_value(&player, &state, 0), value);
        player_destroy(&player);
    }
}

/* A row of stones conducts better the longer it is, and a stone in its way takes from it. */
static void current_follows_the_stones(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(7)");
    struct player player = hex_player(game, "resistance", NULL);
    static const char *const rising[] = {"d4 a1", "d4 a1 d3", "d4 a1 d3 b1 d5",
                                         "d4 a1 d3 b1 d5 c1 d6"};
    int32_t before = -20000;
    for (size_t i = 0; i < COUNT_OF(rising); i++) {
        struct state state = find_position(game, rising[i]);
        int32_t value = hex_value(&player, &state, 0);
        assert_true(value > before && value < 10000);
        before = value;
    }
    struct state open = find_position(game, "d4 a1 d3 b1 d5"),
                 blocked = find_position(game, "d4 a1 d3 d6 d5");
    assert_true(hex_value(&player, &open, 0) > hex_value(&player, &blocked, 0));
    player_destroy(&player);
}

/* ---- programs ------------------------------------------------------------------------------- */

static void records_are_sgf_as_hex_has_it(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(9,swap)");
    struct game_record record, again;
    struct error error;
    struct text text = {0};
    records_begin(&record, game, NULL);
    static const char *const moves[] = {"i2", "swap-pieces", "e5", "i9"};
    for (size_t i = 0; i < COUNT_OF(moves); i++) {
        move_t move;
        assert_true(game->move_parse(game, moves[i], &move) > 0);
        assert_int_equal(records_add(&record, move, &error), 0);
    }
    records_print(RECORDS_SGF, &record, &text);
    assert_non_null(strstr(text_get(&text), "GM[11]SZ[9]"));
    assert_non_null(strstr(text_get(&text), ";B[i2];W[swap-pieces];B[e5];W[i9])"));
    const char *at = text_get(&text);
    assert_int_equal(records_parse(RECORDS_SGF, game, &at, &again, &error), 0);
    assert_int_equal(game->hash(&again.last), game->hash(&record.last));
    text_free(&text);
}

static void gtp_is_that_of_programs_for_hex(void **unused) {
    (void)unused;
    check_golden("protocol-gtp-hex", "--protocol gtp --game 'hex(9,swap)' --depth 1 --endgame 0",
                 "boardsize 9\nboardsize 11\nplay black i2\nplay white swap-pieces\nshowboard\n"
                 "play b i9\nplay w j1\nplay w e5\ngenmove b\nundo\nreg_genmove b\nquit\n");
}

static void play_and_solve_know_hex(void **unused) {
    (void)unused;
    check_golden("play-hex", "play --game 'hex(3)' --side second", "b1\nquit\n");
    check_golden("analyze-hex", "analyze --game 'hex(5)' --depth 2 --endgame 0 c3", "");
    check_misuse("play --game 'hex(2)'", "n from 3 to 19");
    check_misuse("play --game 'hex(5,swop)'", "hex(n,swap)");
}

/* Rows count from 1 without a zero before them; behind a position stand at most scores of moves. */
static void texts_that_only_begin_well_are_refused(void **unused) {
    (void)unused;
    static const char *const points[] = {"a0", "a01", "a12", "l1", "1a", "a"};
    static const struct {
        const char *text;
        int status;
    } positions[] = {{"X..O..... X", 0},   {"X..O..... O; c3:+1;", 0}, {"X..O..... X rubbish", -1},
                     {"X..O..... XO", -1}, {"X..O.....", -1},          {"X..O..... .", -1}};
    struct error error;
    const struct game *game = games_find("hex(11)", &error);
    for (size_t i = 0; i < COUNT_OF(points); i++) {
        move_t move;
        assert_int_equal(game->move_parse(game, points[i], &move), 0);
    }
    game = games_find("hex(3)", &error);
    for (size_t i = 0; i < COUNT_OF(positions); i++) {
        struct state state;
        if (game->position_parse(game, positions[i].text, &state, &error) != positions[i].status)
            fail_msg("%s", positions[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_winner_is_the_one_of_union_find),
        cmocka_unit_test(full_boards_have_one_winner),
        cmocka_unit_test(perft_is_counted),
        cmocka_unit_test(white_may_take_the_first_stone_over),
        cmocka_unit_test(turned_positions_share_the_symmetric_hash),
        cmocka_unit_test(values_are_the_same_the_other_way_round),
        cmocka_unit_test(the_distance_is_that_of_its_definition),
        cmocka_unit_test(bridges_are_counted),
        cmocka_unit_test(currents_solve_their_equations),
        cmocka_unit_test(current_follows_the_stones),
        cmocka_unit_test(records_are_sgf_as_hex_has_it),
        cmocka_unit_test(gtp_is_that_of_programs_for_hex),
        cmocka_unit_test(texts_that_only_begin_well_are_refused),
        cmocka_unit_test(play_and_solve_know_hex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
