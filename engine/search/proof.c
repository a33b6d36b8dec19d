/*
 * A position has two numbers: how many positions at least must yet be won to prove the claim, and
 * how many to disprove it. The side to move chooses the move with the smallest of its own numbers,
 * and the other side's number is the sum over all moves. A position is worked on until one of its
 * numbers passes a threshold, from which on another position is more promising. The table keeps the
 * numbers meanwhile.
 */
#include "engine/search/proof.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "engine/game/evaluator.h"
#include "engine/game/expert.h"

enum {
    PROOF_INFINITE = 1 << 30, /* the other number is 0: settled */
    BUCKET_ENTRIES = 4,
};

/* [0]: to prove the claim, [1]: to disprove it. */
struct proof_numbers {
    uint32_t of[2];
};

struct proof_entry {
    uint64_t key;
    struct proof_numbers numbers;
    uint32_t work; /* positions made below it when it was last worked on; 0: empty */
};

/* A position on the way from the question to where the search is. */
struct proof_frame {
    struct state state;
    uint64_t key;
    int chooser; /* which of the numbers its mover wants to be 0 */
    int count;
    move_t moves[GAME_MOVES_MAX];
    uint64_t keys[GAME_MOVES_MAX];              /* of the positions after them */
    struct proof_numbers first[GAME_MOVES_MAX]; /* what they begin with */
};

struct proof {
    const struct game *game;
    struct proof_entry *table;
    uint64_t buckets;
    struct proof_frame *frames;
    int side, margin; /* the claim */
    uint64_t salt;
    uint64_t nodes, nodes_max;
    bool stopped;
};

struct proof *proof_new(const struct game *game, size_t table_bytes) {
    struct proof *proof = xcalloc(1, sizeof *proof);
    proof->game = game;
    proof->buckets = 1;
    while (proof->buckets * 2 * BUCKET_ENTRIES * sizeof *proof->table <= table_bytes)
        proof->buckets *= 2;
    proof->table = xcalloc(proof->buckets * BUCKET_ENTRIES, sizeof *proof->table);
    proof->frames = xcalloc((size_t)game->plies_max + 1, sizeof *proof->frames);
    return proof;
}

void proof_free(struct proof *proof) {
    if (!proof) return;
    free(proof->frames);
    free(proof->table);
    free(proof);
}

/* ---- the table ---- */

static struct proof_entry *proof_bucket(const struct proof *proof, uint64_t key) {
    return proof->table + (key & (proof->buckets - 1)) * BUCKET_ENTRIES;
}

static const struct proof_entry *proof_find(const struct proof *proof, uint64_t key) {
    const struct proof_entry *bucket = proof_bucket(proof, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++)
        if (bucket[i].key == key && bucket[i].work > 0) return &bucket[i];
    return NULL;
}

/* In its own place or that of the entry that is made again most cheaply. */
static void proof_store(struct proof *proof, uint64_t key, struct proof_numbers numbers,
                        uint64_t work) {
    struct proof_entry *bucket = proof_bucket(proof, key), *place = bucket;
    for (int i = 1; i < BUCKET_ENTRIES && place->key != key; i++)
        if (bucket[i].key == key || bucket[i].work < place->work) place = &bucket[i];
    *place = (struct proof_entry){key, numbers, work < UINT32_MAX ? (uint32_t)work : UINT32_MAX};
}

/* ---- positions ---- */

static uint64_t proof_key(const struct proof *proof, const void *state) {
    return mix64(proof->game->symmetric_hash(proof->game, state) ^ proof->salt);
}

static struct proof_numbers proof_settled(bool claim_holds) {
    return claim_holds ? (struct proof_numbers){{0, PROOF_INFINITE}}
                       : (struct proof_numbers){{PROOF_INFINITE, 0}};
}

static bool proof_claim_holds(const struct proof *proof, const void *finished) {
    int margin = proof->game->margin(proof->game, finished);
    return (proof->side == 0 ? margin : -margin) >= proof->margin;
}

/* The number that the side to move wants to be 0. */
static int proof_chooser(const struct proof *proof, const void *state) {
    return proof->game->side(state) != proof->side;
}

/* The moves of a position without those that the expert knows to lose; their count, 0: the
 * position's value is known. */
