/*
 * Dobutsu shogi with its evaluator.
 */
#include <string.h>

#include "engine/games/dobutsu/rules.h"

static const struct game *dobutsu_make(const char *name, struct error *error) {
    const struct game *game = dobutsu_game();
    if (strcmp(name, game->name) == 0) return game;
    error_set(error, "unknown game \"%.40s\"; there is: %s", name, game->name);
    return NULL;
}

static const struct evaluator_family *const dobutsu_evaluators[] = {&dobutsu_material_family, NULL};

const struct game_family dobutsu_family = {
    .name = "dobutsu",
    .doc = "Dobutsu shogi",
    .make = dobutsu_make,
    .evaluators = dobutsu_evaluators,
    .names = "dobutsu",
};
