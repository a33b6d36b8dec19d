/*
 * games: the games of a tournament in its page: all of them, or the first pairs of each meeting, on
 * a board that the page's script draws, and the moves of some in a table.
 */
#ifndef HONE_TUNER_REPORT_PAGE_GAMES_H
#define HONE_TUNER_REPORT_PAGE_GAMES_H

#include "tuner/report/crosstable.h"
#include "tuner/tournament/series.h"

/* How many games a page has, about, so that it is of a few megabytes at most: a game of Reversi
 * takes 250 bytes, one of Connect6 150. */
enum { PAGE_GAMES = 12000 };

/* The figure; of a series that was interrupted why there are no games. */
void page_add_games(const struct series *series, const struct crosstable *table, struct text *out);

#endif
