/*
 * Judges positions of xiangqi by piece-square tables and searches by them; built per instruction
 * set. The search keeps the sums of a position beside it and changes them with each move.
 */
#include "engine/games/xiangqi/psq.h"
#include "engine/search/node.h"

static struct psq_sum xiangqi_sum_of(const struct psq_prepared *prepared, const void *state) {
    return psq_sum_of(prepared, ((const struct xiangqi_state *)state)->position.board,
                      XIANGQI_POINTS);
}

/* The sum after a legal move. */
static inline struct psq_sum xiangqi_sum_after(const struct psq_prepared *prepared,
                                               const struct xiangqi_position *position,
                                               struct psq_sum sum, move_t move) {
    int from = xiangqi_from(move), to = xiangqi_to(move);
    const struct psq_sum *adds = prepared->adds[position->board[from]];
    if (position->board[to] != XIANGQI_EMPTY)
        sum = psq_take(sum, &prepared->adds[position->board[to]][to]);
    sum = psq_take(sum, &adds[from]);
    return psq_add(sum, &adds[to]);
}

/* ---- moves --------------------------------------------------------------------------------- */

/* A side without a legal move has lost, in check or not. */
static bool xiangqi_wins(const struct xiangqi_position *position, move_t move) {
    struct xiangqi_position after = *position;
    xiangqi_make(&after, move);
    return !xiangqi_has_move(&after);
}

/* A search need not be told which moves win: it plays them. */
static inline int xiangqi_candidates_of(const struct evaluator *evaluator,
                                        const struct psq_prepared *prepared,
                                        const struct xiangqi_state *state, struct psq_sum sum,
                                        bool find_wins, struct candidate *out) {
    const struct xiangqi_position *position = &state->position;
    move_t moves[XIANGQI_MOVES_MAX];
    int count = xiangqi_moves(evaluator->game, state, moves);
    for (int i = 0; i < count; i++) {
        int32_t value = psq_value(prepared, xiangqi_sum_after(prepared, position, sum, moves[i]),
                                  position->side);
        bool win = find_wins && xiangqi_wins(position, moves[i]);
        out[i] = (struct candidate){win ? SCORE_WIN : value, moves[i]};
    }
    return count;
}

/* ---- the evaluator ------------------------------------------------------------------------- */

static int32_t xiangqi_psq_eval(const struct evaluator *evaluator, const void *prepared,
                                const void *state, int side) {
    (void)evaluator;
    return psq_value(prepared, xiangqi_sum_of(prepared, state), side);
}

static int32_t xiangqi_features_eval(const struct evaluator *evaluator, const void *prepared,
                                     const void *state, int side) {
    int32_t counts[PSQ_FEATURES_MAX] = {0};
    (void)evaluator;
    xiangqi_features_count(state, counts);
    return psq_value_featured(prepared, xiangqi_sum_of(prepared, state), counts, side);
}

static int xiangqi_psq_candidates(const struct evaluator *evaluator, const void *prepared,
                                  const void *state_, bool all, struct candidate *out) {
    const struct xiangqi_state *state = state_;
    (void)all;
    return xiangqi_candidates_of(evaluator, prepared, state, xiangqi_sum_of(prepared, state), true,
                                 out);
}

/* With features every position after a move is judged as a whole. */
static int xiangqi_features_candidates(const struct evaluator *evaluator, const void *prepared,
                                       const void *state, bool all, struct candidate *out) {
    int side = xiangqi_side(state);
    int count = xiangqi_psq_candidates(evaluator, prepared, state, all, out);
    for (int i = 0; i < count; i++) {
        struct xiangqi_state after = *(const struct xiangqi_state *)state;
        xiangqi_play(evaluator->game, &after, out[i].move);
        if (out[i].score < SCORE_WIN)
            out[i].score = xiangqi_features_eval(evaluator, prepared, &after, side);
    }
    return count;
}

/* ---- the search ---------------------------------------------------------------------------- */

static inline struct psq_sum *xiangqi_kept(const void *state) {
    return psq_kept(state, sizeof(struct xiangqi_state));
}

static void xiangqi_kept_init(const struct evaluator *evaluator, const void *prepared,
                              void *state) {
    (void)evaluator;
    *xiangqi_kept(state) = xiangqi_sum_of(prepared, state);
}

