/*
 * Whole batches of games by one ply, or by a plain search of two, as fleet.h plays them.
 *
 * Measured, one player with 64 weights against itself from 8 random plies on, on a shared core of a
 * Sapphire Rapids Xeon at 2.9 GHz, gcc 12 -O3, thousands of games a second of CPU time: portable
 * 208, AVX2 338, AVX-512 556. Without lanes, four games in flight: 212, 243, 428 where AVX-512 now
 * has 450 before what wpc_gains_avx512.h says. What did not help: three or four groups (one:
 * AVX-512 513 of 521), a choice among ties without a branch (505 of 520; one choice in eight has
 * ties), the maximum of gains left in all lanes (within the noise), tables at the beginnings of
 * cache lines (2 %).
 *
 * By two plies, without all that a search keeps, 1.7 times the games of search and referee
 * (AVX-512; AVX2 1.5, portable 1.4). Starting with killers does not help.
 */
#include "engine/games/reversi/fleet.h"
#include "engine/games/reversi/wpc_last.h"
#include "engine/search/referee.h"

/* ---- two plies ------------------------------------------------------------------------------- */

/* A position, those after all of its moves in the order of squares, and what the moves gain. */
struct look {
    const struct evaluator *evaluator;
    const struct wpc *wpc;
    struct reversi board;
    int count;
    _Alignas(64) uint64_t own[WPC_GAINS_MAX], opp[WPC_GAINS_MAX]; /* of the opponent, to move */
    int32_t gains[WPC_GAINS_MAX];
    uint8_t squares[WPC_GAINS_MAX];
    move_t replies[ORDER_KILLERS]; /* the opponent's that were good last */
};

static inline void look_ahead(struct look *look, uint64_t moves) {
    const struct reversi *board = &look->board;
#ifdef __AVX2__
    lanes_store_squares(look->squares, moves);
    for (int i = 0; i < look->count; i += LANES) {
        lanes square = lanes_load_squares(look->squares + i);
        lanes flips = lanes_flips(lanes_of(board->own), lanes_of(board->opp), square);
        *(lanes *)(look->own + i) = lanes_of(board->opp) ^ flips;
        *(lanes *)(look->opp + i) = lanes_of(board->own) | flips | lanes_of(1) << square;
    }
#else
    for (int i = 0; i < look->count; i++, moves &= moves - 1) {
        struct reversi after = *board;
        look->squares[i] = (uint8_t)reversi_lowest(moves);
        reversi_play(NULL, &after, look->squares[i]);
        look->own[i] = after.own;
        look->opp[i] = after.opp;
    }
#endif
}

/* The value for its mover of the position after move number `i`, by all replies. */
static inline int32_t look_at_all(struct look *look, int i) {
    const struct reversi after = {look->own[i], look->opp[i], 0};
    const struct search_last last = wpc_last_ply(look->evaluator, look->wpc, &after, 0);
    if (last.leaves == 0) return search_final_value(reversi_difference(after.opp, after.own), 0);
    order_add_killer(look->replies, last.move);
    return -last.value;
}

/* The same, or a bound that is no better than `best`: replies that were good go first, as killers
 * of a search do. */
static inline int32_t look_at(struct look *look, int32_t best, int i) {
    const struct reversi after = {look->own[i], look->opp[i], 0};
    int32_t value;
    for (int k = 0; k < ORDER_KILLERS; k++)
        if (wpc_answers(look->evaluator, look->wpc, &after, 0, look->replies[k], -best, &value))
            return -value;
    return look_at_all(look, i);
}

/* The first of the moves by their gains, which is made the last. */
static inline int look_first(struct look *look) {
    int first = 0;
    for (int i = 1; i < look->count; i++) first = look->gains[i] > look->gains[first] ? i : first;
    look->gains[first] = INT32_MIN;
    return first;
}

/* The number of the best move, by gains among equals. A full look after each move in turn, which
 * waits for no other, is 14 % slower with wide registers. */
static int look_for(struct look *look) {
    int32_t best = -SCORE_INFINITE;
    int at = 0;
    for (int n = 0; n < look->count; n++) {
        int i = look_first(look);
        int32_t value = look_at(look, best, i);
        if (value <= best) continue;
        best = value;
        at = i;
    }
    return at;
}

/* The move that a search of two plies finds. */
static int fleet_search(const struct fleet *fleet, int i, const struct player *player) {
    struct look look;
    look.evaluator = player->evaluator;
    look.wpc = player->prepared;
    look.board = (struct reversi){fleet->own[i], fleet->opp[i], 0};
    look.count = reversi_count(fleet->moves[i]);
    look.replies[0] = look.replies[1] = MOVE_NONE;
    look_ahead(&look, fleet->moves[i]);
    wpc_gains(wpc_stage_at(look.wpc, &look.board, 1), look.board.own, look.board.opp,
              fleet->moves[i], look.gains);
    return look.squares[look_for(&look)];
}

/* ---- plies ----------------------------------------------------------------------------------- */

static inline int wpc_choose(struct fleet *fleet, int i) {
    struct flight *flight = &fleet->flights[i];
    const struct player *player = flight->bout->players[flight->side];
    uint64_t moves = fleet->moves[i];
    bool any = moves & (moves - 1);
    if (player->epsilon > 0 && any && rng_next(&flight->rng) < player->epsilon)
        return flight_random_square(flight, moves);
    if (player->limits.depth > 0)
        return any ? fleet_search(fleet, i, player) : reversi_lowest(moves);
    const struct wpc_stage *stage = wpc_stage(player->prepared, flight->discs + 1);
    uint64_t ties = wpc_best(stage, fleet->own[i], fleet->opp[i], moves).squares;
    return ties & (ties - 1) ? flight_random_square(flight, ties) : reversi_lowest(ties);
}

void ISA_NAME(wpc_play_batch)(const struct evaluator *evaluator, const struct bout *bouts,
                              int count, struct record *records) {
    (void)evaluator;
    fleet_play(bouts, count, records, (struct fleet_chooser){wpc_choose, false});
}
