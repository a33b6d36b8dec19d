/*
 * Meetings among the population come before those with extras, so that fitness finds an
 * individual's gauntlet by arithmetic.
 */
#include "tuner/play/pairing.h"

#include <stdlib.h>

struct pairing_rule {
    const struct population *population;
    bool groups, round_robin;
};

static bool pairing_meet(const struct pairing_rule *rule, int i, int j) {
    const int *group = rule->population->group;
    return rule->round_robin || (rule->groups && group[i] == group[j]);
}

int64_t pairing_count(const struct population *population, bool groups, bool round_robin,
                      int extras) {
    const struct pairing_rule rule = {population, groups, round_robin};
    int64_t count = (int64_t)population->count * extras;
    if (population->count == 1 && extras == 0) return 1;
    for (int i = 0; i < population->count; i++)
        for (int j = i + 1; j < population->count; j++) count += pairing_meet(&rule, i, j);
    return count;
}

void pairing_make(const struct population *population, bool groups, bool round_robin, int extras,
                  struct pairing *out) {
    const struct pairing_rule rule = {population, groups, round_robin};
    int n = population->count;
    bool alone = n == 1 && extras == 0;
    size_t most = (size_t)pairing_count(population, groups, round_robin, extras);
    *out = (struct pairing){.extras = extras, .meetings = xmalloc(most * sizeof *out->meetings)};
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (pairing_meet(&rule, i, j)) out->meetings[out->count++] = (struct meeting){i, j};
    if (alone) out->meetings[out->count++] = (struct meeting){0, 0};
    out->gauntlet_first = out->count;
    for (int i = 0; i < n; i++)
        for (int x = 0; x < extras; x++) out->meetings[out->count++] = (struct meeting){i, n + x};
}

void pairing_destroy(struct pairing *pairing) {
    free(pairing->meetings);
    *pairing = (struct pairing){0};
}
