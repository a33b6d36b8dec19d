/*
 * fitness: from the games of a generation to one struct fitness an individual, in integers and in
 * the order of the meetings.
 */
#ifndef HONE_TUNER_PLAY_FITNESS_H
#define HONE_TUNER_PLAY_FITNESS_H

#include "tuner/optimize/population.h"
#include "tuner/play/match.h"
#include "tuner/play/pairing.h"

/* out[population->count]. `results` are those of `match`, whose meetings are the pairing's. */
void fitness_score(const struct match *match, const struct game_result *results,
                   const struct population *population, const struct pairing *pairing,
                   struct fitness *out);

#endif
