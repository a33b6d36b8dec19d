/*
 * seated: a seat without a program at the other end: lines go in, what was said and which limits a
 * search was given come out. After cmocka.h.
 */
#ifndef HONE_TESTS_ENGINE_PROTOCOL_SEATED_H
#define HONE_TESTS_ENGINE_PROTOCOL_SEATED_H

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/files/book.h"
#include "engine/protocol/gomocup/wire.h"
#include "engine/protocol/gtp/wire.h"
#include "engine/protocol/nboard/wire.h"
#include "engine/protocol/sau/wire.h"
#include "engine/protocol/seat.h"
#include "engine/protocol/uci/wire.h"
#include "engine/protocol/xboard/wire.h"
#include "tests/find.h"

static inline enum seat_line_kind waits(char *line) {
    (void)line;
    return SEAT_WAITS;
}

static struct weights weights;
static struct seat seat;

/* ---- a clock and a player of its own --------------------------------------------------------- */

static double now;

/* A thousandth of a second goes by at each look. */
static inline double ticking_clock(void) {
    return now += 0.001;
}

static inline double standing_clock(void) {
    return now;
}

static struct search_limits asked_limits[6];
static int asked;
static int32_t told_score; /* what each search finds */

/* The first move, in a tenth of a second; notes its limits. */
static inline void noting_search(struct search *search, const struct evaluator *evaluator,
                                 const void *prepared, const void *state,
                                 const struct search_limits *limits, struct search_result *out) {
    move_t moves[GAME_MOVES_MAX];
    (void)search, (void)prepared;
    evaluator->game->moves(evaluator->game, state, moves);
    *out = (struct search_result){
        .move = moves[0], .score = told_score, .depth = 1, .pv_length = 1, .pv = {moves[0]}};
    assert_true(asked < (int)COUNT_OF(asked_limits));
    asked_limits[asked++] = *limits;
    now += 0.1;
}

/* ---- the seat -------------------------------------------------------------------------------- */

/* A player of 10 nodes a move, that hears these lines. */
static inline void sit_down_as(const struct evaluator *evaluator, bool usual, const char *lines,
                               struct timing clock) {
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

static inline void sit_down_at(const char *game, bool usual, const char *lines,
                               struct timing clock) {
    sit_down_as(find(game, NULL), usual, lines, clock);
}

static inline void sit_down(bool usual, const char *lines, struct timing clock) {
    sit_down_at("reversi", usual, lines, clock);
}

static inline void stand_up(void) {
    fclose(seat.in);
    fclose(seat.out);
    seat_destroy(&seat);
    free(weights.values);
}

static inline void noting_prepare(const struct evaluator *evaluator, const int32_t *values,
                                  void *prepared) {
    (void)evaluator, (void)values, (void)prepared;
}

static inline struct evaluator noting_evaluator(const char *game) {
    static const struct evaluator_ops ops = {.search = noting_search};
    static const struct param params[] = {{"one", 1, 0, 2, SCALE_LINEAR, "without effect"}};
    asked = 0;
    return (struct evaluator){.game = find_game(game),
                              .name = "noting",
                              .params = params,
                              .param_count = 1,
                              .prepared_size = 1,
                              .prepare = noting_prepare,
                              .ops = ISA_SAME(ops)};
}

/* How often what was said has such a line; `last` is the first number behind `key` in the last. */
static inline int said(const char *begin, const char *key, double *last) {
    char line[4096];
    int count = 0;
    rewind(seat.out);
    while (fgets(line, sizeof line, seat.out)) {
        const char *at = strncmp(line, begin, strlen(begin)) == 0 ? strstr(line, key) : NULL;
        if (at) *last = strtod(at + strlen(key), NULL), count++;
    }
    return count;
}

#endif
