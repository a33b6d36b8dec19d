/*
 * sau_wire: the words of SAU, the platform of the Chinese Computer Games contests, for Connect6 and
 * its like: turns of two stones, one in the first. A stone is two capitals, column and row from the
 * top left, and a turn is `move JIKL`, the first one `move JJ@@`.
 */
#ifndef HONE_ENGINE_PROTOCOL_SAU_WIRE_H
#define HONE_ENGINE_PROTOCOL_SAU_WIRE_H

#include "engine/game/game.h"

#define SAU_ASK_NAME "name?"
#define SAU_NAME "name"
#define SAU_NEW "new" /* and the engine's colour */
#define SAU_BLACK "black"
#define SAU_WHITE "white"
#define SAU_MOVE "move" /* and a turn, of either side */
#define SAU_ERROR "error"
#define SAU_END "end"
#define SAU_QUIT "quit"

enum { SAU_STONES = 2, SAU_STONE_TEXT = 2, SAU_TURN_TEXT = SAU_STONES * SAU_STONE_TEXT };

bool sau_carries(const struct game *game);

void sau_turn_format(const struct game *game, const move_t *stones, int count,
                     char out[SAU_TURN_TEXT + 1]);
/* Reads a turn at the beginning of `text`, "JIKL", "JJ@@" or "JJ": its stones, 0 when it is
 * none. */
int sau_turn_parse(const struct game *game, const char *text, move_t out[SAU_STONES]);

extern const struct protocol protocol_sau; /* serve.c */

#endif
