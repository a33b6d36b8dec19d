/* What a move changes in a position, FEN in and out, and moves in ICCS coordinates. */
#include "engine/games/xiangqi/position.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/games/xiangqi/moves.h"

static struct {
    uint64_t pieces[2 * XIANGQI_KINDS][XIANGQI_POINTS];
    uint64_t black_to_move;
} keys;

void xiangqi_keys_fill(void) {
    uint64_t count = 0;
    for (int piece = 0; piece < 2 * XIANGQI_KINDS; piece++)
        for (int point = 0; point < XIANGQI_POINTS; point++)
            keys.pieces[piece][point] = mix64(++count);
    keys.black_to_move = mix64(++count);
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
    position->key ^= keys.pieces[piece][point];
}

static void take_off(struct xiangqi_position *position, int point) {
    int piece = position->board[point];
    struct points here = points_of(point);
    position->kinds[piece / 2] = points_without(position->kinds[piece / 2], here);
    position->sides[piece % 2] = points_without(position->sides[piece % 2], here);
    position->board[point] = XIANGQI_EMPTY;
    position->files[point_file(point)] &= (uint16_t) ~(1u << point_rank(point));
    position->key ^= keys.pieces[piece][point];
}

void xiangqi_pass_turn(struct xiangqi_position *position) {
    position->side = !position->side;
    position->key ^= keys.black_to_move;
}

void xiangqi_make(struct xiangqi_position *position, move_t move) {
    int from = xiangqi_from(move), to = xiangqi_to(move), piece = position->board[from];
    bool capture = position->board[to] != XIANGQI_EMPTY;
    if (capture) take_off(position, to);
    take_off(position, from);
    xiangqi_put(position, to, piece / 2, piece % 2);
    position->reversible = capture ? 0 : (uint8_t)(position->reversible + 1);
    xiangqi_pass_turn(position);
}

/* ---- FEN ----------------------------------------------------------------------------------- */

static const char letters[] = "KkAaBbNnRrCcPp"; /* by number on the board */

/* The number of a piece on the board; -1: it is no piece. */
static int piece_of(char letter) {
    static const char others[] = "EeHh"; /* elephant for bishop, horse for knight */
    const char *other = letter ? strchr(others, letter) : NULL;
    if (other) letter = "BbNn"[other - others];
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (int)(found - letters) : -1;
}

/* The next field of a FEN; "" at the end. */
static const char *next_field(const char **rest, char out[128]) {
    *rest += strspn(*rest, " \t\r\n");
    size_t length = strcspn(*rest, " \t\r\n");
    snprintf(out, 128, "%.*s", (int)length, *rest);
    *rest += length;
    return out;
}

static int parse_rank(struct xiangqi_position *out, int rank, const char **at,
                      struct error *error) {
    int file = 0;
    for (; **at && **at != '/' && file <= XIANGQI_FILES; (*at)++) {
        char letter = **at;
        int piece = piece_of(letter);
        if (letter >= '1' && letter <= '9') {
            file += letter - '0';
            continue;
        }
        if (piece < 0)
            return error_set(error, "FEN: rank %d has \"%c\", not a piece or a number", rank,
                             isprint((unsigned char)letter) ? letter : '?');
        if (file < XIANGQI_FILES)
            xiangqi_put(out, XIANGQI_FILES * rank + file, piece / 2, piece % 2);
        file++;
    }
    if (file > XIANGQI_FILES) return error_set(error, "FEN: rank %d has more than 9 points", rank);
    if (file < XIANGQI_FILES)
        return error_set(error, "FEN: rank %d has %d points, not 9", rank, file);
    return 0;
}

static int parse_board(struct xiangqi_position *out, const char *at, struct error *error) {
    for (int rank = XIANGQI_RANKS - 1; rank >= 0; rank--) {
        if (parse_rank(out, rank, &at, error) != 0) return -1;
        if (rank > 0 && *at++ != '/')
            return error_set(error, "FEN: the board ends after rank %d; there are 10, 9 to 0",
                             rank);
    }
    return *at ? error_set(error, "FEN: the board has more than 10 ranks") : 0;
}

