/*
 * limit: how far the user's engine searches for a move, and the second limit at which the champion
 * is measured: values that were tuned at one limit need not hold at another.
 */
#ifndef HONE_TUNER_CONFIG_LIMIT_H
#define HONE_TUNER_CONFIG_LIMIT_H

#include "tuner/config/reader.h"

/* As options of the line that names an engine: ";nodes=20000". */
void limit_print(const struct config_limit *limit, struct text *out);
/* "20000 nodes"; "" if its command sets it. */
void limit_describe(const struct config_limit *limit, struct text *out);

/* Reads verify.also, which changes the run's own limit. 0, or -1 and the message. */
int limit_read_also(const struct config_reader *reader, struct config_limit *out);
/* Fills in the pairs of the stage. All else must be settled. */
void limit_settle(struct config *config);

#endif
