/*
 * uci_wire: the words of UCI, the Universal Chess Interface (Kahlen and Meyer-Kahlen 2004), and of
 * games besides chess over it. Moves are a game's own coordinates; positions are FEN.
 *
 * Xiangqi over UCI counts ranks from 0, as Pikafish and UCI-Cyclone do; Fairy-Stockfish counts them
 * from 1.
 */
#ifndef HONE_ENGINE_PROTOCOL_UCI_WIRE_H
#define HONE_ENGINE_PROTOCOL_UCI_WIRE_H

#include "engine/game/game.h"

#define UCI_HELLO "uci"
#define UCI_HELLO_DONE "uciok"
#define UCI_PING "isready"
#define UCI_PONG "readyok"
#define UCI_NEW_GAME "ucinewgame"
#define UCI_SET "setoption"
#define UCI_POSITION "position"
#define UCI_GO "go"
#define UCI_STOP "stop"
#define UCI_PONDER_HIT "ponderhit"
#define UCI_QUIT "quit"
#define UCI_BEST "bestmove"
#define UCI_NO_MOVE "(none)"

/* Whether positions of the game are FEN. */
static inline bool uci_carries(const struct game *game) {
    return game->fen;
}

extern const struct protocol protocol_uci; /* serve.c */

#endif