static int check_pieces(const struct xiangqi_position *position, struct error *error) {
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

static int check_kings(const struct xiangqi_position *position, struct error *error) {
    struct xiangqi_position other = *position;
    other.side = !other.side;
    if (!xiangqi_in_check(&other)) return 0;
    return error_set(error, "FEN: %s is in check, and it is not its turn",
                     other.side == XIANGQI_RED ? "Red" : "Black");
}

static int parse_count(const char *text, int least, int most, int missing, const char *what,
                       int *out, struct error *error) {
    int64_t value = missing;
    if (*text && strcmp(text, "-") != 0 && !parse_i64(text, least, most, &value))
        return error_set(error, "FEN: \"%.16s\" is not the %s, %d to %d", text, what, least, most);
    *out = (int)value;
    return 0;
}

int xiangqi_fen_parse(const char *text, struct xiangqi_position *out, int *number,
                      struct error *error) {
    char field[128];
    int reversible = 0;
    xiangqi_clear(out);
    if (parse_board(out, next_field(&text, field), error) != 0 || check_pieces(out, error) != 0)
        return -1;
    next_field(&text, field);
    if (strlen(field) != 1 || !strchr("wrb", *field))
        return error_set(error, "FEN: the side to move is \"%.8s\", neither w nor b", field);
    if (*field == 'b') xiangqi_pass_turn(out);
    if (check_kings(out, error) != 0) return -1;
    for (int i = 0; i < 2; i++) /* castling and en passant, of chess */
        if (*next_field(&text, field) && strcmp(field, "-") != 0)
            return error_set(error, "FEN: field %d is \"%.16s\", not -", i + 3, field);
    if (parse_count(next_field(&text, field), 0, 999, 0, "count of plies without capture",
                    &reversible, error) != 0 ||
        parse_count(next_field(&text, field), 0, 9999, 1, "number of the move", number, error) != 0)
        return -1;
    /* Where the draw was not claimed, the game went on. */
    out->reversible = (uint8_t)min_int(reversible, XIANGQI_REVERSIBLE_MAX - 1);
    if (*number == 0) *number = 1; /* some programs count from 0 */
    if (*next_field(&text, field))
        return error_set(error, "FEN: \"%.16s\" is more than its six fields", field);
    return 0;
}

static void format_rank(const struct xiangqi_position *position, int rank, struct text *out) {
    int empty = 0;
    for (int file = 0; file < XIANGQI_FILES; file++) {
        int piece = position->board[XIANGQI_FILES * rank + file];
        if (piece == XIANGQI_EMPTY) {
            empty++;
            continue;
        }
        if (empty) text_add(out, "%d", empty);
        empty = 0;
        text_add(out, "%c", letters[piece]);
    }
    if (empty) text_add(out, "%d", empty);
}

void xiangqi_fen_format(const struct xiangqi_position *position, struct text *out) {
    for (int rank = XIANGQI_RANKS - 1; rank >= 0; rank--) {
        format_rank(position, rank, out);
        text_add(out, "%s", rank > 0 ? "/" : " ");
    }
    text_add(out, "%c", position->side == XIANGQI_RED ? 'w' : 'b');
}

/* ---- ICCS ---------------------------------------------------------------------------------- */

void xiangqi_iccs_format(move_t move, char out[MOVE_TEXT_MAX]) {
    int from = xiangqi_from(move), to = xiangqi_to(move);
    snprintf(out, MOVE_TEXT_MAX, "%c%d%c%d", 'a' + point_file(from), point_rank(from) % 10,
             'a' + point_file(to), point_rank(to) % 10);
}

static int point_parse(const char *text) {
    int file = tolower((unsigned char)text[0]) - 'a', rank = file >= 0 ? text[1] - '0' : -1;
    return file >= 0 && file < XIANGQI_FILES && rank >= 0 && rank < XIANGQI_RANKS
               ? XIANGQI_FILES * rank + file
               : -1;
}

int xiangqi_iccs_parse(const char *text, move_t *out) {
    int from = *text ? point_parse(text) : -1;
    if (from < 0) return 0;
    int dash = text[2] == '-', to = text[2] ? point_parse(text + 2 + dash) : -1;
    if (to < 0) return 0;
    *out = xiangqi_move(from, to);
    return 4 + dash;
}
