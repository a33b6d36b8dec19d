/*
 * reversi: see engine/games.h.
 */
#ifndef HONE_ENGINE_REVERSI_H
#define HONE_ENGINE_REVERSI_H

#include "engine/games.h"

extern const struct game_family reversi_family;

#endif
