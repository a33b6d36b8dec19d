/*
 * Lines are classified in one go, those with more own stones first: by falling key.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/games/connect/points.h"

static int points_power(int exponent) {
    int power = 1;
    while (exponent-- > 0) power *= 3;
    return power;
}

/* ---- kinds ---------------------------------------------------------------------------------- */

/* The points of a line, the new stone on its centre, as sets. */
static void points_sets(const struct points_tables *tables, int key, uint32_t *own,
                        uint32_t *blocked) {
    *own = 1u << (tables->k - 1), *blocked = 0;
    for (int at = 0; at < 2 * tables->k - 1; at++) {
        if (at == tables->k - 1) continue;
        *own |= (uint32_t)(key % 3 == POINTS_OWN) << at;
        *blocked |= (uint32_t)(key % 3 == POINTS_BLOCKED) << at;
        key /= 3;
    }
}

static int points_bits(uint32_t set) {
    int count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

/* The kind of 2 to k-1 stones. */
static int points_kind_of(int stones, bool active) {
    return POINTS_FIRST + 2 * (stones - 2) + active;
}

/* Whether one more own stone makes an active line of `stones`. */
static bool points_leads_to(const struct points_tables *tables, int key, int stones) {
    int rest = key;
    for (int digit = 1; digit < tables->keys; digit *= 3, rest /= 3)
        if (rest % 3 == POINTS_EMPTY &&
            tables->kinds[key + POINTS_OWN * digit] == points_kind_of(stones, true))
            return true;
    return false;
}

static uint8_t points_classify(const struct points_tables *tables, int key) {
    const int k = tables->k;
    uint32_t own, blocked, common = ~0u;
    int stones = 0;
    points_sets(tables, key, &own, &blocked);
    for (int i = 0; i < k; i++) {
        uint32_t window = ((1u << k) - 1) << i;
        if (window & blocked) continue;
        int here = points_bits(window & own);
        stones = max_int(stones, here);
        if (k - here <= tables->p) common &= window & ~own;
    }
    if (stones <= 1) return POINTS_NOTHING;
    if (stones == k) return (uint8_t)tables->complete;
    bool active = k - stones <= tables->p ? common == 0 : points_leads_to(tables, key, stones + 1);
    return (uint8_t)points_kind_of(stones, active);
}

static void points_ternary_fill(struct points_tables *tables) {
    int k = tables->k;
    for (uint32_t set = 0; set < 1u << (2 * k - 1); set++) {
        int number = 0;
        for (int at = 2 * k - 2; at >= 0; at--)
            if (at != k - 1) number = 3 * number + (int)(set >> at & 1);
        tables->ternary[set] = (uint16_t)number;
    }
}

/* ---- patterns ------------------------------------------------------------------------------- */

static int points_mirror(const struct points_tables *tables, int key) {
    int mirrored = 0;
    for (int i = 0; i < 2 * tables->k - 2; i++, key /= 3) mirrored = 3 * mirrored + key % 3;
    return mirrored;
}

static void points_patterns_number(struct points_tables *tables) {
    tables->pattern_keys = xmalloc((size_t)tables->keys * sizeof *tables->pattern_keys);
    for (int key = 0; key < tables->keys; key++) {
        int mirrored = points_mirror(tables, key);
        tables->pattern_of[key] = POINTS_NONE;
        if (tables->kinds[key] == POINTS_NOTHING) continue;
        if (mirrored >= key) tables->pattern_keys[tables->pattern_count] = key;
        tables->pattern_of[key] =
            mirrored < key ? tables->pattern_of[mirrored] : (uint16_t)tables->pattern_count++;
    }
}

/* ---- crosses -------------------------------------------------------------------------------- */

static void points_kinds_sort(int kinds[CONNECT_DIRECTIONS]) {
    for (int i = 1; i < CONNECT_DIRECTIONS; i++)
        for (int j = i; j > 0 && kinds[j] > kinds[j - 1]; j--) {
            int kind = kinds[j];
            kinds[j] = kinds[j - 1], kinds[j - 1] = kind;
        }
}

/* The same kinds in falling order, the first one in the highest bits. */
static int points_cross_sorted(const struct points_tables *tables, int cross) {
    int kinds[CONNECT_DIRECTIONS], sorted = 0;
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) kinds[d] = points_kind_at(tables, cross, d);
    points_kinds_sort(kinds);
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) sorted = sorted << tables->kind_bits | kinds[d];
    return sorted;
}

/* Whether kinds in falling order have a weight of their own. */
static bool points_cross_counts(const struct points_tables *tables, int sorted) {
    int last = CONNECT_DIRECTIONS - 1;
    return points_kind_at(tables, sorted, last) <= tables->complete &&
           points_kind_at(tables, sorted, last - 1) != POINTS_NOTHING;
}

