/*
 * config_options: the command line of the commands that take a config: CONFIG [--set KEY=VALUE]…
 */
#ifndef HONE_TUNER_CLI_CONFIG_OPTIONS_H
#define HONE_TUNER_CLI_CONFIG_OPTIONS_H

#include "engine/base/options.h"
#include "tuner/config/config.h"

/* Reads the arguments and the config. OPTIONS_GO_ON: the caller frees the config; else the exit
 * status, after the help or a message. */
int config_options(const struct command_usage *usage, int argc, char **argv, struct config *config);

#endif
