/*
 * data: positions with their labels, to read and to write, for exchange with other programs. The
 * beginning of a file tells its format:
 *
 * - CSV: a line "position,label,part", then one for each: the game's position line, the margin to
 *   predict for the side to move, "training" or "held-out". Read back all alike, also with quotes
 * around fields (RFC 4180).
 * - Binary, of games with placement: "hone-data 1\n", the game's name and "\n", the number of
 *   records as a line of digits; then records of the same size (Reversi: 23 bytes): the points of
 *   the board from the top left, four to a byte and the first in its lowest two bits, 0 empty, 1 of
 *   the side to move, 2 of the other; a byte with the side to move, a byte with the plies left in
 *   its turn, a byte that is 1 if it is held out, else 0; the label as IEEE 754 single, lowest byte
 *   first.
 * - WTHOR: games of the French federation's base (.wtb; Reversi): each position of a game is
 *   labelled with the result that the file gives. Games with moves that end with another result are
 *   counted.
 * - GGF: games of Reversi (.ggf, or a file that begins as GGF does) that were played to their end,
 *   labelled with it; others are left out. RE, where it is a number alone, must agree with the
 * board, or be the difference in discs.
 * - OBF: positions of Reversi with scores of moves ("A2:+38;"), labelled with the best; what
 *   follows a % is a comment.
 * - EPD and FEN, of games of FEN: a position a line with a result: after the operation c9, else in
 *   brackets, else behind the last bar, else behind the position. It is 1-0, 1/2-1/2 or 0-1, or a
 * number from 0 to 1: the points that side 0, or the side to move, may expect. Positions where the
 * game is over are left out. Labels are -1 to 1.
 * - PGN, of games of FEN (.pgn, or what begins with a tag): the quiet positions of games with a
 *   result, which is their label.
 *
 * Other games are taken whole: their forced passes are no examples. No label is beyond what a game
 * can end with from there.
 */
#ifndef HONE_TUNER_FIT_DATA_H
#define HONE_TUNER_FIT_DATA_H

#include "tuner/fit/examples.h"

/* What was read from a file. */
struct data_yield {
    int64_t positions, games; /* games: 0 where a file has positions alone */
    int64_t unfinished;       /* games besides, which are left out */
    int64_t contradicted; /* of the games: their moves end with another result than the file's */
    int64_t over;         /* positions besides, which are left out: the game is over there … */
    int64_t noisy;        /* … and: they are not quiet (engine/search/quiesce.h) */
    bool results;         /* labels are results, -1 to 1, and not margins */
};

/* A file and the name that messages use. */
struct data_file {
    const char *name; /* for messages; its ending tells GGF, OBF and WTHOR apart */
    const char *path; /* where it is */
    bool mover;       /* numbers of EPD are for the side to move, else for side 0 */
};

/* Appends a file's examples of that game, at least one; its checksum (bytes_checksum) goes to
 * `checksum`. 0, or -1 and "NAME: what was wrong"; `out` may have grown then. */
int data_read(const struct data_file *file, struct examples *out, struct data_yield *yield,
              uint64_t *checksum, struct error *error);
/* The same from bytes. */
int data_parse(const struct data_file *file, const struct text *bytes, struct examples *out,
               struct data_yield *yield, struct error *error);
/* Appends "g.ggf: 95 games, 5680 positions; 5 games left out: not played to their end" as a line.
 */
void data_describe(const char *name, const struct data_yield *yield, struct text *out);

/* How many positions a file of that size may have, by its name: more than there are. */
double data_positions_expected(const struct data_file *file, double bytes);

enum data_format { DATA_CSV, DATA_BINARY, DATA_EPD };

/* 0, or -1 and why: binary records have room for what stands on points alone, and EPD is of games
 * of FEN. */
int data_format_check(enum data_format format, const struct game *game, struct error *error);
/* The head of a file of `count` examples. */
void data_print_head(enum data_format format, const struct game *game, int64_t count,
                     struct text *out);
/* Appends one example; labels of searches are clipped to possible results. EPD has the result for
 * side 0 after c9: 1-0, 1/2-1/2, 0-1, or a number where the label is between these; it does not say
 * what is held out. */
void data_print(enum data_format format, const struct examples *examples, int64_t i, bool held_out,
                struct text *out);

#endif
