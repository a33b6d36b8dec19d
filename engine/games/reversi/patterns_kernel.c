/*
 * Evaluates positions by patterns, plays and searches by them; built per instruction set.
 *
 * The indexes of all instances are made anew for each position that is met, from what the discs on
 * four squares add; those of the positions after its moves differ by the discs that change.
 *
 * Measured as in batch_kernel.c, layout strong, thousands of games a second at depths 0, 2 and 4:
 * portable 25, 5.2 and .28; AVX2 31, 7.0 and .37; AVX-512 57, 12 and .65 (each child's moves and
 * flips by themselves, killers not first: 48, 5.8, .33). Layout 2 is faster by a fifth. What did
 * not help: gathers under AVX2 (-9 to +2 %); an end of the last ply at the first move that is
 * enough (+6 and +5 %, for one more argument of all evaluators); and with the largest layout, whose
 * tables do not fit the second cache (13 plies, AMD EPYC with AVX-512, four runs each): the indexes
 * of all moves before the first value (1 %), loads one by one for gathers (-11 %), all entries
 * prefetched (-20 %).
 */
#include "engine/games/reversi/patterns.h"
#include "engine/search/node.h"

#ifdef __AVX2__
#include "engine/games/reversi/lanes.h"
#else
/* One by one. */
enum { LANES = 1 };
typedef uint64_t lanes;
#define lanes_of(all) ((uint64_t)(all))
#define lanes_count(squares) ((uint64_t)reversi_count(squares))
#define lanes_flips(own, opp, square) reversi_flips(own, opp, (int)(square))
#define lanes_moves reversi_moves
#define lanes_load_squares(squares) ((uint64_t) * (squares))
static inline void lanes_store_squares(uint8_t *out, uint64_t moves) {
    for (; moves; moves &= moves - 1) *out++ = (uint8_t)reversi_lowest(moves);
}
#endif

/* ---- a position's value ---- */

/* The indexes of all instances in a position. */
struct patterns_view {
    patterns_indexes blocks[PATTERNS_BLOCKS_MAX];
};

static inline void patterns_view_make(const struct patterns *patterns, uint64_t own, uint64_t opp,
                                      struct patterns_view *out) {
    for (int block = 0; block < patterns->block_count; block++) {
        patterns_indexes owns = {0}, opps = {0};
        for (int i = 0; i < REVERSI_SQUARES / 4; i++) {
            owns += patterns->quads[block][i][own >> 4 * i & 15];
            opps += patterns->quads[block][i][opp >> 4 * i & 15];
        }
        out->blocks[block] = owns + opps + opps;
    }
}

static inline int patterns_lowest(uint64_t squares) {
#ifdef __BMI__
    return (int)_tzcnt_u64(squares);
#endif
    return squares ? reversi_lowest(squares) : REVERSI_SQUARES;
}

/* The view of the side to move from that of the other side before a move: its discs that were
 * flipped are the other's, and there is one more. Three at a time need fewer guesses of a branch:
 * there seldom are more, and no square adds nothing. */
static inline void patterns_view_play(const struct patterns *patterns,
                                      const struct patterns_view *before, uint64_t flips,
                                      int square, struct patterns_view *out) {
    for (int block = 0; block < patterns->block_count; block++) {
        patterns_indexes placed = patterns->squares[block][square];
        patterns_indexes sum = before->blocks[block] + placed + placed;
        for (uint64_t left = flips; left;)
            for (int i = 0; i < 3; i++, left &= left - 1)
                sum += patterns->squares[block][patterns_lowest(left)];
        out->blocks[block] = sum;
    }
}

static inline int32_t patterns_look_up(const struct patterns *patterns, const int16_t *stage,
                                       const struct patterns_view *view) {
#ifdef __AVX512F__
    __m512i sum = _mm512_setzero_si512();
    for (int i = 0; i < patterns->instance_count; i += 16) {
        __m512i at = _mm512_cvtepu16_epi32(
            _mm256_load_si256((const __m256i *)((const uint16_t *)view->blocks + i)));
        at = _mm512_add_epi32(at, _mm512_load_si512(patterns->tables + i));
        __m512i values = _mm512_i32gather_epi32(at, stage, 2);
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32(_mm512_slli_epi32(values, 16), 16));
    }
    return _mm512_reduce_add_epi32(sum);
