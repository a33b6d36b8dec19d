/*
 * shown: games of a series move by move, to be looked at afterwards. A series keeps results alone:
 * games of hone's own players are played again, those of engines are read from the gamebook, since
 * they cannot be.
 */
#ifndef HONE_TUNER_TOURNAMENT_SHOWN_H
#define HONE_TUNER_TOURNAMENT_SHOWN_H

#include "tuner/run/session.h"

struct gamebook;

struct shown_game {
    int players[2];     /* entrants, by side */
    struct state start; /* where the moves begin: the start of the game, or a position set up */
    int opening, plies; /* moves that led to the opening; all moves */
    move_t moves[GAME_PLIES_MAX];
    int outcome; /* of side 0: 1 won, 0 drawn, -1 lost */
};

struct shown {
    int pairs; /* of each meeting, the first ones */
    int count;
    struct shown_game *list; /* owned */
};

/* Of each meeting as many first pairs as make `most` games in all, one pair at least. `book` may be
 * closed: then games of engines are left out, and so are those that an interruption keeps from
 * being played again. `tt_bytes`: as for worker_open. */
struct shown shown_games(const struct session *session, const struct gamebook *book, int most,
                         size_t tt_bytes);
void shown_free(struct shown *shown);

#endif
