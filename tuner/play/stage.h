/*
 * stage: why games are played. One row has a stage's name, its openings and the purpose that keeps
 * its random numbers apart from those of all others.
 */
#ifndef HONE_TUNER_PLAY_STAGE_H
#define HONE_TUNER_PLAY_STAGE_H

#include <stdbool.h>

#include "tuner/openings/sets.h"
#include "tuner/optimize/purpose.h"

enum stage {
    STAGE_TRAIN,
    STAGE_SELECT,
    STAGE_VERIFY,
    STAGE_DEPTH, /* the champion at depths other than those of its tuning */
    STAGE_LIMIT, /* an engine's values at a limit other than that of the tuning */
    STAGE_MILESTONE,
    STAGE_PROGRESS, /* between generations: the strength so far (run/growth.h) */
    STAGE_SERIES,   /* a match or tournament, outside of any run */
    STAGES
};

struct stage_row {
    const char *name;  /* in databases */
    const char *label; /* of its progress */
    enum purpose purpose;
    enum opening_set openings;
    bool apart; /* each meeting plays openings of its own, so that their errors are independent */
};

extern const struct stage_row stage_table[STAGES];

#endif
