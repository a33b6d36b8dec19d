/*
 * Evaluates positions by the features, plays and searches by them; built per instruction set.
 */
#include "engine/games/reversi/features.h"
#include "engine/search/node.h"

static inline int32_t features_squares_value(const struct features_stage *stage, uint64_t discs) {
    int32_t value = 0;
    for (int row = 0; row < 4; row++)
        value += stage->rows[row][discs >> 8 * row & 0xff] +
                 stage->rows[row][discs >> (56 - 8 * row) & 0xff];
    return value;
}

struct judgement {
    int32_t value; /* for the side to move */
    bool over;     /* and the value is none */
};

static inline struct judgement features_judge(const struct features_prepared *prepared,
                                              uint64_t own, uint64_t opp) {
    const struct features_stage *stage =
        &prepared->stages[wpc_stage_number(prepared->stage_count, reversi_count(own | opp))];
    const struct features_counts counts = features_count(own, opp);
    int32_t value = features_squares_value(stage, own) - features_squares_value(stage, opp);
    for (int i = 0; i < FEATURE_COUNT; i++) value += stage->weights[i] * counts.counts[i];
    return (struct judgement){value, counts.over};
}

static inline int32_t features_eval(const struct evaluator *evaluator, const void *prepared,
                                    const void *state, int side) {
    const struct reversi *board = state;
    (void)evaluator;
    int32_t value = features_judge(prepared, board->own, board->opp).value;
    return side == (int)board->side ? value : -value;
}

/* The position after a move, its side to move being the opponent. */
static inline struct reversi features_after(const struct reversi *board, move_t move) {
    struct reversi child = *board;
    reversi_play(NULL, &child, move);
    return child;
}

/* A finished game's score is its winner's. */
static inline int32_t features_score(const struct features_prepared *prepared,
                                     const struct reversi *child) {
    const struct judgement judgement = features_judge(prepared, child->own, child->opp);
    if (!judgement.over) return -judgement.value;
    int difference = reversi_difference(child->opp, child->own);
    return difference > 0 ? SCORE_WIN : difference < 0 ? -SCORE_WIN : 0;
}

static inline int features_candidates(const struct evaluator *evaluator, const void *prepared,
                                      const void *state, bool all, struct candidate *out) {
    const struct reversi *board = state;
    uint64_t moves = reversi_moves(board->own, board->opp);
    (void)all;
    if (!moves) return reversi_pass_candidate(evaluator->game, state, out);
    int count = 0;
    for (; moves; moves &= moves - 1) {
        move_t move = (move_t)reversi_lowest(moves);
        const struct reversi child = features_after(board, move);
        out[count++] = (struct candidate){features_score(prepared, &child), move};
    }
    return count;
}

/* A child's value for its mover; the weights' owner does not matter, as one side's gain is the
 * other's loss. */
static inline void features_last_add(const struct features_prepared *prepared,
                                     const struct reversi *board, move_t move,
                                     struct search_last *last) {
    const struct reversi child = features_after(board, move);
    const struct judgement judgement = features_judge(prepared, child.own, child.opp);
    int32_t value = judgement.over
                        ? search_final_value(reversi_margin(NULL, &child), (int)board->side)
                        : -judgement.value;
    last->leaves++;
    last->certain &= judgement.over;
    if (value <= last->value) return;
    last->value = value;
    last->move = move;
}

static inline struct search_last features_last_ply(const struct evaluator *evaluator,
                                                   const void *prepared, const void *state,
                                                   int root_side) {
    const struct reversi *board = state;
    struct search_last last = {.value = -SCORE_INFINITE, .certain = true};
    (void)evaluator, (void)root_side;
    uint64_t moves = reversi_moves(board->own, board->opp);
    if (!moves && reversi_moves(board->opp, board->own))
        features_last_add(prepared, board, REVERSI_PASS, &last);
    for (; moves; moves &= moves - 1)
        features_last_add(prepared, board, (move_t)reversi_lowest(moves), &last);
    return last;
}

static const struct search_ops features_search_ops = {
    REVERSI_SEARCH_OPS,
    .ends_show = true,
    .candidates = features_candidates,
    .eval = features_eval,
    .last_ply = features_last_ply,
};
SEARCH_INSTANCE(features_search, features_search_ops)

const struct evaluator_ops ISA_NAME(features_ops) = {
    .eval = features_eval,
    .candidates = features_candidates,
    .search = features_search,
};
