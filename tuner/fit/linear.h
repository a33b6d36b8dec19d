/*
 * linear: a position's value as a sum over the genes, the parameters that may move. A weight is its
 * origin plus its factor times its gene (tuner/optimize/space.h), so that a part of the value is
 * fixed. For evaluators with `terms` (engine/game/evaluator.h).
 */
#ifndef HONE_TUNER_FIT_LINEAR_H
#define HONE_TUNER_FIT_LINEAR_H

#include "tuner/config/config.h"

/* The terms of an unfinished position's value for its side to move, by gene, into `out` (room for
 * the evaluator's terms_max); their count. `fixed` (may be NULL): the rest of the value. */
int linear_terms(const struct config *config, const void *state, struct term *out, int64_t *fixed);

/* Converts weights to genes as points of margin, `point` units of a weight each; and back, rounded
 * to integers within their bounds. */
void linear_read(const struct space *space, double point, const int32_t *weights, double *points);
void linear_round(const struct space *space, double point, const double *points, int32_t *weights);

#endif
