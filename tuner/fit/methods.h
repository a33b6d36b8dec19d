/*
 * methods: the method of a config: those of the kinds that learn from positions are here, all
 * others use run_tune.
 */
#ifndef HONE_TUNER_FIT_METHODS_H
#define HONE_TUNER_FIT_METHODS_H

#include "tuner/run/run.h"

/* plan_run for every config: with what its method keeps besides, but without the positions of
 * optimizer.data. */
struct plan methods_plan(const struct config *config);

/* run_tune for every config. */
enum run_end methods_run(const struct config *config, const struct run_wish *wish,
                         struct error *error);

#endif
