/*
 * connect_peaks: the largest gains of a row of points, each with four gains in lanes, and which
 * points reach a gain; for the batch kernel. In wide registers, all lanes of several points at
 * once; else those of one lane.
 */
#ifndef HONE_ENGINE_GAMES_CONNECT_PEAKS_H
#define HONE_ENGINE_GAMES_CONNECT_PEAKS_H

#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "engine/base/base.h"

enum { LANES = 4 };
typedef int32_t lanes __attribute__((vector_size(LANES * sizeof(int32_t))));

#if defined __AVX512F__
typedef __m512i peak;

static inline peak peak_max(peak a, peak b) {
    return _mm512_max_epi32(a, b);
}

static inline uint32_t peak_reaching(peak gains, int lane, int32_t least) {
    return _mm512_cmpge_epi32_mask(gains, _mm512_set1_epi32(least)) & 0x1111u << lane;
}

#elif defined __AVX2__
typedef __m256i peak;

static inline peak peak_max(peak a, peak b) {
    return _mm256_max_epi32(a, b);
}

static inline uint32_t peak_reaching(peak gains, int lane, int32_t least) {
    __m256i reaching = _mm256_cmpgt_epi32(gains, _mm256_set1_epi32(least - 1));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(reaching)) & 0x11u << lane;
}
#endif

#ifdef __AVX2__
enum { PEAK_POINTS = sizeof(peak) / sizeof(lanes) };

static inline peak row_peak(const lanes *row, int lane, const int columns) {
    (void)lane;
    const peak *blocks = (const peak *)row;
    peak best = blocks[0];
    for (int i = 1; i * PEAK_POINTS < columns; i++) best = peak_max(best, blocks[i]);
    return best;
}

static inline int32_t peak_value(peak gains, int lane) {
    lanes points[PEAK_POINTS];
    memcpy(points, &gains, sizeof points);
    int32_t value = points[0][lane];
    for (int i = 1; i < PEAK_POINTS; i++) value = max_int(value, points[i][lane]);
    return value;
}

static inline uint32_t row_reaching(const lanes *row, int lane, int32_t least, const int columns) {
    const peak *blocks = (const peak *)row;
    uint32_t set = 0;
    for (int i = 0; i * PEAK_POINTS < columns; i++)
        set |= _pext_u32(peak_reaching(blocks[i], lane, least), 0x1111u << lane) << i * PEAK_POINTS;
    return set;
}
#else
typedef int32_t peak;

static inline peak peak_max(peak a, peak b) {
    return max_int(a, b);
}

static inline bool peak_reaching(peak gains, int lane, int32_t least) {
    (void)lane;
    return gains >= least;
}

/* In two halves, since each maximum waits for the one before. */
static inline peak row_peak(const lanes *row, int lane, const int columns) {
    peak even = row[0][lane], odd = even;
    for (int x = 1; x + 1 < columns; x += 2) {
        odd = max_int(odd, row[x][lane]);
        even = max_int(even, row[x + 1][lane]);
    }
    return max_int(max_int(even, odd), row[columns - 1][lane]);
}

static inline int32_t peak_value(peak gains, int lane) {
    (void)lane;
    return gains;
}

static inline uint32_t row_reaching(const lanes *row, int lane, int32_t least, const int columns) {
    uint32_t set = 0;
    for (int x = 0; x < columns; x++) set |= (uint32_t)(row[x][lane] >= least) << x;
    return set;
}
#endif

#endif
