/*
 * A move has four signs. Of pieces of a kind on one file the first says which: 前 the foremost, 后
 * the hindmost, 中 the one between; of more pawns than that their number from the front, all files
 * with two or more of them together, from the right: 一兵平五. Advisers and elephants need no such
 * sign, since only one of two can go that way.
 *
 * Reading compares with the names of all legal moves, sign by sign: equal signs have one letter. It
 * takes UTF-8 and GBK, which most files of games in China are in; their encodings differ in every
 * sign but ASCII's digits.
 */
#include "engine/games/xiangqi/chinese.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNS = 4 };

/* What a sign means: a piece, by the letters of FEN; a number; a direction; a place. The first that
 * fits the side is written; Red's come first. */
static const struct sign {
    char meaning;
    int8_t side;            /* which writes it; -1: both */
    const char *text, *gbk; /* in UTF-8 and in GBK; NULL: the same */
} signs[] = {
    {'k', 0, "帅", "\xcb\xa7"},  {'k', 1, "将", "\xbd\xab"},  {'k', -1, "帥", "\x8e\x9b"},
    {'k', -1, "將", "\x8c\xa2"}, {'a', 0, "仕", "\xca\xcb"},  {'a', 1, "士", "\xca\xbf"},
    {'b', 0, "相", "\xcf\xe0"},  {'b', 1, "象", "\xcf\xf3"},  {'n', -1, "马", "\xc2\xed"},
    {'n', -1, "馬", "\xf1\x52"}, {'n', -1, "傌", "\x82\xd8"}, {'r', -1, "车", "\xb3\xb5"},
    {'r', -1, "車", "\xdc\x87"}, {'r', -1, "俥", "\x82\x65"}, {'c', -1, "炮", "\xc5\xda"},
    {'c', -1, "砲", "\xb3\x68"}, {'c', -1, "包", "\xb0\xfc"}, {'p', 0, "兵", "\xb1\xf8"},
    {'p', 1, "卒", "\xd7\xe4"},  {'+', -1, "进", "\xbd\xf8"}, {'+', -1, "進", "\xdf\x4d"},
    {'-', -1, "退", "\xcd\xcb"}, {'=', -1, "平", "\xc6\xbd"}, {'f', -1, "前", "\xc7\xb0"},
    {'m', -1, "中", "\xd6\xd0"}, {'h', -1, "后", "\xba\xf3"}, {'h', -1, "後", "\xe1\xe1"},
    {'1', 0, "一", "\xd2\xbb"},  {'2', 0, "二", "\xb6\xfe"},  {'3', 0, "三", "\xc8\xfd"},
    {'4', 0, "四", "\xcb\xc4"},  {'5', 0, "五", "\xce\xe5"},  {'6', 0, "六", "\xc1\xf9"},
    {'7', 0, "七", "\xc6\xdf"},  {'8', 0, "八", "\xb0\xcb"},  {'9', 0, "九", "\xbe\xc5"},
    {'1', 1, "１", "\xa3\xb1"},  {'2', 1, "２", "\xa3\xb2"},  {'3', 1, "３", "\xa3\xb3"},
    {'4', 1, "４", "\xa3\xb4"},  {'5', 1, "５", "\xa3\xb5"},  {'6', 1, "６", "\xa3\xb6"},
    {'7', 1, "７", "\xa3\xb7"},  {'8', 1, "８", "\xa3\xb8"},  {'9', 1, "９", "\xa3\xb9"},
    {'1', -1, "1", NULL},        {'2', -1, "2", NULL},        {'3', -1, "3", NULL},
    {'4', -1, "4", NULL},        {'5', -1, "5", NULL},        {'6', -1, "6", NULL},
    {'7', -1, "7", NULL},        {'8', -1, "8", NULL},        {'9', -1, "9", NULL},
};

/* ---- meanings -------------------------------------------------------------------------------- */

/* From a player's right, from 1. */
static int file_number(int side, int point) {
    return side == XIANGQI_RED ? XIANGQI_FILES - point_file(point) : 1 + point_file(point);
}

static bool is_ahead(int side, int point, int other) {
    return side == XIANGQI_RED ? point_rank(point) > point_rank(other)
                               : point_rank(point) < point_rank(other);
}

static int count_on_file(const struct xiangqi_position *position, int piece, int file) {
    int count = 0;
    for (int rank = 0; rank < XIANGQI_RANKS; rank++)
        count += position->board[XIANGQI_FILES * rank + file] == piece;
    return count;
}

/* Of the pieces that share their file with one of the same kind: how many stand before that one,
 * and how many there are. Other files than its own count for pawns alone. */
