/*
 * The search to the end of the game. Null windows only; by the number of empty squares:
 *   1-4   reversi_endgame_last.h
 *   5-7   odd quadrants first, no memory
 *   8-    memory, moves sorted: fewest replies first, and higher up by a small search
 */
#include "engine/reversi_endgame_last.h"
#include "engine/reversi_stability.h"

enum { SHALLOW = 7 };

struct child {
    uint64_t own, opp; /* of the side then to move */
    int32_t rank;      /* highest first */
    uint8_t move;
};

static int search(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha, int empties);

/* The squares of the quadrants that have an odd number of `empty` squares: each quadrant's parity
 * is folded into its lowest bit and spread again. */
static inline uint64_t odd_quadrants(uint64_t empty) {
    empty ^= empty >> 1;
    empty ^= empty >> 2;
    empty ^= empty >> 8;
    empty ^= empty >> 16;
    return (empty & UINT64_C(0x0000001100000011)) * UINT64_C(0x0f0f0f0f);
}

/* Whether what the other side keeps for certain bounds the result by `alpha`. */
static inline bool stability_cuts(uint64_t own, uint64_t opp, int alpha, int *bound) {
    if (64 - 2 * count_discs(opp) > alpha) return false;
    *bound = 64 - 2 * count_discs(reversi_stable(opp, own));
    return *bound <= alpha;
}

static inline void swap_int(int *a, int *b) {
    int old = *a;
    *a = *b;
    *b = old;
}

static int last_4_sorted(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha) {
    uint64_t empty = ~(own | opp), odd = empty & odd_quadrants(empty);
    int squares[4], count = 0;
    for (uint64_t rest = odd; rest; rest &= rest - 1) squares[count++] = reversi_lowest(rest);
    int odds = count;
    for (uint64_t rest = empty & ~odd; rest; rest &= rest - 1)
        squares[count++] = reversi_lowest(rest);
    int a = squares[0], b = squares[1], c = squares[2], d = squares[3];
    int qa = quadrant_of(a), qb = quadrant_of(b), qc = quadrant_of(c);
    if (odds == 0 && qa != qb) /* two pairs */
        swap_int(&b, qa == qc ? &c : &d);
    else if (odds == 4 && (qa == qb || qa == qc)) /* one alone and three */
        swap_int(&a, qb != qa && qb != qc ? &b : qc != qa && qc != qb ? &c : &d);
    return last_4(endgame, own, opp, alpha, a, b, c, d, false);
}

static int shallow(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha, int empties) {
    if (empties == 4) return last_4_sorted(endgame, own, opp, alpha);
    endgame->nodes++;
    int best = ENDGAME_WORST;
    if (stability_cuts(own, opp, alpha, &best)) return best;
    uint64_t moves = reversi_moves(own, opp);
    if (!moves)
        return reversi_moves(opp, own) ? -shallow(endgame, opp, own, -alpha - 1, empties)
                                       : last_difference(own, empties);
    best = ENDGAME_WORST;
    uint64_t odd = odd_quadrants(~(own | opp));
    for (uint64_t rest = moves & odd ? moves & odd : moves; moves; rest = rest ? rest : moves) {
        int square = reversi_lowest(rest);
        rest &= rest - 1;
        moves ^= UINT64_C(1) << square;
        uint64_t flips = reversi_flips(own, opp, square);
        int value = -shallow(endgame, opp ^ flips, own | flips | UINT64_C(1) << square, -alpha - 1,
                             empties - 1);
        if (value > alpha) return value;
        best = value > best ? value : best;
    }
    return best;
}

/* ---- memory ---- */

/* A position's key and bucket: the halves of one product. */
static inline uint64_t locate(const struct endgame *endgame, uint64_t own, uint64_t opp,
                              struct endgame_bucket **bucket) {
    __extension__ unsigned __int128 product = own ^ UINT64_C(0x9e3779b97f4a7c15);
    product *= opp ^ UINT64_C(0xd6e8feb86659fd93);
    *bucket = &endgame->table[(uint64_t)(product >> 64) & endgame->mask];
    return (uint64_t)product;
}

static inline struct endgame_entry *find(const struct endgame *endgame,
                                         struct endgame_bucket *bucket, uint64_t key) {
    for (int i = 0; i < ENDGAME_WAYS; i++)
        if (bucket->ways[i].key == key && bucket->ways[i].era == endgame->era)
            return &bucket->ways[i];
    return NULL;
}

/* What a new entry is put in place of: nothing, else of earlier positions, else what cost least. */
static struct endgame_entry *victim(const struct endgame *endgame, struct endgame_bucket *bucket) {
    struct endgame_entry *least = bucket->ways;
    int least_worth = INT32_MAX;
    for (int i = 0; i < ENDGAME_WAYS; i++) {
        const struct endgame_entry *entry = &bucket->ways[i];
        int worth = entry->era != endgame->era   ? -1
                    : entry->age != endgame->age ? entry->cost
                                                 : entry->cost + 64;
        if (worth >= least_worth) continue;
        least = &bucket->ways[i];
        least_worth = worth;
    }
    return least;
}

