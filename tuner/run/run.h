/*
 * run: one tuning run from its config to a verified champion, in one database.
 *
 *     ask ─→ population ─→ roster ─→ session ─→ fitness ─→ tell ─→ one transaction
 *
 * The same config gives the same rows for any number of threads and across any kill and resume.
 */
#ifndef HONE_TUNER_RUN_RUN_H
#define HONE_TUNER_RUN_RUN_H

#include "tuner/config/config.h"
#include "tuner/external/guest.h"
#include "tuner/play/pool.h"
#include "tuner/run/growth.h"
#include "tuner/run/health.h"
#include "tuner/run/plan.h"
#include "tuner/run/progress_line.h"
#include "tuner/run/roster.h"
#include "tuner/store/runs.h"

/* What a user wishes of a run, besides that it goes on to its end. All zero: nothing. */
struct run_wish {
    bool finish;         /* training ends with the finished generations */
    bool relength;       /* the config's length replaces the one that the run has */
    bool adopt;          /* plug-ins and ranges that have changed since are accepted */
    bool announced;      /* a log names its program at once, before there is news */
    struct store **keep; /* of a finished run: gets its store, which the caller closes; or NULL */
    double deadline; /* by clock_seconds: training ends in time for all to be over then; 0: none */
};

/* A run in progress: begin.c sets it up, generation.c and verify.c work with it. */
struct run {
    const struct config *config;
    struct run_wish wish;
    struct store *store;
    struct journal *journal; /* of the stage in flight */
    struct pool *pool;
    bool was_there; /* the database, with tables, before the run was looked for */
    int64_t id;
    enum mixing mixing;
    void *optimizer;
    void *own;                /* the method's */
    int done;                 /* finished generations; they count from 1 */
    int64_t games;            /* of training, in these */
    int64_t dropped;          /* games that other ranks had played wrongly, that are noted */
    enum run_ending ended_by; /* other than by its length: no generation follows */
    bool finished;            /* nothing is left to be played */
    struct roster yardsticks; /* all of the config's, each once */
    struct guest guests[2 * CONFIG_YARDSTICKS_MAX]; /* the external engines among them */
    int guest_count, faults;              /* games that they were seen to lose by faults */
    int training[CONFIG_YARDSTICKS_MAX];  /* places there of those of the gauntlet … */
    int measuring[CONFIG_YARDSTICKS_MAX]; /* … and of those that measure the champion */
    struct roster hall;                   /* of fame, the oldest first */
    int hall_newest;                      /* the generation of its newest member */
    struct health health;                 /* of the generations watched so far … */
    struct stored_pace pace;              /* … and their pace, where it matters (wish.deadline) */
    double begun;                         /* by clock_seconds, this time */
    double costs_known;                   /* when they were measured last; 0: never */
    double reading_seconds;               /* that reading the last milestone's strength took */
    struct growth growth;                 /* measured between them */
    struct progress_line progress_line;
};

/* The revision of the rows that a config and seed give: it grows with each change of them. A run of
 * an earlier revision is reported and replayed, but not continued. RUN_REVISION_LATER is for
 * optimisers with steps that clamp at bounds and for evaluators with parts of weights (chess,
 * xiangqi), which changed once more; RUN_REVISION_ANNEAL is for annealing that clamps. */
enum { RUN_REVISION = 2, RUN_REVISION_LATER = 3, RUN_REVISION_ANNEAL = 4 };

enum run_end {
    RUN_REFUSED = -1, /* bad input or a database that is not this run's; see the error */
    RUN_FINISHED,
    RUN_INTERRUPTED, /* all finished generations and stages are saved */
};

/* Starts the run, or continues it if its database exists, until it is finished or interrupted
 * (progress.h). `wish` may be NULL.
 *
 * A run with a new length is as if it had begun with it: its generations stay; the games that chose
 * and measured the champion are dropped in the same transaction and played anew at the new end.
 * Refused if the run is longer already. */
enum run_end run_tune(const struct config *config, const struct run_wish *wish,
                      struct error *error);

/* How a generation is made. */
struct run_method {
    /* Reads other files that the config names, before anything is made on disk; `run` has its
     * config and wish. 0, or -1 and why. NULL: nothing. */
    int (*read)(struct run *run, struct error *error);
    /* Work before the first generation, in the transaction in which the run's rows were made or
     * found. 0, or -1 and why: then the database is as it was. NULL: nothing. */
    int (*begin)(struct run *run, struct error *error);
    /* Makes and stores the next generation. 0; 1 if Ctrl-C (progress.h) came before it was whole:
     * nothing of it is stored; -1 and why. */
    int (*generation)(struct run *run, struct error *error);
    void (*end)(struct run *run); /* frees run->own, which is NULL at first; NULL: nothing to do */
    /* Games and memory that a run takes, counted from its config; NULL: plan_run. */
    struct plan (*plan)(const struct config *config);
};
/* run_tune with generations of another kind. */
enum run_end run_by(const struct config *config, const struct run_method *method,
                    const struct run_wish *wish, struct error *error);

/* The path of a run's heartbeat (heartbeat.h), beside its database. */
void run_heartbeat_path(const char *database, char *out, size_t size);

/* ---- the parts of run_tune ---- */

/* Makes the run's rows, or finds and checks them: id, mixing, finished generations, optimiser's
 * state, yardsticks. 0, or -1 and why; then the database is as it was. */
int run_begin(struct run *run, const struct run_method *method, struct error *error);

/* Tries to start the engine that is tuned, if there is one: 0, or -1 and why. */
int run_try_engine(const struct config *config, struct pool *pool, struct error *error);

/* Plays and stores the next generation, as run_method has it. */
int run_generation(struct run *run, struct error *error);

/* Plays the milestone that is due, stores it and adds it to run->growth. 0; 1 if Ctrl-C
 * (progress.h) came first: then it is still due; -1 and why. */
int run_milestone(struct run *run, int pairs, struct error *error);

/* The config of a stored run, with the files that it began with; `sets` as of config_load. 0, or -1
 * and why; config_free in either case. */
int run_config(struct store *store, const struct stored_run *row, const char *const *sets,
               int set_count, struct config *out, struct error *error);

/* Loads the state after run->done generations, at least one, into a new run->optimizer. 0, or -1
 * and why. */
int run_load_optimizer(struct run *run, struct error *error);

/* A player's row, without its name; `weights` are of that evaluator and stay the caller's. */
struct stored_player run_player_row(const struct run *run, enum player_kind kind, int generation,
                                    int slot, const struct evaluator *evaluator, int32_t *weights);

/* The run's progress when `part` of a generation of `games` is played. */
struct progress_numbers run_numbers(const struct run *run, double part, double games);
/* Shows that progress; `detail` as in progress_line_show_generation. */
void run_show_part(struct run *run, double part, double games, const char *detail);

/* Reads the rows of finished generations that are new. A generation whose writing is pending
 * (store_owe) is written first. */
void run_watch(struct run *run);

/* Stores an individual of a generation; its id. */
int64_t run_save_individual(const struct run *run, int generation, int slot, int32_t *weights);

/* Reports a guest's fault in that game on stderr, if there was one; the first few times. */
void run_watch_guests(struct run *run, const struct played *game);

/* Seats yardsticks of the run in another roster: `places` is run->training or run->measuring. */
void run_seat_yardsticks(const struct run *run, const int *places, int count,
                         struct roster *roster);

#endif
