/*
 * game: the table of functions and facts by which a game is searched, refereed, tuned and tested.
 *
 * A state is plain bytes, copied with memcpy, at most GAME_STATE_MAX of them. Moves are 16-bit
 * numbers. Where moves are placements, a move below the number of points is that point, and one
 * from there on is none: a pass, a swap. Games without placement number their moves as they like.
 * The side to move need not alternate: Connect6 places two stones a turn, each a ply of its own,
 * and Reversi passes (a pass is a move, the only legal one of its position). Side 0 begins.
 *
 * Limits: two players, no chance, no hidden information, GAME_MOVES_MAX moves in a position,
 * GAME_PLIES_MAX plies in a game, |margin| <= 1000.
 *
 * Two states are equal when their hashes are. Equal states have the same side to move, legal moves,
 * symmetric hash, position line and, at the end, margin; their bytes may differ.
 * tests/engine/games/test_games.c requires that of every game.
 *
 * Games are made by engine/games/games.c and live as long as the process. All functions are pure
 * but for the state they are given, so any number of threads may use one game.
 */
#ifndef HONE_ENGINE_GAME_GAME_H
#define HONE_ENGINE_GAME_GAME_H

#include "engine/base/base.h"
#include "engine/base/rng.h"

typedef uint16_t move_t;

#define MOVE_NONE ((move_t)UINT16_MAX)

enum {
    GAME_STATE_MAX = 2560,
    GAME_MOVES_MAX = 400, /* legal moves of one position */
    GAME_PLIES_MAX = 1000,
    GAME_POINTS_MAX = 400, /* of a board */
    GAME_ALIKE_MAX = 1 << 13,
    MOVE_TEXT_MAX = 16,
};

/* Room for any game's state. */
struct state {
    _Alignas(64) unsigned char bytes[GAME_STATE_MAX];
};

struct expert;
struct game;

/* The value of a repetition for the side to move. */
enum game_repeat { REPEAT_NONE, REPEAT_DRAW, REPEAT_WIN, REPEAT_LOSS };

/* How collections of problems write a game's positions, if not one to a line. */
struct game_problem {
    int lines; /* of a position, blank ones apart */
    int (*parse)(const struct game *game, const char *text, void *state, struct error *error);
    /* The answer: a best move, and the margin that it leads to for its side. */
    void (*answer)(const struct game *game, const void *state, move_t move, int margin,
                   struct text *out);
};

struct game {
    char name[32];        /* "reversi", "connect6", "connect(5,4,4,1,1)" */
    const char *doc;      /* one line */
    const char *sides[2]; /* "Black", "White" */
    size_t state_size;
    size_t bare_size; /* a state's bytes before its history; zeros in the history: not known. 0:
                         there is no history */
    int plies_max;    /* no game is longer; at most GAME_PLIES_MAX */

    /* The board, for protocols, records and clocks. */
    int columns, rows;  /* point = row * columns + column, from the top left */
    bool rows_from_top; /* the top row has number 1; else the bottom row */
    uint8_t symmetries; /* of the board that the rules respect: bit i for number i of game_image,
                         * bit 0 always */
    bool hexagons;  /* a point touches six others: each row is drawn half a point to the right of
                     * the one above it */
    bool costly;    /* an evaluation is slow, so the default number of nodes is smaller */
    bool placement; /* a move that is a point puts a stone of its side on that empty point, and only
                       a swap empties points; else moves are the game's own */
    move_t pass;    /* MOVE_NONE: the game has no pass */
    int first_turn, turn; /* plies of the game's first turn, and of every other */
    int in_a_row;         /* only that number of stones in a line wins; 0: another aim */
    bool exact;           /* … and a longer line does not */
    const char
        *counted;   /* by margins: "disc"; NULL: they are one more than plies_left at the end */
    int sgf_game;   /* GM of SGF: 4 (Gomoku and Renju) has points as two letters, any other as
                     * they are named here; 0: not on its list */
    bool gtp_has_i; /* GTP names columns as here; else without i, as Go players do */
    const char *ggf_name; /* GM of GGF, which has a fixed list; NULL: not on it */
    /* The name of the same game on another board, and with `exact` or not; NULL: there is but one.
     */
    void (*resize)(const struct game *game, int columns, int rows, bool exact, char name[32]);
    /* The side that has a stone or disc on a point, -1: the point is empty. */
    int (*stone)(const void *state, int point);
    bool fen; /* its position lines are FEN, without the fields that count moves */
    /* Of an unfinished position: plies left in this turn, and at most in the game, without passes
     * and swaps: if each ply places a stone, the empty points. */
    int (*turn_left)(const void *state);
    int (*plies_left)(const void *state);

