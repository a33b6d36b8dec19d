/*
 * seen: open addressing in a table of a power of two.
 */
#include "tuner/play/seen.h"

#include <stdlib.h>

#include "engine/base/base.h"
#include "engine/base/rng.h"

struct seen seen_new(int64_t count) {
    size_t size = 16;
    while (size < 2 * (size_t)count) size *= 2;
    return (struct seen){xcalloc(size, sizeof(uint64_t)), size - 1};
}

void seen_free(struct seen *seen) {
    free(seen->hashes);
    *seen = (struct seen){0};
}

bool seen_add(struct seen *seen, uint64_t hash) {
    size_t i = mix64(hash) & seen->mask;
    while (seen->hashes[i] && seen->hashes[i] != hash) i = (i + 1) & seen->mask;
    bool is_new = seen->hashes[i] == 0;
    seen->hashes[i] = hash;
    return is_new;
}
