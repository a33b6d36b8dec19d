/*
 * A weight's count goes to its gene, or to the fixed part.
 */
#include "tuner/fit/linear.h"

#include <math.h>
#include <stdlib.h>

int linear_terms(const struct config *config, const void *state, struct term *out, int64_t *fixed) {
    const struct evaluator *evaluator = config->evaluator;
    int all = evaluator->terms(evaluator, state, evaluator->game->side(state), out), count = 0;
    int64_t rest = 0;
    for (int i = 0; i < all; i++) {
        struct term term = out[i];
        const struct space_row *weight = &config->space.rows[term.weight];
        rest += (int64_t)term.count * weight->origin;
        if (weight->factor) out[count++] = (struct term){weight->gene, term.count * weight->factor};
    }
    if (fixed) *fixed = rest;
    return count;
}

void linear_read(const struct space *space, double point, const int32_t *weights, double *points) {
    int32_t *genes = xmalloc((size_t)space->count * sizeof *genes);
    space_reduce(space, weights, genes);
    for (int i = 0; i < space->count; i++) points[i] = genes[i] / point;
    free(genes);
}

void linear_round(const struct space *space, double point, const double *points, int32_t *weights) {
    int32_t *genes = xmalloc((size_t)space->count * sizeof *genes);
    for (int i = 0; i < space->count; i++)
        genes[i] = (int32_t)lround(
            fmin(fmax(points[i] * point, space->genes[i].lower), space->genes[i].upper));
    space_expand(space, genes, weights);
    free(genes);
}
