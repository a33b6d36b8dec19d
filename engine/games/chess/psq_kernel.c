/*
 * Judges positions of chess by piece-square tables and searches by them; built per instruction set.
 * The search keeps the sums of a position beside it and changes them with each move.
 */
#include "engine/games/chess/exchange.h"
#include "engine/games/chess/psq.h"
#include "engine/search/node.h"

static struct psq_sum chess_sum_of(const struct psq_prepared *prepared, const void *state) {
    return psq_sum_of(prepared, ((const struct chess_state *)state)->position.board, CHESS_SQUARES);
}

static inline struct psq_sum chess_castling_sum(const struct psq_prepared *prepared,
                                                struct psq_sum sum, int side, int king, int rook) {
    int first = side == CHESS_WHITE ? 0 : 56, right = rook > king;
    const struct psq_sum *kings = prepared->adds[2 * KING + side];
    const struct psq_sum *rooks = prepared->adds[2 * ROOK + side];
    sum = psq_take(psq_take(sum, &kings[king]), &rooks[rook]);
    return psq_add(psq_add(sum, &kings[first + (right ? 6 : 2)]), &rooks[first + (right ? 5 : 3)]);
}

/* The sum after a legal move. */
static inline struct psq_sum chess_sum_after(const struct psq_prepared *prepared,
                                             const struct chess_position *position,
                                             struct psq_sum sum, move_t move) {
    int from = chess_from(move), to = chess_to(move), side = position->side;
    int piece = position->board[from], promotion = chess_promotion(move), captured = to;
    if (piece / 2 == KING) {
        int rook = chess_castling_rook(position, from, to);
        if (rook != CHESS_NO_SQUARE) return chess_castling_sum(prepared, sum, side, from, rook);
    }
    if (piece / 2 == PAWN && to == position->en_passant) captured = to ^ 8;
    if (position->board[captured] != CHESS_EMPTY)
        sum = psq_take(sum, &prepared->adds[position->board[captured]][captured]);
    sum = psq_take(sum, &prepared->adds[piece][from]);
    return psq_add(sum, &prepared->adds[promotion ? 2 * promotion + side : piece][to]);
}

/* ---- moves --------------------------------------------------------------------------------- */

/* Where a check may come from: the squares from which each kind of piece attacks the king, and the
 * pieces that may uncover an attack by leaving. */
struct checks {
    uint64_t from[CHESS_KINDS], uncover;
};

static inline struct checks chess_checks_of(const struct chess_position *position) {
    int side = position->side, king = chess_king(position, !side);
    uint64_t occupied = chess_occupied(position), sliders = position->sides[side];
    struct checks checks = {{0}, 0};
    checks.from[PAWN] = chess_pawn_attacks[!side][king];
    checks.from[KNIGHT] = chess_knight_attacks[king];
    checks.from[BISHOP] = chess_bishop_attacks(king, occupied);
    checks.from[ROOK] = chess_rook_attacks(king, occupied);
    checks.from[QUEEN] = checks.from[BISHOP] | checks.from[ROOK];
    uint64_t lines =
        (chess_rook_attacks(king, 0) & (position->kinds[ROOK] | position->kinds[QUEEN])) |
        (chess_bishop_attacks(king, 0) & (position->kinds[BISHOP] | position->kinds[QUEEN]));
    for (lines &= sliders; lines; lines &= lines - 1)
        checks.uncover |= chess_between[king][__builtin_ctzll(lines)];
    checks.uncover &= sliders;
    return checks;
}

static inline bool chess_may_check(const struct chess_position *position,
                                   const struct checks *checks, move_t move) {
    int from = chess_from(move), to = chess_to(move), kind = position->board[from] / 2;
    if (chess_promotion(move) || (kind == PAWN && to == position->en_passant)) return true;
    if (kind == KING && chess_castling_rook(position, from, to) != CHESS_NO_SQUARE) return true;
    return (checks->from[kind] >> to & 1) || (checks->uncover >> from & 1);
}

static bool chess_mates(const struct chess_position *position, move_t move) {
    struct chess_position after = *position;
    chess_make(&after, move);
    return chess_in_check(&after) && !chess_has_move(&after);
}

/* A search need not be told which moves win: it plays them. */
static inline int chess_candidates_of(const struct evaluator *evaluator,
                                      const struct psq_prepared *prepared,
                                      const struct chess_state *state, struct psq_sum sum,
                                      bool find_wins, struct candidate *out) {
    const struct chess_position *position = &state->position;
    move_t moves[GAME_MOVES_MAX];
    int count = chess_moves(evaluator->game, state, moves);
    const struct checks checks = chess_checks_of(position);
    for (int i = 0; i < count; i++) {
        bool mate = find_wins && chess_may_check(position, &checks, moves[i]) &&
                    chess_mates(position, moves[i]);
        int32_t value =
            psq_value(prepared, chess_sum_after(prepared, position, sum, moves[i]), position->side);
        out[i] = (struct candidate){mate ? SCORE_WIN : value, moves[i]};
    }
    return count;
}

/* ---- the evaluator ------------------------------------------------------------------------- */

static int32_t chess_psq_eval(const struct evaluator *evaluator, const void *prepared,
                              const void *state, int side) {
    (void)evaluator;
    return psq_value(prepared, chess_sum_of(prepared, state), side);
}

