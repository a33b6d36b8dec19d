/*
 * The rules of Dobutsu shogi. Pieces step to neighbouring points alone: no piece pins another, none
 * can be put between a lion and what attacks it, and a check by two pieces is answered by the lion.
 */
#include "engine/games/dobutsu/rules.h"

#include <stdlib.h>
#include <string.h>

uint16_t dobutsu_steps[2][DOBUTSU_KINDS][DOBUTSU_POINTS];

enum { ALL_POINTS = (1 << DOBUTSU_POINTS) - 1, ROW_POINTS = (1 << DOBUTSU_COLUMNS) - 1 };

/* ---- tables -------------------------------------------------------------------------------- */

/* The eight ways from a point as Black sees them: bit 3 * (dy + 1) + dx + 1, dy = -1 is forward. */
static const uint16_t dobutsu_ways[DOBUTSU_KINDS] = {
    [DOBUTSU_CHICK] = 0x002, [DOBUTSU_ELEPHANT] = 0x145, [DOBUTSU_GIRAFFE] = 0x0aa,
    [DOBUTSU_HEN] = 0x0af,   [DOBUTSU_LION] = 0x1ef,
};

static uint16_t dobutsu_steps_of(int side, int kind, int point) {
    uint16_t steps = 0;
    for (int way = 0; way < 9; way++) {
        int x = point % DOBUTSU_COLUMNS + way % 3 - 1;
        int y = point / DOBUTSU_COLUMNS + (side == 0 ? way / 3 - 1 : 1 - way / 3);
        bool inside = x >= 0 && x < DOBUTSU_COLUMNS && y >= 0 && y < DOBUTSU_ROWS;
        if (inside && dobutsu_ways[kind] >> way & 1)
            steps = (uint16_t)(steps | 1u << (y * DOBUTSU_COLUMNS + x));
    }
    return steps;
}

static void dobutsu_tables_fill(void) {
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < DOBUTSU_KINDS; kind++)
            for (int point = 0; point < DOBUTSU_POINTS; point++)
                dobutsu_steps[side][kind][point] = dobutsu_steps_of(side, kind, point);
}

/* ---- the board ----------------------------------------------------------------------------- */

uint16_t dobutsu_pieces(const struct dobutsu_board *board, int side) {
    uint16_t all = 0;
    for (int kind = 0; kind < DOBUTSU_KINDS; kind++) all |= board->pieces[side][kind];
    return all;
}

/* A piece attacks the points from which one of its kind, on the other side, would attack it. */
uint16_t dobutsu_attackers(const struct dobutsu_board *board, int side, int point) {
    uint16_t attackers = 0;
    for (int kind = 0; kind < DOBUTSU_KINDS; kind++)
        attackers |= board->pieces[side][kind] & dobutsu_steps[!side][kind][point];
    return attackers;
}

uint16_t dobutsu_goal(int side) {
    return side == 0 ? ROW_POINTS : ROW_POINTS << (DOBUTSU_POINTS - DOBUTSU_COLUMNS);
}

static int dobutsu_lion(const struct dobutsu_board *board, int side) {
    return __builtin_ctz(board->pieces[side][DOBUTSU_LION]);
}

static uint16_t dobutsu_checkers(const struct dobutsu_board *board) {
    return dobutsu_attackers(board, !board->side, dobutsu_lion(board, board->side));
}

int dobutsu_kind_at(const struct dobutsu_board *board, int side, int point) {
    int kind = 0;
    while (kind < DOBUTSU_KINDS && !(board->pieces[side][kind] >> point & 1)) kind++;
    return kind;
}

/* Where the pieces of the side to move may go: `others` all but the lion, which must answer a
 * check. */
struct dobutsu_targets {
    uint16_t mine, others, drops;
};

static struct dobutsu_targets dobutsu_targets(const struct dobutsu_board *board) {
    uint16_t mine = dobutsu_pieces(board, board->side), checkers = dobutsu_checkers(board);
    uint16_t free = (uint16_t)(ALL_POINTS & ~(mine | dobutsu_pieces(board, !board->side)));
    bool two = checkers & (checkers - 1);
    return (struct dobutsu_targets){.mine = mine,
                                    .others = checkers == 0 ? (uint16_t)(ALL_POINTS & ~mine)
                                              : two         ? 0
                                                            : checkers,
                                    .drops = checkers == 0 ? free : 0};
}