    void (*start)(const struct game *game, void *state);
    int (*side)(const void *state);
    bool (*over)(const struct game *game, const void *state);
    /* Of a finished game, for side 0: 0 a draw, else positive for a win; a larger magnitude is a
     * better win (Reversi: final disc difference; Connect: 1 + empty points). |margin| <= 1000. */
    int (*margin)(const struct game *game, const void *state);
    /* All legal moves in ascending order of move number; their count, 0 only when over. */
    int (*moves)(const struct game *game, const void *state, move_t *out);
    /* `move` must be legal. */
    void (*play)(const struct game *game, void *state, move_t move);
    /* Leaves below `state`: every path of `depth` plies, and every game that is finished before,
     * but in games of FEN, where published counts leave these out. May be game_perft; a game's own
     * is only faster. */
    uint64_t (*perft)(const struct game *game, const void *state, int depth);

    /* Depends on everything that decides legal play from here: cells, side, phase. */
    uint64_t (*hash)(const void *state);
    /* The same for all positions that a symmetry of the board maps onto each other; the
     * hash itself for a game without symmetry. */
    uint64_t (*symmetric_hash)(const struct game *game, const void *state);
    /* The moves from which a random opening ply is drawn (all legal; Connect: near the centre). */
    int (*opening_moves)(const struct game *game, const void *state, move_t *out);

    /* The usual notation of a move: "f5", "pass", "j10". */
    void (*move_format)(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]);
    /* Reads one move at the beginning of `text` (upper or lower case; Connect also reads the
     * two letters of the SAU platform, "JJ", in capitals: other words are not to be stones). The
     * characters used, 0 when there is no move. The move need not be legal. */
    int (*move_parse)(const struct game *game, const char *text, move_t *out);
    /* The board for people, several lines with coordinates; the points of some moves are marked by
     * brackets around them. */
    void (*print)(const struct game *game, const void *state, const move_t *marked, int count,
                  struct text *out);
    /* The position on one line, which position_parse reads back to an equal state: with placement
     * the points, X of side 0, O of side 1, "." or "-" empty; a blank; X or O to move; then
     * turn_left, if in_a_row. Without placement a line of the game's own. */
    void (*position_format)(const struct game *game, const void *state, struct text *out);
    int (*position_parse)(const struct game *game, const char *text, void *state,
                          struct error *error);

    /* ---- optional; NULL: this game has none ---- */

    /* The letter of the piece on a point, '\0': there is none. NULL: all are stones. */
    char (*piece)(const void *state, int point);
    /* The name of a legal move where that depends on the position, as SAN does. It is read by
     * game_move_read; files and protocols use move_format. NULL: there is no other name. */
    void (*move_name)(const struct game *game, const void *state, move_t move,
                      char out[MOVE_TEXT_MAX]);
    /* Reads a legal move at the beginning of `text` in all usual notations; as game_move_read.
     * NULL: by its names alone. */
    int (*move_read)(const struct game *game, const void *state, const char *text, move_t *out);
    /* A legal move in the notation of the game's own country, of at most MOVE_TEXT_MAX bytes;
     * game_move_read reads it. NULL: there is no such name. */
    void (*move_native)(const struct game *game, const void *state, move_t move,
                        char out[MOVE_TEXT_MAX]);
    /* For games with repetitions: the value of one, from the history that the state keeps (the
     * plies played and earlier positions). The history is neither in the hashes nor in the position
     * line. A repetition need not end the game. */
    enum game_repeat (*repeats)(const void *state);
    /* Whether the side to move is threatened with an immediate loss, as by a check. */
    bool (*in_check)(const void *state);
    /* The legal moves after which the static eval may be far off (captures, promotions), the
     * likeliest to be good first; their count. Every line of them ends. */
    int (*noisy)(const struct game *game, const void *state, move_t *out);
    /* The bits of a move, all below GAME_ALIKE_MAX, that index the history heuristic: from-point
     * and to-point, say. 0: the lowest nine. */
    move_t alike;
    /* Passes the turn although the rules do not allow it. False if passing may be better than any
     * move, as in check or in zugzwang, or the game would end; the state is lost then. */
    bool (*pass_turn)(const struct game *game, void *state);

    const struct game_problem *problem; /* NULL: a position a line */

    /* Exact knowledge of positions beyond the rules, engine/game/expert.h; NULL: none. */
    const struct expert *expert;

    const void *rules; /* the game's own constants (board size, geometry) */
};

