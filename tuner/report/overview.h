/*
 * overview: the page to read after a run: the figures (text.h), then the champion's weights, the
 * run's dates and settings, and what to do next.
 */
#ifndef HONE_TUNER_REPORT_OVERVIEW_H
#define HONE_TUNER_REPORT_OVERVIEW_H

#include "tuner/report/model.h"
#include "tuner/report/run_argument.h"

/* Folded for a terminal; `explain`: with what each figure means. Reads the run's champion and
 * config anew; what a run of an earlier version lacks is left out. */
void overview_print(const struct run_argument *run, const struct report *report, bool explain,
                    struct text *out);

/* "begun 2026-11-22 06:29:40, ended 2026-11-22 06:31:02 UTC, 1 min 22 s later" */
void overview_dates(const struct stored_run *run, struct text *out);

/* How long that was; -1 while it has not ended. */
double overview_seconds(const struct stored_run *run);

/* The plug-ins and engines that a run was played with, by checksums, a line each; nothing if it
 * had none. */
void overview_add_programs(const struct config *config, struct text *out);

/* The settings that were changed during a run, a line each; nothing if none were. */
void overview_add_changes(const struct run_argument *run, struct text *out);

/* A word of the shell's, quoted if need be. */
void overview_add_word(const char *word, struct text *out);

#endif
