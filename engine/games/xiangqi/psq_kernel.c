/*
 * Judges positions of xiangqi by piece-square tables and searches by them; built per instruction
 * set. The search keeps the sums of a position beside it and changes them with each move.
 */
#include "engine/games/xiangqi/psq.h"
#include "engine/search/node.h"

static struct psq_sum sum_of(const struct psq_prepared *prepared,
                             const struct xiangqi_position *position) {
    struct psq_sum sum = {0, 0, 0};
    for (struct points left = xiangqi_occupied(position); points_any(left);) {
        int point = points_take(&left);
        sum = psq_add(sum, &prepared->adds[position->board[point]][point]);
    }
    return sum;
}

/* The sum after a legal move. */
static inline struct psq_sum sum_after(const struct psq_prepared *prepared,
                                       const struct xiangqi_position *position, struct psq_sum sum,
                                       move_t move) {
    int from = xiangqi_from(move), to = xiangqi_to(move);
    const struct psq_sum *adds = prepared->adds[position->board[from]];
    if (position->board[to] != XIANGQI_EMPTY)
        sum = psq_take(sum, &prepared->adds[position->board[to]][to]);
    sum = psq_take(sum, &adds[from]);
    return psq_add(sum, &adds[to]);
}

/* ---- moves --------------------------------------------------------------------------------- */

/* A side without a legal move has lost, in check or not. */
static bool wins(const struct xiangqi_position *position, move_t move) {
    struct xiangqi_position after = *position;
    xiangqi_make(&after, move);
    return !xiangqi_has_move(&after);
}

/* A search need not be told which moves win: it plays them. */
static inline int candidates_of(const struct evaluator *evaluator,
                                const struct psq_prepared *prepared,
                                const struct xiangqi_state *state, struct psq_sum sum,
                                bool find_wins, struct candidate *out) {
    const struct xiangqi_position *position = &state->position;
    move_t moves[XIANGQI_MOVES_MAX];
    int count = xiangqi_moves(evaluator->game, state, moves);
    for (int i = 0; i < count; i++) {
        int32_t value =
            psq_value(prepared, sum_after(prepared, position, sum, moves[i]), position->side);
        bool win = find_wins && wins(position, moves[i]);
        out[i] = (struct candidate){win ? SCORE_WIN : value, moves[i]};
    }
    return count;
}
/* ---- the evaluator ------------------------------------------------------------------------- */

static int32_t psq_eval(const struct evaluator *evaluator, const void *prepared, const void *state,
                        int side) {
    (void)evaluator;
    return psq_value(prepared, sum_of(prepared, &((const struct xiangqi_state *)state)->position),
                     side);
}

static int psq_candidates(const struct evaluator *evaluator, const void *prepared,
                          const void *state_, bool all, struct candidate *out) {
    const struct xiangqi_state *state = state_;
    (void)all;
    return candidates_of(evaluator, prepared, state, sum_of(prepared, &state->position), true, out);
}

/* ---- the search ---------------------------------------------------------------------------- */

enum { KEPT_AT = (sizeof(struct xiangqi_state) + 63) / 64 * 64 }; /* search_incremental_at() */

static inline const struct psq_sum *kept(const void *state) {
    return (const struct psq_sum *)((const unsigned char *)state + KEPT_AT);
}

static void kept_init(const struct evaluator *evaluator, const void *prepared, void *state) {
    (void)evaluator;
    struct psq_sum *sum = (struct psq_sum *)((unsigned char *)state + KEPT_AT);
    *sum = sum_of(prepared, &((const struct xiangqi_state *)state)->position);
}

static void kept_play(const struct evaluator *evaluator, const void *prepared, void *state,
                      move_t move) {
    struct psq_sum *sum = (struct psq_sum *)((unsigned char *)state + KEPT_AT);
    *sum = sum_after(prepared, &((const struct xiangqi_state *)state)->position, *sum, move);
    xiangqi_play(evaluator->game, state, move);
}

static int32_t kept_eval(const struct evaluator *evaluator, const void *prepared, const void *state,
                         int side) {
    (void)evaluator;
    return psq_value(prepared, *kept(state), side);
}

static int kept_candidates(const struct evaluator *evaluator, const void *prepared,
                           const void *state, bool all, struct candidate *out) {
    (void)all;
    return candidates_of(evaluator, prepared, state, *kept(state), false, out);
}

static const struct search_ops psq_search_ops = {
    .state_size = sizeof(struct xiangqi_state),
    .side = xiangqi_side,
    .over = xiangqi_over,
    .margin = xiangqi_margin,
    .play = xiangqi_play,
    .incremental_size = sizeof(struct psq_sum),
    .incremental_init = kept_init,
    .play_incremental = kept_play,
    .hash = xiangqi_hash,
    .candidates = kept_candidates,
    .eval = kept_eval,
    .repeats = xiangqi_repeats,
    .plies_left = xiangqi_plies_left,
    .in_check = xiangqi_is_in_check,
    .noisy = xiangqi_noisy,
    .pass_turn = xiangqi_pass,
};
SEARCH_INSTANCE(psq_search, psq_search_ops)

const struct evaluator_ops ISA_NAME(xiangqi_psq_ops) = {
    .eval = psq_eval,
    .candidates = psq_candidates,
    .search = psq_search,
};