/* The points that the piece on a point may go to. */
static uint16_t dobutsu_goes_to(const struct dobutsu_board *board,
                                const struct dobutsu_targets *targets, int from) {
    int side = board->side, kind = dobutsu_kind_at(board, side, from);
    if (kind == DOBUTSU_KINDS) return 0;
    uint16_t steps = dobutsu_steps[side][kind][from], safe = 0;
    if (kind != DOBUTSU_LION) return steps & targets->others;
    for (uint16_t left = (uint16_t)(steps & ~targets->mine); left; left &= (uint16_t)(left - 1))
        if (!dobutsu_attackers(board, !side, __builtin_ctz(left))) safe |= left & (uint16_t)-left;
    return safe;
}

static bool dobutsu_drops(const struct dobutsu_board *board,
                          const struct dobutsu_targets *targets) {
    const uint8_t *hand = board->hands[board->side];
    return targets->drops && hand[DOBUTSU_CHICK] + hand[DOBUTSU_ELEPHANT] + hand[DOBUTSU_GIRAFFE];
}

static bool dobutsu_is_home(const struct dobutsu_board *board) {
    return board->pieces[!board->side][DOBUTSU_LION] & dobutsu_goal(!board->side);
}

bool dobutsu_can_move(const struct dobutsu_board *board) {
    struct dobutsu_targets targets = dobutsu_targets(board);
    if (dobutsu_drops(board, &targets)) return true;
    for (uint16_t left = targets.mine; left; left &= (uint16_t)(left - 1))
        if (dobutsu_goes_to(board, &targets, __builtin_ctz(left))) return true;
    return false;
}

bool dobutsu_is_won(const struct dobutsu_board *board) {
    return dobutsu_is_home(board) || !dobutsu_can_move(board);
}

static int dobutsu_add_moves(int from, uint16_t to, move_t *out) {
    int count = 0;
    for (; to; to &= (uint16_t)(to - 1))
        out[count++] = (move_t)(DOBUTSU_POINTS * from + __builtin_ctz(to));
    return count;
}

int dobutsu_board_moves(const struct dobutsu_board *board, move_t *out) {
    struct dobutsu_targets targets = dobutsu_targets(board);
    int count = 0;
    for (uint16_t left = targets.mine; left; left &= (uint16_t)(left - 1)) {
        int from = __builtin_ctz(left);
        count += dobutsu_add_moves(from, dobutsu_goes_to(board, &targets, from), out + count);
    }
    for (int kind = 0; kind < DOBUTSU_IN_HAND; kind++)
        if (board->hands[board->side][kind])
            count += dobutsu_add_moves(DOBUTSU_POINTS + kind, targets.drops, out + count);
    return count;
}

static int dobutsu_unpromoted(int kind) {
    return kind == DOBUTSU_HEN ? DOBUTSU_CHICK : kind;
}

/* Takes a piece of the side to move from where the move begins; its kind. */
static int dobutsu_lift(struct dobutsu_board *board, int from) {
    int side = board->side;
    if (from >= DOBUTSU_POINTS) {
        board->hands[side][from - DOBUTSU_POINTS]--;
        return from - DOBUTSU_POINTS;
    }
    int kind = dobutsu_kind_at(board, side, from);
    board->pieces[side][kind] ^= (uint16_t)(1u << from);
    return kind;
}

void dobutsu_board_play(struct dobutsu_board *board, move_t move) {
    int side = board->side, from = move / DOBUTSU_POINTS, to = move % DOBUTSU_POINTS;
    uint16_t bit = (uint16_t)(1u << to);
    int kind = dobutsu_lift(board, from), taken = dobutsu_kind_at(board, !side, to);
    if (taken < DOBUTSU_KINDS) {
        board->pieces[!side][taken] ^= bit;
        board->hands[side][dobutsu_unpromoted(taken)]++;
    }
    bool walks = kind == DOBUTSU_CHICK && from < DOBUTSU_POINTS;
    board->pieces[side][walks && (bit & dobutsu_goal(side)) ? DOBUTSU_HEN : kind] |= bit;
    board->side = (uint8_t)!side;
}

