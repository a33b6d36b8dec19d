/* The game of xiangqi: how it ends, and its table of functions. */
#include "engine/games/xiangqi/rules.h"
#include "engine/games/xiangqi/chinese.h"

#include <stdio.h>
#include <string.h>

/* ---- repetition ---------------------------------------------------------------------------- */

/* Whether all moves since then that led to positions of one side to move gave check. */
static bool xiangqi_checks_always(const struct xiangqi_state *state, int since, bool mover) {
    int from = mover ? since + 2 : since + 1; /* the side to move in check, or the other one */
    for (int at = from; at <= state->position.reversible; at += 2)
        if (!state->checks[at]) return false;
    return true;
}

static enum game_repeat xiangqi_judge_repetition(const struct xiangqi_state *state, int since) {
    bool victim = xiangqi_checks_always(state, since, true),
         culprit = xiangqi_checks_always(state, since, false);
    return victim == culprit ? REPEAT_DRAW : victim ? REPEAT_WIN : REPEAT_LOSS;
}

/* ---- ends ---------------------------------------------------------------------------------- */

static bool xiangqi_is_dead(const struct xiangqi_position *position) {
    const struct points *kinds = position->kinds;
    return !points_any(points_or(points_or(kinds[XIANGQI_ROOK], kinds[XIANGQI_HORSE]),
                                 points_or(kinds[XIANGQI_CANNON], kinds[XIANGQI_PAWN])));
}

static int xiangqi_winner_of(const struct xiangqi_state *state, bool stuck) {
    int side = state->position.side;
    if (stuck) return !side;
    if (state->repeated < 2 || state->repeat == REPEAT_DRAW) return -1;
    return state->repeat == REPEAT_WIN ? side : !side;
}

/* What follows from position and history. */
static void xiangqi_settle(struct xiangqi_state *state) {
    const struct xiangqi_position *position = &state->position;
    bool stuck = !xiangqi_has_move(position);
    struct history_found found = history_find(state->history, position->reversible, position->key);
    state->check = state->checks[position->reversible] = xiangqi_in_check(position);
    state->repeated = (uint8_t)found.count;
    state->repeat = REPEAT_NONE;
    if (found.count > 0) state->repeat = (uint8_t)xiangqi_judge_repetition(state, found.first);
    state->winner = (int8_t)xiangqi_winner_of(state, stuck);
    state->over = stuck || state->repeated >= 2 || position->reversible >= XIANGQI_REVERSIBLE_MAX ||
                  state->plies >= XIANGQI_PLIES_MAX || xiangqi_is_dead(position);
}

/* ---- play ---------------------------------------------------------------------------------- */

int xiangqi_moves(const struct game *game, const void *state_, move_t *out) {
    const struct xiangqi_state *state = state_;
    (void)game;
    return state->over ? 0 : xiangqi_position_moves(&state->position, out);
}

void xiangqi_play(const struct game *game, void *state_, move_t move) {
    struct xiangqi_state *state = state_;
    (void)game;
    state->history[state->position.reversible] = state->position.key;
    xiangqi_make(&state->position, move);
    state->plies++;
    xiangqi_settle(state);
}

/* A side that has only pieces of the defence and pawns may be better off without moving. */
bool xiangqi_pass(const struct game *game, void *state_) {
    struct xiangqi_state *state = state_;
    struct xiangqi_position *position = &state->position;
    const struct points *kinds = position->kinds;
    struct points strong =
        points_or(points_or(kinds[XIANGQI_ROOK], kinds[XIANGQI_HORSE]), kinds[XIANGQI_CANNON]);
    (void)game;
    if (!points_meet(strong, position->sides[position->side]) || xiangqi_is_in_check(state))
        return false;
    xiangqi_pass_turn(position);
    position->reversible++;
    memset(state->history, 0, sizeof state->history); /* no repetition across it */
    state->plies++;
    xiangqi_settle(state);
    return !state->over;
}

/* What a capture promises: most valuable victim, least valuable attacker. */
static int xiangqi_promise_of(const struct xiangqi_position *position, int from, int to) {
    return 16 * xiangqi_worth[position->board[to] / 2] - xiangqi_worth[position->board[from] / 2];
}

/* Captures that do not lose, the greatest promise first; among equals in the order of points. */
int xiangqi_noisy(const struct game *game, const void *state, move_t *out) {
    const struct xiangqi_position *position = &((const struct xiangqi_state *)state)->position;
    struct points left = position->sides[position->side];
    struct xiangqi_legal legal;
    int promises[XIANGQI_MOVES_MAX], count = 0;
    if (xiangqi_over(game, state)) return 0;
    xiangqi_legal_init(position, &legal);
    while (points_any(left)) {
        int from = points_take(&left);
        struct points targets =
            xiangqi_targets_among(position, &legal, from, position->sides[!position->side]);
        while (points_any(targets)) {
            int to = points_take(&targets);
            if (!xiangqi_capture_holds(position, from, to)) continue;
            game_insert(out, promises, count++, xiangqi_move(from, to),
                        xiangqi_promise_of(position, from, to));
        }
    }
    return count;
}

static uint64_t xiangqi_mirrored_key(const struct xiangqi_position *position) {
    struct xiangqi_position mirrored;
    xiangqi_clear(&mirrored);
    for (int point = 0; point < XIANGQI_POINTS; point++) {
        int piece = position->board[point], file = point_file(point);
        if (piece != XIANGQI_EMPTY)
            xiangqi_put(&mirrored, point - file + XIANGQI_FILES - 1 - file, piece / 2, piece % 2);
    }
    if (position->side == XIANGQI_BLACK) xiangqi_pass_turn(&mirrored);
    return mirrored.key;
}

