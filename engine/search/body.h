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

#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "engine/game/expert.h"
#include "engine/search/search.h"
#ifdef __AVX512F__
#include "engine/search/best_avx512.h"
#endif

/* The value of a position for its side to move, one ply deep. */
struct search_last {
    int32_t value;
    move_t move;  /* the best one, or one of them; MOVE_NONE: forced replies leave none */
    int leaves;   /* positions that were judged; 0: the position itself is finished */
    bool certain; /* all of them were ends of the game */
};

/* What an evaluator finds of a position before those after its moves are searched, and which of
 * these is. */
struct search_survey {
    _Alignas(64) unsigned char bytes[1920];
    move_t move;
};

struct search_ops {
    size_t state_size; /* bytes to copy for a child; 0: as the game says */
    int (*side)(const void *state);
    bool (*over)(const struct game *game, const void *state);
    int (*margin)(const struct game *game, const void *state);
    void (*play)(const struct game *game, void *state, move_t move);
    /* What an evaluator keeps beside a position, so that it need not be found anew after each move:
     * so many bytes, search_grown_at() behind the state, which grow() makes and play_grown() keeps
     * up in place of play(). Then the other functions here find it there. 0 and NULL: nothing. */
    size_t grown_size;
    void (*grow)(const struct evaluator *evaluator, const void *prepared, void *state);
    void (*play_grown)(const struct evaluator *evaluator, const void *prepared, void *state,
                       move_t move);
    uint64_t (*hash)(const void *state);
    int (*candidates)(const struct evaluator *evaluator, const void *prepared, const void *state,
                      bool all, struct candidate *out);
    /* What makes the candidates of several positions that are one move ahead cheaper: survey() is
     * asked once, then surveyed() of such a position, after survey->move, in place of candidates(),
     * and finds the same. May be NULL. */
    void (*survey)(const struct evaluator *evaluator, const void *prepared, const void *state,
                   struct search_survey *out);
    int (*surveyed)(const struct evaluator *evaluator, const void *prepared,
                    const struct search_survey *survey, const void *state, bool all,
                    struct candidate *out);
    int32_t (*eval)(const struct evaluator *evaluator, const void *prepared, const void *state,
                    int side);
    /* Whether candidates() and last_ply() are to be asked instead of over() in inner nodes: they
     * find no move, no leaf, exactly where the game is over. For games where over() costs as much
     * as finding the moves. */
    bool ends_show;
    /* Faster than one by one: all moves of a position at once (an unfinished one, unless
     * ends_show), each judged by the weights of `root_side` or by the end of the game. Exactly
     * what the body finds at depth 1 with width 0. May be NULL. */
    struct search_last (*last_ply)(const struct evaluator *evaluator, const void *prepared,
                                   const void *state, int root_side);
    /* Whether `move`, judged like a leaf of last_ply(), gives the side to move `enough` or more,
     * and how much. False if it is not legal or ends the game. Worth having where it takes a small
     * part of last_ply()'s time; may be NULL. */
    bool (*answers)(const struct evaluator *evaluator, const void *prepared, const void *state,
                    int root_side, move_t move, int32_t enough, int32_t *value);
    /* The value for its mover, by the weights of `root_side`, of the position after a legal move,
     * which is not played for that, less what all moves of the position have `in common`. False if
     * it ends the game. Where a candidate's score is just that, `as_scored` says so (of moves that
     * do not end the game). Each may be NULL: no such shortcut, nothing in common, never. */
    bool (*judge)(const struct evaluator *evaluator, const void *prepared, const void *state,
                  int root_side, move_t move, int32_t *value);
    int32_t (*in_common)(const struct evaluator *evaluator, const void *prepared, const void *state,
                         int root_side);
    bool (*as_scored)(const void *state, int root_side);
    /* Whether candidates() takes less time than waiting for the table: then the moves are found
     * meanwhile, if in vain now and then. Without forced(). */
    bool moves_cheap;
    /* As candidates(), of all moves, but each with a score that takes no judgement of the position
     * after it. For the last plies where late moves are reduced, and of their probes. May be NULL.
     */
    int (*glance)(const struct evaluator *evaluator, const void *state, struct candidate *out);
    /* How far the values of two searches of a position differ that look so many plies ahead, in
     * hundredths of a disc (the root of the mean square). NULL: nobody knows. */
    int32_t (*doubt)(const void *state, int depth, int shallow);
    /* By how much so few plies of search are expected to change the value of a position at most, in
     * units of values; -1: by more than anybody knows. NULL: it is so in all. */
    int32_t (*slack)(const struct evaluator *evaluator, const void *state, int depth);
    bool single_extends; /* a single reply costs no depth where late moves are reduced */
    /* As in struct expert, in view. May be NULL. */
    int (*forced)(const struct game *game, const void *state, struct candidate *list, int count,
                  int32_t *value);
};

enum { SEARCH_GROWN_MAX = 3072 };

