/*
 * reversi_wide: moves and flips with wide vectors, one direction a lane. Included by
 * engine/games/reversi/rules.h where the compiler may use them.
 *
 * Towards h8, in order of bits, the lowest square of a ray that is not the opponent's ends the run:
 * subtracting one carries through the run. Towards a1 it is the highest.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_WIDE_H
#define HONE_ENGINE_GAMES_REVERSI_WIDE_H

#include <immintrin.h>

/* Four directions: row, column, rising, falling. */
typedef uint64_t reversi_lanes __attribute__((vector_size(32)));

static inline uint64_t reversi_merge(reversi_lanes lanes) {
    __m256i all = (__m256i)lanes;
    __m128i two = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

static inline reversi_lanes reversi_spread(uint64_t squares) {
    return (reversi_lanes){squares, squares, squares, squares};
}

static inline reversi_lanes reversi_ray(int square, int way) {
    return *(const reversi_lanes *)reversi_tables.rays[square][way];
}

#ifdef __AVX512F__

static inline uint64_t reversi_flips(uint64_t own, uint64_t opp, int square) {
    const __m256i one = _mm256_set1_epi64x(1), top = _mm256_set1_epi64x(INT64_MIN);
    __m256i owns = _mm256_set1_epi64x((int64_t)own), opps = _mm256_set1_epi64x((int64_t)opp);
    __m256i up = (__m256i)reversi_ray(square, 0), down = (__m256i)reversi_ray(square, 1);
    __m256i others = _mm256_andnot_si256(opps, up), less = _mm256_sub_epi64(others, one);
    __mmask8 held = _mm256_test_epi64_mask(_mm256_andnot_si256(less, others), owns);
    __m256i flips = _mm256_maskz_ternarylogic_epi64(held, others, less, up, 0x08); /* ~a & b & c */
    __m256i leading = _mm256_lzcnt_epi64(_mm256_andnot_si256(opps, down));
    __m256i end = _mm256_srlv_epi64(top, leading); /* none after 64 */
    held = _mm256_test_epi64_mask(end, owns);
    return reversi_merge((reversi_lanes)_mm256_or_si256(
        flips, _mm256_maskz_ternarylogic_epi64(held, end, _mm256_sub_epi64(end, one), down, 0x02)));
}

static inline uint64_t reversi_merge_all(__m512i lanes) {
    return reversi_merge((reversi_lanes)_mm256_or_si256(_mm512_castsi512_si256(lanes),
                                                        _mm512_extracti64x4_epi64(lanes, 1)));
}

/* All eight directions at once; rotated, because what crosses the board's edge meets no disc that
 * could be flipped. */
static inline uint64_t reversi_moves_near(uint64_t own, uint64_t opp, uint64_t *near) {
    const __m512i steps = _mm512_set_epi64(1, 8, 7, 9, 63, 56, 57, 55),
                  two_steps = _mm512_add_epi64(steps, steps);
    const __m512i inner = _mm512_set4_epi64(0x7e7e7e7e7e7e7e7e, 0x00ffffffffffff00,
                                            0x007e7e7e7e7e7e00, 0x007e7e7e7e7e7e00);
    __m512i flippable = _mm512_and_si512(_mm512_set1_epi64((int64_t)opp), inner);
    __m512i run =
        _mm512_and_si512(_mm512_rolv_epi64(_mm512_set1_epi64((int64_t)own), steps), flippable);
    __m512i pairs = _mm512_and_si512(_mm512_rolv_epi64(flippable, steps), flippable);
    enum { A_OR_B_AND_C = 0xf8 };
    run = _mm512_ternarylogic_epi64(run, _mm512_rolv_epi64(run, steps), flippable, A_OR_B_AND_C);
    run = _mm512_ternarylogic_epi64(run, _mm512_rolv_epi64(run, two_steps), pairs, A_OR_B_AND_C);
    run = _mm512_ternarylogic_epi64(run, _mm512_rolv_epi64(run, two_steps), pairs, A_OR_B_AND_C);
    __m512i empty = _mm512_set1_epi64((int64_t) ~(own | opp));
    __m512i beyond = _mm512_and_si512(_mm512_rolv_epi64(run, steps), empty);
    *near = reversi_merge_all(_mm512_and_si512(run, _mm512_rorv_epi64(beyond, steps)));
    return reversi_merge_all(beyond);
}

#else

static inline uint64_t reversi_flips(uint64_t own, uint64_t opp, int square) {
    const reversi_lanes steps = {1, 8, 7, 9};
    reversi_lanes owns = reversi_spread(own), opps = reversi_spread(opp);
    reversi_lanes up = reversi_ray(square, 0), down = reversi_ray(square, 1);
    reversi_lanes others = up & ~opps, end = others & -others & owns;
    reversi_lanes flips = (end - 1 - (reversi_lanes)(end == 0)) & up;
    others = down & ~opps;
    others |= others >> steps;
    others |= others >> 2 * steps;
    others |= others >> 4 * steps;
    end = others & ~(others >> steps) & owns;
    return reversi_merge(flips | (down & ~others & ~(reversi_lanes)(end == 0)));
}

/* Parallel prefix: runs of up to six. What crosses the board's left and right edges meets no disc
 * that could be flipped. */
static inline uint64_t reversi_moves_near(uint64_t own, uint64_t opp, uint64_t *near) {
    const reversi_lanes steps = {1, 8, 7, 9};
    const reversi_lanes inner = {0x7e7e7e7e7e7e7e7e, 0xffffffffffffffff, 0x7e7e7e7e7e7e7e7e,
                                 0x7e7e7e7e7e7e7e7e};
    reversi_lanes owns = reversi_spread(own), flippable = reversi_spread(opp) & inner;
    reversi_lanes up = flippable & owns << steps, down = flippable & owns >> steps;
    up |= flippable & up << steps;
    down |= flippable & down >> steps;
    reversi_lanes pairs_up = flippable & flippable << steps, pairs_down = pairs_up >> steps;
    up |= pairs_up & up << 2 * steps;
    down |= pairs_down & down >> 2 * steps;
    up |= pairs_up & up << 2 * steps;
    down |= pairs_down & down >> 2 * steps;
    reversi_lanes empty = reversi_spread(~(own | opp));
    reversi_lanes beyond_up = up << steps & empty, beyond_down = down >> steps & empty;
    *near = reversi_merge((up & beyond_up >> steps) | (down & beyond_down << steps));
    return reversi_merge(beyond_up | beyond_down);
}

#endif

#endif
