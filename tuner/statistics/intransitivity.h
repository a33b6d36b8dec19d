/*
 * intransitivity: the part of the meetings' results that a single scale cannot explain: a beats b,
 * b beats c, and c beats a.
 *
 * A meeting's score differs from the expected one by chance, as much as its pairs vary, and because
 * one number a player is not enough. The squares of the deviations in units of chance add up to
 * chi-square; chance alone is expected to give one for each meeting beyond the degrees of freedom
 * of the ratings. The rest, as a part of what the meetings' scores differ from ½ beyond chance, is
 * the share that the scale leaves unexplained. What meetings on one opening have in common is not
 * counted.
 */
#ifndef HONE_TUNER_STATISTICS_INTRANSITIVITY_H
#define HONE_TUNER_STATISTICS_INTRANSITIVITY_H

#include "engine/base/base.h"
#include "tuner/statistics/ratings.h"

/* players[0] beat players[1], that one players[2], and that one players[0]. */
struct cycle {
    int players[3];
    struct score scores[3]; /* of each against the next */
    double los;             /* of the least sure of the three */
};

enum { CYCLES_MAX = 3 };

struct intransitivity {
    double chi_square;
    int freedom;
    double chance;      /* of a chi-square as large if one scale holds */
    double unexplained; /* share, in [0, 1] */
    int triples;        /* of players that all met each other: the possible cycles */
    int cycle_count;
    struct cycle cycles[CYCLES_MAX]; /* the surest first, of those with sure meetings only */
};

/* Of the meetings of those on the scale. */
struct intransitivity intransitivity_of(const struct rated_meeting *meetings, int meeting_count,
                                        const struct ratings *ratings);

/* Two lines or more; none if no player met two others. */
void intransitivity_print(const struct intransitivity *intransitivity, const char *const *names,
                          struct text *out);
/* "a > b > c > a" */
void cycle_print(const struct cycle *cycle, const char *const *names, struct text *out);

#endif