/* A position with what is kept beside it. */
struct search_state {
    _Alignas(64) unsigned char bytes[GAME_STATE_MAX + SEARCH_GROWN_MAX];
};

_Static_assert(GAME_STATE_MAX % 64 == 0, "there must be room behind the largest state");

/* Where what is kept beside a state of the game begins. */
static inline size_t search_grown_at(const struct game *game) {
    return (game->state_size + 63) / 64 * 64;
}

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
        if ((ops).grow) (ops).grow(evaluator, prepared, &root);                                    \
        search_run(search, evaluator, prepared, &root, limits, out, name##_node);                  \
    }

/* What is proved about a position's value: at least, at most, or exactly `value`. */
enum search_bound { BOUND_NONE = 0, BOUND_LOWER = 1, BOUND_UPPER = 2, BOUND_EXACT = 3 };

/* The low bits of an entry's key say when it was written: the game, and the search of that game,
 * the last ones of which count as one. The others, with those that choose the bucket, are the
 * position's. */
enum {
    SEARCH_AGE_BITS = 8,
    SEARCH_STAMP_BITS = SEARCH_AGE_BITS + 12,
    SEARCH_AGE_MAX = (1 << SEARCH_AGE_BITS) - 1,
    SEARCH_STAMP_MAX = (1 << SEARCH_STAMP_BITS) - 1,
};

struct search_entry {
    uint64_t key;
    int32_t value;
    move_t move;
    uint8_t depth;
    uint8_t bound : 2, final : 1; /* final: no static value is in it, more depth changes nothing */
};

/* A cache line. */
struct search_bucket {
    struct search_entry entries[4];
};

/* Moves of the principal variation at each ply: the best line from there. */
struct search_line {
    move_t moves[SEARCH_DEPTH_MAX];
};

enum { SEARCH_KILLERS = 2, SEARCH_HISTORY_MOVES = 512 /* others share places with these */ };

struct search {
    struct search_bucket *table;
    void *table_memory;
    size_t table_bytes;
    void *arena; /* of arena_bytes, made when first wanted */
    size_t arena_bytes;
    uint64_t buckets, mask; /* all of them, a power of two; of those in use */
    uint64_t games;
    uint32_t stamp; /* of the search under way, in what it writes to the table */

    const struct expert *expert;    /* whose memory this is, made when first asked */
    const struct game *expert_game; /* and for which game, or board */
    void *expert_memory;

    /* The search under way. Static values are the root player's: the weights are theirs. */
    const struct evaluator *evaluator;
    const void *prepared;
    const struct search_limits *limits;
    int root_side, root_left, width; /* left: of the root's turn */
    const move_t *except;            /* moves left out at the root */
    int except_count;
    bool null_windows, reduce;
    bool patient;        /* where late moves are reduced: surer of what it cuts, and cuts less */
    bool static_leaves;  /* nobody but the evaluator is asked there */
    bool whole_last_ply; /* the evaluator may judge all moves of a position at once */
    uint64_t salt;       /* of the keys: differs with all that a value depends on */
    uint64_t nodes, nodes_max, nodes_clock; /* the clock is read again at nodes_clock */
    double begun;                           /* by the clock, if there is a limit of seconds */
    uint64_t horizons;                      /* static values used so far */
    bool stoppable, stopped;
    move_t root_move;   /* the best of the last depth, now the first to be searched */
    int32_t root_value; /* of the best line so far */
    move_t killers[SEARCH_DEPTH_MAX + 1][SEARCH_KILLERS]; /* by ply, the latest first */
    uint32_t history[2][SEARCH_HISTORY_MOVES];            /* by side: how well moves cut */
    const struct search_survey *survey; /* of the next node's parent; NULL: there is none */
    uint8_t line_lengths[SEARCH_DEPTH_MAX + 1];
    struct search_line lines[SEARCH_DEPTH_MAX + 1];
};

typedef int32_t search_node_fn(struct search *search, const void *state, int depth, int ply,
                               int32_t alpha, int32_t beta);

/* The driver of limits->driver around an instance's node function. */
void search_run(struct search *search, const struct evaluator *evaluator, const void *prepared,
                const void *state, const struct search_limits *limits, struct search_result *out,
                search_node_fn *node);

/* Whether a limit is reached; once true, it stays so until the next search. */
bool search_stop(struct search *search);

/* Raises the scores of killers and of moves that the history knows; learns the move that cut off
 * a node. Worth their time, and done, in nodes of SEARCH_LEARN_DEPTH and more. */
enum { SEARCH_LEARN_DEPTH = 3 };
void search_favour(const struct search *search, struct candidate *list, int count, int side,
                   int ply);
void search_learn(struct search *search, int side, int depth, int ply, move_t move);

/* Whether the game's expert proves a leaf's value. */
bool search_settles(struct search *search, const void *state, int32_t *value);

