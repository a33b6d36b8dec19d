/*
 * hone/plugin.h: your own evaluator, or your own game, as a shared library in one C file.
 *
 * The library exports one function, hone_plugin(), which gives a table; `hone plugin new` writes
 * an example that builds at once, and `hone plugin check` tests a library against all that is said
 * here. The interface only grows: a table ends with members that may be absent, and says by `size`
 * how much of it the library knows; what is missing reads as 0 or NULL.
 *
 * All functions are pure: the answer depends on the arguments alone, nothing is kept between calls,
 * and many threads call at once. Memory is the host's: a state is `state_size` plain bytes that are
 * copied freely, so it may not hold pointers. A function that can fail returns -1 and writes why,
 * terminated, into the host's buffer. Members that may be NULL say so, and what hone does then.
 */
#ifndef HONE_PLUGIN_H
#define HONE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A library works with a host of the same major number whose minor number is not smaller. */
#define HONE_ABI_MAJOR 1
#define HONE_ABI_MINOR 1

/* Legal moves of a position, in ascending order; a number's meaning is the game's own. */
typedef uint16_t hone_move;

enum {
    HONE_STATE_MAX = 2048, /* bytes of a state, aligned to 16 */
    HONE_MOVES_MAX = 400,  /* of a position, all below 65535 */
    HONE_PLIES_MAX = 400,  /* of a game */
    HONE_POINTS_MAX = 400, /* of a board */
    HONE_MARGIN_MAX = 1000,
    HONE_MOVE_TEXT_MAX = 12,      /* of a move's text, with the final 0 */
    HONE_POSITION_TEXT_MAX = 1024 /* of a position's text, with the final 0 */
};

/* A parameter's scale: steps are differences, or factors (then its lower bound is at least 1). */
enum { HONE_LINEAR, HONE_LOG };

/* An integer to be tuned. */
struct hone_param {
    const char *name; /* small letters, digits and '.'; unique, at most 23 */
    int32_t lower, upper, start;
    int32_t scale;   /* HONE_LINEAR or HONE_LOG */
    const char *doc; /* one line */
};

/* A term of a linear value: the weight's index, and how often it counts (perhaps negative). */
struct hone_term {
    int32_t weight, count;
};

/* Services of the host. They stay valid. */
struct hone_host {
    size_t size;
    uint16_t abi_major, abi_minor;
    /* A random number: the same for the same arguments, on every machine. For tables of keys. */
    uint64_t (*random)(uint64_t seed, uint64_t index);
    /* A line for the user, on stderr. */
    void (*log)(const char *line);
};

/*
 * A judgement of positions, made of weights. `position` is the state of the library's own game, or,
 * of a game that hone has, what hone/reversi.h, hone/connect.h, hone/hex.h, hone/lgame.h,
 * hone/piles.h (Nim and Grundy's game), hone/dobutsu.h, hone/chess.h or hone/xiangqi.h describes.
 */
struct hone_evaluator {
    size_t size;      /* sizeof(struct hone_evaluator) */
    const char *name; /* small letters, digits, '-'; at most 15 */
    const char *doc;  /* one line */
    /* "reversi", "connect" (gomoku and Connect6 too), "hex", "lgame", "nim", "grundy", "dobutsu",
     * "chess", "xiangqi"; NULL: the library's own game. */
    const char *game;
    int version; /* above 0; grows when the parameters' meaning changes */

    const struct hone_param *params;
    int param_count;

    /* Prepares the weights for play, once: `prepared_size` bytes, aligned to 16, plain and without
     * pointers, read-only afterwards. NULL: play uses the weights as they are. */
    size_t prepared_size;
    void (*prepare)(const int32_t *weights, void *prepared);

    /* The value of an unfinished position for `side` (0 or 1; not necessarily the side to move),
     * below 10^9 in magnitude for all weights within their bounds. NULL, with terms(): their sum by
     * the weights; then prepare() must leave these as they are. */
    int32_t (*evaluate)(const void *prepared, const void *position, int side);

    /* ---- optional ---- */

    /* Of a linear value: its terms, of which evaluate() is the sum of count * weights[weight]; at
     * most terms_max are written to `out`; their number. Regression and temporal differences need
     * it (`hone fit`). */
    int (*terms)(const void *position, int side, struct hone_term *out);
    int terms_max;

    /* evaluate() of all positions one move after another position, at once: `after` has `count` of
     * them, `stride` bytes apart, after moves[i]. Faster if they share work. */
    void (*evaluate_after)(const void *prepared, const void *before, const hone_move *moves,
                           const void *after, size_t stride, int count, int side, int32_t *values);
};

/* The rules of a game for two, without chance or hidden information. Side 0 begins; the side to
 * move need not alternate. */
struct hone_game {
    size_t size;          /* sizeof(struct hone_game) */
    const char *name;     /* small letters and digits; at most 31; not one of hone's own */
    const char *doc;      /* one line */
    const char *sides[2]; /* NULL: "X" and "O" */
    size_t state_size;
    int plies_max, moves_max; /* no game is longer; no position has more */

