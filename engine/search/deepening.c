/*
 * The search of one depth, the record of its result, and the loop over depths.
 */
#include "engine/search/deepening.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/search/minimax.h"

/* ---- one depth ------------------------------------------------------------------------------- */

/* The value that the next iteration is expected to find. */
struct expectation {
    int32_t value, margin; /* margin 0: nothing is known */
};

/* Aspiration windows: searches around `guess` first, and again with a wider window on the side
 * where the value is. The line is that of the value. */
static int32_t deepening_aspire(struct search *search, const void *state, int depth, int32_t guess,
                                int32_t margin, search_node_fn *node) {
    int32_t alpha = guess - margin, beta = guess + margin;
    int32_t value = node(search, state, depth, 0, alpha, beta);
    if (value > alpha && value < beta) return value;
    if (value <= alpha)
        beta = value + 1, alpha = -SCORE_INFINITE;
    else
        alpha = value - 1, beta = SCORE_INFINITE;
    if (!search->stopped) value = node(search, state, depth, 0, alpha, beta);
    if (search->stopped || (value > alpha && value < beta)) return value;
    return node(search, state, depth, 0, -SCORE_INFINITE, SCORE_INFINITE);
}

/* MTD(f): null windows close in on the value; one around it then finds its line. */
static int32_t deepening_mtdf(struct search *search, const void *state, int depth, int32_t guess,
                              search_node_fn *node) {
    int32_t lower = -SCORE_INFINITE, upper = SCORE_INFINITE, value = guess;
    while (lower < upper && !search->stopped) {
        int32_t beta = value == lower ? value + 1 : value;
        value = node(search, state, depth, 0, beta - 1, beta);
        if (value < beta)
            upper = value;
        else
            lower = value;
    }
    return search->stopped ? 0 : deepening_aspire(search, state, depth, value, 1, node);
}

static int32_t deepening_depth(struct search *search, const void *state, int depth,
                               struct expectation expected, search_node_fn *node) {
    switch (search->limits->driver) {
    case SEARCH_MINIMAX:
        return minimax_root(search, state, depth);
    case SEARCH_MTDF:
        return deepening_mtdf(search, state, depth, expected.value, node);
    case SEARCH_SSS:
        return deepening_mtdf(search, state, depth, SCORE_INFINITE, node);
    case SEARCH_DUAL:
        return deepening_mtdf(search, state, depth, -SCORE_INFINITE, node);
    case SEARCH_PVS:
        if (expected.margin > 0)
            return deepening_aspire(search, state, depth, expected.value, expected.margin, node);
        break;
    default:
        break;
    }
    return node(search, state, depth, 0, -SCORE_INFINITE, SCORE_INFINITE);
}

/* ---- what is kept of it ---------------------------------------------------------------------- */

static void deepening_take_line(const struct search *search, int32_t score, bool all_ends_seen,
                                struct search_result *out) {
    out->move = search->lines[0].moves[0];
    out->score = score;
    out->proved = search_proves(search->evaluator->game, search->limits, score, all_ends_seen);
    out->pv_length = search->line_lengths[0];
    memcpy(out->pv, search->lines[0].moves, (size_t)out->pv_length * sizeof(move_t));
}

static void deepening_take_depth(struct search *search, int depth, int32_t score,
                                 bool all_ends_seen, struct search_result *out) {
    if (search->line_lengths[0] == 0) die("%s offers no move", search->evaluator->name);
    deepening_take_line(search, score, all_ends_seen, out);
    out->depth = depth;
    out->nodes = search->nodes;
    search->root_move = out->move;
    const struct listener *listener = search->limits->listener;
    if (listener) listener->tell(listener->context, out);
}

/* Takes the best of the moves that an unfinished depth has searched; the first of them is the best
 * one of the last depth. With as many nodes this scores 0.53 points a game in Reversi (3000 nodes a
 * move, 600 games), 0.58 in gomoku (300), 0.51 in Connect6 (1500 nodes, 160). A loss is not proved
 * by it, since a move not yet searched may avoid it. */
static void deepening_take_unfinished(const struct search *search, struct search_result *out) {
    bool in_order = search->limits->driver != SEARCH_MINIMAX;
    if (!in_order || search->line_lengths[0] == 0) return;
    deepening_take_line(search, search->root_value, false, out);
    out->proved &= out->score > 0;
}

/* Where not even the first move of the first depth was finished, the best-looking one is played. */
static void deepening_take_first(const struct search *search, struct search_result *out) {
    const struct candidate *first = &search->root_first;
    if (out->move != MOVE_NONE) return;
    if (first->move == MOVE_NONE) die("%s offers no move", search->evaluator->name);
    out->move = out->pv[0] = first->move;
    out->score = first->score;
    out->pv_length = 1;
}

/* ---- depth after depth ----------------------------------------------------------------------- */

/* Values of even and of odd depths differ by the side that moves last, so each predicts its own
 * kind: the next value differs from the last one by as much as that did from the one before. With
 * this margin aspiration saves 3 % of the nodes of Reversi at depth 8; half and twice as much save
 * 1 and 3 %. */
static struct expectation deepening_expect(const int32_t values[], int depth) {
    if (depth <= 2) return (struct expectation){depth == 2 ? values[1] : 0, 0};
    int32_t last = values[depth - 2], before = depth > 4 ? values[depth - 4] : SCORE_WIN;
    bool comparable = abs(last) < SCORE_WIN && abs(before) < SCORE_WIN;
    return (struct expectation){last, comparable ? min_int(1 + abs(last - before), SCORE_WIN) : 0};
}

static bool deepening_may_go_on(const struct search *search) {
    const struct search_limits *limits = search->limits;
    if (limits->seconds <= 0 || limits->soft_seconds <= 0) return true;
    return clock_seconds() - search->begun < limits->soft_seconds;
}

