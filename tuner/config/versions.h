/*
 * versions: a run's record of the code of others that it was played with, plug-ins and engines,
 * since only the same can repeat it: for each file a line "checksum generation", and one more for
 * each version that was adopted later, from that generation on.
 */
#ifndef HONE_TUNER_CONFIG_VERSIONS_H
#define HONE_TUNER_CONFIG_VERSIONS_H

#include "engine/base/base.h"

/* In a run's record the name of an engine's file stands behind this; plug-ins are named as in the
 * config. */
#define VERSIONS_ENGINE "engine "

/* Adds the line of a file with that checksum. */
void versions_add_line(uint64_t checksum, int generation, struct text *out);

/* Whether the last line of what was kept has that checksum. */
bool versions_same(uint64_t checksum, const char *kept);

/* The remark that it has another, without an end of line. `what`: "plug-in sum.so". */
void versions_remark(const char *what, uint64_t checksum, const char *kept, struct text *out);

/* Reads a line and moves past it; false at the end or at any other line. */
bool versions_next_line(const char **kept, uint64_t *checksum, int *generation);

#endif