static int proof_moves(const struct game *game, const void *state, move_t *moves, int32_t *value) {
    int count = game->moves(game, state, moves);
    if (!game->expert || !game->expert->forced) return count;
    struct candidate list[GAME_MOVES_MAX];
    for (int i = 0; i < count; i++) list[i] = (struct candidate){0, moves[i]};
    count = game->expert->forced(game, state, list, count, value);
    for (int i = 0; i < count; i++) moves[i] = list[i].move;
    return count;
}

/* What a position begins with: the more replies there are, the more there is to settle. */
static struct proof_numbers proof_guess(const struct proof *proof, const void *state) {
    const struct game *game = proof->game;
    move_t moves[GAME_MOVES_MAX];
    int32_t value = 0;
    if (game->over(game, state)) return proof_settled(proof_claim_holds(proof, state));
    int chooser = proof_chooser(proof, state), count = proof_moves(game, state, moves, &value);
    if (count == 0) return proof_settled((chooser == 0 ? value : -value) >= proof->margin);
    struct proof_numbers out;
    out.of[chooser] = 1;
    out.of[!chooser] = (uint32_t)count;
    return out;
}

/* False with its numbers if the position's value is known. */
static bool proof_expand(struct proof *proof, struct proof_frame *frame,
                         struct proof_numbers *settled) {
    const struct game *game = proof->game;
    int32_t value = 0;
    frame->key = proof_key(proof, &frame->state);
    frame->chooser = proof_chooser(proof, &frame->state);
    frame->count = proof_moves(game, &frame->state, frame->moves, &value);
    proof->nodes += (uint64_t)max_int(frame->count, 1);
    *settled = proof_settled((frame->chooser == 0 ? value : -value) >= proof->margin);
    if (frame->count == 0) return false;
    for (int i = 0; i < frame->count; i++) {
        struct state child;
        memcpy(&child, &frame->state, game->state_size);
        game->play(game, &child, frame->moves[i]);
        frame->keys[i] = proof_key(proof, &child);
        frame->first[i] = proof_guess(proof, &child);
    }
    return true;
}

static struct proof_numbers proof_of_move(const struct proof *proof,
                                          const struct proof_frame *frame, int i) {
    const struct proof_entry *entry = proof_find(proof, frame->keys[i]);
    return entry ? entry->numbers : frame->first[i];
}

/* ---- the search ---- */

/* What a position's moves make of its numbers. */
struct proof_sum {
    struct proof_numbers numbers;
    int best;             /* the move to work on */
    uint32_t best_others; /* the opponent's number of that move */
    uint32_t second;      /* the chooser's smallest number of another move */
};

static struct proof_sum proof_add_up(const struct proof *proof, const struct proof_frame *frame) {
    int mine = frame->chooser;
    uint64_t all = 0;
    struct proof_sum sum = {.best = -1, .second = PROOF_INFINITE};
    sum.numbers.of[mine] = PROOF_INFINITE;
    for (int i = 0; i < frame->count; i++) {
        struct proof_numbers move = proof_of_move(proof, frame, i);
        all += move.of[!mine];
        if (sum.best < 0 || move.of[mine] < sum.numbers.of[mine]) {
            sum.second = sum.best < 0 ? PROOF_INFINITE : sum.numbers.of[mine];
            sum.numbers.of[mine] = move.of[mine];
            sum.best_others = move.of[!mine];
            sum.best = i;
        } else if (move.of[mine] < sum.second) {
            sum.second = move.of[mine];
        }
    }
    uint64_t others = all;
    bool lost = sum.numbers.of[mine] == PROOF_INFINITE, won = sum.numbers.of[mine] == 0;
    sum.numbers.of[!mine] = lost                       ? 0
                            : won                      ? PROOF_INFINITE
                            : others >= PROOF_INFINITE ? PROOF_INFINITE - 1
                                                       : (uint32_t)others;
    return sum;
}

/* The best move is worked on until another one is better by a quarter. Else the search would switch
 * between equals again and again (1 + epsilon of Pawlewicz & Lew 2007). */
static struct proof_numbers proof_thresholds(const struct proof_sum *sum, int mine,
                                             struct proof_numbers limits) {
    struct proof_numbers out;
    uint64_t until = (uint64_t)sum->second + sum->second / 4 + 1;
    out.of[mine] = until < limits.of[mine] ? (uint32_t)until : limits.of[mine];
    out.of[!mine] = limits.of[!mine] - (sum->numbers.of[!mine] - sum->best_others);
    return out;
}

