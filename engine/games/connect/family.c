/*
 * Connect(m,n,k,p,q) with its evaluators and its experts.
 */
#include "engine/games/connect/rules.h"

static const struct game *connect_family_make(const char *name, struct error *error) {
    struct game *game = connect_make(name, error);
    if (game) game->expert = game->exact ? &connect_exact : &connect_threats;
    return game;
}

static const struct evaluator_family *const connect_evaluators[] = {
    &connect_roads_family, &connect_lines_family,  &connect_roads_lines_family,
    &connect_open_family,  &connect_points_family, NULL};

const struct game_family connect_family = {
    .name = "connect",
    .doc = CONNECT_DOC,
    .make = connect_family_make,
    .evaluators = connect_evaluators,
    .names = "connect6, gomoku, tictactoe, connect(m,n,k,p,q), connect(m,n,k,1,1,exact)",
    .expert = &connect_threats,
};
