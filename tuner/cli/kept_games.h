/*
 * kept_games: shows the games with external engines that a database keeps.
 */
#ifndef HONE_TUNER_CLI_KEPT_GAMES_H
#define HONE_TUNER_CLI_KEPT_GAMES_H

#include "tuner/cli/showgame.h"
#include "tuner/store/games.h"
#include "tuner/store/runs.h"

/* The database, if it is one of games and not of runs; else NULL. */
struct store *kept_games_open(const char *path);

/* Prints the game with that number (NULL: the list of games, or the records of all). 0, or -1 and
 * why. */
int kept_games_show(struct store *store, const char *number, const struct showgame *how,
                    struct error *error);

#endif