static int32_t chess_features_eval(const struct evaluator *evaluator, const void *prepared,
                                   const void *state, int side) {
    int32_t counts[PSQ_FEATURES_MAX] = {0};
    (void)evaluator;
    chess_features_count(state, counts);
    return psq_value_featured(prepared, chess_sum_of(prepared, state), counts, side);
}

static int chess_psq_candidates(const struct evaluator *evaluator, const void *prepared,
                                const void *state_, bool all, struct candidate *out) {
    const struct chess_state *state = state_;
    (void)all;
    return chess_candidates_of(evaluator, prepared, state, chess_sum_of(prepared, state), true,
                               out);
}

/* With features every position after a move is judged as a whole. */
static int chess_features_candidates(const struct evaluator *evaluator, const void *prepared,
                                     const void *state, bool all, struct candidate *out) {
    int side = chess_side(state),
        count = chess_psq_candidates(evaluator, prepared, state, all, out);
    for (int i = 0; i < count; i++) {
        struct chess_state after = *(const struct chess_state *)state;
        chess_play(evaluator->game, &after, out[i].move);
        if (out[i].score < SCORE_WIN)
            out[i].score = chess_features_eval(evaluator, prepared, &after, side);
    }
    return count;
}

/* ---- the search ---------------------------------------------------------------------------- */

static inline struct psq_sum *chess_kept(const void *state) {
    return psq_kept(state, sizeof(struct chess_state));
}

static void chess_kept_init(const struct evaluator *evaluator, const void *prepared, void *state) {
    (void)evaluator;
    *chess_kept(state) = chess_sum_of(prepared, state);
}

static void chess_kept_play(const struct evaluator *evaluator, const void *prepared, void *state,
                            move_t move) {
    struct psq_sum *sum = chess_kept(state);
    *sum = chess_sum_after(prepared, &((const struct chess_state *)state)->position, *sum, move);
    chess_play(evaluator->game, state, move);
}

static int32_t chess_kept_eval(const struct evaluator *evaluator, const void *prepared,
                               const void *state, int side) {
    (void)evaluator;
    return psq_value(prepared, *chess_kept(state), side);
}

static int32_t chess_kept_features_eval(const struct evaluator *evaluator, const void *prepared,
                                        const void *state, int side) {
    int32_t counts[PSQ_FEATURES_MAX] = {0};
    (void)evaluator;
    chess_features_count(state, counts);
    return psq_value_featured(prepared, *chess_kept(state), counts, side);
}

static inline bool chess_loses(const struct chess_position *position, move_t move) {
    int from = chess_from(move), to = chess_to(move);
    return position->board[to] != CHESS_EMPTY && position->board[to] % 2 != position->side &&
           !chess_capture_holds(position, from, to);
}

/* Moves in the order of tables alone: features would take most of a search's time. */
static inline int chess_order_of(const struct evaluator *evaluator, const void *prepared,
                                 const void *state, struct psq_sum sum, struct candidate *out) {
    const struct chess_position *position = &((const struct chess_state *)state)->position;
    int count = chess_candidates_of(evaluator, prepared, state, sum, false, out);
    int32_t behind = PSQ_LOSER * ((const struct psq_prepared *)prepared)->phase_max;
    for (int i = 0; i < count; i++)
        if (chess_loses(position, out[i].move)) out[i].score -= behind;
    return count;
}

static int chess_kept_candidates(const struct evaluator *evaluator, const void *prepared,
                                 const void *state, bool all, struct candidate *out) {
    (void)all;
    return chess_order_of(evaluator, prepared, state, *chess_kept(state), out);
}

static int chess_psq_ranked(const struct evaluator *evaluator, const void *prepared,
                            const void *state, bool all, struct candidate *out) {
    (void)all;
    return chess_order_of(evaluator, prepared, state, chess_sum_of(prepared, state), out);
}

#define CHESS_SEARCH_OPS(eval_)                                                                    \
    {                                                                                              \
        .state_size = sizeof(struct chess_state), .side = chess_side, .over = chess_over,          \
        .margin = chess_margin, .play = chess_play, .incremental_size = sizeof(struct psq_sum),    \
        .incremental_init = chess_kept_init, .play_incremental = chess_kept_play,                  \
        .hash = chess_hash, .candidates = chess_kept_candidates, .eval = (eval_),                  \
        .repeats = chess_repeats, .plies_left = chess_plies_left, .in_check = chess_is_in_check,   \
        .noisy = chess_noisy, .pass_turn = chess_pass_turn, .unit = psq_unit,                      \
    }

static const struct search_ops chess_psq_search_ops = CHESS_SEARCH_OPS(chess_kept_eval);
SEARCH_INSTANCE(chess_psq_search, chess_psq_search_ops)

static const struct search_ops chess_features_search_ops =
    CHESS_SEARCH_OPS(chess_kept_features_eval);
SEARCH_INSTANCE(chess_features_search, chess_features_search_ops)

const struct evaluator_ops ISA_NAME(chess_psq_ops) = {
    .eval = chess_psq_eval,
    .candidates = chess_psq_candidates,
    .ranked = chess_psq_ranked,
    .search = chess_psq_search,
};

const struct evaluator_ops ISA_NAME(chess_features_ops) = {
    .eval = chess_features_eval,
    .candidates = chess_features_candidates,
    .ranked = chess_psq_ranked,
    .search = chess_features_search,
};
