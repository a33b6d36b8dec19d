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