#else
    const uint16_t *indexes = (const uint16_t *)view->blocks;
    int32_t sum = 0;
    for (int i = 0; i < patterns->instance_count; i++)
        sum += stage[patterns->tables[i] + indexes[i]];
    return sum;
#endif
}

static inline const int16_t *patterns_stage(const struct patterns *patterns, const void *prepared,
                                            int discs) {
    return (const int16_t *)prepared +
           (ptrdiff_t)wpc_stage_number(patterns->stage_count, discs) * patterns->stage_size;
}

static inline int32_t patterns_eval(const struct evaluator *evaluator, const void *prepared,
                                    const void *state, int side) {
    const struct patterns *patterns = patterns_of(evaluator);
    const struct reversi *board = state;
    uint64_t own = board->own, opp = board->opp;
    const int16_t *stage = patterns_stage(patterns, prepared, reversi_count(own | opp));
    struct patterns_view view;
    patterns_view_make(patterns, own, opp, &view);
    int32_t value = patterns_look_up(patterns, stage, &view);
    if (patterns->counts) {
        int counts[PATTERNS_COUNTS];
        patterns_count(own, opp, reversi_moves(own, opp), reversi_moves(opp, own), counts);
        for (int i = 0; i < PATTERNS_COUNTS; i++)
            value += stage[PATTERNS_COUNT_ROOM * i + counts[i]];
    }
    return side == (int)board->side ? value : -value;
}

/* ---- the positions after all moves ---- */

enum { PATTERNS_CHILDREN_MAX = 64 };

/* A position's moves in ascending order, and the facts of the positions after them, with the other
 * side to move: made LANES at a time. */
struct patterns_children {
    _Alignas(64) uint64_t flips[PATTERNS_CHILDREN_MAX], moves[PATTERNS_CHILDREN_MAX],
        counts[PATTERNS_COUNTS][PATTERNS_CHILDREN_MAX];
    uint8_t squares[PATTERNS_CHILDREN_MAX];
    int count;
    /* The position itself. */
    const struct patterns *patterns;
    const int16_t *stage; /* of those after it */
    uint64_t own, opp;
    struct patterns_view view; /* of the other side */
};

/* As features_spread. */
static inline lanes patterns_lanes_spread(lanes squares) {
    lanes row = squares | (squares & lanes_of(0x7f7f7f7f7f7f7f7f)) << 1 |
                (squares & lanes_of(0xfefefefefefefefe)) >> 1;
    return row | row << 8 | row >> 8;
}

/* As patterns_count, parity apart. */
static inline void patterns_children_count(struct patterns_children *out, int i, lanes own,
                                           lanes opp, lanes moves) {
    lanes empty = ~(own | opp);
    *(lanes *)(out->counts[PATTERNS_MOVES] + i) = lanes_count(moves);
    *(lanes *)(out->counts[PATTERNS_ANSWERS] + i) = lanes_count(lanes_moves(opp, own));
    *(lanes *)(out->counts[PATTERNS_POTENTIAL] + i) =
        lanes_count(empty & patterns_lanes_spread(opp));
    *(lanes *)(out->counts[PATTERNS_OPP_POTENTIAL] + i) =
        lanes_count(empty & patterns_lanes_spread(own));
}

