/*
 * perft, the last ply's moves counted instead of played.
 *
 * With wide vectors, moves wait in a queue for each depth until they fill all lanes, whichever
 * positions they are in. The order of counting does not matter, so the latest go first, and what is
 * left at the end goes in lanes that are partly idle.
 *
 * Measured, perft 11 in CPU time on a shared core of a Sapphire Rapids Xeon, gcc 12 -O3, M
 * leaves/s: portable 284, AVX2 685, AVX-512 1410 (of which the carry along rows,
 * lanes_reach_in_row, is 60). With wide.h instead, a direction in each lane: AVX2 480,
 * AVX-512 640.
 */
#include "engine/games/reversi/rules.h"

#ifndef __AVX2__

static uint64_t perft_one_by_one(uint64_t own, uint64_t opp, int depth) {
    uint64_t moves = reversi_moves(own, opp);
    if (!moves) {
        bool last = depth == 1 || !reversi_moves(opp, own); /* one leaf: a pass or the end */
        return last ? 1 : perft_one_by_one(opp, own, depth - 1);
    }
    if (depth == 1) return (uint64_t)reversi_count(moves);
    uint64_t leaves = 0;
    for (; moves; moves &= moves - 1) {
        int square = reversi_lowest(moves);
        uint64_t flips = reversi_flips(own, opp, square);
        leaves += perft_one_by_one(opp ^ flips, own | flips | UINT64_C(1) << square, depth - 1);
    }
    return leaves;
}

const struct reversi_perft_ops ISA_NAME(reversi_perft_ops) = {.leaves_below = perft_one_by_one};

#else

#include <stdlib.h>
#include <string.h>

#include "engine/games/reversi/lanes.h"

enum {
    MOVES_MAX = 33, /* of one position */
    QUEUE_MAX = LANES + LANES * MOVES_MAX,
    WRITTEN_AT_ONCE = 64,
};

/* Moves to be played, in positions of the side to move. */
struct queue {
    int count;
    _Alignas(64) uint64_t own[QUEUE_MAX + WRITTEN_AT_ONCE];
    _Alignas(64) uint64_t opp[QUEUE_MAX + WRITTEN_AT_ONCE];
    _Alignas(64) uint8_t squares[QUEUE_MAX + WRITTEN_AT_ONCE];
};

struct count {
    uint64_t leaves;
    struct queue *queues; /* by plies left */
};

/* ---- counting -------------------------------------------------------------------------------- */

static void perft_queue_moves(struct queue *queue, uint64_t own, uint64_t opp, uint64_t moves) {
    int count = reversi_count(moves);
    for (int i = queue->count; i < queue->count + count; i += LANES) {
        const lanes owns = lanes_of(own), opps = lanes_of(opp);
        memcpy(queue->own + i, &owns, sizeof owns);
        memcpy(queue->opp + i, &opps, sizeof opps);
    }
    lanes_store_squares(queue->squares + queue->count, moves);
    queue->count += count;
}

/* A position with `depth` plies left, at least one. A pass and the end are a leaf each. */
static void perft_add_position(struct count *count, uint64_t own, uint64_t opp, uint64_t moves,
                               int depth) {
    for (; !moves && depth > 1; depth--) {
        uint64_t mover = own;
        own = opp, opp = mover;
        moves = reversi_moves(own, opp);
        if (!moves) break;
    }
    if (depth == 1 || !moves)
        count->leaves += (uint64_t)max_int(reversi_count(moves), 1);
    else
        perft_queue_moves(&count->queues[depth], own, opp, moves);
}

/* Positions, and the moves in them. */
struct children {
    lanes own, opp, moves;
};

/* Takes the last moves off a queue. */
static inline struct children perft_play_last(struct queue *queue, int used) {
    queue->count -= used;
    lanes own, opp, square = lanes_load_squares(queue->squares + queue->count);
    memcpy(&own, queue->own + queue->count, sizeof own);
    memcpy(&opp, queue->opp + queue->count, sizeof opp);
    lanes flips = lanes_flips(own, opp, square);
    lanes placed = own | flips | lanes_of(1) << square;
    return (struct children){opp ^ flips, placed, lanes_moves(opp ^ flips, placed)};
}

static void perft_expand_last(struct count *count, int depth, int used) {
    const struct children children = perft_play_last(&count->queues[depth], used);
    for (int i = 0; i < used; i++)
        perft_add_position(count, children.own[i], children.opp[i], children.moves[i], depth - 1);
}

/* A pass and the end are a leaf, too. */
static inline lanes perft_leaves_of(struct queue *queue, int used) {
    lanes moves = perft_play_last(queue, used).moves;
    return lanes_count(moves) - (lanes)(moves == 0);
}

static void perft_full_lanes(struct count *count) {
    struct queue *queue = &count->queues[2];
    lanes leaves = {0};
    while (queue->count >= LANES) leaves += perft_leaves_of(queue, LANES);
    for (int i = 0; i < LANES; i++) count->leaves += leaves[i];
}

static void perft_rest(struct count *count) {
    int used = count->queues[2].count;
    lanes leaves = perft_leaves_of(&count->queues[2], used);
    for (int i = 0; i < used; i++) count->leaves += leaves[i];
}

/* Plays from the queue of a depth and those below while they fill the lanes. */
static void perft_play_full_lanes(struct count *count, int depth) {
    if (depth == 2) {
        perft_full_lanes(count);
        return;
    }
    while (count->queues[depth].count >= LANES) {
        perft_expand_last(count, depth, LANES);
        perft_play_full_lanes(count, depth - 1);
    }
}

static uint64_t perft_in_lanes(uint64_t own, uint64_t opp, int depth) {
    size_t size = (size_t)(depth + 1) * sizeof(struct queue);
    struct count count = {0, aligned_alloc(64, size)};
    if (!count.queues) die("no memory for %zu bytes", size);
    for (int i = 0; i <= depth; i++) count.queues[i].count = 0;
    perft_add_position(&count, own, opp, reversi_moves(own, opp), depth);
    for (int i = depth; i > 1; i--) {
        perft_play_full_lanes(&count, i);
        if (i > 2) perft_expand_last(&count, i, count.queues[i].count);
    }
    if (depth > 1) perft_rest(&count);
    free(count.queues);
    return count.leaves;
}

const struct reversi_perft_ops ISA_NAME(reversi_perft_ops) = {.leaves_below = perft_in_lanes};

#endif