static void proof_look(struct proof *proof) {
    if (proof->nodes >= proof->nodes_max || interrupt_pending()) proof->stopped = true;
}

/* Until one of the numbers of the frame's position reaches its limit. */
static struct proof_numbers proof_work(struct proof *proof, int ply, struct proof_numbers limits) {
    struct proof_frame *frame = &proof->frames[ply];
    const struct game *game = proof->game;
    uint64_t before = proof->nodes;
    struct proof_numbers settled;
    if (!proof_expand(proof, frame, &settled)) {
        proof_store(proof, frame->key, settled, 1);
        return settled;
    }
    for (;;) {
        struct proof_sum sum = proof_add_up(proof, frame);
        proof_look(proof);
        if (proof->stopped || sum.numbers.of[0] >= limits.of[0] ||
            sum.numbers.of[1] >= limits.of[1]) {
            proof_store(proof, frame->key, sum.numbers, proof->nodes - before);
            return sum.numbers;
        }
        struct proof_frame *next = frame + 1;
        memcpy(&next->state, &frame->state, game->state_size);
        game->play(game, &next->state, frame->moves[sum.best]);
        proof_work(proof, ply + 1, proof_thresholds(&sum, frame->chooser, limits));
    }
}

static enum proof_answer proof_settle(struct proof *proof, const void *state) {
    const struct proof_numbers limits = {{PROOF_INFINITE, PROOF_INFINITE}};
    memcpy(&proof->frames[0].state, state, proof->game->state_size);
    struct proof_numbers numbers = proof_work(proof, 0, limits);
    return numbers.of[0] == 0 ? PROOF_YES : numbers.of[1] == 0 ? PROOF_NO : PROOF_UNKNOWN;
}

/* ---- the line ---- */

static uint32_t proof_work_of(const struct proof *proof, const struct proof_frame *frame, int i) {
    const struct proof_entry *entry = proof_find(proof, frame->keys[i]);
    return entry ? entry->work : 0;
}

/* The proven winner's move, proved again if the table has lost it; -1: it could not be. */
static int proof_right_move(struct proof *proof, const struct proof_frame *frame) {
    struct proof_sum sum = proof_add_up(proof, frame);
    if (sum.numbers.of[frame->chooser] > 0) {
        proof_settle(proof, &frame->state);
        sum = proof_add_up(proof, frame);
    }
    return sum.numbers.of[frame->chooser] == 0 ? sum.best : -1;
}

/* The move that took longest to settle. */
static int proof_hardest_move(const struct proof *proof, const struct proof_frame *frame) {
    int hardest = 0;
    for (int i = 1; i < frame->count; i++)
        if (proof_work_of(proof, frame, i) > proof_work_of(proof, frame, hardest)) hardest = i;
    return hardest;
}

static void proof_follow(struct proof *proof, const void *state, struct proof_result *out) {
    const struct game *game = proof->game;
    struct proof_frame *frame = xcalloc(1, sizeof *frame); /* the search has the others */
    memcpy(&frame->state, state, game->state_size);
    struct proof_numbers settled;
    proof->nodes_max = 2 * out->nodes;
    proof->stopped = false;
    while (!game->over(game, &frame->state)) {
        if (!proof_expand(proof, frame, &settled)) break;
        bool right = (frame->chooser == 0) == (out->answer == PROOF_YES);
        int i = right ? proof_right_move(proof, frame) : proof_hardest_move(proof, frame);
        if (i < 0) break;
        out->line[out->length++] = frame->moves[i];
        game->play(game, &frame->state, frame->moves[i]);
    }
    free(frame);
}

void proof_ask(struct proof *proof, const void *state, int side, int margin, uint64_t nodes_max,
               struct proof_result *out) {
    proof->side = side;
    proof->margin = margin;
    proof->salt = mix64((uint64_t)(2 * margin + side) + 1);
    proof->nodes = 0;
    proof->nodes_max = nodes_max;
    proof->stopped = false;
    *out = (struct proof_result){.answer = proof_settle(proof, state)};
    out->nodes = proof->nodes;
    if (out->answer != PROOF_UNKNOWN) proof_follow(proof, state, out);
}
