/*
 * notation: positions of chess as FEN, and moves as coordinates or in SAN, the standard algebraic
 * notation. Of "The Portable Game Notation Specification" (Edwards 1994); castling rights of
 * Chess960 as X-FEN and Shredder-FEN write them.
 */
#ifndef HONE_ENGINE_GAMES_CHESS_NOTATION_H
#define HONE_ENGINE_GAMES_CHESS_NOTATION_H

#include "engine/games/chess/position.h"

#define CHESS_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* How the board is read and printed. */
extern const struct piece_board chess_board;

/* Reads a FEN of four to six fields. `number` is that of the next move, from 1. 0, or -1 and what
 * is wrong: then `out` is undefined. */
int chess_fen_parse(const char *text, struct chess_position *out, int *number, struct error *error);
/* The first four fields: what counts plies is history, and no part of a position. */
void chess_fen_format(const struct chess_position *position, struct text *out);

/* "e2e4", "e7e8q". */
void chess_coordinates_format(move_t move, char out[MOVE_TEXT_MAX]);
/* Reads them at the beginning of `text`. The characters used, 0: there is no move; it need not be
 * legal. */
int chess_coordinates_parse(const char *text, move_t *out);
/* "Nf3", "exd5", "O-O", "e8=Q+"; the move must be legal. */
void chess_san_format(const struct chess_position *position, move_t move, char out[MOVE_TEXT_MAX]);
/* Reads a legal move at the beginning of `text`, in either notation. The characters used; 0: there
 * is none, or more than one fits. */
int chess_move_parse(const struct chess_position *position, const char *text, move_t *out);

#endif
