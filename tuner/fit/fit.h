/*
 * fit: generations of play and regression. Each plays games with the weights of the one before,
 * learns from the positions of the last few generations, and leaves its weights as its champion.
 * All else is as in any run (tuner/run): rows, resuming, verification.
 */
#ifndef HONE_TUNER_FIT_FIT_H
#define HONE_TUNER_FIT_FIT_H

#include "tuner/fit/examples.h"
#include "tuner/run/run.h"

extern const struct run_method fit_method;

/* Reads the files of optimizer.data only to append a line for each to `out`. 0, or -1 and why one
 * cannot be used. */
int fit_check_data(const struct config *config, struct text *out, struct error *error);

/* The positions of its own games that a finished generation learned from and was measured by, from
 * games played again; needs `run`'s config, store, id, pool and optimiser. 0; 1 after Ctrl-C
 * (progress.h); -1 and why. Both are the caller's. */
int fit_positions(struct run *run, int generation, struct examples *training,
                  struct examples *held_out, struct error *error);

/* ---- the method of a config ---- */

/* The method of a config: kinds that learn from positions are here, all others use run_tune. */

/* plan_run for every config, with its method's own memory; files of optimizer.data count by their
 * size. */
struct plan methods_plan(const struct config *config);

/* run_tune for every config. */
enum run_end methods_run(const struct config *config, const struct run_wish *wish,
                         struct error *error);

#endif
