/*
 * The quantiles are those that R and NumPy take by default (type 7 of Hyndman & Fan 1996).
 */
#include "tuner/statistics/spread.h"

#include <stdlib.h>

#include "engine/base/base.h"

static int spread_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double spread_quantile(const double *sorted, int count, double part) {
    double place = part * (count - 1);
    int below = (int)place, above = min_int(below + 1, count - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

struct spread spread_of(double *values, int count) {
    if (count == 0) return (struct spread){0};
    qsort(values, (size_t)count, sizeof *values, spread_compare);
    return (struct spread){.count = count,
                           .lowest = values[0],
                           .quartile1 = spread_quantile(values, count, .25),
                           .median = spread_quantile(values, count, .5),
                           .quartile3 = spread_quantile(values, count, .75),
                           .highest = values[count - 1]};
}
