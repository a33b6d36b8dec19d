/*
 * crosstable: a tournament on one page: ranks, ratings, and who scored what against whom. What is
 * printed was fitted elsewhere (see ratings.h).
 */
#ifndef HONE_TUNER_REPORT_CROSSTABLE_H
#define HONE_TUNER_REPORT_CROSSTABLE_H

#include "engine/base/base.h"
#include "tuner/report/ratings.h"

struct crosstable {
    int count; /* of players */
    const char *const *names;
    const struct rating *ratings; /* theirs, */
    struct ratings overall;       /* fitted to these */
    int game_count;
    const struct rated_games *games;
};

/* Adds the table, strongest first. In the matrix a row's player scored that percentage of the
 * points against the column's; "." means that they did not meet. Lines have at most 100 columns:
 * with more than 12 players the matrix is left out. */
void crosstable_print(const struct crosstable *table, struct text *out);

#endif
