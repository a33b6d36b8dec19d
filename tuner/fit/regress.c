/*
 * Each step of conjugate gradients is one pass over the rows: X'X times the direction is summed up
 * row by row. Sums are doubles, each over its own rows in order, so that threads could only change
 * the order of the parts, and that is fixed.
 */
#include "tuner/fit/regress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PARTS = 16,          /* of the rows; each has sums of its own for all weights */
    WEIGHTS_PART = 8192, /* weights that are added up at once */
    PATIENCE = 4,        /* passes without a lower held-out error */
};

/* One pass: for each row, what of it is added to the sums of its weights. */
struct regress_pass {
    struct regress *regress;
    const struct regress_rows *rows;
    const double *point;    /* [dim]: each row's sum is taken here */
    bool residual;          /* the label less what that sum expects counts, else the sum itself, */
    const double *curve;    /* as far as expectations follow the sum here; NULL: as it is */
    double *sums[PARTS];    /* [dim] count * value; NULL: not wanted */
    double *squares[PARTS]; /* [dim] count^2; NULL: not wanted */
    double total[PARTS];    /* of the values' squares */
};

static double regress_sum_of(const double *point, const struct term *terms, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += terms[i].count * point[terms[i].weight];
    return sum;
}

static double regress_expected(const struct regress *regress, double sum) {
    return regress->logistic ? tanh(sum / 2) : sum;
}

static void regress_row(const struct regress_pass *pass, int part, int64_t row, struct term *terms,
                        double *total) {
    double *sums = pass->sums[part], *squares = pass->squares[part];
    int count = pass->rows->terms(pass->rows->context, row, terms);
    double value = regress_sum_of(pass->point, terms, count);
    if (pass->residual)
        value = (double)pass->rows->labels[row] - regress_expected(pass->regress, value);
    if (pass->curve) {
        double expected =
            regress_expected(pass->regress, regress_sum_of(pass->curve, terms, count));
        value *= sqrt((1 - expected * expected) / 2);
    }
    *total += value * value;
    for (int i = 0; sums && i < count; i++) sums[terms[i].weight] += terms[i].count * value;
    for (int i = 0; squares && i < count; i++)
        squares[terms[i].weight] += (double)terms[i].count * terms[i].count;
}

static void regress_part(void *context, int64_t part) {
    struct regress_pass *pass = context;
    int64_t count = pass->rows->count;
    struct term *terms = xmalloc((size_t)pass->regress->terms_max * sizeof *terms);
    double total = 0;
    for (int64_t row = count * part / PARTS; row < count * (part + 1) / PARTS; row++)
        regress_row(pass, (int)part, row, terms, &total);
    pass->total[part] = total;
    free(terms);
}

/* Adds up the parts, some weights at a time, and leaves them empty. */
struct regress_sum {
    double *const *parts;
    double *out;
    int dim;
};

static void regress_add_up(void *context, int64_t piece) {
    const struct regress_sum *sum = context;
    int first = (int)piece * WEIGHTS_PART, end = min_int(first + WEIGHTS_PART, sum->dim);
    for (int i = first; i < end; i++) sum->out[i] = 0;
    for (int part = 0; part < PARTS; part++)
        for (int i = first; i < end; i++) {
            sum->out[i] += sum->parts[part][i];
            sum->parts[part][i] = 0;
        }
}

static void regress_collect(const struct regress *regress, double *const parts[PARTS],
                            double *out) {
    struct regress_sum sum = {parts, out, regress->dim};
    struct parallel_work work = {.work = regress_add_up, .context = &sum};
    pool_each(regress->pool, &work, (regress->dim + WEIGHTS_PART - 1) / WEIGHTS_PART);
}

/* The sum of the values' squares. */
static double regress_run(struct regress_pass *pass) {
    struct parallel_work work = {.work = regress_part, .context = pass};
    double total = 0;
    if (pool_each(pass->regress->pool, &work, PARTS)) pass->regress->abandoned = true;
    for (int part = 0; part < PARTS; part++) total += pass->total[part];
    return total;
}

/* ---- vectors ---- */

