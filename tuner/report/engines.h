/*
 * engines: what cannot be repeated in a run: the games of engines, stage by stage, and their losses
 * otherwise than by the rules.
 */
#ifndef HONE_TUNER_REPORT_ENGINES_H
#define HONE_TUNER_REPORT_ENGINES_H

#include "tuner/store/runs.h"

/* A paragraph, or nothing where there is no such engine. */
void engines_print(struct store *store, int64_t run, struct text *out);

#endif
