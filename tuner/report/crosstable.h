/*
 * crosstable: a tournament on one page: ranks, ratings, and who scored what against whom.
 */
#ifndef HONE_TUNER_REPORT_CROSSTABLE_H
#define HONE_TUNER_REPORT_CROSSTABLE_H

#include "engine/base/base.h"
#include "tuner/report/ratings.h"

/* Adds the table of `count` players, strongest first, fitting their ratings to the games. In the
 * matrix a row's player scored that percentage of the points against the column's; "." means
 * that they did not meet. Lines have at most 100 columns: with more than 12 players the matrix
 * is left out. */
void crosstable_print(const char *const *names, int count, const struct rated_games *games,
                      int game_count, struct text *out);

#endif
