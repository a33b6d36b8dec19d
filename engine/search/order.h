/*
 * order: the order in which the moves of a node are searched. Each candidate has a score; the
 * table's move, killers and history change it. Then the best few are sorted, or the best one is
 * picked each time.
 */
#ifndef HONE_ENGINE_SEARCH_ORDER_H
#define HONE_ENGINE_SEARCH_ORDER_H

#include "engine/game/evaluator.h"
#include "engine/search/limits.h"
#ifdef __AVX512F__
#include "engine/search/best_avx512.h"
#endif

enum { ORDER_KILLERS = 2 };

/* Killers and history are used and updated in nodes of this depth and more; elsewhere they cost
 * more than they save. */
enum { ORDER_HISTORY_DEPTH = 3 };

struct order {
    move_t killers[SEARCH_DEPTH_MAX + 1][ORDER_KILLERS]; /* by ply, the latest first */
    move_t alike;                        /* moves that agree in these bits share their history */
    uint32_t history[2][GAME_ALIKE_MAX]; /* by side: how well moves cut */
};

/* Clears what earlier searches left, before one of `depth` plies that may reach `plies`. */
void order_clear(struct order *order, const struct game *game, int depth, int plies);

/* The scale of reduced searches with ops->unit, in units: it puts killers, and moves that cut
 * often, before captures. */
enum { ORDER_UNITS = 500 };

/* Raises the scores of killers and of moves that have cut off nodes before, by parts of `scale`; 0:
 * of the span of the scores. */
void order_by_history(const struct order *order, struct candidate *list, int count, int side,
                      int ply, int32_t scale);
/* A move cut off a node: it becomes the ply's first killer, and its history grows. */
void order_update_history(struct order *order, int side, int depth, int ply, move_t move);

static inline void order_add_killer(move_t killers[ORDER_KILLERS], move_t move) {
    if (killers[0] == move) return;
    killers[1] = killers[0];
    killers[0] = move;
}

/* Highest score first, lowest move first among equals, as one number: comparing it needs no
 * branch, which is worth a fifth of a Reversi search. */
static inline int64_t order_rank(struct candidate candidate) {
    return (int64_t)candidate.score * 65536 - candidate.move;
}

/* Where the best candidate of [from, count) is. */
static inline int order_best(const struct candidate *list, int from, int count) {
#ifdef __AVX512F__
    if (count - from > BEST_MAX && count <= BEST_OF_MAX) return search_best_at(list, from, count);
#endif
    int best = from;
    int64_t best_rank = order_rank(list[from]);
    for (int i = from + 1; i < count; i++) {
        int64_t rank = order_rank(list[i]);
        best = rank > best_rank ? i : best;
        best_rank = rank > best_rank ? rank : best_rank;
    }
    return best;
}

/* Moves it to `from`. */
static inline void order_pick(struct candidate *list, int from, int count) {
    int best = order_best(list, from, count);
    struct candidate picked = list[best];
    list[best] = list[from];
    list[from] = picked;
}

/* Insertion into a sorted list of `count`; the last one falls out. */
static inline void order_insert(struct candidate *list, int count, struct candidate candidate) {
    int64_t rank = order_rank(candidate);
    int i = count - 1;
    for (; i > 0 && order_rank(list[i - 1]) < rank; i--) list[i] = list[i - 1];
    list[i] = candidate;
}

/* Partial sort: moves the best `width` candidates to the front, in order, if there are more. Most
 * of the others are compared once: a fifth of the time of picking one after the other. */
static inline void order_partial_sort(struct candidate *list, int count, int width) {
    if (width >= count) return;
    for (int i = 1; i < width; i++) order_insert(list, i + 1, list[i]);
    int64_t least = order_rank(list[width - 1]);
    for (int i = width; i < count; i++) {
        if (order_rank(list[i]) <= least) continue;
        struct candidate better = list[i];
        list[i] = list[width - 1];
        order_insert(list, width, better);
        least = order_rank(list[width - 1]);
    }
}

/* The same, but the others are lost: only the first `width` candidates mean anything then. */
static inline void order_keep_best(struct candidate *list, int count, int width) {
#ifdef __AVX512F__
    if (search_keep_best(list, count, width)) return;
#endif
    order_partial_sort(list, count, width);
}

/* Puts a move before all others by its score. */
static inline void order_first(struct candidate *list, int count, move_t move) {
    for (int i = 0; i < count; i++)
        if (list[i].move == move) list[i].score = INT32_MAX;
}

#endif
