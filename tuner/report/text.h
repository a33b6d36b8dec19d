/*
 * text: a report drawn as text for a terminal, 100 columns wide.
 */
#ifndef HONE_TUNER_REPORT_TEXT_H
#define HONE_TUNER_REPORT_TEXT_H

#include "tuner/report/model.h"

/* The whole report: run, verdict, both figures of the champion, its opponents, milestones,
 * progress. */
void report_text(const struct report *report, struct text *out);

#endif
