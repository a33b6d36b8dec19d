/*
 * Reversi around an evaluator from outside: the rules are in view here, as they are of hone's own
 * evaluators, and only values are asked for by a pointer, those of all moves of a position together
 * where the plug-in has evaluate_after().
 */
#include "engine/games/reversi/fleet.h"
#include "engine/games/reversi/wpc_last.h"
#include "engine/plugin/adapt.h"
#include "engine/plugin/reversi_ops.h"

enum { MOVES_MAX = 64 }; /* no position of Reversi has more than 33; the rest is room for lanes */

/* The positions after moves that do not end the game. */
struct children {
    int count;
    move_t moves[MOVES_MAX];
    struct reversi after[MOVES_MAX];
    int32_t values[MOVES_MAX];
};

static inline struct reversi child_after(const struct reversi *board, int square, uint64_t flips) {
    return (struct reversi){.own = board->opp ^ flips,
                            .opp = board->own | flips | UINT64_C(1) << square,
                            .side = board->side ^ 1};
}

#ifdef __AVX2__
/* A lane for each move; those of the last lanes that have none are never read. */
static inline void children_fill(const struct reversi *board, uint64_t moves,
                                 struct children *out) {
    _Alignas(64) uint8_t squares[REVERSI_SQUARES + 64] = {0};
    lanes own = lanes_of(board->own), opp = lanes_of(board->opp);
    uint64_t side = board->side ^ 1;
    out->count = reversi_count(moves);
    lanes_store_squares(squares, moves);
    for (int first = 0; first < out->count; first += LANES) {
        lanes square = lanes_load_squares(squares + first), flips = lanes_flips(own, opp, square);
        lanes after_own = opp ^ flips, after_opp = own | flips | lanes_of(1) << square;
        for (int i = 0; i < LANES; i++) {
            out->moves[first + i] = squares[first + i];
            out->after[first + i] = (struct reversi){after_own[i], after_opp[i], side};
        }
    }
}
#else
static inline void children_fill(const struct reversi *board, uint64_t moves,
                                 struct children *out) {
    out->count = 0;
    for (; moves; moves &= moves - 1) {
        int square = reversi_lowest(moves);
        out->moves[out->count] = (move_t)square;
        out->after[out->count++] =
            child_after(board, square, reversi_flips(board->own, board->opp, square));
    }
}
#endif

static inline void children_judge(const struct evaluator *evaluator, const void *prepared,
                                  const struct reversi *board, uint64_t moves, int side,
                                  struct children *out) {
    children_fill(board, moves, out);
    const struct plugin_brood brood = {.before = board,
                                       .moves = out->moves,
                                       .after = out->after,
                                       .states = out->after,
                                       .stride = sizeof *out->after,
                                       .state_stride = sizeof *out->after,
                                       .count = out->count};
    plugin_values_after((const struct plugin_evaluator *)evaluator, prepared, &brood, side,
                        out->values);
}

static inline int32_t plugin_reversi_eval(const struct evaluator *evaluator, const void *prepared,
                                          const void *state, int side) {
    return plugin_value((const struct plugin_evaluator *)evaluator, prepared, state, state, side);
}

/* The score of a move that ends the game. */
static int32_t plugin_reversi_end(const struct reversi *board, int square) {
    struct reversi after =
        child_after(board, square, reversi_flips(board->own, board->opp, square));
    int margin = reversi_difference(after.opp, after.own);
    return margin > 0 ? SCORE_WIN : search_final_value(margin, 0);
}

/* All moves with their scores; there are some. */
static inline int plugin_reversi_scores(const struct evaluator *evaluator, const void *prepared,
                                        const struct reversi *board, uint64_t moves, uint64_t near,
                                        struct candidate *out) {
    uint64_t suspects = wpc_perhaps_last(moves, near);
    uint64_t ends = suspects ? wpc_ends_among(board, suspects, near).moves : 0;
    struct children children;
    children_judge(evaluator, prepared, board, moves & ~ends, (int)board->side, &children);
    int count = 0, judged = 0;
    for (; moves; moves &= moves - 1, count++) {
        int square = reversi_lowest(moves);
        bool over = ends >> square & 1;
        out[count].score = over ? plugin_reversi_end(board, square) : children.values[judged++];
        out[count].move = (move_t)square;
    }
    return count;
}

static int plugin_reversi_candidates(const struct evaluator *evaluator, const void *prepared,
                                     const void *state, bool all, struct candidate *out) {
    const struct reversi *board = state;
    uint64_t near, moves = reversi_moves_near(board->own, board->opp, &near);
    (void)all;
    if (!moves) return reversi_pass_candidate(evaluator->game, state, out);
    return plugin_reversi_scores(evaluator, prepared, board, moves, near, out);
}

/* ---- greedy games ---------------------------------------------------------------------------- */

/* The squares of the moves with the best score, of which some end the game. */
static __attribute__((noinline)) uint64_t plugin_reversi_tops_of_all(const struct player *player,
                                                                     const struct reversi *board,
                                                                     uint64_t moves,
                                                                     uint64_t near) {
    struct candidate list[MOVES_MAX];
    int32_t best = -SCORE_INFINITE;
    uint64_t squares = 0;
    int count =
        plugin_reversi_scores(player->evaluator, player->prepared, board, moves, near, list);
    for (int i = 0; i < count; i++) best = list[i].score > best ? list[i].score : best;
    for (int i = 0; i < count; i++) squares |= (uint64_t)(list[i].score == best) << list[i].move;
    return squares;
}

