/*
 * run: one tuning run from its config to a verified champion, in one database.
 *
 *     ask ─→ population ─→ pairing ─→ match ─→ fitness ─→ tell ─→ one transaction
 *
 * The same config gives the same rows for any number of threads and across any kill and resume.
 */
#ifndef HONE_TUNER_RUN_RUN_H
#define HONE_TUNER_RUN_RUN_H

#include "tuner/config/config.h"
#include "tuner/store/store.h"

enum run_end {
    RUN_REFUSED = -1, /* bad input or a database that is not this run's; see the error */
    RUN_FINISHED,
    RUN_INTERRUPTED, /* everything played is saved */
};

/* Path of the run's database, "OUTPUT/run.db", into `out`. */
void run_database(const struct config *config, char *out, int size);

/* What the run's optimiser is created with; it points into the config. */
struct optimizer_setup run_optimizer_setup(const struct config *config);

/* Starts the run, or goes on with it if its database exists, until it is finished or interrupted
 * (progress.h). */
enum run_end run_tune(const struct config *config, struct error *error);

#endif
