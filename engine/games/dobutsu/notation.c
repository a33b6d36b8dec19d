/*
 * How pieces, moves and positions of Dobutsu shogi are written: SFEN for positions, its "b3b2" and
 * "C*b2" for moves, and "Cxb2" for moves that are said in a position.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/games/dobutsu/rules.h"

/* By kind; those of White are small. */
static const char dobutsu_letters[] = "CEGHL";

/* ---- moves --------------------------------------------------------------------------------- */

static void dobutsu_point_format(int point, char out[3]) {
    out[0] = (char)('a' + point % DOBUTSU_COLUMNS);
    out[1] = (char)('1' + point / DOBUTSU_COLUMNS);
    out[2] = '\0';
}

/* The point of "b3", -1: it is none. */
static int dobutsu_point_parse(const char *text) {
    int x = tolower((unsigned char)text[0]) - 'a', y = text[0] ? text[1] - '1' : -1;
    bool inside = x >= 0 && x < DOBUTSU_COLUMNS && y >= 0 && y < DOBUTSU_ROWS;
    return inside ? y * DOBUTSU_COLUMNS + x : -1;
}

void dobutsu_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    int from = move / DOBUTSU_POINTS;
    char first[3], last[3];
    (void)game;
    dobutsu_point_format(move % DOBUTSU_POINTS, last);
    dobutsu_point_format(from, first);
    if (from >= DOBUTSU_POINTS + DOBUTSU_IN_HAND)
        snprintf(out, MOVE_TEXT_MAX, "?");
    else if (from >= DOBUTSU_POINTS)
        snprintf(out, MOVE_TEXT_MAX, "%c*%s", dobutsu_letters[from - DOBUTSU_POINTS], last);
    else
        snprintf(out, MOVE_TEXT_MAX, "%s%s", first, last);
}

/* The kind of a letter, DOBUTSU_KINDS: it is none. */
static int dobutsu_kind_of(char letter) {
    const char *at = letter ? strchr(dobutsu_letters, toupper((unsigned char)letter)) : NULL;
    return at ? (int)(at - dobutsu_letters) : DOBUTSU_KINDS;
}

int dobutsu_move_parse(const struct game *game, const char *text, move_t *out) {
    int kind = dobutsu_kind_of(text[0]);
    bool drop = kind < DOBUTSU_IN_HAND && text[1] == '*';
    int from = drop ? DOBUTSU_POINTS + kind : dobutsu_point_parse(text);
    int to = from < 0 ? -1 : dobutsu_point_parse(text + 2);
    (void)game;
    if (to < 0) return 0;
    *out = (move_t)(DOBUTSU_POINTS * from + to);
    return 4;
}

/* Whether another piece of the kind has a legal move to the same point. */
static bool dobutsu_is_ambiguous(const struct dobutsu_board *board, move_t move, int kind) {
    move_t moves[DOBUTSU_MOVES_MAX];
    int count = dobutsu_board_moves(board, moves);
    for (int i = 0; i < count; i++) {
        int from = moves[i] / DOBUTSU_POINTS;
        bool same = from < DOBUTSU_POINTS && board->pieces[board->side][kind] >> from & 1;
        if (moves[i] != move && moves[i] % DOBUTSU_POINTS == move % DOBUTSU_POINTS && same)
            return true;
    }
    return false;
}

/* "Cxb2", "G-c3", "Ga3-b3" where two giraffes go there, "C-b1+" where it becomes a hen. */
void dobutsu_move_name(const struct game *game, const void *state_, move_t move,
                       char out[MOVE_TEXT_MAX]) {
    const struct dobutsu_board *board = &((const struct dobutsu_state *)state_)->board;
    int from = move / DOBUTSU_POINTS, to = move % DOBUTSU_POINTS, side = board->side;
    int kind = from < DOBUTSU_POINTS ? dobutsu_kind_at(board, side, from) : DOBUTSU_KINDS;
    char first[3] = "", last[3];
    if (kind == DOBUTSU_KINDS) {
        dobutsu_move_format(game, move, out);
        return;
    }
    if (dobutsu_is_ambiguous(board, move, kind)) dobutsu_point_format(from, first);
    dobutsu_point_format(to, last);
    bool takes = dobutsu_pieces(board, !side) >> to & 1;
    bool promotes = kind == DOBUTSU_CHICK && dobutsu_goal(side) >> to & 1;
    snprintf(out, MOVE_TEXT_MAX, "%c%s%c%s%s", dobutsu_letters[kind], first, takes ? 'x' : '-',
             last, promotes ? "+" : "");
}

