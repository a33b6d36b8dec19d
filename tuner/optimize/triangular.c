/*
 * Cholesky's factor serves as well as the symmetric root and needs no iteration (Krause, Arbones &
 * Igel 2016, "CMA-ES with optimal covariance update and storage complexity").
 */
#include "tuner/optimize/triangular.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/base.h"

void triangular_init(struct triangular *matrix, int dim, bool full) {
    size_t rows = (size_t)dim, count = full ? rows * (rows + 1) / 2 : rows;
    *matrix = (struct triangular){dim, full, count, xcalloc(count, sizeof(double))};
}

void triangular_destroy(struct triangular *matrix) {
    free(matrix->entries);
}

/* The first column of row i; the last is i. */
static int triangular_first(const struct triangular *matrix, int i) {
    return matrix->full ? 0 : i;
}

void triangular_factor(const struct triangular *matrix, struct triangular *factor) {
    for (int i = 0; i < matrix->dim; i++)
        for (int j = triangular_first(matrix, i); j <= i; j++) {
            double rest = *triangular_at(matrix, i, j);
            for (int k = triangular_first(matrix, i); k < j; k++)
                rest -= *triangular_at(factor, i, k) * *triangular_at(factor, j, k);
            *triangular_at(factor, i, j) =
                i == j ? sqrt(fmax(rest, DBL_MIN)) : rest / *triangular_at(factor, j, j);
        }
}

void triangular_multiply(const struct triangular *factor, const double *z, double *out) {
    for (int i = 0; i < factor->dim; i++) {
        out[i] = 0;
        for (int j = triangular_first(factor, i); j <= i; j++)
            out[i] += *triangular_at(factor, i, j) * z[j];
    }
}

void triangular_solve(const struct triangular *factor, const double *y, double *out) {
    for (int i = 0; i < factor->dim; i++) {
        out[i] = y[i];
        for (int j = triangular_first(factor, i); j < i; j++)
            out[i] -= *triangular_at(factor, i, j) * out[j];
        out[i] /= *triangular_at(factor, i, i);
    }
}

void triangular_add_square(struct triangular *matrix, double part, const double *y) {
    for (int i = 0; i < matrix->dim; i++)
        for (int j = triangular_first(matrix, i); j <= i; j++)
            *triangular_at(matrix, i, j) += part * y[i] * y[j];
}

void triangular_scale(struct triangular *matrix, double by) {
    for (size_t i = 0; i < matrix->count; i++) matrix->entries[i] *= by;
}
