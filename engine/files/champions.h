/*
 * champions: the weights that are shipped for a game, which runs of hone have made, for whoever
 * plays and is not told with which. They lie in results/champions of the sources or, where hone was
 * installed, of share/hone, beside the configs that name them, and are found from where the program
 * is. The environment's HONE_CHAMPIONS names another folder; an empty one is none.
 */
#ifndef HONE_ENGINE_FILES_CHAMPIONS_H
#define HONE_ENGINE_FILES_CHAMPIONS_H

#include "engine/game/game.h"

/* Appends the path of the weights for a game. False: there are none, or they are not found. */
bool champions_find(const struct game *game, struct text *out);
/* The same of others, for variants of the game that those do not know. */
bool champions_find_spare(const struct game *game, struct text *out);

#endif
