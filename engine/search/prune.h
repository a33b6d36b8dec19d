/*
 * prune: which moves and positions are not searched to the full depth. Futility, ProbCut, late move
 * reduction and late move pruning act with limits->reduce alone, so that a search without it is
 * minimax. The measurements of each setting are in results/records/search.md.
 */
#ifndef HONE_ENGINE_SEARCH_PRUNE_H
#define HONE_ENGINE_SEARCH_PRUNE_H

#include "engine/search/ops.h"

/* A null window about a value that is no win or loss. */
static inline bool prune_null_window(int32_t alpha, int32_t beta) {
    return beta == alpha + 1 && abs(alpha) < SCORE_WIN / 2;
}

/* ---- futility -------------------------------------------------------------------------------- */

enum { FUTILITY_DEPTH = 6, FUTILITY_LONG = 3 /* times the margin, in long searches */ };

/* If the static eval is outside the null window by more than this depth's margin, return it. */
SEARCH_INLINE bool prune_futility(const struct search *search, const void *state, int depth,
                                  int ply, int32_t alpha, int32_t beta,
                                  const struct search_ops *ops, int32_t *value) {
    const struct evaluator *evaluator = search->evaluator;
    if (!ops->futility_margin || !search->reduce || !search->static_leaves || ply == 0 ||
        depth > FUTILITY_DEPTH || !prune_null_window(alpha, beta))
        return false;
    int32_t margin = ops->futility_margin(evaluator, state, depth);
    if (margin < 0) return false;
    if (search->long_search && ops->probcut_error) margin *= FUTILITY_LONG;
    *value = search_static_eval(search, state, ops);
    bool outside = *value - margin >= beta || *value + margin <= alpha;
    return outside && !(ops->ends_show && ops->over(evaluator->game, state));
}

/* ---- margins of games with captures ---------------------------------------------------------- */

/* In percent of ops->unit for each ply left, outside of a null window and not in check. */
enum { MARGIN_DEPTH = 6, MARGIN_PERCENT = 100, RAZOR_DEPTH = 3, RAZOR_PERCENT = 250 };

static inline bool prune_margins_apply(const struct search *search, const void *state, int depth,
                                       int ply, int32_t alpha, int32_t beta,
                                       const struct search_ops *ops) {
    return ops->unit && search->reduce && ply > 0 && depth <= MARGIN_DEPTH &&
           prune_null_window(alpha, beta) && !ops->in_check(state);
}

/* Reverse futility: a static eval that is above the window by the margin is the node's value.
 * Razoring: if it is below by the greater margin, quiescence must reach the window. False: the node
 * goes on; a limit ends it with 0. */
SEARCH_INLINE bool prune_margins(struct search *search, const void *state, int depth, int ply,
                                 int32_t alpha, int32_t beta, const struct search_ops *ops,
                                 search_node_fn *self, int32_t *value) {
    if (!prune_margins_apply(search, state, depth, ply, alpha, beta, ops)) return false;
    int32_t unit = ops->unit(search->prepared), eval = search_static_eval(search, state, ops);
    if (eval - unit * MARGIN_PERCENT / 100 * depth >= beta) {
        search->static_evals++;
        *value = eval;
        return true;
    }
    if (depth > RAZOR_DEPTH || eval + unit * RAZOR_PERCENT / 100 * depth > alpha) return false;
    *value = self(search, state, 0, ply, alpha, beta);
    search->line_lengths[ply] = 0;
    return search->stopped || *value <= alpha;
}

/* ---- ProbCut (Buro 1995) --------------------------------------------------------------------- */

/* ProbCut: if a shallow search is far enough outside a null window, the deep one is assumed to be.
 * For values in discs, with known errors. Margins are in percent of the standard error. In long
 * searches the probes are shallower, the margin is wider, and the probes neither reduce nor cut:
 * with time to spare, wrong cuts cost more than depth gains. */
enum {
    PROBCUT_DEPTH = 4,
    PROBCUT_THIRD_DEPTH = 8, /* long searches: from here on a third of the depth, not half */
    PROBCUT_PERCENT = 100,
    PROBCUT_PERCENT_LONG = 130,
};

static inline bool prune_probcut_applies(const struct search *search, int depth, int ply,
                                         int32_t alpha, int32_t beta,
                                         const struct search_ops *ops) {
    return search->reduce && ops->probcut_error && search->evaluator->disc > 0 &&
           depth >= PROBCUT_DEPTH && ply > 0 && prune_null_window(alpha, beta);
}

/* Of the parity of `depth`: values of even and odd depths do not compare. */
static inline int prune_probcut_depth(const struct search *search, int depth) {
    int part = search->long_search && depth >= PROBCUT_THIRD_DEPTH ? 3 : 2;
    return depth / part / 2 * 2 + depth % 2;
}

/* The shallow search. In long searches it is minimax, under keys of its own. */
SEARCH_INLINE int32_t prune_probe(struct search *search, const void *state, int depth, int ply,
                                  int32_t alpha, int32_t beta, search_node_fn *self) {
    const uint64_t minimax = search->long_search ? UINT64_C(0x9e3779b97f4a7c15) : 0;
    search->reduce = !search->long_search;
    search->key_salt ^= minimax;
    int32_t value = self(search, state, depth, ply, alpha, beta);
    search->key_salt ^= minimax;
    search->reduce = true;
    return value;
}

/* Whether the shallow search is outside the window by the margin; `value` is the bound it exceeds.
 * Only the static eval's side of the window is tried. */
