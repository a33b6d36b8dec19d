/*
 * Printing a game for people; the game itself knows how its board and moves look.
 */
#include "engine/cli/show.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/game/evaluator.h"

const char *score_format(int32_t score, char out[SCORE_TEXT_MAX]) {
    if (score >= SCORE_WIN)
        snprintf(out, SCORE_TEXT_MAX, "win%+d", score - SCORE_WIN);
    else if (score <= -SCORE_WIN)
        snprintf(out, SCORE_TEXT_MAX, "loss%+d", score + SCORE_WIN);
    else
        snprintf(out, SCORE_TEXT_MAX, "%+d", score);
    return out;
}

void show_board(const struct game *game, const void *state, move_t last) {
    struct text text = {0};
    game->print(game, state, last, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
}

void show_moves(const struct game *game, const move_t *moves, int count) {
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_MAX];
        game->move_format(game, moves[i], name);
        printf("%s%s", i > 0 ? " " : "", name);
    }
    printf("\n");
}

void show_outcome(const struct game *game, const void *state) {
    int margin = game->margin(game, state);
    if (margin == 0)
        printf("A draw.\n");
    else
        printf("%s wins (margin %d).\n", game->sides[margin < 0], abs(margin));
}
