/*
 * distinct: open addressing in a table of a power of two.
 */
#include "tuner/statistics/distinct.h"

#include <stdlib.h>

#include "engine/base/base.h"
#include "engine/base/rng.h"

struct distinct_set distinct_set_new(int64_t count) {
    size_t size = 16;
    while (size < 2 * (size_t)count) size *= 2;
    return (struct distinct_set){xcalloc(size, sizeof(uint64_t)), size - 1};
}

void distinct_set_free(struct distinct_set *seen) {
    free(seen->hashes);
    *seen = (struct distinct_set){0};
}

bool distinct_set_add(struct distinct_set *seen, uint64_t hash) {
    size_t i = mix64(hash) & seen->mask;
    while (seen->hashes[i] && seen->hashes[i] != hash) i = (i + 1) & seen->mask;
    bool is_new = seen->hashes[i] == 0;
    seen->hashes[i] = hash;
    return is_new;
}
