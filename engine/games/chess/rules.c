/* The game of chess: how it ends, and its table of functions. */
#include "engine/games/chess/rules.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/games/chess/exchange.h"
#include "engine/games/chess/notation.h"

/* ---- ends ---------------------------------------------------------------------------------- */

/* Neither side can mate by any play: kings, and one knight or bishops on squares of one colour. */
static bool chess_is_dead(const struct chess_position *position) {
    const uint64_t dark = 0xaa55aa55aa55aa55u, *kinds = position->kinds;
    if (kinds[PAWN] | kinds[ROOK] | kinds[QUEEN]) return false;
    if (kinds[KNIGHT]) return __builtin_popcountll(kinds[KNIGHT] | kinds[BISHOP]) == 1;
    return !(kinds[BISHOP] & dark) || !(kinds[BISHOP] & ~dark);
}

/* What follows from position and history. A mate is one although the fifty moves are full. */
static void chess_settle(struct chess_state *state) {
    const struct chess_position *position = &state->position;
    bool stuck = !chess_has_move(position);
    state->repeated =
        (uint8_t)history_find(state->history, position->reversible, position->key).count;
    state->winner = stuck && chess_in_check(position) ? (int8_t)!position->side : -1;
    state->over = stuck || state->repeated >= 2 || position->reversible >= CHESS_REVERSIBLE_MAX ||
                  state->plies >= CHESS_PLIES_MAX || chess_is_dead(position);
}

/* ---- play ---------------------------------------------------------------------------------- */

int chess_moves(const struct game *game, const void *state_, move_t *out) {
    const struct chess_state *state = state_;
    (void)game;
    return state->over ? 0 : chess_position_moves(&state->position, out);
}

void chess_play(const struct game *game, void *state_, move_t move) {
    struct chess_state *state = state_;
    (void)game;
    state->history[state->position.reversible] = state->position.key;
    chess_make(&state->position, move);
    state->plies++;
    chess_settle(state);
}

/* A side with nothing but its king and pawns may be better off without moving. */
bool chess_pass_turn(const struct game *game, void *state_) {
    struct chess_state *state = state_;
    struct chess_position *position = &state->position;
    uint64_t weak = position->kinds[PAWN] | position->kinds[KING];
    (void)game;
    if (!(position->sides[position->side] & ~weak) || chess_in_check(position)) return false;
    chess_make_pass(position);
    memset(state->history, 0, sizeof state->history); /* no repetition across it */
    state->plies++;
    chess_settle(state);
    return !state->over;
}

/* What a capture or promotion promises: most valuable victim, least valuable attacker. */
static int chess_promise_of(const struct chess_position *position, int from, int to,
                            int promotion) {
    int victim = position->board[to] / 2, attacker = position->board[from] / 2;
    bool en_passant = attacker == PAWN && to == position->en_passant;
    int gain = en_passant ? chess_worth[PAWN] : chess_worth[victim];
    return 16 * (gain + (promotion ? chess_worth[promotion] : 0)) - attacker;
}

/* Where a move is noisy: captures, and pawns that become queens. */
static uint64_t chess_noisy_squares(const struct chess_position *position, int from) {
    uint64_t enemies = position->sides[!position->side];
    if (position->board[from] / 2 != PAWN) return enemies;
    if (position->en_passant != CHESS_NO_SQUARE) enemies |= chess_bit(position->en_passant);
    return enemies | CHESS_LAST_RANKS;
}

/* The greatest promise first; among equals in the order of squares. Captures that lose are not
 * worth a search. */
int chess_noisy(const struct game *game, const void *state, move_t *out) {
    const struct chess_position *position = &((const struct chess_state *)state)->position;
    struct chess_legal legal;
    int promises[CHESS_MOVES_MAX], count = 0;
    if (chess_over(game, state)) return 0;
    chess_legal_init(position, &legal);
    for (uint64_t left = chess_movers(position, &legal); left; left &= left - 1) {
        int from = __builtin_ctzll(left);
        uint64_t targets =
            chess_targets(position, &legal, from) & chess_noisy_squares(position, from);
        for (; targets; targets &= targets - 1) {
            int to = __builtin_ctzll(targets);
            if (position->board[to] != CHESS_EMPTY && !chess_capture_holds(position, from, to))
                continue;
            bool last = position->board[from] / 2 == PAWN && chess_bit(to) & CHESS_LAST_RANKS;
            int promotion = last ? QUEEN : 0;
            game_insert(out, promises, count++, chess_move(from, to, promotion),
                        chess_promise_of(position, from, to, promotion));
        }
    }
    return count;
}

static uint64_t chess_symmetric_hash(const struct game *game, const void *state) {
    (void)game;
    return chess_hash(state);
}

static int chess_turn_left(const void *state) {
    (void)state;
    return 1;
}

