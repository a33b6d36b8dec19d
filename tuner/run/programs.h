/*
 * programs: the code of others that a run is played with, its plug-ins and the engines of its
 * config. Their checksums stay in the run's record (tuner/config/versions.h), so that a run does
 * not go on with others unless the user says so.
 */
#ifndef HONE_TUNER_RUN_PROGRAMS_H
#define HONE_TUNER_RUN_PROGRAMS_H

#include "tuner/run/run.h"

/* Adds its engines to the record of a run that begins; its plug-ins are among what the config
 * names. Within a transaction, as is the next. */
void programs_keep(struct run *run);

/* Compares those of today with the record of a run that goes on. 0, or -1 and which has changed:
 * with `adopt` that is noted, and warned of where nothing is played any more. */
int programs_check(struct run *run, const struct stored_run *row, struct error *error);

#endif
