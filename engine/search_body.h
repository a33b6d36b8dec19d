/*
 * search_body: the search, written once, for inclusion by evaluator files only.
 *
 * An evaluator file describes its game's rules and itself in a `static const struct search_ops`
 * whose functions are all in view, then says SEARCH_INSTANCE(wpc_search, wpc_ops). The body is
 * always inlined into the instance with the operations as constants, so that no call inside the
 * loop is indirect.
 */
#ifndef HONE_ENGINE_SEARCH_BODY_H
#define HONE_ENGINE_SEARCH_BODY_H

#include <string.h>

#include "engine/expert.h"

/* The value of a position for its side to move, one ply deep. */
struct search_last {
    int32_t value;
    move_t move;  /* the best one, or one of them */
    int leaves;   /* positions that were judged */
    bool certain; /* all of them were ends of the game */
};

struct search_ops {
    size_t state_size; /* bytes to copy for a child */
    int (*side)(const void *state);
    bool (*over)(const struct game *game, const void *state);
    int (*margin)(const struct game *game, const void *state);
    void (*play)(const struct game *game, void *state, move_t move);
    uint64_t (*hash)(const void *state);
    int (*candidates)(const struct evaluator *evaluator, const void *prepared, const void *state,
                      bool all, struct candidate *out);
    int32_t (*eval)(const struct evaluator *evaluator, const void *prepared, const void *state,
                    int side);
    /* Faster than one by one: all moves of an unfinished position at once, each judged by the
     * weights of `root_side` or by the end of the game. Exactly what the body finds at depth 1 with
     * width 0. May be NULL. */
    struct search_last (*last_ply)(const struct evaluator *evaluator, const void *prepared,
                                   const void *state, int root_side);
    /* As in struct expert, in view. May be NULL. */
    int (*forced)(const struct game *game, const void *state, struct candidate *list, int count,
                  int32_t *value);
};

