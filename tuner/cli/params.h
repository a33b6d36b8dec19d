/*
 * params: which of an evaluator's parameters a run moves, as a table for people.
 */
#ifndef HONE_TUNER_CLI_PARAMS_H
#define HONE_TUNER_CLI_PARAMS_H

#include "tuner/config/config.h"
#include "tuner/report/listing.h"

/* The numbers of free, frozen and tied ones, then a line for each with its start and range. In a
 * long table neighbours that differ by their starts alone share a line, and only the first of very
 * many lines are shown. */
void params_print(const struct config *config, struct text *out);

/* A row for each parameter, whatever their number. */
void params_list(const struct config *config, struct listing *listing);

#endif
