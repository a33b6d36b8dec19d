/*
 * The L-game with its evaluator and its expert.
 */
#include "engine/games/lgame/rules.h"

static const struct game *lgame_family_make(const char *name, struct error *error) {
    struct game *game = lgame_make(name, error);
    if (game) game->expert = &lgame_expert;
    return game;
}

static const struct evaluator_family *const lgame_evaluators[] = {&lgame_freedom_family, NULL};

const struct game_family lgame_family = {
    .name = "lgame",
    .doc = "the L-game",
    .make = lgame_family_make,
    .evaluators = lgame_evaluators,
    .names = "lgame",
    .expert = &lgame_expert,
};
