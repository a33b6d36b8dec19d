/*
 * harvest: the positions of games that a player plays against itself, labelled for learning.
 *
 * A game begins at a random opening of the training set and is a function of the config, the
 * weights and its number alone: a lost harvest can be made again. Its last moves are exact if
 * player.endgame says so, and then so are the labels of its last positions.
 *
 * In games with noisy moves quiet positions alone are taken (engine/search/quiesce.h).
 *
 * A label is the margin at the game's end for the side to move. With fit's `trust` below 1, each
 * searched position, from the end back, gets `trust` times the label of the next one plus the rest
 * of the search's value (the lambda-return of temporal differences). With fit's `depth` positions
 * are searched anew (tuner/fit/sweep.h), and the label is the margin alone.
 *
 * Where fit's `stray` plays a random move instead of the player's, the rest of the game says
 * nothing of the position before, and its label is the search's. An evaluator that never sees
 * mistakes does not learn to refute them, and leaves of a search are full of them.
 */
#ifndef HONE_TUNER_FIT_HARVEST_H
#define HONE_TUNER_FIT_HARVEST_H

#include "tuner/config/config.h"
#include "tuner/fit/examples.h"
#include "tuner/optimize/learner.h"
#include "tuner/play/pool.h"

/* One game in HARVEST_HELD_OUT of each manner of play is held out for measuring. Games are held out
 * whole, since all positions of one share its end. */
enum { HARVEST_HELD_OUT = 20 };

struct harvest {
    struct examples training, held_out; /* in the order of games; owned */
    int64_t games, games_distinct, openings_distinct;
    bool abandoned; /* by Ctrl-C (progress.h): it is not whole, and only good for harvest_free */
};

/* Plays two games for each of fitness.pairs with these weights, each from an opening of its own, as
 * generation `generation`. Weights that are all 0 know nothing and move at random unless a move is
 * proved. A point of margin is `point` of the evaluator's values. `progress` (may be NULL) is told
 * the games done. */
struct harvest harvest_play(const struct config *config, const int32_t *weights, double point,
                            int generation, struct pool *pool,
                            void (*progress)(void *context, int64_t done), void *context);
void harvest_free(struct harvest *harvest);

/* The label of a game that ended with this margin: the margin, clipped to ±1 if the target is the
 * result. */
double harvest_end(const struct fit_options *options, double margin);
/* The label for a search's score; a proved score gives its own margin. */
double harvest_value(const struct fit_options *options, double point, int32_t score);

/* Each position of these harvests once, symmetric ones being equal, sorted by stage. A position
 * that is held out anywhere is not used for learning. Of equal ones the first is taken. Both are
 * the caller's; returns how many were left out as repeated. */
int64_t harvest_gather(const struct harvest *const *harvests, int count, struct examples *training,
                       struct examples *held_out);

#endif
