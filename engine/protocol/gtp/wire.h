/*
 * gtp_wire: the words of GTP, the Go Text Protocol, version 2 (Farnebäck 2002), for every game. A
 * move of `play` and `genmove` is one ply; where a game has passes, `pass` is one too. Rows are
 * numbered as the game does it; columns are letters without i, as Go players write them, unless the
 * game's programs use it (Hex).
 */
#ifndef HONE_ENGINE_PROTOCOL_GTP_WIRE_H
#define HONE_ENGINE_PROTOCOL_GTP_WIRE_H

#include "engine/game/game.h"

#define GTP_VERSION "protocol_version"
#define GTP_BOARDSIZE "boardsize" /* of a square board */
#define GTP_CLEAR "clear_board"
#define GTP_PLAY "play"
#define GTP_GENMOVE "genmove"
/* Main time, seconds of a period, moves in it; before a move, the seconds and moves left. */
#define GTP_TIME_SETTINGS "time_settings"
#define GTP_TIME_LEFT "time_left"
#define GTP_QUIT "quit"
#define GTP_INTERRUPT "# interrupt" /* GoGui's, whole: move at once */
#define GTP_RESIGN "resign"         /* instead of a move */

/* What an answer begins with. */
enum { GTP_TAKEN = '=', GTP_REFUSED = '?' };

const char *gtp_colour(int side);
/* "b", "Black": the side, -1 if it is none. */
int gtp_colour_parse(const char *word);

/* Whether columns are named without i. */
bool gtp_skips_i(const struct game *game);
void gtp_vertex_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]);
/* Reads a move at the beginning of `text`: the characters used, 0 when there is none. */
int gtp_vertex_parse(const struct game *game, const char *text, move_t *out);

extern const struct protocol protocol_gtp; /* serve.c */

#endif
