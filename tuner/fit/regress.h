/*
 * regress: linear least squares for very many weights, with few of them in each row, as evaluators
 * with `terms` have it (engine/game/evaluator.h). Minimises the sum over all rows of
 *
 *     (sum of count * weight - label)^2, and of ridge * weight^2
 *
 * by conjugate gradients (Hestenes & Stiefel 1952) on the normal equations, scaled by their
 * diagonal. The ridge shrinks rare weights towards 0 and leaves the rest as it is. Weights that
 * were learned from earlier rows are held at their start, as firmly as `memory` times the present
 * rows would hold them:
 *
 *     memory * (sum of count^2) * (weight - first weight)^2
 *
 * is minimised with the rest, and the ridge pulls there too. Weights that many rows determine are
 * then learned anew; the others stay. Held-out rows, which are not learned from, tell when to stop.
 *
 * Pairs of weights that are likely to be near each other are pulled together: `smooth` times the
 * square of the difference between their distances from the centre is minimised with the rest.
 *
 * Logistic regression, for labels that are results from -1 to 1, has tanh(sum / 2) for the sum: the
 * expected result of a position with odds of e^sum. Then four times the logarithm of the
 * likelihood, less the ridge as above and half of the memory's term, is maximised, by nonlinear
 * conjugate gradients (Polak & Ribiere 1969) with the same scale, each step as long as the
 * curvature says: from weights of 0 that goes well, from far away it may overshoot. The last bits
 * are those of the C library's tanh.
 *
 * Rows are cut into a fixed number of parts, and their sums are added up in order: the result is
 * the same for any number of threads.
 */
#ifndef HONE_TUNER_FIT_REGRESS_H
#define HONE_TUNER_FIT_REGRESS_H

#include "engine/game/evaluator.h"
#include "tuner/play/pool.h"

struct regress_rows {
    int64_t count;
    const float *labels;
    /* The terms of a row into `out`, at most terms_max; their number. */
    int (*terms)(const void *context, int64_t row, struct term *out);
    const void *context;
};

/* Two weights that are likely to be near each other. */
struct regress_pair {
    int a, b;
};

enum { REGRESS_PASSES_MAX = 500 };

struct regress {
    /* Set by the caller: */
    int dim, terms_max;
    double ridge;
    const double *centre; /* [dim] what the ridge pulls weights to; NULL: to 0 */
    double smooth;        /* for these pairs */
    const struct regress_pair *pairs;
    int pair_count;
    double memory; /* weight of earlier rows, as a multiple of the present ones; 0: none */
    int passes;    /* at most */
    bool logistic;
    bool guarded; /* of logistic fits: steps that overshoot are shortened, for starts far from 0 */
    struct regress_rows training, held_out;
    struct pool *pool;
    /* Called after each pass with the held-out error; may be NULL. */
    void (*progress)(void *context, const struct regress *regress);
    void *context;
    /* Results: */
    int passes_done;
    double held_out_errors[REGRESS_PASSES_MAX + 1]; /* root mean square, by passes done */
    int best;                                       /* the pass with the least of them */
    double training_error;                          /* there */
    bool abandoned; /* by Ctrl-C (progress.h): the weights mean nothing */
};

/* `weights` [dim]: the start, then those of the best pass. Stops when the held-out error has not
 * fallen for some passes; without held-out rows the last pass is the best. */
void regress_solve(struct regress *regress, double *weights);

/* Memory for `dim` weights, besides the rows. */
double regress_bytes(int dim);

#endif
