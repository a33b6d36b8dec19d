/*
 * judges: whether an opening is balanced. Judges are the game's first evaluator with its initial
 * weights, varied; each plays the opening out against itself, with the settings of a run's players
 * and without random moves. If all of them get the same winner, most pairs from that opening are
 * split one game each, whatever the players are worth.
 *
 * Measured at Connect6, two plies deep with threats, four random stones, between players that are
 * no judges (r4 and r1, 1000 openings). Of all openings .80 of the pairs were split one each; of
 * those that no judge's side lost .95; of those that the weaker side won 3 of 8 times at least .75.
 * Judges that moved at random now and then, or played each other, told nothing (.80). Greedy
 * players' games hardly depend on the opening at all (.32 split, whatever the judges say).
 */
#ifndef HONE_TUNER_OPENINGS_JUDGES_H
#define HONE_TUNER_OPENINGS_JUDGES_H

#include "engine/search/limits.h"

enum { JUDGES = 8, JUDGES_POINTS = 2 * JUDGES };

struct judges;

/* For one thread at a time. Judges do not depend on a seed. `plies_max` as in struct bout, 0: the
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
