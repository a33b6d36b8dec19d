/*
 * reversi_patterns: a position's value is a sum of table entries, one for each group of squares. A
 * group is read as a number of base 3: 0 empty, 1 a disc of the side to move, 2 an opposing one,
 * the group's first square the last digit. Groups that a symmetry of the board maps onto each other
 * share a table. All values are 1/PATTERNS_DISC of a disc, for the side to move.
 *
 * What is tuned and what play looks up differ. All straight tuples of squares (Jaskowski,
 * "Systematic n-tuple networks for Othello position evaluation", 2014) are inside of rows, columns
 * and diagonals, so play knows only these lines, 38 of them, whose tables hold the sums. A group
 * that is inside of a larger one, wherever it lies, is at *home* there. What play looks up is a
 * *cover*; its place on the board, an *instance*. The index of an instance is the sum of what each
 * of its discs adds, so all are added up at once, a lane of a vector for each.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_PATTERNS_H
#define HONE_ENGINE_GAMES_REVERSI_PATTERNS_H

#include "engine/base/isa.h"
#include "engine/games/reversi/features.h"

enum {
    PATTERNS_DISC = 128,
    PATTERNS_STAGES_MAX = 12,
    PATTERNS_SQUARES_MAX = 10, /* of a group: its index fits 16 bits */
    PATTERNS_LANES = 32,
    PATTERNS_BLOCKS_MAX = 3, /* of PATTERNS_LANES instances each */
    PATTERNS_SYMMETRIES = 8,
};

/* What the layouts with counts count beside, and how far. */
enum patterns_count {
    PATTERNS_MOVES,         /* legal moves */
    PATTERNS_ANSWERS,       /* the opponent's */
    PATTERNS_POTENTIAL,     /* empty squares next to an opposing disc */
    PATTERNS_OPP_POTENTIAL, /* next to an own one */
    PATTERNS_PARITY,        /* quadrants with an odd number of empty squares */
    PATTERNS_COUNTS,
};
enum {
    PATTERNS_COUNT_MAX = 31,  /* more counts as this */
    PATTERNS_COUNT_ROOM = 64, /* of a table that is looked up, which knows more */
};

/* Aligned in all files alike, whatever they are compiled for. */
typedef uint16_t patterns_indexes
    __attribute__((vector_size(2 * PATTERNS_LANES), aligned(2 * PATTERNS_LANES)));

/* A group as it is tuned. */
struct patterns_table {
    char name[12];
    int size; /* squares, or 0: a count */
    uint8_t squares[PATTERNS_SQUARES_MAX];
    bool straight;
    const struct patterns_table *home; /* the table in whose cover its weights are; NULL: in the
                                        * lines' */
    int entry_count;                   /* 3 ** size */
    int first, count;                  /* its weights, in each stage */
    /* Of each entry, from `first` on: entries that mirror each other may share one. */
    uint16_t *weight_of;
    uint16_t *entry_of; /* the least entry of each weight */
};

/* A table on the board: its squares in the order of the digits. */
struct patterns_reading {
    const struct patterns_table *table;
    uint8_t squares[PATTERNS_SQUARES_MAX];
};

/* A reading inside of a cover: the weight for each entry of the cover's squares up to `last`. */
struct patterns_part {
    int last;
    int32_t *weights; /* [3 ** (last + 1)] */
};

struct patterns_cover {
    int size;
    uint8_t squares[PATTERNS_SQUARES_MAX];
    int first; /* its table in a stage of the prepared weights */
    int part_count;
    struct patterns_part *parts;
};

/* Weights' bounds: sums of a cover's parts fit an int16_t. */
struct patterns_layout {
    const char *name;
    const char *lengths; /* of straight tuples */
    bool blocks;         /* of 2 x 2 squares */
    int groups;          /* the first of patterns_groups, and counts beside them; 0: none */
    int32_t limit;
    const char *doc;
};

/* An evaluator of this family. The prepared weights are stage_count stages of stage_size int16_t
 * each: the counts' tables, then the covers', then a zero. */
struct patterns {
    /* What kernels read. For each block of instances: what the discs on four squares, a square and
     * so on add to the indexes, if they are own discs; where the instances' tables begin. */
    patterns_indexes quads[PATTERNS_BLOCKS_MAX][REVERSI_SQUARES / 4][16];
    patterns_indexes squares[PATTERNS_BLOCKS_MAX][REVERSI_SQUARES + 1]; /* the last: nothing */
    uint32_t tables[PATTERNS_BLOCKS_MAX * PATTERNS_LANES];
    int instance_count, block_count, stage_count, stage_size;
    bool counts;

    struct evaluator evaluator;
    const struct patterns_layout *layout;
    int weight_count;                /* of a stage */
    int32_t shares[REVERSI_SQUARES]; /* of a disc's initial weight, for each table it is in */
    int table_count, reading_count, cover_count;
    struct patterns_table *tuned;
    struct patterns_reading *readings;
    struct patterns_cover *covers;
};

static inline const struct patterns *patterns_of(const struct evaluator *evaluator) {
    return (const struct patterns *)((const char *)evaluator -
                                     offsetof(struct patterns, evaluator));
}

/* The counts of a position by its legal moves, `answers` the opponent's. */
static inline void patterns_count(uint64_t own, uint64_t opp, uint64_t moves, uint64_t answers,
                                  int out[PATTERNS_COUNTS]) {
    uint64_t empty = ~(own | opp);
    out[PATTERNS_MOVES] = reversi_count(moves);
    out[PATTERNS_ANSWERS] = reversi_count(answers);
    out[PATTERNS_POTENTIAL] = reversi_count(empty & features_spread(opp));
    out[PATTERNS_OPP_POTENTIAL] = reversi_count(empty & features_spread(own));
    out[PATTERNS_PARITY] = features_odd_quadrants(empty);
    for (int i = 0; i < PATTERNS_COUNTS; i++)
        out[i] = out[i] < PATTERNS_COUNT_MAX ? out[i] : PATTERNS_COUNT_MAX;
}

ISA_DECLARE(const struct evaluator_ops, patterns_ops);

/* ---- patterns.c: groups of squares ---- */

int patterns_power(int exponent); /* of 3 */
/* The squares that a symmetry of the board maps a group to. */
void patterns_images(const uint8_t *squares, int size, int symmetry, uint8_t *out);
uint64_t patterns_set(const uint8_t *squares, int size);
uint64_t patterns_reading_set(const struct patterns_reading *reading);
/* Where a square stands in a group that has it. */
int patterns_place(int square, const uint8_t *squares);
/* For each entry of a group of `size` squares, the sum of its base-3 digits times `values`.
 * free() */
int32_t *patterns_entries(int size, const int values[PATTERNS_SQUARES_MAX]);
/* The squares from one on in steps of rows and columns; how many of `length` are on the board. */
int patterns_walk(int square, int row_step, int column_step, int length, uint8_t *out);

/* ---- patterns_covers.c ---- */

/* Finds each tuned table's home, then makes the covers and their instances. */
void patterns_find_homes(struct patterns *patterns);
void patterns_add_covers(struct patterns *patterns);
/* As of struct evaluator. */
void patterns_prepare(const struct evaluator *evaluator, const int32_t *weights, void *prepared);
int patterns_terms(const struct evaluator *evaluator, const void *state, int side,
                   struct term *out);

#endif
