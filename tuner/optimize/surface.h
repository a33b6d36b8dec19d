/*
 * surface: strength as a quadratic function of the parameters, by which won and lost games are
 * logistic: a beats b with probability 1 / (1 + exp(f(b) - f(a))). It is fitted to duels by
 * weighted maximum a posteriori. Points are on the unit interval of each parameter's own scale.
 */
#ifndef HONE_TUNER_OPTIMIZE_SURFACE_H
#define HONE_TUNER_OPTIMIZE_SURFACE_H

struct surface {
    int dim, terms;
    double *center;       /* of the prior: f is 0 there; [dim], owned */
    double *coefficients; /* of each parameter's distance from it, then of their products; owned */
};

/* Games of two points. */
struct surface_duel {
    const double *a, *b;  /* [dim] */
    double games, points; /* of a: 1 a win, 1/2 a draw */
    double weight;
};

/* Flat. */
void surface_init(struct surface *surface, const double *center, int dim);
void surface_destroy(struct surface *surface);

/* In logits. */
double surface_value(const struct surface *surface, const double *point);

/* Begins at the coefficients that there are. */
void surface_fit(struct surface *surface, const struct surface_duel *duels, int count);

/* f of a point in which parameter j is changed: out[0] + out[1] x + out[2] x^2. */
void surface_section(const struct surface *surface, const double *point, int j, double out[3]);

/* Climbs within the unit cube, parameter by parameter, from `point` to a maximum. */
void surface_climb(const struct surface *surface, double *point);

#endif
