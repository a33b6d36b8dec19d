/*
 * gomocup_wire: points as pairs of numbers. Blanks around the comma are read, since managers and
 * engines differ in them.
 */
#include "engine/protocol/gomocup/wire.h"

#include <stdio.h>

bool gomocup_carries(const struct game *game) {
    return game->in_a_row > 0 && game_has_single_turns(game);
}

void gomocup_point_format(const struct game *game, move_t point, char out[GOMOCUP_POINT_TEXT]) {
    snprintf(out, GOMOCUP_POINT_TEXT, "%d,%d", point % game->columns, point / game->columns);
}

int gomocup_point_parse(const struct game *game, const char *text, move_t *out) {
    int x, y, used = 0;
    if (sscanf(text, " %9d , %9d%n", &x, &y, &used) != 2) return 0;
    bool on_board = x >= 0 && x < game->columns && y >= 0 && y < game->rows;
    *out = on_board ? (move_t)(y * game->columns + x) : MOVE_NONE;
    return used;
}