static void points_crosses_number(struct points_tables *tables) {
    memset(tables->cross_of, 0xff, sizeof tables->cross_of);
    tables->cross_kinds = xmalloc((size_t)tables->crosses * sizeof *tables->cross_kinds);
    for (int cross = 0; cross < tables->crosses; cross++)
        if (points_cross_sorted(tables, cross) == cross && points_cross_counts(tables, cross)) {
            tables->cross_kinds[tables->cross_count] = (uint16_t)cross;
            tables->cross_of[cross] = (uint16_t)tables->cross_count++;
        }
    for (int cross = 0; cross < tables->crosses; cross++)
        tables->cross_of[cross] = tables->cross_of[points_cross_sorted(tables, cross)];
}

/* ---- order ---------------------------------------------------------------------------------- */

/* A line of kind K has 2 + (K - 1) / 2 stones, and is active if that leaves a rest. */
static void points_powers_fill(struct points_tables *tables) {
    for (int kind = POINTS_FIRST; kind < 1 << POINTS_KIND_BITS; kind++)
        tables->powers[kind] = 1 << 2 * (1 + min_int(kind, tables->complete) / 2);
}

/* Where turns have two stones: the log-odds that a stone is placed on a point, for each kind of
 * line of six through it, in hundredths, by the stones left less one, for the side to move and the
 * side that waits. Logistic regression on the choices of hone by `roads` in 490 games against
 * Cloudict: results/records/search.md. */
enum { POINTS_LINES_OF_SIX = 10 };
static const int16_t points_lines_of_two[POINTS_P_MAX][2][POINTS_LINES_OF_SIX] = {
    {{0, 51, 132, 129, 234, 529, 1009, 336, 629, 3000},
     {0, 15, 63, 135, 320, 370, 596, 520, 681, 1023}},
    {{0, 16, 139, 180, 444, 547, 1100, 2000, 2000, 3000},
     {0, -8, 36, 73, 216, 302, 498, 947, 1192, 1272}}};

/* Shorter lines are like those of six that lack as many stones. */
static int32_t points_line_order(const struct points_tables *tables, int left, int waits,
                                 int kind) {
    enum { OWN = 5, OPP = 4 }; /* a little better what is good for oneself */
    if (kind == POINTS_NOTHING) return 0;
    if (tables->p == 1) return (waits ? OPP : OWN) * tables->powers[kind];
    int last = POINTS_LINES_OF_SIX - 1;
    return points_lines_of_two[left - 1][waits]
                              [min_int(kind, tables->complete) + last - tables->complete];
}

static int32_t points_cross_order(const struct points_tables *tables, int left, int waits,
                                  int cross) {
    int32_t order = 0;
    for (int d = 0; d < CONNECT_DIRECTIONS; d++)
        order += points_line_order(tables, left, waits, points_kind_at(tables, cross, d));
    return order;
}

static void points_order_fill(struct points_tables *tables) {
    for (int left = 1; left <= tables->p; left++)
        for (int waits = 0; waits < 2; waits++)
            for (int cross = 0; cross < tables->crosses; cross++)
                tables->order[left - 1][waits][cross] =
                    points_cross_order(tables, left, waits, cross);
}

static void points_urgencies_fill(struct points_tables *tables) {
    for (int cross = 0; cross < tables->crosses; cross++) {
        int best = POINTS_NOTHING, fours = 0;
        for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
            int kind = points_kind_at(tables, cross, d);
            best = max_int(best, kind);
            fours += kind == points_kind_of(tables->k - 1, false);
        }
        if (fours > 1) best = max_int(best, points_kind_of(tables->k - 1, true));
        int urgency = POINTS_WIN - (tables->complete - best);
        tables->urgencies[cross] = (uint8_t)max_int(POINTS_QUIET, min_int(urgency, POINTS_WIN));
    }
}

const struct points_tables *points_tables_for(int k, int p) {
    static struct points_tables *made[POINTS_K_MAX + 1][POINTS_P_MAX + 1];
    if (made[k][p]) return made[k][p];
    struct points_tables *tables = made[k][p] = xcalloc(1, sizeof *tables);
    tables->k = k;
    tables->p = p;
    tables->keys = points_power(2 * k - 2);
    tables->complete = points_kind_of(k, false);
    while (1 << tables->kind_bits <= tables->complete) tables->kind_bits++;
    tables->crosses = 1 << CONNECT_DIRECTIONS * tables->kind_bits;
    points_ternary_fill(tables);
    for (int key = tables->keys - 1; key >= 0; key--)
        tables->kinds[key] = points_classify(tables, key);
    points_patterns_number(tables);
    points_crosses_number(tables);
    points_powers_fill(tables);
    points_order_fill(tables);
    points_urgencies_fill(tables);
    return tables;
}
