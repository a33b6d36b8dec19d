/*
 * config_options: the command line of the commands that take a config, or a run that was begun with
 * one: CONFIG|RUN [--set KEY=VALUE]…
 */
#ifndef HONE_TUNER_CLI_CONFIG_OPTIONS_H
#define HONE_TUNER_CLI_CONFIG_OPTIONS_H

#include "engine/base/options.h"
#include "tuner/config/config.h"

/* Reads the arguments and the config, of a run (its directory, or the run.db there) from its
 * database. OPTIONS_GO_ON: the caller frees the config; else the exit
 * status, after the help or a message. */
int config_options(const struct command_usage *usage, int argc, char **argv, struct config *config);
/* The same for a command with an option more. */
int config_options_and(const struct command_usage *usage, struct option_spec more, int argc,
                       char **argv, struct config *config);

#endif
