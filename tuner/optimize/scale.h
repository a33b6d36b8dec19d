/*
 * scale: a parameter's own scale as the unit interval: 0 is its lower bound, 1 its upper one, in
 * between linear or logarithmic. Steps of equal length are equal differences there, or equal
 * factors.
 */
#ifndef HONE_TUNER_OPTIMIZE_SCALE_H
#define HONE_TUNER_OPTIMIZE_SCALE_H

#include "engine/game/param.h"

/* The values that a parameter may have. */
struct range {
    int32_t lower, upper;
    enum scale scale;
};

/* Where `value` lies, in [0, 1]; 0 if the bounds are equal. */
double scale_unit(const struct range *range, int32_t value);

/* What becomes of a point outside [0, 1]. */
enum scale_bounds {
    SCALE_CLAMP,   /* the bound: the best value may be there, and points on it are played */
    SCALE_REFLECT, /* it comes back as from a mirror: a step and its opposite stay equally likely,
                    * but points on a bound are rare */
};
extern const char *const scale_bounds_names[]; /* by value; NULL ends them */
double scale_bounded(enum scale_bounds bounds, double unit);

/* What lies at `unit`, in [0, 1], before it is rounded to a value. */
double scale_real(const struct range *range, double unit);

/* The nearest value; outside [0, 1] the bound. */
int32_t scale_value(const struct range *range, double unit);

/* The same of whole vectors, gene by gene. */
void scale_units(const struct range *ranges, int dim, const int32_t *values, double *units);
void scale_values(const struct range *ranges, int dim, const double *units, int32_t *values);

/* Where a point of one range lies in another one of the same scale, perhaps outside [0, 1]. */
double scale_again(const struct range *from, const struct range *to, double unit);
/* The factor for a step, as a part of its range, from the first range to the second. */
double scale_stretch(const struct range *from, const struct range *to);

/* `value` moved by `step` (a part of the range). A step that rounding would undo moves by 1, in its
 * direction if the bounds allow it. So the value changes, unless the bounds are equal, or clamp and
 * it is on the one that the step goes to. */
int32_t scale_step(const struct range *range, enum scale_bounds bounds, int32_t value, double step);

/* The centre of a parameter's points in [0, 1] by their weights (NULL: all equal). With bounds that
 * reflect it is their mean. With bounds that clamp it is the mean of the normal distribution that
 * the bound has truncated: points lie on one side of it only, so their plain mean is inside
 * wherever the best value is. */
double scale_mean(const struct range *range, enum scale_bounds bounds, const double *units,
                  const double *weights, int count);

#endif
