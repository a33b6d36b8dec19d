/*
 * wpc_gains_avx2: eight moves at once, two of their lines in each half of a register: rows and
 * columns, then diagonals. What a move flips in a line is found as a byte, whose weight is
 * gathered. A third faster, in a batch, than move by move.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_WPC_GAINS_AVX2_H
#define HONE_ENGINE_GAMES_REVERSI_WPC_GAINS_AVX2_H

#include "engine/games/reversi/wpc.h"

struct wpc_lines {
    __m256i own, opp; /* [direction][line] */
};

/* Two boards transposed, in the manner of reversi_transpose. */
static inline __m128i wpc_transpose(__m128i boards) {
#define SWAP(mask, shift)                                                                          \
    differing = _mm_and_si128(_mm_xor_si128(boards, _mm_srli_epi64(boards, shift)),                \
                              _mm_set1_epi64x(mask));                                              \
    boards = _mm_xor_si128(boards, _mm_xor_si128(differing, _mm_slli_epi64(differing, shift)))
    __m128i differing;
    SWAP(0x00aa00aa00aa00aa, 7);
    SWAP(0x0000cccc0000cccc, 14);
    SWAP(0x00000000f0f0f0f0, 28);
#undef SWAP
    return boards;
}

/* Each board sheared by 1 and by 7 (rules.h): rotated by bytes. */
static inline __m256i wpc_shear(__m256i boards) {
#define ROTATE(a, b)                                                                               \
    _mm256_broadcastsi128_si256(_mm_add_epi8(                                                      \
        _mm_and_si128(_mm_add_epi8(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7),  \
                                   _mm_setr_epi8(a, a, a, a, a, a, a, a, b, b, b, b, b, b, b, b)), \
                      _mm_set1_epi8(7)),                                                           \
        _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8)))
    const __m256i turns[3] = {ROTATE(1, 7), ROTATE(2, 6), ROTATE(4, 4)};
#undef ROTATE
    const __m256i columns[3] = {_mm256_set1_epi8((char)0xaa), _mm256_set1_epi8((char)0xcc),
                                _mm256_set1_epi8((char)0xf0)};
    for (int i = 0; i < 3; i++) {
        __m256i moved = _mm256_and_si256(_mm256_shuffle_epi8(boards, turns[i]), columns[i]);
        boards = _mm256_or_si256(_mm256_andnot_si256(columns[i], boards), moved);
    }
    return boards;
}

/* Without opposing discs at the ends of diagonals, as with wider vectors. */
static inline struct wpc_lines wpc_lines_of(uint64_t own, uint64_t opp) {
    __m128i boards = _mm_set_epi64x((int64_t)opp, (int64_t)own);
    __m128i turned = wpc_transpose(boards);
    __m256i sheared = wpc_shear(_mm256_set_epi64x((int64_t)(opp & 0x00ffffffffffff00),
                                                  (int64_t)(opp & 0x00ffffffffffff00), (int64_t)own,
                                                  (int64_t)own));
    __m128i own_straight = _mm_unpacklo_epi64(boards, turned),
            opp_straight = _mm_unpackhi_epi64(boards, turned);
    return (struct wpc_lines){
        _mm256_inserti128_si256(_mm256_castsi128_si256(own_straight),
                                _mm256_castsi256_si128(sheared), 1),
        _mm256_blend_epi32(_mm256_castsi128_si256(opp_straight), sheared, 0xf0)};
}

/* Towards higher places. */
static inline __m256i wpc_flips_up(__m256i own, __m256i opp, __m256i beyond) {
    __m256i others = _mm256_andnot_si256(opp, beyond);
    __m256i less = _mm256_add_epi8(others, _mm256_set1_epi8(-1));
    __m256i end = _mm256_and_si256(_mm256_andnot_si256(less, others), own);
    __m256i open = _mm256_cmpeq_epi8(end, _mm256_setzero_si256());
    return _mm256_andnot_si256(_mm256_or_si256(open, others), _mm256_and_si256(less, beyond));
}

/* Towards lower places: the highest that is not the opponent's is the mover's where the mover's
 * bits make the greater number. */
static inline __m256i wpc_flips_down(__m256i own, __m256i opp, __m256i behind) {
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i low = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 3, 3, 7, 7, 7, 7, 15, 15, 15, 15, 15, 15, 15, 15));
    const __m256i high = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 31, 63, 63, 127, 127, 127, 127, -1, -1, -1, -1, -1, -1, -1, -1));
    __m256i others = _mm256_andnot_si256(opp, behind);
    __m256i held =
        _mm256_cmpgt_epi8(_mm256_and_si256(others, own), _mm256_andnot_si256(own, others));
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(others, 4), nibble);
    __m256i upto_end = _mm256_or_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(others, nibble)),
                                       _mm256_shuffle_epi8(high, upper));
    return _mm256_andnot_si256(upto_end, _mm256_and_si256(held, behind));
}

