/*
 * sums: a checksum of a row's values, so that a bit that a disk or a memory has flipped is found
 * when the row is read. It is a sum of one number for each value. So it can also prove what was
 * there: if a single flipped bit explains the difference, that bit is known.
 */
#ifndef HONE_TUNER_STORE_SUMS_H
#define HONE_TUNER_STORE_SUMS_H

#include "engine/base/base.h"

enum sums_kind { SUMS_NOTHING, SUMS_INTEGER, SUMS_REAL, SUMS_TEXT };

/* A value of a row. */
struct sums_value {
    enum sums_kind kind;
    uint64_t bits; /* of a number: an int64_t's or a double's */
    char *text;    /* … of a text, not owned */
    size_t length;
};

/* Any change of one value changes it; a change of several does not with probability 2^-64. */
uint64_t sums_of(const struct sums_value *values, int count);

/* Whether one flipped bit in value `place` explains that their sum is not `sum`: then it is flipped
 * back, in a text's own bytes. */
bool sums_mend(struct sums_value *values, int count, int place, uint64_t sum);

#endif
