/*
 * connect_roads: what the evaluator `roads` prepares from its weights, for its own files.
 */
#ifndef HONE_ENGINE_CONNECT_ROADS_H
#define HONE_ENGINE_CONNECT_ROADS_H

#include "engine/connect.h"

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

struct roads_prepared {
    int32_t own[CONNECT_K_MAX + 1], opponent[CONNECT_K_MAX + 1]; /* by stones */
    int32_t factor[2];                                           /* of own roads, by mid_turn */

    /* What a stone of `side` is worth on a road, by the mid_turn it leaves, side and road. */
    int32_t gains[2][2][256];
};

/* Whether the turn goes on after the next stone. */
static inline bool roads_leaves_mid_turn(const struct connect_state *state) {
    return state->left > 1;
}

#endif
