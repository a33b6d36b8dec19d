/*
 * Hex's solver and the virtual connections that it stands on, against best play by the rules alone:
 * every position of 3x3, thousands of larger boards; and what the openings of small boards are
 * worth.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/expert.h"
#include "engine/games/hex/links.h"
#include "engine/search/player.h"
#include "tests/find.h"
#include "tests/program.h"

/* ---- best play by the rules alone ------------------------------------------------------------ */

enum { OPEN_POINTS_MAX = 9 };

/* The positions below one of few empty points: each of these is empty or either side's. */
struct whole_tree {
    const struct game *game;
    int points[OPEN_POINTS_MAX], count;
    int8_t known[2 * 19683]; /* twice 3 to the 9th; 1 the side to move wins, -1 it loses */
};

static bool whole_tree_wins(struct whole_tree *tree, const struct state *state, int index) {
    const struct game *game = tree->game;
    int side = game->side(state);
    int8_t *known = &tree->known[2 * index + side];
    if (game->over(game, state)) return (game->margin(game, state) > 0) == (side == 0);
    for (int i = 0, power = 1; i < tree->count && *known == 0; i++, power *= 3) {
        if (game->stone(state, tree->points[i]) >= 0) continue;
        struct state after = *state;
        game->play(game, &after, (move_t)tree->points[i]);
        if (!whole_tree_wins(tree, &after, index + (1 + side) * power)) *known = 1;
    }
    if (*known == 0) *known = -1;
    return *known > 0;
}

/* Whether the side to move of a position with at most 9 empty points wins. */
static bool wins_by_rules(const struct game *game, const struct state *state) {
    struct whole_tree tree = {.game = game};
    for (int point = 0; point < game->columns * game->rows; point++)
        if (game->stone(state, point) < 0) {
            assert_true(tree.count < OPEN_POINTS_MAX);
            tree.points[tree.count++] = point;
        }
    return whole_tree_wins(&tree, state, 0);
}

static struct state after_move(const struct game *game, const struct state *state, int move) {
    struct state after = *state;
    game->play(game, &after, (move_t)move);
    return after;
}

/* ---- positions ------------------------------------------------------------------------------- */

static struct hex_state *as_hex(struct state *state) {
    return (struct hex_state *)state;
}

/* The same with a stone, or with another side to move. */
static struct state with_stone(const struct game *game, const struct state *state, int side,
                               int point, int to_move) {
    char text[HEX_POINTS_MAX + 3];
    int points = game->columns * game->rows;
    for (int i = 0; i < points; i++) text[i] = ".XO"[1 + game->stone(state, i)];
    if (point >= 0) text[point] = "XO"[side];
    snprintf(text + points, 3, " %c", "XO"[to_move]);
    return find_position(game, text);
}

/* Stones of both sides at random until `open` points are left, and neither side has won. */
static struct state random_ending(const struct game *game, int open, struct rng *rng) {
    struct state state = find_position(game, "");
    int points = game->columns * game->rows, order[HEX_POINTS_MAX];
    for (int i = 0; i < points; i++) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        order[i] = order[j], order[j] = i;
    }
    for (int i = 0; i < points && as_hex(&state)->empties > open; i++)
        for (int attempt = 0, side = (int)rng_below(rng, 2); attempt < 2; attempt++, side = !side) {
            struct state after = state;
            as_hex(&after)->side = (uint8_t)side;
            game->play(game, &after, (move_t)order[i]);
            if (game->over(game, &after)) continue;
            state = after;
            break;
        }
    return with_stone(game, &state, 0, -1, (int)rng_below(rng, 2));
}

/* ---- the solver ------------------------------------------------------------------------------ */

static bool solved(const struct game *game, void *memory, const struct state *state,
                   struct search_result *result) {
    const struct search_limits limits = {.endgame = 400};
    assert_true(game->expert->solve(game, memory, state, &limits, result));
    assert_true(game_legal(game, state, result->move));
    return result->score > 0;
}

