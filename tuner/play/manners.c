/*
 * Shares are made whole numbers before they are compared, so that all machines deal them equally.
 */
#include "tuner/play/manners.h"

#include <math.h>
#include <string.h>

#include "engine/games/games.h"
#include "engine/search/limits.h"

enum { UNITS = 1000000 }; /* a share of 1 */
static const double tolerance = 0.002;

struct manners manners_one(const struct search_limits *limits, double epsilon) {
    return (struct manners){1, {{1, *limits, epsilon}}};
}

/* ---- shares ---- */

static int64_t manners_units(const struct manners *manners, int manner) {
    return llround(manners->list[manner].share * UNITS);
}

static int64_t manners_sum(const struct manners *manners) {
    int64_t sum = 0;
    for (int i = 0; i < manners->count; i++) sum += manners_units(manners, i);
    return sum;
}

bool manners_sum_is_one(const struct manners *manners) {
    return fabs((double)manners_sum(manners) / UNITS - 1) <= tolerance;
}

double manners_share(const struct manners *manners, int manner) {
    return (double)manners_units(manners, manner) / (double)manners_sum(manners);
}

/* ---- dealing ---- */

struct manners_hand {
    int64_t dealt[MANNERS_MAX];
};

/* The manner of the next pair. */
static int manners_next(const struct manners *manners, struct manners_hand *hand) {
    int best = 0;
    for (int i = 1; i < manners->count; i++)
        if ((2 * hand->dealt[i] + 1) * manners_units(manners, best) <
            (2 * hand->dealt[best] + 1) * manners_units(manners, i))
            best = i;
    hand->dealt[best]++;
    return best;
}

void manners_deal(const struct manners *manners, int pairs, uint8_t *out) {
    struct manners_hand hand = {{0}};
    for (int pair = 0; pair < pairs; pair++) out[pair] = (uint8_t)manners_next(manners, &hand);
}

int manners_pairs(const struct manners *manners, int manner, int pairs) {
    struct manners_hand hand = {{0}};
    for (int pair = 0; pair < pairs; pair++) manners_next(manners, &hand);
    return (int)hand.dealt[manner];
}

int manners_pairs_least(const struct manners *manners) {
    struct manners_hand hand = {{0}};
    int pairs = 0, without = manners->count;
    for (; without > 0; pairs++) without -= hand.dealt[manners_next(manners, &hand)] == 1;
    return pairs;
}

/* ---- in words ---- */

void manners_describe(const struct manner *manner, struct text *out) {
    limits_describe(games_settings(), &manner->limits, out);
    if (manner->epsilon > 0) text_add(out, ", epsilon %g", manner->epsilon);
}

const struct manner *manners_deepest(const struct manners *manners) {
    const struct manner *deepest = manners->list;
    for (int i = 1; i < manners->count; i++)
        if (manners->list[i].limits.depth > deepest->limits.depth) deepest = &manners->list[i];
    return deepest;
}

bool manners_equal(const struct manners *a, const struct manners *b) {
    struct text first = {0}, second = {0};
    manners_describe_all(a, &first);
    manners_describe_all(b, &second);
    bool equal = strcmp(text_get(&first), text_get(&second)) == 0;
    text_free(&first);
    text_free(&second);
    return equal;
}

void manners_describe_all(const struct manners *manners, struct text *out) {
    for (int i = 0; i < manners->count; i++) {
        text_add(out, i ? "; " : "");
        if (manners->count > 1) text_add(out, "%g ", manners->list[i].share);
        manners_describe(&manners->list[i], out);
    }
}
