/*
 * Nim and Grundy's game with their evaluator and their expert.
 */
#include "engine/games/grundy/rules.h"

/* Of a game that was made, if it was. */
static const struct game *grundy_complete(struct game *game, const struct game_family *family) {
    if (!game) return NULL;
    game->doc = family->doc;
    game->expert = family->expert;
    return game;
}

static const struct game *nim_family_make(const char *name, struct error *error) {
    return grundy_complete(nim_make(name, error), &nim_family);
}

static const struct game *grundy_family_make(const char *name, struct error *error) {
    return grundy_complete(grundy_make(name, error), &grundy_family);
}

static const struct evaluator_family *const grundy_evaluators[] = {&grundy_piles_family, NULL};

const struct game_family nim_family = {
    .name = "nim",
    .doc = "Nim: take coins from one pile; taking the last one wins",
    .make = nim_family_make,
    .evaluators = grundy_evaluators,
    .names = "nim(a,b,...)",
    .expert = &grundy_expert,
};

const struct game_family grundy_family = {
    .name = "grundy",
    .doc = "Grundy's game: split a pile into two unequal ones; a side that cannot has lost",
    .make = grundy_family_make,
    .evaluators = grundy_evaluators,
    .names = "grundy(n)",
    .expert = &grundy_expert,
};
