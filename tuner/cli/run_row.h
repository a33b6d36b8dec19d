/*
 * run_row: a run's progress and result in one row: `hone list` shows it for each run, `hone status
 * --format` for one.
 */
#ifndef HONE_TUNER_CLI_RUN_ROW_H
#define HONE_TUNER_CLI_RUN_ROW_H

#include "tuner/report/facts.h"
#include "tuner/report/listing.h"
#include "tuner/report/run_argument.h"
#include "tuner/run/curve.h"
#include "tuner/statistics/spread.h"

struct run_row {
    char name[64], game[32], evaluator[16], layout[16], optimizer[16], started[32];
    uint64_t seed;
    const char *state; /* "finished", "running", "stopped" */
    /* What ended its training: "generations", "games", or as store_ending_name has it; "" while it
     * goes on. */
    const char *ended_by;
    int generations, generations_planned;
    int64_t games, games_planned; /* of training; planned 0: generations are */
    int64_t age;                  /* seconds since it was begun */
    bool is_start;                /* the champion is what the run began with */
    struct score gain, also; /* of the champion over the start, and at verify.also; pairs 0: not
                              * known */
    struct curve_point milestone; /* the last one; generation 0: there is none */
    int flat_since;               /* generation since which the curve has been flat for long; 0 */
    bool specialist;
    struct figures_pool yardsticks; /* its points against them; no meetings: not known */
    /* Why its settings cannot be read, as without its plug-in: what follows from them is not known;
     * "": they were. */
    struct error unread;
};

/* 0, or -1 and why. */
int run_row_load(const char *place, struct run_row *out, struct error *error);
/* The same of a run that is open. */
int run_row_of(const struct run_argument *run, struct run_row *out, struct error *error);

/* As values of a listing; `error` is "" or why there are no others. `config`: the number of its
 * config among those of several runs; 0: left out. */
void run_row_add(struct listing *listing, const char *place, const struct run_row *row,
                 const char *error, int config);

/* ---- several runs ---- */

/* Runs of one game side by side, and seeds of one config summed up, since one run says little of a
 * config. Runs are of one config if their settings differ in seed and name alone. */

enum { SEVERAL_MAX = 1000 };

struct several_run {
    const char *place; /* as the command line names it */
    struct run_row row;
    struct text config, yardsticks; /* its settings; the players it was measured against; owned */
    int group;                      /* number of its config, from 0 in the order of the runs */
    const struct several_run *twin; /* an earlier one of its config and seed; NULL: none */
};

struct several {
    int count, group_count;
    struct several_run *runs; /* owned */
};

/* Of one game, which must outlive it: 0, or -1 and why; several_free in either case. */
int several_load(const struct run_arguments *runs, struct several *out, struct error *error);
void several_free(struct several *several);

/* Of a config's runs with a measured champion: its Elo over the start, or the end of the interval
 * if it won all games; points a game against the yardsticks; training games. A seed counts once:
 * repeated runs are the same. */
struct several_summary {
    int runs;
    struct spread elo, points, games;
};
struct several_summary several_sum_up(const struct several *several, int group);

/* For people: the runs, the configs with several seeds, and the differences of the configs. */
void several_print(const struct several *several);
/* A row for each run. */
void several_print_listing(const struct several *several, enum listing_format format);

#endif
