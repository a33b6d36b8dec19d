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
    const char *layouts; /* the layouts there are, in words */
    /* A new evaluator, or NULL and why. It lives as long as the process: games.c keeps it, and
     * gives out the first of equal ones. */
    struct evaluator *(*make)(const struct game *game, const char *layout, struct error *error);
    /* The same for a family that is made while the program runs, one of many; NULL: it is not. */
    struct evaluator *(*make_one)(const struct evaluator_family *family, const struct game *game,
                                  const char *layout, struct error *error);
};

struct game_family {
    const char *name, *doc; /* the prefix of its games' names, if they have one */
    /* A game, or NULL and why; kept like an evaluator. */
    const struct game *(*make)(const char *name, struct error *error);
    /* The same for a family that is made while the program runs; NULL: it is not. */
    const struct game *(*make_one)(const struct game_family *family, const char *name,
                                   struct error *error);
    const struct evaluator_family *const *evaluators; /* NULL ends the list */
    const char *names;           /* the games there are, in words: "connect6, gomoku, …" */
    const struct expert *expert; /* of its games; may be NULL */
};

#endif
