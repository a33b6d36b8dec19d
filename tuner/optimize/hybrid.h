/*
 * hybrid: the genetic algorithm, with survivors refined now and then by short annealing chains.
 *
 * A cycle is `refine_every` generations of the GA and `refine_generations` of annealing. Chain c
 * begins at the survivor of rank c (in turn if there are more chains) and takes slot c of the
 * population when the refinement ends.
 */
#ifndef HONE_TUNER_OPTIMIZE_HYBRID_H
#define HONE_TUNER_OPTIMIZE_HYBRID_H

#include "tuner/optimize/optimizer.h"

struct hybrid_options {
    int refine_every;       /* generations of the GA between two refinements, at least 1 */
    int refine_generations; /* length of one refinement */
};

extern const struct optimizer_kind hybrid_kind;

#endif
