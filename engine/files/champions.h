/*
 * champions: the weights that are shipped for a game, made by runs of hone: the default where no
 * weights are named. They lie in results/champions of the sources or, where hone was installed, in
 * share/hone, beside the configs that name them, and are found from the program's own place. The
 * environment's HONE_CHAMPIONS names another folder; an empty one is none.
 */
#ifndef HONE_ENGINE_FILES_CHAMPIONS_H
#define HONE_ENGINE_FILES_CHAMPIONS_H

#include "engine/game/game.h"

/* Appends the path of the weights for a game. False: there are none, or they are not found. */
bool champions_find(const struct game *game, struct text *out);
/* The same for weights of variants of the game that those do not fit. */
bool champions_find_spare(const struct game *game, struct text *out);

/* Whether weights are shipped for the game, but are not there: then appends where they were looked
 * for. Not if the environment wants none. */
bool champions_miss(const struct game *game, struct text *out);

#endif
