/*
 * gtp_wire: vertices are the game's own names of points without the letter i, which Go players
 * leave out since it looks like j: the letters behind it move up by one. Games with gtp_has_i keep
 * it, and so do moves that are no points, "i0i1".
 */
#include "engine/protocol/gtp/wire.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

static const char *const gtp_colours[] = {"black", "white"};

const char *gtp_colour(int side) {
    return gtp_colours[side];
}

int gtp_colour_parse(const char *word) {
    for (int side = 0; side < 2; side++) {
        const char letter[] = {gtp_colours[side][0], '\0'};
        if (strcasecmp(word, letter) == 0 || strcasecmp(word, gtp_colours[side]) == 0) return side;
    }
    return -1;
}

bool gtp_skips_i(const struct game *game) {
    return game->placement && !game->gtp_has_i;
}

void gtp_vertex_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    game->move_format(game, move, out);
    if (move != game->pass && out[0] >= 'i' && gtp_skips_i(game)) out[0]++;
}

/* In lower case, since a pair of capitals may mean something else to a game. */
int gtp_vertex_parse(const struct game *game, const char *text, move_t *out) {
    char name[MOVE_TEXT_MAX];
    snprintf(name, sizeof name, "%s", text);
    name[0] = (char)tolower((unsigned char)name[0]);
    int used = game->move_parse(game, name, out);
    if (!gtp_skips_i(game) || (used > 0 && *out == game->pass)) return used;
    if (name[0] == 'i') return 0;
    name[0] = (char)(name[0] - (name[0] > 'i'));
    return game->move_parse(game, name, out);
}
