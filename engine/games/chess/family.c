/* Chess with its evaluators. */
#include <string.h>

#include "engine/games/chess/rules.h"

static const struct game *chess_make_game(const char *name, struct error *error) {
    const struct game *game = chess_game();
    if (strcmp(name, game->name) == 0) return game;
    error_set(error, "unknown game \"%.40s\"; there is: %s", name, game->name);
    return NULL;
}

static const struct evaluator_family *const chess_evaluators[] = {
    &chess_psq_family.family, &chess_features_family.family, &chess_material_family.family, NULL};

const struct game_family chess_family = {
    .name = "chess",
    .doc = "chess",
    .make = chess_make_game,
    .evaluators = chess_evaluators,
    .names = "chess",
};
