/*
 * tournament: a tournament as a page: the strongest player, how sure that is, the score of each
 * against each, and games on a board.
 */
#ifndef HONE_TUNER_REPORT_PAGE_TOURNAMENT_H
#define HONE_TUNER_REPORT_PAGE_TOURNAMENT_H

#include "tuner/report/crosstable.h"
#include "tuner/tournament/series.h"

/* `command`: plays it again. A series of which no pair was played has no figures. */
void page_tournament(const struct series *series, const struct crosstable *table,
                     const char *command, struct text *out);

#endif
