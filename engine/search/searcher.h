/*
 * searcher: the inside of a struct search: the transposition table, the expert's memory, and the
 * state of the search under way. For the files of this folder alone.
 */
#ifndef HONE_ENGINE_SEARCH_SEARCHER_H
#define HONE_ENGINE_SEARCH_SEARCHER_H

#include <string.h>

#include "engine/game/expert.h"
#include "engine/search/order.h"
#include "engine/search/search.h"
#include "engine/search/tt.h"

/* What an evaluator computes once for all positions one move ahead of a node (siblings), and which
 * of them is searched next. */
struct search_siblings {
    _Alignas(64) unsigned char bytes[1920];
    move_t move;
};

/* The principal variation from a ply on. */
struct search_line {
    move_t moves[SEARCH_DEPTH_MAX];
};

struct search {
    struct tt tt;
    struct order order;
    void *arena; /* of arena_bytes, made when first wanted */
    size_t arena_bytes;
    uint64_t games;

    const struct expert *expert;    /* the owner of expert_memory, which is made when first asked */
    const struct game *expert_game; /* and for which game, or board */
    void *expert_memory;

    /* The search under way. Static evals are by the root player's weights. */
    const struct evaluator *evaluator;
    const void *prepared;
    const struct search_limits *limits;
    int root_side, root_left, width; /* left: of the root's turn */
    const move_t *except;            /* moves left out at the root */
    int except_count;
    bool null_windows, reduce;
    bool long_search;    /* with limits->reduce: wider margins, probes by minimax (prune.h) */
    bool static_leaves;  /* the evaluator alone judges leaves */
    bool whole_last_ply; /* the evaluator may judge all moves of a position at once */
    uint64_t key_salt;   /* xored into every key: of all that a value depends on (limits.h) */
    struct search_limits watched; /* the limits with the halt, where there is one */
    struct halt halt;
    uint64_t nodes, nodes_max, nodes_look; /* looks again at nodes_look */
    double begun;                          /* by the clock, if there is a limit of seconds */
    uint64_t static_evals;                 /* used so far */
    bool stoppable, stopped;
    bool counted;                /* a limit ends this depth: leaves are judged one by one */
    struct candidate root_first; /* the best-looking move of the root; MOVE_NONE: not known yet */
    move_t root_move;            /* the best of the last depth, now the first to be searched */
    int32_t root_value;          /* of the best line so far */
    const struct search_siblings *siblings; /* computed by the next node's parent; NULL: not */
    uint8_t line_lengths[SEARCH_DEPTH_MAX + 1];
    struct search_line lines[SEARCH_DEPTH_MAX + 1];
};

/* A node's value, by the instance of the search that an evaluator has (node.h). */
typedef int32_t search_node_fn(struct search *search, const void *state, int depth, int ply,
                               int32_t alpha, int32_t beta);

/* One search by limits->driver around an instance's node function. */
void search_run(struct search *search, const struct evaluator *evaluator, const void *prepared,
                const void *state, const struct search_limits *limits, struct search_result *out,
                search_node_fn *node);

/* Whether a limit is reached; once true, it stays so until the next search. */
bool search_stop(struct search *search);

/* As candidates(), for an evaluator that scores each move separately (evaluator_ops.singly). The
 * halt is asked between two moves: once it is over, the others get the lowest score. Without a halt
 * it is candidates(). */
int search_judge_singly(const struct evaluator *evaluator, const void *prepared, const void *state,
                        struct halt *halt, bool all, struct candidate *out);

/* Room for the tree of a best-first driver, of the size of the searcher's table, or of `least`
 * bytes if that is more. Its content is undefined, and it is the searcher's memory, for one
 * search. */
void *search_arena(struct search *search, size_t least, size_t *bytes);

/* Whether a search with this score proves it. A win or a loss is proved however many moves were
 * reduced; where points are counted, only if all ends were seen, as more points may be possible.
 * Where a width leaves moves out, nothing is certain. */
bool search_proves(const struct game *game, const struct search_limits *limits, int32_t score,
                   bool all_ends_seen);

/* ---- questions to the game's expert (engine/game/expert.h) ----------------------------------- */

/* Whether it proves a leaf's value. */
bool search_settles(struct search *search, const void *state, int32_t *value);
/* The questions of limits->defend. */
bool search_strikes(struct search *search, const void *state, int ply, int32_t *value);
int search_defend(struct search *search, const void *state, int ply, struct candidate *list,
                  int count);
/* Whether the expert refutes the best turn. Then keys change, since the table's values of that
 * turn, and of the positions that lead to it, are wrong. */
bool search_is_refuted(struct search *search, const void *root, const struct search_result *out);

/* ---- small things ---------------------------------------------------------------------------- */

/* Counts a node, or returns that there is no time for it. */
static inline bool search_enter(struct search *search) {
    if (search->stoppable && search_stop(search)) return false;
    search->nodes++;
    return true;
}

/* Moves that were judged count as nodes for the halt. */
static inline void search_count_judged(struct search *search, int count) {
    uint64_t judged = (uint64_t)count;
    search->nodes_look = search->nodes_look > judged ? search->nodes_look - judged : 0;
}

static inline int32_t search_final_value(int margin, int side) {
    int own = side == 0 ? margin : -margin;
    return own == 0 ? 0 : own > 0 ? SCORE_WIN + own : -SCORE_WIN + own;
}

static inline bool search_excepted(const struct search *search, move_t move) {
    return game_lists(search->except, search->except_count, move);
}

/* The value of a child for its parent's mover. */
static inline int32_t search_child(struct search *search, const void *child,
                                   const struct search_siblings *siblings, bool same_side,
                                   int depth, int ply, int32_t alpha, int32_t beta,
                                   search_node_fn *self) {
    search->siblings = siblings;
    return same_side ? self(search, child, depth, ply, alpha, beta)
                     : -self(search, child, depth, ply, -beta, -alpha);
}

/* `move`, then the line of the ply behind it, is the line from `ply` on. */
static inline void search_line_set(struct search *search, int ply, move_t move) {
    search->lines[ply].moves[0] = move;
    search->line_lengths[ply] = (uint8_t)(search->line_lengths[ply + 1] + 1);
    memcpy(search->lines[ply].moves + 1, search->lines[ply + 1].moves,
           search->line_lengths[ply + 1] * sizeof(move_t));
}

#endif
