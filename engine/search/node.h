/*
 * node: one node of the search, written once, for inclusion by evaluator files only.
 *
 * An evaluator file describes its game's rules and itself in a `static const struct search_ops`
 * (ops.h), then says SEARCH_INSTANCE(wpc_search, wpc_ops). The node is always inlined into the
 * instance with the operations as constants. search_node, at the end, reads from top to bottom;
 * its parts stand above it in the order in which it calls them.
 */
#ifndef HONE_ENGINE_SEARCH_NODE_H
#define HONE_ENGINE_SEARCH_NODE_H

#include "engine/base/progress.h"
#include "engine/search/ops.h"
#include "engine/search/prune.h"
#include "engine/search/quiesce.h"

/* Defines `static void name(…)`, an evaluator's search member, from its operations. */
#define SEARCH_INSTANCE(name, ops)                                                                 \
    static int32_t name##_node(struct search *search, const void *state, int depth, int ply,       \
                               int32_t alpha, int32_t beta) {                                      \
        return search_node(search, state, depth, ply, alpha, beta, &(ops), name##_node);           \
    }                                                                                              \
    static void name(struct search *search, const struct evaluator *evaluator,                     \
                     const void *prepared, const void *state, const struct search_limits *limits,  \
                     struct search_result *out) {                                                  \
        struct search_state root;                                                                  \
        memcpy(&root, state, evaluator->game->state_size);                                         \
        if ((ops).incremental_init) (ops).incremental_init(evaluator, prepared, &root);            \
        search_run(search, evaluator, prepared, &root, limits, out, name##_node);                  \
    }

/* The node under way. Its candidates are an array beside it. */
struct node {
    const void *state;
    int depth, ply; /* depth: still to be searched */
    int asked;      /* the depth that was asked for, before an extension */
    int32_t alpha, beta;
    int side;
    bool quick; /* moves are ordered without evaluating the positions after them */
    uint64_t key;
    struct tt_bucket *bucket;
    const struct tt_entry *entry;           /* the position's; NULL: there is none */
    const struct search_siblings *siblings; /* computed by the parent; NULL: not */
    int count, width;                       /* candidates; how many of them are searched */
};

/* ---- leaves ---------------------------------------------------------------------------------- */

/* The value of an unfinished position at depth 0: its static eval, or what the expert proves. With
 * limits->defend the expert is asked only where the static eval is below beta, since otherwise a
 * proved win would end the window as well. Three positions of Connect6 games take .29 s of CPU to
 * depth 6 and width 8 so, instead of .57, and .21 to depth 4 and width 24, instead of .30. */
SEARCH_INLINE int32_t search_leaf(struct search *search, const void *state, int ply, int32_t beta,
                                  const struct search_ops *ops) {
    int32_t eval = search_static_eval(search, state, ops), value;
    bool strikes = search->limits->defend > 0 && eval < beta;
    if (strikes && search_strikes(search, state, ply, &value)) return value;
    search->static_evals++;
    if (search->limits->leaf_threats > 0 && search_settles(search, state, &value)) return value;
    return eval;
}

/* A node of depth 1 as a whole. Killers go first where that is cheaper: six of ten nodes of a
 * Reversi search end with the two of them, which makes it a quarter faster. */
SEARCH_INLINE int32_t search_last_ply(struct search *search, const void *state, int ply,
                                      int32_t beta, const struct search_ops *ops) {
    const struct evaluator *evaluator = search->evaluator;
    int32_t value;
    for (int i = 0; ops->answers && i < ORDER_KILLERS; i++) {
        move_t killer = search->order.killers[ply][i];
        if (!ops->answers(evaluator, search->prepared, state, search->root_side, killer, beta,
                          &value))
            continue;
        search->nodes++;
        search->static_evals++;
        return value;
    }
    struct search_last last = ops->last_ply(evaluator, search->prepared, state, search->root_side);
    if (ops->ends_show && last.leaves == 0)
        return search_final_value(ops->margin(evaluator->game, state), ops->side(state));
    search->static_evals += !last.certain;
    search->nodes += (uint64_t)last.leaves;
    search->lines[ply].moves[0] = last.move;
    search->line_lengths[ply] = last.move != MOVE_NONE;
    if (ops->answers) order_add_killer(search->order.killers[ply], last.move);
    return last.value;
}

/* Whether the node has no children: a repetition, the end of the game, or the depth is spent. */
SEARCH_INLINE bool node_ends(struct search *search, const struct node *node,
                             const struct search_ops *ops, search_node_fn *self, int32_t *value) {
    const struct game *game = search->evaluator->game;
    if (ops->repeats && node->ply > 0 && search_repeats(search, node->state, ops, value))
        return true;
    if (!(ops->ends_show && node->depth > 0) && ops->over(game, node->state)) {
        *value = search_final_value(ops->margin(game, node->state), node->side);
    } else if (node->depth == 0 || (ops->noisy && node->depth < 0)) {
        *value = search_leaf(search, node->state, node->ply, node->beta, ops);
        if (ops->noisy)
            *value = quiesce_value(search, node->state, node->depth, node->ply, node->alpha,
                                   node->beta, *value, ops, self);
    } else if (node->depth == 1 && ops->last_ply && search->whole_last_ply && node->ply > 0)
        *value = search_last_ply(search, node->state, node->ply, node->beta, ops);
    else
        return false;
    return true;
}

/* ---- the table ------------------------------------------------------------------------------- */

SEARCH_INLINE void node_find_bucket(const struct search *search, struct node *node,
                                    const struct search_ops *ops) {
    uint64_t hash = ops->hash(node->state);
    node->key = hash ^ search->key_salt;
    node->bucket = &search->tt.buckets[hash & search->tt.mask];
    __builtin_prefetch(node->bucket);
}

/* The value of a win holds the plies left at its end. If the hash does not hold those left here,
 * the table stores it as if none were left. */
SEARCH_INLINE int32_t node_value_to_table(const struct node *node, int32_t value,
                                          const struct search_ops *ops) {
    if (!ops->repeats || abs(value) < SCORE_WIN) return value;
    int left = ops->plies_left(node->state);
    return value > 0 ? value - left : value + left;
}

SEARCH_INLINE int32_t node_value_from_table(const struct node *node, int32_t stored,
                                            const struct search_ops *ops) {
    if (!ops->repeats || abs(stored) < SCORE_WIN / 2) return stored;
    int left = ops->plies_left(node->state);
    return stored > 0 ? stored + left : stored - left;
}

/* Whether the table ends the node. The root is not in the table: moves may be left out there, and
 * it has its own first move. With limits->defend nodes of the root's turn do not use it. */
SEARCH_INLINE bool node_probe(struct search *search, struct node *node,
                              const struct search_ops *ops, int32_t *value) {
    bool root_turn = search->limits->defend > 0 && node->ply < search->root_left;
    const struct tt_entry *entry = node->ply > 0 ? tt_probe(node->bucket, node->key) : NULL;
    node->entry = entry;
    int32_t found = entry ? node_value_from_table(node, entry->value, ops) : 0;
    if (!entry || root_turn ||
        !tt_depth_serves(entry, node->depth, search->reduce ? ops->unit ? 1 : 2 : 0) ||
        !tt_cuts(entry, found, node->alpha, node->beta))
        return false;
    search->static_evals += !entry->final;
    *value = found;
    return true;
}

SEARCH_INLINE void node_store(const struct search *search, const struct node *node, int32_t value,
                              move_t move, bool final, const struct search_ops *ops) {
    enum tt_bound bound = value >= node->beta    ? TT_LOWER
                          : value <= node->alpha ? TT_UPPER
                                                 : TT_EXACT;
    tt_store(&search->tt, node->bucket,
             (struct tt_entry){node->key, node_value_to_table(node, value, ops), move,
                               (uint8_t)node->asked, bound, final});
}

/* ---- ProbCut --------------------------------------------------------------------------------- */

/* Whether ProbCut (prune.h) ends the node, or a limit does, of value 0 then. */
SEARCH_INLINE bool node_probcut(struct search *search, struct node *node,
                                const struct search_ops *ops, search_node_fn *self,
                                int32_t *value) {
    if (!prune_probcut_applies(search, node->depth, node->ply, node->alpha, node->beta, ops))
        return false;
    bool cuts =
        prune_probcut(search, node->state, node->depth, node->ply, node->alpha, ops, self, value);
    if (search->stopped) {
        *value = 0;
        return true;
    }
    if (cuts) {
        node_store(search, node, *value, MOVE_NONE, false, ops);
        return true;
    }
    node->entry = tt_probe(node->bucket, node->key);
    search->line_lengths[node->ply] = 0;
    return false;
}

/* ---- null move ------------------------------------------------------------------------------- */

/* Whether passing the turn (prune.h) ends the node, or a limit does, of value 0 then. */
SEARCH_INLINE bool node_passes(struct search *search, struct node *node,
                               const struct search_ops *ops, search_node_fn *self, int32_t *value) {
    if (!ops->pass_turn || !prune_null_move(search, node->state, node->depth, node->ply,
                                            node->alpha, node->beta, ops, self, value))
        return false;
    if (!search->stopped) node_store(search, node, *value, MOVE_NONE, false, ops);
    return true;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static inline bool search_any_left(const struct search *search, const struct candidate *list,
                                   int count) {
    for (int i = 0; i < count; i++)
        if (!search_excepted(search, list[i].move)) return true;
    return false;
}

/* The candidates. 0: there are none, and `value` is the position's. At the root, where some move
 * must be made, forced replies are no limit if none is left of them. */
SEARCH_INLINE int search_moves(struct search *search, const void *state, int ply,
                               const struct search_siblings *siblings, const struct search_ops *ops,
                               struct candidate *list, int32_t *value) {
    const struct evaluator *evaluator = search->evaluator;
    const struct game *game = evaluator->game;
    bool all = search->width == 0, defend = search->limits->defend > 0;
    if (defend && ply > 0 && search_strikes(search, state, ply, value)) return 0;
    int count =
        siblings ? ops->siblings_candidates(evaluator, search->prepared, siblings, state, all, list)
        : ops->singly ? search_judge_singly(evaluator, search->prepared, state,
                                            search->limits->halt, all, list)
                      : ops->candidates(evaluator, search->prepared, state, all, list);
    search_count_judged(search, count);
    if (count == 0) *value = search_final_value(ops->margin(game, state), ops->side(state));
    if (count == 0 || !ops->forced) return count;
    count = ops->forced(game, state, list, count, value);
    if (defend && count > 0) count = search_defend(search, state, ply, list, count);
    if (ply > 0 || search_any_left(search, list, count)) return count;
    count = ops->candidates(evaluator, search->prepared, state, all, list);
    if (search_any_left(search, list, count)) return count;
    return ops->candidates(evaluator, search->prepared, state, true, list);
}

/* Whether quick_candidates() order the node's moves: in the last plies of a reduced search. Why at
 * this depth: results/records/search.md. */
static inline bool node_is_quick(const struct search *search, int depth, int ply,
                                 const struct search_ops *ops) {
    enum { QUICK_DEPTH = 3 };
    return ops->quick_candidates && search->limits->reduce && search->width == 0 &&
           search->evaluator->disc > 0 && depth <= QUICK_DEPTH && ply > 0;
}

/* Whether there are moves; else `value` is the position's. */
SEARCH_INLINE bool node_generate(struct search *search, struct node *node,
                                 const struct search_ops *ops, struct candidate *list,
                                 int32_t *value) {
    if (!node->quick) {
        node->count =
            search_moves(search, node->state, node->ply, node->siblings, ops, list, value);
        return node->count > 0;
    }
    node->count = ops->quick_candidates(search->evaluator, node->state, list);
    if (node->count == 0)
        *value = search_final_value(ops->margin(search->evaluator->game, node->state), node->side);
    return node->count > 0;
}

/* With limits->defend the moves beyond the width may be wanted after all, while there is something
 * to refute. */
SEARCH_INLINE void node_sort(const struct search *search, struct candidate *list, int count,
                             int width) {
    if (search->limits->defend > 0)
        order_partial_sort(list, count, width);
    else
        order_keep_best(list, count, width);
}

/* The depth, the width, and the scores that order the moves. */
SEARCH_INLINE void node_order(const struct search *search, struct node *node,
                              const struct search_ops *ops, struct candidate *list) {
    node->depth += prune_extends(search, node->depth, node->ply, node->count, ops);
    node->width = prune_width(search, node->state, node->depth, node->ply, node->count);
    int ordered = node->count;
    if (node->depth >= ORDER_HISTORY_DEPTH) {
        ordered = node->width;
        node_sort(search, list, node->count, node->width);
        int32_t scale = ops->unit && search->reduce ? ORDER_UNITS * ops->unit(search->prepared) : 0;
        order_by_history(&search->order, list, ordered, node->side, node->ply, scale);
    }
    if (node->ply == 0)
        order_first(list, ordered, search->root_move);
    else if (node->entry)
        order_first(list, ordered, node->entry->move);
}

/* ---- the move loop --------------------------------------------------------------------------- */

/* The result of the moves so far, and how the others are searched. */
struct node_moves {
    int32_t best, lower; /* lower: of the window of the moves to come */
    move_t best_move;
    int tried, searched;    /* searched: without those that are left out at the root */
    bool scouts;            /* null windows after the first move */
    bool judged, as_scored; /* leaves are judged from here (ops->judge, ->as_scored) */
    int32_t in_common;
    bool shares; /* the moves' candidates are computed together (ops->siblings_init) */
    const struct search_siblings *siblings; /* computed; NULL: not yet */
};

SEARCH_INLINE struct node_moves node_moves_begin(const struct search *search,
                                                 const struct node *node,
                                                 const struct search_ops *ops) {
    bool judged = node->depth == 1 && ops->judge && search->static_leaves;
    int32_t in_common =
        judged && ops->in_common
            ? ops->in_common(search->evaluator, search->prepared, node->state, search->root_side)
            : 0;
    return (struct node_moves){
        .best = -SCORE_INFINITE,
        .lower = node->alpha,
        .best_move = MOVE_NONE,
        /* The last plies are too cheap to be searched twice, if no quiescence follows. */
        .scouts = search->null_windows && node->depth > (ops->unit && search->reduce ? 1 : 2),
        .judged = judged,
        .as_scored = judged && !node->quick && ops->as_scored && node->ply > 0 && !node->entry &&
                     !search->counted && ops->as_scored(node->state, search->root_side),
        .in_common = in_common,
        /* Else no child reads it. */
        .shares = ops->siblings_init && node->depth > (search->whole_last_ply ? 2 : 1),
    };
}

/* Whether another move is to be tried. While limits->defend finds only losses, all are. */
SEARCH_INLINE bool node_goes_on(const struct search *search, const struct node *node,
                                const struct node_moves *moves) {
    bool lost = search->limits->defend > 0 && moves->best <= -SCORE_WIN;
    return moves->best < node->beta &&
           (moves->tried < node->width || (moves->tried < node->count && lost));
}

/* Brings the next move to its place. Most nodes that cut do so with their first move, and those
 * that do not need all moves in order: so the first is picked and the rest sorted afterwards. */
SEARCH_INLINE void node_bring(const struct search *search, const struct node *node, int i,
                              struct candidate *list) {
    bool sorted = node->depth >= ORDER_HISTORY_DEPTH;
    if (i == 1 && !sorted) node_sort(search, list + 1, node->count - 1, node->width - 1);
    if (i == 0 || sorted || i >= node->width || node->width == node->count)
        order_pick(list, i, sorted && i < node->width ? node->width : node->count);
}

/* A leaf judged from its parent, for the parent's mover. False if it must be played. */
SEARCH_INLINE bool search_judge(struct search *search, const struct node *node, move_t move,
                                int32_t in_common, const struct search_ops *ops, int32_t *value) {
    if (!ops->judge(search->evaluator, search->prepared, node->state, search->root_side, move,
                    value))
        return false;
    *value += in_common;
    search->line_lengths[node->ply + 1] = 0;
    search->static_evals += search_enter(search);
    return true;
}

/* Leaves in the order of their scores, which are their values: either the first one suffices, or no
 * other is better and they are only counted. */
SEARCH_INLINE int32_t node_take_scored(struct search *search, const struct node *node,
                                       struct node_moves *moves, const struct candidate *list) {
    int32_t value = list[0].score + moves->in_common;
    if (value < node->beta) moves->tried = node->width - 1;
    search->line_lengths[node->ply + 1] = 0;
    search->nodes += (uint64_t)moves->tried + 1;
    search->static_evals += (uint64_t)moves->tried + 1;
    return value;
}

/* Computes what siblings share at a node's second move, since many nodes end with the first. */
SEARCH_INLINE void node_share(const struct search *search, const struct node *node,
                              struct node_moves *moves, move_t move, const struct search_ops *ops,
                              struct search_siblings *own) {
    if (!moves->shares || (moves->searched == 0 && node->ply > 0)) return;
    if (!moves->siblings) ops->siblings_init(search->evaluator, search->prepared, node->state, own);
    own->move = move;
    moves->siblings = own;
}

/* The value of a move; of all but the first, by a null window and a reduced depth at first. */
SEARCH_INLINE int32_t search_move(struct search *search, const struct node *node,
                                  struct node_moves *moves, move_t move,
                                  const struct search_ops *ops, search_node_fn *self,
                                  struct search_siblings *own) {
    struct search_state child;
    search_play(search, node->state, move, ops, &child);
    node_share(search, node, moves, move, ops, own);
    bool same_side = ops->side(&child) == node->side;
    bool scout = moves->scouts && moves->best_move != MOVE_NONE;
    int reduction = scout ? prune_lmr(search, node->depth, moves->searched, ops) : 0;
    if (reduction > 0 && prune_lmr_hides(node->state, &child, ops)) reduction = 0;
    int depth = node->depth - 1, ply = node->ply + 1;
    int32_t lower = moves->lower, value = SCORE_INFINITE;
    if (reduction > 0)
        value = search_child(search, &child, moves->siblings, same_side, depth - reduction, ply,
                             lower, lower + 1, self);
    if (scout && value > lower)
        value = search_child(search, &child, moves->siblings, same_side, depth, ply, lower,
                             lower + 1, self);
    if (!scout || (value > lower && value < node->beta))
        value = search_child(search, &child, moves->siblings, same_side, depth, ply, lower,
                             node->beta, self);
    return value;
}

/* Whether the value is the best so far; then stores it and its line. */
SEARCH_INLINE void node_take(struct search *search, const struct node *node,
                             struct node_moves *moves, move_t move, int32_t value) {
    moves->searched++;
    if (value <= moves->best) return;
    moves->best = value;
    moves->best_move = move;
    if (value <= moves->lower) return;
    moves->lower = value;
    if (value < node->beta) search_line_set(search, node->ply, move);
    if (node->ply == 0) search->root_move = move, search->root_value = value;
}

/* Searches the moves, best first. If a limit ends it, search->stopped is set and the result means
 * nothing. */
SEARCH_INLINE void node_search_moves(struct search *search, const struct node *node,
                                     struct node_moves *moves, const struct search_ops *ops,
                                     search_node_fn *self, struct candidate *list) {
    struct search_siblings own;
    for (; node_goes_on(search, node, moves); moves->tried++) {
        node_bring(search, node, moves->tried, list);
        move_t move = list[moves->tried].move;
        if (node->ply == 0 && search_excepted(search, move)) continue;
        if (node->ply == 0 && search->root_first.move == MOVE_NONE)
            search->root_first = list[moves->tried];
        int32_t value;
        if (moves->as_scored && moves->tried == 0 && list[0].score < SCORE_WIN)
            value = node_take_scored(search, node, moves, list);
        else if (!moves->judged || !search_judge(search, node, move, moves->in_common, ops, &value))
            value = search_move(search, node, moves, move, ops, self, &own);
        if (node->depth >= ORDER_HISTORY_DEPTH && interrupt_pending()) search->stopped = true;
        if (search->stopped) return;
        node_take(search, node, moves, move, value);
    }
}

/* ---- the node -------------------------------------------------------------------------------- */

/* Updates history and table with the result. */
SEARCH_INLINE void node_learn(struct search *search, const struct node *node,
                              const struct node_moves *moves, const struct search_ops *ops,
                              uint64_t static_evals_before) {
    if (moves->best >= node->beta && node->depth >= ORDER_HISTORY_DEPTH)
        order_update_history(&search->order, node->side, node->depth, node->ply, moves->best_move);
    if (node->ply == 0) return;
    if (moves->best < node->beta)
        search->static_evals += prune_left_out(search, node->state, moves->tried, node->count);
    node_store(search, node, moves->best, moves->best_move,
               search->static_evals == static_evals_before, ops);
}

/* The value of `state` for its side to move, searched `depth` plies deep (fail-soft). A value
 * inside the window leaves its line behind. */
SEARCH_INLINE int32_t search_node(struct search *search, const void *state, int depth, int ply,
                                  int32_t alpha, int32_t beta, const struct search_ops *ops,
                                  search_node_fn *self) {
    struct node node = {.state = state,
                        .depth = depth,
                        .asked = depth,
                        .ply = ply,
                        .alpha = alpha,
                        .beta = beta,
                        .side = ops->side(state)};
    struct candidate list[GAME_MOVES_MAX];
    int32_t value, eval = 0;
    search->line_lengths[ply] = 0;
    node.siblings = ops->siblings_init ? search->siblings : NULL;
    search->siblings = NULL;
    if (!search_enter(search)) return 0;
    if (node_ends(search, &node, ops, self, &value)) return value;

    node_find_bucket(search, &node, ops);
    node.quick = node_is_quick(search, depth, ply, ops);
    bool futile = prune_futility(search, state, depth, ply, alpha, beta, ops, &eval);
    bool early = (ops->moves_cheap || node.quick) && !futile; /* while the table is waited for */
    if (early && !node_generate(search, &node, ops, list, &value)) return value;
    if (node_probe(search, &node, ops, &value)) return value;
    search->static_evals += futile;
    if (futile) return eval;
    if (prune_margins(search, state, depth, ply, alpha, beta, ops, self, &value))
        return search->stopped ? 0 : value;
    if (node_probcut(search, &node, ops, self, &value)) return value;
    if (node_passes(search, &node, ops, self, &value)) return value;
    if (!early && !node_generate(search, &node, ops, list, &value)) return value;

    node_order(search, &node, ops, list);
    struct node_moves moves = node_moves_begin(search, &node, ops);
    uint64_t static_evals = search->static_evals;
    node_search_moves(search, &node, &moves, ops, self, list);
    if (search->stopped) return 0;
    node_learn(search, &node, &moves, ops, static_evals);
    return moves.best;
}

#endif