static uint64_t dobutsu_side_word(const struct dobutsu_board *board, int side) {
    uint64_t word = 0;
    for (int kind = 0; kind < DOBUTSU_KINDS; kind++)
        word = word << DOBUTSU_POINTS | board->pieces[side][kind];
    return word;
}

static uint64_t dobutsu_board_hash(const struct dobutsu_board *board) {
    uint64_t rest = board->side;
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < DOBUTSU_IN_HAND; kind++)
            rest = rest << 2 | board->hands[side][kind];
    return mix64(mix64(mix64(dobutsu_side_word(board, 0)) + dobutsu_side_word(board, 1)) + rest);
}

/* Left and right change places. */
static uint16_t dobutsu_mirrored(uint16_t points) {
    enum { LEFT = 0x249 };
    return (uint16_t)((points & LEFT) << 2 | (points & LEFT << 1) | (points >> 2 & LEFT));
}

static uint64_t dobutsu_symmetric_hash(const struct game *game, const void *state_) {
    const struct dobutsu_state *state = state_;
    struct dobutsu_board mirrored = state->board;
    (void)game;
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < DOBUTSU_KINDS; kind++)
            mirrored.pieces[side][kind] = dobutsu_mirrored(mirrored.pieces[side][kind]);
    uint64_t hash = dobutsu_board_hash(&mirrored);
    return hash < state->hash ? hash : state->hash;
}

/* ---- the game ------------------------------------------------------------------------------ */

/* How often the position was there before: with the same side to move, every other ply. */
static int dobutsu_count_repeated(const struct dobutsu_state *state) {
    int count = 0;
    for (int ply = state->plies - 4; ply >= state->known; ply -= 2)
        count += state->history[ply] == state->hash;
    return count;
}

/* What follows from board and history. */
static void dobutsu_settle(struct dobutsu_state *state) {
    const struct dobutsu_board *board = &state->board;
    state->hash = dobutsu_board_hash(board);
    state->repeated = (uint8_t)dobutsu_count_repeated(state);
    state->winner = dobutsu_is_won(board) ? (int8_t)!board->side : -1;
    state->over = state->winner >= 0 || state->repeated >= DOBUTSU_REPEATED_MAX ||
                  state->plies == DOBUTSU_PLIES_MAX;
}

static void dobutsu_start(const struct game *game, void *state) {
    struct error error;
    if (game->position_parse(game, "gle/1c1/1C1/ELG b -", state, &error) != 0)
        die("the start of Dobutsu shogi: %s", error.text);
}

int dobutsu_moves(const struct game *game, const void *state_, move_t *out) {
    const struct dobutsu_state *state = state_;
    (void)game;
    return state->over ? 0 : dobutsu_board_moves(&state->board, out);
}

void dobutsu_play(const struct game *game, void *state_, move_t move) {
    struct dobutsu_state *state = state_;
    (void)game;
    state->history[state->plies++] = state->hash;
    dobutsu_board_play(&state->board, move);
    dobutsu_settle(state);
}

bool dobutsu_in_check(const void *state) {
    return dobutsu_checkers(&((const struct dobutsu_state *)state)->board) != 0;
}

/* A side with nothing but its lion and chicks on the board may be better off without moving. */
bool dobutsu_pass_turn(const struct game *game, void *state_) {
    struct dobutsu_state *state = state_;
    const struct dobutsu_board *board = &state->board;
    int side = board->side;
    const uint16_t *pieces = board->pieces[side];
    bool strong = pieces[DOBUTSU_ELEPHANT] | pieces[DOBUTSU_GIRAFFE] | pieces[DOBUTSU_HEN];
    (void)game;
    if (!strong || dobutsu_in_check(state)) return false;
    state->known = ++state->plies;
    state->board.side = (uint8_t)!side;
    dobutsu_settle(state);
    return !state->over;
}

