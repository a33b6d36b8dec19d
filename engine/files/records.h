/*
 * records: games and positions as people and programs exchange them.
 *
 *     ggf    Reversi: (;GM[Othello]PB[..]PW[..]RE[+12.000]BO[8 <64 squares> *]B[F5]W[d6//1.2];)
 *     sgf    Connect: (;FF[4]EV[connect6]PB[..]PW[..];B[j10];W[j9l11]) as Little Golem writes it;
 *            games of one stone a turn as SGF wants it: GM[4], two letters a point, ;B[hh];W[ig]
 *     pgn    chess and xiangqi: [White "..."] [FEN "..."] 1. e4 {+0.35/12 0.52s} e5 2. Nf3 1-0
 *     pgn-zh xiangqi: the same with Chinese names of moves, 1. 炮二平五 马８进７; pgn reads both
 *     obf    every game: the line of each position, the start's first (Reversi's are OBF)
 *     moves  every game: "f5 d6 pass c3", after "[position]" if it is not the start
 *
 * GGF and SGF are read strictly where they matter: the game, its kind and its board's size must be
 * the asked ones, moves legal and of the side to move, and stones set up before the first move.
 * Elsewhere they are read tolerantly: unknown properties are skipped, of variations the first is
 * read, forced passes may be left out, a word such as "resign" for a move ends the game.
 */
#ifndef HONE_ENGINE_FILES_RECORDS_H
#define HONE_ENGINE_FILES_RECORDS_H

#include "engine/game/game.h"

enum records_format {
    RECORDS_GGF,
    RECORDS_SGF,
    RECORDS_PGN,
    RECORDS_PGN_NATIVE,
    RECORDS_OBF,
    RECORDS_MOVES
};

/* How a game came to its end. */
enum records_end {
    RECORDS_UNFINISHED, /* or not known */
    RECORDS_OVER,       /* by the rules */
    RECORDS_RESIGNED,
    RECORDS_TIMEOUT,
    RECORDS_FORFEITED,   /* an illegal move, a crash */
    RECORDS_ADJUDICATED, /* by a referee, before the rules would */
};

/* What a player thought of its move, where the format says so. */
struct record_eval {
    bool known, mate;
    int score; /* hundredths of a pawn for its side; of a mate, the moves to it, < 0: it is mated */
    int depth; /* 0: not said */
    double seconds; /* that the move took */
};

/* A game from any position. All texts are "" when unknown. */
struct game_record {
    const struct game *game;
    struct state start;
    int count;
    move_t moves[GAME_PLIES_MAX];
    struct record_eval evals[GAME_PLIES_MAX]; /* of pgn */
    char names[2][64];                        /* by side */
    char event[64], date[32];
    char result[32]; /* RE as a file has it; of pgn 1-0, 0-1, 1/2-1/2, * or "" */
    enum records_end end;
    int winner;        /* a side; -1: none, or not known */
    struct state last; /* after the moves */
    const char *at;    /* of pgn that cannot be read: where */
};

/* "ggf", "sgf", "pgn", "pgn-zh", "obf" or "moves". 0, or -1 and why. */
int records_format_parse(const char *name, enum records_format *out, struct error *error);

/* Whether games of that kind can be written so. 0, or -1 and why. */
int records_format_check(enum records_format format, const struct game *game, struct error *error);

/* A record without moves or names that begins in the position `start` (NULL: the game's own). */
void records_begin(struct game_record *record, const struct game *game, const void *start);

/* Adds a move, and before it a pass that the rules force; end and winner follow when it ends the
 * game. 0, or -1 and why it is not legal. */
int records_add(struct game_record *record, move_t move, struct error *error);

/* Appends the record and a line's end; of a game that records_format_check allows. */
void records_print(enum records_format format, const struct game_record *record, struct text *out);

/* Reads the first record of `*text`, of that game, and moves `*text` behind it and the blanks that
 * follow: repeat until **text is '\0'. Of obf a record is one line, a position without moves. 0,
 * or -1 and why, naming the move or property; `*text` then stays as it is. */
int records_parse(enum records_format format, const struct game *game, const char **text,
                  struct game_record *out, struct error *error);

/* Whether a text holds games in GGF, SGF (also with an archive's count before the first) or PGN,
 * and not lines. */
bool records_are_games(const char *text);
/* Whether it begins with a tag of PGN, [Name "value"]. */
bool records_are_pgn(const char *text);
/* Which of them a game has; records_format_check says whether it has any. */
enum records_format records_format_of_games(const struct game *game);

/* A move as GGF spells it, "F5" or "PA", which is what NBoard speaks. */
void records_ggf_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]);
/* Reads all of "F5" or "F5/eval/time"; false if it is no move. */
bool records_ggf_move_parse(const struct game *game, const char *text, move_t *out);

/* A position as a FEN of six fields, of a game that has them. The fifth, of the plies without
 * capture, is 0. */
void records_fen_format(const struct game *game, const void *state, struct text *out);

#endif
