/*
 * several: runs of one game side by side, and seeds of one config summed up, since one run says
 * little of a config. Runs are of one config if their settings differ in seed and name alone.
 */
#ifndef HONE_TUNER_CLI_SEVERAL_H
#define HONE_TUNER_CLI_SEVERAL_H

#include "tuner/cli/run_row.h"
#include "tuner/statistics/spread.h"

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

/* Of the runs of a config with a measured champion: its Elo over the start, or the end of the
 * interval if it won all games; points a game against the yardsticks; training games. A seed counts
 * once: run again it gives the same. */
struct several_summary {
    int runs;
    struct spread elo, points, games;
};
struct several_summary several_sum_up(const struct several *several, int group);

/* For people: the runs, the configs of several seeds, in what the configs differ. */
void several_print(const struct several *several);
/* A row for each run. */
void several_print_listing(const struct several *several, enum listing_format format);

#endif
