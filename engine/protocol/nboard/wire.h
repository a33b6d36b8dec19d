/*
 * nboard_wire: the words of NBoard, the protocol of Welty's Othello board of that name, version 2.
 * Games are GGF and so are moves: "F5", "PA"; lines that answer no question comment on the
 * thinking.
 */
#ifndef HONE_ENGINE_PROTOCOL_NBOARD_WIRE_H
#define HONE_ENGINE_PROTOCOL_NBOARD_WIRE_H

#include "engine/files/records.h"

#define NBOARD_HELLO "nboard" /* and the version */
#define NBOARD_SET "set"
#define NBOARD_DEPTH "depth"
#define NBOARD_GAME "game"
#define NBOARD_MOVE "move"
#define NBOARD_GO "go"
#define NBOARD_CHOICE "===" /* and the move that answers `go` */
#define NBOARD_PING "ping"
#define NBOARD_PONG "pong" /* when everything before the ping is done */
#define NBOARD_QUIT "quit"

static inline bool nboard_carries(const struct game *game) {
    return records_format_check(RECORDS_GGF, game, NULL) == 0;
}

extern const struct protocol protocol_nboard; /* serve.c */

#endif
