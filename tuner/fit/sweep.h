/*
 * sweep: learns the stages of a game one by one, the last one first, from labels by search. A
 * search sees into the stages after its own, which are learned by then, so that exact values at the
 * end are carried back to the beginning by as many searches as there are stages. Such labels have a
 * third of the spread of results, which contain all later mistakes; but errors add up from stage to
 * stage, so a part of the result goes into each label. The best of several inaccurate values is too
 * high on average (the optimiser's curse). So values are lowered by how much searches exceed
 * results on average, by plies before the end.
 *
 * A stage begins with the weights of the one after it, and there the ridge pulls it: a rare weight
 * keeps its later value. Weights that have a memory keep their difference from those of the stage
 * after when they played.
 */
#ifndef HONE_TUNER_FIT_SWEEP_H
#define HONE_TUNER_FIT_SWEEP_H

#include "tuner/config/config.h"
#include "tuner/fit/examples.h"
#include "tuner/fit/regress.h"

enum { SWEEP_STAGES_MAX = 64 };

struct sweep {
    /* Set by the caller: */
    const struct config *config; /* a fit; its genes are the evaluator's parameters */
    /* Sorted by stage (examples_order), labelled with results. Their labels become `trust` times
     * that plus the rest of the search's value, lowered, unless player.endgame has made them
     * exact. */
    struct examples *training, *held_out;
    double memory; /* weight of earlier positions, as a multiple of the present ones */
    struct pool *pool;
    /* Called after each stage; may be NULL. */
    void (*progress)(void *context, const struct sweep *sweep);
    void *context;
    /* Results: */
    int stage;                            /* for progress: the one learned last; from 0 */
    int passes;                           /* of all stages */
    double before, after, training_error; /* root mean squares of the stages so far, held out … */
    double errors[SWEEP_STAGES_MAX];      /* … and of each stage, before anything stays */
    bool abandoned;                       /* by Ctrl-C (progress.h): the weights mean nothing */
};

/* How many stages the evaluator's weights have. */
int sweep_stages(const struct config *config);

/* `weights`: those that search the positions of the last stage; then the learned ones. */
void sweep_learn(struct sweep *sweep, int32_t *weights);

#endif
