/*
 * All points' gains at once. The roads are counted anew from the stones: those that begin at a
 * point are, for each direction, sums of k points' bytes; a point's gain is the sum of what its k
 * roads are worth. Points are numbered row by row without gaps, so that each direction is one step;
 * a road that would leave the board, and run on in another row, counts as dead.
 *
 * Measured on Connect6 on a shared machine by the process's own time (one core, gcc 12 -O3),
 * portable, AVX2, AVX-512: 0.66, 1.58, 2.9 million maps a second; searches of depth 3 with all
 * moves after 8 random stones 268, 490, 564 a second, 18 when each move and each leaf was evaluated
 * separately; after 9 random stones 4, 8 and 10, before 2.8.
 */
#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "engine/games/connect/roads.h"
#include "engine/games/connect/threats.h"
#include "engine/search/node.h"

/* No road reaches further, in points. */
enum { FAR = 192 };
_Static_assert((CONNECT_K_MAX - 1) * (CONNECT_SIDE_MAX + 1) <= FAR, "roads must not reach further");

/* What a map is made of: the points' stones, the kinds and worths of the roads that begin at each
 * point, and sums of two neighbours. What is before or after the points is never written. */
struct scratch {
    uint8_t stones[ROADS_POINTS + FAR];
    uint8_t stone_pairs[CONNECT_DIRECTIONS][ROADS_POINTS + FAR];
    uint8_t kinds[CONNECT_DIRECTIONS][ROADS_POINTS];
    int32_t worths[CONNECT_DIRECTIONS][FAR + ROADS_POINTS];
    int32_t worth_pairs[CONNECT_DIRECTIONS][FAR + ROADS_POINTS];
};
static _Thread_local struct scratch thread_scratch;

/* Whole blocks, for loops of vectors. */
static inline int roads_points(const struct connect_rules *rules) {
    return (rules->points + ROADS_BLOCK - 1) / ROADS_BLOCK * ROADS_BLOCK;
}

/* ---- kinds of roads ------------------------------------------------------------------------ */

/* 0x01 for an own stone, 0x10 for another, as in connect_road. */
static inline void roads_stones_spread(const struct connect_state *state, int side, uint8_t *out) {
#ifdef __AVX512BW__
    for (int w = 0; w < CONNECT_WORDS; w++) {
        __m512i own = _mm512_maskz_set1_epi8(state->stones[side][w], 0x01);
        _mm512_storeu_si512(out + 64 * w,
                            _mm512_mask_set1_epi8(own, state->stones[!side][w], 0x10));
    }
#else
    memset(out, 0, ROADS_POINTS);
    for (int other = 0; other < 2; other++)
        for (int w = 0; w < CONNECT_WORDS; w++)
            for (uint64_t set = state->stones[side ^ other][w]; set; set &= set - 1)
                out[64 * w + __builtin_ctzll(set)] = other ? 0x10 : 0x01;
#endif
}

static inline void roads_pair_stones(const uint8_t *restrict stones, int step, int points,
                                     uint8_t *restrict pairs) {
    for (int i = 0; i < points; i++) pairs[i] = (uint8_t)(stones[i] + stones[i + step]);
}

/* The sum of k bytes is that of k / 2 pairs, and one more if k is odd. */
static inline void roads_kinds_along(const uint8_t *restrict stones, const uint8_t *restrict pairs,
                                     int step, const uint8_t *restrict outside, int points,
                                     uint8_t *restrict out, const int k) {
    for (int i = 0; i < points; i++) {
        uint8_t road = k % 2 ? stones[i + (k - 1) * step] : 0;
        for (int j = 0; j + 1 < k; j += 2) road = (uint8_t)(road + pairs[i + j * step]);
        road |= outside[i];
        uint8_t own = road & 15, other = road >> 4;
        uint8_t foreign = own == 0 ? other % CONNECT_K_MAX : 0;
        out[i] = other == 0 ? own : (uint8_t)(ROADS_DEAD + foreign);
    }
}

