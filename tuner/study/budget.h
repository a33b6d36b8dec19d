/*
 * budget: how a trial's games are divided: the choice of the champion takes a tenth at most, or
 * what the config gives it if that is less, training the rest.
 */
#ifndef HONE_TUNER_STUDY_BUDGET_H
#define HONE_TUNER_STUDY_BUDGET_H

#include "tuner/config/config.h"

struct budget {
    int64_t training, choice; /* games */
    int choice_pairs;         /* of each meeting of the choice */
};

/* 0, or -1 and why: the choice alone would take more than half of so few games. */
int budget_divide(const struct config *config, int64_t games, struct budget *out,
                  struct error *error);

#endif
