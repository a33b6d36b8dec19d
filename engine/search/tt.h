/*
 * tt: the transposition table. An entry holds a position's value, whether that is a lower bound, an
 * upper bound or exact, the depth, and the best move. Entries stand in buckets of a cache line
 * each.
 *
 * The low bits of an entry's key are its generation, here the stamp: the number of the game, and
 * that of the search in the game, which stops at 255. The other bits, with those that choose the
 * bucket, are the position's. In a full bucket the entry of least worth is replaced: one of another
 * game, else of the oldest search, else of the least depth.
 */
#ifndef HONE_ENGINE_SEARCH_TT_H
#define HONE_ENGINE_SEARCH_TT_H

#include "engine/game/game.h"

enum tt_bound { TT_NONE = 0, TT_LOWER = 1, TT_UPPER = 2, TT_EXACT = 3 };

enum {
    TT_AGE_BITS = 8,
    TT_STAMP_BITS = TT_AGE_BITS + 12,
    TT_AGE_MAX = (1 << TT_AGE_BITS) - 1,
    TT_STAMP_MAX = (1 << TT_STAMP_BITS) - 1,
};

struct tt_entry {
    uint64_t key;
    int32_t value;
    move_t move;
    uint8_t depth;
    uint8_t bound : 2, final : 1; /* final: without static evals, so more depth changes nothing */
};

/* A cache line. */
struct tt_bucket {
    struct tt_entry entries[4];
};

struct tt {
    struct tt_bucket *buckets;
    void *memory;
    size_t bytes;
    bool touched;   /* the system has given its memory */
    uint64_t count; /* buckets, a power of two */
    uint64_t mask;  /* buckets in use, less one */
    uint32_t stamp; /* of the search under way, in what it writes */
};

/* A table of at most `bytes` bytes, and of at least one bucket. Freed with tt_free. */
void tt_init(struct tt *tt, size_t bytes);
void tt_free(struct tt *tt);
/* Makes the system give its memory now: else the first search waits for each new page. */
void tt_touch(struct tt *tt);

/* Ages all entries: any may be replaced. The key salt (searcher.h) hides them from probes. O(1),
 * but once in 2^12 calls. */
void tt_new_game(struct tt *tt);

/* A new search of the same game: its entries are worth more than those of earlier ones. As many
 * buckets are used as a search of `depth` plies fills. */
void tt_new_search(struct tt *tt, int depth);

static inline bool tt_entry_is(const struct tt_entry *entry, uint64_t key) {
    return (entry->key ^ key) >> TT_STAMP_BITS == 0 && entry->bound != TT_NONE;
}

/* The entry of a position in its bucket. NULL: there is none. */
static inline const struct tt_entry *tt_probe(const struct tt_bucket *bucket, uint64_t key) {
    for (size_t i = 0; i < COUNT_OF(bucket->entries); i++)
        if (tt_entry_is(&bucket->entries[i], key)) return &bucket->entries[i];
    return NULL;
}

/* Whether the entry's depth serves a search of `depth`. In minimax only the same depth does, since
 * deeper entries make a value depend on what else was searched. If values depend on that anyway,
 * entries deeper by a multiple of `step` serve, too; 0: none. */
static inline bool tt_depth_serves(const struct tt_entry *entry, int depth, int step) {
    int deeper = entry->depth - depth;
    return deeper == 0 || (entry->final && deeper < 0) ||
           (step > 0 && deeper > 0 && deeper % step == 0);
}

/* `value`: the entry's, for the node that asks. */
static inline bool tt_cuts(const struct tt_entry *entry, int32_t value, int32_t alpha,
                           int32_t beta) {
    return entry->bound == TT_EXACT || (entry->bound == TT_LOWER && value >= beta) ||
           (entry->bound == TT_UPPER && value <= alpha);
}

/* Replacement: an entry of an earlier game is worth as little as an empty one; then the latest
 * search wins, then the greater depth. */
static inline uint32_t tt_worth(const struct tt *tt, const struct tt_entry *entry) {
    uint32_t stamp = (uint32_t)entry->key & TT_STAMP_MAX;
    bool this_game = stamp >> TT_AGE_BITS == tt->stamp >> TT_AGE_BITS;
    return this_game ? stamp << 8 | entry->depth : 0;
}

/* Where to write: the position's own entry, else the one worth least. */
static inline struct tt_entry *tt_slot(const struct tt *tt, struct tt_bucket *bucket,
                                       uint64_t key) {
    struct tt_entry *slot = NULL;
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < COUNT_OF(bucket->entries); i++) {
        struct tt_entry *entry = &bucket->entries[i];
        if (tt_entry_is(entry, key)) return entry;
        uint32_t worth = tt_worth(tt, entry);
        slot = worth < least ? entry : slot;
        least = worth < least ? worth : least;
    }
    return slot;
}

/* The entry's key is the position's, whole. */
static inline void tt_store(const struct tt *tt, struct tt_bucket *bucket, struct tt_entry entry) {
    struct tt_entry *slot = tt_slot(tt, bucket, entry.key);
    *slot = entry;
    slot->key = (entry.key & ~(uint64_t)TT_STAMP_MAX) | tt->stamp;
}

#endif