/* [move]: the places of the first eight squares in their four lines, a byte each. */
static inline __m256i wpc_places(uint64_t moves) {
    uint32_t places[8];
    for (int i = 0; i < 8; i++, moves &= moves - 1)
        places[i] = reversi_tables.places_of[_tzcnt_u64(moves) & 63];
    return _mm256_loadu_si256((const __m256i *)places);
}

/* The weights that the low words name. */
static inline __m256i wpc_gather(const int16_t *weights, __m256i names, int factor) {
    __m256i low = _mm256_and_si256(names, _mm256_set1_epi32(0xffff));
    return _mm256_madd_epi16(_mm256_i32gather_epi32((const int *)weights, low, 2),
                             _mm256_set1_epi32(factor));
}

static inline __m256i wpc_two_sums(const struct wpc_stage *stage, __m256i names) {
    const int16_t *weights = stage->lines[0][0];
    return _mm256_add_epi32(wpc_gather(weights, names, 2),
                            wpc_gather(weights, _mm256_srli_epi32(names, 16), 2));
}

/* The gains of the first eight of `moves`. */
static inline __m256i wpc_eight_gains(const struct wpc_stage *stage, const struct wpc_lines *lines,
                                      uint64_t moves) {
    const __m256i beyond = _mm256_set1_epi64x(0x0080c0e0f0f8fcfe),
                  behind = _mm256_set1_epi64x(0x7f3f1f0f07030100);
    const __m256i split = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15));
    const __m256i first_lines = _mm256_set_epi64x(0x1810181018101810, 0x1810181018101810,
                                                  0x0800080008000800, 0x0800080008000800);
    __m256i by_move = wpc_places(moves);
    __m256i places =
        _mm256_permute4x64_epi64(_mm256_shuffle_epi8(by_move, split), _MM_SHUFFLE(3, 1, 2, 0));
    __m256i names = _mm256_or_si256(
        first_lines, _mm256_and_si256(_mm256_srli_epi16(places, 3), _mm256_set1_epi8(7)));
    __m256i own = _mm256_shuffle_epi8(lines->own, names),
            opp = _mm256_shuffle_epi8(lines->opp, names);
    __m256i flips = _mm256_or_si256(wpc_flips_up(own, opp, _mm256_shuffle_epi8(beyond, places)),
                                    wpc_flips_down(own, opp, _mm256_shuffle_epi8(behind, places)));
    __m256i first = wpc_two_sums(stage, _mm256_unpacklo_epi8(flips, names)),
            last = wpc_two_sums(stage, _mm256_unpackhi_epi8(flips, names));
    __m256i placed =
        wpc_gather(stage->squares, _mm256_and_si256(by_move, _mm256_set1_epi32(63)), 1);
    return _mm256_add_epi32(placed, _mm256_add_epi32(_mm256_permute2x128_si256(first, last, 0x20),
                                                     _mm256_permute2x128_si256(first, last, 0x31)));
}

static inline uint64_t wpc_first_eight(uint64_t moves) {
    return _pdep_u64(0xff, moves);
}

static inline void wpc_gains(const struct wpc_stage *stage, uint64_t own, uint64_t opp,
                             uint64_t moves, int32_t out[WPC_GAINS_MAX]) {
    const struct wpc_lines lines = wpc_lines_of(own, opp);
    for (; moves; moves ^= wpc_first_eight(moves), out += 8)
        _mm256_storeu_si256((__m256i *)out, wpc_eight_gains(stage, &lines, moves));
}

static inline __m256i wpc_highest(__m256i numbers) {
    numbers = _mm256_max_epi32(numbers, _mm256_permute2x128_si256(numbers, numbers, 1));
    numbers = _mm256_max_epi32(numbers, _mm256_shuffle_epi32(numbers, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm256_max_epi32(numbers, _mm256_shuffle_epi32(numbers, _MM_SHUFFLE(2, 3, 0, 1)));
}

static inline struct wpc_best wpc_best(const struct wpc_stage *stage, uint64_t own, uint64_t opp,
                                       uint64_t moves) {
    const struct wpc_lines lines = wpc_lines_of(own, opp);
    struct wpc_best best = {INT32_MIN, 0};
    for (; moves; moves ^= wpc_first_eight(moves)) {
        __m256i absent = _mm256_cmpgt_epi32(_mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 8),
                                            _mm256_set1_epi32(reversi_count(moves)));
        __m256i gains = wpc_eight_gains(stage, &lines, moves);
        gains = _mm256_blendv_epi8(gains, _mm256_set1_epi32(INT32_MIN), absent);
        __m256i top = wpc_highest(gains), at_top = _mm256_cmpeq_epi32(gains, top);
        uint64_t squares =
            _pdep_u64((unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(at_top)), moves);
        best = wpc_better(best, (struct wpc_best){_mm256_cvtsi256_si32(top), squares});
    }
    return best;
}

#endif
