/*
 * Results are added up by counting alone, in the order of their index, so that sums are the same
 * for any number of threads.
 */
#include "tuner/play/results.h"

#include <stdlib.h>

#include "engine/base/base.h"

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

static int results_compare_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

int64_t results_distinct(const struct result *results, int64_t count) {
    int64_t distinct = 0;
    uint64_t *hashes = xmalloc((size_t)count * sizeof *hashes);
    for (int64_t i = 0; i < count; i++) hashes[i] = results[i].moves_hash;
    qsort(hashes, (size_t)count, sizeof *hashes, results_compare_hashes);
    for (int64_t i = 0; i < count; i++) distinct += i == 0 || hashes[i] != hashes[i - 1];
    free(hashes);
    return distinct;
}
