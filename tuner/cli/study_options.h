/*
 * study_options: what the commands of studies share: the study that a command line names, its
 * config or its directory, and lines of input.
 */
#ifndef HONE_TUNER_CLI_STUDY_OPTIONS_H
#define HONE_TUNER_CLI_STUDY_OPTIONS_H

#include "engine/base/options.h"
#include "tuner/study/study.h"

enum { STUDY_LEASE = 3600 /* seconds that a question is out, by default */ };

/* Opens the study. OPTIONS_GO_ON: study_options_close in the end; else the exit status after a
 * message. */
int study_options_open(const struct command_usage *usage, const char *place, struct config *config,
                       struct study *study);
void study_options_close(struct config *config, struct study *study);

/* The rows of an option table that fill in a request. */
struct option_spec study_option_again(struct study_request *request);
struct option_spec study_option_lease(struct study_request *request);

/* The next line of a stream without its end, which the caller frees; NULL: there is none. */
char *study_read_line(void);
/* Whether a line is neither blank nor a comment. */
bool study_line_counts(const char *line);

#endif
