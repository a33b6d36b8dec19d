/*
 * The seat that all protocols share, without a program at the other end: which limits hold.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/base/clock.h"
#include "engine/protocol/gtp/wire.h"
#include "engine/protocol/nboard/wire.h"
#include "engine/protocol/seat.h"
#include "tests/find.h"

static enum seat_line_kind waits(char *line) {
    (void)line;
    return SEAT_WAITS;
}

static struct weights weights;
static struct seat seat;

/* A player of 10 nodes a move, that hears these lines. */
static void sit_down(bool usual, const char *lines, struct timing clock) {
    const struct evaluator *evaluator = find_named("reversi", "wpc", NULL);
    weights = (struct weights){.evaluator = evaluator,
                               .values = xmalloc((size_t)evaluator->param_count * sizeof(int32_t))};
    evaluator_initial(evaluator, weights.values);
    seat = (struct seat){.weights = &weights,
                         .limits = {.depth = SEARCH_DEPTH_MAX, .nodes = 10},
                         .limits_default = usual,
                         .clock = clock,
                         .in = tmpfile(),
                         .out = tmpfile(),
                         .log = stderr,
                         .line_kind = waits};
    fputs(lines, seat.in);
    rewind(seat.in);
    seat_init(&seat, search_new(1 << 16), 1);
}

static void stand_up(void) {
    fclose(seat.in);
    fclose(seat.out);
    seat_destroy(&seat);
    free(weights.values);
}

/* The nodes of a move with so much time on its clock. */
static uint64_t nodes_of_move(bool usual, double seconds) {
    struct search_result result;
    sit_down(usual, "", (struct timing){0});
    seat.taken = clock_seconds();
    seat.timing = (struct timing){.remaining = seconds, .moves_to_go = 1};
    seat_choose(&seat, &result);
    stand_up();
    return result.nodes;
}

/* Where the user gave no limit, the time of the other side is used up, whatever the usual nodes
 * are; nodes that the user gave hold besides. */
static void a_clock_replaces_the_usual_nodes_alone(void **unused) {
    (void)unused;
    assert_in_range(nodes_of_move(true, 0), 1, 100);
    assert_true(nodes_of_move(true, 0.2) > 100);
    assert_in_range(nodes_of_move(false, 0.2), 1, 100);
}

/* A move runs it; hints, values and moves beside the game do not. */
static void questions_beside_a_game_leave_its_clock_alone(void **unused) {
    (void)unused;
    static const struct {
        const struct protocol *protocol;
        const char *line;
        bool runs;
    } questions[] = {{&protocol_nboard, "hint 2\n", false},
                     {&protocol_nboard, "analyze\n", false},
                     {&protocol_nboard, "go\n", true},
                     {&protocol_gtp, "reg_genmove b\n", false},
                     {&protocol_gtp, "genmove b\n", true}};
    for (size_t i = 0; i < COUNT_OF(questions); i++) {
        sit_down(false, questions[i].line, (struct timing){.remaining = 90});
        questions[i].protocol->serve(&seat);
        assert_int_equal(seat.timing.remaining < 90, questions[i].runs);
        stand_up();
    }
}

/* The rest is for the expert's memory and for what a search needs besides. */
static void the_table_gets_a_third_of_the_memory(void **unused) {
    (void)unused;
    sit_down(false, "", (struct timing){0});
    assert_true(seat_set_memory(&seat, 5 << 20));
    assert_int_equal(search_table_bytes(seat.search), 1 << 20);
    assert_true(seat_set_memory(&seat, 6 << 20));
    assert_int_equal(search_table_bytes(seat.search), 2 << 20);
    stand_up();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_replaces_the_usual_nodes_alone),
        cmocka_unit_test(questions_beside_a_game_leave_its_clock_alone),
        cmocka_unit_test(the_table_gets_a_third_of_the_memory),
    };
    return cmocka_run_group_tests_name("seat", tests, NULL, NULL);
}
