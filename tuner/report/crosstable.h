/*
 * crosstable: a tournament on one page: ranks, ratings, and the score of each player against each.
 * The ratings were fitted elsewhere (ratings.h).
 */
#ifndef HONE_TUNER_REPORT_CROSSTABLE_H
#define HONE_TUNER_REPORT_CROSSTABLE_H

#include "engine/base/base.h"
#include "tuner/statistics/ratings.h"

struct crosstable {
    int count; /* of players */
    const char *const *names;
    const struct ratings *ratings; /* theirs, fitted to these: */
    int meeting_count;
    const struct rated_meeting *meetings;
    double first_error; /* of ratings->first_advantage: first_move.h */
};

/* Adds the table, strongest first, the players that are not on the scale and why, and what the
 * scale leaves unexplained. In the matrix a row's player scored that percentage of the points
 * against the column's; "." means that they did not meet. The table's lines have at most 100
 * columns: with more than 12 players the matrix is left out. */
void crosstable_print(const struct crosstable *table, struct text *out);
/* Adds the probabilities, in percent, that a row's player is stronger than the column's, for all
 * pairs, in several blocks if they do not fit into 100 columns. Nothing for two players, as the
 * table has it. */
void crosstable_print_los(const struct crosstable *table, struct text *out);

#endif
