/*
 * harvest: the positions of games that a player plays against itself, labelled for learning.
 *
 * A game begins at a random opening of the training set and is a function of the config, the
 * weights and its number alone: what is lost can be harvested again. Its last moves are exact where
 * player.endgame says so, and so are then the labels of its last positions.
 *
 * A label is the margin at the game's end for the side to move; with fit's `trust` below 1, going
 * back from the end, at each position that was searched it is `trust` times the label of what
 * followed and for the rest what the search said (the lambda-return of temporal differences).
 * Where fit's `depth` has positions searched anew (tuner/fit/sweep.h), it is the margin alone.
 *
 * Where fit's `stray` has a random move made instead of the player's, what follows says nothing of
 * the position before, and its label is the search's. Without mistakes an evaluator never learns
 * what it must refute: leaves of a search are full of them.
 */
#ifndef HONE_TUNER_FIT_HARVEST_H
#define HONE_TUNER_FIT_HARVEST_H

#include "tuner/config/config.h"
#include "tuner/fit/examples.h"
#include "tuner/optimize/fit.h"
#include "tuner/play/pool.h"

/* Positions of every so many-th game of a manner of play are kept for measuring, never for
 * learning: positions of one game share their end. */
enum { HARVEST_HELD_OUT = 20 };

struct harvest {
    struct examples training, held_out; /* in the order of games; owned */
    int64_t games, games_distinct, openings_distinct;
    bool abandoned; /* by Ctrl-C (progress.h): it is not whole, and only good for harvest_free */
};

/* Plays two games for each of fitness.pairs with these weights, each from an opening of its own, as
 * generation `generation`. Who knows nothing, all of its weights being 0, moves at random where
 * nothing is proved. `progress` (may be NULL) is told the games done. */
struct harvest harvest_play(const struct config *config, const int32_t *weights, int generation,
                            struct pool *pool, void (*progress)(void *context, int64_t done),
                            void *context);
void harvest_free(struct harvest *harvest);

/* The label of a game that ended with this margin: it, or, where the result is aimed at, 1 of it at
 * most. */
double harvest_end(const struct fit_options *options, double margin);
/* The label that a search's score stands for; what is proved is its own margin. */
double harvest_value(const struct fit_options *options, int32_t score);

/* Each position of these harvests once, symmetric ones being one, ordered by stage: one that is
 * held out anywhere is nowhere learned from. Of equal ones the first is taken. Both are the
 * caller's; returns how many were left out as repeated. */
int64_t harvest_gather(const struct harvest *const *harvests, int count, struct examples *training,
                       struct examples *held_out);

#endif