/* That the solver's answer is right, and that its move wins where one does. */
static void check_solver(const struct game *game, void *memory, const struct state *state) {
    struct search_result result;
    bool wins = solved(game, memory, state, &result);
    if (wins != wins_by_rules(game, state)) {
        struct text text = {0};
        game->position_format(game, state, &text);
        fail_msg("%s: %s is wrong", text_get(&text), wins ? "won" : "lost");
    }
    struct state after = after_move(game, state, result.move);
    if (wins) assert_false(wins_by_rules(game, &after));
}

static void every_position_of_3x3_is_solved(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(3)");
    void *memory = game->expert->memory_new(game, 1 << 16);
    int checked = 0;
    for (int index = 0; index < 2 * 19683; index++) {
        char text[] = "......... X";
        for (int point = 0, rest = index / 2; point < 9; point++, rest /= 3)
            text[point] = ".XO"[rest % 3];
        text[10] = "XO"[index % 2];
        struct state state = find_position(game, text);
        if (game->over(game, &state)) continue;
        check_solver(game, memory, &state);
        checked++;
    }
    assert_true(checked > 9000);
    game->expert->memory_free(memory);
}

static const struct {
    const char *name;
    int open, times;
} endings[] = {{"hex(4)", 9, 1500}, {"hex(5)", 9, 700}, {"hex(6)", 8, 300}, {"hex(11)", 9, 60}};

static void positions_of_larger_boards_are_solved(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(1, 3, 0, 0);
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        const struct game *game = find_game(endings[i].name);
        void *memory = game->expert->memory_new(game, 1 << 16);
        for (int k = 0; k < endings[i].times; k++) {
            struct state state = random_ending(game, endings[i].open, &rng);
            check_solver(game, memory, &state);
        }
        game->expert->memory_free(memory);
    }
}

/* So that a game's end is the same whatever its thread has solved before. */
static void a_forgetful_solver_works_as_a_new_one_does(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(5)");
    void *memory = game->expert->memory_new(game, 1 << 16);
    struct state state = find_position(game, "a4");
    struct search_result first, again;
    solved(game, memory, &state, &first);
    solved(game, memory, &state, &again);
    assert_true(again.nodes < first.nodes);
    game->expert->memory_forget(memory);
    solved(game, memory, &state, &again);
    assert_int_equal(again.nodes, first.nodes);
    game->expert->memory_free(memory);
}

static void nodes_end_the_search(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(5)");
    void *memory = game->expert->memory_new(game, 1 << 16);
    const struct search_limits few = {.endgame = 25, .nodes = 20};
    struct state state = find_position(game, "a4");
    struct search_result result;
    assert_false(game->expert->solve(game, memory, &state, &few, &result));
    assert_int_equal(result.nodes, 20);
    assert_true(solved(game, memory, &state, &result) == false);
    game->expert->memory_free(memory);
}

/* So many empty points and no more. */
static void the_limit_is_of_empty_points(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(4)");
    struct search_limits limits = {.endgame = 14};
    struct state state = find_position(game, "a1 b1");
    struct search_result result;
    void *memory = game->expert->memory_new(game, 1 << 16);
    assert_true(game->expert->solve(game, memory, &state, &limits, &result));
    limits.endgame = 13;
    assert_false(game->expert->solve(game, memory, &state, &limits, &result));
    game->expert->memory_free(memory);
}

/* The carriers prove the result of all moves, not of those that are left. */
static void nothing_is_proved_where_moves_are_left_out(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(3)");
    struct search_limits limits = {.endgame = 9};
    struct state start = find_position(game, "");
    struct search_result result;
    void *memory = game->expert->memory_new(game, 1 << 16);
    assert_true(game->expert->solve(game, memory, &start, &limits, &result));
    const move_t best = result.move;
    limits.except = &best;
    limits.except_count = 1;
    assert_false(game->expert->solve(game, memory, &start, &limits, &result));
    game->expert->memory_free(memory);
}

/* ---- virtual connections --------------------------------------------------------------------- */