static inline void roads_kinds_find(struct scratch *scratch, const struct roads *roads,
                                    const struct connect_state *state, int side, const int k) {
    const struct connect_rules *rules = connect_rules(roads->evaluator.game);
    const int points = roads_points(rules);
    roads_stones_spread(state, side, scratch->stones);
    for (int d = 0; d < CONNECT_DIRECTIONS; d++)
        roads_pair_stones(scratch->stones, rules->steps[d], points, scratch->stone_pairs[d]);
    for (int d = 0; d < CONNECT_DIRECTIONS; d++)
        roads_kinds_along(scratch->stones, scratch->stone_pairs[d], rules->steps[d],
                          roads->outside[d], points, scratch->kinds[d], k);
}

/* ---- gains of points ----------------------------------------------------------------------- */

static inline void roads_worths_find(const uint8_t *roads, const int32_t table[ROADS_KINDS],
                                     int points, int32_t *out) {
#if defined __AVX512F__
    const __m512i worths = _mm512_loadu_si512(table);
    for (int i = 0; i < points; i += 16) {
        __m512i index = _mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)(roads + i)));
        _mm512_storeu_si512(out + i, _mm512_permutexvar_epi32(index, worths));
    }
#elif defined __AVX2__
    const __m256i own = _mm256_loadu_si256((const void *)table);
    const __m256i other = _mm256_loadu_si256((const void *)(table + ROADS_DEAD));
    for (int i = 0; i < points; i += 8) {
        __m256i index = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)(roads + i)));
        __m256 own_worths = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(own, index));
        __m256 other_worths = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(other, index));
        __m256 is_other = _mm256_castsi256_ps(_mm256_slli_epi32(index, 28));
        _mm256_storeu_ps((void *)(out + i), _mm256_blendv_ps(own_worths, other_worths, is_other));
    }
#else
    for (int i = 0; i < points; i++) out[i] = table[roads[i]];
#endif
}

static inline void roads_pair_worths(const int32_t *restrict worths, int step, int points,
                                     int32_t *restrict pairs) {
    for (int i = 0; i < points; i++) pairs[i] = worths[i] + worths[i - step];
}

/* Sums over the k roads that lead through a point. */
static inline void roads_sums_find(const struct scratch *scratch, const int *steps, int points,
                                   int32_t *restrict gains, const int k) {
    for (int i = FAR; i < FAR + points; i++) {
        int32_t gain = 0;
        for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
            if (k % 2) gain += scratch->worths[d][i - (k - 1) * steps[d]];
            for (int j = 0; j + 1 < k; j += 2) gain += scratch->worth_pairs[d][i - j * steps[d]];
        }
        gains[i - FAR] = gain;
    }
}

/* Each pass goes through all directions before the next one: loads that span what two recent
 * stores wrote wait for both. */
static inline void roads_gains_find(struct scratch *scratch, const struct connect_rules *rules,
                                    const int32_t table[ROADS_KINDS], int32_t *gains, const int k) {
    const int points = roads_points(rules);
    for (int d = 0; d < CONNECT_DIRECTIONS; d++)
        roads_worths_find(scratch->kinds[d], table, points, scratch->worths[d] + FAR);
    for (int d = 0; d < CONNECT_DIRECTIONS; d++)
        roads_pair_worths(scratch->worths[d] + FAR, rules->steps[d], points,
                          scratch->worth_pairs[d] + FAR);
    roads_sums_find(scratch, rules->steps, points, gains, k);
}

static inline __attribute__((always_inline)) void
roads_map_of(const struct roads *roads, const struct connect_state *state, int side,
             const int32_t table[ROADS_KINDS], int32_t *gains, const int k) {
    struct scratch *scratch = &thread_scratch;
    roads_kinds_find(scratch, roads, state, side, k);
    roads_gains_find(scratch, connect_rules(roads->evaluator.game), table, gains, k);
}

static void roads_map(const struct evaluator *evaluator, const int32_t table[ROADS_KINDS],
                      const struct connect_state *state, int side, int32_t *gains) {
    const struct roads *roads = (const struct roads *)evaluator;
    switch (connect_rules(evaluator->game)->k) {
    case 2:
        roads_map_of(roads, state, side, table, gains, 2);
        break;
    case 3:
        roads_map_of(roads, state, side, table, gains, 3);
        break;
    case 4:
        roads_map_of(roads, state, side, table, gains, 4);
        break;
    case 5:
        roads_map_of(roads, state, side, table, gains, 5);
        break;
    case 6:
        roads_map_of(roads, state, side, table, gains, 6);
        break;
    case 7:
        roads_map_of(roads, state, side, table, gains, 7);
        break;
    default:
        roads_map_of(roads, state, side, table, gains, CONNECT_K_MAX);
        break;
    }
}

