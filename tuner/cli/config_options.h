/*
 * config_options: the command line of the commands that take a config, or a run that was begun with
 * one: CONFIG|RUN [--set KEY=VALUE]…
 */
#ifndef HONE_TUNER_CLI_CONFIG_OPTIONS_H
#define HONE_TUNER_CLI_CONFIG_OPTIONS_H

#include "engine/base/options.h"
#include "tuner/config/config.h"

/* What such a command line says. */
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

#endif
