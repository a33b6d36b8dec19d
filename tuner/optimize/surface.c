/*
 * Newton's method on the logarithm of the posterior density, with steps that are halved until they
 * lead up. The prior is normal, around a shallow hill at the centre: while little is known it keeps
 * the maximum near, and where games are clear it is nothing.
 */
#include "tuner/optimize/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/base.h"
#include "tuner/statistics/cholesky.h"

enum { STEPS_MAX = 20, HALVINGS_MAX = 12, CLIMBS_MAX = 200 };
/* In logits for the whole range. */
static const double prior_curvature = -4, prior_deviation = 30, product_deviation = 6;
static const double step_small = 1e-4, climb_small = 1e-6;

static int surface_term_count(int dim) {
    return dim + dim * (dim + 1) / 2;
}

/* The term of a parameter's square; products with earlier parameters stand before it. */
static int surface_square(const struct surface *surface, int j) {
    return surface->dim + j * (j + 3) / 2;
}

void surface_init(struct surface *surface, const double *center, int dim) {
    int terms = surface_term_count(dim);
    *surface = (struct surface){dim, terms, xcalloc((size_t)dim, sizeof(double)),
                                xcalloc((size_t)terms, sizeof(double))};
    memcpy(surface->center, center, (size_t)dim * sizeof *center);
}

void surface_destroy(struct surface *surface) {
    free(surface->center);
    free(surface->coefficients);
}

/* Adds `sign` times the terms of a point. */
static void surface_add_terms(const struct surface *surface, const double *point, double sign,
                              double *out) {
    for (int j = 0; j < surface->dim; j++) *out++ += sign * (point[j] - surface->center[j]);
    for (int j = 0; j < surface->dim; j++)
        for (int k = 0; k <= j; k++)
            *out++ += sign * (j == k ? 0.5 : 1) * (point[j] - surface->center[j]) *
                      (point[k] - surface->center[k]);
}

double surface_value(const struct surface *surface, const double *point) {
    const double *quadratic = surface->coefficients + surface->dim;
    double sum = 0;
    for (int j = 0; j < surface->dim; j++) {
        double off = point[j] - surface->center[j], slope = surface->coefficients[j];
        for (int k = 0; k < j; k++) slope += *quadratic++ * (point[k] - surface->center[k]);
        sum += (slope + *quadratic++ * off / 2) * off;
    }
    return sum;
}

/* ---- the fit ---- */

struct surface_system {
    struct surface *surface;
    const struct surface_duel *duels;
    int count;
    double *information; /* terms * terms; then its factor */
    double *step;        /* the gradient, then what it asks for */
    double *terms;       /* of a duel: a's minus b's */
};

/* Whether a term is of one parameter squared. */
static bool surface_is_square(const struct surface *surface, int term) {
    int j = 0;
    while (surface_square(surface, j) < term) j++;
    return surface_square(surface, j) == term;
}

/* The prior of a term. */
struct surface_prior {
    double mean, deviation;
};

static struct surface_prior surface_prior_of(const struct surface *surface, int term) {
    if (term < surface->dim) return (struct surface_prior){0, prior_deviation};
    if (surface_is_square(surface, term))
        return (struct surface_prior){prior_curvature, prior_deviation};
    return (struct surface_prior){0, product_deviation};
}

static double surface_lead(const struct surface *surface, const struct surface_duel *duel) {
    return surface_value(surface, duel->a) - surface_value(surface, duel->b);
}