/* ---- candidates ---------------------------------------------------------------------------- */

/* From how many points on their map costs less than one after the other; measured on Connect6. */
#if defined __AVX512F__
enum { MAP_PAYS = 16 };
#elif defined __AVX2__
enum { MAP_PAYS = 32 };
#else
enum { MAP_PAYS = 200 };
#endif

static inline int32_t roads_gain_at(const struct connect_rules *rules, const int32_t *worths,
                                    const struct connect_state *state, int point) {
    int32_t sum = 0;
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_span *span = &rules->spans[point][d];
        const connect_road *roads = &state->roads[span->road];
        for (int i = 0; i < span->count; i++) sum += worths[roads[i]];
    }
    return sum;
}

/* The map of these points at least. */
static inline void roads_gains_of(const struct evaluator *evaluator,
                                  const int32_t table[ROADS_KINDS],
                                  const struct connect_state *state,
                                  const uint64_t set[CONNECT_WORDS], int32_t *gains) {
    int count = 0;
    for (int w = 0; w < CONNECT_WORDS; w++) count += __builtin_popcountll(set[w]);
    if (count >= MAP_PAYS) {
        roads_map(evaluator, table, state, state->side, gains);
        return;
    }
    const struct connect_rules *rules = connect_rules(evaluator->game);
    int32_t worths[256] = {table[0]};
    for (int n = 1; n < rules->k; n++) {
        worths[state->side == 0 ? n : n << 4] = table[roads_kind(n, 0)];
        worths[state->side == 0 ? n << 4 : n] = table[roads_kind(0, n)];
    }
    for (int w = 0; w < CONNECT_WORDS; w++)
        for (uint64_t left = set[w]; left; left &= left - 1) {
            int point = 64 * w + __builtin_ctzll(left);
            gains[point] = roads_gain_at(rules, worths, state, point);
        }
}

/* The points of a set as candidates, by their gains; their count. Eight points never take more than
 * eight places, so that whole registers are written. */
static inline int roads_list(const struct connect_rules *rules, const uint64_t set[CONNECT_WORDS],
                             const int32_t *gains, struct candidate *out) {
    int count = 0;
#ifdef __AVX512F__
    const __m512i first = _mm512_slli_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), 32);
    for (int i = 0; i < rules->points; i += 8) {
        __mmask8 there = (__mmask8)(set[i >> 6] >> (i & 63));
        __m256i scores = _mm256_loadu_si256((const void *)(gains + i));
        __mmask8 won = _mm256_cmpge_epi32_mask(scores, _mm256_set1_epi32(ROADS_GAIN_WON));
        scores = _mm256_mask_mov_epi32(scores, won, _mm256_set1_epi32(SCORE_WIN));
        __m512i points = _mm512_add_epi64(first, _mm512_set1_epi64((int64_t)i << 32));
        __m512i candidates = _mm512_or_si512(points, _mm512_cvtepu32_epi64(scores));
        _mm512_storeu_si512(out + count, _mm512_maskz_compress_epi64(there, candidates));
        count += __builtin_popcount(there);
    }
#else
    (void)rules;
    for (int w = 0; w < CONNECT_WORDS; w++)
        for (uint64_t left = set[w]; left; left &= left - 1) {
            int point = 64 * w + __builtin_ctzll(left);
            int32_t score = gains[point] < ROADS_GAIN_WON ? gains[point] : SCORE_WIN;
            out[count++] = (struct candidate){score, (move_t)point};
        }
#endif
    return count;
}

static inline int roads_candidates(const struct evaluator *evaluator, const void *prepared_,
                                   const void *state_, bool all, struct candidate *out) {
    const struct roads_prepared *prepared = prepared_;
    const struct connect_state *state = state_;
    const struct connect_rules *rules = connect_rules(evaluator->game);
    const int32_t *table = prepared->gains[roads_leaves_mid_turn(state)];
    int32_t gains[ROADS_POINTS];
    uint64_t set[CONNECT_WORDS];
    connect_plausible_set(rules, state, all, set);
    roads_gains_of(evaluator, table, state, set, gains);
    return roads_list(rules, set, gains, out);
}

