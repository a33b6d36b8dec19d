/* filter: what other programs make of text: gnuplot's drawings, gzip's bytes. */
#ifndef HONE_TUNER_REPORT_PAGE_FILTER_H
#define HONE_TUNER_REPORT_PAGE_FILTER_H

#include "engine/base/base.h"

/* Runs "COMMAND/dev/fd/N" by the shell, where N is a file with what is in `in`, and appends what it
 * prints. `command` is the program's own text, never a user's. 0, or -1 if that failed. */
int filter_run(const char *command, const struct text *in, struct text *out);

#endif
