/* What a move changes in a position, FEN in and out, and moves in ICCS coordinates. */
#include "engine/games/xiangqi/position.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/games/xiangqi/moves.h"

static struct {
    uint64_t pieces[2 * XIANGQI_KINDS][XIANGQI_POINTS];
    uint64_t black_to_move;
} xiangqi_keys;

void xiangqi_keys_fill(void) {
    uint64_t count = 0;
    for (int piece = 0; piece < 2 * XIANGQI_KINDS; piece++)
        for (int point = 0; point < XIANGQI_POINTS; point++)
            xiangqi_keys.pieces[piece][point] = mix64(++count);
    xiangqi_keys.black_to_move = mix64(++count);
}

/* ---- moves --------------------------------------------------------------------------------- */

void xiangqi_clear(struct xiangqi_position *out) {
    *out = (struct xiangqi_position){.side = XIANGQI_RED};
    memset(out->board, XIANGQI_EMPTY, sizeof out->board);
}

void xiangqi_put(struct xiangqi_position *position, int point, int kind, int side) {
    int piece = 2 * kind + side;
    struct points here = points_of(point);
    position->kinds[kind] = points_or(position->kinds[kind], here);
    position->sides[side] = points_or(position->sides[side], here);
    position->board[point] = (uint8_t)piece;
    position->files[point_file(point)] |= (uint16_t)(1u << point_rank(point));
    position->key ^= xiangqi_keys.pieces[piece][point];
}

static void xiangqi_take_off(struct xiangqi_position *position, int point) {
    int piece = position->board[point];
    struct points here = points_of(point);
    position->kinds[piece / 2] = points_without(position->kinds[piece / 2], here);
    position->sides[piece % 2] = points_without(position->sides[piece % 2], here);
    position->board[point] = XIANGQI_EMPTY;
    position->files[point_file(point)] &= (uint16_t) ~(1u << point_rank(point));
    position->key ^= xiangqi_keys.pieces[piece][point];
}

void xiangqi_pass_turn(struct xiangqi_position *position) {
    position->side = !position->side;
    position->key ^= xiangqi_keys.black_to_move;
}

void xiangqi_make(struct xiangqi_position *position, move_t move) {
    int from = xiangqi_from(move), to = xiangqi_to(move), piece = position->board[from];
    bool capture = position->board[to] != XIANGQI_EMPTY;
    if (capture) xiangqi_take_off(position, to);
    xiangqi_take_off(position, from);
    xiangqi_put(position, to, piece / 2, piece % 2);
    position->reversible = capture ? 0 : (uint8_t)(position->reversible + 1);
    xiangqi_pass_turn(position);
}

/* ---- FEN ----------------------------------------------------------------------------------- */

const struct piece_board xiangqi_board = {.columns = XIANGQI_FILES,
                                          .ranks = XIANGQI_RANKS,
                                          .first_rank = 0,
                                          .letters = "KkAaBbNnRrCcPp",
                                          .also =
                                              "EeHh", /* elephant for bishop, horse for knight */
                                          .meant = "BbNn",
                                          .points = "points"};

static int xiangqi_pieces_check(const struct xiangqi_position *position, struct error *error) {
    static const char *const names[] = {"king", "adviser", "elephant", "horse",
                                        "rook", "cannon",  "pawn"};
    static const int most[] = {1, 2, 2, 2, 2, 2, 5};
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < XIANGQI_KINDS; kind++) {
            struct points all = points_and(position->kinds[kind], position->sides[side]);
            const char *of = side == XIANGQI_RED ? "Red" : "Black";
            int count = points_count(all);
            if (count > most[kind] || (kind == XIANGQI_KING && count == 0))
                return error_set(error, "FEN: %s has %d %ss; %s %d", of, count, names[kind],
                                 kind == XIANGQI_KING ? "it needs" : "at most", most[kind]);
            struct points lost = points_without(all, xiangqi_homes[side][kind]);
            if (points_any(lost)) {
                int point = points_take(&lost);
                return error_set(error, "FEN: %s %s of %s cannot stand on %c%d",
                                 strchr("ae", *names[kind]) ? "an" : "a", names[kind], of,
                                 'a' + point_file(point), point_rank(point));
            }
        }
    return 0;
}

