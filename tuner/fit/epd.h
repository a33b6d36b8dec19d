/*
 * epd: lines of positions with results, the usual data sets for tuning: EPD, or FEN with a result
 * somewhere after it.
 */
#ifndef HONE_TUNER_FIT_EPD_H
#define HONE_TUNER_FIT_EPD_H

#include "engine/base/base.h"

struct epd {
    const char *position; /* its FEN, of two to six fields; within the line */
    double points;        /* the result, 0 to 1 */
    bool number;          /* it was a number; else "1-0", which is side 0's */
};

/* Cuts a line: the result is the operand of the operation c9, else what stands in brackets, else
 * what follows the last bar, else the position. 0, or -1 and why. */
int epd_parse(char *line, struct epd *out, struct error *why);

/* Appends " c9 \"1-0\";" and a line's end. */
void epd_print_result(double points, struct text *out);

#endif
