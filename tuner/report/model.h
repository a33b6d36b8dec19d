/*
 * model: everything that is known of a run, from the database alone, as plain data. A format of the
 * report is one file that draws this; drawing reads no database and computes no figures.
 */
#ifndef HONE_TUNER_REPORT_MODEL_H
#define HONE_TUNER_REPORT_MODEL_H

#include "tuner/report/champion.h"
#include "tuner/report/crosstable.h"
#include "tuner/report/depth_table.h"
#include "tuner/report/findings.h"
#include "tuner/run/curve.h"
#include "tuner/run/health.h"
#include "tuner/statistics/ratings.h"

/* A generation and its metrics, without those of one chain only ("t.3"). */
struct report_row {
    int number;
    double rate; /* its champion's, points a game among its own generation: not a strength; -1: the
                  * champion did not play */
    int64_t games, games_distinct;
    double seconds;
    int threads;
    int metric_count;
    struct metric *metrics; /* owned */
};

/* Players that met, on one scale. */
struct report_field {
    int player_count, meeting_count; /* 0: none met */
    const char **names;              /* the players'; owned, as the rest is */
    struct rated_meeting *meetings;
    struct ratings ratings;
};

/* Champions of many generations, and random players, which all met; none if there are no
 * milestones. The last of those champions met the yardsticks as well. */
struct report_milestones {
    int64_t pairs; /* of a meeting */
    struct report_field field;
    int last_champion; /* place of the last generation's; before it stand the earlier ones' */
    int forgotten;     /* place of an earlier one that is stronger than that one; -1: none */
    char last[NAMES_LENGTH];
    int yardstick_count;
    struct figures_meeting *yardsticks; /* owned */
};

struct report {
    const struct stored_run *run;
    double seconds; /* of training */
    int64_t games;
    struct health health;
    struct curve curve;
    struct text ending, precision; /* of training, of the measurement: ending.h; owned */
    struct text bounds, change;    /* verdict.h; owned */
    struct champion champion;
    struct depth_table depths; /* the champion at several */
    struct report_milestones milestones;
    struct report_field measured; /* the players of the measurement, or milestones, without
                                   * candidates that were not chosen */
    bool is_study;                /* then the champion is among the findings */
    struct findings findings;     /* owned */
    struct text engines;          /* lines on the external engines that it met; owned */
    int row_count;
    struct report_row *rows;
};

/* 0, or -1 and why; report_row_free is needed after 0 only. */
int report_row_load(struct store *store, int64_t run, int number, struct report_row *out,
                    struct error *error);
void report_row_free(struct report_row *row);

/* Of the champions up to place `last`, the oldest first, the one with the highest 95 % interval, if
 * that is above the interval of the last; else -1. */
int report_forgotten(const struct rating *ratings, int last);

/* The field as a crosstable, which points into the field. */
struct crosstable report_crosstable(const struct report_field *field);

/* `run` must outlive the report. 0, or -1 and why; report_free in either case. */
int report_load(struct store *store, const struct stored_run *run, struct report *out,
                struct error *error);
void report_free(struct report *report);

#endif
