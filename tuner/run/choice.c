/*
 * The caller leaves out champions that are candidates already, and takes earlier ones instead.
 */
#include "tuner/run/choice.h"

#include <stdlib.h>

#include "engine/base/base.h"

int choice_generation(int generations, int most, int i) {
    int number = generations - i * max_int(1, generations / 2 / most);
    return number > generations / 2 ? number : 0;
}

void choice_centroid(const struct param *params, int dim, enum scale_bounds bounds,
                     const int32_t *vectors, int count, int32_t *out) {
    double *units = xcalloc((size_t)count, sizeof *units);
    for (int j = 0; j < dim; j++) {
        for (int i = 0; i < count; i++)
            units[i] = scale_unit(&params[j], vectors[(size_t)i * (size_t)dim + (size_t)j]);
        out[j] = scale_value(&params[j], scale_mean(&params[j], bounds, units, NULL, count));
    }
    free(units);
}

bool choice_is_weaker(const struct score *gain) {
    return gain->los <= 0.025;
}
