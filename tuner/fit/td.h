/*
 * td: learning by temporal differences (Sutton 1988, "Learning to predict by the methods of
 * temporal differences"), as for Othello by Lucas & Runarsson 2006 and Szubert, Jaskowski & Krawiec
 * 2011. Where a fit asks once a generation for the weights that foretell best how its games end,
 * this changes the weights a little after every few games, so that who plays is always the
 * newest, and learns from millions of quick games.
 *
 * The learner plays against itself (fitness.groups), against the yardsticks of the gauntlet by
 * turns, or both by turns, with either colour as often. What is learned from are the positions
 * after its own moves, as their worth decides what is played. The last one of a game was followed
 * by the game's margin; each before it by what followed the next one, so far as `trust` says, and
 * for the rest by what that one was thought to be worth: lambda of TD(lambda), by which what the
 * result counts falls with each move back. A step takes the part `rate` of the difference away,
 * shared by the weights that count (normalised least mean squares, Widrow & Hoff 1960); the part
 * falls over the run by equal factors.
 *
 * Games of a batch are played with the same weights, on all threads of this process, and learned
 * from in their order: weights do not depend on threads. At the end of a generation they are
 * rounded to integers, so that the database has all there is to go on with.
 */
#ifndef HONE_TUNER_FIT_TD_H
#define HONE_TUNER_FIT_TD_H

#include "tuner/fit/traces.h"
#include "tuner/optimize/td.h"
#include "tuner/run/run.h"

extern const struct run_method td_method;

/* The part of an error that a step takes away after `done` (0 … 1) of the run. */
double td_rate(const struct td_options *options, double done);

/* Whom the learner, which has the first turn in games of even numbers, meets in a game: one of so
 * many others, from 1 on, or, if it meets itself too, itself, 0. They take turns, each for a game
 * with either colour. */
int td_opponent(int number, int others, bool among);
/* The round that the game belongs to: in each, everybody is met with either colour, in the same
 * manner of play. */
int td_round(int number, int others, bool among);

/* What is thought, while it changes. */
struct td_thought {
    const struct td_options *options;
    const struct param *genes; /* for their bounds */
    double *points;            /* the genes, in points of margin; the caller's */
    double rate;
    int64_t positions;    /* learned from so far, … */
    double error_squares; /* … and the sum of squares of what they were wrong by, in points */
};

/* Learns from one of the traces. */
void td_learn(struct td_thought *thought, const struct traces *traces, const struct trace *trace);

#endif