static double *vector_new(int dim) {
    return xcalloc((size_t)dim, sizeof(double));
}

static double vector_product(const double *a, const double *b, int dim) {
    double sum = 0;
    for (int i = 0; i < dim; i++) sum += a[i] * b[i];
    return sum;
}

static void vector_add(double *a, double factor, const double *b, int dim) {
    for (int i = 0; i < dim; i++) a[i] += factor * b[i];
}

static double vector_square_scaled(const double *scale, const double *a, int dim) {
    double sum = 0;
    for (int i = 0; i < dim; i++) sum += scale[i] * a[i] * a[i];
    return sum;
}

static void vector_add_scaled(double *a, double factor, const double *scale, const double *b,
                              int dim) {
    for (int i = 0; i < dim; i++) a[i] += factor * scale[i] * b[i];
}

/* ---- pairs ---- */

static double pairs_square(const struct regress *regress, const double *a) {
    double sum = 0;
    for (int i = 0; i < regress->pair_count; i++) {
        double apart = a[regress->pairs[i].a] - a[regress->pairs[i].b];
        sum += apart * apart;
    }
    return regress->smooth * sum;
}

/* Adds the slope of half of that. */
static void pairs_add(const struct regress *regress, double factor, const double *a, double *out) {
    for (int i = 0; i < regress->pair_count; i++) {
        const struct regress_pair *pair = &regress->pairs[i];
        double apart = factor * regress->smooth * (a[pair->a] - a[pair->b]);
        out[pair->a] += apart;
        out[pair->b] -= apart;
    }
}

/* Adds the diagonal of the same. */
static void pairs_add_diagonal(const struct regress *regress, double *out) {
    for (int i = 0; i < regress->pair_count; i++) {
        out[regress->pairs[i].a] += regress->smooth;
        out[regress->pairs[i].b] += regress->smooth;
    }
}

/* ---- conjugate gradients ---- */

struct descent {
    struct regress *regress;
    double *weights, *best;
    double *apart;     /* how far they are from the centre */
    double *moved;     /* how far the weights are from where they began, */
    double *hold;      /* and how firmly each is held there: memory times the diagonal of X'X,
                        * half of it where expectations are not linear */
    double *gradient;  /* negative, halved: X'(y - Xw) - ridge shrunk - hold moved */
    double *diagonal;  /* of X'X + ridge + hold */
    double *direction; /* the next step's */
    double *product;   /* (X'X + ridge + hold) direction */
    double *parts[PARTS];
    double slope; /* gradient . gradient / diagonal */
    double loss;  /* squares of what is left, of logistic fits too, and the penalty */
};

static double descent_held_out(const struct descent *descent) {
    struct regress *regress = descent->regress;
    struct regress_pass pass = {.regress = regress,
                                .rows = &regress->held_out,
                                .point = descent->weights,
                                .residual = true};
    double total = regress_run(&pass);
    return regress->held_out.count ? sqrt(total / (double)regress->held_out.count) : 0;
}

/* What the ridge makes small: where there is a memory, the move from there. */
static const double *descent_shrunk(const struct descent *descent) {
    return descent->regress->memory > 0 ? descent->moved : descent->apart;
}

/* The penalty of weights: the ridge on `shrunk`, and the hold on how far they moved. */
static double descent_penalty(const struct descent *descent, const double *shrunk,
                              const double *moved) {
    int dim = descent->regress->dim;
    return descent->regress->ridge * vector_product(shrunk, shrunk, dim) +
           pairs_square(descent->regress, shrunk) + vector_square_scaled(descent->hold, moved, dim);
}

static double descent_training(const struct descent *descent) {
    const struct regress *regress = descent->regress;
    double squares =
        descent->loss - descent_penalty(descent, descent_shrunk(descent), descent->moved);
    return sqrt(fmax(squares, 0) / fmax(1, (double)regress->training.count));
}

