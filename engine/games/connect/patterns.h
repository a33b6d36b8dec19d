/*
 * connect_patterns: the class of a side's stones on a line around one of its points, and how a
 * stone on that point changes it: the thirteen-point patterns of Li Guo 2007, by exact definitions
 * of our own.
 *
 * A line here is the 2k+1 points (thirteen in Connect6) around its centre. For the side that the
 * pattern belongs to each point is own, empty, or blocked: an opposing stone, or not on the board.
 * The classes:
 *
 *   C6, Cl       six in a row; more than six
 *   A5 S5 D5     five stones: active, sleeping, dead
 *   A4 S4 D4     four
 *   A3 I3 S3 D3  three; I is indistinct
 *   A2 S2 D2     two
 *   N            less
 *
 * The stones are those of the best window: of the windows of k consecutive points with none
 * blocked, one with most own stones. If that has less than two, the pattern is dead, and its stones
 * are those of the best stretch of consecutive points with none blocked.
 *
 *   A5, A4  two opposing stones at least are needed to have one in every window of four or more
 *   S5, S4  one is enough
 *   A3      one more own stone can make A4
 *   I3      it can not, but two more can make A5 (and, as in all of these, one more makes S4)
 *   S3      neither
 *   A2      one more own stone can make A3
 *   S2      it can not
 *
 * For another k the numbers grow or fall with it and the letters keep their meaning: gomoku has A4
 * to A1. There are no patterns of no stones.
 */
#ifndef HONE_ENGINE_GAMES_CONNECT_PATTERNS_H
#define HONE_ENGINE_GAMES_CONNECT_PATTERNS_H

#include "engine/base/base.h"

enum {
    PATTERN_K_MAX = 6,
    PATTERN_KEYS_MAX = 531441, /* 3^12: the points of a line without its centre */
    PATTERN_CHANGES_MAX = 128,
};

/* Named as for k = 6. A line has the class of the best pattern in it, the last one here. */
enum pattern_class {
    PATTERN_N,
    PATTERN_D2,
    PATTERN_D3,
    PATTERN_D4,
    PATTERN_D5,
    PATTERN_S2,
    PATTERN_A2,
    PATTERN_S3,
    PATTERN_I3,
    PATTERN_A3,
    PATTERN_S4,
    PATTERN_A4,
    PATTERN_S5,
    PATTERN_A5,
    PATTERN_C6,
    PATTERN_CL,
    PATTERN_CLASSES
};

/* What a stone on the centre makes of a pattern. */
struct pattern_change {
    enum pattern_class from, to;
    bool opposing; /* the stone is not of the pattern's side */
};

/* What the points of a line are. */
enum pattern_point { PATTERN_EMPTY, PATTERN_BLOCKED, PATTERN_OWN, PATTERN_POINTS };

/* What the tables say of a stone on the centre: nothing changes, it completes a line of k or more,
 * or the number of the change plus PATTERN_CHANGED. */
enum { PATTERN_UNCHANGED, PATTERN_COMPLETED, PATTERN_CHANGED };

struct pattern_tables {
    int k, keys, half; /* of the points beside the centre; half: on one side of it, 3^k */
    uint16_t ternary[1 << PATTERN_K_MAX];
    uint8_t classes[PATTERN_POINTS][PATTERN_KEYS_MAX]; /* by what is on the centre */
    int change_count;
    struct pattern_change changes[PATTERN_CHANGES_MAX]; /* all that are possible, but C6 and Cl */
    uint8_t own[PATTERN_KEYS_MAX], opposing[PATTERN_KEYS_MAX]; /* by the side of the stone */
};

/* The tables of 2 <= k <= PATTERN_K_MAX, made at the first request. Call from one thread. */
const struct pattern_tables *pattern_tables_for(int k);

/* The number with a digit 1 in base 3 for every point of the set, bit 0 the first of the 2k+1
 * points, the centre left out: a line's key is 2 * ternary of the own stones + ternary of the
 * blocked points. */
static inline uint32_t pattern_ternary(const struct pattern_tables *tables, uint32_t points) {
    uint32_t mask = (1u << tables->k) - 1;
    return tables->ternary[points & mask] +
           (uint32_t)tables->half * tables->ternary[points >> (tables->k + 1) & mask];
}

/* "a4" of PATTERN_A4 for k = 6; "n" and "c" without a number. */
void pattern_class_name(int k, enum pattern_class class, char out[3]);

#endif
