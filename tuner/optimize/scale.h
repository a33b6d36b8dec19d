/*
 * scale: a parameter's own scale as the unit interval: 0 is its lower bound, 1 its upper one, in
 * between linear or logarithmic. Steps of equal length are equal differences there, or equal
 * factors.
 */
#ifndef HONE_TUNER_OPTIMIZE_SCALE_H
#define HONE_TUNER_OPTIMIZE_SCALE_H

#include "engine/game/param.h"

/* Where `value` lies, in [0, 1]; 0 if the bounds are equal. */
double scale_unit(const struct param *param, int32_t value);

/* What lies outside [0, 1] comes back as if the bounds were mirrors. */
double scale_reflected(double unit);

/* What lies at `unit`, in [0, 1], before it is rounded to a value. */
double scale_real(const struct param *param, double unit);

/* The nearest value; what lies outside [0, 1] is reflected at the bounds, so that a step and its
 * opposite stay equally likely there. */
int32_t scale_value(const struct param *param, double unit);

/* The same of whole vectors, gene by gene. */
void scale_units(const struct param *params, int dim, const int32_t *values, double *units);
void scale_values(const struct param *params, int dim, const double *units, int32_t *values);

/* `value` moved by `step` (a part of the range). Never the same value, unless the bounds are
 * equal: a step that rounding would undo moves by 1, in its direction if the bounds allow it. */
int32_t scale_step(const struct param *param, int32_t value, double step);

#endif
