/*
 * uci_wire: the names of moves in the dialects. A game's own have a letter and one digit a point;
 * where ten ranks count from 1, the number of a point is greater by one and may have two digits.
 */
#include "engine/protocol/uci/wire.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool uci_shifts_ranks(const struct game *game, enum uci_dialect dialect) {
    return game->rows == 10 && dialect == UCI_RANKS_FROM_1;
}

void uci_move_format(const struct game *game, enum uci_dialect dialect, move_t move,
                     char out[MOVE_TEXT_MAX]) {
    char name[MOVE_TEXT_MAX];
    game->move_format(game, move, name);
    if (uci_shifts_ranks(game, dialect))
        snprintf(out, MOVE_TEXT_MAX, "%c%d%c%d", name[0], name[1] - '0' + 1, name[2],
                 name[3] - '0' + 1);
    else
        strcpy(out, name);
}

/* "b10" to "b9": the characters used, 0 for none. */
static int uci_point_shift(const char *text, char out[2]) {
    int digits = isalpha((unsigned char)text[0]) ? (int)strspn(text + 1, "0123456789") : 0;
    if (digits < 1 || digits > 2 || text[1] == '0') return 0;
    int rank = digits == 2 ? 10 * (text[1] - '0') + text[2] - '0' : text[1] - '0';
    if (rank > 10) return 0;
    out[0] = text[0];
    out[1] = (char)('0' + rank - 1);
    return 1 + digits;
}

/* Some engines write what a pawn becomes as a capital. */
int uci_move_parse(const struct game *game, enum uci_dialect dialect, const char *text,
                   move_t *out) {
    char small[MOVE_TEXT_MAX] = "", name[5] = "";
    for (int i = 0; i < MOVE_TEXT_MAX - 1 && text[i]; i++)
        small[i] = (char)tolower((unsigned char)text[i]);
    if (!uci_shifts_ranks(game, dialect)) return game->move_parse(game, small, out);
    int from = uci_point_shift(small, name);
    int to = from ? uci_point_shift(small + from, name + 2) : 0;
    return to && game->move_parse(game, name, out) ? from + to : 0;
}

/* ---- Chess960 -------------------------------------------------------------------------------- */

static char uci_piece(const struct game *game, const void *state, char file, char rank) {
    int point = (game->rows - (rank - '0')) * game->columns + file - 'a';
    return game->piece(state, point);
}

/* Castling as in ordinary chess ends on an empty square, the other on its rook's. */
void uci_castling_format(const struct game *game, const void *state, move_t move,
                         char out[MOVE_TEXT_MAX]) {
    static const char king_side[] = "O-O", queen_side[] = "O-O-O";
    char name[MOVE_TEXT_MAX];
    game->move_format(game, move, out);
    game_move_name(game, state, move, name);
    if (strncmp(name, king_side, strlen(king_side)) != 0) return;
    if (uci_piece(game, state, out[2], out[3])) return;
    out[2] = strncmp(name, queen_side, strlen(queen_side)) == 0 ? 'a' : 'h';
}

/* By the third field of its FEN: K and Q of an ordinary king and rook are ordinary. */
bool uci_needs_chess960(const struct game *game, const void *state) {
    struct text fen = {0};
    bool needs = false;
    game->position_format(game, state, &fen);
    const char *field = strchr(fen.data, ' ');
    field = field ? strchr(field + 1, ' ') : NULL;
    for (field = field ? field + 1 : ""; *field && *field != ' ' && *field != '-'; field++) {
        bool white = *field < 'a', king_side = *field == 'K' || *field == 'k';
        bool letter = king_side || *field == 'Q' || *field == 'q';
        char rank = white ? '1' : '8';
        needs |= !letter || uci_piece(game, state, 'e', rank) != (white ? 'K' : 'k') ||
                 uci_piece(game, state, king_side ? 'h' : 'a', rank) != (white ? 'R' : 'r');
    }
    text_free(&fen);
    return needs;
}
