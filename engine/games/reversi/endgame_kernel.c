/*
 * The search to the end of the game, by null windows. The more squares are empty, the more is done
 * to visit fewer positions:
 *   1      count what the last disc turns
 *   2-4    squares that are alone in their quadrant first
 *   5      quadrants with an odd number of empty squares first
 *   6-     fewest replies first
 *   8-     transposition table
 *   9-     enhanced transposition cutoff: the table is probed for the children
 *   14-    children in the order of a small search
 *   18-    heuristic passes first, by an adviser: they find the window and the best moves
 * Measured on FFO 42, in seconds: the table from 7, 8, 9 1.16, 1.07, 1.10. Fewest replies first
 * from 7 takes the same time with 8 % more nodes; no stable discs below 6 saves 3 % of time with 1
 * % more nodes.
 */
#include <string.h>

#include "engine/games/reversi/endgame_last.h"
#include "engine/games/reversi/stability.h"

enum { SHALLOW = 5, MEMORY_FROM = 8, CHILDREN_FROM = 9, PROBE_FROM = 14 };

struct child {
    uint64_t own, opp; /* of the side then to move */
    int32_t rank;      /* highest first */
    uint8_t move;
};

static int endgame_search(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha,
                          int empties);

/* The squares of the quadrants that have an odd number of `empty` squares: each quadrant's parity
 * is folded into its lowest bit and spread again. */
static inline uint64_t endgame_odd_quadrants(uint64_t empty) {
    empty ^= empty >> 1;
    empty ^= empty >> 2;
    empty ^= empty >> 8;
    empty ^= empty >> 16;
    return (empty & UINT64_C(0x0000001100000011)) * UINT64_C(0x0f0f0f0f);
}

/* Whether what the other side keeps for certain bounds the result by `alpha`. */
static inline bool endgame_stability_cuts(uint64_t own, uint64_t opp, int alpha, int *bound) {
    if (64 - 2 * reversi_count(opp) > alpha) return false;
    *bound = 64 - 2 * reversi_count(reversi_stable(opp, own));
    return *bound <= alpha;
}

static inline void endgame_swap(int *a, int *b) {
    int old = *a;
    *a = *b;
    *b = old;
}

static int endgame_sort_last_4(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha) {
    uint64_t empty = ~(own | opp), odd = empty & endgame_odd_quadrants(empty);
    int squares[4], count = 0;
    for (uint64_t rest = odd; rest; rest &= rest - 1) squares[count++] = reversi_lowest(rest);
    int odds = count;
    for (uint64_t rest = empty & ~odd; rest; rest &= rest - 1)
        squares[count++] = reversi_lowest(rest);
    /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): four squares are empty */
    int a = squares[0], b = squares[1], c = squares[2], d = squares[3];
    int qa = quadrant_of(a), qb = quadrant_of(b), qc = quadrant_of(c);
    if (odds == 0 && qa != qb) /* two pairs */
        endgame_swap(&b, qa == qc ? &c : &d);
    else if (odds == 4 && (qa == qb || qa == qc)) /* one alone and three */
        endgame_swap(&a, qb != qa && qb != qc ? &b : qc != qa && qc != qb ? &c : &d);
    return last_4(endgame, own, opp, alpha, a, b, c, d, false);
}

static int endgame_shallow(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha,
                           int empties) {
    if (empties == 4) return endgame_sort_last_4(endgame, own, opp, alpha);
    endgame->nodes++;
    uint64_t moves = reversi_moves(own, opp);
    if (!moves)
        return reversi_moves(opp, own) ? -endgame_shallow(endgame, opp, own, -alpha - 1, empties)
                                       : last_difference(own, empties);
    int best = ENDGAME_WORST;
    uint64_t odd = endgame_odd_quadrants(~(own | opp));
    for (uint64_t rest = moves & odd ? moves & odd : moves; moves; rest = rest ? rest : moves) {
        int square = reversi_lowest(rest);
        rest &= rest - 1;
        moves ^= UINT64_C(1) << square;
        uint64_t flips = reversi_flips(own, opp, square);
        int value = -endgame_shallow(endgame, opp ^ flips, own | flips | UINT64_C(1) << square,
                                     -alpha - 1, empties - 1);
        if (value > alpha) return value;
        best = value > best ? value : best;
    }
    return best;
}