/* ---- text ---------------------------------------------------------------------------------- */

static int chess_at(const void *state, int point) {
    return ((const struct chess_state *)state)->position.board[piece_point(&chess_board, point)];
}

static int chess_stone(const void *state, int point) {
    int piece = chess_at(state, point);
    return piece == CHESS_EMPTY ? -1 : piece % 2;
}

static char chess_piece(const void *state, int point) {
    return chess_board.letters[chess_at(state, point)]; /* an empty one has the end of the text */
}

static void chess_coordinates_write(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    (void)game;
    chess_coordinates_format(move, out);
}

static int chess_coordinates_read(const struct game *game, const char *text, move_t *out) {
    (void)game;
    return chess_coordinates_parse(text, out);
}

static void chess_move_name(const struct game *game, const void *state, move_t move,
                            char out[MOVE_TEXT_MAX]) {
    (void)game;
    chess_san_format(&((const struct chess_state *)state)->position, move, out);
}

static int chess_move_read(const struct game *game, const void *state, const char *text,
                           move_t *out) {
    (void)game;
    return chess_move_parse(&((const struct chess_state *)state)->position, text, out);
}

static void chess_print(const struct game *game, const void *state, const move_t *marked, int count,
                        struct text *out) {
    bool marks[CHESS_SQUARES] = {false};
    (void)game;
    for (int i = 0; i < count; i++)
        marks[chess_from(marked[i])] = marks[chess_to(marked[i])] = true;
    piece_board_print(&chess_board, ((const struct chess_state *)state)->position.board, marks,
                      out);
}

static void chess_position_format(const struct game *game, const void *state, struct text *out) {
    (void)game;
    chess_fen_format(&((const struct chess_state *)state)->position, out);
}

static int chess_position_parse(const struct game *game, const char *text, void *out,
                                struct error *error) {
    struct chess_state *state = out;
    int number;
    (void)game;
    memset(state, 0, sizeof *state);
    if (chess_fen_parse(text, &state->position, &number, error) != 0) return -1;
    int plies = 2 * (number - 1) + state->position.side;
    /* A game that was longer elsewhere has some plies to go. */
    state->plies = (uint16_t)min_int(plies, CHESS_PLIES_MAX / 2);
    chess_settle(state);
    return 0;
}

static void chess_start(const struct game *game, void *state) {
    struct error error;
    if (chess_position_parse(game, CHESS_START, state, &error) != 0) die("%s", error.text);
}

/* ---- the game ------------------------------------------------------------------------------ */

/* Whether no draw can come within `depth` plies: each captures one piece at most, and a threefold
 * repetition takes at least eight reversible plies. */
static bool chess_is_far_from_draws(const struct chess_state *state, int depth) {
    const uint64_t *kinds = state->position.kinds;
    int enough = __builtin_popcountll(kinds[PAWN] | kinds[ROOK] | kinds[QUEEN]);
    return !state->over && enough > depth && state->position.reversible + depth < 8 &&
           state->plies + depth < CHESS_PLIES_MAX;
}

static uint64_t chess_perft(const struct game *game, const void *state_, int depth) {
    const struct chess_state *state = state_;
    return chess_is_far_from_draws(state, depth) ? chess_position_perft(&state->position, depth)
                                                 : game_perft(game, state, depth);
}

static const struct game chess = {
    .name = "chess",
    .doc = "chess, with Chess960's castling in positions that have it",
    .sides = {"White", "Black"},
    .state_size = sizeof(struct chess_state),
    .bare_size = offsetof(struct chess_state, history),
    .plies_max = CHESS_PLIES_MAX,
    .columns = 8,
    .rows = 8,
    .symmetries = 1,
    .pass = MOVE_NONE,
    .first_turn = 1,
    .turn = 1,
    .fen = true,
    .alike = (1 << 12) - 1, /* from and to */
    .stone = chess_stone,
    .turn_left = chess_turn_left,
    .plies_left = chess_plies_left,
    .start = chess_start,
    .side = chess_side,
    .over = chess_over,
    .margin = chess_margin,
    .moves = chess_moves,
    .play = chess_play,
    .perft = chess_perft,
    .hash = chess_hash,
    .symmetric_hash = chess_symmetric_hash,
    .opening_moves = chess_moves,
    .move_format = chess_coordinates_write,
    .move_parse = chess_coordinates_read,
    .print = chess_print,
    .position_format = chess_position_format,
    .position_parse = chess_position_parse,
    .piece = chess_piece,
    .move_name = chess_move_name,
    .move_read = chess_move_read,
    .repeats = chess_repeats,
    .in_check = chess_is_in_check,
    .noisy = chess_noisy,
    .pass_turn = chess_pass_turn,
};

const struct game *chess_game(void) {
    chess_attacks_fill();
    chess_keys_fill();
    return &chess;
}
