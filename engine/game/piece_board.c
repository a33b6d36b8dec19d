/* FEN fields that games share, and the printed board. */
#include "engine/game/piece_board.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- the printed board --------------------------------------------------------------------- */

void piece_board_print(const struct piece_board *shape, const uint8_t *board, const bool *marked,
                       struct text *out) {
    for (int i = 0; i < shape->columns * shape->ranks; i++) {
        int point = piece_point(shape, i), column = i % shape->columns;
        char letter = shape->letters[board[point]];
        if (column == 0) text_add(out, "%d ", point / shape->columns + shape->first_rank);
        text_add(out, "%c%c%c%s", marked[point] ? '(' : ' ', letter ? letter : '.',
                 marked[point] ? ')' : ' ', column == shape->columns - 1 ? "\n" : "");
    }
    text_add(out, "  ");
    for (int column = 0; column < shape->columns; column++)
        text_add(out, " %c%s", 'a' + column, column == shape->columns - 1 ? "\n" : " ");
}

/* ---- FEN ----------------------------------------------------------------------------------- */

const char *fen_field(const char **rest, char out[FEN_FIELD_MAX]) {
    *rest += strspn(*rest, " \t\r\n");
    size_t length = strcspn(*rest, " \t\r\n");
    snprintf(out, FEN_FIELD_MAX, "%.*s", (int)length, *rest);
    *rest += length;
    return out;
}

/* What a point with this letter holds; -1: it is no piece. */
static int piece_read(const struct piece_board *shape, char letter) {
    const char *also = shape->also ? strchr(shape->also, letter) : NULL;
    const char *found = strchr(shape->letters, also ? shape->meant[also - shape->also] : letter);
    return found ? (int)(found - shape->letters) : -1;
}

static int rank_parse(const struct piece_board *shape, int rank, const char **at, uint8_t *board,
                      struct error *error) {
    int column = 0, name = rank + shape->first_rank;
    for (; **at && **at != '/' && column <= shape->columns; (*at)++) {
        int piece = piece_read(shape, **at);
        if (**at >= '1' && **at <= '9')
            column += **at - '0';
        else if (piece < 0)
            return error_set(error, "FEN: rank %d has \"%c\", not a piece or a number", name,
                             isprint((unsigned char)**at) ? **at : '?');
        else if (column < shape->columns)
            board[shape->columns * rank + column++] = (uint8_t)piece;
        else
            column++;
    }
    if (column > shape->columns)
        return error_set(error, "FEN: rank %d has more than %d %s", name, shape->columns,
                         shape->points);
    if (column < shape->columns)
        return error_set(error, "FEN: rank %d has %d %s, not %d", name, column, shape->points,
                         shape->columns);
    return 0;
}

int fen_board_parse(const struct piece_board *shape, const char **rest, uint8_t *board,
                    struct error *error) {
    char field[FEN_FIELD_MAX];
    const char *at = fen_field(rest, field);
    memset(board, piece_empty(shape), (size_t)(shape->columns * shape->ranks));
    for (int rank = shape->ranks - 1; rank >= 0; rank--) {
        if (rank_parse(shape, rank, &at, board, error) != 0) return -1;
        if (rank > 0 && *at++ != '/')
            return error_set(error, "FEN: the board ends after rank %d; there are %d, %d to %d",
                             rank + shape->first_rank, shape->ranks,
                             shape->ranks - 1 + shape->first_rank, shape->first_rank);
    }
    return *at ? error_set(error, "FEN: the board has more than %d ranks", shape->ranks) : 0;
}

static void rank_format(const struct piece_board *shape, const uint8_t *rank, struct text *out) {
    int empty = 0;
    for (int column = 0; column <= shape->columns; column++) {
        char letter = column < shape->columns ? shape->letters[rank[column]] : '/';
        if (!letter) {
            empty++;
            continue;
        }
        if (empty) text_add(out, "%d", empty);
        if (column < shape->columns) text_add(out, "%c", letter);
        empty = 0;
    }
}

void fen_board_format(const struct piece_board *shape, const uint8_t *board, struct text *out) {
    for (int rank = shape->ranks - 1; rank >= 0; rank--) {
        rank_format(shape, board + shape->columns * rank, out);
        if (rank > 0) text_add(out, "/");
    }
}

static int count_parse(const char **rest, int most, int missing, const char *what, int *out,
                       struct error *error) {
    char field[FEN_FIELD_MAX];
    int64_t value = missing;
    fen_field(rest, field);
    if (*field && strcmp(field, "-") != 0 && !parse_i64(field, 0, most, &value))
        return error_set(error, "FEN: \"%.16s\" is not the %s, 0 to %d", field, what, most);
    *out = (int)value;
    return 0;
}

int fen_counts_parse(const char **rest, const char *since, int most, int *plies, int *number,
                     struct error *error) {
    char what[64], field[FEN_FIELD_MAX];
    snprintf(what, sizeof what, "count of plies without %s", since);
    if (count_parse(rest, 999, 0, what, plies, error) != 0 ||
        count_parse(rest, 9999, 1, "number of the move", number, error) != 0)
        return -1;
    *plies = min_int(*plies, most); /* where the draw was not claimed, the game went on */
    *number = max_int(*number, 1);  /* some programs count from 0 */
    if (*fen_field(rest, field))
        return error_set(error, "FEN: \"%.16s\" is more than its six fields", field);
    return 0;
}