/* Without what their values are looked up by. */
static inline void patterns_children_find(const struct evaluator *evaluator,
                                          const struct reversi *board, uint64_t moves,
                                          struct patterns_children *out) {
    out->patterns = patterns_of(evaluator);
    out->own = board->own;
    out->opp = board->opp;
    out->count = reversi_count(moves);
    memset(out->squares, 0, sizeof out->squares);
    lanes_store_squares(out->squares, moves);
    for (int i = 0; i < out->count; i += LANES) {
        lanes square = lanes_load_squares(out->squares + i);
        lanes flips = lanes_flips(lanes_of(out->own), lanes_of(out->opp), square);
        lanes own = lanes_of(out->opp) ^ flips;
        lanes opp = lanes_of(out->own) | flips | lanes_of(1) << square;
        *(lanes *)(out->flips + i) = flips;
        *(lanes *)(out->moves + i) = lanes_moves(own, opp);
        if (out->patterns->counts)
            patterns_children_count(out, i, own, opp, *(lanes *)(out->moves + i));
    }
}

static inline void patterns_children_make(const struct evaluator *evaluator, const void *prepared,
                                          const struct reversi *board, uint64_t moves,
                                          struct patterns_children *out) {
    patterns_children_find(evaluator, board, moves, out);
    out->stage = patterns_stage(out->patterns, prepared, reversi_count(out->own | out->opp) + 1);
    patterns_view_make(out->patterns, out->opp, out->own, &out->view);
}

static inline int32_t patterns_child_counts_value(const struct patterns_children *children, int i) {
    uint64_t empty = ~(children->own | children->opp);
    int odd = features_odd_quadrants(empty & ~(UINT64_C(1) << children->squares[i]));
    int32_t value = children->stage[PATTERNS_COUNT_ROOM * PATTERNS_PARITY + odd];
    for (int j = 0; j < PATTERNS_PARITY; j++)
        value += children->stage[PATTERNS_COUNT_ROOM * j + (int)children->counts[j][i]];
    return value;
}

/* A move's value to its mover; if it ends the game, the final margin in discs. */
struct patterns_worth {
    int32_t value;
    bool over;
};

static inline struct patterns_worth patterns_child(const struct patterns_children *children,
                                                   int i) {
    const struct patterns *patterns = children->patterns;
    int square = children->squares[i];
    uint64_t flips = children->flips[i];
    uint64_t own = children->opp ^ flips, opp = children->own | flips | UINT64_C(1) << square;
    if (!children->moves[i] && !reversi_moves(opp, own))
        return (struct patterns_worth){reversi_difference(opp, own), true};
    struct patterns_view view;
    patterns_view_play(patterns, &children->view, flips, square, &view);
    int32_t value = patterns_look_up(patterns, children->stage, &view);
    if (patterns->counts) value += patterns_child_counts_value(children, i);
    return (struct patterns_worth){-value, false};
}

/* ---- moves and search ---- */

static inline int patterns_candidates(const struct evaluator *evaluator, const void *prepared,
                                      const void *state, bool all, struct candidate *out) {
    const struct reversi *board = state;
    uint64_t moves = reversi_moves(board->own, board->opp);
    (void)all;
    if (!moves) return reversi_pass_candidate(evaluator->game, state, out);
    struct patterns_children children;
    patterns_children_make(evaluator, prepared, board, moves, &children);
    for (int i = 0; i < children.count; i++) {
        struct patterns_worth worth = patterns_child(&children, i);
        /* Of ended games only the winner counts. */
        int32_t score = !worth.over       ? worth.value
                        : worth.value > 0 ? SCORE_WIN
                                          : -SCORE_WIN * (worth.value < 0);
        out[i] = (struct candidate){score, children.squares[i]};
    }
    return children.count;
}

/* By the replies that are left, those to corners twice, potential replies, and the mover's next
 * moves. Weights by trial: with 0, 1 and 8 150 positions take 5 % more nodes. */
static inline int32_t patterns_freedom(const struct patterns_children *children, int i) {
    const uint64_t corners = UINT64_C(0x8100000000000081);
    int replies = reversi_count(children->moves[i]) + reversi_count(children->moves[i] & corners);
    return 3 * (int32_t)children->counts[PATTERNS_ANSWERS][i] -
           2 * (int32_t)children->counts[PATTERNS_POTENTIAL][i] - 8 * replies;
}

