/* commands: the commands of hone-engine, one a file. */
#ifndef HONE_ENGINE_CLI_COMMANDS_H
#define HONE_ENGINE_CLI_COMMANDS_H

#include "engine/cli/cli.h"

extern const struct command command_play, command_selfplay, command_analyze, command_perft,
    command_bench, command_solve, command_protocol, command_book;

#endif
