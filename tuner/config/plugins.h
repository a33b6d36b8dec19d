/*
 * plugins: what a run stores of the libraries that it is played with, since only the same ones can
 * repeat it: of each a line "checksum generation" for the library that it began with, and one for
 * each that was adopted later, from that generation on.
 */
#ifndef HONE_TUNER_CONFIG_PLUGINS_H
#define HONE_TUNER_CONFIG_PLUGINS_H

#include "engine/plugin/library.h"
#include "tuner/config/config.h"

/* Adds a library, as it is now, to what is kept by the name `file`, or a line to a text of such. */
void plugins_keep(const struct library *library, int generation, const char *file,
                  struct config_contents *out);
void plugins_add_line(const struct library *library, int generation, struct text *out);

/* Whether what was kept says last that it was this one. */
bool plugins_same(const struct library *library, const char *kept);

/* For the user, without an end of line: it is another library than the run's last one. */
void plugins_remark(const struct library *library, const char *kept, struct text *out);

/* Reads a line and goes behind it; false at the end, or at what is no such line. */
bool plugins_next_line(const char **kept, uint64_t *checksum, int *generation);

#endif