static int count_before(const struct xiangqi_position *position, int from, bool all, int *count) {
    int piece = position->board[from], side = piece % 2, before = 0;
    *count = 0;
    for (int point = 0; point < XIANGQI_POINTS; point++) {
        bool own_file = point_file(point) == point_file(from);
        if (position->board[point] != piece || (!all && !own_file) ||
            count_on_file(position, piece, point_file(point)) < 2)
            continue;
        bool to_the_right = file_number(side, point) < file_number(side, from);
        before += own_file ? is_ahead(side, point, from) : to_the_right;
        ++*count;
    }
    return before;
}

/* The sign that tells pieces on one file apart; '\0': it needs none. */
static char place_of(const struct xiangqi_position *position, int from) {
    static const char three[] = {'f', 'm', 'h'};
    int kind = position->board[from] / 2, count, before;
    if (kind == XIANGQI_ADVISER || kind == XIANGQI_ELEPHANT) return '\0';
    int on_file = count_on_file(position, position->board[from], point_file(from));
    before = count_before(position, from, kind == XIANGQI_PAWN, &count);
    if (on_file < 2) return '\0';
    if (count == 2) return before == 0 ? 'f' : 'h';
    return count == 3 ? three[before] : (char)('1' + before);
}

static bool goes_straight(int kind) {
    return kind == XIANGQI_KING || kind == XIANGQI_ROOK || kind == XIANGQI_CANNON ||
           kind == XIANGQI_PAWN;
}

/* "c2=5", "fc-2" */
static void meaning_of(const struct xiangqi_position *position, move_t move, char out[SIGNS + 1]) {
    static const char kinds[] = "kabnrcp";
    int from = xiangqi_from(move), to = xiangqi_to(move);
    int piece = position->board[from], side = piece % 2;
    char place = place_of(position, from);
    bool across = point_rank(from) == point_rank(to);
    int steps = abs(point_rank(from) - point_rank(to));
    out[0] = place ? place : kinds[piece / 2];
    out[1] = place ? kinds[piece / 2] : (char)('0' + file_number(side, from));
    out[2] = across ? '=' : is_ahead(side, to, from) ? '+' : '-';
    out[3] = (char)('0' + (goes_straight(piece / 2) && !across ? steps : file_number(side, to)));
    out[SIGNS] = '\0';
}

/* ---- text ------------------------------------------------------------------------------------ */

void xiangqi_chinese_format(const struct xiangqi_position *position, move_t move,
                            char out[MOVE_TEXT_MAX]) {
    char meaning[SIGNS + 1];
    struct text text = {0};
    meaning_of(position, move, meaning);
    for (int i = 0; i < SIGNS; i++)
        for (size_t s = 0; s < COUNT_OF(signs); s++) {
            if (signs[s].meaning != meaning[i]) continue;
            if (signs[s].side >= 0 && signs[s].side != position->side) continue;
            text_add(&text, "%s", signs[s].text);
            break;
        }
    snprintf(out, MOVE_TEXT_MAX, "%s", text_get(&text));
    text_free(&text);
}

/* The bytes of a sign that the text begins with; 0: it begins otherwise. */
static int sign_length(const struct sign *sign, const char *text) {
    const char *const names[] = {sign->text, sign->gbk};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (names[i] && strncmp(text, names[i], strlen(names[i])) == 0)
            return (int)strlen(names[i]);
    return 0;
}

/* The bytes used; 0: these are no four signs. */
static int meaning_parse(const char *text, char out[SIGNS + 1]) {
    int used = 0;
    memset(out, 0, SIGNS + 1);
    for (int i = 0; i < SIGNS; i++) {
        for (size_t s = 0; s < COUNT_OF(signs) && !out[i]; s++) {
            int length = sign_length(&signs[s], text + used);
            if (length > 0) out[i] = signs[s].meaning;
            used += length;
        }
        if (!out[i]) return 0;
    }
    return used;
}

int xiangqi_chinese_parse(const struct xiangqi_position *position, const char *text, move_t *out) {
    char wanted[SIGNS + 1], meaning[SIGNS + 1];
    move_t moves[GAME_MOVES_MAX];
    int used = meaning_parse(text, wanted), found = 0;
    if (!used) return 0;
    int count = xiangqi_position_moves(position, moves);
    for (int i = 0; i < count; i++) {
        meaning_of(position, moves[i], meaning);
        if (strcmp(meaning, wanted) == 0) *out = moves[i], found++;
    }
    return found == 1 ? used : 0;
}
