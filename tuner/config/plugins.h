/*
 * plugins: a run's record of its libraries, since only the same ones can repeat it: for each a line
 * "checksum generation", and one more for each version that was adopted later, from that generation
 * on.
 */
#ifndef HONE_TUNER_CONFIG_PLUGINS_H
#define HONE_TUNER_CONFIG_PLUGINS_H

#include "engine/plugin/library.h"
#include "tuner/config/config.h"

/* Adds a library, as it is now, to the contents by the name `file`; adds only its line to a
 * text. */
void plugins_keep(const struct library *library, int generation, const char *file,
                  struct config_contents *out);
void plugins_add_line(const struct library *library, int generation, struct text *out);

/* Whether the last line of what was kept is this library's. */
bool plugins_same(const struct library *library, const char *kept);

/* The remark that it is not the run's last library, without an end of line. */
void plugins_remark(const struct library *library, const char *kept, struct text *out);

/* Reads a line and moves past it; false at the end or at any other line. */
bool plugins_next_line(const char **kept, uint64_t *checksum, int *generation);

#endif
