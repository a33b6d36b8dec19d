/*
 * run_tables: the tables of runs, each declared once in the file that fills and reads it, and what
 * their declarations share. For the sources of runs.h.
 */
#ifndef HONE_TUNER_STORE_RUN_TABLES_H
#define HONE_TUNER_STORE_RUN_TABLES_H

#include "tuner/store/runs.h"

#define REFERS_TO_GENERATION                                                                       \
    "FOREIGN KEY (run, generation) REFERENCES generations DEFERRABLE INITIALLY DEFERRED"

#define LABEL_OF_GENERATION "'generation ' || generation || ' of run ' || run"

/* Pairs by points. */
#define COUNTS(row, member)                                                                        \
    {"n0", COLUMN_INT64, DB_AT(row, member[0])}, {"n1", COLUMN_INT64, DB_AT(row, member[1])},      \
        {"n2", COLUMN_INT64, DB_AT(row, member[2])}, {"n3", COLUMN_INT64, DB_AT(row, member[3])},  \
    {                                                                                              \
        "n4", COLUMN_INT64, DB_AT(row, member[4])                                                  \
    }

#define TALLY(row, member, prefix)                                                                 \
    {prefix "_won", COLUMN_INT64, DB_AT(row, member.won)},                                         \
        {prefix "_drawn", COLUMN_INT64, DB_AT(row, member.drawn)}, {                               \
        prefix "_lost", COLUMN_INT64, DB_AT(row, member.lost)                                      \
    }

/* runs.c */
extern const struct table runs_table, files_table;
/* changes.c */
extern const struct table changes_table;
/* players.c */
extern const struct table players_table, seats_table, champions_table;
/* generations.c */
extern const struct table generations_table, timings_table, metrics_table, fitness_table;
/* meetings.c */
extern const struct table meetings_table, parts_table, stage_timings_table, faults_table;

/* Of the stages of a run; NULL behind the last. */
const char *store_stage_name(int stage);

#endif
