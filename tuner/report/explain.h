/* explain: what the figures of a report mean, for a reader of a first report. */
#ifndef HONE_TUNER_REPORT_EXPLAIN_H
#define HONE_TUNER_REPORT_EXPLAIN_H

#include "engine/base/base.h"

/* Appends the lines of `page`; below the first of each kind follows what it means, "    > …". */
void explain_add(const char *page, struct text *out);

#endif