/* ---- the board ----------------------------------------------------------------------------- */

char dobutsu_piece(const void *state, int point) {
    const struct dobutsu_board *board = &((const struct dobutsu_state *)state)->board;
    for (int side = 0; side < 2; side++) {
        int kind = dobutsu_kind_at(board, side, point);
        if (kind == DOBUTSU_KINDS) continue;
        return (char)(side ? tolower(dobutsu_letters[kind]) : dobutsu_letters[kind]);
    }
    return '\0';
}

/* "2Ce", "-" if both hands are empty. */
static void dobutsu_hands_format(const struct dobutsu_board *board, struct text *out) {
    size_t begin = out->length;
    for (int side = 0; side < 2; side++)
        for (int kind = DOBUTSU_IN_HAND - 1; kind >= 0; kind--) {
            int count = board->hands[side][kind], letter = (unsigned char)dobutsu_letters[kind];
            if (count > 1) text_add(out, "%d", count);
            if (count > 0) text_add_char(out, side ? tolower(letter) : letter);
        }
    if (out->length == begin) text_add(out, "-");
}

void dobutsu_print(const struct game *game, const void *state, const move_t *marked, int count,
                   struct text *out) {
    uint16_t marks = 0;
    (void)game;
    for (int i = 0; i < count; i++) marks = (uint16_t)(marks | 1u << marked[i] % DOBUTSU_POINTS);
    text_add(out, "   a  b  c\n");
    for (int point = 0; point < DOBUTSU_POINTS; point++) {
        char piece = dobutsu_piece(state, point);
        bool mark = marks >> point & 1, last = point % DOBUTSU_COLUMNS == DOBUTSU_COLUMNS - 1;
        if (point % DOBUTSU_COLUMNS == 0) text_add(out, "%d ", 1 + point / DOBUTSU_COLUMNS);
        text_add(out, "%c%c%c%s", mark ? '(' : ' ', piece ? piece : '.', mark ? ')' : ' ',
                 last ? "\n" : "");
    }
    text_add(out, "in hand: ");
    dobutsu_hands_format(&((const struct dobutsu_state *)state)->board, out);
    text_add(out, "\n");
}

/* ---- positions ----------------------------------------------------------------------------- */

static void dobutsu_row_format(const void *state, int row, struct text *out) {
    int empty = 0;
    for (int x = 0; x <= DOBUTSU_COLUMNS; x++) {
        bool end = x == DOBUTSU_COLUMNS;
        char piece = end ? '\0' : dobutsu_piece(state, row * DOBUTSU_COLUMNS + x);
        if ((piece || end) && empty > 0) text_add(out, "%d", empty);
        empty = piece ? 0 : empty + 1;
        if (toupper(piece) == dobutsu_letters[DOBUTSU_HEN])
            text_add(out, "+%c", isupper(piece) ? 'C' : 'c');
        else if (piece)
            text_add_char(out, piece);
    }
}

void dobutsu_position_format(const struct game *game, const void *state, struct text *out) {
    (void)game;
    for (int row = 0; row < DOBUTSU_ROWS; row++) {
        if (row > 0) text_add(out, "/");
        dobutsu_row_format(state, row, out);
    }
    text_add(out, " %c ", "bw"[dobutsu_side(state)]);
    dobutsu_hands_format(&((const struct dobutsu_state *)state)->board, out);
}

/* The piece that a text begins with, on a point of the board; the characters used, 0: it is none.
 */
static int dobutsu_piece_parse(const char *text, int point, struct dobutsu_board *board) {
    int plus = *text == '+', kind = dobutsu_kind_of(text[plus]);
    if (kind == DOBUTSU_KINDS || (plus && kind != DOBUTSU_CHICK)) return 0;
    bool white = islower((unsigned char)text[plus]);
    board->pieces[white][plus ? DOBUTSU_HEN : kind] |= (uint16_t)(1u << point);
    return plus + 1;
}

