/*
 * Whole batches of one-ply games. Some games are in flight at once and take turns ply by ply: a
 * ply is a chain of steps that wait for each other (moves, scores, choice, flips), and while one
 * game waits the processor works on the next. Each game uses its own random numbers in the order
 * of engine/player.h, so the records are those of referee_play.
 *
 * Measured, one player with 64 weights against himself from 8 random plies on, one core of a
 * Sapphire Rapids Xeon at 2.9 GHz, gcc 12 -O3, thousands of games a second of CPU time: portable
 * 216, AVX2 257, AVX-512 475; with two games in flight AVX-512 440. What did not help: every step
 * done for all games before the next step (portable 198, AVX-512 450-485), a choice among ties
 * without a branch (AVX-512 435), tables at the beginnings of cache lines (within the noise).
 * Before there were kernels: 205, 180 with the candidates of the evaluator in a list instead of one
 * pass, 141 with the lines gathered for each move, 128 by referee_play.
 */
#include "engine/referee.h"
#include "engine/reversi_wpc_gains.h"

enum { IN_FLIGHT = 4 };

struct flight {
    uint64_t own, opp;
    unsigned side;
    int discs, plies;
    struct rng rng;
    uint64_t moves_hash;
    const struct bout *bout;
    struct record *record;
};

static void take_off(struct flight *flight, const struct bout *bout, struct record *record) {
    const struct reversi *board = bout->start;
    *flight = (struct flight){
        .own = board->own,
        .opp = board->opp,
        .side = (unsigned)board->side,
        .discs = reversi_count(board->own | board->opp),
        .rng = bout->rng,
        .moves_hash = record_hash_start(reversi_hash(board)),
        .bout = bout,
        .record = record,
    };
}

static void land(const struct flight *flight, int margin) {
    *flight->record = (struct record){
        .outcome = (int8_t)((margin > 0) - (margin < 0)),
        .margin = (int16_t)margin,
        .plies = (uint16_t)flight->plies,
        .moves_hash = flight->moves_hash,
    };
}

static int nth_square(uint64_t squares, uint32_t n) {
    while (n--) squares &= squares - 1;
    return reversi_lowest(squares);
}

static int greedy_square(struct flight *flight, const struct wpc *wpc, uint64_t moves) {
    const struct wpc_stage *stage = wpc_stage(wpc, flight->discs + 1);
    uint64_t ties = wpc_best(stage, flight->own, flight->opp, moves).squares;
    bool tied = ties & (ties - 1);
    return nth_square(ties, tied ? rng_below(&flight->rng, (uint32_t)reversi_count(ties)) : 0);
}

static int choose_square(struct flight *flight, uint64_t moves) {
    const struct player *player = flight->bout->players[flight->side];
    if (!(moves & (moves - 1))) return reversi_lowest(moves);
    if (player->epsilon > 0 && rng_next(&flight->rng) < player->epsilon)
        return nth_square(moves, rng_below(&flight->rng, (uint32_t)reversi_count(moves)));
    return greedy_square(flight, player->prepared, moves);
}

static void play(struct flight *flight, int move, uint64_t placed, uint64_t flips) {
    uint64_t own = flight->own;
    flight->own = flight->opp ^ flips;
    flight->opp = own | flips | placed;
    flight->side ^= 1;
    flight->plies++;
    flight->moves_hash = record_hash_add(flight->moves_hash, (move_t)move);
}

/* Plays one ply, or lands and says false. */
static bool fly(struct flight *flight) {
    uint64_t moves = reversi_moves(flight->own, flight->opp);
    if (!moves && !reversi_moves(flight->opp, flight->own)) {
        int difference = reversi_difference(flight->own, flight->opp);
        land(flight, flight->side == 0 ? difference : -difference);
        return false;
    }
    if (flight->plies >= flight->bout->plies_max) {
        land(flight, 0);
        return false;
    }
    if (!moves) {
        play(flight, REVERSI_PASS, 0, 0);
        return true;
    }
    int square = choose_square(flight, moves);
    play(flight, square, UINT64_C(1) << square, reversi_flips(flight->own, flight->opp, square));
    flight->discs++;
    return true;
}

static void play_all(const struct bout *bouts, int count, struct record *records) {
    struct flight flights[IN_FLIGHT];
    int flying = 0, next = 0;
    for (; next < count && flying < IN_FLIGHT; next++)
        take_off(&flights[flying++], &bouts[next], &records[next]);
    while (flying > 0)
        for (int i = 0; i < flying; i++) {
            if (fly(&flights[i])) continue;
            if (next < count) {
                take_off(&flights[i], &bouts[next], &records[next]);
                next++;
            } else {
                flights[i--] = flights[--flying];
            }
        }
}

const struct wpc_batch_kernel ISA_NAME(wpc_batch_kernel) = {.play = play_all};
