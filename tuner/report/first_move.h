/*
 * first_move: the error of the first mover's advantage.
 *
 * Games on one opening are not independent: equal players repeat each other's games there, move by
 * move, however many meetings they have. So the first movers' points beyond what the ratings expect
 * are added up opening by opening, and the error is that of as many numbers as there are different
 * openings (Liang and Zeger 1986).
 */
#ifndef HONE_TUNER_REPORT_FIRST_MOVE_H
#define HONE_TUNER_REPORT_FIRST_MOVE_H

#include "tuner/statistics/ratings.h"

/* Half width of the 95 % interval of ratings->first_advantage, in Elo; INFINITY if all games are on
 * one opening, or no player is on the scale. openings[i] is the number of the opening of pair i,
 * the same for equal ones; NULL: all differ. If games are not known, all meetings are assumed to
 * have had the same openings, and games on one of them to be equal: the error is never too
 * small. */
double first_move_error(const struct ratings *ratings, const struct rated_meeting *meetings,
                        int meeting_count, const int *openings);

/* "+12.3 +/- 4.5 Elo", "+12.3 Elo, of unknown error" */
enum { FIRST_MOVE_LENGTH = 48 };
void first_move_format(double advantage, double error, char out[FIRST_MOVE_LENGTH]);

#endif
