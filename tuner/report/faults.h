/*
 * faults: what an engine whose parameters are tuned did wrong, and with which values.
 */
#ifndef HONE_TUNER_REPORT_FAULTS_H
#define HONE_TUNER_REPORT_FAULTS_H

#include "tuner/config/config.h"
#include "tuner/store/runs.h"

/* A paragraph: the engine, its games, those that it lost otherwise than by the rules, and the
 * vectors with the most of these. */
void faults_print(struct store *store, const struct stored_run *run, const struct config *config,
                  struct text *out);

#endif