/* Notes how good the weights are now; whether to go on. */
static bool descent_judge(struct descent *descent) {
    struct regress *regress = descent->regress;
    int pass = regress->passes_done;
    double error = regress->held_out_errors[pass] = descent_held_out(descent);
    if (regress->held_out.count == 0 || pass == 0 ||
        error < regress->held_out_errors[regress->best]) {
        regress->best = pass;
        regress->training_error = descent_training(descent);
        memcpy(descent->best, descent->weights, (size_t)regress->dim * sizeof *descent->best);
    }
    if (pass > 0 && regress->progress) regress->progress(regress->context, regress);
    return !regress->abandoned && pass < regress->passes && pass - regress->best < PATIENCE &&
           descent->slope > 0;
}

/* direction = gradient / diagonal + factor * direction, and the new slope. */
static void descent_turn(struct descent *descent) {
    int dim = descent->regress->dim;
    double before = descent->slope, slope = 0;
    for (int i = 0; i < dim; i++)
        if (descent->diagonal[i] > 0)
            slope += descent->gradient[i] * descent->gradient[i] / descent->diagonal[i];
    double factor = before > 0 ? slope / before : 0;
    for (int i = 0; i < dim; i++)
        descent->direction[i] =
            (descent->diagonal[i] > 0 ? descent->gradient[i] / descent->diagonal[i] : 0) +
            factor * descent->direction[i];
    descent->slope = slope;
}

/* The gradient at the weights, and how far off they are; the squares of the counts, if wanted. */
static void descent_look(struct descent *descent, double *const squares[PARTS]) {
    struct regress *regress = descent->regress;
    struct regress_pass pass = {.regress = regress,
                                .rows = &regress->training,
                                .point = descent->weights,
                                .residual = true};
    memcpy(pass.sums, descent->parts, sizeof pass.sums);
    if (squares) memcpy(pass.squares, squares, sizeof pass.squares);
    descent->loss =
        regress_run(&pass) + descent_penalty(descent, descent_shrunk(descent), descent->moved);
    regress_collect(regress, descent->parts, descent->gradient);
    vector_add(descent->gradient, -regress->ridge, descent_shrunk(descent), regress->dim);
    pairs_add(regress, -1, descent_shrunk(descent), descent->gradient);
    vector_add_scaled(descent->gradient, -1, descent->hold, descent->moved, regress->dim);
}

static void descent_begin(struct descent *descent) {
    struct regress *regress = descent->regress;
    double *squares[PARTS];
    for (int part = 0; part < PARTS; part++) squares[part] = vector_new(regress->dim);
    descent_look(descent, squares);
    regress_collect(regress, squares, descent->diagonal);
    for (int part = 0; part < PARTS; part++) free(squares[part]);
    for (int i = 0; i < regress->dim; i++) {
        double seen = descent->diagonal[i] / (regress->logistic ? 2 : 1);
        descent->hold[i] = regress->memory * seen;
        descent->diagonal[i] = seen + regress->ridge + descent->hold[i];
    }
    pairs_add_diagonal(regress, descent->diagonal);
    descent_turn(descent);
}

static void descent_go(struct descent *descent, double step) {
    vector_add(descent->weights, step, descent->direction, descent->regress->dim);
    vector_add(descent->apart, step, descent->direction, descent->regress->dim);
    vector_add(descent->moved, step, descent->direction, descent->regress->dim);
}

static void descent_step(struct descent *descent) {
    struct regress *regress = descent->regress;
    struct regress_pass pass = {
        .regress = regress, .rows = &regress->training, .point = descent->direction};
    memcpy(pass.sums, descent->parts, sizeof pass.sums);
    regress_run(&pass);
    regress_collect(regress, descent->parts, descent->product);
    vector_add(descent->product, regress->ridge, descent->direction, regress->dim);
    pairs_add(regress, 1, descent->direction, descent->product);
    vector_add_scaled(descent->product, 1, descent->hold, descent->direction, regress->dim);
    double step =
        descent->slope / vector_product(descent->direction, descent->product, regress->dim);
    if (!isfinite(step)) step = 0; /* there is nowhere to go */
    descent_go(descent, step);
    vector_add(descent->gradient, -step, descent->product, regress->dim);
    descent->loss -= step * descent->slope;
    descent_turn(descent);
    regress->passes_done++;
}

/* ---- the same where expectations are not linear ---- */