/* The questions of limits->defend to the game's expert (engine/game/expert.h). */
bool search_strikes(struct search *search, const void *state, int ply, int32_t *value);
int search_defend(struct search *search, const void *state, int ply, struct candidate *list,
                  int count);

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

/* ---- the table ------------------------------------------------------------------------------- */

static inline bool search_entry_is(const struct search_entry *entry, uint64_t key) {
    return (entry->key ^ key) >> SEARCH_STAMP_BITS == 0 && entry->bound != BOUND_NONE;
}

static inline const struct search_entry *search_probe(const struct search_bucket *bucket,
                                                      uint64_t key) {
    for (size_t i = 0; i < COUNT_OF(bucket->entries); i++)
        if (search_entry_is(&bucket->entries[i], key)) return &bucket->entries[i];
    return NULL;
}

/* Whether the entry's depth is the wanted one in effect, so that its value is just that of a
 * plain minimax search of `depth`: deeper entries make the value of a search depend on what else
 * was searched. Where it does so anyway they do, too, if both depths are even or both odd. */
static inline bool search_entry_fits(const struct search *search, const struct search_entry *entry,
                                     int depth) {
    int deeper = entry->depth - depth;
    return deeper == 0 || (entry->final && deeper < 0) ||
           (search->reduce && deeper > 0 && deeper % 2 == 0);
}

static inline bool search_entry_cuts(const struct search_entry *entry, int32_t alpha,
                                     int32_t beta) {
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && entry->value >= beta) ||
           (entry->bound == BOUND_UPPER && entry->value <= alpha);
}

/* What an entry is worth keeping: one of an earlier game as little as an empty one, so that the
 * table is new after search_new_game; then the latest searches', then the deeper. */
static inline uint32_t search_entry_worth(const struct search *search,
                                          const struct search_entry *entry) {
    uint32_t stamp = (uint32_t)entry->key & SEARCH_STAMP_MAX;
    bool this_game = stamp >> SEARCH_AGE_BITS == search->stamp >> SEARCH_AGE_BITS;
    return this_game ? stamp << 8 | entry->depth : 0;
}

/* Where to write: over the position's own entry, else the least worthy one. */
static inline struct search_entry *search_place(const struct search *search,
                                                struct search_bucket *bucket, uint64_t key) {
    struct search_entry *place = NULL;
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < COUNT_OF(bucket->entries); i++) {
        struct search_entry *entry = &bucket->entries[i];
        if (search_entry_is(entry, key)) return entry;
        uint32_t worth = search_entry_worth(search, entry);
        place = worth < least ? entry : place;
        least = worth < least ? worth : least;
    }
    return place;
}

/* The entry's key is the position's, whole. */
static inline void search_keep(const struct search *search, struct search_bucket *bucket,
                               struct search_entry entry) {
    struct search_entry *place = search_place(search, bucket, entry.key);
    *place = entry;
    place->key = (entry.key & ~(uint64_t)SEARCH_STAMP_MAX) | search->stamp;
}

/* ---- the order of moves ---------------------------------------------------------------------- */

/* Highest score first, lowest move first among equals, as one number: comparing it needs no
 * branch, which is worth a fifth of a Reversi search. */
static inline int64_t search_rank(struct candidate candidate) {
    return (int64_t)candidate.score * 65536 - candidate.move;
}

/* Where the best candidate of [from, count) is. */
static inline int search_find_best(const struct candidate *list, int from, int count) {
#ifdef __AVX512F__
    if (count - from > BEST_MAX && count <= BEST_OF_MAX) return search_best_at(list, from, count);
#endif
    int best = from;
    int64_t best_rank = search_rank(list[from]);
    for (int i = from + 1; i < count; i++) {
        int64_t rank = search_rank(list[i]);
        best = rank > best_rank ? i : best;
        best_rank = rank > best_rank ? rank : best_rank;
    }
    return best;
}

/* Moves it to `from`. */
static inline void search_pick(struct candidate *list, int from, int count) {
    int best = search_find_best(list, from, count);
    struct candidate picked = list[best];
    list[best] = list[from];
    list[from] = picked;
}

/* Puts `candidate` where it belongs in an ordered list of `count`, whose last one it replaces. */
static inline void search_insert(struct candidate *list, int count, struct candidate candidate) {
    int64_t rank = search_rank(candidate);
    int i = count - 1;
    for (; i > 0 && search_rank(list[i - 1]) < rank; i--) list[i] = list[i - 1];
    list[i] = candidate;
}

/* Moves the best `width` candidates to the front, in order, if there are more. Most of the others
 * are compared once: a fifth of the time of picking one after the other. */
static inline void search_narrow(struct candidate *list, int count, int width) {
    if (width >= count) return;
    for (int i = 1; i < width; i++) search_insert(list, i + 1, list[i]);
    int64_t least = search_rank(list[width - 1]);
    for (int i = width; i < count; i++) {
        if (search_rank(list[i]) <= least) continue;
        struct candidate better = list[i];
        list[i] = list[width - 1];
        search_insert(list, width, better);
        least = search_rank(list[width - 1]);
    }
}

