/*
 * xboard_wire: the words of the Chess Engine Communication Protocol, version 2 (Mann and Muller,
 * "engine-intf"), and its names of games. Moves are a game's own coordinates: xiangqi's ranks count
 * from 0.
 */
#ifndef HONE_ENGINE_PROTOCOL_XBOARD_WIRE_H
#define HONE_ENGINE_PROTOCOL_XBOARD_WIRE_H

#include <string.h>

#include "engine/game/game.h"

#define XBOARD_HELLO "xboard"
#define XBOARD_PROTOCOL "protover"
#define XBOARD_VERSION XBOARD_PROTOCOL " 2"
#define XBOARD_FEATURE "feature"
#define XBOARD_ACCEPTED "accepted"
#define XBOARD_REJECTED "rejected"
#define XBOARD_NEW "new"
#define XBOARD_VARIANT "variant"
#define XBOARD_SET_BOARD "setboard"
#define XBOARD_FORCE "force"
#define XBOARD_GO "go"
#define XBOARD_MOVE_OF_USER "usermove"
#define XBOARD_MOVE "move"
#define XBOARD_ILLEGAL "Illegal move"
#define XBOARD_FAILED "Error"
#define XBOARD_RESIGN "resign"
#define XBOARD_EASY "easy"
#define XBOARD_POST "post"
#define XBOARD_TIME "time"
#define XBOARD_OTHER_TIME "otim"
#define XBOARD_LEVEL "level"
#define XBOARD_SECONDS "st"
#define XBOARD_DEPTH "sd"
#define XBOARD_MEMORY "memory"
#define XBOARD_OPTION "option"
#define XBOARD_PING "ping"
#define XBOARD_PONG "pong"
#define XBOARD_QUIT "quit"

/* Scores of mates are from it on, and the moves to them. */
enum { XBOARD_MATE = 100000 };

static inline bool xboard_carries(const struct game *game) {
    return game->fen;
}

/* Chess is "normal" there. */
static inline const char *xboard_variant(const struct game *game) {
    return strcmp(game->name, "chess") == 0 ? "normal" : game->name;
}

extern const struct protocol protocol_xboard; /* serve.c */

#endif
