/*
 * games: the one list of games and evaluators. To add one, write its file and add its line in
 * games.c. Call from one thread; what is returned lives as long as the process and is shared by
 * equal requests.
 */
#ifndef HONE_ENGINE_GAMES_GAMES_H
#define HONE_ENGINE_GAMES_GAMES_H

#include "engine/game/family.h"

/* "reversi", "connect6", "gomoku", "tictactoe" or "connect(m,n,k,p,q)": m columns, n rows, k in
 * a row, p stones a turn, q in the first. NULL and why, with the list of names. */
const struct game *games_find(const char *name, struct error *error);

/* An evaluator of `game`. `name` NULL: the game's first; `layout` NULL: the family's default.
 * NULL and why. */
const struct evaluator *games_evaluator(const struct game *game, const char *name,
                                        const char *layout, struct error *error);

/* The families of evaluators of a family's games, by number: its own, those that were added, then
 * what every game has; NULL behind the last one. */
const struct evaluator_family *games_evaluator_family(const struct game_family *family, int index);

/* The names of all games, as their families say them, on one line. */
const char *games_names(void);

/* The family of a game from games_find. */
const struct game_family *games_family(const struct game *game);

/* All settings of a search, of every game (engine/search/limits.h); NULL ends the list. */
const struct search_setting *const *games_settings(void);

/* All families; NULL ends the list. */
enum { GAMES_MAX = 32, GAMES_EVALUATORS_MAX = 64 };
extern const struct game_family *games_list[GAMES_MAX + 1];

/* Add to the lists what a plug-in brings (engine/plugin); names that are there already are the
 * caller's affair. */
void games_add(const struct game_family *family);
void games_add_evaluator(const struct game_family *family,
                         const struct evaluator_family *evaluator);

#endif
