/*
 * epd: a line with a position of a game of FEN and what follows it: EPD, whose operations end in
 * semicolons, and FEN with a result somewhere after it, as data sets for tuning have them.
 */
#ifndef HONE_ENGINE_FILES_EPD_H
#define HONE_ENGINE_FILES_EPD_H

#include "engine/base/base.h"

/* Appends the line's FEN, of two to six fields; counters that it lacks are those of the operations
 * hmvc and fmvn. Returns what follows it in the line, "": nothing. */
const char *epd_cut(const char *line, struct text *position);

/* Whether what follows a FEN is of this kind: operations or a result. */
bool epd_is_tail(const char *rest);

struct epd_result {
    double points; /* 0 to 1 */
    bool number;   /* it was a number; else "1-0", which is side 0's */
};

/* The result in what follows a FEN: the operand of the operation c9, else what stands in brackets,
 * else what follows the last bar, else what follows the FEN; quoted operands of others have none.
 * 0, or -1 and why. */
int epd_result_read(const char *rest, struct epd_result *out, struct error *why);

/* Appends " c9 \"1-0\";" and a line's end. */
void epd_result_print(double points, struct text *out);

#endif
