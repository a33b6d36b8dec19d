/*
 * Only bookkeeping: the optimiser decides which individuals are done.
 */
#include "tuner/run/race.h"

#include <stdlib.h>

struct race race_new(const struct optimizer_kind *kind, const void *optimizer, int generation,
                     const struct fitness_games *games) {
    size_t count = (size_t)games->population->count;
    struct race race = {kind, optimizer, generation, *games, 0, xmalloc(count * sizeof *race.on)};
    for (size_t i = 0; i < count; i++) race.on[i] = true;
    return race;
}

void race_destroy(struct race *race) {
    free(race->on);
}

bool race_goes_on(const struct race *race, int meeting) {
    const struct meeting *players = &race->games.pairing->meetings[meeting];
    return race->on[players->a] &&
           (players->b >= race->games.population->count || race->on[players->b]);
}

static bool race_is_over(const struct race *race) {
    for (int m = 0; m < race->games.pairing->count; m++)
        if (race_goes_on(race, m)) return false;
    return true;
}

/* The optimiser's answer. */
static int race_ask(struct race *race) {
    struct fitness *fitness = xcalloc((size_t)race->games.population->count, sizeof *fitness);
    fitness_score(&race->games, fitness);
    const struct outcome outcome = fitness_outcome(&race->games, fitness);
    int pairs =
        race->kind->more(race->optimizer, race->generation, &outcome, race->played, race->on);
    free(fitness);
    return pairs;
}

int race_next(struct race *race) {
    int left = race->games.pairs - race->played;
    int pairs = left > 0 && race->kind->more ? min_int(race_ask(race), left) : left;
    if (race_is_over(race)) pairs = 0;
    race->played += pairs;
    return pairs;
}