/* Whether a move is in a list. */
static inline bool game_lists(const move_t *list, int count, int move) {
    for (int i = 0; i < count; i++)
        if (list[i] == move) return true;
    return false;
}

/* Inserts a move into a list of `count`, sorted by promise, the greatest first; after its
 * equals. */
static inline void game_insert(move_t *list, int *promises, int count, move_t move, int promise) {
    int at = count;
    for (; at > 0 && promises[at - 1] < promise; at--)
        promises[at] = promises[at - 1], list[at] = list[at - 1];
    promises[at] = promise;
    list[at] = move;
}

/* Whether `move` is legal in `state`. */
bool game_legal(const struct game *game, const void *state, move_t move);
/* Whether the side to move can do nothing but pass. */
bool game_must_pass(const struct game *game, const void *state);
/* Whether every turn is one ply. */
bool game_has_single_turns(const struct game *game);

/* Whether no stone is on the board. */
bool game_board_is_empty(const struct game *game, const void *state);

/* The point that one of the board's symmetries maps a point to: bit 0 of its number mirrors left
 * and right, bit 1 top and bottom, bit 2 (square boards) the diagonal; number 0 changes nothing. */
int game_image(const struct game *game, int symmetry, int point);
/* The same for a move of an unfinished position; a move that is no point stays as it is. For number
 * 0 the game needs no board. */
move_t game_image_move(const struct game *game, int symmetry, move_t move);
void game_image_state(const struct game *game, int symmetry, const void *state, void *out);

/* Makes, of a game with placement, the position of a line's points, side to move and, if in_a_row,
 * plies left in its turn. 0, or -1 and why. */
int game_set_up(const struct game *game, const char *points, int side, int turn_left, void *state,
                struct error *error);
/* The name of a legal move in a position, as people write it. */
void game_move_name(const struct game *game, const void *state, move_t move,
                    char out[MOVE_TEXT_MAX]);
/* Reads one move at the beginning of `text`: such a name, or what move_parse reads, whichever is
 * longer. The characters used, 0 when there is no move. The move need not be legal. */
int game_move_read(const struct game *game, const void *state, const char *text, move_t *out);

/* The same board without what was before it, which counts in a game's repetitions and limits of
 * plies. Whether the game is over on it, too. */
bool game_board_alone(const struct game *game, const struct state *state, struct state *out);

/* Reads a position_format line or a list of moves from the start ("f5d6c3", "JJ JIKL"; ""
 * is the start). 0, or -1 and why, naming the offending move. */
int game_parse(const struct game *game, const char *text, void *state, struct error *error);

/* perft by the game's own moves/play/over: the oracle for a game's faster perft. */
uint64_t game_perft(const struct game *game, const void *state, int depth);

#endif
