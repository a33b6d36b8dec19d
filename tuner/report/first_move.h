/*
 * first_move: how sure it is what moving first is worth.
 *
 * Games that began on one opening are not independent: equal players repeat each other's there,
 * move by move, however many meetings they have. So the first movers' points beyond what the
 * ratings expect are added up opening by opening, and the error is that of as many numbers as there
 * are different openings (Liang and Zeger 1986).
 */
#ifndef HONE_TUNER_REPORT_FIRST_MOVE_H
#define HONE_TUNER_REPORT_FIRST_MOVE_H

#include "tuner/statistics/ratings.h"

/* Half width of the 95 % interval of ratings->first_advantage, in Elo; INFINITY where all games
 * began on one opening, or nobody is on the scale. openings[i] is the number of the opening of pair
 * i, the same for equal ones; NULL: all differ. Where games are not known, all meetings are taken
 * to have had the same openings, and games on one of them to say the same: the error is never too
 * small. */
double first_move_error(const struct ratings *ratings, const struct rated_meeting *meetings,
                        int meeting_count, const int *openings);

/* "+12.3 +/- 4.5 Elo", "+12.3 Elo, of unknown error" */
enum { FIRST_MOVE_LENGTH = 48 };
void first_move_format(double advantage, double error, char out[FIRST_MOVE_LENGTH]);

#endif
