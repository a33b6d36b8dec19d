/* The game of xiangqi: what ends it, and what it shows of itself. */
#include "engine/games/xiangqi/rules.h"

#include <stdio.h>
#include <string.h>

/* ---- repetition ---------------------------------------------------------------------------- */

/* How often the position was there before, with the same side to move; where it was last. */
static int count_repeated(const struct xiangqi_state *state, int *last) {
    int count = 0;
    for (int at = state->position.reversible - 4; at >= 0; at -= 2) {
        if (state->history[at] != state->position.key) continue;
        if (count++ == 0) *last = at;
    }
    return count;
}

/* Whether all moves since then that led to positions of one side to move gave check. */
static bool checks_always(const struct xiangqi_state *state, int since, bool mover) {
    int from = mover ? since + 2 : since + 1; /* the side to move in check, or the other one */
    for (int at = from; at <= state->position.reversible; at += 2)
        if (!state->checks[at]) return false;
    return true;
}

static enum game_repeat judge_repetition(const struct xiangqi_state *state, int since) {
    bool victim = checks_always(state, since, true), culprit = checks_always(state, since, false);
    return victim == culprit ? REPEAT_DRAW : victim ? REPEAT_WIN : REPEAT_LOSS;
}

/* ---- ends ---------------------------------------------------------------------------------- */

static bool is_dead(const struct xiangqi_position *position) {
    const struct points *kinds = position->kinds;
    return !points_any(points_or(points_or(kinds[XIANGQI_ROOK], kinds[XIANGQI_HORSE]),
                                 points_or(kinds[XIANGQI_CANNON], kinds[XIANGQI_PAWN])));
}

/* Since the first of three occurrences: the last ones may differ from those before. */
static int first_of(const struct xiangqi_state *state, int last) {
    int first = last;
    for (int at = last - 2; at >= 0; at -= 2)
        if (state->history[at] == state->position.key) first = at;
    return first;
}

static int winner_of(const struct xiangqi_state *state, bool stuck) {
    int side = state->position.side;
    if (stuck) return !side;
    if (state->repeated < 2 || state->repeat == REPEAT_DRAW) return -1;
    return state->repeat == REPEAT_WIN ? side : !side;
}

/* What follows from position and history. */
static void settle(struct xiangqi_state *state) {
    const struct xiangqi_position *position = &state->position;
    bool stuck = !xiangqi_has_move(position);
    int last = 0;
    state->checks[position->reversible] = xiangqi_in_check(position);
    state->repeated = (uint8_t)count_repeated(state, &last);
    state->repeat = REPEAT_NONE;
    if (state->repeated > 0)
        state->repeat =
            (uint8_t)judge_repetition(state, state->repeated > 1 ? first_of(state, last) : last);
    state->winner = (int8_t)winner_of(state, stuck);
    state->over = stuck || state->repeated >= 2 || position->reversible >= XIANGQI_REVERSIBLE_MAX ||
                  state->plies >= XIANGQI_PLIES_MAX || is_dead(position);
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
    settle(state);
}

/* A side that has only pieces of the defence and pawns may be better off without moving. */
bool xiangqi_pass(const struct game *game, void *state_) {
    struct xiangqi_state *state = state_;
    struct xiangqi_position *position = &state->position;
    const struct points *kinds = position->kinds;
    struct points strong =
        points_or(points_or(kinds[XIANGQI_ROOK], kinds[XIANGQI_HORSE]), kinds[XIANGQI_CANNON]);
    (void)game;
    if (!points_meet(strong, position->sides[position->side]) || xiangqi_is_in_check(state) ||
        position->reversible + 1 >= XIANGQI_REVERSIBLE_MAX || state->plies + 1 >= XIANGQI_PLIES_MAX)
        return false;
    xiangqi_pass_turn(position);
    position->reversible++;
    memset(state->history, 0, sizeof state->history); /* no repetition across it */
    state->plies++;
    settle(state);
    return !state->over;
}

/* What a capture promises: most valuable victim, least valuable attacker. */
static int promise_of(const struct xiangqi_position *position, int from, int to) {
    static const int worth[XIANGQI_KINDS] = {0, 2, 2, 4, 9, 4, 1};
    return 16 * worth[position->board[to] / 2] - worth[position->board[from] / 2];
}

/* Captures, the greatest promise first; among equals in the order of points. */
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
            game_insert(out, promises, count++, xiangqi_move(from, to),
                        promise_of(position, from, to));
        }
    }
    return count;
}

