/*
 * collection: openings that a user gives, as files. A file holds games in GGF or SGF, which begin
 * with "(" or with an archive's count, "1 (", or in PGN, which begin with a tag; other text may
 * come first in a file whose name says its format. Or it holds an opening a line:
 *
 *     f5d6c3, j10 i9 k8        moves from the start
 *     1. e4 e5 2. Nf3          of chess, also with their numbers
 *     [position] f5 d6         moves from that position
 *     rnbq…KBNR w KQkq - bm e4; a position of chess or xiangqi as FEN or EPD
 *     ---------…OX…--- X;      a position, as OBF or position_format write it
 *     8,-3, 6,-4, 5,-4         offsets from the centre, across and downwards, as Gomocup's files
 *                              have them (x = offset + width / 2)
 *
 * or a book of Polyglot ("….bin", chess), whose lines are taken up to COLLECTION_BOOK_PLIES plies.
 * Empty lines and those that begin with # or % are skipped. An opening and its images under the
 * board's symmetries are one. Openings of moves are turned only so that the start stays the start.
 */
#ifndef HONE_TUNER_OPENINGS_COLLECTION_H
#define HONE_TUNER_OPENINGS_COLLECTION_H

#include "engine/game/game.h"

struct collected {
    void *start;   /* a position that was set up; NULL: the game's own start. Owned */
    int plies;     /* from there */
    move_t *moves; /* owned */
    uint64_t hash; /* symmetric; not 0 */
    int points;    /* side 0's among judges, by openings.c; -1: not judged */
};

struct collection {
    const struct game *game;
    int count;
    struct collected *list; /* owned */
    int repeated, over;     /* left out: images of others; positions in which the game has ended */
};

/* Without openings. collection_free in any case. */
struct collection *collection_new(const struct game *game);
void collection_free(struct collection *collection);

enum { COLLECTION_BOOK_PLIES = 16 };

/* Adds a file of openings to `out`, a book as lines of moves; messages call it `name`. 0, or -1 and
 * why not. */
int collection_file_read(const struct game *game, const char *path, const char *name,
                         struct text *out, struct error *error);
/* Adds the openings of a file's text; of games and lines of moves the first `plies_max` moves, 0:
 * all of them. 0, or -1 and "PATH:LINE: why". */
int collection_add(struct collection *collection, const char *path, const char *text, int plies_max,
                   struct error *error);
/* After all files are added: drops repeated openings, and sorts the others into an order that
 * depends on their positions alone. */
void collection_settle(struct collection *collection);

/* Of the settled openings, as they stand in the files. */
uint64_t collection_checksum(const struct collection *collection);

/* The symmetries that an opening may be turned by; their count, at least 1 and the identity first.
 */
int collection_symmetries(const struct collection *collection, int index, int out[8]);
/* The position after an opening's moves, turned. */
void collection_position(const struct collection *collection, int index, int symmetry,
                         struct state *out);
/* The moves to it from the game's start; moves[GAME_PLIES_MAX]. Their count, or -1: it was set
 * up. */
int collection_line(const struct collection *collection, int index, int symmetry, move_t *moves);

#endif