/* The same where the others are not wanted any more. */
static inline void search_leave(struct candidate *list, int count, int width) {
#ifdef __AVX512F__
    if (search_leave_best(list, count, width)) return;
#endif
    search_narrow(list, count, width);
}

/* Gives the move that the table remembers a score above all others. */
static inline void search_prefer(struct candidate *list, int count, move_t move) {
    for (int i = 0; i < count; i++)
        if (list[i].move == move) list[i].score = INT32_MAX;
}

static inline bool search_excepted(const struct search *search, move_t move) {
    return game_lists(search->except, search->except_count, move);
}

/* ---- the node -------------------------------------------------------------------------------- */

static inline bool search_any_left(const struct search *search, const struct candidate *list,
                                   int count) {
    for (int i = 0; i < count; i++)
        if (!search_excepted(search, list[i].move)) return true;
    return false;
}

static inline void search_line_set(struct search *search, int ply, move_t move) {
    search->lines[ply].moves[0] = move;
    search->line_lengths[ply] = (uint8_t)(search->line_lengths[ply + 1] + 1);
    memcpy(search->lines[ply].moves + 1, search->lines[ply + 1].moves,
           search->line_lengths[ply + 1] * sizeof(move_t));
}

/* What an unfinished position looks like to its side to move. */
static inline __attribute__((always_inline)) int32_t
search_looks(const struct search *search, const void *state, const struct search_ops *ops) {
    int32_t looks = ops->eval(search->evaluator, search->prepared, state, search->root_side);
    return ops->side(state) == search->root_side ? looks : -looks;
}

/* The value of an unfinished position for its side to move, by its looks or by the expert. Looks
 * that end the window as they are would end it with a win, too: the others alone are asked for one
 * where threats are defended against. Three positions of Connect6 games take .29 s of CPU to depth
 * 6 and width 8 so, in place of .57, and .21 to depth 4 and width 24, in place of .30. */
static inline __attribute__((always_inline)) int32_t search_leaf(struct search *search,
                                                                 const void *state, int ply,
                                                                 int32_t beta,
                                                                 const struct search_ops *ops) {
    int32_t looks = search_looks(search, state, ops), value;
    bool strikes = search->limits->defend > 0 && looks < beta;
    if (strikes && search_strikes(search, state, ply, &value)) return value;
    search->horizons++;
    if (search->limits->leaf_threats > 0 && search_settles(search, state, &value)) return value;
    return looks;
}

/* The value of a child for its parent's mover. */
static inline int32_t search_child(struct search *search, const void *child,
                                   const struct search_survey *survey, bool same_side, int depth,
                                   int ply, int32_t alpha, int32_t beta, search_node_fn *self) {
    search->survey = survey;
    return same_side ? self(search, child, depth, ply, alpha, beta)
                     : -self(search, child, depth, ply, -beta, -alpha);
}

/* The position after a move, with what is kept beside it. */
static inline __attribute__((always_inline)) void search_play(const struct search *search,
                                                              const void *state, move_t move,
                                                              const struct search_ops *ops,
                                                              struct search_state *out) {
    const struct evaluator *evaluator = search->evaluator;
    const struct game *game = evaluator->game;
    if (ops->grow) {
        memcpy(out, state, search_grown_at(game) + ops->grown_size);
        ops->play_grown(evaluator, search->prepared, out, move);
    } else {
        memcpy(out, state, ops->state_size > 0 ? ops->state_size : game->state_size);
        ops->play(game, out, move);
    }
}

/* A leaf judged from its parent, for the parent's mover. False if it must be played. */
static inline __attribute__((always_inline)) bool
search_judge(struct search *search, const void *state, move_t move, int ply, int32_t common,
             const struct search_ops *ops, int32_t *value) {
    if (!ops->judge(search->evaluator, search->prepared, state, search->root_side, move, value))
        return false;
    *value += common;
    search->line_lengths[ply + 1] = 0;
    search->horizons += search_enter(search);
    return true;
}

/* The survey for the position after a move: of the second one in a node and those that follow,
 * since many nodes end with the first. Made but once. */
static inline __attribute__((always_inline)) const struct search_survey *
search_survey_for(const struct search *search, const void *state, move_t move,
                  const struct search_survey *seen, const struct search_ops *ops,
                  struct search_survey *out) {
    if (!seen) ops->survey(search->evaluator, search->prepared, state, out);
    out->move = move;
    return out;
}

/* Leaves in the order of their values: either the first one is enough, or none after it is better
 * and all are only counted. */
static inline void search_count_leaves(struct search *search, int ply, int count) {
    search->line_lengths[ply + 1] = 0;
    search->nodes += (uint64_t)count;
    search->horizons += (uint64_t)count;
}

