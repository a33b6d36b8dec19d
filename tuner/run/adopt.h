/*
 * adopt: lets a run go on with other ranges of its parameters. Its generations stay as they are;
 * the optimiser's state is turned into one for the new ranges, and the run notes what was changed.
 */
#ifndef HONE_TUNER_RUN_ADOPT_H
#define HONE_TUNER_RUN_ADOPT_H

#include "tuner/run/run.h"

/* Gives the run, whose id and generations are known, run->config with its text in place of that of
 * its row: they differ in ranges of parameters, and perhaps in the length. 0, or -1 and why. */
int adopt_ranges(struct run *run, const struct stored_run *row, const char *config_text,
                 struct error *error);

/* The optimiser's state that the run goes on from: of the last change after its last generation, or
 * else what that generation left; to be freed. 0, or -1 and why. */
int adopt_read_state(const struct run *run, char **out, struct error *error);

#endif
