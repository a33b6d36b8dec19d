/*
 * fit: regression as a kind of optimiser (learner.h): least squares on positions of games that a
 * player plays against itself, see tuner/fit/fit.h.
 */
#ifndef HONE_TUNER_OPTIMIZE_FIT_H
#define HONE_TUNER_OPTIMIZE_FIT_H

#include "tuner/optimize/optimizer.h"

enum { FIT_WINDOW_MAX = 64, FIT_DEPTH_MAX = 20 };

/* The target: the margin at the game's end, by least squares, or the winner, by logistic
 * regression. */
enum fit_aim { FIT_MARGIN, FIT_RESULT };

struct fit_options {
    enum fit_aim aim;
    double sample; /* the share of a game's positions that is taken */
    double stray;  /* probability of a random move instead of the player's */
    double trust;  /* in what followed a position, against what the search said of it */
    int depth;     /* positions are searched so deep for their labels; 0: as they were played */
    int window;    /* positions of so many generations are used */
    double keep;   /* what a generation counts in later ones' memory, of what the next one does */
    int passes;    /* over the positions, at most */
    double ridge;  /* a weight that counts so many times is halved */
    double point;  /* one point of margin, or of the logarithm of the odds, in units of the
                    * weights */
};

extern const struct optimizer_kind fit_kind;

#endif