/* The moves to search, before they are narrowed. 0: there are none, and `value` is the position's.
 * At the root, where some move must be made, forced replies are no limit if none is left of them.
 */
static inline __attribute__((always_inline)) int
search_moves(struct search *search, const void *state, int ply, const struct search_survey *survey,
             const struct search_ops *ops, struct candidate *list, int32_t *value) {
    const struct evaluator *evaluator = search->evaluator;
    const struct game *game = evaluator->game;
    bool all = search->width == 0, defend = search->limits->defend > 0;
    if (defend && ply > 0 && search_strikes(search, state, ply, value)) return 0;
    int count = survey ? ops->surveyed(evaluator, search->prepared, survey, state, all, list)
                       : ops->candidates(evaluator, search->prepared, state, all, list);
    if (count == 0) *value = search_final_value(ops->margin(game, state), ops->side(state));
    if (count == 0 || !ops->forced) return count;
    count = ops->forced(game, state, list, count, value);
    if (defend && count > 0) count = search_defend(search, state, ply, list, count);
    if (ply > 0 || search_any_left(search, list, count)) return count;
    count = ops->candidates(evaluator, search->prepared, state, all, list);
    if (search_any_left(search, list, count)) return count;
    return ops->candidates(evaluator, search->prepared, state, true, list);
}

/* Whether moves are only glanced at, while the table is waited for. With fitted patterns 150
 * positions of 26 to 46 empty squares take 55 M nodes to depth 14 in place of 47 M, and 5.2 s in
 * place of 6.4 s; in as much time it is +33 +/- 25 Elo (66000 nodes a move against 50000, 600 games
 * from XOT openings). To glance at 4 plies, too, is level. So are patient searches by whether, and
 * how deep, their probes glance, which find the same in any order (six positions to depths 21 to
 * 24: 29.9 s of CPU without, 29.6 at 3 plies, 29.3 at 6); while those asked half of any depth it
 * was 9.2 and 5.8 s to depth 21. */
static inline bool search_glances(const struct search *search, int depth, int ply,
                                  const struct search_ops *ops) {
    enum { GLANCE_DEPTH = 3 };
    return ops->glance && search->limits->reduce && search->width == 0 &&
           search->evaluator->disc > 0 && depth <= GLANCE_DEPTH && ply > 0;
}

/* As search_moves(), by the looks of the moves. */
static inline __attribute__((always_inline)) int
search_glance(const struct search *search, const void *state, const struct search_ops *ops,
              struct candidate *list, int32_t *value) {
    int count = ops->glance(search->evaluator, state, list);
    if (count == 0)
        *value = search_final_value(ops->margin(search->evaluator->game, state), ops->side(state));
    return count;
}

/* The logarithm of base 2, in sixteenths, a little less between powers. */
static inline int search_log(int number) {
    int whole = 31 - __builtin_clz((unsigned)number);
    return 16 * whole + ((number - (1 << whole)) << 4 >> whole);
}

/* Late moves are searched less deep first, the later and the deeper the less: by whole pairs of
 * plies, since even and odd depths do not compare. With as many nodes as when it was one pair for
 * all from the fifth move on: gomoku, with the narrowing below, +31 +/- 33 Elo
 * (30000 nodes a move, 200 games) and +80 +/- 82 (100000, 80 games from tournament openings);
 * Reversi +2 +/- 25 (20000, 200 games) and +9 +/- 40 (100000, 120). Single plies are -83 +/- 61 in
 * gomoku (60 games). The first move, `index` 0, is never late. */
static inline int search_reduction(const struct search *search, int depth, int index) {
    enum { LOGS_A_PAIR = 1333 }; /* ln depth * ln index / 2.5 pairs */
    if (!search->reduce || index == 0) return 0;
    int pairs = search_log(depth) * search_log(index) / LOGS_A_PAIR;
    return 2 * min_int(pairs, (depth - 2) / 2);
}

/* Of a position that is searched so deep the best moves alone are worth their time: three times as
 * many as the root of the depth. Four gomoku positions are seen to be won with a quarter of the
 * nodes of 24 moves everywhere; twice the root is level with it (-12 +/- 55 Elo, 60 games).
 * In Connect6 by `points` it was measured together with the reductions alone (limits.c). */
static inline int search_narrow_width(int depth) {
    int width = 3;
    while ((width + 1) * (width + 1) <= 9 * depth) width++;
    return width;
}

/* The width of a position. Where the order is good enough to tell, the rest of a turn, and a
 * first turn of fewer stones, has fewer moves that are worth a look. Connect6 by `points`, 30000
 * nodes a stone, games of 40: 8 moves and then 4 against 12 and 8: 25, 8 and 6 against the
 * same 23.5, 16 and 12 17; 6 and 3 against 8 and 4 19, 6 and 4 18, 8 and 3 18. */
