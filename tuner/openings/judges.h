/*
 * judges: whether an opening is balanced. Judges are an evaluator with varied weights; each plays
 * the opening out against itself, without random moves. If all of them get the same winner, most
 * pairs from that opening are split one game each, whatever the players are worth.
 *
 * Measured at Connect6, two plies deep with threats, four random stones, between players that are
 * no judges (r4 and r1, 1000 openings). Of all openings .80 of the pairs were split one each; of
 * those that no judge's side lost .95; of those that the weaker side won 3 of 8 times at least .75.
 * Judges that moved at random now and then, or played each other, told nothing (.80). Greedy
 * players' games hardly depend on the opening at all (.32 split, whatever the judges say).
 *
 * At gomoku judges with initial weights, or few plies deep, tell nothing; those of gomoku-points do
 * (results/records/champions.md).
 */
#ifndef HONE_TUNER_OPENINGS_JUDGES_H
#define HONE_TUNER_OPENINGS_JUDGES_H

#include "engine/search/limits.h"

enum { JUDGES = 8, JUDGES_POINTS = 2 * JUDGES };

struct judges;

/* The weights of judges, and how they play. */
struct judging {
    const struct evaluator *evaluator; /* NULL: the game's first one, … */
    const int32_t *weights;            /* … with its initial weights */
    struct search_limits limits;
    int plies_max; /* as in struct bout; 0: the game's own */
};

/* For one thread at a time. Judges do not depend on a seed. judges_free gives them back. */
struct judges *judges_new(const struct game *game, const struct judging *judging);
void judges_free(struct judges *judges);

/* Side 0's points in the judges' games from a position, 2 for a win and 1 for a draw, of
 * JUDGES_POINTS. For any number of threads. */
int judges_points(const struct judges *judges, const void *position);
/* Whether the weaker side has at least that share of them. */
bool judges_balanced(int points, double least);

#endif