static int point_of(const struct game *game, const struct state *state, int bit) {
    move_t moves[GAME_MOVES_MAX];
    game->moves(game, state, moves);
    return hex_graph_bits_are_points(hex_rules(game)) ? bit : moves[bit];
}

/* The position with all other empty points given to the other side. */
static struct state carrier_only(const struct game *game, const struct state *state, int side,
                                 uint64_t carrier, int to_move) {
    struct hex_graph graph;
    struct state out = *state;
    hex_graph_make(hex_rules(game), (const struct hex_state *)state, &graph);
    for (uint64_t rest = graph.empty & ~carrier; rest; rest &= rest - 1)
        out = with_stone(game, &out, !side, point_of(game, state, __builtin_ctzll(rest)), to_move);
    return with_stone(game, &out, side, -1, to_move);
}

static bool side_wins(const struct game *game, const struct state *state, int side) {
    if (game->over(game, state)) return (game->margin(game, state) > 0) == (side == 0);
    return (game->side(state) == side) == wins_by_rules(game, state);
}

/* What a search for links says holds, even if the other side has all that is not in the carrier. */
static void check_hold(const struct game *game, const struct state *state, int side,
                       const struct hex_hold *hold) {
    struct hex_graph graph;
    hex_graph_make(hex_rules(game), (const struct hex_state *)state, &graph);
    if (hold->connected) {
        struct state only = carrier_only(game, state, side, hold->carrier, !side);
        assert_true(side_wins(game, &only, side));
    } else if (hold->can_connect) {
        struct state only = carrier_only(game, state, side, hold->carrier, side);
        only = after_move(game, &only, point_of(game, state, hold->key));
        assert_true(side_wins(game, &only, side));
    }
    for (uint64_t rest = graph.empty & ~hold->must; rest && !hold->connected; rest &= rest - 1) {
        struct state only = carrier_only(game, state, side, hold->used, !side);
        int point = point_of(game, state, __builtin_ctzll(rest));
        only = with_stone(game, &only, !side, point, side);
        assert_true(side_wins(game, &only, side));
    }
}

static void links_hold_whatever_the_other_side_does(void **unused) {
    (void)unused;
    struct hex_links *links = hex_links_new();
    struct halt halt;
    halt_begin(&halt, 0, NULL);
    struct rng rng = rng_keyed(1, 6, 0, 0);
    int connected = 0, possible = 0, confined = 0;
    for (int i = 0; i < 1200; i++) {
        const struct game *game = find_game(endings[i % 4].name);
        struct state state = random_ending(game, 8, &rng);
        struct hex_graph graph;
        struct hex_hold hold;
        int side = (int)rng_below(&rng, 2);
        bool to_move = rng_below(&rng, 2);
        if (i % 4 == 3 && i % 16 > 3) continue; /* slow */
        hex_graph_make(hex_rules(game), as_hex(&state), &graph);
        hex_links_search(links, &graph, side, to_move, &halt, &hold);
        check_hold(game, &state, side, &hold);
        connected += hold.connected;
        possible += hold.can_connect && !hold.connected;
        confined += hold.must != graph.empty && !hold.connected;
    }
    assert_true(connected > 50 && possible > 50 && confined > 50);
    hex_links_free(links);
}

/* A stone at a time it is the graph of the position. */
static void graphs_follow_the_stones(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(7)");
    struct rng rng = rng_keyed(1, 7, 0, 0);
    for (int i = 0; i < 30; i++) {
        struct state state = find_position(game, "");
        struct hex_graph graph, made;
        hex_graph_make(hex_rules(game), as_hex(&state), &graph);
        for (;;) {
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, &state, moves), side = game->side(&state);
            move_t move = moves[rng_below(&rng, (uint32_t)count)];
            game->play(game, &state, move);
            if (game->over(game, &state)) break;
            hex_graph_place(&graph, side, move);
            hex_graph_make(hex_rules(game), as_hex(&state), &made);
            assert_int_equal(graph.empty, made.empty);
            for (int node = 0; node < LINKS_NODES; node++)
                if (node >= LINKS_POINTS_MAX || made.empty >> node & 1)
                    for (int s = 0; s < 2; s++)
                        assert_true(graph.near[s][node] == made.near[s][node]);
        }
    }
}

