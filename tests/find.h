/*
 * find: a game, a position or an evaluator that a test names; the test fails if there is none.
 * After cmocka.h.
 */
#ifndef HONE_TESTS_FIND_H
#define HONE_TESTS_FIND_H

#include "engine/games.h"

static inline const struct game *find_game(const char *name) {
    struct error error;
    const struct game *game = games_find(name, &error);
    if (!game) fail_msg("%s", error.text);
    return game;
}

static inline struct state find_position(const struct game *game, const char *text) {
    struct state state;
    struct error error;
    if (game_parse(game, text, &state, &error) != 0) fail_msg("%s: %s", text, error.text);
    return state;
}

/* The game's first evaluator, in this layout (NULL: its usual one). */
static inline const struct evaluator *find(const char *name, const char *layout) {
    struct error error;
    const struct game *game = games_find(name, &error);
    const struct evaluator *evaluator = game ? games_evaluator(game, NULL, layout, &error) : NULL;
    if (!evaluator) fail_msg("%s", error.text);
    return evaluator;
}

#endif