/* The gains of a position's points for the side to move after one more stone, computed without that
 * stone: it changes those on the four lines through it. */
struct roads_siblings {
    int32_t gains[ROADS_POINTS];
    const int32_t *worths; /* by what stands on a road */
    int side;              /* the side of the stone */
};
_Static_assert(sizeof(struct roads_siblings) <= sizeof(struct search_siblings), "it must fit");

static void roads_siblings_init(const struct evaluator *evaluator, const void *prepared_,
                                const void *state_, struct search_siblings *out) {
    const struct roads_prepared *prepared = prepared_;
    const struct connect_state *state = state_;
    struct roads_siblings *siblings = (struct roads_siblings *)out;
    bool goes_on = roads_leaves_mid_turn(state);
    int side = goes_on ? state->side : !state->side;
    int left = goes_on ? state->left - 1 : connect_rules(evaluator->game)->p;
    siblings->worths = prepared->gains_on[left > 1][side];
    siblings->side = state->side;
    roads_map(evaluator, prepared->gains[left > 1], state, side, siblings->gains);
}

/* Adds what the stone has changed on the roads of a span to the gains of all of their points. */
static inline void roads_span_update(const struct roads_siblings *siblings,
                                     const struct connect_span *span, const connect_road *roads,
                                     int step, int k, int32_t *gains) {
    int32_t changes[3 * CONNECT_K_MAX] = {0}; /* from k on, by road */
    for (int i = 0; i < span->count; i++) {
        connect_road before = (connect_road)(roads[i] - connect_road_after(0, siblings->side));
        changes[k + i] = siblings->worths[roads[i]] - siblings->worths[before];
    }
    int32_t sum = 0;
    int32_t *gain = &gains[span->point];
    for (int i = 0; i < span->count + k - 1; i++, gain += step) {
        sum += changes[k + i] - changes[i];
        *gain += sum;
    }
}

static int roads_siblings_candidates(const struct evaluator *evaluator, const void *prepared,
                                     const struct search_siblings *siblings_, const void *state_,
                                     bool all, struct candidate *out) {
    const struct roads_siblings *siblings = (const struct roads_siblings *)siblings_;
    const struct connect_state *state = state_;
    const struct connect_rules *rules = connect_rules(evaluator->game);
    int32_t gains[ROADS_POINTS];
    uint64_t set[CONNECT_WORDS];
    (void)prepared;
    memcpy(gains, siblings->gains, sizeof gains);
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_span *span = &rules->spans[siblings_->move][d];
        if (span->count > 0)
            roads_span_update(siblings, span, &state->roads[span->road], rules->steps[d], rules->k,
                              gains);
    }
    connect_plausible_set(rules, state, all, set);
    return roads_list(rules, set, gains, out);
}

/* ---- the last ply -------------------------------------------------------------------------- */

/* The largest of the empty points, the first of equals. */
static inline struct candidate roads_best_of_all(const struct connect_rules *rules,
                                                 const struct connect_state *state,
                                                 int32_t *gains) {
    for (int side = 0; side < 2; side++)
        for (int w = 0; w < CONNECT_WORDS; w++)
            for (uint64_t set = state->stones[side][w]; set; set &= set - 1)
                gains[64 * w + __builtin_ctzll(set)] = INT32_MIN;
    int32_t best = INT32_MIN;
    for (int i = 0; i < rules->points; i++) best = max_int(best, gains[i]);
    int move = 0;
    for (bool here = false; !here; move += here ? 0 : 16)
        for (int i = move; i < move + 16; i++) here |= gains[i] == best;
    while (gains[move] != best) move++;
    return (struct candidate){best, (move_t)move};
}

/* What all moves have in common in the value, for the side to move, of the positions after them. */
static inline int32_t roads_common_value(const struct evaluator *evaluator, const void *prepared,
                                         const struct connect_state *state, int root_side) {
    struct connect_state counts = {.mid_turn = roads_leaves_mid_turn(state)};
    memcpy(counts.census, state->census, sizeof counts.census);
    int32_t value = roads_eval(evaluator, prepared, &counts, root_side);
    return state->side == root_side ? value : -value;
}