static inline int patterns_quick_candidates(const struct evaluator *evaluator, const void *state,
                                            struct candidate *out) {
    const struct reversi *board = state;
    uint64_t moves = reversi_moves(board->own, board->opp);
    if (!moves) return reversi_pass_candidate(evaluator->game, state, out);
    struct patterns_children children;
    patterns_children_find(evaluator, board, moves, &children);
    for (int i = 0; i < children.count; i++)
        out[i] = (struct candidate){patterns_freedom(&children, i), children.squares[i]};
    return children.count;
}

static inline struct search_last patterns_last_ply(const struct evaluator *evaluator,
                                                   const void *prepared, const void *state,
                                                   int root_side) {
    const struct reversi *board = state;
    uint64_t moves = reversi_moves(board->own, board->opp);
    (void)root_side;
    if (!moves && !reversi_moves(board->opp, board->own)) return (struct search_last){0};
    if (!moves) {
        const struct reversi child = {board->opp, board->own, board->side ^ 1};
        int32_t value = patterns_eval(evaluator, prepared, &child, (int)board->side);
        return (struct search_last){value, REVERSI_PASS, 1, false};
    }
    struct patterns_children children;
    patterns_children_make(evaluator, prepared, board, moves, &children);
    struct search_last last = {.value = -SCORE_INFINITE, .leaves = children.count, .certain = true};
    for (int i = 0; i < children.count; i++) {
        struct patterns_worth worth = patterns_child(&children, i);
        int32_t value = worth.over ? search_final_value(worth.value, 0) : worth.value;
        last.certain &= worth.over;
        if (value <= last.value) continue;
        last.value = value;
        last.move = children.squares[i];
    }
    return last;
}

static inline bool patterns_answers(const struct evaluator *evaluator, const void *prepared,
                                    const void *state, int root_side, move_t move, int32_t enough,
                                    int32_t *value) {
    const struct reversi *board = state;
    (void)root_side;
    if (move >= REVERSI_SQUARES || (board->own | board->opp) >> move & 1) return false;
    uint64_t flips = reversi_flips(board->own, board->opp, move);
    if (!flips) return false;
    const struct reversi child = {board->opp ^ flips, board->own | flips | UINT64_C(1) << move,
                                  board->side ^ 1};
    *value = patterns_eval(evaluator, prepared, &child, (int)board->side);
    return *value >= enough && !reversi_over(evaluator->game, &child);
}

/* Near the errors in 294 positions with a fit of the layout large: for 8 plies and 6, 4 and 2, 6
 * and 2, 4 and 2 1.4, 1.9, 2.3, 2.1 and 1.9 discs on average. */
static inline int32_t patterns_probcut_error(const void *state, int depth, int shallow) {
    const struct reversi *board = state;
    int empties = reversi_empties(board->own, board->opp);
    int by_depths = max_int(228 + 16 * depth - 32 * shallow, 100);
    int percent = max_int(160 - 22 * empties / 10, 40);
    return by_depths * percent / 100;
}

/* An odd number of plies is not compared with none. Measured: results/records/search.md. */
static inline int32_t patterns_futility_margin(const struct evaluator *evaluator, const void *state,
                                               int depth) {
    enum { PERCENT = 220 };
    if (!evaluator->disc || depth % 2 != 0) return -1;
    return patterns_probcut_error(state, depth, 0) * PERCENT / 100 * evaluator->disc / 100;
}

static const struct search_ops patterns_search_ops = {
    REVERSI_SEARCH_OPS,
    .ends_show = true,
    .candidates = patterns_candidates,
    .eval = patterns_eval,
    .last_ply = patterns_last_ply,
    .answers = patterns_answers,
    .quick_candidates = patterns_quick_candidates,
    .probcut_error = patterns_probcut_error,
    .futility_margin = patterns_futility_margin,
};
SEARCH_INSTANCE(patterns_search, patterns_search_ops)

const struct evaluator_ops ISA_NAME(patterns_ops) = {
    .eval = patterns_eval,
    .candidates = patterns_candidates,
    .search = patterns_search,
};
