/*
 * Reversi with its evaluators and its expert.
 */
#include "engine/games/reversi/endgame.h"

static const struct game *reversi_family_make(const char *name, struct error *error) {
    struct game *game = reversi_make(name, error);
    if (!game) return NULL;
    endgame_tables_fill();
    game->expert = &reversi_endgame;
    return game;
}

static const struct evaluator_family *const reversi_evaluators[] = {
    &reversi_wpc_family, &reversi_features_family, &reversi_patterns_family, NULL};

const struct game_family reversi_family = {
    .name = "reversi",
    .doc = "Reversi (Othello)",
    .make = reversi_family_make,
    .evaluators = reversi_evaluators,
    .names = "reversi",
    .expert = &reversi_endgame,
};
