/*
 * reversi_fleet: games that are played by one look at each move, ply by ply in turn, for inclusion
 * by kernels. In a group of games moves are chosen game by game, then played and the next ones
 * found with a game in each lane. While one group waits for that, the processor works on the next.
 * Each game uses its own random numbers in the order of engine/search/player.h, so the records are
 * those of referee_play.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_FLEET_H
#define HONE_ENGINE_GAMES_REVERSI_FLEET_H

#include "engine/games/reversi/rules.h"
#include "engine/search/ops.h"
#include "engine/search/player.h"
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
    _Alignas(64) uint64_t own[IN_FLIGHT], opp[IN_FLIGHT], moves[IN_FLIGHT], near[IN_FLIGHT];
    _Alignas(64) uint64_t squares[IN_FLIGHT]; /* that are played next */
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
    fleet->moves[i] = reversi_moves_near(board->own, board->opp, &fleet->near[i]);
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
    fleet->near[i] = fleet->near[last];
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

/* How a kernel's players choose; constant where fleet_play is called, so that all of it is one
 * function there. */
struct fleet_chooser {
    int (*choose)(struct fleet *fleet, int i); /* the square of game `i`, which has moves */
    bool near; /* it reads fleet.near: the discs next to a game's moves that these flip (rules.h) */
};

static void flight_turn(struct flight *flight, move_t move) {
    flight->side ^= 1;
    flight->plies++;
    flight->moves_hash = record_hash_add(flight->moves_hash, move);
}

/* Plays on the squares of `LANES` games from the first one on, and finds the moves then. */
SEARCH_INLINE void fleet_play_squares(struct fleet *fleet, int first, bool near_wanted) {
#ifdef __AVX2__
    lanes *own = (lanes *)(fleet->own + first), *opp = (lanes *)(fleet->opp + first);
    lanes square = *(lanes *)(fleet->squares + first), flips = lanes_flips(*own, *opp, square);
    lanes placed = *own | flips | lanes_of(1) << square;
    *own = *opp ^ flips;
    *opp = placed;
    lanes near;
    *(lanes *)(fleet->moves + first) = lanes_moves_near(*own, *opp, &near);
    if (near_wanted) *(lanes *)(fleet->near + first) = near;
#else
    uint64_t own = fleet->own[first], opp = fleet->opp[first];
    int square = (int)fleet->squares[first];
    uint64_t flips = reversi_flips(own, opp, square);
    fleet->own[first] = opp ^ flips;
    fleet->opp[first] = own | flips | UINT64_C(1) << square;
    uint64_t near;
    fleet->moves[first] = reversi_moves_near(fleet->own[first], fleet->opp[first], &near);
    if (near_wanted) fleet->near[first] = near;
#endif
}

/* Passes if need be. Without another move to play, lands and says false. */
static bool fleet_fly_on(struct fleet *fleet, int i) {
    struct flight *flight = &fleet->flights[i];
    uint64_t own = fleet->own[i], opp = fleet->opp[i];
    bool in_time = flight->plies < flight->bout->plies_max;
    if (fleet->moves[i] && in_time) return true;
    uint64_t answers = fleet->moves[i] ? 0 : reversi_moves_near(opp, own, &fleet->near[i]);
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

SEARCH_INLINE void fleet_play_ply(struct fleet *fleet, int first, struct fleet_chooser chooser) {
    for (int i = first; i < first + LANES && fleet_fill(fleet, i); i++) {
        int square = chooser.choose(fleet, i);
        fleet->squares[i] = (uint64_t)square;
        fleet->flights[i].discs++;
        flight_turn(&fleet->flights[i], (move_t)square);
    }
    fleet_play_squares(fleet, first, chooser.near);
}

SEARCH_INLINE void fleet_play(const struct bout *bouts, int count, struct record *records,
                              struct fleet_chooser chooser) {
    struct fleet fleet = {.next = bouts, .end = bouts + count, .records = records};
    while (fleet.flying < IN_FLIGHT && fleet.next < fleet.end)
        fleet_take_off(&fleet, fleet.flying++);
    while (fleet.flying > 0)
        for (int first = 0; first < fleet.flying; first += LANES)
            fleet_play_ply(&fleet, first, chooser);
}

#endif
