/*
 * The weighted piece counter's search. All of its last ply is evaluated at once: the static value
 * and the best gain, after a test of the few moves that might end the game.
 *
 * Measured as in batch_kernel.c, thousands of games a second at depth 2: portable 20, AVX2 28,
 * AVX-512 34.5; at depth 4: 1.2, 1.65 and 1.95. A third of that is in wpc_answers(). What did not
 * help it (AVX-512, depths 2 and 4): the value as that before the move and the change by it; a test
 * of the neighbours first; a test along the columns first whether the game goes on (0.6 and 1.3 %;
 * never asking would be 5 and 4 %); both killers at once, with one branch (-8 and -2 %) or with
 * their flips only (0 and 1 %); a killer against all moves before the last ply, in lanes (-3 and
 * -26 %; after the first move only, -6 and -2 %).
 */
#include "engine/games/reversi/wpc_last.h"

static inline int wpc_candidates(const struct evaluator *evaluator, const void *prepared,
                                 const void *state, bool all, struct candidate *out) {
    const struct reversi *board = state;
    uint64_t moves = reversi_moves(board->own, board->opp);
    (void)all;
    if (!moves) return reversi_pass_candidate(evaluator->game, state, out);
    int32_t gains[WPC_GAINS_MAX];
    wpc_gains(wpc_stage_at(prepared, board, 1), board->own, board->opp, moves, gains);
    int count = 0;
    for (; moves; moves &= moves - 1, count++)
        out[count] =
            (struct candidate){.score = gains[count], .move = (move_t)reversi_lowest(moves)};
    return count;
}

static const struct search_ops wpc_search_ops = {
    REVERSI_SEARCH_OPS,           .ends_show = true, .moves_cheap = true,
    .candidates = wpc_candidates, .eval = wpc_eval,  .last_ply = wpc_last_ply,
    .answers = wpc_answers,
};
SEARCH_INSTANCE(wpc_search, wpc_search_ops)

const struct evaluator_ops ISA_NAME(wpc_ops) = {
    .eval = wpc_eval,
    .candidates = wpc_candidates,
    .search = wpc_search,
    .play_batch = ISA_NAME(wpc_play_batch),
    .batch_depth = 2,
};