SEARCH_INLINE bool prune_probcut(struct search *search, const void *state, int depth, int ply,
                                 int32_t alpha, const struct search_ops *ops, search_node_fn *self,
                                 int32_t *value) {
    const struct evaluator *evaluator = search->evaluator;
    int shallow = prune_probcut_depth(search, depth);
    int percent = search->long_search ? PROBCUT_PERCENT_LONG : PROBCUT_PERCENT;
    int32_t margin =
        ops->probcut_error(state, depth, shallow) * percent / 100 * evaluator->disc / 100;
    bool above = search_static_eval(search, state, ops) > alpha;
    int32_t bound = above ? alpha + 1 + margin : alpha - margin;
    int32_t found = prune_probe(search, state, shallow, ply, bound - above, bound + !above, self);
    *value = alpha + above;
    return above ? found >= bound : found <= bound;
}

/* ---- null move ------------------------------------------------------------------------------- */

/* A side that stays above the window when it passes is above it with its best move, too, except in
 * zugzwang. */
enum { NULL_MOVE_DEPTH = 3, NULL_MOVE_REDUCTION = 2, NULL_MOVE_PART = 4 };

/* The depth after it. With ops->unit the reduction grows by a quarter of the depth. */
static inline int prune_null_depth(int depth, const struct search_ops *ops) {
    int more = ops->unit ? depth / NULL_MOVE_PART : 0;
    return max_int(0, depth - 1 - NULL_MOVE_REDUCTION - more);
}

/* Whether that ends the node, with beta as its value, or a limit does, with 0. */
SEARCH_INLINE bool prune_null_move(struct search *search, const void *state, int depth, int ply,
                                   int32_t alpha, int32_t beta, const struct search_ops *ops,
                                   search_node_fn *self, int32_t *value) {
    if (!search->reduce || ply == 0 || depth < NULL_MOVE_DEPTH || !prune_null_window(alpha, beta) ||
        search_static_eval(search, state, ops) < beta)
        return false;
    struct search_state child;
    search_copy(search, state, ops, &child);
    if (!ops->pass_turn(search->evaluator->game, &child)) return false;
    int32_t found = search_child(search, &child, NULL, false, prune_null_depth(depth, ops), ply + 1,
                                 alpha, beta, self);
    *value = search->stopped ? 0 : beta;
    search->line_lengths[ply] = 0;
    return search->stopped || found >= beta;
}

/* ---- late moves ------------------------------------------------------------------------------ */

/* The logarithm of base 2, in sixteenths, a little less between powers. */
static inline int prune_log(int number) {
    int whole = 31 - __builtin_clz((unsigned)number);
    return 16 * whole + ((number - (1 << whole)) << 4 >> whole);
}

/* Late move reduction: the plies by which the first search of move number `index` (from 0) is
 * reduced. It grows with index and depth, by pairs of plies if values of even and odd depths do not
 * compare. */
static inline int prune_lmr(const struct search *search, int depth, int index,
                            const struct search_ops *ops) {
    enum {
        LOGS_A_PAIR = 1333, /* ln depth * ln index / 2.5 pairs */
        LOGS_A_PLY = 1066,  /* ln depth * ln index / 2 plies, and an eighth */
    };
    if (!search->reduce || index == 0) return 0;
    int logs = prune_log(depth) * prune_log(index);
    if (ops->unit) return min_int((logs + LOGS_A_PLY / 8) / LOGS_A_PLY, depth - 2);
    return 2 * min_int(logs / LOGS_A_PAIR, (depth - 2) / 2);
}

/* Whether such a reduction would hide a check, or an answer to one. */
static inline bool prune_lmr_hides(const void *state, const void *child,
                                   const struct search_ops *ops) {
    return ops->unit && (ops->in_check(state) || ops->in_check(child));
}

/* Late move pruning: with limits->width no more moves than three times the root of the depth. */
static inline int prune_lmp_width(int depth) {
    int width = 3;
    while ((width + 1) * (width + 1) <= 9 * depth) width++;
    return width;
}

/* The width without late move pruning. If the move order is good enough (evaluator->width), the
 * rest of a turn, and a first turn of fewer stones, have half of it. */
static inline int prune_full_width(const struct search *search, const void *state) {
    const struct evaluator *evaluator = search->evaluator;
    bool whole = evaluator->width == 0 || evaluator->game->turn == 1 ||
                 evaluator->game->turn_left(state) == evaluator->game->turn;
    return whole ? search->width : (search->width + 1) / 2;
}

/* How many of the best moves are searched: at the root at least one more than are left out. */
static inline int prune_width(const struct search *search, const void *state, int depth, int ply,
                              int count) {
    if (search->width == 0) return count;
    int width = prune_full_width(search, state);
    if (ply == 0) return min_int(count, max_int(width, search->except_count + 1));
    if (search->reduce) width = min_int(width, prune_lmp_width(depth));
    return min_int(count, width);
}

/* Whether late move pruning left moves out, so that a deeper search may find another value. */
static inline bool prune_left_out(const struct search *search, const void *state, int tried,
                                  int count) {
    return tried < min_int(count, prune_full_width(search, state));
}

/* ---- extension ------------------------------------------------------------------------------- */

/* A single reply costs no depth, so that threats do not push a loss beyond the horizon. */
static inline bool prune_extends(const struct search *search, int depth, int ply, int count,
                                 const struct search_ops *ops) {
    return ops->single_extends && search->reduce && count == 1 && ply > 0 &&
           ply + depth < SEARCH_DEPTH_MAX - 1;
}

#endif
