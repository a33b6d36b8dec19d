/*
 * connect_roads: the prepared weights of the evaluator `roads`, for its own files.
 */
#ifndef HONE_ENGINE_GAMES_CONNECT_ROADS_H
#define HONE_ENGINE_GAMES_CONNECT_ROADS_H

#include "engine/base/isa.h"
#include "engine/games/connect/rules.h"

enum {
    ROADS_WEIGHT_MAX = 12000,
    ROADS_UNIT = 16,       /* factors count in sixteenths */
    ROADS_FACTOR_MAX = 64, /* of own roads once a turn is complete */

    /* What a gain table says of a move that completes a road. At most 4 k = 32 roads lead through
     * a point, so a sum of gains tells: it is at least ROADS_GAIN_WON with one completed, below it
     * with none, and no sum overflows. */
    ROADS_THROUGH_MAX = CONNECT_DIRECTIONS * CONNECT_K_MAX,
    ROADS_GAIN_MAX = ROADS_THROUGH_MAX * ROADS_WEIGHT_MAX * ROADS_FACTOR_MAX,
    ROADS_GAIN_COMPLETED = 3 << 24,
    ROADS_GAIN_WON = ROADS_GAIN_COMPLETED / 2,
};
_Static_assert(ROADS_GAIN_MAX < ROADS_GAIN_WON &&
                   ROADS_GAIN_WON < ROADS_GAIN_COMPLETED - ROADS_GAIN_MAX,
               "a completed road must stand out");

/* What a road is to a player, by the stones on it: own ones alone, or CONNECT_K_MAX + other ones
 * alone. Completed roads and those with both are dead. */
enum { ROADS_DEAD = CONNECT_K_MAX, ROADS_KINDS = 2 * CONNECT_K_MAX };

static inline int roads_kind(int own, int other) {
    return other == 0 ? own : ROADS_DEAD + (own == 0 ? other % CONNECT_K_MAX : 0);
}

struct roads_prepared {
    int32_t own[CONNECT_K_MAX + 1], opponent[CONNECT_K_MAX + 1]; /* by stones */
    int32_t factor[2];                                           /* of own roads, by mid_turn */

    /* What a stone is worth on a road, by the mid_turn it leaves and the road's kind to its owner:
     * to the player of these weights, gains by an own stone and losses by one of the opponent. */
    int32_t gains[2][ROADS_KINDS], losses[2][ROADS_KINDS];

    /* The same by what stands on the road, for a stone of each side; 0 where it holds both. */
    int32_t gains_on[2][2][256], losses_on[2][2][256];
};

enum {
    ROADS_BLOCK = 64, /* points */
    ROADS_POINTS = (CONNECT_POINTS_MAX + ROADS_BLOCK - 1) / ROADS_BLOCK * ROADS_BLOCK,
};

/* The evaluator, with what its kernels want to know of the board. */
struct roads {
    struct evaluator evaluator;
    uint8_t outside[CONNECT_DIRECTIONS][ROADS_POINTS]; /* 0x11 where no road begins */
};

static inline int32_t roads_eval(const struct evaluator *evaluator, const void *prepared_,
                                 const void *state_, int side) {
    const struct roads_prepared *prepared = prepared_;
    const struct connect_state *state = state_;
    int k = connect_rules(evaluator->game)->k;
    const int16_t *own = &state->census[connect_live(side, 0)];
    const int16_t *opponent = &state->census[connect_live(!side, 0)];
    int32_t own_sum = 0, opponent_sum = 0;
    for (int n = 1; n < k; n++) {
        own_sum += prepared->own[n] * own[n];
        opponent_sum += prepared->opponent[n] * opponent[n];
    }
    return prepared->factor[state->mid_turn] * own_sum - ROADS_UNIT * opponent_sum;
}

/* Whether the turn goes on after the next stone. */
static inline bool roads_leaves_mid_turn(const struct connect_state *state) {
    return state->left > 1;
}

ISA_DECLARE(const struct evaluator_ops, roads_ops);

/* Gives it the functions of exact variants, whose roads change by stones beside them (exact.c). */
void roads_exact_ops_set(struct evaluator *evaluator);

/* Fast greedy games, a member of struct evaluator_ops (batch_kernel.c); for kernels only. */
#ifdef ISA_SUFFIX
void ISA_NAME(roads_play_batch)(const struct evaluator *evaluator, const struct bout *bouts,
                                int count, struct record *records);
#endif

#endif
