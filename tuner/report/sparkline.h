/*
 * sparkline: numbers as a picture of one line: a curve in blocks of eight heights, and the place of
 * a value between its bounds.
 */
#ifndef HONE_TUNER_REPORT_SPARKLINE_H
#define HONE_TUNER_REPORT_SPARKLINE_H

#include "engine/base/base.h"
#include "engine/game/param.h"

/* Adds at most `width` characters, one for each value if there is room, else for the last of each
 * equal part; the lowest value is the lowest block, unless all are equal. `blocks`: those of
 * Unicode, else signs of ASCII. */
void sparkline_print(const double *values, int count, int width, bool blocks, struct text *out);

/* "[----#-----]" of `width` characters, 8 at least, on the parameter's own scale; '!' marks a value
 * at a bound. */
void sparkline_print_param(const struct param *param, int32_t value, int width, struct text *out);

#endif