/* What a move does to the value, for the side to move, by the weights of `root_side`. */
static inline const int32_t *roads_value_table(const struct roads_prepared *prepared,
                                               const struct connect_state *state, int root_side) {
    bool mid_turn = roads_leaves_mid_turn(state);
    return state->side == root_side ? prepared->gains[mid_turn] : prepared->losses[mid_turn];
}

/* All wins are worth the same; without one the last point is a draw. */
static inline struct search_last roads_last_of(const struct evaluator *evaluator,
                                               const void *prepared,
                                               const struct connect_state *state, int root_side,
                                               struct candidate best, int count) {
    bool wins = state->census[connect_live(state->side, connect_rules(evaluator->game)->k - 1)] > 0;
    int32_t value = wins ? SCORE_WIN + state->empties
                    : state->empties == 1
                        ? 0
                        : best.score + roads_common_value(evaluator, prepared, state, root_side);
    return (struct search_last){value, best.move, count, state->empties == 1};
}

/* The same where not all moves are replies. */
static struct search_last roads_last_forced(const struct evaluator *evaluator, const void *prepared,
                                            const struct connect_state *state, int root_side,
                                            const int32_t *gains) {
    struct candidate list[GAME_MOVES_MAX];
    move_t moves[GAME_MOVES_MAX];
    int32_t lost;
    int count = connect_plausible(connect_rules(evaluator->game), state, true, moves);
    for (int i = 0; i < count; i++) list[i] = (struct candidate){gains[moves[i]], moves[i]};
    count = connect_forced(evaluator->game, state, list, count, &lost);
    if (count == 0) return (struct search_last){lost, MOVE_NONE, 0, true};
    order_pick(list, 0, count);
    return roads_last_of(evaluator, prepared, state, root_side, list[0], count);
}

static inline struct search_last roads_last_ply(const struct evaluator *evaluator,
                                                const void *prepared, const void *state_,
                                                int root_side) {
    const struct connect_state *state = state_;
    int32_t gains[ROADS_POINTS];
    roads_map(evaluator, roads_value_table(prepared, state, root_side), state, state->side, gains);
    if (connect_is_forced(connect_rules(evaluator->game), state))
        return roads_last_forced(evaluator, prepared, state, root_side, gains);
    struct candidate best = roads_best_of_all(connect_rules(evaluator->game), state, gains);
    return roads_last_of(evaluator, prepared, state, root_side, best, state->empties);
}

static inline bool roads_judge(const struct evaluator *evaluator, const void *prepared_,
                               const void *state_, int root_side, move_t move, int32_t *value) {
    const struct roads_prepared *prepared = prepared_;
    const struct connect_state *state = state_;
    bool mid_turn = roads_leaves_mid_turn(state);
    const int32_t *worths = state->side == root_side ? prepared->gains_on[mid_turn][state->side]
                                                     : prepared->losses_on[mid_turn][state->side];
    int32_t gain = roads_gain_at(connect_rules(evaluator->game), worths, state, move);
    if (gain >= ROADS_GAIN_WON || state->empties == 1) return false;
    *value = gain;
    return true;
}

static inline int32_t roads_in_common(const struct evaluator *evaluator, const void *prepared,
                                      const void *state, int root_side) {
    return roads_common_value(evaluator, prepared, state, root_side);
}

/* Candidates are scored by the gains of the side to move. */
static inline bool roads_as_scored(const void *state_, int root_side) {
    const struct connect_state *state = state_;
    return state->side == root_side && state->empties > 1;
}

static const struct search_ops roads_search_ops = {
    CONNECT_SEARCH_OPS,
    .candidates = roads_candidates,
    .eval = roads_eval,
    .last_ply = roads_last_ply,
    .judge = roads_judge,
    .in_common = roads_in_common,
    .as_scored = roads_as_scored,
    .siblings_init = roads_siblings_init,
    .siblings_candidates = roads_siblings_candidates,
};
SEARCH_INSTANCE(roads_search, roads_search_ops)

const struct evaluator_ops ISA_NAME(roads_ops) = {
    .eval = roads_eval,
    .candidates = roads_candidates,
    .search = roads_search,
    .play_batch = ISA_NAME(roads_play_batch),
};
