/*
 * Everything is counted from rows: the pairs and faults of meetings.
 */
#include "tuner/run/blame.h"

#include <stdlib.h>

#include "tuner/external/drive.h"

enum { BLAME_LEAST = 3, BLAME_TIMES = 4 };

struct blame blame_of_run(struct store *store, int64_t run, int most) {
    struct blame blame = {0};
    int64_t faults = 0;
    for (int end = 0; end < EXTERNAL_ENDS; end++)
        if (external_is_fault((enum external_end)end))
            faults += store_faults(store, run, external_end_names[end]);
    if (faults == 0) return blame; /* most runs: their games need not be counted */
    /* Of a game's two players one is at fault. */
    blame.usual = (double)faults / (double)store_games_of_all(store, run) / 2;
    blame.count = store_faulty(store, run, most, &blame.list);
    return blame;
}

void blame_free(struct blame *blame) {
    free(blame->list);
}

bool blame_is(const struct blame *blame, const struct stored_faulty *player) {
    double share = (double)player->faults / (double)player->games;
    return player->faults >= BLAME_LEAST && (share > 0.5 || share > BLAME_TIMES * blame->usual);
}

bool blame_has(const struct blame *blame, int64_t player) {
    int i = 0;
    while (i < blame->count && blame->list[i].player != player) i++;
    return i < blame->count && blame_is(blame, &blame->list[i]);
}