/* The characters used, 0: these are not its points. */
static int dobutsu_points_parse(const char *text, struct dobutsu_board *board) {
    const char *at = text;
    int point = 0;
    while (point < DOBUTSU_POINTS) {
        int column = point % DOBUTSU_COLUMNS, empty = *at - '0', used;
        if (point > 0 && column == 0 && at[-1] != '/' && *at++ != '/') return 0;
        if (point > 0 && column == 0) empty = *at - '0';
        if (empty >= 1 && empty <= DOBUTSU_COLUMNS - column)
            point += empty, at++;
        else if ((used = dobutsu_piece_parse(at, point, board)) > 0)
            point++, at += used;
        else
            return 0;
    }
    return (int)(at - text);
}

/* "2Ce" or "-"; the characters used, 0: this is none. */
static int dobutsu_hands_parse(const char *text, struct dobutsu_board *board) {
    const char *at = text;
    if (*at == '-') return 1;
    while (*at && !isspace((unsigned char)*at)) {
        int count = *at == '2' ? 2 : 1, kind = dobutsu_kind_of(at[count - 1]);
        if (kind >= DOBUTSU_IN_HAND) return 0;
        uint8_t *held = &board->hands[islower((unsigned char)at[count - 1]) != 0][kind];
        *held = (uint8_t)min_int(*held + count, 9);
        at += count;
    }
    return (int)(at - text);
}

static int dobutsu_count(const struct dobutsu_board *board, int kind) {
    int count = 0;
    for (int side = 0; side < 2; side++) {
        count += __builtin_popcount(board->pieces[side][kind]);
        if (kind < DOBUTSU_IN_HAND) count += board->hands[side][kind];
    }
    return count;
}

/* What no game leads to. */
static int dobutsu_check(const struct dobutsu_board *board, struct error *error) {
    static const char *const names[] = {"chicks and hens", "elephants", "giraffes"};
    int side = board->side;
    for (int i = 0; i < 2; i++)
        if (__builtin_popcount(board->pieces[i][DOBUTSU_LION]) != 1)
            return error_set(error, "each side has one lion: %s has %d", i ? "White" : "Black",
                             __builtin_popcount(board->pieces[i][DOBUTSU_LION]));
    for (int kind = 0; kind < DOBUTSU_IN_HAND; kind++) {
        int count = dobutsu_count(board, kind);
        if (kind == DOBUTSU_CHICK) count += dobutsu_count(board, DOBUTSU_HEN);
        if (count > 2)
            return error_set(error, "there are %d %s, not at most 2", count, names[kind]);
    }
    if (dobutsu_attackers(board, side, __builtin_ctz(board->pieces[!side][DOBUTSU_LION])))
        return error_set(error, "the lion of the side that is not to move can be taken");
    if (board->pieces[side][DOBUTSU_LION] & dobutsu_goal(side))
        return error_set(error, "the lion of the side to move has reached its last row before");
    return 0;
}

/* What follows the points; a number of the next move is SFEN's, and says the plies played. */
static bool dobutsu_rest_parse(const char *text, struct dobutsu_board *board, int *number) {
    char side = 0;
    int used = 0, end = 0;
    *number = 1;
    if (sscanf(text, " %c %n", &side, &used) != 1 || used == 0 || !isspace((unsigned char)*text))
        return false;
    if (side != 'b' && side != 'w') return false;
    board->side = side == 'w';
    text += used;
    int hands = dobutsu_hands_parse(text, board);
    text += hands;
    if (hands == 0 || (*text && !isspace((unsigned char)*text))) return false;
    text += strspn(text, " \t\r\n");
    if (!*text) return true;
    return sscanf(text, "%3d %n", number, &end) == 1 && !text[end] && *number >= 1 &&
           *number <= DOBUTSU_PLIES_MAX;
}

int dobutsu_position_parse(const struct game *game, const char *text, void *out,
                           struct error *error) {
    struct dobutsu_board board = {.side = 0};
    int number;
    (void)game;
    text += strspn(text, " \t\r\n");
    int used = dobutsu_points_parse(text, &board);
    if (used == 0)
        return error_set(error, "a position of Dobutsu shogi begins with four rows of three "
                                "points as in gle/1c1/1C1/ELG: letters cegl, +c for a hen, "
                                "capitals for Black, numbers for empty points");
    if (!dobutsu_rest_parse(text + used, &board, &number))
        return error_set(
            error,
            "after its rows a position gives the side to move, b or w, the pieces in hand "
            "(2Ce, or -), and perhaps the number of the move, 1 to %d",
            DOBUTSU_PLIES_MAX);
    if (dobutsu_check(&board, error) != 0) return -1;
    dobutsu_set_up(&board, number - 1, out);
    return 0;
}
