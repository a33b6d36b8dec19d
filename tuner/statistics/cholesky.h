/*
 * cholesky: systems of linear equations with a symmetric positive definite matrix, in place.
 */
#ifndef HONE_TUNER_STATISTICS_CHOLESKY_H
#define HONE_TUNER_STATISTICS_CHOLESKY_H

/* Replaces the lower triangle of a positive definite n * n matrix by its Cholesky factor. */
void cholesky_factor(double *matrix, int n);

/* Solves matrix * x = vector in place, given the factor. */
void cholesky_solve(const double *factor, int n, double *vector);

#endif
