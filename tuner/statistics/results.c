/*
 * Results are only counted, in the order of their index, so that sums are the same for any number
 * of threads.
 */
#include "tuner/statistics/results.h"

#include <stdlib.h>

#include "engine/base/base.h"
#include "engine/base/rng.h"

static void tally_add(struct tally *tally, int points) {
    tally->won += points == 2;
    tally->drawn += points == 1;
    tally->lost += points == 0;
}

void results_add(struct meeting_score *score, const struct result *results, int pairs) {
    for (int pair = 0; pair < pairs; pair++) {
        const struct result *games = results + 2 * pair;
        score->counts.n[results_pair_points(games)]++;
        tally_add(&score->first, games[0].points);
        tally_add(&score->second, games[1].points);
    }
}

int64_t results_distinct(const struct result *results, int64_t count) {
    struct distinct_set seen = distinct_set_new(count);
    int64_t distinct = 0, zero = 0;
    for (int64_t i = 0; i < count; i++)
        if (results[i].moves_hash == 0)
            zero = 1;
        else
            distinct += distinct_set_add(&seen, results[i].moves_hash);
    distinct_set_free(&seen);
    return distinct + zero;
}

/* ---- a set of hashes ---- */

/* Open addressing in a table of a power of two. */

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
