/*
 * odds: how many units of an evaluator's values are a factor of e in the odds of winning.
 */
#ifndef HONE_TUNER_FIT_ODDS_H
#define HONE_TUNER_FIT_ODDS_H

#include "engine/base/base.h"

/* The scale with which values make the results, -1 to 1, likeliest, where tanh(value / scale / 2)
 * is expected. 0: the values predict nothing, or the opposite. */
double odds_scale(const float *values, const float *results, int64_t count);

#endif