static double descent_curvature(struct descent *descent) {
    struct regress *regress = descent->regress;
    struct regress_pass pass = {.regress = regress,
                                .rows = &regress->training,
                                .point = descent->direction,
                                .curve = descent->weights};
    return regress_run(&pass) + descent_penalty(descent, descent->direction, descent->direction);
}

/* As descent_turn, forgetting what the gradient has in common with the last one, which is in
 * `product`. */
static void descent_bend(struct descent *descent) {
    int dim = descent->regress->dim;
    double before = 0, change = 0, slope = 0;
    const double *gradient = descent->gradient, *last = descent->product;
    for (int i = 0; i < dim; i++) {
        if (descent->diagonal[i] <= 0) continue;
        before += last[i] * last[i] / descent->diagonal[i];
        change += gradient[i] * (gradient[i] - last[i]) / descent->diagonal[i];
    }
    double factor = before > 0 ? fmax(0, change / before) : 0;
    for (int i = 0; i < dim; i++) {
        descent->direction[i] =
            (descent->diagonal[i] > 0 ? gradient[i] / descent->diagonal[i] : 0) +
            factor * descent->direction[i];
        slope += gradient[i] * descent->direction[i];
    }
    if (slope <= 0 && factor > 0) {
        memcpy(descent->product, gradient, (size_t)dim * sizeof *gradient);
        memset(descent->direction, 0, (size_t)dim * sizeof *descent->direction);
        descent_bend(descent);
        return;
    }
    descent->slope = slope;
}

/* Goes back to where the slope along the direction is nearly 0, by the secant: where what is
 * expected is sure and wrong, the curvature does not tell how near the top is. */
static void descent_guard(struct descent *descent, double step) {
    enum { TRIES = 3 };
    const double enough = 0.25; /* of the slope that there was */
    for (int i = 0; i < TRIES; i++) {
        double slope = vector_product(descent->gradient, descent->direction, descent->regress->dim);
        if (slope >= -enough * descent->slope) return;
        double part = descent->slope / (descent->slope - slope);
        descent_go(descent, (part - 1) * step);
        descent_look(descent, NULL);
        step *= part;
    }
}

static void descent_logistic_step(struct descent *descent) {
    int dim = descent->regress->dim;
    double step = descent->slope / descent_curvature(descent);
    if (!isfinite(step)) step = 0; /* there is nowhere to go */
    memcpy(descent->product, descent->gradient, (size_t)dim * sizeof *descent->product);
    descent_go(descent, step);
    descent_look(descent, NULL);
    if (descent->regress->guarded) descent_guard(descent, step);
    descent_bend(descent);
    descent->regress->passes_done++;
}

void regress_solve(struct regress *regress, double *weights) {
    int dim = regress->dim;
    struct descent descent = {.regress = regress,
                              .weights = weights,
                              .best = vector_new(dim),
                              .apart = vector_new(dim),
                              .moved = vector_new(dim),
                              .hold = vector_new(dim),
                              .gradient = vector_new(dim),
                              .diagonal = vector_new(dim),
                              .direction = vector_new(dim),
                              .product = vector_new(dim)};
    for (int part = 0; part < PARTS; part++) descent.parts[part] = vector_new(dim);
    regress->passes_done = regress->best = 0;
    memcpy(descent.apart, weights, (size_t)dim * sizeof *weights);
    if (regress->centre) vector_add(descent.apart, -1, regress->centre, dim);
    descent_begin(&descent);
    while (descent_judge(&descent))
        (regress->logistic ? descent_logistic_step : descent_step)(&descent);
    memcpy(weights, descent.best, (size_t)dim * sizeof *weights);
    for (int part = 0; part < PARTS; part++) free(descent.parts[part]);
    free(descent.best), free(descent.apart), free(descent.moved), free(descent.hold),
        free(descent.gradient);
    free(descent.diagonal), free(descent.direction), free(descent.product);
}

/* The sums and squares of the parts, and the vectors of a descent. */
double regress_bytes(int dim) {
    enum { VECTORS = 2 * PARTS + 8 };
    return (double)dim * VECTORS * sizeof(double);
}
