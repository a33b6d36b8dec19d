#include "engine/game/game.h"

#include <string.h>

bool game_legal(const struct game *game, const void *state, move_t move) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move) return true;
    return false;
}

/* Move lists as people write them leave passes out: one is played where the rules force it. */
static void pass_if_forced(const struct game *game, void *state) {
    move_t pass;
    if (game->move_parse(game, "pass", &pass) == (int)strlen("pass") &&
        game_legal(game, state, pass))
        game->play(game, state, pass);
}

/* Reads and plays the move at `text`; the characters used, or -1 and why. */
static int play_text(const struct game *game, const char *text, int number, void *state,
                     struct error *error) {
    move_t move;
    int used = game->move_parse(game, text, &move);
    if (used == 0)
        return error_set(error, "move %d is not one of %s: \"%.20s\"", number, game->name, text);
    if (game->over(game, state))
        return error_set(error, "move %d (%.*s) comes after the end of the game", number, used,
                         text);
    if (!game_legal(game, state, move)) pass_if_forced(game, state);
    if (!game_legal(game, state, move))
        return error_set(error, "move %d (%.*s) is not legal there", number, used, text);
    game->play(game, state, move);
    return used;
}

static int play_list(const struct game *game, const char *text, void *state, struct error *error) {
    game->start(game, state);
    for (int number = 1;; number++) {
        text += strspn(text, " \t\r\n");
        if (!*text) return 0;
        int used = play_text(game, text, number, state, error);
        if (used < 0) return -1;
        text += used;
    }
}

int game_parse(const struct game *game, const char *text, void *state, struct error *error) {
    struct error position_error = {""};
    if (game->position_parse(game, text, state, &position_error) == 0) return 0;
    if (play_list(game, text, state, error) == 0) return 0;
    move_t first;
    if (game->move_parse(game, text + strspn(text, " \t\r\n"), &first) > 0) return -1;
    return error_set(error, "neither moves nor a position: %s", position_error.text);
}

uint64_t game_perft(const struct game *game, const void *state, int depth) {
    if (depth == 0 || game->over(game, state)) return 1;
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        struct state child;
        memcpy(&child, state, game->state_size);
        game->play(game, &child, moves[i]);
        leaves += game_perft(game, &child, depth - 1);
    }
    return leaves;
}