static uint64_t mirrored_key(const struct xiangqi_position *position) {
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

static uint64_t symmetric_hash(const struct game *game, const void *state) {
    uint64_t key = xiangqi_hash(state);
    uint64_t other = mirrored_key(&((const struct xiangqi_state *)state)->position);
    (void)game;
    return other < key ? other : key;
}

static int one(const void *state) {
    (void)state;
    return 1;
}

/* Whether no draw can come within so many plies, as in chess. */
static bool is_far_from_draws(const struct xiangqi_state *state, int depth) {
    const struct points *kinds = state->position.kinds;
    int enough = points_count(points_or(points_or(kinds[XIANGQI_ROOK], kinds[XIANGQI_HORSE]),
                                        points_or(kinds[XIANGQI_CANNON], kinds[XIANGQI_PAWN])));
    return !state->over && enough > depth && state->position.reversible + depth < 8 &&
           state->plies + depth < XIANGQI_PLIES_MAX;
}

static uint64_t perft(const struct game *game, const void *state_, int depth) {
    const struct xiangqi_state *state = state_;
    return is_far_from_draws(state, depth) ? xiangqi_position_perft(&state->position, depth)
                                           : game_perft(game, state, depth);
}

/* ---- text ---------------------------------------------------------------------------------- */

/* Points of games are numbered from the top left, those of the board from the bottom left. */
static int point_of(int point) {
    return (XIANGQI_RANKS - 1 - point_rank(point)) * XIANGQI_FILES + point_file(point);
}

static int stone(const void *state, int point) {
    int at = ((const struct xiangqi_state *)state)->position.board[point_of(point)];
    return at == XIANGQI_EMPTY ? -1 : at % 2;
}

static char piece(const void *state, int point) {
    int at = ((const struct xiangqi_state *)state)->position.board[point_of(point)];
    return "KkAaBbNnRrCcPp"[at]; /* an empty point has the end of the text */
}

static void move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    (void)game;
    xiangqi_iccs_format(move, out);
}

static int move_parse(const struct game *game, const char *text, move_t *out) {
    (void)game;
    return xiangqi_iccs_parse(text, out);
}

static void print(const struct game *game, const void *state, const move_t *marked, int count,
                  struct text *out) {
    struct points marks = {{0, 0}};
    (void)game;
    for (int i = 0; i < count; i++)
        marks = points_or(
            marks, points_or(points_of(xiangqi_from(marked[i])), points_of(xiangqi_to(marked[i]))));
    for (int point = 0; point < XIANGQI_POINTS; point++) {
        char letter = piece(state, point);
        bool mark = points_meet(marks, points_of(point_of(point)));
        if (point_file(point) == 0) text_add(out, "%d ", XIANGQI_RANKS - 1 - point_rank(point));
        text_add(out, "%c%c%c%s", mark ? '(' : ' ', letter ? letter : '.', mark ? ')' : ' ',
                 point_file(point) == XIANGQI_FILES - 1 ? "\n" : "");
    }
    text_add(out, "   a  b  c  d  e  f  g  h  i\n");
}

static void position_format(const struct game *game, const void *state, struct text *out) {
    (void)game;
    xiangqi_fen_format(&((const struct xiangqi_state *)state)->position, out);
}

static int position_parse(const struct game *game, const char *text, void *out,
                          struct error *error) {
    struct xiangqi_state *state = out;
    int number;
    (void)game;
    memset(state, 0, sizeof *state);
    if (xiangqi_fen_parse(text, &state->position, &number, error) != 0) return -1;
    int plies = 2 * (number - 1) + state->position.side;
    /* A game that was longer elsewhere has some plies to go. */
    state->plies = (uint16_t)min_int(plies, XIANGQI_PLIES_MAX / 2);
    settle(state);
    return 0;
}

static void start(const struct game *game, void *state) {
    struct error error;
    if (position_parse(game, XIANGQI_START, state, &error) != 0) die("%s", error.text);
}

/* ---- the game ------------------------------------------------------------------------------ */

static const struct game xiangqi = {
    .name = "xiangqi",
    .doc = "xiangqi, Chinese chess",
    .sides = {"Red", "Black"},
    .state_size = sizeof(struct xiangqi_state),
    .plies_max = XIANGQI_PLIES_MAX,
    .columns = XIANGQI_FILES,
    .rows = XIANGQI_RANKS,
    .symmetries = 1,
    .pass = MOVE_NONE,
    .first_turn = 1,
    .turn = 1,
    .fen = true,
    .alike = (1 << 13) - 1, /* all */
    .stone = stone,
    .turn_left = one,
    .plies_left = xiangqi_plies_left,
    .start = start,
    .side = xiangqi_side,
    .over = xiangqi_over,
    .margin = xiangqi_margin,
    .moves = xiangqi_moves,
    .play = xiangqi_play,
    .perft = perft,
    .hash = xiangqi_hash,
    .symmetric_hash = symmetric_hash,
    .opening_moves = xiangqi_moves,
    .move_format = move_format,
    .move_parse = move_parse,
    .print = print,
    .position_format = position_format,
    .position_parse = position_parse,
    .piece = piece,
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
