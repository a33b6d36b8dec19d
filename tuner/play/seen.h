/*
 * seen: a set of hashes, for counting what is distinct: openings, of which many are images of each
 * other, in the order in which they come, and games.
 */
#ifndef HONE_TUNER_PLAY_SEEN_H
#define HONE_TUNER_PLAY_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* With open addressing; at most half full, 0 marks a free place. */
struct seen {
    uint64_t *hashes; /* owned */
    size_t mask;
};

/* For so many hashes at most. */
struct seen seen_new(int64_t count);
void seen_free(struct seen *seen);

/* True if the hash, which is not 0, was new. */
bool seen_add(struct seen *seen, uint64_t hash);

#endif
