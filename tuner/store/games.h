/*
 * games: the games of `hone match` and `hone tournament` in which an external engine played. They
 * cannot be played again, so they are kept move by move, one transaction each. The tables are in
 * games.c.
 */
#ifndef HONE_TUNER_STORE_GAMES_H
#define HONE_TUNER_STORE_GAMES_H

#include "tuner/store/db.h"

/* A game of `hone match` or `hone tournament` in which an external engine played. */
struct stored_game {
    int64_t id, series;
    int players[2]; /* numbers of entrants, by side */
    int opening;
    char *opening_moves, *moves; /* "f5 d6 pass" */
    int outcome;                 /* of side 0: 1 won, 0 drawn, -1 lost */
    char reason[16];
    char *detail, *errors; /* what was wrong with the loser and the end of its stderr, or "" */
    /* Filled in by the store: */
    char game[32], names[2][80], started[32];
};

/* Whether any series of games was begun there. */
bool store_keeps_games(struct store *store);
int64_t store_add_series(struct store *store, const char *game, const char *settings);
void store_add_entrant(struct store *store, int64_t series_id, int number, const char *name,
                       const char *spec);
int64_t store_add_game(struct store *store, const struct stored_game *game);
/* All of them in order of id: the array is freed with free() after each with store_free_game. */
int store_games_kept(struct store *store, struct stored_game **out);
/* By id. 0, or -1 and why; store_free_game in either case. */
int store_game(struct store *store, int64_t id, struct stored_game *out, struct error *error);
void store_free_game(struct stored_game *game);

/* For the schema; ends with NULL. */
extern const struct table *const games_tables[];

#endif
