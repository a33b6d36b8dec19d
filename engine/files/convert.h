/*
 * convert: weights of one evaluator as weights of another one of the same game, parameter by
 * parameter, as far as they mean the same (struct meaning): other layouts of a table, a table
 * within a richer evaluator, parts of a sum.
 */
#ifndef HONE_ENGINE_FILES_CONVERT_H
#define HONE_ENGINE_FILES_CONVERT_H

#include "engine/files/weights.h"

/* How values were converted. */
struct conversion {
    int averaged; /* means of several values that differ … */
    int spread;   /* … by that much at most */
    int filled;   /* without a counterpart: 0, or the nearest value that is allowed */
    int dropped;  /* old ones without a counterpart */
    double scale; /* the factor of all, to fit the bounds */
};

/* A value is the mean of those of the same meaning, weighted by how much of it they share. Where
 * values are too large for the other's bounds all are scaled down in proportion. The provenance
 * keeps the name and says what it is made from; what was verified no longer holds and is dropped.
 * 0, or -1 and why; weights_free. */
int weights_convert(const struct weights *from, const struct evaluator *to, struct weights *out,
                    struct conversion *conversion, struct error *error);

/* "wpc 64 as wpc 10: 10 values averaged (of some that differ by up to 340), …". */
void conversion_describe(const struct conversion *conversion, const struct evaluator *from,
                         const struct evaluator *to, struct text *out);

#endif
