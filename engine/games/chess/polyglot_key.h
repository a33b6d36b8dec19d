/*
 * polyglot_key: the key and the moves of chess positions in Polyglot's opening books
 * (http://hgm.nubati.net/book_format.html, Letouzey and Muller). The key is the exclusive or of
 * random numbers that belong to the format: of each piece on its square, of each castling right, of
 * the file of a pawn that may be captured en passant, and of White to move.
 */
#ifndef HONE_ENGINE_GAMES_CHESS_POLYGLOT_KEY_H
#define HONE_ENGINE_GAMES_CHESS_POLYGLOT_KEY_H

#include "engine/games/chess/position.h"

/* En passant counts where the capture is legal. The format counts it where a pawn stands beside,
 * pinned or not. */
uint64_t chess_polyglot_key(const struct chess_position *position);

/* The move that a number of a book is, which need not be legal: it has castling as the king's move
 * to its rook's square. */
move_t chess_polyglot_move(const struct chess_position *position, unsigned number);

#endif
