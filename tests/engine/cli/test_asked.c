/*
 * What options ask for: the limits of a player, its memory, and whose reductions they are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "engine/cli/asked.h"
#include "tests/program.h"

/* The usual nodes are for players without any other limit: a depth, a time or a clock takes their
 * place, so that it is used. */
static void other_limits_take_the_place_of_the_usual_nodes(void **state) {
    (void)state;
    struct asked none = asked_default(), depth = none, nodes = none, seconds = none, clock = none;
    depth.limits.depth = 5;
    nodes.limits.nodes = 7;
    seconds.limits.seconds = .5;
    clock.clock = "60+1";
    const struct {
        const struct asked *asked;
        uint64_t nodes;
        int depth;
    } cases[] = {{&none, 100000, SEARCH_DEPTH_MAX},
                 {&depth, 0, 5},
                 {&nodes, 7, SEARCH_DEPTH_MAX},
                 {&seconds, 0, SEARCH_DEPTH_MAX},
                 {&clock, 0, SEARCH_DEPTH_MAX}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct asked asked = *cases[i].asked;
        struct contestant contestant;
        struct error error;
        asked.game = "dobutsu";
        if (contestant_load(&contestant, &asked, NULL, &error) != 0) fail_msg("%s", error.text);
        assert_int_equal(contestant.player.limits.nodes, cases[i].nodes);
        assert_int_equal(contestant.player.limits.depth, cases[i].depth);
        weights_free(&contestant.weights);
    }
}

/* A table as large as the machine's memory has no place in it. */
static void a_table_beyond_the_memory_is_refused(void **state) {
    (void)state;
    double mib = memory_physical() / (1 << 20);
    struct asked asked = asked_default();
    struct error error;
    if (mib == 0) skip();
    asked.tt_mib = (int)(mib * 1.01) + 1;
    assert_int_equal(asked_check_tt(&asked, &error), -1);
    asked.tt_mib = (int)(mib * .99);
    assert_int_equal(asked_check_tt(&asked, &error), 0);
}

/* The nodes of the last depth that is told. */
static long long nodes_of(const char *options) {
    struct text arguments = {0}, out = {0};
    text_add(&arguments, "--protocol uci --game chess %s", options);
    run_text_to_its_end(text_get(&arguments), "position startpos\ngo depth 5\n", &out);
    const char *told = strstr(text_get(&out), "info depth 5 ");
    assert_non_null(told);
    assert_non_null(told = strstr(told, " nodes "));
    long long nodes = atoll(told + strlen(" nodes "));
    text_free(&arguments);
    text_free(&out);
    return nodes;
}

/* A depth that a board asks for is searched whole, but reductions that the user asks for stay. */
static void reductions_of_the_users_stay(void **state) {
    (void)state;
    assert_true(2 * nodes_of("--reduce") < nodes_of(""));
}

/* Both questions of a proof, whether the side wins and whether it draws, have the nodes together.
 */
static void questions_of_a_proof_share_its_nodes(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(run_text("prove --game tictactoe --nodes 300 '' 2>/dev/null", "", &out), 1);
    assert_non_null(strstr(text_get(&out), "does not win\n"));
    assert_int_equal(run_text("prove --game tictactoe --nodes 600 '' 2>/dev/null", "", &out), 0);
    assert_non_null(strstr(text_get(&out), "draws\n"));
    text_free(&out);
}

/* The answer to a position does not depend on those before it, nor do its nodes. */
static void positions_are_solved_one_by_one(void **state) {
#define LINE "XXXXXOOO--XXXXXO--XOXXOO--XXXOXO--XXOOOO--XOXOOO--OOOOOOOOOOOOOO O;\n"
    (void)state;
    struct text out = {0};
    long long nodes[2];
    assert_int_equal(run_text("solve -", LINE LINE, &out), 0);
    const char *at = text_get(&out);
    for (int i = 0; i < 2; i++) {
        assert_non_null(at = strstr(at, " +50 "));
        nodes[i] = atoll(at += strlen(" +50 "));
    }
    assert_true(nodes[0] > 0 && nodes[0] == nodes[1]);
    text_free(&out);
}

/* How many lines of moves an analysis shows; their nodes, from the first. */
static int lines_of(const char *arguments, long long nodes[9]) {
    struct text out = {0};
    int count = 0;
    assert_int_equal(run_text(arguments, "", &out), 0);
    for (const char *at = text_get(&out); count < 9 && (at = strstr(at, " nodes ")); count++)
        nodes[count] = atoll(at += strlen(" nodes "));
    text_free(&out);
    return count;
}

/* No more moves are shown than are searched. */
static void moves_beyond_the_width_are_not_shown(void **state) {
    (void)state;
    long long nodes[9];
    assert_int_equal(
        lines_of("analyze --game gomoku --depth 1 --width 3 --lines 9 h8 2>/dev/null", nodes), 3);
}

/* Of a tree that grows best first the moves stand by their visits, as it would play them: a move
 * that it hardly looked at may score better. */
static void moves_of_a_tree_stand_by_their_visits(void **state) {
    (void)state;
    long long nodes[9];
    int count = lines_of("analyze --search mcts --nodes 300 --lines 9 f5d6 2>/dev/null", nodes);
    assert_true(count > 3);
    for (int i = 1; i < count; i++) assert_true(nodes[i] <= nodes[i - 1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_limits_take_the_place_of_the_usual_nodes),
        cmocka_unit_test(a_table_beyond_the_memory_is_refused),
        cmocka_unit_test(reductions_of_the_users_stay),
        cmocka_unit_test(questions_of_a_proof_share_its_nodes),
        cmocka_unit_test(positions_are_solved_one_by_one),
        cmocka_unit_test(moves_beyond_the_width_are_not_shown),
        cmocka_unit_test(moves_of_a_tree_stand_by_their_visits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