/* What a move gains at once, in chicks: nothing if it is quiet. */
static int dobutsu_gain(const struct dobutsu_board *board, move_t move) {
    static const int worth[DOBUTSU_KINDS + 1] = {
        [DOBUTSU_CHICK] = 1, [DOBUTSU_ELEPHANT] = 3, [DOBUTSU_GIRAFFE] = 3, [DOBUTSU_HEN] = 4};
    int from = move / DOBUTSU_POINTS, to = move % DOBUTSU_POINTS, side = board->side;
    int gain = worth[dobutsu_kind_at(board, !side, to)];
    if (from >= DOBUTSU_POINTS || !(dobutsu_goal(side) >> to & 1)) return gain;
    if (board->pieces[side][DOBUTSU_CHICK] >> from & 1) gain += worth[DOBUTSU_HEN];
    if (board->pieces[side][DOBUTSU_LION] >> from & 1) gain += 100;
    return gain;
}

/* The largest gain first, moves in ascending order among equals. */
int dobutsu_noisy(const struct game *game, const void *state_, move_t *out) {
    const struct dobutsu_board *board = &((const struct dobutsu_state *)state_)->board;
    int gains[DOBUTSU_MOVES_MAX], count = 0;
    move_t moves[DOBUTSU_MOVES_MAX];
    int all = dobutsu_moves(game, state_, moves);
    for (int i = 0; i < all; i++) {
        int gain = dobutsu_gain(board, moves[i]), at = count;
        if (gain == 0) continue;
        for (; at > 0 && gains[at - 1] < gain; at--)
            gains[at] = gains[at - 1], out[at] = out[at - 1];
        gains[at] = gain, out[at] = moves[i];
        count++;
    }
    return count;
}

static int dobutsu_stone(const void *state, int point) {
    const struct dobutsu_board *board = &((const struct dobutsu_state *)state)->board;
    for (int side = 0; side < 2; side++)
        if (dobutsu_pieces(board, side) >> point & 1) return side;
    return -1;
}

static int dobutsu_turn_left(const void *state) {
    (void)state;
    return 1;
}

void dobutsu_set_up(const struct dobutsu_board *board, int plies, struct dobutsu_state *out) {
    memset(out, 0, sizeof *out);
    out->board = *board;
    out->plies = out->known = (uint16_t)plies;
    dobutsu_settle(out);
}

static const struct game dobutsu = {
    .name = "dobutsu",
    .doc = "Dobutsu shogi on 3x4 points: catch the lion, or walk yours home",
    .sides = {"Black", "White"},
    .state_size = sizeof(struct dobutsu_state),
    .plies_max = DOBUTSU_PLIES_MAX,
    .columns = DOBUTSU_COLUMNS,
    .rows = DOBUTSU_ROWS,
    .rows_from_top = true,
    .symmetries = 1,
    .pass = MOVE_NONE,
    .first_turn = 1,
    .turn = 1,
    .stone = dobutsu_stone,
    .turn_left = dobutsu_turn_left,
    .plies_left = dobutsu_plies_left,
    .start = dobutsu_start,
    .side = dobutsu_side,
    .over = dobutsu_over,
    .margin = dobutsu_margin,
    .moves = dobutsu_moves,
    .play = dobutsu_play,
    .perft = game_perft,
    .hash = dobutsu_hash,
    .symmetric_hash = dobutsu_symmetric_hash,
    .opening_moves = dobutsu_moves,
    .move_format = dobutsu_move_format,
    .move_parse = dobutsu_move_parse,
    .move_name = dobutsu_move_name,
    .print = dobutsu_print,
    .position_format = dobutsu_position_format,
    .position_parse = dobutsu_position_parse,
    .piece = dobutsu_piece,
    .repeats = dobutsu_repeats,
    .in_check = dobutsu_in_check,
    .noisy = dobutsu_noisy,
    .pass_turn = dobutsu_pass_turn,
};

const struct game *dobutsu_game(void) {
    dobutsu_tables_fill();
    return &dobutsu;
}