/* ---- memory ---- */

/* Where a position is remembered: the halves of one product. */
struct place {
    struct endgame_bucket *bucket;
    uint64_t key;
};

/* Begins to fetch it. */
static inline struct place endgame_place_of(const struct endgame *endgame, uint64_t own,
                                            uint64_t opp) {
    __extension__ unsigned __int128 product = own ^ UINT64_C(0x9e3779b97f4a7c15);
    product *= opp ^ UINT64_C(0xd6e8feb86659fd93);
    struct endgame_bucket *bucket = &endgame->table[(uint64_t)(product >> 64) & endgame->mask];
    __builtin_prefetch(bucket);
    return (struct place){bucket, (uint64_t)product};
}

static inline struct endgame_entry *endgame_find(const struct endgame *endgame,
                                                 struct place place) {
    for (struct endgame_entry *entry = place.bucket->ways;
         entry < place.bucket->ways + ENDGAME_WAYS; entry++)
        if (entry->key == place.key && entry->era == endgame->era) return entry;
    return NULL;
}

/* The entry if its bounds are good enough for the search under way, else NULL. */
static inline const struct endgame_entry *endgame_good(const struct endgame *endgame,
                                                       const struct endgame_entry *entry) {
    return entry && entry->level >= endgame->level ? entry : NULL;
}

