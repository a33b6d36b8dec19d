/*
 * distinct: a set of hashes, for counting distinct things: openings, many of which are images of
 * each other, in the order in which they come, and games.
 */
#ifndef HONE_TUNER_STATISTICS_DISTINCT_H
#define HONE_TUNER_STATISTICS_DISTINCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* With open addressing; at most half full, 0 marks a free place. */
struct distinct_set {
    uint64_t *hashes; /* owned */
    size_t mask;
};

/* For so many hashes at most. */
struct distinct_set distinct_set_new(int64_t count);
void distinct_set_free(struct distinct_set *seen);

/* True if the hash, which is not 0, was new. */
bool distinct_set_add(struct distinct_set *seen, uint64_t hash);

#endif
