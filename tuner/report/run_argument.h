/*
 * run_argument: the run that a command line names, by its database or the directory that holds it.
 * "DATABASE#NAME" and "DATABASE#2" (its row's id) name one of several runs in a database; else the
 * newest is meant, and stderr says so.
 */
#ifndef HONE_TUNER_REPORT_RUN_ARGUMENT_H
#define HONE_TUNER_REPORT_RUN_ARGUMENT_H

#include "tuner/config/config.h"
#include "tuner/store/games.h"
#include "tuner/store/runs.h"

enum { RUN_ARGUMENT_PATH = 600, RUN_ARGUMENT_NAME = 64 };

struct run_argument {
    char argument[RUN_ARGUMENT_PATH + RUN_ARGUMENT_NAME]; /* as it was named */
    char path[RUN_ARGUMENT_PATH];                         /* of the database */
    struct store *store;
    bool borrowed; /* another argument owns the store and closes it later */
    struct stored_run *runs;
    int count;
    char wanted[RUN_ARGUMENT_NAME]; /* what stood behind "#"; "": nothing */
    const struct stored_run *run;   /* the one that is meant */
};

/* The path of the database, into `out`. 0, or -1 and why: a directory without a run may hold
 * directories of runs. */
int run_argument_database(const char *argument, char out[RUN_ARGUMENT_PATH], struct error *error);

/* Whether it is meant to be a run, and not a file of another kind: a directory or a database. */
bool run_argument_is_run(const char *argument);

/* Whether it names one of the runs of a database, "all.db#x". */
bool run_argument_names_one(const char *argument);

/* Opens "results/x/run.db", "results/x" or "all.db#x" for reading. 0, or -1 and why. */
int run_argument_open(const char *argument, struct run_argument *out, struct error *error);
/* The same in a store that is open, which run_argument_close closes, and a failure too. */
int run_argument_open_in(const char *argument, struct store *store, struct run_argument *out,
                         struct error *error);
/* The same in another mode. */
int run_argument_open_as(const char *argument, enum store_mode mode, struct run_argument *out,
                         struct error *error);
void run_argument_close(struct run_argument *argument);
/* Reads the runs' rows again; the chosen run stays the same, or the newest if none was named. */
void run_argument_refresh(struct run_argument *argument);
/* Its name on a command line: the directory, or the database if that is not named run.db. */
void run_argument_place(const struct run_argument *argument, char out[RUN_ARGUMENT_PATH]);

/* Whether `hone tune` can continue it: it is alone in the file run.db of its directory. */
bool run_argument_goes_on(const struct run_argument *argument);

/* The places of runs: a directory itself, then those in it, however deep, in order of their names.
 * Hidden ones are left out, and links are not followed, so that there are no circles. 0, or -1 and
 * why; run_argument_places_free in either case. */
struct run_argument_places {
    int count;
    char **list; /* owned */
};
int run_argument_places(const char *directory, struct run_argument_places *out,
                        struct error *error);
void run_argument_places_free(struct run_argument_places *places);

/* Runs that a command has open at a time: each database is opened once. */
struct run_arguments {
    int count;
    struct run_argument *list; /* owned */
};

/* Adds a run. NULL and why; else it stays where it is until the next one is added. */
struct run_argument *run_arguments_open(struct run_arguments *runs, const char *argument,
                                        struct error *error);
/* Adds those of a command line, and all runs of a database with several, the oldest first. 0, or -1
 * and why. */
int run_arguments_open_all(struct run_arguments *runs, char *const *arguments, int count,
                           struct error *error);
void run_arguments_close(struct run_arguments *runs);

/* Splits "results/x@50": `path` becomes that of the run; returns the player there, "50". NULL if
 * none is named, or a file or directory has the whole name: then that is `path`. */
const char *run_argument_split(const char *argument, char path[RUN_ARGUMENT_PATH]);

/* The settings of the run's beginning, from the database alone, and then `sets`. 0, or -1 and why:
 * runs of earlier versions did not store the weight files that are needed. config_free in either
 * case. */
int run_argument_settings(const struct run_argument *argument, const char *const *sets,
                          int set_count, struct config *out, struct error *error);

/* The rules of the run's games: its settings, for runs of earlier versions without the weight files
 * that they named. config_free as usual. */
int run_argument_config(const struct run_argument *argument, struct config *out,
                        struct error *error);

#endif
