/*
 * The expert for endings: its memory, and whether the limits allow a position to be solved, or its
 * end to be estimated. The passes themselves are in endgame_kernel.c, once for each instruction
 * set.
 */
#include "engine/games/reversi/endgame.h"

#include <stdlib.h>
#include <string.h>

#include "engine/game/expert.h"
#include "engine/games/reversi/stability.h"
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

bool endgame_check(struct endgame *endgame) {
    bool over = halt_look(&endgame->halt);
    if (over || endgame->nodes >= endgame->nodes_max) endgame->stopped = true;
    uint64_t look = endgame->nodes + endgame->halt.steps;
    endgame->nodes_check = look < endgame->nodes_max ? look : endgame->nodes_max;
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
    endgame->nodes_check = 0;
    halt_begin(&endgame->halt, limits->seconds, limits->watcher);
    endgame->stopped = false;
}

/* Whether the limits allow `nodes`, at tens of millions a second. */
static bool endgame_affords(const struct search_limits *limits, double nodes) {
    const double nodes_per_second = 20e6;
    return (limits->nodes == 0 || nodes <= (double)limits->nodes) &&
           (limits->seconds <= 0 || nodes <= limits->seconds * nodes_per_second);
}

static double endgame_power(double base, int empties) {
    double power = 1;
    for (int i = 0; i < empties; i++) power *= base;
    return power;
}

/* Whether even a quarter of what such positions usually take is too much: 2.3 ^ empties nodes, as
 * measured from 8 to 16 in random games. A player's other means are then better; with a limit of
 * all squares every position is tried. */
static bool endgame_hopeless(const struct search_limits *limits, int empties) {
    return limits->endgame != REVERSI_SQUARES &&
           !endgame_affords(limits, 0.25 * endgame_power(2.3, empties));
}

static const struct endgame_ops *const endgame_ops[ISA_COUNT] = ISA_TABLE(endgame_ops);

/* What is found of a position, each pass after the other. */
struct answer {
    int value; /* at first what is expected */
    struct endgame_line line;
};

static struct answer endgame_expect(struct endgame *endgame, const struct reversi *board) {
    return (struct answer){.value =
                               endgame_ops[isa_current()]->guess(endgame, board->own, board->opp)};
}

/* Whether a pass of this level comes to its end; then `answer` is its. */
static bool endgame_try(struct endgame *endgame, const struct reversi *board, uint64_t moves,
                        int level, struct answer *answer) {
    struct answer found;
    endgame->level = level;
    found.value = endgame_ops[isa_current()]->pass(endgame, board->own, board->opp, moves,
                                                   answer->value, &found.line);
    if (endgame->stopped || endgame->nodes > endgame->nodes_max) return false;
    *answer = found;
    return true;
}

static void endgame_take(const struct answer *answer, int32_t score, int empties,
                         struct search_result *out) {
    const struct endgame_line *line = &answer->line;
    out->move = line->moves[0];
    out->score = score;
    out->depth = empties;
    out->pv_length = line->length;
    _Static_assert((int)ENDGAME_LINE_MAX <= (int)SEARCH_DEPTH_MAX, "it fits");
    for (int i = 0; i < line->length; i++) out->pv[i] = line->moves[i];
}

/* With an adviser, heuristic passes go first, in a hundredth to a tenth of the nodes; what they
 * save: results/records/search.md. */
static bool endgame_prove(struct endgame *endgame, const struct reversi *board, uint64_t moves,
                          int empties, struct answer *answer) {
    bool trusts = endgame->advise && empties >= ENDGAME_TRUST_FROM;
    *answer = endgame_expect(endgame, board);
    return (!trusts || endgame_try(endgame, board, moves, 0, answer)) &&
           endgame_try(endgame, board, moves, ENDGAME_PROOF, answer);
}

static bool endgame_solve(const struct game *game, void *memory, const void *state,
                          const struct search_limits *limits, struct search_result *out) {
    const struct reversi *board = state;
    int empties = reversi_empties(board->own, board->opp);
    (void)game;
    uint64_t moves;
    if (empties > limits->endgame || !endgame_allowed(board, limits, &moves)) return false;
    struct endgame *endgame = memory;
    struct answer answer;
    endgame_begin(endgame, limits, empties);
    if (endgame_hopeless(limits, empties)) return false;
    bool proved = endgame_prove(endgame, board, moves, empties, &answer);
    out->nodes = endgame->nodes;
    if (proved) endgame_take(&answer, endgame_score(answer.value), empties, out);
    return proved;
}

/* ---- foreseeing ---- */

enum {
    FURTHER = 6,   /* empty squares beyond those solved that are in sight */
    PLAYED_BY = 1, /* the first level whose answer is good enough */
};

/* Whether an answer is to be expected in time: after 1500 * 1.4 ^ empties nodes in about half of
 * the positions of 22 to 26 empty squares in games against NTest; the mean is up to half more. */
static bool endgame_in_sight(const struct search_limits *limits, int empties) {
    return empties >= ENDGAME_TRUST_FROM && empties <= limits->endgame + FURTHER &&
           empties <= limits->depth && endgame_affords(limits, 1500 * endgame_power(1.4, empties));
}

static void endgame_double(struct endgame *endgame, const struct search_limits *limits) {
    endgame->nodes_check = 0;
    endgame->halt.deadline += limits->seconds;
    if (limits->nodes > 0) endgame->nodes_max += limits->nodes;
}

/* Passes that rely less and less on the adviser, until the limits are reached, twice those for the
 * first answer, or all is proved. Returns the level of the last finished one; -1: none. */
static int endgame_look(struct endgame *endgame, const struct reversi *board, uint64_t moves,
                        const struct search_limits *first, struct answer *answer) {
    int level = -1;
    *answer = endgame_expect(endgame, board);
    while (level < ENDGAME_PROOF && endgame_try(endgame, board, moves, level + 1, answer))
        if (++level == PLAYED_BY) endgame_double(endgame, first);
    return level;
}

static int32_t endgame_foreseen(const struct endgame *endgame, const struct answer *answer,
                                int level) {
    return level == ENDGAME_PROOF ? endgame_score(answer->value)
                                  : answer->value * endgame->adviser->disc;
}

/* Such passes lose fewer discs than a search in as much time: results/records/search.md. */
static bool endgame_foresee(const struct game *game, void *memory, const void *state,
                            const struct search_limits *limits, struct search_result *out) {
    const struct reversi *board = state;
    int empties = reversi_empties(board->own, board->opp);
    (void)game;
    struct search_limits first = limits_half(limits);
    uint64_t moves;
    if (!endgame_in_sight(&first, empties) || !endgame_allowed(board, limits, &moves)) return false;
    struct endgame *endgame = memory;
    struct answer answer;
    endgame_begin(endgame, &first, empties);
    if (!endgame->advise) return false;
    int level = endgame_look(endgame, board, moves, &first, &answer);
    out->nodes = endgame->nodes;
    if (level >= PLAYED_BY)
        endgame_take(&answer, endgame_foreseen(endgame, &answer, level), empties, out);
    return level >= PLAYED_BY;
}

const struct expert reversi_endgame = {
    .doc = "solves positions of few empty squares exactly",
    .endings = true,
    .memory_new = endgame_new,
    .memory_free = endgame_free,
    .memory_forget = endgame_forget,
    .solve = endgame_solve,
    .foresee = endgame_foresee,
};
