/*
 * reversi_endgame: the exact result of Reversi positions by search to the end. This header is what
 * the expert in endgame.c and the kernel built for each instruction set share.
 *
 * A result is the final disc difference, the empty squares going to the winner, so it is even and
 * within ±64.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_ENDGAME_H
#define HONE_ENGINE_GAMES_REVERSI_ENDGAME_H

#include "engine/base/halt.h"
#include "engine/base/isa.h"
#include "engine/game/evaluator.h"
#include "engine/games/reversi/rules.h"

enum { ENDGAME_SCORE_MAX = 64, ENDGAME_WAYS = 4, ENDGAME_NO_MOVE = 255, ENDGAME_LINE_MAX = 64 };

/* From ENDGAME_TRUST_FROM empty squares on an adviser prunes the search: less from pass to pass, in
 * the last one nothing. */
enum { ENDGAME_TRUST_FROM = 18, ENDGAME_PROOF = 3 /* fits into endgame_entry.level */ };

/* What is known of a position: bounds of its result, for the side to move, and the moves that were
 * best and second best when it was last searched. */
struct endgame_entry {
    uint64_t key;
    int8_t lower, upper;
    uint8_t moves[2];
    uint16_t era; /* of another era: empty */
    uint8_t age;
    uint8_t cost : 6;  /* binary logarithm of the nodes that it took */
    uint8_t level : 2; /* its bounds are of a pass of this level */
};

struct endgame_bucket {
    _Alignas(64) struct endgame_entry ways[ENDGAME_WAYS];
};

/* The memory of a thread, and the search under way. */
struct endgame {
    struct endgame_bucket *table;
    void *table_memory;
    uint64_t buckets; /* a power of two */
    uint16_t era;     /* grows when all is to be forgotten */
    uint8_t age;      /* grows with each position that is solved */

    /* The adviser's static evaluation, and the weight of a disc in it; NULL: there is no
     * adviser. */
    int32_t (*advise)(const struct evaluator *adviser, const void *advice, const void *state,
                      int side);
    const struct evaluator *adviser;
    const void *advice;
    int level; /* of the pass under way: the higher, the less is believed; ENDGAME_PROOF: nothing */

    uint64_t mask; /* of the buckets in use: few for small searches, which stay in cache */
    uint64_t nodes, nodes_max;
    uint64_t nodes_check; /* when the limits are looked at again */
    struct halt halt;
    bool stopped;
};

extern struct endgame_tables {
    uint8_t turned[8][256]; /* [place][own discs]: turned in a line otherwise full of others */
} endgame_tables;

/* By reversi_family, once. */
void endgame_tables_fill(void);

/* Moves from a position on, no more of them. */
struct endgame_line {
    int length;
    uint8_t moves[ENDGAME_LINE_MAX];
};

struct endgame_ops {
    /* What a small search expects the result to be for `own`, the side to move; even. */
    int (*guess)(struct endgame *endgame, uint64_t own, uint64_t opp);
    /* The result by a pass of endgame->level for `own`, the side to move, with only these `moves`
     * (none: must pass), and the principal variation; searched around `guess` first. Meaningless if
     * the search was stopped. */
    int (*pass)(struct endgame *endgame, uint64_t own, uint64_t opp, uint64_t moves, int guess,
                struct endgame_line *line);
};
ISA_DECLARE(const struct endgame_ops, endgame_ops);

/* Looks at the limits: whether the search is stopped, as it is once one of them is reached. */
bool endgame_check(struct endgame *endgame);

#endif
