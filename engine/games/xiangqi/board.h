/*
 * board: the 90 points of a xiangqi board, sets of them, and where each piece may go on an empty or
 * occupied board.
 *
 * Points are numbered by rank from Red's side and by file from Red's left: a0 = 0, b0 = 1 … i9
 * = 89. A set keeps the ranks on Red's side of the river in one number and the others in a second
 * one.
 */
#ifndef HONE_ENGINE_GAMES_XIANGQI_BOARD_H
#define HONE_ENGINE_GAMES_XIANGQI_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    XIANGQI_FILES = 9,
    XIANGQI_RANKS = 10,
    XIANGQI_POINTS = 90,
    XIANGQI_NO_POINT = 90,
    XIANGQI_HALF = 45 /* points on one side of the river */
};

struct points {
    uint64_t half[2];
};

static inline struct points points_of(int point) {
    int half = point >= XIANGQI_HALF;
    struct points out = {{0, 0}};
    /* From 0 to 89. NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
    out.half[half] = 1ull << (point - half * XIANGQI_HALF);
    return out;
}

static inline struct points points_and(struct points a, struct points b) {
    return (struct points){{a.half[0] & b.half[0], a.half[1] & b.half[1]}};
}

static inline struct points points_or(struct points a, struct points b) {
    return (struct points){{a.half[0] | b.half[0], a.half[1] | b.half[1]}};
}

static inline struct points points_without(struct points a, struct points b) {
    return (struct points){{a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]}};
}

static inline bool points_any(struct points a) {
    return a.half[0] | a.half[1];
}

static inline bool points_meet(struct points a, struct points b) {
    return (a.half[0] & b.half[0]) | (a.half[1] & b.half[1]);
}

static inline int points_count(struct points a) {
    return __builtin_popcountll(a.half[0]) + __builtin_popcountll(a.half[1]);
}

/* Takes the lowest point out of a set that has one. */
static inline int points_take(struct points *a) {
    int half = a->half[0] == 0, bit = __builtin_ctzll(a->half[half]);
    a->half[half] &= a->half[half] - 1;
    return bit + half * XIANGQI_HALF;
}

static inline int point_file(int point) {
    return point % XIANGQI_FILES;
}

static inline int point_rank(int point) {
    return point / XIANGQI_FILES;
}

/* What sliding pieces reach along a file, for the file a, and along a rank, as bits of its files,
 * by where they stand and what is occupied, its two ends left out. A rook reaches up to the first
 * piece; a cannon captures the second. */
extern struct points xiangqi_rook_file[XIANGQI_RANKS][256], xiangqi_cannon_file[XIANGQI_RANKS][256];
extern uint16_t xiangqi_rook_rank[XIANGQI_FILES][128], xiangqi_cannon_rank[XIANGQI_FILES][128];

/* Of a horse or an elephant: what it reaches, by which of the four points that can block it are
 * occupied; those four points, XIANGQI_NO_POINT beyond the board. */
struct xiangqi_leaper {
    uint8_t blocks[4];
    struct points reached[16];
};
extern struct xiangqi_leaper xiangqi_horse[XIANGQI_POINTS], xiangqi_elephant[XIANGQI_POINTS];
/* The points from which horses attack a point, by its four diagonal neighbours, which block them.
 */
extern struct xiangqi_leaper xiangqi_horse_from[XIANGQI_POINTS];

extern struct points xiangqi_king_steps[XIANGQI_POINTS], xiangqi_adviser_steps[XIANGQI_POINTS];
extern struct points xiangqi_pawn_steps[2][XIANGQI_POINTS]; /* by the pawn's side */
extern struct points xiangqi_pawn_from[2][XIANGQI_POINTS];  /* pawns of a side that attack it */
/* Where pieces of a side can ever stand, by kind (enum xiangqi_kind). */
extern struct points xiangqi_homes[2][7];

/* Fills the tables, once; for the main thread. */
void xiangqi_board_fill(void);

#endif
