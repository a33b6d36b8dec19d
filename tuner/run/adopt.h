/*
 * adopt: lets a run go on with other ranges of its parameters. Its generations stay as they are;
 * the optimiser's state is turned into one for the new ranges, and the run notes what was changed.
 */
#ifndef HONE_TUNER_RUN_ADOPT_H
#define HONE_TUNER_RUN_ADOPT_H

#include "tuner/run/run.h"

/* Replaces the config in the run's row by run->config, with its text: they differ in ranges of
 * parameters, perhaps in the length. The run's id and generations are known. 0, or -1 and why. */
int adopt_ranges(struct run *run, const struct stored_run *row, const char *config_text,
                 struct error *error);

/* The optimiser's state to continue from: that of a change after the last generation, else what
 * that generation left. To be freed. 0, or -1 and why. */
int adopt_read_state(const struct run *run, char **out, struct error *error);

#endif
