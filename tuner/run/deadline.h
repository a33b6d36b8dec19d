/*
 * deadline: when training has to end for the champion to be chosen and measured in time. A clock
 * decides here, and here alone. It decides the last generation of training; the run notes that
 * number, and a config with it gives the same rows.
 */
#ifndef HONE_TUNER_RUN_DEADLINE_H
#define HONE_TUNER_RUN_DEADLINE_H

#include "engine/base/base.h"

/* The state of a run between two generations. */
struct deadline_view {
    double left;       /* seconds until the deadline */
    double generation; /* that the slowest of the last generations took */
    double milestone;  /* that the next one takes, if it is due then */
    double afterwards; /* that choosing and measuring the champion take */
    double report;     /* that reading the run's rows once more takes */
};

/* Whether another generation would leave too little time for what comes after training. */
bool deadline_ends(const struct deadline_view *view);

/* Before the first generation, whether what the least run takes (that generation, if none is
 * there, and what follows training) has time enough. It is estimated from games of untrained
 * players, and those of trained ones take up to half as long again. */
enum deadline_room { DEADLINE_ENOUGH, DEADLINE_DOUBTFUL, DEADLINE_TOO_SHORT };
enum deadline_room deadline_room(double left, double least);

/* Seconds of "8h", "90m", "45s", "1h30m". 0, or -1 and what would be right. */
int deadline_parse_duration(const char *text, double *seconds, struct error *error);
/* What deadline_parse_duration reads back, in whole seconds and one at least: "7h05m12s". */
void deadline_format_duration(double seconds, char out[32]);
/* Seconds from a time of day to the next "06:30"; `hour`, `minute`
 * and `second` are now. 0, or -1 and what would be right. */
int deadline_parse_time(const char *text, int hour, int minute, int second, double *seconds,
                        struct error *error);

#endif
