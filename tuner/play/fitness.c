#include "tuner/play/fitness.h"

#include <string.h>

/* Points of a in pair `pair` of a meeting, 0…4. */
static int pair_points(const struct match *match, const struct game_result *results, int meeting,
                       int pair) {
    const struct game_result *games = results + ((int64_t)meeting * match->pairs + pair) * 2;
    return games[0].points + games[1].points;
}

static void add_counts(struct fitness *fitness, const struct pentanomial *counts) {
    for (int points = 0; points < 5; points++) {
        fitness->pentanomial[points] += counts->n[points];
        fitness->pairs += counts->n[points];
        fitness->points += points * counts->n[points];
    }
}

static void add_difference(struct comparison *comparison, int difference) {
    comparison->pairs++;
    comparison->sum += difference;
    comparison->sum_of_squares += difference * difference;
}

/* The meeting of leader and follower, seen by the follower. */
static void compare_duel(const struct match *match, const struct game_result *results, int meeting,
                         struct comparison *out) {
    for (int pair = 0; pair < match->pairs; pair++)
        add_difference(out, 4 - 2 * pair_points(match, results, meeting, pair));
}

/* What both scored against the same extras from the same openings. */
static void compare_gauntlet(const struct match *match, const struct game_result *results,
                             const struct pairing *pairing, int leader, int follower,
                             struct comparison *out) {
    for (int x = 0; x < pairing->extras; x++)
        for (int pair = 0; pair < match->pairs; pair++) {
            int first = pairing->gauntlet_first + x;
            int his = pair_points(match, results, first + leader * pairing->extras, pair);
            int own = pair_points(match, results, first + follower * pairing->extras, pair);
            add_difference(out, own - his);
        }
}

static int leader_of(const struct population *population, int individual) {
    int leader = 0;
    while (population->group[leader] != population->group[individual]) leader++;
    return leader;
}

void fitness_score(const struct match *match, const struct game_result *results,
                   const struct population *population, const struct pairing *pairing,
                   struct fitness *out) {
    memset(out, 0, (size_t)population->count * sizeof *out);
    for (int m = 0; m < pairing->count; m++) {
        struct meeting meeting = pairing->meetings[m];
        struct pentanomial counts = match_pentanomial(match, results, m);
        struct pentanomial swapped = pentanomial_swap(&counts);
        add_counts(&out[meeting.a], &counts);
        if (meeting.b >= population->count) continue;
        add_counts(&out[meeting.b], &swapped);
        if (leader_of(population, meeting.b) == meeting.a)
            compare_duel(match, results, m, &out[meeting.b].versus_leader);
    }
    for (int i = 0; i < population->count; i++) {
        int leader = leader_of(population, i);
        if (leader != i)
            compare_gauntlet(match, results, pairing, leader, i, &out[i].versus_leader);
    }
}
