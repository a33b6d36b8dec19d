/*
 * config_options: the command line of the commands that take a config: CONFIG [--set KEY=VALUE]…
 */
#ifndef HONE_TUNER_CONFIG_OPTIONS_H
#define HONE_TUNER_CONFIG_OPTIONS_H

#include "tuner/config.h"
#include "tuner/options.h"

/* Reads the arguments and the config. OPTIONS_GO_ON: the caller frees the config; else the exit
 * status, after the help or a message. */
int config_options(const struct command_usage *usage, int argc, char **argv, struct config *config);

#endif
