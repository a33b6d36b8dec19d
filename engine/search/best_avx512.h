/*
 * search_best_avx512: the best few of many candidates with wide vectors, eight candidates in each.
 * In a register a candidate is its eight bytes, and its rank (engine/search/order.h) is made of
 * them.
 */
#ifndef HONE_ENGINE_SEARCH_BEST_AVX512_H
#define HONE_ENGINE_SEARCH_BEST_AVX512_H

#include <immintrin.h>

#include "engine/game/evaluator.h"

enum { BEST_LANES = 8, BEST_MAX = 2 * BEST_LANES, BEST_LEFT_MAX = 4 * BEST_LANES };
enum { BEST_OF_MAX = GAME_MOVES_MAX - BEST_MAX }; /* whole registers of them are read */
_Static_assert(sizeof(struct candidate) == 8, "eight candidates fill a register");

static inline __m512i search_best_ranks(__m512i candidates) {
    const __m512i move = _mm512_set1_epi64(0xffff);
    return _mm512_or_si512(_mm512_slli_epi64(candidates, 32),
                           _mm512_andnot_si512(_mm512_srli_epi64(candidates, 32), move));
}

/* The lanes of a register from number `i` on that have one of `count` candidates. */
static inline __mmask8 search_best_there(int i, int count) {
    return (__mmask8)_bzhi_u32(0xff, (unsigned)min_int(count - i, BEST_LANES));
}

/* Where the best of the candidates from `from` on is. */
static inline int search_best_at(const struct candidate *list, int from, int count) {
    __m512i highest = _mm512_set1_epi64(INT64_MIN), at = _mm512_setzero_si512();
    for (int i = from; i < count; i += BEST_LANES) {
        __m512i ranks = search_best_ranks(_mm512_loadu_si512(list + i));
        __mmask8 higher = search_best_there(i, count) & _mm512_cmpgt_epi64_mask(ranks, highest);
        highest = _mm512_mask_mov_epi64(highest, higher, ranks);
        at = _mm512_mask_set1_epi64(at, higher, i);
    }
    int64_t best = _mm512_reduce_max_epi64(highest);
    int lane = __builtin_ctz(_mm512_cmpeq_epi64_mask(highest, _mm512_set1_epi64(best)));
    int64_t places[BEST_LANES];
    _mm512_storeu_si512(places, at);
    return (int)places[lane] + lane;
}

/* For each lane of `ranks`, how many of the `count` ranks of `all` are higher. */
static inline __m512i search_best_places(__m512i ranks, const int64_t *all, int count) {
    __m512i places = _mm512_setzero_si512();
    const __m512i one = _mm512_set1_epi64(1);
    for (int i = 0; i < count; i++)
        places = _mm512_mask_add_epi64(
            places, _mm512_cmplt_epi64_mask(ranks, _mm512_set1_epi64(all[i])), places, one);
    return places;
}

/* A rank that at least `width` candidates have or exceed. Each lane of the two registers holds the
 * best of its part, so these are as many different candidates. */
static inline int64_t search_best_least(const struct candidate *list, int count, int width) {
    __m512i highest[2] = {_mm512_set1_epi64(INT64_MIN), _mm512_set1_epi64(INT64_MIN)};
    int64_t all[BEST_MAX];
    for (int i = 0, half = 0; i < count; i += BEST_LANES, half ^= 1) {
        __mmask8 there = search_best_there(i, count);
        __m512i ranks = search_best_ranks(_mm512_loadu_si512(list + i));
        highest[half] = _mm512_mask_max_epi64(highest[half], there, highest[half], ranks);
    }
    for (int half = 0; half < 2; half++)
        _mm512_storeu_si512(all + half * BEST_LANES, highest[half]);
    for (int half = 0; half < 2; half++) {
        __m512i places = search_best_places(highest[half], all, BEST_MAX);
        __mmask8 last = _mm512_cmpeq_epi64_mask(places, _mm512_set1_epi64(width - 1));
        if (last) return all[half * BEST_LANES + __builtin_ctz(last)];
    }
    return INT64_MIN;
}

/* Leaves the best `width` of more candidates, in order, where what it takes fits registers. */
static inline bool search_keep_best(struct candidate *list, int count, int width) {
    if (width > BEST_MAX || width < 1 || count < 2 * BEST_MAX || count > BEST_OF_MAX) return false;
    const __m512i least = _mm512_set1_epi64(search_best_least(list, count, width));
    struct candidate left[BEST_LEFT_MAX + BEST_LANES];
    int64_t ranks[BEST_LEFT_MAX + BEST_LANES];
    int left_count = 0;
    for (int i = 0; i < count; i += BEST_LANES) {
        __mmask8 there = search_best_there(i, count);
        __m512i candidates = _mm512_loadu_si512(list + i);
        __m512i own = search_best_ranks(candidates);
        __mmask8 good = there & _mm512_cmpge_epi64_mask(own, least);
        _mm512_storeu_si512(left + left_count, _mm512_maskz_compress_epi64(good, candidates));
        _mm512_storeu_si512(ranks + left_count, _mm512_maskz_compress_epi64(good, own));
        left_count += __builtin_popcount(good);
        if (left_count > BEST_LEFT_MAX) return false;
    }
    for (int i = 0; i < left_count; i += BEST_LANES) {
        __m512i places = search_best_places(_mm512_loadu_si512(ranks + i), ranks, left_count);
        __mmask8 stays = search_best_there(i, left_count) &
                         _mm512_cmplt_epi64_mask(places, _mm512_set1_epi64(width));
        _mm512_mask_i64scatter_epi64(list, stays, places, _mm512_loadu_si512(left + i), 8);
    }
    return true;
}

#endif
