/*
 * A game for people, move by move or board by board.
 */
#include "tuner/cli/showgame.h"

#include <stdio.h>

#include "engine/base/shown.h"

static void showgame_board(const struct game *game, const struct state *state, const move_t *marked,
                           int count) {
    struct text board = {0};
    game->print(game, state->bytes, marked, count, &board);
    shown_put(text_get(&board));
    shown_put("\n");
    text_free(&board);
}

static void showgame_position(const struct game *game, const char *label,
                              const struct state *state) {
    struct text line = {0};
    game->position_format(game, state->bytes, &line);
    shown_print("%s: %s\n", label, text_get(&line));
    text_free(&line);
}

static void showgame_list(const struct game *game, const move_t *moves, int count) {
    char text[MOVE_TEXT_MAX];
    shown_print("moves from the opening:");
    for (int ply = 0; ply < count; ply++) {
        game->move_format(game, moves[ply], text);
        shown_print(" %s", text);
    }
    shown_print("\n");
}

void showgame_moves(const struct game *game, const struct state *opening, const move_t *moves,
                    int count, bool boards) {
    struct state state = *opening;
    showgame_position(game, "opening", &state);
    if (boards) showgame_board(game, &state, NULL, 0);
    for (int ply = 0; ply < count; ply++) {
        char text[MOVE_TEXT_MAX];
        game->move_format(game, moves[ply], text);
        shown_print("%3d. %-6s %s\n", ply + 1, game->sides[game->side(state.bytes)], text);
        game->play(game, state.bytes, moves[ply]);
        if (boards) showgame_board(game, &state, &moves[ply], 1);
    }
    showgame_list(game, moves, count);
    showgame_position(game, "last position", &state);
    shown_print("(`hone-engine analyze` takes the lines of positions)\n");
}

void showgame_record(enum records_format format, const struct game_record *record) {
    struct text text = {0};
    records_print(format, record, &text);
    shown_put(text_get(&text));
    text_free(&text);
}