static void xiangqi_kept_play(const struct evaluator *evaluator, const void *prepared, void *state,
                              move_t move) {
    struct psq_sum *sum = xiangqi_kept(state);
    *sum =
        xiangqi_sum_after(prepared, &((const struct xiangqi_state *)state)->position, *sum, move);
    xiangqi_play(evaluator->game, state, move);
}

static int32_t xiangqi_kept_eval(const struct evaluator *evaluator, const void *prepared,
                                 const void *state, int side) {
    (void)evaluator;
    return psq_value(prepared, *xiangqi_kept(state), side);
}

static int32_t xiangqi_kept_features_eval(const struct evaluator *evaluator, const void *prepared,
                                          const void *state, int side) {
    int32_t counts[PSQ_FEATURES_MAX] = {0};
    (void)evaluator;
    xiangqi_features_count(state, counts);
    return psq_value_featured(prepared, *xiangqi_kept(state), counts, side);
}

static inline bool xiangqi_loses(const struct xiangqi_position *position, move_t move) {
    int from = xiangqi_from(move), to = xiangqi_to(move);
    return position->board[to] != XIANGQI_EMPTY && !xiangqi_capture_holds(position, from, to);
}

/* Moves in the order of tables alone: features would take most of a search's time. */
static inline int xiangqi_order_of(const struct evaluator *evaluator, const void *prepared,
                                   const void *state, struct psq_sum sum, struct candidate *out) {
    const struct xiangqi_position *position = &((const struct xiangqi_state *)state)->position;
    int count = xiangqi_candidates_of(evaluator, prepared, state, sum, false, out);
    int32_t behind = PSQ_LOSER * ((const struct psq_prepared *)prepared)->phase_max;
    for (int i = 0; i < count; i++)
        if (xiangqi_loses(position, out[i].move)) out[i].score -= behind;
    return count;
}

static int xiangqi_kept_candidates(const struct evaluator *evaluator, const void *prepared,
                                   const void *state, bool all, struct candidate *out) {
    (void)all;
    return xiangqi_order_of(evaluator, prepared, state, *xiangqi_kept(state), out);
}

static int xiangqi_psq_ranked(const struct evaluator *evaluator, const void *prepared,
                              const void *state, bool all, struct candidate *out) {
    (void)all;
    return xiangqi_order_of(evaluator, prepared, state, xiangqi_sum_of(prepared, state), out);
}

#define XIANGQI_SEARCH_OPS(eval_)                                                                  \
    {                                                                                              \
        .state_size = sizeof(struct xiangqi_state), .side = xiangqi_side, .over = xiangqi_over,    \
        .margin = xiangqi_margin, .play = xiangqi_play,                                            \
        .incremental_size = sizeof(struct psq_sum), .incremental_init = xiangqi_kept_init,         \
        .play_incremental = xiangqi_kept_play, .hash = xiangqi_hash,                               \
        .candidates = xiangqi_kept_candidates, .eval = (eval_), .repeats = xiangqi_repeats,        \
        .plies_left = xiangqi_plies_left, .in_check = xiangqi_is_in_check, .noisy = xiangqi_noisy, \
        .pass_turn = xiangqi_pass, .unit = psq_unit,                                               \
    }

static const struct search_ops xiangqi_psq_search_ops = XIANGQI_SEARCH_OPS(xiangqi_kept_eval);
SEARCH_INSTANCE(xiangqi_psq_search, xiangqi_psq_search_ops)

static const struct search_ops xiangqi_features_search_ops =
    XIANGQI_SEARCH_OPS(xiangqi_kept_features_eval);
SEARCH_INSTANCE(xiangqi_features_search, xiangqi_features_search_ops)

const struct evaluator_ops ISA_NAME(xiangqi_psq_ops) = {
    .eval = xiangqi_psq_eval,
    .candidates = xiangqi_psq_candidates,
    .ranked = xiangqi_psq_ranked,
    .search = xiangqi_psq_search,
};

const struct evaluator_ops ISA_NAME(xiangqi_features_ops) = {
    .eval = xiangqi_features_eval,
    .candidates = xiangqi_features_candidates,
    .ranked = xiangqi_psq_ranked,
    .search = xiangqi_features_search,
};
