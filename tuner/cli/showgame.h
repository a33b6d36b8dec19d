/*
 * showgame: prints games on stdout, for people and as records for programs.
 */
#ifndef HONE_TUNER_CLI_SHOWGAME_H
#define HONE_TUNER_CLI_SHOWGAME_H

#include "engine/files/records.h"
#include "tuner/store/games.h"
#include "tuner/store/runs.h"

/* How games are to be shown. */
struct showgame {
    bool boards; /* after every move */
    bool format; /* as records of this format instead */
    enum records_format records;
};

/* Move by move from an opening, with its line and the last position's. */
void showgame_moves(const struct game *game, const struct state *opening, const move_t *moves,
                    int count, bool boards);
void showgame_record(enum records_format format, const struct game_record *record);

/* ---- games that a database keeps ---- */

/* Shows the games with external engines that a database keeps. */

/* The database, if it is one of games and not of runs; else NULL. */
struct store *kept_games_open(const char *path);

/* Prints the game with that number (NULL: the list of games, or the records of all). 0, or -1 and
 * why. */
int kept_games_show(struct store *store, const char *number, const struct showgame *how,
                    struct error *error);

#endif