static inline int search_usual_width(const struct search *search, const void *state) {
    const struct evaluator *evaluator = search->evaluator;
    bool whole = evaluator->width == 0 || evaluator->game->turn == 1 ||
                 evaluator->game->turn_left(state) == evaluator->game->turn;
    return whole ? search->width : (search->width + 1) / 2;
}

/* How many of the best moves are searched: at the root one more than are left out, so that one is.
 */
static inline int search_width(const struct search *search, const void *state, int depth, int ply,
                               int count) {
    if (search->width == 0) return count;
    int width = search_usual_width(search, state);
    if (ply == 0) return min_int(count, max_int(width, search->except_count + 1));
    if (search->reduce) width = min_int(width, search_narrow_width(depth));
    return min_int(count, width);
}

/* Whether moves were left out for want of depth, so that a deeper search may find another value. */
static inline bool search_left_some(const struct search *search, const void *state, int tried,
                                    int count) {
    return tried < min_int(count, search_usual_width(search, state));
}

/* ProbCut (Buro 1995), where values are in discs: what a search of half the depth finds so far
 * outside of a null window is taken to be outside of it. Who is patient asks of high nodes what is
 * found at a third of it: +49 +/- 38 Elo and +.9 +/- .9 discs a game (240 games from XOT openings,
 * 300000 nodes a move, which take 6 % longer); a quarter from 12 plies on loses 50 +/- 39 of it. */
enum { SEARCH_CUT_DEPTH = 4, SEARCH_THIRD_DEPTH = 8 };

/* Even and odd depths do not compare. */
static inline int search_cut_depth(const struct search *search, int depth) {
    int part = search->patient && depth >= SEARCH_THIRD_DEPTH ? 3 : 2;
    return depth / part / 2 * 2 + depth % 2;
}

/* So much of the doubt is enough to cut, with the reductions before. 20000 nodes a move, fitted
 * patterns: in place of 133 % it is +45 +/- 31 Elo (400 games), 83 and 117 % are level with it; so
 * is a third of the depth, instead or before. Who has time does not see deeper for cuts that are
 * often wrong: 130 %, three times the slack below and probes that are neither reduced nor cut
 * themselves are -13 +/- 31, +37 +/- 33, +28 +/- 34 and +64 +/- 58 Elo ahead in as much time with
 * 10000, 30000, 100000 and 300000 nodes a move (400, 400, 320 and 120 games from XOT openings). */
enum { SEARCH_CUT_PERCENT = 100, SEARCH_CUT_PATIENT = 130, SEARCH_SLACK_PATIENT = 3 };

static inline bool search_may_cut(const struct search *search, int depth, int ply, int32_t alpha,
                                  int32_t beta, const struct search_ops *ops) {
    return search->reduce && ops->doubt && search->evaluator->disc > 0 &&
           depth >= SEARCH_CUT_DEPTH && ply > 0 && beta == alpha + 1 && abs(alpha) < SCORE_WIN / 2;
}

/* What a search of fewer plies finds, where late moves are reduced. Patiently it is minimax, which
 * the table knows apart. */
static inline __attribute__((always_inline)) int32_t
search_foretell(struct search *search, const void *state, int depth, int ply, int32_t alpha,
                int32_t beta, search_node_fn *self) {
    const uint64_t minimax = search->patient ? UINT64_C(0x9e3779b97f4a7c15) : 0;
    search->reduce = !search->patient;
    search->salt ^= minimax;
    int32_t value = self(search, state, depth, ply, alpha, beta);
    search->salt ^= minimax;
    search->reduce = true;
    return value;
}

/* Whether the window is left; `value` is the end of it where. Only that end is asked about which
 * the position's looks are beyond. */
static inline __attribute__((always_inline)) bool
search_cuts(struct search *search, const void *state, int depth, int ply, int32_t alpha,
            const struct search_ops *ops, search_node_fn *self, int32_t *value) {
    const struct evaluator *evaluator = search->evaluator;
    int shallow = search_cut_depth(search, depth);
    int percent = search->patient ? SEARCH_CUT_PATIENT : SEARCH_CUT_PERCENT;
    int32_t margin = ops->doubt(state, depth, shallow) * percent / 100 * evaluator->disc / 100;
    bool above = search_looks(search, state, ops) > alpha;
    int32_t bound = above ? alpha + 1 + margin : alpha - margin;
    int32_t found =
        search_foretell(search, state, shallow, ply, bound - above, bound + !above, self);
    *value = alpha + above;
    return above ? found >= bound : found <= bound;
}

/* So near the leaves, a position whose looks are further outside of a null window than the plies
 * left are expected to change them is left at once. Gomoku by `points`, 10000 nodes a move, 80
 * openings of either colour: 101 of 160 games. */
enum { SEARCH_SLACK_DEPTH = 6 };

