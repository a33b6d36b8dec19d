/*
 * book: an opening book, a readable text file:
 *
 *     hone-book 1
 *     game   reversi
 *     source 200 games of self-play by …    (optional)
 *     # a comment
 *     -> d3 200
 *     d3 -> c3 150, c5 50
 *
 * Each line has the moves that lead to a position from the start, and the moves to play there with
 * their weights (1…1000000). A position stands for all its mirror images.
 */
#ifndef HONE_ENGINE_FILES_BOOK_H
#define HONE_ENGINE_FILES_BOOK_H

#include "engine/game/game.h"

struct book;

enum { BOOK_WEIGHT_MAX = 1000000 };

struct book *book_new(const struct game *game);
void book_free(struct book *book);
const struct game *book_game(const struct book *book);

/* Reads and checks a file. NULL and "FILE:LINE: what was wrong, what would be right". */
struct book *book_load(const char *path, struct error *error);
/* The same from text; `path` is for messages only. */
struct book *book_parse(const char *path, const char *text, struct error *error);

/* Makes a legal move worth `weight` more, or less if negative, in the unfinished position that
 * `count` moves lead to; a sum never exceeds BOOK_WEIGHT_MAX. Only moves of positive weight are
 * drawn and written. */
void book_add(struct book *book, const move_t *moves, int count, move_t move, int weight);

/* Draws a move of an unfinished position with the probability of its weight, equally among moves
 * that are mirror images. False, and no random number is used, if the book has none. */
bool book_draw(const struct book *book, const void *state, struct rng *rng, move_t *out);

/* Appends the whole file's content. `source` may be NULL. */
void book_print(const struct book *book, const char *source, struct text *out);

#endif
