/*
 * climb: trials on a made-up function in place of a game. Its optimum is known, so the distance
 * from it is exact. Meetings, pairs, the optimisers' options, the hall of fame (the newest
 * champions, whatever the rule) and the choice of the champion are a config's; its game is not
 * played.
 *
 * Nothing is kept on disk: a trial takes seconds and gives the same again.
 */
#ifndef HONE_TUNER_STUDY_CLIMB_H
#define HONE_TUNER_STUDY_CLIMB_H

#include "engine/base/options.h"
#include "tuner/config/config.h"
#include "tuner/study/simulator.h"
#include "tuner/study/trials.h"

struct climb {
    /* Set by the caller; the texts outlive the climb: */
    const char *path;         /* of the config */
    struct option_texts sets; /* KEY=VALUE, which win over it */
    enum simulator_function function;
    enum simulator_noise noise;
    int dim;
    /* By climb_open: */
    struct text title; /* owned */
};

/* Tells the trials, with known kinds, budgets and seeds, how they are played, and checks the config
 * of each kind. A value is the regret, the champion's strength below the optimum in logits; each
 * seed has its own optimum, and a random start. 0, or -1 and why; climb_close in either case. */
int climb_open(struct climb *climb, struct trials *trials, struct error *error);
void climb_close(struct climb *climb);

#endif
