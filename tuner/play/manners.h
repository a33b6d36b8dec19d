/*
 * manners: manners of play, as a list with shares: weights for play at several depths should be
 * tuned at all of them. Every pair of a meeting is played in one manner, by both players and
 * equally in all meetings of the session, so that comparisons keep their common openings.
 */
#ifndef HONE_TUNER_PLAY_MANNERS_H
#define HONE_TUNER_PLAY_MANNERS_H

#include "engine/search/search.h"

enum { MANNERS_MAX = 8 };

struct manner {
    double share; /* of the pairs */
    struct search_limits limits;
    double epsilon; /* probability of a random move */
};

struct manners {
    int count; /* at least 1 */
    struct manner list[MANNERS_MAX];
};

/* A list of one. */
struct manners manners_one(const struct search_limits *limits, double epsilon);

/* Whether the shares sum to 1, up to the rounding of thirds to three digits. */
bool manners_sum_is_one(const struct manners *manners);
/* The share of a manner when the sum is made exactly 1. */
double manners_share(const struct manners *manners, int manner);

/* Deals pairs to manners by the method of Sainte-Laguë (Webster): each pair goes to the manner with
 * the smallest (2 * dealt so far + 1) / share, of equals to the first. So the manner of a pair does
 * not depend on how many follow, and the shares are exact whenever all of them are whole numbers of
 * pairs. */
void manners_deal(const struct manners *manners, int pairs, uint8_t *out);
/* How many of the pairs a manner gets. */
int manners_pairs(const struct manners *manners, int manner, int pairs);
/* The fewest pairs that give every manner one. */
int manners_pairs_least(const struct manners *manners);

/* The manner with the deepest search, of equals the first. */
const struct manner *manners_deepest(const struct manners *manners);

bool manners_equal(const struct manners *a, const struct manners *b);

/* "depth 2, width 12, epsilon 0.1", "greedy" */
void manners_describe(const struct manner *manner, struct text *out);
/* The same of all of them: "0.5 greedy; 0.5 depth 2"; a single one without its share. */
void manners_describe_all(const struct manners *manners, struct text *out);

#endif
