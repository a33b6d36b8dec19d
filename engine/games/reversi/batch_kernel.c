/*
 * Whole batches of games by one ply, or by a plain search of two. Groups of games take turns ply by
 * ply. In a group, moves are chosen game by game, then played and the next ones found with a game
 * in each lane. While one group waits for that, the processor works on the next. Each game uses its
 * own random numbers in the order of engine/search/player.h, so the records are those of
 * referee_play.
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
#include "engine/games/reversi/wpc_last.h"
#include "engine/search/referee.h"

#ifdef __AVX2__
#include "engine/games/reversi/lanes.h"
#else
enum { LANES = 1 }; /* one by one */
#endif

enum { IN_FLIGHT = 2 * LANES };

struct flight {
    unsigned side;
    int discs, plies;
    struct rng rng;
    uint64_t moves_hash;
    const struct bout *bout;
    struct record *record;
};

/* Games, and their positions in lanes. Those that do not fly have any position. */
struct fleet {
    _Alignas(64) uint64_t own[IN_FLIGHT], opp[IN_FLIGHT], moves[IN_FLIGHT], squares[IN_FLIGHT];
    struct flight flights[IN_FLIGHT];
    int flying;
    const struct bout *next, *end; /* those that wait */
    struct record *records;        /* of `next` */
};

static void fleet_take_off(struct fleet *fleet, int i) {
    const struct bout *bout = fleet->next++;
    const struct reversi *board = bout->start;
    fleet->own[i] = board->own;
    fleet->opp[i] = board->opp;
    fleet->moves[i] = reversi_moves(board->own, board->opp);
    fleet->flights[i] = (struct flight){
        .side = (unsigned)board->side,
        .discs = reversi_count(board->own | board->opp),
        .rng = bout->rng,
        .moves_hash = record_hash_start(reversi_hash(board)),
        .bout = bout,
        .record = fleet->records++,
    };
}

static void flight_land(const struct flight *flight, int margin) {
    *flight->record = (struct record){
        .outcome = (int8_t)((margin > 0) - (margin < 0)),
        .margin = (int16_t)margin,
        .plies = (uint16_t)flight->plies,
        .moves_hash = flight->moves_hash,
    };
}

/* The last takes the place of one that has landed. */
static void fleet_close_up(struct fleet *fleet, int i) {
    int last = --fleet->flying;
    fleet->own[i] = fleet->own[last];
    fleet->opp[i] = fleet->opp[last];
    fleet->moves[i] = fleet->moves[last];
    fleet->flights[i] = fleet->flights[last];
}

static int flight_nth_square(uint64_t squares, uint32_t n) {
#ifdef __BMI2__
    return reversi_lowest(_pdep_u64(UINT64_C(1) << n, squares));
#endif
    while (n--) squares &= squares - 1;
    return reversi_lowest(squares);
}

static int flight_random_square(struct flight *flight, uint64_t squares) {
    return flight_nth_square(squares, rng_below(&flight->rng, (uint32_t)reversi_count(squares)));
}

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

static int fleet_choose(struct fleet *fleet, int i) {
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

static void flight_turn(struct flight *flight, move_t move) {
    flight->side ^= 1;
    flight->plies++;
    flight->moves_hash = record_hash_add(flight->moves_hash, move);
}

/* Plays on the squares of `LANES` games from the first one on, and finds the moves then. */
static void fleet_play_squares(struct fleet *fleet, int first) {
#ifdef __AVX2__
    lanes *own = (lanes *)(fleet->own + first), *opp = (lanes *)(fleet->opp + first);
    lanes square = *(lanes *)(fleet->squares + first), flips = lanes_flips(*own, *opp, square);
    lanes placed = *own | flips | lanes_of(1) << square;
    *own = *opp ^ flips;
    *opp = placed;
    *(lanes *)(fleet->moves + first) = lanes_moves(*own, *opp);
#else
    uint64_t own = fleet->own[first], opp = fleet->opp[first];
    int square = (int)fleet->squares[first];
    uint64_t flips = reversi_flips(own, opp, square);
    fleet->own[first] = opp ^ flips;
    fleet->opp[first] = own | flips | UINT64_C(1) << square;
    fleet->moves[first] = reversi_moves(fleet->own[first], fleet->opp[first]);
#endif
}

/* Passes if need be. Without another move to play, lands and says false. */
static bool fleet_fly_on(struct fleet *fleet, int i) {
    struct flight *flight = &fleet->flights[i];
    uint64_t own = fleet->own[i], opp = fleet->opp[i];
    bool in_time = flight->plies < flight->bout->plies_max;
    if (fleet->moves[i] && in_time) return true;
    uint64_t answers = fleet->moves[i] ? 0 : reversi_moves(opp, own);
    if (!fleet->moves[i] && !answers) {
        int difference = reversi_difference(own, opp);
        flight_land(flight, flight->side == 0 ? difference : -difference);
        return false;
    }
    if (!in_time) {
        flight_land(flight, 0);
        return false;
    }
    fleet->own[i] = opp;
    fleet->opp[i] = own;
    fleet->moves[i] = answers;
    flight_turn(flight, REVERSI_PASS);
    return fleet_fly_on(fleet, i);
}

/* Whether there is a game to move in at all. */
static bool fleet_fill(struct fleet *fleet, int i) {
    while (i < fleet->flying && !fleet_fly_on(fleet, i)) {
        if (fleet->next < fleet->end)
            fleet_take_off(fleet, i);
        else
            fleet_close_up(fleet, i);
    }
    return i < fleet->flying;
}

static void fleet_play_ply(struct fleet *fleet, int first) {
    for (int i = first; i < first + LANES && fleet_fill(fleet, i); i++) {
        int square = fleet_choose(fleet, i);
        fleet->squares[i] = (uint64_t)square;
        fleet->flights[i].discs++;
        flight_turn(&fleet->flights[i], (move_t)square);
    }
    fleet_play_squares(fleet, first);
}

void ISA_NAME(wpc_play_batch)(const struct evaluator *evaluator, const struct bout *bouts,
                              int count, struct record *records) {
    (void)evaluator;
    struct fleet fleet = {.next = bouts, .end = bouts + count, .records = records};
    while (fleet.flying < IN_FLIGHT && fleet.next < fleet.end)
        fleet_take_off(&fleet, fleet.flying++);
    while (fleet.flying > 0)
        for (int first = 0; first < fleet.flying; first += LANES) fleet_play_ply(&fleet, first);
}
