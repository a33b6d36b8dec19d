/*
 * commands: the entry points of `hone-engine COMMAND`. Each takes its own arguments (argv[0] is the
 * command's name) and returns the exit status: 0, 1 for a failure, 2 for misuse or bad input.
 */
#ifndef HONE_ENGINE_CLI_COMMANDS_H
#define HONE_ENGINE_CLI_COMMANDS_H

#include "engine/base/program.h"

extern const char engine_about[];
extern const struct command engine_commands[];

int command_play(int argc, char **argv);
int command_selfplay(int argc, char **argv);
int command_analyze(int argc, char **argv);
int command_perft(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_prove(int argc, char **argv);
int command_tree(int argc, char **argv);
int command_solve(int argc, char **argv);
int command_book(int argc, char **argv);
int command_protocol(int argc, char **argv);

#endif