static int xiangqi_kings_check(const struct xiangqi_position *position, struct error *error) {
    struct xiangqi_position other = *position;
    other.side = !other.side;
    if (!xiangqi_in_check(&other)) return 0;
    return error_set(error, "FEN: %s is in check, and it is not its turn",
                     other.side == XIANGQI_RED ? "Red" : "Black");
}

static int xiangqi_pieces_parse(struct xiangqi_position *out, const char **rest,
                                struct error *error) {
    uint8_t board[XIANGQI_POINTS];
    xiangqi_clear(out);
    if (fen_board_parse(&xiangqi_board, rest, board, error) != 0) return -1;
    for (int point = 0; point < XIANGQI_POINTS; point++)
        if (board[point] != XIANGQI_EMPTY)
            xiangqi_put(out, point, board[point] / 2, board[point] % 2);
    return xiangqi_pieces_check(out, error);
}

static int xiangqi_side_parse(struct xiangqi_position *out, const char *text, struct error *error) {
    if (strlen(text) != 1 || !strchr("wrb", *text))
        return error_set(error, "FEN: the side to move is \"%.8s\", neither w nor b", text);
    if (*text == 'b') xiangqi_pass_turn(out);
    return xiangqi_kings_check(out, error);
}

/* Castling and en passant, of chess. */
static int xiangqi_dashes_parse(const char **rest, struct error *error) {
    char field[FEN_FIELD_MAX];
    for (int i = 3; i <= 4; i++)
        if (*fen_field(rest, field) && strcmp(field, "-") != 0)
            return error_set(error, "FEN: field %d is \"%.16s\", not -", i, field);
    return 0;
}

int xiangqi_fen_parse(const char *text, struct xiangqi_position *out, int *number,
                      struct error *error) {
    char field[FEN_FIELD_MAX];
    int reversible = 0;
    if (xiangqi_pieces_parse(out, &text, error) != 0 ||
        xiangqi_side_parse(out, fen_field(&text, field), error) != 0 ||
        xiangqi_dashes_parse(&text, error) != 0 ||
        fen_counts_parse(&text, "capture", XIANGQI_REVERSIBLE_MAX - 1, &reversible, number,
                         error) != 0)
        return -1;
    out->reversible = (uint8_t)reversible;
    return 0;
}

void xiangqi_fen_format(const struct xiangqi_position *position, struct text *out) {
    fen_board_format(&xiangqi_board, position->board, out);
    text_add(out, " %c", position->side == XIANGQI_RED ? 'w' : 'b');
}

/* ---- ICCS ---------------------------------------------------------------------------------- */

void xiangqi_iccs_format(move_t move, char out[MOVE_TEXT_MAX]) {
    int from = xiangqi_from(move), to = xiangqi_to(move);
    snprintf(out, MOVE_TEXT_MAX, "%c%d%c%d", 'a' + point_file(from), point_rank(from) % 10,
             'a' + point_file(to), point_rank(to) % 10);
}

static int xiangqi_point_parse(const char *text) {
    int file = tolower((unsigned char)text[0]) - 'a', rank = file >= 0 ? text[1] - '0' : -1;
    return file >= 0 && file < XIANGQI_FILES && rank >= 0 && rank < XIANGQI_RANKS
               ? XIANGQI_FILES * rank + file
               : -1;
}

int xiangqi_iccs_parse(const char *text, move_t *out) {
    int from = *text ? xiangqi_point_parse(text) : -1;
    if (from < 0) return 0;
    int dash = text[2] == '-', to = text[2] ? xiangqi_point_parse(text + 2 + dash) : -1;
    if (to < 0) return 0;
    *out = xiangqi_move(from, to);
    return 4 + dash;
}
