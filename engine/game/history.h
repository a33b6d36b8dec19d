/* history: finds repetitions, for games in which positions come again. */
#ifndef HONE_ENGINE_GAME_HISTORY_H
#define HONE_ENGINE_GAME_HISTORY_H

#include <stdint.h>

struct history_found {
    int count; /* how often */
    int first; /* the entry of the first time, if ever */
};

/* Looks for `key` among `keys`, those of the positions that had 0, 1 … reversible - 1 reversible
 * plies behind them. The side to move is the same every other ply, and a position cannot come again
 * in fewer than four. */
static inline struct history_found history_find(const uint64_t *keys, int reversible,
                                                uint64_t key) {
    struct history_found found = {0, 0};
    for (int at = reversible - 4; at >= 0; at -= 2) {
        if (keys[at] != key) continue;
        found.count++;
        found.first = at;
    }
    return found;
}

#endif
