/* In every game any text is refused or is a position that can be written, read and played on; and
 * the same of problems, where a game has a form of its own for them. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/targets.h"

static void check_position(const struct game *game, const struct state *state) {
    struct state again;
    struct error error;
    struct text line = {0};
    move_t moves[GAME_MOVES_MAX];
    game->position_format(game, state, &line);
    if (game_parse(game, text_get(&line), &again, &error) < 0) die("%s", error.text);
    if (game->hash(&again) != game->hash(state)) die("another position comes back");
    if ((game->moves(game, state, moves) == 0) != game->over(game, state))
        die("no moves, but not over");
    if (!game->over(game, state)) game->play(game, &again, moves[0]);
    text_free(&line);
}

void fuzz_position(const uint8_t *data, size_t size) {
    static const char *const names[] = {
        "reversi", "connect6",    "tictactoe", "connect(9,9,5,3,2)", "nim(3,5,7)", "grundy(17)",
        "lgame",   "hex(5,swap)", "dobutsu"};
    struct text text = fuzz_text(data, size);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct game *game = games_find(names[i], NULL);
        struct state state;
        struct error error = {""};
        if (game_parse(game, text_get(&text), &state, &error) == 0)
            check_position(game, &state);
        else
            fuzz_require_reason(&error);
        if (game->problem && game->problem->parse(game, text_get(&text), &state, NULL) == 0)
            check_position(game, &state);
    }
    text_free(&text);
}
