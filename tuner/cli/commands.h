/*
 * commands: the entry points of `hone COMMAND`. Each takes its own arguments (argv[0] is the
 * command's name) and returns the exit status: 0, 1 for a failure, 2 for misuse or bad input.
 */
#ifndef HONE_TUNER_CLI_COMMANDS_H
#define HONE_TUNER_CLI_COMMANDS_H

#include "engine/base/help_page.h"
#include "engine/base/program.h"

extern const char hone_about[];
extern const struct help_pages hone_pages;
extern const struct command hone_commands[];

int command_tune(int argc, char **argv);
int command_fit(int argc, char **argv);
int command_finish(int argc, char **argv);
int command_data(int argc, char **argv);
int command_ask(int argc, char **argv);
int command_tell(int argc, char **argv);
int command_serve_study(int argc, char **argv);
int command_check(int argc, char **argv);
int command_status(int argc, char **argv);
int command_watch(int argc, char **argv);
int command_list(int argc, char **argv);
int command_report(int argc, char **argv);
int command_export(int argc, char **argv);
int command_import(int argc, char **argv);
int command_match(int argc, char **argv);
int command_elo(int argc, char **argv);
int command_tournament(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_doctor(int argc, char **argv);
int command_merge(int argc, char **argv);
int command_compare_optimizers(int argc, char **argv);
int command_weights(int argc, char **argv);
int command_games(int argc, char **argv);
int command_plugin(int argc, char **argv);
int command_ablate(int argc, char **argv);

#endif
