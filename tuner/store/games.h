/*
 * games: series of `hone match` and `hone tournament`: the pairs played, from which an interrupted
 * series continues, and the games of external engines: these cannot be played again, so they are
 * stored move by move, one transaction each. The tables are in games.c.
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
    char *start; /* a position that was set up, which the moves begin at; "": the game's own */
    char *evals; /* of the moves after the opening, by guest_evals_print; "": none is known */
    int outcome; /* of side 0: 1 won, 0 drawn, -1 lost */
    char reason[16];
    char *detail, *errors; /* what was wrong with the loser and the end of its stderr, or "" */
    /* Filled in by the store: */
    char game[32], names[2][80], started[32];
};

/* A pair of a meeting of a series: points of the meeting's first player, 0 to 2 a game, and the
 * hashes of opening and moves; of the game in which it moves first, then of the other. */
struct stored_pair {
    int64_t series;
    int pair, meeting; /* both from 0 */
    int points[2];
    uint64_t hashes[2];
};

/* Whether any series of games was begun there. */
bool store_keeps_games(struct store *store);
/* `terms`: all that its games depend on, by which it is found again; `settings`: for people. */
int64_t store_add_series(struct store *store, const char *game, const char *settings,
                         const char *terms);
/* The newest series on these terms that is not finished; 0: there is none. */
int64_t store_unfinished_series(struct store *store, const char *terms);
void store_finish_series(struct store *store, int64_t series);
void store_add_pair(struct store *store, const struct stored_pair *pair);
/* Of a series, in order of pair and then of meeting; freed with free(). Returns count. */
int store_pairs(struct store *store, int64_t series, struct stored_pair **out);
void store_add_entrant(struct store *store, int64_t series_id, int number, const char *name,
                       const char *spec);
int64_t store_add_game(struct store *store, const struct stored_game *game);
/* All of them in order of id: the array is freed with free() after each with store_free_game. */
int store_games_kept(struct store *store, struct stored_game **out);
/* Those of a series that count, on its first `openings`: of a game played again, only the last one.
 * Freed like those. */
int store_games_counted(struct store *store, int64_t series, int openings,
                        struct stored_game **out);
/* By id. 0, or -1 and why; store_free_game in either case. */
int store_game(struct store *store, int64_t id, struct stored_game *out, struct error *error);
void store_free_game(struct stored_game *game);

/* For the schema; ends with NULL. */
extern const struct table *const games_tables[];

#endif
