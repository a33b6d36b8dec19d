/*
 * td: learning by temporal differences as a kind of optimiser (learner.h), see tuner/fit/td.h.
 */
#ifndef HONE_TUNER_OPTIMIZE_TD_H
#define HONE_TUNER_OPTIMIZE_TD_H

#include "tuner/optimize/optimizer.h"

struct td_options {
    double rate, rate_end; /* the part of an error that one step takes away: first and last */
    double trust;          /* in what followed the next position, against what that is worth */
    double point;          /* what one point of margin is in units of the weights */
};

extern const struct optimizer_kind td_kind;

#endif
