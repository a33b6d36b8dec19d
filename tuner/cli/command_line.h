/*
 * command_line: what the command lines of several commands have in common: a config or a run with
 * settings, a sequential test, and the line that continues an ended command.
 */
#ifndef HONE_TUNER_CLI_COMMAND_LINE_H
#define HONE_TUNER_CLI_COMMAND_LINE_H

#include "engine/base/base.h"
#include "engine/base/options.h"
#include "tuner/config/config.h"
#include "tuner/statistics/sprt.h"

/* ---- a config or a run ---- */

/* The command line of the commands that take a config, or a run that was begun with one:
 * CONFIG|RUN [--set KEY=VALUE]… */

/* Such a command line. */
struct config_options {
    const char *source; /* CONFIG or RUN */
    bool is_run;        /* it is a run: its directory, or the run.db there */
    struct option_texts sets;
};

/* Reads the arguments of a command with `more` options (ended by {0}; NULL: none). OPTIONS_GO_ON,
 * or the exit status after the help or a message. */
int config_options_parse(const struct command_usage *usage, const struct option_spec *more,
                         int argc, char **argv, struct config_options *out);
/* Reads the config, of a run from its database; `more` settings, ended by NULL, override all (NULL:
 * none). OPTIONS_GO_ON: the caller frees the config; else the exit status after a message. */
int config_options_load(const struct command_usage *usage, const struct config_options *options,
                        const char *const *more, struct config *config);
/* Both, for commands with nothing in between. */
int config_options(const struct command_usage *usage, const struct option_spec *more, int argc,
                   char **argv, struct config *config);

/* ---- a weight file that is to be written ---- */

/* Refuses to overwrite a user's file without --force. 0, or -1 and why. */
int output_check(const char *path, bool force, struct error *error);

/* ---- a sequential test ---- */

/* The options of commands that make a sequential test, or judge given counts by one. */

/* Begins all zero. */
struct sprt_request {
    const char *bounds; /* "ELO0,ELO1"; NULL: no test is wanted */
    struct sprt sprt;   /* by sprt_request_settle */
};

/* The rows of a command's option table that fill a request; their count. */
int sprt_request_options(struct sprt_request *request, struct option_spec *out);
/* After the command line was read. OPTIONS_GO_ON, or the status to exit with after a message. */
int sprt_request_settle(const struct command_usage *usage, struct sprt_request *request);

/* ---- the command that continues an ended one ---- */

/* The command that continues an ended one, as a line for the user to paste. */

/* Adds the program with these words and ends the line. */
void go_on_add_command(int argc, char **argv, struct text *out);

/* The message on stderr when Ctrl-C has ended a command: its command line again. */
void go_on_print(int argc, char **argv);

#endif
