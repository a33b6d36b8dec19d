/*
 * ablation: the value of each part of a vector of weights: the vector with that part back at its
 * start. A part is a parameter, or a group by the board's symmetry or by names. It also finds which
 * parts can be back together without a visible loss.
 */
#ifndef HONE_TUNER_TOURNAMENT_ABLATION_H
#define HONE_TUNER_TOURNAMENT_ABLATION_H

#include "engine/game/evaluator.h"
#include "tuner/statistics/score.h"

enum { ABLATION_NAME = PARAM_NAME_SIZE };

/* The parts of a vector that differ from its start. */
struct ablation {
    const struct evaluator *evaluator;
    const int32_t *full, *start; /* the caller's */
    int count;                   /* parts */
    char (*names)[ABLATION_NAME];
    int *sizes; /* parameters of each part that differ */
    int *part;  /* of each parameter; -1: it is as at the start. All owned */
};

/* `grouped`: squares that mirror each other are a part ("a1", with its stage "s2.a1"). Other
 * parameters are a part if their names are equal up to the last dot, or up to the digits of a name
 * without one. */
struct ablation ablation_of(const struct evaluator *evaluator, const int32_t *full,
                            const int32_t *start, bool grouped);
void ablation_free(struct ablation *ablation);

/* The vector with these parts back at their start, into out[evaluator->param_count]. */
void ablation_without(const struct ablation *ablation, const bool *back, int32_t *out);

/* The parts by what they are worth, the least first: order[count]; of equals as they stand. */
void ablation_order(const double *worth, int count, int *order);

/* Backward elimination by bisection: how many parts of the order can be back. */
struct ablation_search {
    int can, cannot; /* most known to do no harm; fewest known to harm */
};
/* At first only 0 parts are known to do no harm. */
struct ablation_search ablation_search_new(int count);
/* How many to try next; 0: it is over. */
int ablation_search_next(const struct ablation_search *search);
/* What the full vector scored against the one with `tried` parts back. */
void ablation_search_tell(struct ablation_search *search, int tried, const struct score *score);

/* Whether the full vector is shown to be stronger (97.5 %, one-sided). */
bool ablation_is_worse(const struct score *score);

#endif
