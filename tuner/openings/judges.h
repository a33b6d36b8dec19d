/*
 * judges: whether an opening is balanced. Judges are the game's first evaluator with its initial
 * weights, varied; each plays the opening out against itself, with the settings of a run's players
 * and without random moves. An opening whose winner does not depend on the player decides most
 * pairs by itself, one game each, whatever the players are worth.
 *
 * Measured at Connect6, two plies deep with threats, four random stones, between tables that no
 * judge has (r4 and r1, 1000 openings): of all openings .80 of the pairs were split one each, of
 * those that no judge's side lost .95, of those that the weaker side won 3 of 8 times at least .75.
 * Judges that moved at random now and then, or played each other, told nothing (.80), and greedy
 * players' games hardly depend on the opening at all (.32 split, whatever the judges say).
 */
#ifndef HONE_TUNER_OPENINGS_JUDGES_H
#define HONE_TUNER_OPENINGS_JUDGES_H

#include "engine/search/limits.h"

enum { JUDGES = 8, JUDGES_POINTS = 2 * JUDGES };

struct judges;

/* For one thread at a time; the judges know nothing of seeds. `plies_max` as in struct bout, 0: the
 * game's own. judges_free gives them back. */
struct judges *judges_new(const struct game *game, const struct search_limits *limits,
                          int plies_max);
void judges_free(struct judges *judges);

/* Side 0's points in the judges' games from a position, 2 for a win and 1 for a draw, of
 * JUDGES_POINTS. For any number of threads. */
int judges_points(const struct judges *judges, const void *position);
/* Whether the weaker side has at least that share of them. */
bool judges_balanced(int points, double least);

#endif
