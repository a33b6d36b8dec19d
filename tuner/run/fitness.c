/*
 * Both games of a pair count together, 0…4 points. So an opening's advantage for one colour
 * cancels, and in a comparison its advantage for all players.
 */
#include "tuner/run/fitness.h"

#include <stdlib.h>
#include <string.h>

/* Points of a in pair `pair` of a meeting, 0…4. */
static int fitness_pair_points(const struct fitness_games *games, int meeting, int pair) {
    return results_pair_points(games->results + ((int64_t)meeting * games->pairs + pair) * 2);
}

static int fitness_played(const struct fitness_games *games, int meeting) {
    return games->played ? games->played[meeting] : games->pairs;
}

static void fitness_add_pair(struct fitness *fitness, int points) {
    fitness->points += points;
    fitness->pairs++;
    fitness->pentanomial[points]++;
}

void fitness_score(const struct fitness_games *games, struct fitness *out) {
    int count = games->population->count;
    memset(out, 0, (size_t)count * sizeof *out);
    for (int m = 0; m < games->pairing->count; m++) {
        struct meeting meeting = games->pairing->meetings[m];
        for (int pair = 0; pair < fitness_played(games, m); pair++) {
            int points = fitness_pair_points(games, m, pair);
            fitness_add_pair(&out[meeting.a], points);
            if (meeting.b < count) fitness_add_pair(&out[meeting.b], 4 - points);
        }
    }
}

static void comparison_add(struct comparison *comparison, int difference) {
    comparison->pairs++;
    comparison->sum += difference;
    comparison->sum_of_squares += difference * difference;
}

/* Their own meeting, in which the lower slot is the first player. */
static void fitness_compare_meeting(const struct fitness_games *games, int a, int b,
                                    struct comparison *out) {
    int first = min_int(a, b), second = max_int(a, b), sign = a < b ? 1 : -1;
    for (int m = 0; m < games->pairing->gauntlet_first; m++) {
        struct meeting meeting = games->pairing->meetings[m];
        if (meeting.a != first || meeting.b != second) continue;
        for (int pair = 0; pair < fitness_played(games, m); pair++)
            comparison_add(out, sign * (2 * fitness_pair_points(games, m, pair) - 4));
    }
}

/* The scores of both against the same extras from the same openings. */
static void fitness_compare_gauntlet(const struct fitness_games *games, int a, int b,
                                     struct comparison *out) {
    int extras = games->pairing->extras;
    int of_a = games->pairing->gauntlet_first + a * extras;
    int of_b = games->pairing->gauntlet_first + b * extras;
    for (int x = 0; x < extras; x++) {
        int pairs = min_int(fitness_played(games, of_a + x), fitness_played(games, of_b + x));
        for (int pair = 0; pair < pairs; pair++)
            comparison_add(out, fitness_pair_points(games, of_a + x, pair) -
                                    fitness_pair_points(games, of_b + x, pair));
    }
}

struct comparison fitness_compare(const struct fitness_games *games, int a, int b) {
    struct comparison comparison = {0};
    fitness_compare_meeting(games, a, b, &comparison);
    fitness_compare_gauntlet(games, a, b, &comparison);
    return comparison;
}

static struct comparison outcome_compare_games(const void *games, int a, int b) {
    return fitness_compare(games, a, b);
}

struct outcome fitness_outcome(const struct fitness_games *games, const struct fitness *fitness) {
    return (struct outcome){games->population, fitness, outcome_compare_games, games};
}

/* ---- a race ---- */

/* Only bookkeeping: the optimiser decides which individuals are done. */

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
