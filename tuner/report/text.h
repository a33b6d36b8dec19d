/*
 * text: a report drawn as text for a terminal, 100 columns wide.
 */
#ifndef HONE_TUNER_REPORT_TEXT_H
#define HONE_TUNER_REPORT_TEXT_H

#include "tuner/report/model.h"

/* The whole report: run, verdict, both figures of the champion, its opponents, strength against
 * depth and over time, milestones, progress. */
void report_text(const struct report *report, struct text *out);

/* The champion at each depth measured, and the depths where it is weaker than its start. */
void report_text_depths(const struct depth_table *table, struct text *out);

/* About `rows` of the curve's points, the last one included, and whether it is flat. */
void report_text_curve(const struct curve *curve, int rows, struct text *out);

#endif
