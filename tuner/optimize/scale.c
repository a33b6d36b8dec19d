/*
 * Logarithms because equal factors matter for weights over several magnitudes: linear steps fail
 * there. exp and log of libm decide which whole number is nearest, nothing finer.
 */
#include "tuner/optimize/scale.h"

#include <math.h>

double scale_unit(const struct param *param, int32_t value) {
    if (param->lower == param->upper) return 0;
    if (param->scale == SCALE_LOG)
        return log((double)value / param->lower) / log((double)param->upper / param->lower);
    return ((double)value - param->lower) / ((double)param->upper - param->lower);
}

double scale_reflected(double unit) {
    double folded = fmod(fabs(unit), 2);
    return folded > 1 ? 2 - folded : folded;
}

double scale_real(const struct param *param, double unit) {
    double lower = param->lower, upper = param->upper;
    return param->scale == SCALE_LOG ? lower * pow(upper / lower, unit)
                                     : lower + unit * (upper - lower);
}

int32_t scale_value(const struct param *param, double unit) {
    double value = nearbyint(scale_real(param, scale_reflected(unit)));
    return (int32_t)fmin(fmax(value, param->lower), param->upper);
}

int32_t scale_step(const struct param *param, int32_t value, double step) {
    int32_t moved = scale_value(param, scale_unit(param, value) + step);
    if (moved != value || param->lower == param->upper) return moved;
    if (step < 0) return value > param->lower ? value - 1 : value + 1;
    return value < param->upper ? value + 1 : value - 1;
}

void scale_units(const struct param *params, int dim, const int32_t *values, double *units) {
    for (int i = 0; i < dim; i++) units[i] = scale_unit(&params[i], values[i]);
}

void scale_values(const struct param *params, int dim, const double *units, int32_t *values) {
    for (int i = 0; i < dim; i++) values[i] = scale_value(&params[i], units[i]);
}