static uint64_t xiangqi_symmetric_hash(const struct game *game, const void *state) {
    uint64_t key = xiangqi_hash(state);
    uint64_t other = xiangqi_mirrored_key(&((const struct xiangqi_state *)state)->position);
    (void)game;
    return other < key ? other : key;
}

static int xiangqi_turn_left(const void *state) {
    (void)state;
    return 1;
}

/* Whether no draw can come within `depth` plies, as in chess. */
static bool xiangqi_is_far_from_draws(const struct xiangqi_state *state, int depth) {
    const struct points *kinds = state->position.kinds;
    int enough = points_count(points_or(points_or(kinds[XIANGQI_ROOK], kinds[XIANGQI_HORSE]),
                                        points_or(kinds[XIANGQI_CANNON], kinds[XIANGQI_PAWN])));
    return !state->over && enough > depth && state->position.reversible + depth < 8 &&
           state->plies + depth < XIANGQI_PLIES_MAX;
}

static uint64_t xiangqi_perft(const struct game *game, const void *state_, int depth) {
    const struct xiangqi_state *state = state_;
    return xiangqi_is_far_from_draws(state, depth) ? xiangqi_position_perft(&state->position, depth)
                                                   : game_perft(game, state, depth);
}

/* ---- text ---------------------------------------------------------------------------------- */

static int xiangqi_at(const void *state, int point) {
    return ((const struct xiangqi_state *)state)
        ->position.board[piece_point(&xiangqi_board, point)];
}

static int xiangqi_stone(const void *state, int point) {
    int piece = xiangqi_at(state, point);
    return piece == XIANGQI_EMPTY ? -1 : piece % 2;
}

static char xiangqi_piece(const void *state, int point) {
    return xiangqi_board
        .letters[xiangqi_at(state, point)]; /* an empty one has the end of the text */
}

static void xiangqi_move_native(const struct game *game, const void *state, move_t move,
                                char out[MOVE_TEXT_MAX]) {
    (void)game;
    xiangqi_chinese_format(&((const struct xiangqi_state *)state)->position, move, out);
}

static int xiangqi_move_read(const struct game *game, const void *state, const char *text,
                             move_t *out) {
    (void)game;
    return xiangqi_chinese_parse(&((const struct xiangqi_state *)state)->position, text, out);
}

static void xiangqi_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    (void)game;
    xiangqi_iccs_format(move, out);
}

static int xiangqi_move_parse(const struct game *game, const char *text, move_t *out) {
    (void)game;
    return xiangqi_iccs_parse(text, out);
}

static void xiangqi_print(const struct game *game, const void *state, const move_t *marked,
                          int count, struct text *out) {
    bool marks[XIANGQI_POINTS] = {false};
    (void)game;
    for (int i = 0; i < count; i++)
        marks[xiangqi_from(marked[i])] = marks[xiangqi_to(marked[i])] = true;
    piece_board_print(&xiangqi_board, ((const struct xiangqi_state *)state)->position.board, marks,
                      out);
}

static void xiangqi_position_format(const struct game *game, const void *state, struct text *out) {
    (void)game;
    xiangqi_fen_format(&((const struct xiangqi_state *)state)->position, out);
}

static int xiangqi_position_parse(const struct game *game, const char *text, void *out,
                                  struct error *error) {
    struct xiangqi_state *state = out;
    int number;
    (void)game;
    memset(state, 0, sizeof *state);
    if (xiangqi_fen_parse(text, &state->position, &number, error) != 0) return -1;
    int plies = 2 * (number - 1) + state->position.side;
    /* A game that was longer elsewhere has some plies to go. */
    state->plies = (uint16_t)min_int(plies, XIANGQI_PLIES_MAX / 2);
    xiangqi_settle(state);
    return 0;
}

static void xiangqi_start(const struct game *game, void *state) {
    struct error error;
    if (xiangqi_position_parse(game, XIANGQI_START, state, &error) != 0) die("%s", error.text);
}

/* ---- the game ------------------------------------------------------------------------------ */

static const struct game xiangqi = {
    .name = "xiangqi",
    .doc = "xiangqi, Chinese chess",
    .sides = {"Red", "Black"},
    .state_size = sizeof(struct xiangqi_state),
    .bare_size = offsetof(struct xiangqi_state, history),
    .plies_max = XIANGQI_PLIES_MAX,
    .columns = XIANGQI_FILES,
    .rows = XIANGQI_RANKS,
    .symmetries = 1,
    .pass = MOVE_NONE,
    .first_turn = 1,
    .turn = 1,
    .fen = true,
    .alike = (1 << 13) - 1, /* all */
    .stone = xiangqi_stone,
    .turn_left = xiangqi_turn_left,
    .plies_left = xiangqi_plies_left,
    .start = xiangqi_start,
    .side = xiangqi_side,
    .over = xiangqi_over,
    .margin = xiangqi_margin,
    .moves = xiangqi_moves,
    .play = xiangqi_play,
    .perft = xiangqi_perft,
    .hash = xiangqi_hash,
    .symmetric_hash = xiangqi_symmetric_hash,
    .opening_moves = xiangqi_moves,
    .move_format = xiangqi_move_format,
    .move_native = xiangqi_move_native,
    .move_read = xiangqi_move_read,
    .move_parse = xiangqi_move_parse,
    .print = xiangqi_print,
    .position_format = xiangqi_position_format,
    .position_parse = xiangqi_position_parse,
    .piece = xiangqi_piece,
    .repeats = xiangqi_repeats,
    .in_check = xiangqi_is_in_check,
    .noisy = xiangqi_noisy,
    .pass_turn = xiangqi_pass,
};

const struct game *xiangqi_game(void) {
    xiangqi_board_fill();
    xiangqi_keys_fill();
    return &xiangqi;
}
