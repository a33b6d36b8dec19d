/* Moves as text. */
#include "engine/games/chess/notation.h"
#include "engine/games/chess/moves.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char kind_letters[] = "PNBRQK";

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

static void square_format(int square, char out[3]) {
    out[0] = (char)('a' + square % 8);
    out[1] = (char)('1' + square / 8);
    out[2] = '\0';
}

void chess_coordinates_format(move_t move, char out[MOVE_TEXT_MAX]) {
    static const char promotions[][2] = {"", "n", "b", "r", "q", "?", "?", "?"};
    square_format(chess_from(move), out);
    square_format(chess_to(move), out + 2);
    memcpy(out + 4, promotions[chess_promotion(move)], sizeof promotions[0]);
}

int chess_coordinates_parse(const char *text, move_t *out) {
    int squares[2], promotion = 0;
    for (int i = 0; i < 2; i++, text += 2) {
        if (!is_file(text[0]) || !is_rank(text[1])) return 0;
        squares[i] = 8 * (text[1] - '1') + text[0] - 'a';
    }
    static const char kinds[] = "nbrq";
    const char *kind = *text ? strchr(kinds, *text) : NULL;
    bool last = squares[1] / 8 == 0 || squares[1] / 8 == 7, next = is_rank(text[kind != NULL]);
    if (kind && last && !next) promotion = KNIGHT + (int)(kind - kinds); /* "b1…" is a square */
    *out = chess_move(squares[0], squares[1], promotion);
    return 4 + (promotion != 0);
}

/* What of its square a piece must be told by among those of its kind that may go to the same one:
 * the file if that is enough, else the rank, else both. */
static void san_origin(const struct chess_position *position, move_t move, struct text *out) {
    move_t moves[GAME_MOVES_MAX];
    int from = chess_from(move), count = chess_position_moves(position, moves);
    bool others = false, file = false, rank = false;
    for (int i = 0; i < count; i++) {
        int other = chess_from(moves[i]);
        if (other == from || chess_to(moves[i]) != chess_to(move) ||
            position->board[other] != position->board[from] ||
            chess_promotion(moves[i]) != chess_promotion(move))
            continue;
        others = true;
        file |= other % 8 == from % 8;
        rank |= other / 8 == from / 8;
    }
    if (others && (!file || rank)) text_add(out, "%c", 'a' + from % 8);
    if (file) text_add(out, "%c", '1' + from / 8);
}

static void san_plain(const struct chess_position *position, move_t move, struct text *out) {
    int from = chess_from(move), to = chess_to(move), promotion = chess_promotion(move);
    int kind = position->board[from] / 2;
    char square[3];
    bool captures = position->board[to] != CHESS_EMPTY || (kind == PAWN && from % 8 != to % 8);
    square_format(to, square);
    if (kind != PAWN) {
        text_add(out, "%c", kind_letters[kind]);
        san_origin(position, move, out);
    } else if (captures)
        text_add(out, "%c", 'a' + from % 8);
    text_add(out, "%s%s", captures ? "x" : "", square);
    if (promotion) text_add(out, "=%c", kind_letters[promotion]);
}

static bool castles(const struct chess_position *position, move_t move) {
    int from = chess_from(move);
    return position->board[from] / 2 == KING &&
           chess_castling_rook(position, from, chess_to(move)) != CHESS_NO_SQUARE;
}

void chess_san_format(const struct chess_position *position, move_t move, char out[MOVE_TEXT_MAX]) {
    struct text text = {0};
    struct chess_position after = *position;
    if (castles(position, move))
        text_add(&text, "%s", chess_to(move) > chess_from(move) ? "O-O" : "O-O-O");
    else
        san_plain(position, move, &text);
    chess_make(&after, move);
    if (chess_in_check(&after)) text_add(&text, "%s", chess_has_move(&after) ? "+" : "#");
    snprintf(out, MOVE_TEXT_MAX, "%s", text_get(&text));
    text_free(&text);
}

