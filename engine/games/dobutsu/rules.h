/*
 * dobutsu: Dobutsu shogi (Kitao 2008) on 3x4 points: lion, giraffe, elephant and chick on each
 * side, captured pieces are dropped again, and a chick that walks into the last row becomes a hen.
 * The side wins that leaves the other one without a legal move (a lion may not be left where it can
 * be taken), or whose lion reaches the last row. A position that comes the third time is a draw.
 *
 * Point a1 is at the top left, as in SFEN; Black, side 0, begins at the bottom. A move is
 * 12 * from + to, where from is a point or, of a drop, 12 plus the kind of the piece.
 *
 * A state is the board, which moves and values are found from, and its history: the plies played
 * and the positions that were there before. The history is not in the hash.
 */
#ifndef HONE_ENGINE_GAMES_DOBUTSU_RULES_H
#define HONE_ENGINE_GAMES_DOBUTSU_RULES_H

#include "engine/game/family.h"

enum dobutsu_kind {
    DOBUTSU_CHICK,
    DOBUTSU_ELEPHANT,
    DOBUTSU_GIRAFFE,
    DOBUTSU_IN_HAND, /* kinds that can be: those below */
    DOBUTSU_HEN = DOBUTSU_IN_HAND,
    DOBUTSU_LION,
    DOBUTSU_KINDS
};

enum {
    DOBUTSU_COLUMNS = 3,
    DOBUTSU_ROWS = 4,
    DOBUTSU_POINTS = DOBUTSU_COLUMNS * DOBUTSU_ROWS,
    DOBUTSU_PLIES_MAX = 256,               /* then it is a draw */
    DOBUTSU_MOVES_MAX = 8 + 6 * 8 + 3 * 8, /* the lion's, six pieces', drops of three kinds */
    DOBUTSU_REPEATED_MAX = 2,              /* a position that was there so often ends the game */
};

struct dobutsu_board {
    uint16_t pieces[2][DOBUTSU_KINDS]; /* by side: a bit for each point */
    uint8_t hands[2][DOBUTSU_IN_HAND];
    uint8_t side; /* to move */
};

struct dobutsu_state {
    struct dobutsu_board board;
    int8_t winner;         /* -1: none */
    uint8_t over;          /* … or a draw */
    uint8_t repeated;      /* how often the position was there before */
    uint16_t plies, known; /* plies played; those before `known` are not in the history */
    uint64_t hash;
    uint64_t history[DOBUTSU_PLIES_MAX]; /* by ply: the hash of the position before it */
};

/* The points that a piece of a kind and a side goes to. */
extern uint16_t dobutsu_steps[2][DOBUTSU_KINDS][DOBUTSU_POINTS];

/* All points of a side's pieces; those of them that attack a point. */
uint16_t dobutsu_pieces(const struct dobutsu_board *board, int side);
uint16_t dobutsu_attackers(const struct dobutsu_board *board, int side, int point);
/* The points of a side's last row, which its lion wants to reach. */
uint16_t dobutsu_goal(int side);

/* The kind of a side's piece on a point, DOBUTSU_KINDS: there is none. */
int dobutsu_kind_at(const struct dobutsu_board *board, int side, int point);

int dobutsu_board_moves(const struct dobutsu_board *board, move_t *out);
/* Whether there is a legal move. */
bool dobutsu_can_move(const struct dobutsu_board *board);
void dobutsu_board_play(struct dobutsu_board *board, move_t move);
/* Whether the move that led to a position has won. */
bool dobutsu_is_won(const struct dobutsu_board *board);

int dobutsu_moves(const struct game *game, const void *state, move_t *out);
void dobutsu_play(const struct game *game, void *state, move_t move);
int dobutsu_noisy(const struct game *game, const void *state, move_t *out);
bool dobutsu_in_check(const void *state);
bool dobutsu_pass_turn(const struct game *game, void *state);

static inline int dobutsu_side(const void *state) {
    return ((const struct dobutsu_state *)state)->board.side;
}
static inline bool dobutsu_over(const struct game *game, const void *state) {
    (void)game;
    return ((const struct dobutsu_state *)state)->over;
}
static inline int dobutsu_plies_left(const void *state) {
    return DOBUTSU_PLIES_MAX - ((const struct dobutsu_state *)state)->plies;
}
static inline int dobutsu_margin(const struct game *game, const void *state_) {
    const struct dobutsu_state *state = state_;
    (void)game;
    if (state->winner < 0) return 0;
    return state->winner == 0 ? 1 + dobutsu_plies_left(state) : -1 - dobutsu_plies_left(state);
}
static inline uint64_t dobutsu_hash(const void *state) {
    return ((const struct dobutsu_state *)state)->hash;
}
static inline enum game_repeat dobutsu_repeats(const void *state) {
    return ((const struct dobutsu_state *)state)->repeated > 0 ? REPEAT_DRAW : REPEAT_NONE;
}

/* notation.c */
void dobutsu_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]);
int dobutsu_move_parse(const struct game *game, const char *text, move_t *out);
void dobutsu_move_name(const struct game *game, const void *state, move_t move,
                       char out[MOVE_TEXT_MAX]);
char dobutsu_piece(const void *state, int point);
void dobutsu_print(const struct game *game, const void *state, const move_t *marked, int count,
                   struct text *out);
void dobutsu_position_format(const struct game *game, const void *state, struct text *out);
int dobutsu_position_parse(const struct game *game, const char *text, void *state,
                           struct error *error);

/* The position of a board after `plies` unknown ones. */
void dobutsu_set_up(const struct dobutsu_board *board, int plies, struct dobutsu_state *out);

const struct game *dobutsu_game(void);
extern const struct game_family dobutsu_family;
extern const struct evaluator_family dobutsu_material_family;

#endif
