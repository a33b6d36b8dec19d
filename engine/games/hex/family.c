/*
 * Hex with its evaluators and its expert.
 */
#include "engine/games/hex/rules.h"

static const struct game *hex_family_make(const char *name, struct error *error) {
    struct game *game = hex_make(name, error);
    if (game) game->expert = &hex_solver;
    return game;
}

static const struct evaluator_family *const hex_evaluators[] = {&hex_distance_family,
                                                                &hex_resistance_family, NULL};

const struct game_family hex_family = {
    .name = "hex",
    .doc = "Hex, 3x3 to 19x19, with or without the swap rule",
    .make = hex_family_make,
    .evaluators = hex_evaluators,
    .names = "hex(n), hex(n,swap)",
    .expert = &hex_solver,
};
