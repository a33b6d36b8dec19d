/*
 * methods: by which method a config is run: those of the kinds that learn from positions are here,
 * all others' is run_tune.
 */
#ifndef HONE_TUNER_FIT_METHODS_H
#define HONE_TUNER_FIT_METHODS_H

#include "tuner/run/run.h"

/* plan_run for every config: with what its method keeps besides, but without the positions that
 * optimizer.data names. */
struct plan methods_plan(const struct config *config);

/* run_tune for every config. */
enum run_end methods_run(const struct config *config, const struct run_wish *wish,
                         struct error *error);

#endif