/* The next depth that ends with a turn, or the last one. Positions in the middle of a turn compare
 * badly with others, and a search that ends within a turn hides the other side's reply. */
static int deepening_next(const struct game *game, const void *state, int depth, int last) {
    int left = game->turn_left(state);
    do depth++;
    while (depth < last && (depth - left) % game->turn != 0);
    return depth;
}

/* Whether LONG_NODES are allowed or, without a node limit, LONG_DEPTH, which takes about as many. A
 * time limit does not count. */
static bool deepening_is_long(const struct search_limits *limits) {
    enum { LONG_NODES = 30000, LONG_DEPTH = 12 };
    if (limits->nodes > 0) return limits->nodes >= LONG_NODES;
    return limits->depth >= LONG_DEPTH;
}

static bool deepening_is_watched(const struct search_limits *limits) {
    return limits->seconds > 0 || limits->watcher;
}

/* Judgements that take long are told from each other, not from nodes that the table knows. */
static void deepening_begin_halt(struct search *search, const struct search_limits *limits) {
    enum { SLOW_STEPS = 8 };
    halt_begin(&search->halt, limits->seconds, limits->watcher);
    if (evaluator_ops(search->evaluator)->singly) halt_narrow(&search->halt, SLOW_STEPS);
    search->nodes_look = search->halt.steps;
    search->begun = search->halt.seen;
    if (!deepening_is_watched(limits)) return;
    search->watched = *limits;
    search->watched.halt = &search->halt;
    search->limits = &search->watched;
}

/* Only the clock or the watcher can end the first depth; the limit of nodes holds for those after
 * it. */
static void deepening_set_stops(struct search *search, int depth) {
    const struct search_limits *limits = search->limits;
    bool limited = limits->nodes > 0 || limits->seconds > 0;
    search->nodes_max = limits->nodes > 0 && depth > 1 ? limits->nodes : UINT64_MAX;
    search->counted = limited && depth > 1;
    search->stoppable = search->counted || deepening_is_watched(limits);
}

static void deepening_begin(struct search *search, const struct evaluator *evaluator,
                            const void *prepared, const void *state,
                            const struct search_limits *limits) {
    int deepest = limits->reduce ? SEARCH_DEPTH_MAX /* reduced searches may extend */
                                 : min_int(limits->depth, SEARCH_DEPTH_MAX);
    search->evaluator = evaluator;
    search->prepared = prepared;
    search->limits = limits;
    search->root_side = evaluator->game->side(state);
    search->width = limits->width;
    search->except = limits->except;
    search->except_count = limits->except_count;
    search->null_windows = limits->driver != SEARCH_ALPHABETA;
    search->reduce = limits->reduce;
    search->long_search = deepening_is_long(limits);
    search->static_leaves = limits->leaf_threats == 0 && limits->defend == 0;
    search->whole_last_ply = limits->width == 0 && search->static_leaves;
    search->key_salt = mix64(mix64(search->games * 2 + (uint64_t)search->root_side) +
                             limits_key_salt(limits, evaluator->game));
    tt_new_search(&search->tt, limits->depth);
    search->nodes = 0;
    deepening_begin_halt(search, limits);
    search->stopped = false;
    search->root_first.move = MOVE_NONE;
    search->root_move = MOVE_NONE;
    search->root_left = evaluator->game->turn_left(state);
    order_clear(&search->order, evaluator->game, limits->depth, deepest + 1);
}

/* How often in one search the best turn may be refuted and searched for anew. */
enum { DEEPENING_REFUTED_MAX = 32 };

/* A depth without other limits is reached in steps of two plies, which order the moves of the next
 * as well as single steps do: a quarter of the nodes less in Reversi and Connect. Even and odd
 * depths never mix. */
void deepening_search(struct search *search, const struct evaluator *evaluator,
                      const void *prepared, const void *state, const struct search_limits *limits,
                      struct search_result *out, search_node_fn *node) {
    deepening_begin(search, evaluator, prepared, state, limits);
    *out = (struct search_result){.move = MOVE_NONE};
    bool limited = limits->nodes > 0 || limits->seconds > 0;
    int last = min_int(limits->depth, SEARCH_DEPTH_MAX), depth = limited ? 1 : 2 - last % 2;
    int32_t values[SEARCH_DEPTH_MAX + 1] = {0}; /* no guess, where none was searched */
    struct search_result held = {0};            /* the last one that was not refuted */
    int refuted = 0;
    while (depth <= last) {
        deepening_set_stops(search, depth);
        uint64_t static_evals = search->static_evals;
        values[depth] =
            deepening_depth(search, state, depth, deepening_expect(values, depth), node);
        if (search->stopped) {
            deepening_take_unfinished(search, out);
            deepening_take_first(search, out);
            break;
        }
        bool all_ends_seen = search->static_evals == static_evals;
        deepening_take_depth(search, depth, values[depth], all_ends_seen, out);
        if (!search_is_refuted(search, state, out))
            held = *out;
        else if (!search_stop(search) && ++refuted < DEEPENING_REFUTED_MAX)
            continue;
        bool decided = abs(values[depth]) >= SCORE_WIN;
        if (all_ends_seen || (decided && limits->seconds > 0)) break;
        if (!deepening_may_go_on(search)) break;
        depth = limited ? deepening_next(evaluator->game, state, depth, last) : depth + 2;
    }
    const double more = 0.02; /* of the time, for a last question */
    halt_extend(&search->halt, more * limits->seconds);
    if (held.pv_length > 0 && search_is_refuted(search, state, out)) *out = held;
    out->nodes = search->nodes;
}
