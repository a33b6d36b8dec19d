/*
 * The factor replaces the lower triangle; the upper one is never read.
 */
#include "tuner/statistics/cholesky.h"

#include <math.h>

void cholesky_factor(double *matrix, int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = matrix[i * n + j];
            for (int k = 0; k < j; k++) sum -= matrix[i * n + k] * matrix[j * n + k];
            matrix[i * n + j] = i == j ? sqrt(sum) : sum / matrix[j * n + j];
        }
    }
}

void cholesky_solve(const double *factor, int n, double *vector) {
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) vector[i] -= factor[i * n + k] * vector[k];
        vector[i] /= factor[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) vector[i] -= factor[k * n + i] * vector[k];
        vector[i] /= factor[i * n + i];
    }
}
