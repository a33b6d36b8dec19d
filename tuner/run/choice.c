/*
 * Everything is decided from numbers in the order of the candidates. Champions that are candidates
 * twice are dropped by the caller, and earlier ones take their place.
 */
#include "tuner/run/choice.h"

#include <stdlib.h>

#include "engine/base/base.h"

int choice_generation(int generations, int most, int i) {
    int number = generations - i * max_int(1, generations / 2 / most);
    return number > generations / 2 ? number : 0;
}

void choice_centroid(const struct range *ranges, int dim, enum scale_bounds bounds,
                     const int32_t *vectors, int count, int32_t *out) {
    double *units = xcalloc((size_t)count, sizeof *units);
    for (int j = 0; j < dim; j++) {
        for (int i = 0; i < count; i++)
            units[i] = scale_unit(&ranges[j], vectors[(size_t)i * (size_t)dim + (size_t)j]);
        out[j] = scale_value(&ranges[j], scale_mean(&ranges[j], bounds, units, NULL, count));
    }
    free(units);
}

bool choice_is_weaker(const struct score *gain) {
    return gain->los <= 0.025;
}

/* ---- sequential halving ---- */

static int64_t halving_meetings(int left, int others) {
    return (int64_t)left * (left - 1) / 2 + (int64_t)left * others;
}

struct halving halving_of(int count, int others, int pairs) {
    return (struct halving){count, others, pairs};
}

int64_t halving_budget(const struct halving *halving) {
    return halving_meetings(halving->count, halving->others) * halving->pairs;
}

int halving_keeps(int left) {
    return (left + 1) / 2;
}

static int halving_rounds(int count) {
    int rounds = 1;
    while ((count = halving_keeps(count)) > 1) rounds++;
    return rounds;
}

int halving_pairs(const struct halving *halving, int left) {
    int64_t rounds = halving_rounds(halving->count);
    int64_t meetings = halving_meetings(left, halving->others);
    int64_t pairs = meetings ? halving_budget(halving) / rounds / meetings : 0;
    int64_t most = HALVING_PAIRS_MOST / rounds;
    if (most > (int64_t)HALVING_TIMES_MOST * halving->pairs)
        most = (int64_t)HALVING_TIMES_MOST * halving->pairs;
    return pairs > most ? (int)most : pairs > 1 ? (int)pairs : 1;
}

int halving_pairs_all(const struct halving *halving) {
    int left = halving->count, pairs = halving_pairs(halving, left);
    while ((left = halving_keeps(left)) > 1) pairs += halving_pairs(halving, left);
    return pairs;
}

/* The number of active candidates ranked before candidate i. */
static int halving_place(const double *rates, int count, const bool *on, int i) {
    int place = 0;
    for (int j = 0; j < count; j++)
        /* cppcheck-suppress arrayIndexThenCheck ; a tie-break, no bound */
        place += on[j] && (rates[j] > rates[i] || (rates[j] == rates[i] && j < i));
    return place;
}

void halving_drop(const double *rates, int count, bool *on) {
    int left = 0;
    for (int i = 0; i < count; i++) left += on[i];
    bool *stays = xcalloc((size_t)count, sizeof *stays);
    for (int i = 0; i < count; i++)
        stays[i] = on[i] && halving_place(rates, count, on, i) < halving_keeps(left);
    for (int i = 0; i < count; i++) on[i] = stays[i];
    free(stays);
}
