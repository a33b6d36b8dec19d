/*
 * game: what follows from any game's own functions: legality, passes that lists of moves leave out,
 * the reading of typed moves, and the oracle for faster perfts.
 */
#include "engine/game/game.h"

#include <string.h>

bool game_legal(const struct game *game, const void *state, move_t move) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    return game_lists(moves, count, move);
}

bool game_must_pass(const struct game *game, const void *state) {
    return game->pass != MOVE_NONE && game_legal(game, state, game->pass);
}

bool game_has_single_turns(const struct game *game) {
    return game->turn == 1 && game->first_turn == 1;
}

bool game_board_is_empty(const struct game *game, const void *state) {
    int point = 0, points = game->columns * game->rows;
    while (point < points && game->stone(state, point) < 0) point++;
    return point == points;
}

int game_image(const struct game *game, int symmetry, int point) {
    int x = point % game->columns, y = point / game->columns;
    if (symmetry & 1) x = game->columns - 1 - x;
    if (symmetry & 2) y = game->rows - 1 - y;
    return symmetry & 4 ? x * game->columns + y : y * game->columns + x;
}

move_t game_image_move(const struct game *game, int symmetry, move_t move) {
    bool point = move < game->columns * game->rows;
    return point ? (move_t)game_image(game, symmetry, move) : move;
}

void game_image_state(const struct game *game, int symmetry, const void *state, void *out) {
    if (symmetry == 0) {
        memcpy(out, state, game->state_size);
        return;
    }
    char cells[GAME_POINTS_MAX + 1] = {0};
    struct error error;
    for (int point = 0; point < game->columns * game->rows; point++)
        cells[game_image(game, symmetry, point)] = ".XO"[1 + game->stone(state, point)];
    if (game_set_up(game, cells, game->side(state), game->turn_left(state), out, &error))
        die("an image of a position of %s: %s", game->name, error.text);
}

int game_set_up(const struct game *game, const char *points, int side, int turn_left, void *state,
                struct error *error) {
    struct text line = {0};
    text_add(&line, "%s %c", points, "XO"[side]);
    if (game->in_a_row) text_add(&line, "%d", turn_left);
    int failed = game->position_parse(game, text_get(&line), state, error);
    text_free(&line);
    return failed;
}

void game_move_name(const struct game *game, const void *state, move_t move,
                    char out[MOVE_TEXT_MAX]) {
    if (game->move_name)
        game->move_name(game, state, move, out);
    else
        game->move_format(game, move, out);
}

/* The longest name of a legal move that the text begins with, if it is longer than `used`. */
static int game_name_read(const struct game *game, const void *state, const char *text, int used,
                          move_t *out) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_MAX];
        game->move_name(game, state, moves[i], name);
        int length = (int)strlen(name);
        if (length <= used || strncmp(text, name, (size_t)length) != 0) continue;
        used = length;
        *out = moves[i];
    }
    return used;
}

int game_move_read(const struct game *game, const void *state, const char *text, move_t *out) {
    int used = game->move_parse(game, text, out);
    move_t read;
    if (!game->move_name && !game->move_read) return used;
    if (!game->move_read) return game_name_read(game, state, text, used, out);
    int longer = game->move_read(game, state, text, &read);
    if (longer < used || longer == 0) return used;
    *out = read;
    return longer;
}

/* Reads and plays the move at `text`; the characters used, or -1 and why. Move lists as people
 * write them leave passes out: one is played where the rules force it. */
static int game_play_text(const struct game *game, const char *text, int number, void *state,
                          struct error *error) {
    move_t move;
    int used = game_move_read(game, state, text, &move);
    if (used == 0)
        return error_set(error, "move %d is not one of %s: \"%.20s\"", number, game->name, text);
    if (game->over(game, state))
        return error_set(error, "move %d (%.*s) comes after the end of the game", number, used,
                         text);
    if (move != game->pass && game_must_pass(game, state)) game->play(game, state, game->pass);
    if (!game_legal(game, state, move))
        return error_set(error, "move %d (%.*s) is not legal there", number, used, text);
    game->play(game, state, move);
    return used;
}

/* Of "1. " or "12...", as people number moves; 0: there is none. */
static size_t game_number_length(const char *text) {
    size_t digits = strspn(text, "0123456789"), dots = strspn(text + digits, ".");
    return digits > 0 && dots > 0 ? digits + dots + strspn(text + digits + dots, " \t\r\n") : 0;
}

static int game_play_list(const struct game *game, const char *text, void *state,
                          struct error *error) {
    game->start(game, state);
    for (int number = 1;; number++) {
        text += strspn(text, " \t\r\n");
        text += game_number_length(text);
        if (!*text) return 0;
        int used = game_play_text(game, text, number, state, error);
        if (used < 0) return -1;
        text += used;
    }
}

bool game_board_alone(const struct game *game, const struct state *state, struct state *out) {
    struct text line = {0};
    memset(out, 0, sizeof *out);
    game->position_format(game, state, &line);
    bool over =
        game->position_parse(game, text_get(&line), out, NULL) == 0 && game->over(game, out);
    text_free(&line);
    return over;
}

int game_parse(const struct game *game, const char *text, void *state, struct error *error) {
    struct error position_error = {""};
    if (game->position_parse(game, text, state, &position_error) == 0) return 0;
    if (game_play_list(game, text, state, error) == 0) return 0;
    move_t first;
    text += strspn(text, " \t\r\n");
    text += game_number_length(text);
    game->start(game, state);
    if (game_move_read(game, state, text, &first) > 0) return -1;
    return error_set(error, "neither moves nor a position: %s", position_error.text);
}

uint64_t game_perft(const struct game *game, const void *state, int depth) {
    if (depth == 0) return 1;
    if (game->over(game, state)) return !game->fen;
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