/* Whether it is; then `value` is what it looks like. */
static inline __attribute__((always_inline)) bool
search_is_clear(const struct search *search, const void *state, int depth, int ply, int32_t alpha,
                int32_t beta, const struct search_ops *ops, int32_t *value) {
    const struct evaluator *evaluator = search->evaluator;
    if (!ops->slack || !search->reduce || !search->static_leaves || ply == 0 ||
        depth > SEARCH_SLACK_DEPTH || beta != alpha + 1 || abs(alpha) >= SCORE_WIN / 2)
        return false;
    int32_t slack = ops->slack(evaluator, state, depth);
    if (slack < 0) return false;
    if (search->patient && ops->doubt) slack *= SEARCH_SLACK_PATIENT;
    *value = search_looks(search, state, ops);
    bool clear = *value - slack >= beta || *value + slack <= alpha;
    return clear && !(ops->ends_show && ops->over(evaluator->game, state));
}

/* A reply without a choice is no ply, so that who makes threats does not push what he fears out of
 * sight. Gomoku by `points`: 133.5 of 240 games (80 of 20000 nodes a move, 160 of 10000). */
static inline bool search_extends(const struct search *search, int depth, int ply, int count,
                                  const struct search_ops *ops) {
    return ops->single_extends && search->reduce && count == 1 && ply > 0 &&
           ply + depth < SEARCH_DEPTH_MAX - 1;
}

/* Who refutes threats does not resign before all moves that may do so have been tried. */
static inline bool search_is_lost(const struct search *search, int32_t best) {
    return search->limits->defend > 0 && best <= -SCORE_WIN;
}

static inline void search_killer_set(move_t killers[SEARCH_KILLERS], move_t move) {
    if (killers[0] == move) return;
    killers[1] = killers[0];
    killers[0] = move;
}

/* A node of depth 1 as a whole. Killers go first where that is cheaper: six of ten nodes of a
 * Reversi search end with the two of them, which makes it a quarter faster. */
static inline __attribute__((always_inline)) int32_t search_last_ply(struct search *search,
                                                                     const void *state, int ply,
                                                                     int32_t beta,
                                                                     const struct search_ops *ops) {
    const struct evaluator *evaluator = search->evaluator;
    int32_t value;
    for (int i = 0; ops->answers && i < SEARCH_KILLERS; i++) {
        move_t killer = search->killers[ply][i];
        if (!ops->answers(evaluator, search->prepared, state, search->root_side, killer, beta,
                          &value))
            continue;
        search->nodes++;
        search->horizons++;
        return value;
    }
    struct search_last last = ops->last_ply(evaluator, search->prepared, state, search->root_side);
    if (ops->ends_show && last.leaves == 0)
        return search_final_value(ops->margin(evaluator->game, state), ops->side(state));
    search->horizons += !last.certain;
    search->nodes += (uint64_t)last.leaves;
    search->lines[ply].moves[0] = last.move;
    search->line_lengths[ply] = last.move != MOVE_NONE;
    if (ops->answers) search_killer_set(search->killers[ply], last.move);
    return last.value;
}

/* The value of `state` for its side to move, searched `depth` plies deep (fail-soft). A value
 * inside the window leaves its line behind. */
