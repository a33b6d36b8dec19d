#include "tuner/play/pairing.h"

#include <stdlib.h>

void pairing_make(const struct population *population, bool groups, bool round_robin, int extras,
                  struct pairing *out) {
    int n = population->count;
    size_t most = (size_t)n * (size_t)(n - 1) / 2 + (size_t)n * (size_t)extras;
    *out = (struct pairing){.extras = extras, .meetings = xmalloc(most * sizeof *out->meetings)};
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (round_robin || (groups && population->group[i] == population->group[j]))
                out->meetings[out->count++] = (struct meeting){i, j};
    out->gauntlet_first = out->count;
    for (int i = 0; i < n; i++)
        for (int x = 0; x < extras; x++) out->meetings[out->count++] = (struct meeting){i, n + x};
}

void pairing_destroy(struct pairing *pairing) {
    free(pairing->meetings);
    *pairing = (struct pairing){0};
}
