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
#include "engine/protocol/seat.h"
#include "tests/find.h"

static enum seat_line_kind waits(char *line) {
    (void)line;
    return SEAT_WAITS;
}

/* The nodes of a move by a player of 10 nodes a move, with so much time on its clock. */
static uint64_t nodes_of_move(bool usual, double seconds) {
    const struct evaluator *evaluator = find_named("reversi", "wpc", NULL);
    int32_t *values = xmalloc((size_t)evaluator->param_count * sizeof *values);
    const struct weights weights = {.evaluator = evaluator, .values = values};
    struct search_result result;
    evaluator_initial(evaluator, values);
    struct seat seat = {.weights = &weights,
                        .limits = {.depth = SEARCH_DEPTH_MAX, .nodes = 10},
                        .limits_default = usual,
                        .in = tmpfile(),
                        .out = stdout,
                        .log = stderr,
                        .line_kind = waits};
    FILE *in = seat.in;
    seat_init(&seat, search_new(1 << 16), 1);
    seat.taken = clock_seconds();
    seat.timing = (struct timing){.remaining = seconds, .moves_to_go = 1};
    seat_choose(&seat, &result);
    seat_destroy(&seat);
    fclose(in);
    free(values);
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_clock_replaces_the_usual_nodes_alone)};
    return cmocka_run_group_tests_name("seat", tests, NULL, NULL);
}
