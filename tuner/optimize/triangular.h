/*
 * triangular: the lower half of a symmetric matrix, or its diagonal alone, where rows have nothing
 * to do with each other.
 */
#ifndef HONE_TUNER_OPTIMIZE_TRIANGULAR_H
#define HONE_TUNER_OPTIMIZE_TRIANGULAR_H

#include <stdbool.h>
#include <stddef.h>

struct triangular {
    int dim;
    bool full;    /* else the diagonal alone */
    size_t count; /* of its entries, row by row */
    double *entries;
};

/* All 0. */
void triangular_init(struct triangular *matrix, int dim, bool full);
void triangular_destroy(struct triangular *matrix);

static inline double *triangular_at(const struct triangular *matrix, int i, int j) {
    size_t row = (size_t)i;
    return matrix->entries + (matrix->full ? row * (row + 1) / 2 + (size_t)j : row);
}

/* Makes `factor` of the same shape: times its transpose it is the positive definite `matrix`. */
void triangular_factor(const struct triangular *matrix, struct triangular *factor);
/* out = factor * z, and the z of which that makes y. */
void triangular_multiply(const struct triangular *factor, const double *z, double *out);
void triangular_solve(const struct triangular *factor, const double *y, double *out);
/* Adds part * y * y transposed; multiplies all. */
void triangular_add_square(struct triangular *matrix, double part, const double *y);
void triangular_scale(struct triangular *matrix, double by);

#endif