static void store(struct endgame *endgame, struct endgame_bucket *bucket, uint64_t key, int alpha,
                  int value, int move, uint64_t nodes) {
    struct endgame_entry *entry = find(endgame, bucket, key);
    if (!entry) {
        entry = victim(endgame, bucket);
        *entry = (struct endgame_entry){.key = key,
                                        .lower = -ENDGAME_SCORE_MAX,
                                        .upper = ENDGAME_SCORE_MAX,
                                        .moves = {ENDGAME_NO_MOVE, ENDGAME_NO_MOVE},
                                        .era = endgame->era};
    }
    if (value > alpha && value > entry->lower) entry->lower = (int8_t)value;
    if (value <= alpha && value < entry->upper) entry->upper = (int8_t)value;
    if (entry->moves[0] != move) {
        entry->moves[1] = entry->moves[0];
        entry->moves[0] = (uint8_t)move;
    }
    entry->age = endgame->age;
    entry->cost = (uint8_t)(63 - __builtin_clzll(nodes | 1));
}

static const struct endgame_entry *known(const struct endgame *endgame, uint64_t own,
                                         uint64_t opp) {
    struct endgame_bucket *bucket;
    uint64_t key = locate(endgame, own, opp, &bucket);
    return find(endgame, bucket, key);
}

/* ---- order ---- */

/* Empty squares next to `discs`. */
static inline uint64_t frontier(uint64_t discs, uint64_t empty) {
    uint64_t inner = discs & UINT64_C(0x7e7e7e7e7e7e7e7e);
    uint64_t sides = inner << 1 | inner >> 1 | inner << 7 | inner >> 7 | inner << 9 | inner >> 9;
    return (sides | discs << 8 | discs >> 8) & empty;
}

static const uint64_t corners = UINT64_C(0x8100000000000081);

static inline int mobility_of(uint64_t own, uint64_t opp) {
    uint64_t moves = reversi_moves(own, opp);
    return count_discs(moves) + count_discs(moves & corners);
}

/* By what the other side is left with. */
static int32_t child_rank(const struct child *child, uint64_t odd) {
    uint64_t empty = ~(child->own | child->opp);
    int rank = -64 * mobility_of(child->own, child->opp) -
               4 * count_discs(frontier(child->opp, empty)) +
               16 * count_discs(stability_edges(child->opp, child->own));
    return rank + (odd >> child->move & 1 ? 4 : 0);
}

static int children_of(uint64_t own, uint64_t opp, uint64_t moves, struct child *list) {
    int count = 0;
    for (; moves; moves &= moves - 1) {
        int square = reversi_lowest(moves);
        uint64_t flips = reversi_flips(own, opp, square);
        list[count++] = (struct child){.own = opp ^ flips,
                                       .opp = own | flips | UINT64_C(1) << square,
                                       .move = (uint8_t)square};
    }
    return count;
}

/* Whether the memory knows a child bad enough for the other side (enhanced transposition cut-off,
 * Schaeffer and Plaat 1996). */
static bool children_cut(const struct endgame *endgame, const struct child *list, int count,
                         int alpha, int *bound) {
    for (int i = 0; i < count; i++) {
        const struct endgame_entry *entry = known(endgame, list[i].own, list[i].opp);
        if (entry && -entry->upper > alpha) {
            *bound = -entry->upper;
            return true;
        }
    }
    return false;
}

static void rank_children(struct child *list, int count, uint64_t empty,
                          const struct endgame_entry *entry) {
    uint64_t odd = odd_quadrants(empty);
    for (int i = 0; i < count; i++) {
        list[i].rank = child_rank(&list[i], odd);
        if (entry && list[i].move == entry->moves[0]) list[i].rank = INT32_MAX;
        if (entry && list[i].move == entry->moves[1]) list[i].rank = INT32_MAX - 1;
    }
}

static inline void pick(struct child *list, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++) best = list[i].rank > list[best].rank ? i : best;
    struct child old = list[from];
    list[from] = list[best];
    list[best] = old;
}

/* ---- search ---- */

/* Whether a limit is reached; once true, it stays so. */
static inline bool stop(struct endgame *endgame) {
    if (endgame->nodes >= endgame->nodes_max) endgame->stopped = true;
    return endgame->stopped || (endgame->deadline > 0 && endgame_late(endgame));
}

static int search(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha, int empties) {
    if (empties <= SHALLOW) return shallow(endgame, own, opp, alpha, empties);
    uint64_t nodes = endgame->nodes++;
    if (stop(endgame)) return 0;
    int bound;
    if (stability_cuts(own, opp, alpha, &bound)) return bound;

    struct endgame_bucket *bucket;
    uint64_t key = locate(endgame, own, opp, &bucket);
    const struct endgame_entry *entry = find(endgame, bucket, key);
    if (entry && entry->lower > alpha) return entry->lower;
    if (entry && entry->upper <= alpha) return entry->upper;

    uint64_t moves = reversi_moves(own, opp);
    if (!moves)
        return reversi_moves(opp, own) ? -search(endgame, opp, own, -alpha - 1, empties)
                                       : last_difference(own, empties);
    struct child list[REVERSI_SQUARES];
    int count = children_of(own, opp, moves, list);
    if (children_cut(endgame, list, count, alpha, &bound)) return bound;
    if (count > 1) rank_children(list, count, ~(own | opp), entry);

    int best = ENDGAME_WORST, best_move = 0;
    for (int i = 0; i < count && best <= alpha; i++) {
        pick(list, i, count);
        int value = -search(endgame, list[i].own, list[i].opp, -alpha - 1, empties - 1);
        if (endgame->stopped) return 0;
        best_move = value > best ? list[i].move : best_move;
        best = value > best ? value : best;
    }
    store(endgame, bucket, key, alpha, best, best_move, endgame->nodes - nodes);
    return best;
}

static int exceeds(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha) {
    return search(endgame, own, opp, alpha, REVERSI_SQUARES - count_discs(own | opp));
}

const struct endgame_kernel ISA_NAME(endgame_kernel) = {.bound = exceeds, .known = known};