static inline __attribute__((always_inline)) int32_t
search_node(struct search *search, const void *state, int depth, int ply, int32_t alpha,
            int32_t beta, const struct search_ops *ops, search_node_fn *self) {
    const struct evaluator *evaluator = search->evaluator;
    const struct game *game = evaluator->game;
    search->line_lengths[ply] = 0;
    const struct search_survey *survey = ops->survey ? search->survey : NULL;
    search->survey = NULL;
    if (!search_enter(search)) return 0;

    int side = ops->side(state);
    if (!(ops->ends_show && depth > 0) && ops->over(game, state))
        return search_final_value(ops->margin(game, state), side);
    if (depth == 0) return search_leaf(search, state, ply, beta, ops);
    if (depth == 1 && ops->last_ply && search->whole_last_ply && ply > 0)
        return search_last_ply(search, state, ply, beta, ops);

    /* The root is not in the table: moves may be left out there, and it has its own first move. */
    uint64_t hash = ops->hash(state), key = hash ^ search->salt;
    struct search_bucket *bucket = &search->table[hash & search->mask];
    struct candidate list[GAME_MOVES_MAX];
    int32_t known;
    int count = 0;
    bool glances = search_glances(search, depth, ply, ops);
    int32_t looks = 0;
    __builtin_prefetch(bucket);
    bool clear = search_is_clear(search, state, depth, ply, alpha, beta, ops, &looks);
    if ((ops->moves_cheap || glances) && !clear) {
        count = glances ? search_glance(search, state, ops, list, &known)
                        : search_moves(search, state, ply, survey, ops, list, &known);
        if (count == 0) return known;
    }
    const struct search_entry *found = ply > 0 ? search_probe(bucket, key) : NULL;
    bool in_line = search->limits->defend > 0 && ply < search->root_left;
    if (found && !in_line && search_entry_fits(search, found, depth) &&
        search_entry_cuts(found, alpha, beta)) {
        search->horizons += !found->final;
        return found->value;
    }

    search->horizons += clear;
    if (clear) return looks;
    if (search_may_cut(search, depth, ply, alpha, beta, ops)) {
        bool cuts = search_cuts(search, state, depth, ply, alpha, ops, self, &known);
        if (search->stopped) return 0;
        enum search_bound bound = known >= beta ? BOUND_LOWER : BOUND_UPPER;
        if (cuts)
            search_keep(search, bucket,
                        (struct search_entry){key, known, MOVE_NONE, (uint8_t)depth, bound, false});
        if (cuts) return known;
        found = search_probe(bucket, key);
        search->line_lengths[ply] = 0;
    }

    if (!ops->moves_cheap && !glances) {
        count = search_moves(search, state, ply, survey, ops, list, &known);
        if (count == 0) return known;
    }
    int asked = depth;
    depth += search_extends(search, depth, ply, count, ops);
    int width = search_width(search, state, depth, ply, count);
    bool learned = depth >= SEARCH_LEARN_DEPTH;
    bool all_kept = search->limits->defend > 0; /* as long as there is something to refute */
    if (learned) {
        (all_kept ? search_narrow : search_leave)(list, count, width);
        search_favour(search, list, width, side, ply);
    }
    if (ply == 0)
        search_prefer(list, learned ? width : count, search->root_move);
    else if (found)
        search_prefer(list, learned ? width : count, found->move);
    bool judged = depth == 1 && ops->judge && search->static_leaves;
    int32_t common = judged && ops->in_common
                         ? ops->in_common(evaluator, search->prepared, state, search->root_side)
                         : 0;
    bool as_scored = judged && !glances && ops->as_scored && ply > 0 && !found &&
                     !search->stoppable && ops->as_scored(state, search->root_side);

    /* The last plies are too cheap to be searched twice. */
    bool scouting = search->null_windows && depth > 2;
    uint64_t horizons = search->horizons;
    int32_t best = -SCORE_INFINITE, lower = alpha;
    move_t best_move = MOVE_NONE;
    bool surveys = ops->survey && depth > (search->whole_last_ply ? 2 : 1); /* else none reads it */
    struct search_survey own_survey;
    const struct search_survey *seen = NULL;
    int i = 0, searched = 0; /* without those that are left out at the root */
    for (; best < beta && (i < width || (i < count && search_is_lost(search, best))); i++) {
        /* Most nodes of a side that is refuted end with their first move; those that do not need
         * all of them in order. */
        if (i == 1 && !learned)
            (all_kept ? search_narrow : search_leave)(list + 1, count - 1, width - 1);
        if (i == 0 || learned || i >= width || width == count)
            search_pick(list, i, learned && i < width ? width : count);
        move_t move = list[i].move;
        if (ply == 0 && search_excepted(search, move)) continue;
        bool scout = scouting && best_move != MOVE_NONE;
        int32_t value = SCORE_INFINITE;
        struct search_state child;
        if (as_scored && i == 0 && list[0].score < SCORE_WIN) {
            value = list[0].score + common;
            if (value < beta) i = width - 1;
            search_count_leaves(search, ply, i + 1);
        } else if (!judged || !search_judge(search, state, move, ply, common, ops, &value)) {
            search_play(search, state, move, ops, &child);
            if (surveys && (searched > 0 || ply == 0))
                seen = search_survey_for(search, state, move, seen, ops, &own_survey);
            bool same_side = ops->side(&child) == side;
            int less = scout ? search_reduction(search, depth, searched) : 0;
            if (less > 0)
                value = search_child(search, &child, seen, same_side, depth - 1 - less, ply + 1,
                                     lower, lower + 1, self);
            if (scout && value > lower)
                value = search_child(search, &child, seen, same_side, depth - 1, ply + 1, lower,
                                     lower + 1, self);
            if (!scout || (value > lower && value < beta))
                value = search_child(search, &child, seen, same_side, depth - 1, ply + 1, lower,
                                     beta, self);
        }
        if (learned && interrupt_pending()) search->stopped = true;
        if (search->stopped) return 0;
        searched++;
        if (value <= best) continue;
        best = value;
        best_move = move;
        if (best <= lower) continue;
        lower = best;
        if (best < beta) search_line_set(search, ply, best_move);
        if (ply == 0) search->root_move = best_move, search->root_value = best;
    }
    if (best >= beta && depth >= SEARCH_LEARN_DEPTH)
        search_learn(search, side, depth, ply, best_move);

    if (ply == 0) return best;
    if (best < beta) search->horizons += search_left_some(search, state, i, count);
    enum search_bound bound = best >= beta    ? BOUND_LOWER
                              : best <= alpha ? BOUND_UPPER
                                              : BOUND_EXACT;
    bool final = search->horizons == horizons;
    search_keep(search, bucket,
                (struct search_entry){key, best, best_move, (uint8_t)asked, bound, final});
    return best;
}

#endif