/* What a new entry is put in place of: nothing, else of earlier positions, else what cost least. */
static struct endgame_entry *endgame_victim(const struct endgame *endgame,
                                            struct endgame_bucket *bucket) {
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

/* What a search of this level found in the window from `alpha` to `beta`, in place of what those of
 * lower levels did. */
static void endgame_bound(struct endgame_entry *entry, int level, int alpha, int beta, int value) {
    if (entry->level < level) {
        entry->level = (unsigned)level & 3u;
        entry->lower = -ENDGAME_SCORE_MAX;
        entry->upper = ENDGAME_SCORE_MAX;
    }
    if (value > alpha) entry->lower = (int8_t)max_int(entry->lower, value);
    if (value < beta) entry->upper = (int8_t)min_int(entry->upper, value);
}

/* What a search found in the window from `alpha` to `beta`. */
static void endgame_store(struct endgame *endgame, struct place place, int alpha, int beta,
                          int value, int move, uint64_t nodes) {
    struct endgame_entry *entry = endgame_find(endgame, place);
    if (entry && entry->level > endgame->level) return;
    if (!entry) {
        entry = endgame_victim(endgame, place.bucket);
        *entry = (struct endgame_entry){.key = place.key,
                                        .lower = -ENDGAME_SCORE_MAX,
                                        .upper = ENDGAME_SCORE_MAX,
                                        .moves = {ENDGAME_NO_MOVE, ENDGAME_NO_MOVE},
                                        .era = endgame->era};
    }
    endgame_bound(entry, endgame->level, alpha, beta, value);
    if (entry->moves[0] != move) {
        entry->moves[1] = entry->moves[0];
        entry->moves[0] = (uint8_t)move;
    }
    entry->age = endgame->age;
    entry->cost = (63u - (unsigned)__builtin_clzll(nodes | 1)) & 63u;
}

/* ---- order ---- */

static const uint64_t corners = UINT64_C(0x8100000000000081);

/* Empty squares next to `discs`. */
static inline uint64_t endgame_frontier(uint64_t discs, uint64_t empty) {
    uint64_t inner = discs & UINT64_C(0x7e7e7e7e7e7e7e7e);
    uint64_t sides = inner << 1 | inner >> 1 | inner << 7 | inner >> 7 | inner << 9 | inner >> 9;
    return (sides | discs << 8 | discs >> 8) & empty;
}

/* By what the other side is left with: above all few moves, so that what refutes, refutes soon. */
static int32_t endgame_rank_replies(const struct child *child, uint64_t odd) {
    uint64_t empty = ~(child->own | child->opp);
    uint64_t replies = reversi_moves(child->own, child->opp);
    return 8 * reversi_count(stability_edges(child->opp, child->own)) -
           64 * (reversi_count(replies) + reversi_count(replies & corners)) -
           8 * reversi_count(endgame_frontier(child->opp, empty)) +
           (odd >> child->move & 1 ? 16 : 0);
}

/* The expected result for `own`, the side to move, in tenths of a disc, from moves, moves to
 * corners, stable discs. Least squares over 42 000 endings of 11 to 15 empty squares, played at
 * random or for mobility and solved; it leaves an error of 12 discs of 27. */
static int endgame_expected(uint64_t own, uint64_t opp) {
    uint64_t moves = reversi_moves(own, opp), replies = reversi_moves(opp, own);
    return 25 * reversi_count(moves) - 18 * reversi_count(replies) +
           75 * reversi_count(moves & corners) - 53 * reversi_count(replies & corners) +
           12 * (reversi_count(reversi_stable(own, opp)) - reversi_count(reversi_stable(opp, own)));
}

/* The same by the adviser, if there is one. */
static int endgame_advised(const struct endgame *endgame, uint64_t own, uint64_t opp) {
    if (!endgame->advise) return endgame_expected(own, opp);
    const struct reversi board = {own, opp, 0};
    return 10 * endgame->advise(endgame->adviser, endgame->advice, &board, 0) /
           endgame->adviser->disc;
}

/* Whether a limit is reached; once true, it stays so. */
static inline bool endgame_stop(struct endgame *endgame) {
    return endgame->stopped || (endgame->nodes >= endgame->nodes_check && endgame_check(endgame));
}

/* The same `depth` plies on; means nothing once stopped. */
static int endgame_probe(struct endgame *endgame, uint64_t own, uint64_t opp, int depth, int alpha,
                         int beta) {
    endgame->nodes++;
    if (depth == 0) return endgame_advised(endgame, own, opp);
    if (endgame_stop(endgame)) return 0;
    uint64_t moves = reversi_moves(own, opp);
    if (!moves && !reversi_moves(opp, own))
        return 10 * last_difference(own, reversi_empties(own, opp));
    if (!moves) return -endgame_probe(endgame, opp, own, depth, -beta, -alpha);
    int best = INT16_MIN;
    for (; moves && best < beta; moves &= moves - 1) {
        int square = reversi_lowest(moves);
        uint64_t flips = reversi_flips(own, opp, square);
        int value = -endgame_probe(endgame, opp ^ flips, own | flips | UINT64_C(1) << square,
                                   depth - 1, -beta, -max_int(alpha, best));
        best = max_int(best, value);
    }
    return best;
}

static int endgame_children(uint64_t own, uint64_t opp, uint64_t moves, struct child *list) {
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
static bool endgame_children_cut(const struct endgame *endgame, const struct child *list, int count,
                                 int alpha, int *bound) {
    struct place places[REVERSI_SQUARES];
    for (int i = 0; i < count; i++) places[i] = endgame_place_of(endgame, list[i].own, list[i].opp);
    for (int i = 0; i < count; i++) {
        const struct endgame_entry *known = endgame_good(endgame, endgame_find(endgame, places[i]));
        if (known && -known->upper > alpha) {
            *bound = -known->upper;
            return true;
        }
    }
    return false;
}

/* Children that are so much worse than the best one, in tenths of a disc, get no exact value: FFO
 * 40-44 take .83 of the time, results/records/search.md. */
enum { NEAR = 50 };

/* Each three empty squares more are worth one more ply of the small search. */
static int endgame_probe_depth(int empties) {
    return (empties - PROBE_FROM) / 3 + 1;
}

/* The adviser's value counts more than the usual estimate. The weights were measured on FFO 40-44:
 * results/records/search.md. */
static int32_t endgame_rank_child(struct endgame *endgame, const struct child *child, int empties,
                                  uint64_t odd, int *least) {
    int32_t rank = endgame_rank_replies(child, odd);
    if (empties < PROBE_FROM) return rank;
    int depth = min_int(endgame_probe_depth(empties), 3);
    int weight = endgame->advise ? 8 : 2;
    int value = endgame_probe(endgame, child->own, child->opp, depth, INT16_MIN, *least + NEAR);
    *least = min_int(*least, value);
    return rank - weight * value;
}

/* The moves that were best before come first. */
static void endgame_rank_children(struct endgame *endgame, struct child *list, int count,
                                  int empties, uint64_t odd, const struct endgame_entry *entry) {
    static const uint8_t none[2] = {ENDGAME_NO_MOVE, ENDGAME_NO_MOVE};
    const uint8_t *first = entry ? entry->moves : none;
    int least = INT16_MAX - NEAR;
    for (struct child *child = list; child < list + count; child++)
        child->rank = child->move == first[0] ? INT32_MAX
                      : child->move == first[1]
                          ? INT32_MAX - 1
                          : endgame_rank_child(endgame, child, empties, odd, &least);
}

static inline void endgame_pick(struct child *list, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++) best = list[i].rank > list[best].rank ? i : best;
    struct child old = list[from];
    list[from] = list[best];
    list[best] = old;
}

/* ---- search ---- */

/* Whether a small search is so far from `alpha` that it is taken as the value: by tenths of a disc,
 * given by each level. */
static bool endgame_believed(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha,
                             int empties, int *bound) {
    static const int clear[ENDGAME_PROOF] = {40, 80, 120};
    if (endgame->level == ENDGAME_PROOF || empties < PROBE_FROM) return false;
    if (alpha < -64 || alpha >= 64) return false; /* no result is on its other side */
    int low = alpha & ~1, high = low + 2;         /* results are even */
    int below = 10 * low - clear[endgame->level], above = 10 * high + clear[endgame->level];
    int value = endgame_probe(endgame, own, opp, endgame_probe_depth(empties), below, above);
    *bound = value >= above ? high : low;
    return value >= above || value <= below;
}

static int endgame_search(struct endgame *endgame, uint64_t own, uint64_t opp, int alpha,
                          int empties) {
    if (empties <= SHALLOW) return endgame_shallow(endgame, own, opp, alpha, empties);
    uint64_t nodes = endgame->nodes++;
    if (endgame_stop(endgame)) return 0;
    bool remembered = empties >= MEMORY_FROM;
    const struct place place = remembered ? endgame_place_of(endgame, own, opp) : (struct place){0};
    int bound;
    if (endgame_stability_cuts(own, opp, alpha, &bound)) return bound;
    uint64_t moves = reversi_moves(own, opp);
    if (!moves)
        return reversi_moves(opp, own) ? -endgame_search(endgame, opp, own, -alpha - 1, empties)
                                       : last_difference(own, empties);
    const struct endgame_entry *entry = remembered ? endgame_find(endgame, place) : NULL;
    const struct endgame_entry *good = endgame_good(endgame, entry);
    if (good && good->lower > alpha) return good->lower;
    if (good && good->upper <= alpha) return good->upper;
    if (endgame_believed(endgame, own, opp, alpha, empties, &bound)) return bound;

    struct child list[REVERSI_SQUARES];
    int count = endgame_children(own, opp, moves, list);
    if (empties >= CHILDREN_FROM && endgame_children_cut(endgame, list, count, alpha, &bound))
        return bound;
    if (count > 1)
        endgame_rank_children(endgame, list, count, empties, endgame_odd_quadrants(~(own | opp)),
                              entry);

    int best = ENDGAME_WORST, best_move = 0;
    for (int i = 0; i < count && best <= alpha; i++) {
        endgame_pick(list, i, count);
        int value = -endgame_search(endgame, list[i].own, list[i].opp, -alpha - 1, empties - 1);
        if (endgame->stopped) return 0;
        best_move = value > best ? list[i].move : best_move;
        best = value > best ? value : best;
    }
    if (remembered)
        endgame_store(endgame, place, alpha, alpha + 1, best, best_move, endgame->nodes - nodes);
    return best;
}

static void endgame_line_set(struct endgame_line *line, int move, const struct endgame_line *rest) {
    line->moves[0] = (uint8_t)move;
    line->length = min_int(rest->length + 1, ENDGAME_LINE_MAX);
    memcpy(line->moves + 1, rest->moves, (size_t)line->length - 1);
}

/* Positions on the principal variation: the result, if it is within the window, and the line that
 * leads to it. Of some of the legal `moves` only, it is not remembered. */
static int endgame_principal(struct endgame *endgame, uint64_t own, uint64_t opp, uint64_t moves,
                             int alpha, int beta, struct endgame_line *line) {
    struct endgame_line rest = {0};
    uint64_t empty = ~(own | opp), nodes = endgame->nodes++;
    int empties = reversi_count(empty);
    line->length = 0;
    if (endgame_stop(endgame)) return 0;
    if (!moves) {
        moves = reversi_moves(opp, own);
        if (!moves) return last_difference(own, empties);
        int value = -endgame_principal(endgame, opp, own, moves, -beta, -alpha, &rest);
        endgame_line_set(line, REVERSI_PASS, &rest);
        return value;
    }
    const struct place place = endgame_place_of(endgame, own, opp);
    struct child list[REVERSI_SQUARES];
    int count = endgame_children(own, opp, moves, list), best = ENDGAME_WORST, best_move = 0;
    endgame_rank_children(endgame, list, count, empties, endgame_odd_quadrants(empty),
                          endgame_find(endgame, place));
    for (int i = 0; i < count && best < beta; i++) {
        endgame_pick(list, i, count);
        const struct child *child = &list[i];
        int lower = max_int(alpha, best), value = ENDGAME_SCORE_MAX;
        rest.length = 0;
        if (i > 0)
            value = -endgame_search(endgame, child->own, child->opp, -lower - 1, empties - 1);
        if (value > lower && (i == 0 || value < beta))
            value = -endgame_principal(endgame, child->own, child->opp,
                                       reversi_moves(child->own, child->opp), -beta, -lower, &rest);
        if (endgame->stopped) return 0;
        if (value <= best) continue;
        best = value;
        best_move = child->move;
        if (best > alpha) endgame_line_set(line, best_move, &rest);
    }
    if (moves == reversi_moves(own, opp))
        endgame_store(endgame, place, alpha, beta, best, best_move, endgame->nodes - nodes);
    return best;
}

static int endgame_guess(struct endgame *endgame, uint64_t own, uint64_t opp) {
    int empties = reversi_empties(own, opp);
    int depth = max_int(0, min_int((empties - 8) / 2, 6));
    return endgame_probe(endgame, own, opp, depth, INT16_MIN, INT16_MAX) / 20 * 2;
}

/* How far around the guess is looked first: within the window that solves most small positions at
 * once (5 % fewer nodes at 10 empty squares than the full one), or as narrow as can be, because far
 * from the result bounds are cheap to prove (FFO 40-42: 66 M nodes, 97 M with the wide window). */
static int endgame_window(int empties) {
    enum { NARROW_FROM = 14 };
    return empties < NARROW_FROM ? 13 : 1;
}

/* Heuristic searches may contradict each other: then the first one's line stays, with the value of
 * the second. */
static int endgame_pass(struct endgame *endgame, uint64_t own, uint64_t opp, uint64_t moves,
                        int guess, struct endgame_line *line) {
    int window = endgame_window(reversi_empties(own, opp));
    guess = max_int(-ENDGAME_SCORE_MAX, min_int(guess, ENDGAME_SCORE_MAX));
    int alpha = guess - window, beta = guess + window;
    int value = endgame_principal(endgame, own, opp, moves, alpha, beta, line);
    if (value > alpha && value < beta) return value;
    bool below = value <= alpha;
    struct endgame_line again;
    value = endgame_principal(endgame, own, opp, moves, below ? ENDGAME_WORST : beta - 1,
                              below ? alpha + 1 : -ENDGAME_WORST, &again);
    if (again.length > 0) *line = again;
    return value;
}

const struct endgame_ops ISA_NAME(endgame_ops) = {.guess = endgame_guess, .pass = endgame_pass};
