/*
 * gomocup_wire: the words of Gomocup, the protocol of piskvork (Laštovička),
 * https://plastovicka.github.io/protocl2en.htm, for games of one stone a turn. Points are "x,y"
 * from 0 and the top left; the manager names the board's size, and times in milliseconds.
 */
#ifndef HONE_ENGINE_PROTOCOL_GOMOCUP_WIRE_H
#define HONE_ENGINE_PROTOCOL_GOMOCUP_WIRE_H

#include "engine/game/game.h"

#define GOMOCUP_START "START" /* and the size of a square board */
#define GOMOCUP_RESTART "RESTART"
#define GOMOCUP_BEGIN "BEGIN"
#define GOMOCUP_TURN "TURN"   /* and the opponent's point */
#define GOMOCUP_BOARD "BOARD" /* then lines of a point and its side, and … */
#define GOMOCUP_DONE "DONE"
#define GOMOCUP_INFO "INFO" /* a key and a value: */
#define GOMOCUP_RULE "rule"
#define GOMOCUP_FREE_STYLE "0" /* the rule by which a longer line wins as well */
#define GOMOCUP_EXACT "1"      /* and by which it does not */
#define GOMOCUP_TURN_TIME "timeout_turn"
#define GOMOCUP_MATCH_TIME "timeout_match"
#define GOMOCUP_TIME_LEFT "time_left"
#define GOMOCUP_MEMORY "max_memory" /* in bytes */
#define GOMOCUP_END "END"
#define GOMOCUP_OK "OK"
#define GOMOCUP_ERROR "ERROR"
#define GOMOCUP_UNKNOWN "UNKNOWN"
#define GOMOCUP_SUGGEST "SUGGEST" /* and a point, instead of playing there */
#define GOMOCUP_PLAY "PLAY"       /* and the point to be played then */

enum { GOMOCUP_NO_LIMIT = 2147483647 };       /* of the time left for a game */
enum { GOMOCUP_MINE = 1, GOMOCUP_YOURS = 2 }; /* the side of a stone of BOARD, for the engine */

enum { GOMOCUP_POINT_TEXT = 16 };

bool gomocup_carries(const struct game *game);

void gomocup_point_format(const struct game *game, move_t point, char out[GOMOCUP_POINT_TEXT]);
/* Reads a point at the beginning of `text`: the characters used, 0 when there is none. A point
 * beyond the board is MOVE_NONE. */
int gomocup_point_parse(const struct game *game, const char *text, move_t *out);

extern const struct protocol protocol_gomocup; /* serve.c */

#endif
