/*
 * sprt_options: the options of commands that make a sequential test, or judge given counts by one.
 */
#ifndef HONE_TUNER_CLI_SPRT_OPTIONS_H
#define HONE_TUNER_CLI_SPRT_OPTIONS_H

#include "engine/base/options.h"
#include "tuner/statistics/sprt.h"

/* Begins all zero. */
struct sprt_request {
    const char *bounds; /* "ELO0,ELO1"; NULL: no test is wanted */
    struct sprt sprt;   /* by sprt_request_settle */
};

/* The rows of a command's option table that fill a request; their count. */
int sprt_request_options(struct sprt_request *request, struct option_spec *out);
/* After the command line was read. OPTIONS_GO_ON, or the status to exit with after a message. */
int sprt_request_settle(const struct command_usage *usage, struct sprt_request *request);

#endif
