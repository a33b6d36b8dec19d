/*
 * fit: generations of play and regression. Each plays games with the weights of the one before,
 * learns from the positions of the last few generations, and leaves its weights as its champion.
 * All else is a run as any other (tuner/run): its rows, its resuming, its verification.
 */
#ifndef HONE_TUNER_FIT_FIT_H
#define HONE_TUNER_FIT_FIT_H

#include "tuner/fit/examples.h"
#include "tuner/run/run.h"

/* Whether a config asks for a fit. */
bool fit_is_wanted(const struct config *config);

/* plan_run for every config: with the positions of a fit's games, but without those that
 * optimizer.data names. */
struct plan fit_or_tune_plan(const struct config *config);

/* run_tune for every config: fits if that is what it asks for. */
enum run_end fit_or_tune(const struct config *config, const struct run_wish *wish,
                         struct error *error);

/* The positions of its own games that a finished generation learned from and was measured by,
 * played again: of `run` config, store, id, pool and optimiser are needed. 0, or -1 and why; both
 * are the caller's. */
int fit_positions(struct run *run, int generation, struct examples *training,
                  struct examples *held_out, struct error *error);

#endif
