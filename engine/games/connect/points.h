/*
 * connect_points: what a stone on an empty point would make of each of the four lines through it,
 * as a kind and as a pattern, for the evaluator `points`.
 *
 * A line here is the 2k-1 points that roads through its centre reach: nine in gomoku, eleven in
 * Connect6. To the side that would put a stone on the centre each of the others is own, empty, or
 * blocked: an opposing stone, or not on the board. Of the windows of k consecutive points through
 * the centre with none blocked, one with most own stones, the new one among them, says how many
 * stones the line would have. With them its kind is
 *
 *   nothing   there is no such window, or no own stone in it but the new one
 *   S2 A2 …   2 and more, sleeping or active
 *   complete  k or more
 *
 * Lines that lack at most p stones, which is a turn, are active if no single opposing stone is in
 * all windows that lack so few; others if one more own stone can make an active line. In gomoku A4
 * is the open four, A3 the open three, S4 any other four.
 *
 * A line's pattern is all of it, up to reflection. A point's cross is the kinds of its four lines
 * in any order, where two of them at least are not nothing: it counts combinations (an S4 and an A3
 * win). Patterns and crosses have a weight for each role: the side to move or the one that waits,
 * by the stones that are left of the turn.
 */
#ifndef HONE_ENGINE_GAMES_CONNECT_POINTS_H
#define HONE_ENGINE_GAMES_CONNECT_POINTS_H

#include "engine/base/isa.h"
#include "engine/games/connect/rules.h"

enum {
    POINTS_K_MIN = 3,
    POINTS_K_MAX = 6,
    POINTS_P_MAX = 2,
    POINTS_KEYS_MAX = 59049, /* 3^10: the points of a line without its centre */
    POINTS_KIND_BITS = 4,
    POINTS_CROSSES_MAX = 1 << POINTS_KIND_BITS * CONNECT_DIRECTIONS,
    POINTS_NONE = UINT16_MAX,
};

/* Then come A2, S3, A3 … up to k-1 stones, and last: complete. */
enum points_kind { POINTS_NOTHING, POINTS_FIRST };

/* What the digits of a key are, lowest the first point of the line. */
enum { POINTS_EMPTY, POINTS_BLOCKED, POINTS_OWN };

/* The same for all boards of k and p. */
struct points_tables {
    int k, p, keys;
    int complete;                                  /* that kind */
    int kind_bits, crosses;                        /* of a cross, a kind after the other */
    uint16_t ternary[1 << (2 * POINTS_K_MAX - 1)]; /* of a set of points without the centre */
    uint8_t kinds[POINTS_KEYS_MAX];
    uint16_t pattern_of[POINTS_KEYS_MAX]; /* its number; POINTS_NONE: of kind nothing */
    int pattern_count;
    int32_t *pattern_keys;                 /* the least key of each */
    uint16_t cross_of[POINTS_CROSSES_MAX]; /* its number, or POINTS_NONE */
    int cross_count;
    uint16_t *cross_kinds;                 /* of each, in falling order from the highest bits */
    int32_t powers[1 << POINTS_KIND_BITS]; /* of each kind: four times as much with a stone more */
    /* Order of a point with these kinds in move ordering, for the side to move, by the stones left
     * of its turn less one, and whether the kinds are those of the side that waits. */
    int32_t order[POINTS_P_MAX][2][POINTS_CROSSES_MAX];
    uint8_t urgencies[POINTS_CROSSES_MAX]; /* enum points_urgency */
};

/* Made at the first request. Call from one thread. */
const struct points_tables *points_tables_for(int k, int p);

/* What a stone on a point does where a turn has one: nothing that must be answered, a threat to
 * complete a line, a threat that one stone does not stop, or a win. */
enum points_urgency { POINTS_QUIET, POINTS_FOUR, POINTS_OPEN_FOUR, POINTS_WIN, POINTS_URGENCIES };

/* The evaluator with what it needs to know of its board. */
struct points {
    struct evaluator evaluator;
    const struct points_tables *tables;
    int role_count, role_size; /* weights of a role: patterns, then crosses */
    struct connect_place places[CONNECT_POINTS_MAX][CONNECT_DIRECTIONS];
    uint16_t edges[CONNECT_POINTS_MAX][CONNECT_DIRECTIONS]; /* ternary of what is off the board */
    uint32_t outside[CONNECT_LINES_MAX];                    /* of each line, as in points_view */
    int16_t origins[CONNECT_LINES_MAX]; /* the point `at` of a line is origin + at * step */
    int16_t steps[CONNECT_DIRECTIONS];
    uint8_t first_lines[CONNECT_DIRECTIONS + 1]; /* of each direction */
};

static inline const struct points *points_evaluator(const struct evaluator *evaluator) {
    return (const struct points *)evaluator;
}

/* Prepared weights: of each key, then of each cross, p numbers, by the stones left less one. A
 * number holds the weight for the side to move, times 2^32, plus the one for the side that
 * waits. */
typedef int64_t points_pair;

static inline points_pair points_pair_of(int32_t moves, int32_t waits) {
    return (points_pair)moves * ((points_pair)1 << 32) + waits;
}

static inline int32_t points_of_waiting(points_pair pair) {
    return (int32_t)(uint32_t)(uint64_t)pair;
}

static inline int32_t points_of_moving(points_pair pair) {
    return (int32_t)((pair - points_of_waiting(pair)) >> 32);
}

/* A position line by line, the point `at` of a line being bit at + k - 1, and what its empty points
 * are to each side. */
struct points_view {
    points_pair sums[2][POINTS_P_MAX];
    uint32_t lines[2][CONNECT_LINES_MAX];
    uint16_t kinds[2][CONNECT_POINTS_MAX]; /* crosses, of empty points */
    int16_t urgent[2][POINTS_URGENCIES]; /* empty points of each urgency; of POINTS_QUIET nothing */
};

/* The key of a place's line to `side`. */
static inline int points_key(const struct points *points, const struct points_view *view, int side,
                             int point, int d) {
    const uint16_t *ternary = points->tables->ternary;
    const struct connect_place place = points->places[point][d];
    uint32_t mask = (1u << (2 * points->tables->k - 1)) - 1;
    return POINTS_OWN * ternary[view->lines[side][place.line] >> place.at & mask] +
           ternary[view->lines[!side][place.line] >> place.at & mask] + points->edges[point][d];
}

static inline int points_kind_at(const struct points_tables *tables, int cross, int d) {
    return cross >> d * tables->kind_bits & ((1 << tables->kind_bits) - 1);
}

/* Lines and kinds of a position, without sums. */
void points_scan(const struct points *points, const struct connect_state *state,
                 struct points_view *view);

ISA_DECLARE(const struct evaluator_ops, points_ops_1); /* of turns of one stone, … */
ISA_DECLARE(const struct evaluator_ops, points_ops_2); /* … and of two */

#endif
