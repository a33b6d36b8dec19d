/*
 * connect: see engine/games.h.
 */
#ifndef HONE_ENGINE_CONNECT_H
#define HONE_ENGINE_CONNECT_H

#include "engine/games.h"

extern const struct game_family connect_family;

#endif
