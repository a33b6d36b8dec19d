/*
 * td: learning by temporal differences (Sutton 1988, "Learning to predict by the methods of
 * temporal differences"), as for Othello by Lucas & Runarsson 2006 and Szubert, Jaskowski & Krawiec
 * 2011. A fit computes the best weights once a generation; this changes them a little after every
 * few games, so that the newest weights always play, and learns from millions of quick games.
 *
 * The learner plays against itself (fitness.groups), against the yardsticks of the gauntlet in
 * turn, or both in turn, with either colour as often. It learns from the positions after its own
 * moves, since their values choose its moves. The target of a game's last position is the game's
 * margin. The target of an earlier one is `trust` times the target of the next plus the rest of the
 * next one's value: `trust` is lambda of TD(lambda), so the result counts less with each move back.
 * A step corrects the part `rate` of the difference, shared by the weights that count (normalised
 * least mean squares, Widrow & Hoff 1960); `rate` falls over the run by equal factors.
 *
 * Games of a batch are played with the same weights, on all threads of this process, and learned
 * from in their order: weights do not depend on threads. At the end of a generation they are
 * rounded to integers, so that the database has all that the next one needs.
 */
#ifndef HONE_TUNER_FIT_TD_H
#define HONE_TUNER_FIT_TD_H

#include "tuner/fit/linear.h"
#include "tuner/optimize/learner.h"
#include "tuner/run/run.h"

extern const struct run_method td_method;

/* The part of an error that a step takes away after `done` (0 … 1) of the run. */
double td_rate(const struct td_options *options, double done);

/* The learner's opponent in a game: one of the `others`, from 1 on, or 0 for itself (`among`).
 * Opponents take turns, each for a game with either colour; the learner has the first turn in games
 * of even numbers. */
int td_opponent(int number, int others, bool among);
/* Whether the learner plays that side, and learns from it: both in a game with itself. */
bool td_plays(int number, int others, bool among, int side);
/* The round that the game belongs to: a round has all opponents with either colour, in the same
 * manner of play. */
int td_round(int number, int others, bool among);

/* The weights while they are learned. */
struct td_thought {
    const struct td_options *options;
    const struct range *genes; /* for their bounds */
    double point;              /* one of margin, in units of the evaluator's values */
    double *points;            /* the genes, in points of margin; the caller's */
    double rate;
    int64_t positions;    /* learned from so far, … */
    double error_squares; /* … and the sum of squared errors, in points */
};

/* Learns from one of the traces. */
void td_learn(struct td_thought *thought, const struct traces *traces, const struct trace *trace);

#endif
