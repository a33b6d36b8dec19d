/*
 * uci_wire: the words of UCI, the Universal Chess Interface (Kahlen and Meyer-Kahlen 2004), and of
 * UCCI, which is much the same for xiangqi (xqbase, "cchess_ucci" 3.0). Moves are a game's own
 * coordinates, with xiangqi's ranks as the dialect has them; positions are FEN.
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
#define UCI_ID_NAME "id name"
#define UCI_OPTION "option"
#define UCI_INFO "info"
#define UCI_BEST "bestmove"
#define UCI_NO_MOVE "(none)"
#define UCCI_HELLO "ucci"
#define UCCI_HELLO_DONE "ucciok"
#define UCCI_BAN "banmoves"
#define UCCI_NO_MOVE "nobestmove"
#define UCCI_BYE "bye"
#define UCCI_HASH "hashsize"
#define UCCI_MILLISECONDS "usemillisec"
#define UCCI_NEW_GAME "newgame"

/* Whether positions of the game are FEN. */
static inline bool uci_carries(const struct game *game) {
    return game->fen;
}

/* The option that names the game, for engines with several. */
#define UCI_VARIANT "UCI_Variant"
/* The option for castling as Chess960 has it: the king goes to its rook's square. */
#define UCI_CHESS960 "UCI_Chess960"

/* Ways to count the ranks of a board with ten: Pikafish, UCI-Cyclone and UCCI have 0 to 9; what
 * has UCI_Variant, as Fairy-Stockfish, 1 to 10. Boards with fewer have but one way. */
enum uci_dialect { UCI_RANKS_FROM_0, UCI_RANKS_FROM_1 };

void uci_move_format(const struct game *game, enum uci_dialect dialect, move_t move,
                     char out[MOVE_TEXT_MAX]);
/* Reads a move at the beginning of `text`, as the game's move_parse does. */
int uci_move_parse(const struct game *game, enum uci_dialect dialect, const char *text,
                   move_t *out);
/* The name of a legal move where all castling is the king's move to its rook's square. */
void uci_castling_format(const struct game *game, const void *state, move_t move,
                         char out[MOVE_TEXT_MAX]);
/* Whether a king or rook that may castle stands elsewhere than in ordinary chess. */
bool uci_needs_chess960(const struct game *game, const void *state);

extern const struct protocol protocol_uci, protocol_ucci; /* serve.c */

#endif
