/* cmd: the commands of hone-engine, one a file. */
#ifndef HONE_ENGINE_CMD_H
#define HONE_ENGINE_CMD_H

#include "engine/cli.h"

extern const struct command cmd_play, cmd_selfplay, cmd_analyze, cmd_perft, cmd_bench;

#endif
