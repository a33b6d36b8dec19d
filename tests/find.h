/*
 * find: a game, a position or an evaluator that a test names; the test fails if there is none.
 * After cmocka.h.
 */
#ifndef HONE_TESTS_FIND_H
#define HONE_TESTS_FIND_H

#include "engine/games/games.h"

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

/* A game's evaluator (NULL: its first one), in this layout (NULL: its usual one). */
static inline const struct evaluator *find_named(const char *name, const char *evaluator,
                                                 const char *layout) {
    struct error error;
    const struct evaluator *found = games_evaluator(find_game(name), evaluator, layout, &error);
    if (!found) fail_msg("%s", error.text);
    return found;
}

static inline const struct evaluator *find(const char *name, const char *layout) {
    return find_named(name, NULL, layout);
}

#endif