/* The squares of the moves with the best score. All values are compared before any is chosen, so
 * that nothing is guessed. */
static inline uint64_t plugin_reversi_tops(const struct player *player, const struct reversi *board,
                                           uint64_t moves, uint64_t near) {
    if (wpc_perhaps_last(moves, near))
        return plugin_reversi_tops_of_all(player, board, moves, near);
    struct children children;
    children_judge(player->evaluator, player->prepared, board, moves, (int)board->side, &children);
    int32_t best = INT32_MIN;
    uint64_t squares = 0;
    for (int i = 0; i < children.count; i++)
        best = children.values[i] > best ? children.values[i] : best;
    for (int i = 0; i < children.count; i++)
        squares |= (uint64_t)(children.values[i] == best) << children.moves[i];
    return squares;
}

/* As player_move() chooses for a greedy player, random number by random number. */
static inline int plugin_reversi_choose(struct fleet *fleet, int i) {
    struct flight *flight = &fleet->flights[i];
    const struct player *player = flight->bout->players[flight->side];
    uint64_t moves = fleet->moves[i];
    if (!(moves & (moves - 1))) return reversi_lowest(moves);
    if (player->epsilon > 0 && rng_next(&flight->rng) < player->epsilon)
        return flight_random_square(flight, moves);
    const struct reversi board = {fleet->own[i], fleet->opp[i], flight->side};
    uint64_t ties = plugin_reversi_tops(player, &board, moves, fleet->near[i]);
    return ties & (ties - 1) ? flight_random_square(flight, ties) : reversi_lowest(ties);
}

static void plugin_reversi_batch(const struct evaluator *evaluator, const struct bout *bouts,
                                 int count, struct record *records) {
    (void)evaluator;
    fleet_play(bouts, count, records, (struct fleet_chooser){plugin_reversi_choose, true});
}

/* ---- search ---------------------------------------------------------------------------------- */

static inline struct search_last plugin_reversi_pass(const struct evaluator *evaluator,
                                                     const void *prepared,
                                                     const struct reversi *board, int root_side) {
    struct reversi after = {board->opp, board->own, board->side ^ 1};
    int32_t value = plugin_reversi_eval(evaluator, prepared, &after, root_side);
    return (struct search_last){root_side == (int)board->side ? value : -value, REVERSI_PASS, 1,
                                false};
}

static struct search_last plugin_reversi_last_ply(const struct evaluator *evaluator,
                                                  const void *prepared, const void *state,
                                                  int root_side) {
    const struct reversi *board = state;
    uint64_t near, moves = reversi_moves_near(board->own, board->opp, &near);
    if (!moves && !reversi_moves(board->opp, board->own)) return (struct search_last){0};
    if (!moves) return plugin_reversi_pass(evaluator, prepared, board, root_side);
    uint64_t suspects = wpc_perhaps_last(moves, near);
    struct ends ends = suspects ? wpc_ends_among(board, suspects, near)
                                : (struct ends){0, {.value = -SCORE_INFINITE}};
    struct search_last last = ends.best;
    struct children children;
    children_judge(evaluator, prepared, board, moves & ~ends.moves, root_side, &children);
    bool mine = root_side == (int)board->side;
    for (int i = 0; i < children.count; i++) {
        int32_t value = mine ? children.values[i] : -children.values[i];
        if (value <= last.value) continue;
        last.value = value;
        last.move = children.moves[i];
    }
    last.leaves = reversi_count(moves);
    last.certain = children.count == 0;
    return last;
}

static inline bool plugin_reversi_answers(const struct evaluator *evaluator, const void *prepared,
                                          const void *state, int root_side, move_t move,
                                          int32_t enough, int32_t *value) {
    const struct reversi *board = state;
    if (move >= REVERSI_SQUARES || (board->own | board->opp) >> move & 1) return false;
    uint64_t flips = reversi_flips(board->own, board->opp, move);
    if (!flips) return false;
    struct reversi after = child_after(board, move, flips);
    *value = plugin_reversi_eval(evaluator, prepared, &after, root_side);
    if (root_side != (int)board->side) *value = -*value;
    return *value >= enough &&
           (reversi_moves(after.own, after.opp) || reversi_moves(after.opp, after.own));
}

static const struct search_ops plugin_reversi_search_ops = {
    REVERSI_SEARCH_OPS,
    .ends_show = true,
    .moves_cheap = true,
    .candidates = plugin_reversi_candidates,
    .eval = plugin_reversi_eval,
    .last_ply = plugin_reversi_last_ply,
    .answers = plugin_reversi_answers,
};
SEARCH_INSTANCE(plugin_reversi_search, plugin_reversi_search_ops)

const struct evaluator_ops ISA_NAME(plugin_reversi_ops) = {
    .eval = plugin_reversi_eval,
    .candidates = plugin_reversi_candidates,
    .search = plugin_reversi_search,
    .play_batch = plugin_reversi_batch,
};
