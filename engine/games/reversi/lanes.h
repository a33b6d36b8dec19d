/*
 * reversi_lanes: moves and flips of several positions at once, one in each 64-bit lane; for
 * inclusion by kernels, where the compiler may use wide vectors.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_LANES_H
#define HONE_ENGINE_GAMES_REVERSI_LANES_H

#include <immintrin.h>
#include <string.h>

#include "engine/games/reversi/rules.h"

#ifdef __AVX512F__
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif

typedef uint64_t lanes __attribute__((vector_size(8 * LANES)));

static const uint64_t lanes_inner =
    0x7e7e7e7e7e7e7e7e; /* no run goes round the left and right edges */

static inline lanes lanes_of(uint64_t all) {
    return (lanes){0} + all;
}

#ifdef __AVX512F__

/* a | (b & c) */
static inline lanes lanes_or_and(lanes a, lanes b, lanes c) {
    return (lanes)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xf8);
}

static inline lanes lanes_flips_up(lanes own, lanes flippable, lanes square, uint64_t from_a1) {
    lanes ray = lanes_of(from_a1) << square, others = ray & ~flippable, less = others - 1;
    __mmask8 held = _mm512_test_epi64_mask((__m512i)(others & ~less), (__m512i)own);
    return (lanes)_mm512_maskz_ternarylogic_epi64(held, (__m512i)others, (__m512i)less,
                                                  (__m512i)ray, 0x08); /* ~a & b & c */
}

static inline lanes lanes_flips_down(lanes own, lanes flippable, lanes square, uint64_t from_h8,
                                     int step) {
    (void)step;
    lanes ray = lanes_of(from_h8) >> (63 - square);
    __m512i leading = _mm512_lzcnt_epi64((__m512i)(ray & ~flippable));
    __m512i end = _mm512_srlv_epi64(_mm512_set1_epi64(INT64_MIN), leading); /* none after 64 */
    __mmask8 held = _mm512_test_epi64_mask(end, (__m512i)own);
    return (lanes)_mm512_maskz_ternarylogic_epi64(
        held, end, _mm512_add_epi64(end, _mm512_set1_epi64(-1)), (__m512i)ray, 0x02);
}

/* The number of squares in each lane; LANES squares by their numbers; the squares of `moves` in
 * ascending order, of which as many as fit a register may be written. */
static inline lanes lanes_count(lanes squares) {
    return (lanes)_mm512_popcnt_epi64((__m512i)squares);
}

static inline lanes lanes_load_squares(const uint8_t *squares) {
    return (lanes)_mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)squares));
}

static inline void lanes_store_squares(uint8_t *out, uint64_t moves) {
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(
                                 moves, _mm512_loadu_si512(reversi_tables.places[REVERSI_ROW])));
}

#else

static inline lanes lanes_or_and(lanes a, lanes b, lanes c) {
    return a | (b & c);
}

static inline lanes lanes_flips_up(lanes own, lanes flippable, lanes square, uint64_t from_a1) {
    lanes ray = lanes_of(from_a1) << square, others = ray & ~flippable, less = others - 1;
    return ~others & less & ray & ~(lanes)((others & ~less & own) == 0);
}

static inline lanes lanes_flips_down(lanes own, lanes flippable, lanes square, uint64_t from_h8,
                                     int step) {
    lanes ray = lanes_of(from_h8) >> (63 - square), others = ray & ~flippable;
    others |= others >> step;
    others |= others >> 2 * step;
    others |= others >> 4 * step;
    return ray & ~others & ~(lanes)((others & ~(others >> step) & own) == 0);
}

static inline lanes lanes_count(lanes squares) {
    for (int i = 0; i < LANES; i++) squares[i] = (uint64_t)reversi_count(squares[i]);
    return squares;
}

static inline lanes lanes_load_squares(const uint8_t *squares) {
    int32_t four;
    memcpy(&four, squares, sizeof four);
    return (lanes)_mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
}

static inline void lanes_store_squares(uint8_t *out, uint64_t moves) {
    for (; moves; moves &= moves - 1) *out++ = (uint8_t)reversi_lowest(moves);
}

#endif

/* As in wide.h, but each lane has a move of its own. Rays that go on round the left or
 * right edge meet a square there that is not flippable. */
static inline lanes lanes_flips(lanes own, lanes opp, lanes square) {
    lanes middle = opp & lanes_inner;
    return lanes_flips_up(own, middle, square, 0x00000000000000fe) |
           lanes_flips_up(own, middle, square, 0x0002040810204080) |
           lanes_flips_up(own, opp, square, 0x0101010101010100) |
           lanes_flips_up(own, middle, square, 0x8040201008040200) |
           lanes_flips_down(own, middle, square, 0x7f00000000000000, 1) |
           lanes_flips_down(own, middle, square, 0x0102040810204000, 7) |
           lanes_flips_down(own, opp, square, 0x0080808080808080, 8) |
           lanes_flips_down(own, middle, square, 0x0040201008040201, 9);
}

/* Squares of `empty` beyond runs of flippable discs both ways; of all directions, as in rules.h.
 * The last discs of the runs are added to `near`. */
static inline lanes lanes_beyond(lanes up, lanes down, lanes empty, int step, lanes *near) {
    lanes beyond_up = up & empty, beyond_down = down & empty;
    *near |= beyond_up >> step | beyond_down << step;
    return beyond_up | beyond_down;
}

static inline lanes lanes_reach(lanes own, lanes flippable, lanes empty, int step, lanes *near) {
    lanes up = flippable & own << step, down = flippable & own >> step;
    up = lanes_or_and(up, flippable, up << step);
    down = lanes_or_and(down, flippable, down >> step);
    lanes pairs_up = flippable & flippable << step, pairs_down = pairs_up >> step;
    up = lanes_or_and(up, pairs_up, up << 2 * step);
    down = lanes_or_and(down, pairs_down, down >> 2 * step);
    up = lanes_or_and(up, pairs_up, up << 2 * step);
    down = lanes_or_and(down, pairs_down, down >> 2 * step);
    return lanes_beyond(up << step, down >> step, empty, step, near);
}

/* Along rows, and upwards only, adding one at the beginning of each run carries through it; what
 * remains of other runs is not empty. */
static inline lanes lanes_reach_in_row(lanes own, lanes flippable, lanes empty, lanes *near) {
    lanes down = flippable & own >> 1, pairs = flippable & flippable >> 1;
    down = lanes_or_and(down, flippable, down >> 1);
    down = lanes_or_and(down, pairs, down >> 2);
    down = lanes_or_and(down, pairs, down >> 2);
    return lanes_beyond(flippable + (flippable & own << 1), down >> 1, empty, 1, near);
}

/* As reversi_moves_near. */
static inline lanes lanes_moves_near(lanes own, lanes opp, lanes *near) {
    lanes middle = opp & lanes_inner, empty = ~(own | opp);
    *near = lanes_of(0);
    return lanes_reach_in_row(own, middle, empty, near) | lanes_reach(own, opp, empty, 8, near) |
           lanes_reach(own, middle, empty, 7, near) | lanes_reach(own, middle, empty, 9, near);
}

static inline lanes lanes_moves(lanes own, lanes opp) {
    lanes near;
    return lanes_moves_near(own, opp, &near);
}

#endif
