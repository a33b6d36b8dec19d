/* Xiangqi with its evaluators. */
#include <string.h>

#include "engine/games/xiangqi/rules.h"

static const struct game *xiangqi_make_game(const char *name, struct error *error) {
    const struct game *game = xiangqi_game();
    if (strcmp(name, game->name) == 0) return game;
    error_set(error, "unknown game \"%.40s\"; there is: %s", name, game->name);
    return NULL;
}

static const struct evaluator_family *const xiangqi_evaluators[] = {
    &xiangqi_psq_family.family, &xiangqi_features_family.family, &xiangqi_material_family.family,
    NULL};

const struct game_family xiangqi_family = {
    .name = "xiangqi",
    .doc = "xiangqi, Chinese chess",
    .make = xiangqi_make_game,
    .evaluators = xiangqi_evaluators,
    .names = "xiangqi",
};
