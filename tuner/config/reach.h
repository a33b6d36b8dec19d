/*
 * reach: the size of steps against the weights that a run is given. A hand-made table of weights
 * from 10 to 1000 within bounds of +-2047 is lost after one step by a tenth of the range.
 */
#ifndef HONE_TUNER_CONFIG_REACH_H
#define HONE_TUNER_CONFIG_REACH_H

#include "tuner/config/config.h"

/* The reach of each gene, by optimizer.reach, around the run's first weights: parts of the genes'
 * ranges, to be freed; NULL: the whole ranges. */
double *reach_of(const struct config *config, const int32_t *start);

/* The same in a study: ten steps that matter (the key `step`) as a part of the range; without
 * `step` the whole. */
double *reach_of_parameters(const struct config *config);

/* SPSA's rate of each gene, 0 where a parameter has none of its own; free() ends it. */
double *reach_rates(const struct config *config);

/* The first steps of a kind that the run's optimiser uses, as parts of the reach; 0 for other
 * kinds, and for those without steps. */
double reach_step(const struct config *config, const struct optimizer_kind *kind);

/* A step that is larger than the weights it begins at. */
struct reach_dwarf {
    const char *name;  /* of the gene's parameter */
    int32_t weight;    /* the given one */
    double step, size; /* in its units; of the weight, or of the median weight if that is more */
    int count;         /* of the genes that have such steps */
};

/* The worst dwarf, for steps of the part `step` of the reach from the run's first vector; count 0
 * without dwarfs or given weights. */
struct reach_dwarf reach_dwarfed(const struct config *config, double step);

#endif
