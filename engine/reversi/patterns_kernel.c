/*
 * Judges positions by patterns, plays and searches by them; built per instruction set.
 *
 * The indexes of all instances are made anew for each position that is met, from what the discs on
 * four squares add; those of the positions after its moves differ by the discs that change.
 */
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "engine/reversi/patterns.h"
#include "engine/search/body.h"

/* The instances' indexes of a position. */
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

/* The view of the side to move from that of the other side before a move: its discs that were
 * flipped are the other's, and there is one more. */
static inline void patterns_view_play(const struct patterns *patterns,
                                      const struct patterns_view *before, uint64_t flips,
                                      int square, struct patterns_view *out) {
    for (int block = 0; block < patterns->block_count; block++) {
        patterns_indexes placed = patterns->squares[square][block];
        patterns_indexes sum = before->blocks[block] + placed + placed;
        for (uint64_t left = flips; left; left &= left - 1)
            sum += patterns->squares[reversi_lowest(left)][block];
        out->blocks[block] = sum;
    }
}

static inline int32_t patterns_look_up(const struct patterns *patterns, const int16_t *stage,
                                       const struct patterns_view *view) {
#if defined __AVX512F__
    __m512i sum = _mm512_setzero_si512();
    for (int i = 0; i < 2 * patterns->block_count; i++) {
        __m512i at = _mm512_cvtepu16_epi32(
            _mm256_load_si256((const __m256i *)(const void *)view->blocks + i));
        at = _mm512_add_epi32(at, _mm512_load_si512(patterns->tables + 16 * i));
        __m512i values = _mm512_i32gather_epi32(at, stage, 2);
        sum = _mm512_add_epi32(sum, _mm512_srai_epi32(_mm512_slli_epi32(values, 16), 16));
    }
    return _mm512_reduce_add_epi32(sum);
#else
    const uint16_t *indexes = (const uint16_t *)view->blocks;
    int32_t sum = 0;
    for (int i = 0; i < PATTERNS_LANES * patterns->block_count; i++)
        sum += stage[patterns->tables[i] + indexes[i]];
    return sum;
#endif
}

static inline int32_t patterns_counts_value(const int16_t *stage, uint64_t own, uint64_t opp,
                                            uint64_t moves, uint64_t answers) {
    int counts[PATTERNS_COUNTS];
    int32_t value = 0;
    patterns_count(own, opp, moves, answers, counts);
    for (int i = 0; i < PATTERNS_COUNTS; i++)
        value += stage[(PATTERNS_COUNT_MAX + 1) * i + counts[i]];
    return value;
}

/* A position of which the view is known. */
static inline int32_t patterns_value(const struct patterns *patterns, const int16_t *prepared,
                                     const struct patterns_view *view, uint64_t own, uint64_t opp,
                                     uint64_t moves, uint64_t answers) {
    int stage_number = wpc_stage_number(patterns->stage_count, reversi_count(own | opp));
    const int16_t *stage = prepared + (ptrdiff_t)stage_number * patterns->stage_size;
    int32_t value = patterns_look_up(patterns, stage, view);
    if (patterns->counts) value += patterns_counts_value(stage, own, opp, moves, answers);
    return value;
}

static inline int32_t patterns_eval(const struct evaluator *evaluator, const void *prepared,
                                    const void *state, int side) {
    const struct patterns *patterns = patterns_of(evaluator);
    const struct reversi *board = state;
    uint64_t own = board->own, opp = board->opp;
    struct patterns_view view;
    patterns_view_make(patterns, own, opp, &view);
    int32_t value = patterns_value(patterns, prepared, &view, own, opp, reversi_moves(own, opp),
                                   reversi_moves(opp, own));
    return side == (int)board->side ? value : -value;
}

/* A position whose moves are judged: the view is that of the other side. */
struct patterns_parent {
    const struct patterns *patterns;
    const int16_t *prepared;
    uint64_t own, opp;
    struct patterns_view view;
};

static inline void patterns_parent_make(const struct evaluator *evaluator, const void *prepared,
                                        const struct reversi *board, struct patterns_parent *out) {
    out->patterns = patterns_of(evaluator);
    out->prepared = prepared;
    out->own = board->own;
    out->opp = board->opp;
    patterns_view_make(out->patterns, board->opp, board->own, &out->view);
}

/* A move's worth to its mover; or it ends the game with so many discs more. */
struct patterns_worth {
    int32_t value;
    bool over;
};

static inline struct patterns_worth patterns_after(const struct patterns_parent *parent, int square,
                                                   uint64_t flips) {
    uint64_t own = parent->opp ^ flips, opp = parent->own | flips | UINT64_C(1) << square;
    uint64_t moves = reversi_moves(own, opp), answers = reversi_moves(opp, own);
    if (!(moves | answers)) return (struct patterns_worth){reversi_difference(opp, own), true};
    struct patterns_view view;
    patterns_view_play(parent->patterns, &parent->view, flips, square, &view);
    return (struct patterns_worth){.value = -patterns_value(parent->patterns, parent->prepared,
                                                            &view, own, opp, moves, answers)};
}

static inline int patterns_candidates(const struct evaluator *evaluator, const void *prepared,
                                      const void *state, bool all, struct candidate *out) {
    const struct reversi *board = state;
    uint64_t moves = reversi_moves(board->own, board->opp);
    (void)all;
    if (!moves) {
        out[0] = (struct candidate){.score = 0, .move = REVERSI_PASS};
        return !reversi_over(evaluator->game, state);
    }
    struct patterns_parent parent;
    patterns_parent_make(evaluator, prepared, board, &parent);
    int count = 0;
    for (; moves; moves &= moves - 1) {
        int square = reversi_lowest(moves);
        struct patterns_worth worth =
            patterns_after(&parent, square, reversi_flips(board->own, board->opp, square));
        /* Of ended games only who has won counts. */
        int32_t score = !worth.over       ? worth.value
                        : worth.value > 0 ? SCORE_WIN
                                          : -SCORE_WIN * (worth.value < 0);
        out[count++] = (struct candidate){score, (move_t)square};
    }
    return count;
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
    struct search_last last = {.value = -SCORE_INFINITE, .certain = true};
    struct patterns_parent parent;
    patterns_parent_make(evaluator, prepared, board, &parent);
    for (; moves; moves &= moves - 1) {
        int square = reversi_lowest(moves);
        struct patterns_worth worth =
            patterns_after(&parent, square, reversi_flips(board->own, board->opp, square));
        int32_t value = worth.over ? search_final_value(worth.value, 0) : worth.value;
        last.leaves++;
        last.certain &= worth.over;
        if (value <= last.value) continue;
        last.value = value;
        last.move = (move_t)square;
    }
    return last;
}

static const struct search_ops patterns_search_ops = {
    REVERSI_SEARCH_OPS,
    .ends_show = true,
    .candidates = patterns_candidates,
    .eval = patterns_eval,
    .last_ply = patterns_last_ply,
};
SEARCH_INSTANCE(patterns_search, patterns_search_ops)

const struct evaluator_ops ISA_NAME(patterns_ops) = {
    .eval = patterns_eval,
    .candidates = patterns_candidates,
    .search = patterns_search,
};
