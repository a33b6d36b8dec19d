/*
 * curve: a run's strength at its milestones (growth.h), on one scale with the start at 0, and
 * whether it still grows; from its stored rows alone.
 */
#ifndef HONE_TUNER_RUN_CURVE_H
#define HONE_TUNER_RUN_CURVE_H

#include "tuner/statistics/strength.h"
#include "tuner/store/runs.h"

/* The champion of a generation. */
struct curve_point {
    int generation;
    int64_t games;     /* of training, up to there */
    int64_t player;    /* its row */
    double elo, error; /* over the start; half width of the 95 % interval */
};

struct curve {
    int count;
    struct curve_point *points; /* in order; owned */
    int yardsticks;             /* on the same scale */
    int flat;                /* the last points that do not rise, within their errors; 0: they do */
    double rise, rise_error; /* of Elo over those, along their straight line; 0 if flat is */
};

/* Milestones that must be flat before the curve counts as flat. */
enum { CURVE_FLAT_LONG = 8 };

/* Without points while there is no milestone. curve_free. */
struct curve curve_of_run(struct store *store, int64_t run);
void curve_free(struct curve *curve);

/* NULL while there is none. */
const struct curve_point *curve_last(const struct curve *curve);

/* "rated +312 ± 18 Elo over the start on the milestones' scale (gen 100)", since the score against
 * the start alone may differ; brief: without the part after "Elo". */
void curve_print_point(const struct curve_point *point, bool brief, struct text *out);
/* The generation since which the curve has been flat, if that is long; else 0. */
int curve_flat_since(const struct curve *curve);

/* "flat since generation 120: …" without its end; nothing unless it has been flat for long. */
void curve_print_flat(const struct curve *curve, struct text *out);

#endif
