/*
 * results: how games ended, as plain data, and the sums for a meeting. Pure functions of the
 * results, which do not know players or threads.
 *
 * Results of a meeting of a and b stand pair after pair, two a pair: a moves first in the first
 * game, b in the second, from the same opening.
 */
#ifndef HONE_TUNER_STATISTICS_RESULTS_H
#define HONE_TUNER_STATISTICS_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tuner/statistics/score.h"

enum { RESULT_UNPLAYED = UINT8_MAX };

struct result {
    uint8_t points; /* a's: 2 won, 1 drawn, 0 lost; or RESULT_UNPLAYED */
    uint16_t plies;
    uint64_t moves_hash; /* of opening and moves: counts distinct games */
};

/* a's points in a pair, 0…4. */
static inline int results_pair_points(const struct result *pair) {
    return pair[0].points + pair[1].points;
}

/* The result of a meeting's pairs, from a's side. */
struct meeting_score {
    struct pentanomial counts;
    struct tally first, second; /* a's games moving first, and moving second */
};

/* Adds `pairs` pairs of a meeting. */
void results_add(struct meeting_score *score, const struct result *results, int pairs);

/* Number of different games among the results. */
int64_t results_distinct(const struct result *results, int64_t count);

/* ---- a set of hashes ---- */

/* A set of hashes, for counting distinct things: openings, many of which are images of each other,
 * in the order in which they come, and games. */

/* With open addressing; at most half full, 0 marks a free place. */
struct distinct_set {
    uint64_t *hashes; /* owned */
    size_t mask;
};

/* For up to `count` hashes. */
struct distinct_set distinct_set_new(int64_t count);
void distinct_set_free(struct distinct_set *seen);

/* True if the hash, which is not 0, was new. */
bool distinct_set_add(struct distinct_set *seen, uint64_t hash);

#endif