    void (*start)(void *state);     /* NULL: all bytes are 0 */
    int (*side)(const void *state); /* to move */
    int (*over)(const void *state); /* not 0: the game has ended */
    /* Of a finished game, for side 0: 0 a draw, above it a win, the larger the better. */
    int (*margin)(const void *state);
    /* The legal moves in ascending order; their count, 0 only when the game is over. */
    int (*moves)(const void *state, hone_move *out);
    void (*play)(void *state, hone_move move); /* a legal one */
    /* A hash of all that further play depends on: equal if and only if positions are equal. NULL:
     * of all bytes of the state, which must then have no gaps. */
    uint64_t (*key)(const void *state);

    /* Both NULL, with placement: a letter for the column and a number for the row. */
    void (*move_write)(hone_move move, char out[HONE_MOVE_TEXT_MAX]); /* no blanks */
    /* Reads a move at the beginning of `text`; the characters used, 0: there is none. It need not
     * be legal. */
    int (*move_read)(const char *text, hone_move *out);
    /* A position on one line. Of a board with `placement`: its points from the top left, row by
     * row, X of side 0, O of side 1, '.' empty; a blank; X or O to move. NULL, with placement: by
     * owner(). */
    void (*write)(const void *state, char out[HONE_POSITION_TEXT_MAX]);
    /* Reads such a line: 0, or -1 and why. NULL, with placement: by set_up(). */
    int (*read)(const char *text, void *state, char *why, size_t size);

    /* ---- optional ---- */

    int columns, rows; /* of a board: point = row * columns + column, from the top left */
    /* What is on a point, as a letter to print; '.': nothing. Needs a board. */
    int (*piece)(const void *state, int point);
    /* The side of what is on a point: 0 or 1, -1 neither. Needs a board. */
    int (*owner)(const void *state, int point);
    /* A move is the point that it puts a stone of its side on, where none was, and no point becomes
     * empty again: then hone draws boards, and reads and writes records in SGF. */
    int placement;
    /* Symmetries of a board with placement that the rules respect, bits: 2 mirrors left and right,
     * 4 top and bottom, 8 both; those with a turn of a square board by the diagonal 16, 32, 64,
     * 128. Positions that they map onto each other count as the same opening. */
    int symmetries;
    int rows_from_bottom; /* row 1 is printed as the lowest */
    hone_move pass;       /* the move that passes, the only one of its position; 0: there is none */
    /* What the margin counts: "point", "disc". NULL: with placement, it is one more than the points
     * left empty by the winner, and 0 in a draw; else "point". */
    const char *margin_unit;
    /* Plies of a turn and of the first one, 0: one; and those left to the side to move, which is
     * needed where a turn has several. */
    int turn, first_turn;
    int (*turn_left)(const void *state);

    /* ---- since version 1.1 ---- */

    /* For a board with placement, instead of read(): gets the side of each point's stone, or -1,
     * and the side to move. `state` is that of the start. 0, or -1 and why. */
    int (*set_up)(void *state, const int8_t *owners, int side, char *why, size_t size);
    /* The legal moves after which evaluate() may be far off, as captures and promotions, the
     * likeliest to be good first; their count. Leaves are searched on by them alone (quiescence),
     * so every line of them must end. */
    int (*noisy)(const void *state, hone_move *out);
    /* Whether the side to move is threatened with losing at once, and cannot win at once itself:
     * then all its moves are noisy. */
    int (*in_check)(const void *state);
    /* Passes the turn although the rules do not allow it (null move): 1, or 0 if passing may be
     * better than any move, as in check or in zugzwang, or the game would end; then the state is
     * lost. */
    int (*pass_turn)(void *state);
};

struct hone_plugin {
    uint16_t abi_major, abi_minor; /* HONE_ABI_MAJOR, HONE_ABI_MINOR */
    size_t size;                   /* sizeof(struct hone_plugin) */
    const char *name;              /* as messages call the library */
    const char *doc;
    const struct hone_game *game;                   /* NULL: none of its own */
    const struct hone_evaluator *const *evaluators; /* NULL ends the list */
};

/* What the library exports. Called once, before anything else; the table stays valid. NULL: the
 * library refuses, and has said why by host->log. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const struct hone_plugin *
hone_plugin(const struct hone_host *host);

/* The end of a library with one evaluator: its table and hone_plugin(). `game` may be NULL. */
#define HONE_PLUGIN(name, doc, game, evaluator)                                                    \
    static const struct hone_evaluator *const hone_evaluators[] = {evaluator, NULL};               \
    static const struct hone_plugin hone_table = {                                                 \
        HONE_ABI_MAJOR, HONE_ABI_MINOR, sizeof(struct hone_plugin), name, doc,                     \
        game,           hone_evaluators};                                                          \
    const struct hone_plugin *hone_plugin(const struct hone_host *host) {                          \
        (void)host;                                                                                \
        return &hone_table;                                                                        \
    }

#ifdef __cplusplus
}
#endif

#endif