/* The textbook's: a stone in the second row before its edge, on both sides. */
static void bridges_connect(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(3)");
    struct hex_links *links = hex_links_new();
    struct halt halt;
    halt_begin(&halt, 0, NULL);
    struct state state = find_position(game, "b2");
    struct hex_graph graph;
    struct hex_hold hold;
    hex_graph_make(hex_rules(game), as_hex(&state), &graph);
    hex_links_search(links, &graph, 0, false, &halt, &hold);
    assert_true(hold.connected);
    assert_int_equal(hold.carrier, 1 << 1 | 1 << 2 | 1 << 6 | 1 << 7); /* b1 c1 a3 b3 */
    hex_links_search(links, &graph, 1, true, &halt, &hold);
    assert_false(hold.can_connect || hold.connected);
    hex_links_free(links);
}

/* ---- openings -------------------------------------------------------------------------------- */

static uint64_t solve_openings(const struct game *game, char *out) {
    void *memory = game->expert->memory_new(game, 1 << 22);
    int points = game->columns * game->rows;
    uint64_t nodes = 0;
    for (int point = 0; point < points; point++) {
        struct state start = find_position(game, ""), state = after_move(game, &start, point);
        struct search_result result;
        out[point] = solved(game, memory, &state, &result) ? '-' : '+';
        nodes += result.nodes;
    }
    out[points] = '\0';
    game->expert->memory_free(memory);
    return nodes;
}

/* The acute corner and its neighbour in the first row lose, as on every board (Beck 1969), the
 * short diagonal wins; a3 of 5x5 loses, to b4, as in Benzene's tests; half a turn changes nothing.
 */
static void openings_of_small_boards_are_known(void **unused) {
    (void)unused;
    static const struct {
        const char *name, *wins;
        uint64_t nodes;
    } known[] = {{"hex(3)", "--+++++--", 30},
                 {"hex(4)", "---+--+--+--+---", 60},
                 {"hex(5)", "----+-++++-+++-++++-+----", 6000}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        const struct game *game = find_game(known[i].name);
        char wins[HEX_POINTS_MAX + 1];
        uint64_t nodes = solve_openings(game, wins);
        assert_string_equal(wins, known[i].wins);
        for (size_t point = 0; wins[point]; point++)
            assert_int_equal(wins[point], wins[strlen(wins) - 1 - point]);
        if (nodes > known[i].nodes) fail_msg("%s took %d nodes", known[i].name, (int)nodes);
    }
}

/* With the rule the first stone that wins is taken over, so that the board alone proves nothing. */
static void until_the_swap_is_decided_nothing_is_proved(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(3,swap)");
    const struct search_limits limits = {.endgame = 9};
    struct search_result result;
    void *memory = game->expert->memory_new(game, 1 << 16);
    struct state start = find_position(game, ""), first = after_move(game, &start, 4);
    struct state second = after_move(game, &first, 0);
    assert_false(game->expert->solve(game, memory, &start, &limits, &result));
    assert_false(game->expert->solve(game, memory, &first, &limits, &result));
    assert_true(game->expert->solve(game, memory, &second, &limits, &result));
    game->expert->memory_free(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_3x3_is_solved),
        cmocka_unit_test(positions_of_larger_boards_are_solved),
        cmocka_unit_test(a_forgetful_solver_works_as_a_new_one_does),
        cmocka_unit_test(nodes_end_the_search),
        cmocka_unit_test(the_limit_is_of_empty_points),
        cmocka_unit_test(nothing_is_proved_where_moves_are_left_out),
        cmocka_unit_test(links_hold_whatever_the_other_side_does),
        cmocka_unit_test(graphs_follow_the_stones),
        cmocka_unit_test(bridges_connect),
        cmocka_unit_test(openings_of_small_boards_are_known),
        cmocka_unit_test(until_the_swap_is_decided_nothing_is_proved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