/* log(1 + exp(x)) */
static double surface_softplus(double x) {
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static double surface_posterior(const struct surface_system *system) {
    const struct surface *surface = system->surface;
    double sum = 0;
    for (int t = 0; t < surface->terms; t++) {
        const struct surface_prior prior = surface_prior_of(surface, t);
        double off = (surface->coefficients[t] - prior.mean) / prior.deviation;
        sum -= off * off / 2;
    }
    for (int i = 0; i < system->count; i++) {
        const struct surface_duel *duel = &system->duels[i];
        double lead = surface_lead(surface, duel), lost = duel->games - duel->points;
        sum -=
            duel->weight * (duel->points * surface_softplus(-lead) + lost * surface_softplus(lead));
    }
    return sum;
}

static void surface_begin_system(struct surface_system *system) {
    const struct surface *surface = system->surface;
    size_t terms = (size_t)surface->terms;
    memset(system->information, 0, terms * terms * sizeof(double));
    for (size_t t = 0; t < terms; t++) {
        const struct surface_prior prior = surface_prior_of(surface, (int)t);
        double precision = 1 / (prior.deviation * prior.deviation);
        system->information[t * terms + t] = precision;
        system->step[t] = precision * (prior.mean - surface->coefficients[t]);
    }
}

static void surface_add_duel(struct surface_system *system, const struct surface_duel *duel) {
    const struct surface *surface = system->surface;
    size_t terms = (size_t)surface->terms;
    double expected = 1 / (1 + exp(-surface_lead(surface, duel)));
    double surplus = duel->weight * (duel->points - duel->games * expected);
    double known = duel->weight * duel->games * expected * (1 - expected);
    memset(system->terms, 0, terms * sizeof(double));
    surface_add_terms(surface, duel->a, 1, system->terms);
    surface_add_terms(surface, duel->b, -1, system->terms);
    for (size_t t = 0; t < terms; t++) {
        double *row = system->information + t * terms, part = known * system->terms[t];
        system->step[t] += surplus * system->terms[t];
        for (size_t u = 0; u <= t; u++) row[u] += part * system->terms[u];
    }
}

/* Where the posterior, taken for normal here, has its maximum: system->step from here. */
static void surface_solve(struct surface_system *system) {
    surface_begin_system(system);
    for (int i = 0; i < system->count; i++) surface_add_duel(system, &system->duels[i]);
    cholesky_factor(system->information, system->surface->terms);
    cholesky_solve(system->information, system->surface->terms, system->step);
}

static void surface_move(struct surface_system *system, double part) {
    for (int t = 0; t < system->surface->terms; t++)
        system->surface->coefficients[t] += part * system->step[t];
}

/* Whether a step led up, from `here`, which gets its posterior. */
static bool surface_step(struct surface_system *system, double *here) {
    double part = 1;
    surface_solve(system);
    surface_move(system, part);
    for (int i = 0; i < HALVINGS_MAX; i++) {
        double there = surface_posterior(system);
        if (there >= *here) {
            bool far = there - *here > step_small;
            *here = there;
            return far;
        }
        part /= 2;
        surface_move(system, -part);
    }
    surface_move(system, -part);
    return false;
}

void surface_fit(struct surface *surface, const struct surface_duel *duels, int count) {
    size_t terms = (size_t)surface->terms;
    struct surface_system system = {surface,
                                    duels,
                                    count,
                                    xcalloc(terms * terms, sizeof(double)),
                                    xcalloc(terms, sizeof(double)),
                                    xcalloc(terms, sizeof(double))};
    double here = surface_posterior(&system);
    int steps = 0;
    while (steps < STEPS_MAX && surface_step(&system, &here)) steps++;
    free(system.information);
    free(system.step);
    free(system.terms);
}

/* ---- the maximum ---- */

void surface_section(const struct surface *surface, const double *point, int j, double out[3]) {
    const double *coefficients = surface->coefficients;
    double slope = coefficients[j], curvature = coefficients[surface_square(surface, j)];
    double center = surface->center[j], here = point[j] - center;
    for (int k = 0; k < surface->dim; k++) {
        int later = max_int(j, k), product = surface_square(surface, later) - abs(j - k);
        if (k != j) slope += coefficients[product] * (point[k] - surface->center[k]);
    }
    double rest = surface_value(surface, point) - (slope + curvature * here / 2) * here;
    out[2] = curvature / 2;
    out[1] = slope - curvature * center;
    out[0] = rest - slope * center + curvature * center * center / 2;
}

static double surface_best_of_section(const double section[3]) {
    if (section[2] < 0) return fmin(fmax(-section[1] / (2 * section[2]), 0), 1);
    return section[1] + section[2] > 0 ? 1 : 0;
}

void surface_climb(const struct surface *surface, double *point) {
    double moved = 1;
    for (int i = 0; i < CLIMBS_MAX && moved > climb_small; i++) {
        moved = 0;
        for (int j = 0; j < surface->dim; j++) {
            double section[3], before = point[j];
            surface_section(surface, point, j, section);
            point[j] = surface_best_of_section(section);
            moved = fmax(moved, fabs(point[j] - before));
        }
    }
}
