/*
 * sau_wire: turns as pairs of letters. Small letters are read too, and a single stone without the
 * "@@" that fills its turn.
 */
#include "engine/protocol/sau/wire.h"

#include <ctype.h>
#include <string.h>

static const char sau_no_stone[] = "@@";

bool sau_carries(const struct game *game) {
    return game->in_a_row > 0 && game->turn == SAU_STONES && game->first_turn == 1;
}

void sau_turn_format(const struct game *game, const move_t *stones, int count,
                     char out[SAU_TURN_TEXT + 1]) {
    memset(out, sau_no_stone[0], SAU_TURN_TEXT);
    for (int i = 0; i < count; i++) {
        out[SAU_STONE_TEXT * i] = (char)('A' + stones[i] % game->columns);
        out[SAU_STONE_TEXT * i + 1] = (char)('A' + stones[i] / game->columns);
    }
    out[SAU_TURN_TEXT] = '\0';
}

static bool sau_stone_parse(const struct game *game, const char *text, move_t *out) {
    if (!isalpha((unsigned char)text[0]) || !isalpha((unsigned char)text[1])) return false;
    int x = toupper((unsigned char)text[0]) - 'A', y = toupper((unsigned char)text[1]) - 'A';
    *out = (move_t)(y * game->columns + x);
    return x < game->columns && y < game->rows;
}

int sau_turn_parse(const struct game *game, const char *text, move_t out[SAU_STONES]) {
    if (!sau_stone_parse(game, text, &out[0])) return 0;
    const char *rest = text + SAU_STONE_TEXT;
    bool alone = !*rest || strchr(" \t", *rest);
    if (alone || strncmp(rest, sau_no_stone, SAU_STONE_TEXT) == 0) return 1;
    return sau_stone_parse(game, rest, &out[1]) ? SAU_STONES : 0;
}
