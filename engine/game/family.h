/*
 * family: what makes games, and what makes evaluators: each line in the list of
 * engine/games/games.c is a family, since most games come in sizes and most evaluators in layouts.
 */
#ifndef HONE_ENGINE_GAME_FAMILY_H
#define HONE_ENGINE_GAME_FAMILY_H

#include "engine/game/evaluator.h"

/* A family of evaluators, as `hone games` lists it. */
struct evaluator_family {
    const char *name, *doc, *default_layout;
    const char *layouts; /* what may be asked for, in words */
    /* A new evaluator, or NULL and why. It lives as long as the process and is never freed:
     * games.c keeps it, and of equal ones gives out the first. */
    struct evaluator *(*make)(const struct game *game, const char *layout, struct error *error);
    /* The same of a family that is made while the program runs, one of many; NULL: it is not. */
    struct evaluator *(*make_one)(const struct evaluator_family *family, const struct game *game,
                                  const char *layout, struct error *error);
};

struct game_family {
    const char *name, *doc; /* the name is what the names of its games begin with, if ever */
    /* A game, or NULL and why; kept like an evaluator. */
    const struct game *(*make)(const char *name, struct error *error);
    /* The same of a family that is made while the program runs; NULL: it is not. */
    const struct game *(*make_one)(const struct game_family *family, const char *name,
                                   struct error *error);
    const struct evaluator_family *const *evaluators; /* NULL ends the list */
    const char *names;           /* what may be asked for, in words: "connect6, gomoku, …" */
    const struct expert *expert; /* of its games; may be NULL */
};

#endif
