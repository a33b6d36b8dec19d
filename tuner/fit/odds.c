/*
 * The derivative of the likelihood falls as the reciprocal of the scale grows, so its zero is found
 * by halving.
 */
#include "tuner/fit/odds.h"

#include <math.h>

static double odds_slope(const float *values, const float *results, int64_t count, double scale) {
    double slope = 0;
    for (int64_t i = 0; i < count; i++) {
        double value = (double)values[i];
        slope += ((double)results[i] - tanh(value / scale / 2)) * value;
    }
    return slope;
}

double odds_scale(const float *values, const float *results, int64_t count) {
    enum { HALVINGS = 40 };
    const double largest = 1e9; /* beyond it nothing is predicted */
    double low = 1e-3, high = largest;
    if (odds_slope(values, results, count, largest) <= 0) return 0;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = sqrt(low * high);
        *(odds_slope(values, results, count, middle) > 0 ? &high : &low) = middle;
    }
    return sqrt(low * high);
}
