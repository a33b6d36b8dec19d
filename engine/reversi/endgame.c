/*
 * The expert for exact endings: its memory, and whether a position may be solved within the limits.
 * Solving itself is in endgame_kernel.c, once for each instruction set.
 */
#include "engine/reversi/endgame.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/game/expert.h"
#include "engine/reversi/stability.h"
#include "engine/search/search.h"

struct endgame_tables endgame_tables;

void endgame_tables_fill(void) {
    for (int place = 0; place < 8; place++)
        for (unsigned own = 0; own < 256; own++)
            endgame_tables.turned[place][own] = (uint8_t)reversi_count(
                reversi_flips_in_byte((uint8_t)own, (uint8_t)(~own & ~(1u << place)), place));
    reversi_stability_init();
}

/* ---- memory ---- */

static void *endgame_new(const struct game *game, size_t bytes) {
    (void)game;
    struct endgame *endgame = xcalloc(1, sizeof *endgame);
    endgame->buckets = 1;
    while (endgame->buckets * 2 * sizeof *endgame->table <= bytes) endgame->buckets *= 2;
    endgame->table = xtable(endgame->buckets * sizeof *endgame->table, &endgame->table_memory);
    endgame->era = 1;
    return endgame;
}

static void endgame_free(void *memory) {
    struct endgame *endgame = memory;
    if (!endgame) return;
    free(endgame->table_memory);
    free(endgame);
}

static void endgame_forget(void *memory) {
    struct endgame *endgame = memory;
    endgame->age = 0;
    if (++endgame->era > 0) return;
    memset(endgame->table, 0, endgame->buckets * sizeof *endgame->table);
    endgame->era = 1;
}

/* ---- solving ---- */

bool endgame_late(struct endgame *endgame) {
    enum { INQUIRIES_PER_CLOCK = 1024 };
    if (++endgame->inquiries % INQUIRIES_PER_CLOCK == 0 && clock_seconds() >= endgame->deadline)
        endgame->stopped = true;
    return endgame->stopped;
}

/* The squares that may be played at once; a pass is none. False: nothing may. */
static bool endgame_allowed(const struct reversi *board, const struct search_limits *limits,
                            uint64_t *moves) {
    uint64_t legal = reversi_moves(board->own, board->opp);
    bool passes = !legal;
    for (int i = 0; i < limits->except_count; i++) {
        if (limits->except[i] == REVERSI_PASS)
            passes = false;
        else
            legal &= ~(UINT64_C(1) << limits->except[i]);
    }
    *moves = legal;
    return legal || passes;
}

static int32_t endgame_score(int difference) {
    return difference == 0 ? 0 : difference > 0 ? SCORE_WIN + difference : difference - SCORE_WIN;
}

static void endgame_begin(struct endgame *endgame, const struct search_limits *limits,
                          int empties) {
    uint64_t wanted = UINT64_C(1) << max_int(0, min_int(empties - 2, 40));
    endgame->mask = (wanted < endgame->buckets ? wanted : endgame->buckets) - 1;
    endgame->age++;
    endgame->adviser = limits->adviser && limits->adviser->disc > 0 ? limits->adviser : NULL;
    endgame->advice = limits->advice;
    endgame->advise = endgame->adviser ? evaluator_ops(endgame->adviser)->eval : NULL;
    endgame->nodes = 0;
    endgame->nodes_max = limits->nodes > 0 ? limits->nodes : UINT64_MAX;
    endgame->deadline = limits->seconds > 0 ? clock_seconds() + limits->seconds : 0;
    endgame->inquiries = 0;
    endgame->stopped = false;
}

/* Whether even a quarter of what such positions usually take is too much: 2.3 ^ empties nodes, as
 * measured from 8 to 16 in random games, at tens of millions a second. A player's other means are
 * then better; who wants every position solved wants it tried. */
static bool endgame_hopeless(const struct endgame *endgame, const struct search_limits *limits,
                             int empties) {
    const double nodes_per_second = 20e6;
    double quarter = 0.25;
    if (limits->endgame == REVERSI_SQUARES) return false;
    for (int i = 0; i < empties; i++) quarter *= 2.3;
    return quarter > (double)endgame->nodes_max ||
           (limits->seconds > 0 && quarter > limits->seconds * nodes_per_second);
}

static const struct endgame_ops *const endgame_ops[ISA_COUNT] = ISA_TABLE(endgame_ops);

static bool endgame_solve(const struct game *game, void *memory, const void *state,
                          const struct search_limits *limits, struct search_result *out) {
    const struct reversi *board = state;
    int empties = REVERSI_SQUARES - reversi_count(board->own | board->opp);
    (void)game;
    if (empties > limits->endgame) return false;
    uint64_t moves;
    if (!endgame_allowed(board, limits, &moves)) return false;
    struct endgame *endgame = memory;
    struct endgame_line line;
    endgame_begin(endgame, limits, empties);
    if (endgame_hopeless(endgame, limits, empties)) return false;
    int value = endgame_ops[isa_current()]->solve(endgame, board->own, board->opp, moves, &line);
    out->nodes = endgame->nodes;
    if (endgame->stopped || endgame->nodes > endgame->nodes_max) return false;
    *out = (struct search_result){.move = line.moves[0],
                                  .score = endgame_score(value),
                                  .depth = empties,
                                  .nodes = endgame->nodes,
                                  .pv_length = line.length};
    _Static_assert((int)ENDGAME_LINE_MAX <= (int)SEARCH_DEPTH_MAX, "it fits");
    for (int i = 0; i < line.length; i++) out->pv[i] = line.moves[i];
    return true;
}

const struct expert reversi_endgame = {
    .doc = "solves positions of few empty squares exactly",
    .endings = true,
    .memory_new = endgame_new,
    .memory_free = endgame_free,
    .memory_forget = endgame_forget,
    .solve = endgame_solve,
};