/* Defines `static void name(…)`, an evaluator's search member, from its operations. */
#define SEARCH_INSTANCE(name, ops)                                                                 \
    static int32_t name##_node(struct search *search, const void *state, int depth, int ply,       \
                               int32_t alpha, int32_t beta) {                                      \
        return search_node(search, state, depth, ply, alpha, beta, &(ops), name##_node);           \
    }                                                                                              \
    static void name(struct search *search, const struct evaluator *evaluator,                     \
                     const void *prepared, const void *state, const struct search_limits *limits,  \
                     struct search_result *out) {                                                  \
        search_run(search, evaluator, prepared, state, limits, out, name##_node);                  \
    }

/* What is proved about a position's value: at least, at most, or exactly `value`. */
enum search_bound { BOUND_NONE = 0, BOUND_LOWER = 1, BOUND_UPPER = 2, BOUND_EXACT = 3 };

struct search_entry {
    uint64_t key;
    int32_t value;
    move_t move;
    uint8_t depth;
    uint8_t bound : 2, final : 1; /* final: no static value is in it, more depth changes nothing */
};

struct search_line {
    int length;
    move_t moves[SEARCH_DEPTH_MAX];
};

struct search {
    /* The table is always replaced, so an entry of an earlier game, whose key no longer matches,
     * is as good as an empty one. */
    struct search_entry *table;
    uint64_t mask;
    uint64_t games;

    size_t table_bytes;
    const struct expert *expert; /* whose memory this is, made when first asked */
    void *expert_memory;

    /* The search under way. Static values are the root player's: the weights are theirs. */
    const struct evaluator *evaluator;
    const void *prepared;
    const struct search_limits *limits;
    int root_side, width;
    const move_t *except; /* moves left out at the root */
    int except_count;
    uint64_t salt; /* of the keys: differs with game, root side, width and exceptions */
    uint64_t nodes, nodes_max;
    double deadline;
    uint64_t horizons; /* static values used so far */
    bool stoppable, stopped;
    struct search_line lines[SEARCH_DEPTH_MAX + 1]; /* by ply: the best line from there */
};

typedef int32_t search_node_fn(struct search *search, const void *state, int depth, int ply,
                               int32_t alpha, int32_t beta);

/* Iterative deepening around an instance's node function. */
void search_run(struct search *search, const struct evaluator *evaluator, const void *prepared,
                const void *state, const struct search_limits *limits, struct search_result *out,
                search_node_fn *node);

/* Whether a limit is reached; once true, it stays so until the next search. */
bool search_stop(struct search *search);

/* Whether the game's expert proves a leaf's value. */
bool search_settles(struct search *search, const void *state, int32_t *value);

/* Counts a node, or says that there is no more time for it. */
static inline bool search_enter(struct search *search) {
    if (search->stoppable && search_stop(search)) return false;
    search->nodes++;
    return true;
}

static inline int32_t search_final_value(int margin, int side) {
    int own = side == 0 ? margin : -margin;
    return own == 0 ? 0 : own > 0 ? SCORE_WIN + own : -SCORE_WIN + own;
}

/* Whether the entry's depth is the wanted one in effect, so that its value is just that of a
 * plain minimax search of `depth`: deeper entries would do for play, but make the value of a
 * search depend on what else was searched. */
static inline bool search_entry_fits(const struct search_entry *entry, int depth) {
    return entry->depth == depth || (entry->final && entry->depth < depth);
}

static inline bool search_entry_cuts(const struct search_entry *entry, int32_t alpha,
                                     int32_t beta) {
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && entry->value >= beta) ||
           (entry->bound == BOUND_UPPER && entry->value <= alpha);
}

/* Highest score first, lowest move first among equals, as one number: comparing it needs no
 * branch, which is worth a fifth of a Reversi search. */
static inline int64_t search_rank(struct candidate candidate) {
    return (int64_t)candidate.score * 65536 - candidate.move;
}

static inline void search_swap(struct candidate *list, int i, int j) {
    struct candidate old = list[i];
    list[i] = list[j];
    list[j] = old;
}

/* Moves the best candidate of [from, count) to `from`. */
static inline void search_pick(struct candidate *list, int from, int count) {
    int best = from;
    int64_t best_rank = search_rank(list[from]);
    for (int i = from + 1; i < count; i++) {
        int64_t rank = search_rank(list[i]);
        best = rank > best_rank ? i : best;
        best_rank = rank > best_rank ? rank : best_rank;
    }
    search_swap(list, from, best);
}

/* Gives the move that the table remembers a score above all others. */
static inline void search_prefer(struct candidate *list, int count, move_t move) {
    for (int i = 0; i < count; i++)
        if (list[i].move == move) list[i].score = INT32_MAX;
}

static inline bool search_excepted(const struct search *search, move_t move) {
    for (int i = 0; i < search->except_count; i++)
        if (search->except[i] == move) return true;
    return false;
}

static inline void search_line_set(struct search *search, int ply, move_t move) {
    struct search_line *line = &search->lines[ply];
    const struct search_line *rest = &search->lines[ply + 1];
    line->moves[0] = move;
    memcpy(line->moves + 1, rest->moves, (size_t)rest->length * sizeof(move_t));
    line->length = rest->length + 1;
}

/* The value of `state` for its side to move, searched `depth` plies deep (fail-soft). */
static inline __attribute__((always_inline)) int32_t
search_node(struct search *search, const void *state, int depth, int ply, int32_t alpha,
            int32_t beta, const struct search_ops *ops, search_node_fn *self) {
    const struct evaluator *evaluator = search->evaluator;
    const struct game *game = evaluator->game;
    search->lines[ply].length = 0;
    if (!search_enter(search)) return 0;

    int side = ops->side(state);
    if (ops->over(game, state)) return search_final_value(ops->margin(game, state), side);
    if (depth == 0) {
        int32_t proved;
        search->horizons++;
        if (search->limits->leaf_threats > 0 && search_settles(search, state, &proved))
            return proved;
        int32_t value = ops->eval(evaluator, search->prepared, state, search->root_side);
        return side == search->root_side ? value : -value;
    }

    uint64_t hash = ops->hash(state), key = hash ^ search->salt;
    struct search_entry *entry = &search->table[hash & search->mask];
    move_t first = MOVE_NONE;
    if (entry->key == key && entry->bound != BOUND_NONE) {
        first = entry->move;
        if (ply > 0 && search_entry_fits(entry, depth) && search_entry_cuts(entry, alpha, beta)) {
            search->horizons += !entry->final;
            return entry->value;
        }
    }

    bool all_moves = search->width == 0 && search->limits->leaf_threats == 0 && ply > 0;
    if (depth == 1 && ops->last_ply && all_moves) {
        struct search_last last =
            ops->last_ply(evaluator, search->prepared, state, search->root_side);
        search->horizons += !last.certain;
        search->nodes += (uint64_t)last.leaves;
        search->lines[ply] = (struct search_line){1, {last.move}};
        return last.value;
    }

    struct candidate list[GAME_MOVES_MAX];
    int count = ops->candidates(evaluator, search->prepared, state, search->width == 0, list);
    if (ops->forced) {
        int32_t proved;
        count = ops->forced(game, state, list, count, &proved);
        if (count == 0) return proved;
    }
    int width = search->width == 0 ? count : min_int(count, search->width);
    if (first != MOVE_NONE) search_prefer(list, count, first);
    uint64_t horizons = search->horizons;
    int32_t best = -SCORE_INFINITE, lower = alpha;
    move_t best_move = MOVE_NONE;
    for (int i = 0; i < width && best < beta; i++) {
        search_pick(list, i, count);
        if (ply == 0 && search_excepted(search, list[i].move)) continue;
        struct state child;
        memcpy(&child, state, ops->state_size);
        ops->play(game, &child, list[i].move);
        int32_t value = ops->side(&child) == side
                            ? self(search, &child, depth - 1, ply + 1, lower, beta)
                            : -self(search, &child, depth - 1, ply + 1, -beta, -lower);
        if (search->stopped) return 0;
        if (value <= best) continue;
        best = value;
        best_move = list[i].move;
        if (best <= lower) continue;
        lower = best;
        search_line_set(search, ply, best_move);
    }

    *entry = (struct search_entry){
        .key = key,
        .value = best,
        .move = best_move,
        .depth = (uint8_t)depth,
        .bound = best >= beta    ? BOUND_LOWER
                 : best <= alpha ? BOUND_UPPER
                                 : BOUND_EXACT,
        .final = search->horizons == horizons,
    };
    return best;
}

#endif