/* What a text says of a move; -1: nothing. */
struct wanted {
    int kind, file, rank, to, promotion;
    int wing; /* castling on it */
};

/* "O-O-O", also with zeros or small letters. The characters used. */
static int castling_parse(const char *text, struct wanted *out) {
    int parts = 0, used = 0;
    while (strchr("Oo0", text[used]) && text[used] && parts < 3) {
        parts++, used++;
        if (parts == 3 || text[used] != '-' || !text[used + 1] || !strchr("Oo0", text[used + 1]))
            break;
        used++;
    }
    if (parts < 2) return 0;
    out->wing = parts == 2 ? KING_SIDE : QUEEN_SIDE;
    return used;
}

/* "=Q", "(Q)", "Q", "q" after a pawn's move. The characters used. */
static int promotion_parse(const char *text, struct wanted *out) {
    int used = *text == '=' || *text == '(';
    char letter = (char)toupper((unsigned char)text[used]);
    const char *kind = letter ? strchr("NBRQ", letter) : NULL;
    if (!kind) return 0;
    out->promotion = KNIGHT + (int)(kind - "NBRQ");
    return used + 1 + (text[used + 1] == ')');
}

/* A piece's letter, where it stands, "x" or "-", where it goes, what it becomes. */
static int plain_parse(const char *text, struct wanted *out) {
    int used = 0, found = 0;
    const char *kind = *text ? strchr(kind_letters, *text) : NULL;
    char squares[2][2] = {{0}};
    out->kind = -1;
    if (kind) out->kind = (int)(kind - kind_letters), used = 1;
    for (; found < 2; found++) {
        if (text[used] == 'x' || text[used] == ':' || (text[used] == '-' && found)) used++;
        if (is_file(text[used])) squares[found][0] = text[used++];
        if (is_rank(text[used])) squares[found][1] = text[used++];
        if (!squares[found][0] && !squares[found][1]) break;
    }
    if (found == 0) return 0;
    char *to = squares[found - 1];
    if (!to[0] || !to[1]) return 0;
    out->to = 8 * (to[1] - '1') + to[0] - 'a';
    if (found == 2 && squares[0][0]) out->file = squares[0][0] - 'a';
    if (found == 2 && squares[0][1]) out->rank = squares[0][1] - '1';
    if (out->kind < 0 && (found == 1 || out->rank < 0)) out->kind = PAWN;
    return used + (out->kind <= PAWN ? promotion_parse(text + used, out) : 0);
}

/* With both squares e1g1 and e1h1 castle; Kg1 does not. */
static bool fits(const struct chess_position *position, move_t move, const struct wanted *wanted) {
    int from = chess_from(move), to = chess_to(move);
    if (castles(position, move)) {
        int rook = chess_castling_rook(position, from, to);
        if (wanted->wing >= 0) return (to > from) == (wanted->wing == KING_SIDE);
        return wanted->kind < 0 && wanted->file == from % 8 && wanted->rank == from / 8 &&
               (wanted->to == to || wanted->to == rook);
    }
    return wanted->wing < 0 && wanted->to == to &&
           (wanted->kind < 0 || position->board[from] / 2 == wanted->kind) &&
           (wanted->file < 0 || wanted->file == from % 8) &&
           (wanted->rank < 0 || wanted->rank == from / 8) &&
           chess_promotion(move) == (wanted->promotion < 0 ? 0 : wanted->promotion);
}

int chess_move_parse(const struct chess_position *position, const char *text, move_t *out) {
    struct wanted wanted = {-1, -1, -1, -1, -1, -1};
    move_t moves[GAME_MOVES_MAX];
    int used = castling_parse(text, &wanted), found = 0;
    if (!used) used = plain_parse(text, &wanted);
    if (!used) return 0;
    int count = chess_position_moves(position, moves);
    for (int i = 0; i < count; i++)
        if (fits(position, moves[i], &wanted)) *out = moves[i], found++;
    if (found != 1) return 0;
    while (text[used] && strchr("+#!?", text[used])) used++;
    return used;
}
