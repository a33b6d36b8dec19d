/*
 * gamebook: the database in which the games with external engines are kept, one transaction each,
 * since they cannot be played again. A game that cannot be written stops no match.
 */
#ifndef HONE_TUNER_TOURNAMENT_GAMEBOOK_H
#define HONE_TUNER_TOURNAMENT_GAMEBOOK_H

#include "tuner/play/jobs.h"
#include "tuner/store/games.h"
#include "tuner/store/runs.h"
#include "tuner/tournament/entrants.h"

#define GAMEBOOK_USUAL "results/games.db"

struct gamebook {
    struct store *store;
    const struct entrants *entrants;
    int64_t series;     /* the row that the games refer to */
    int64_t kept, lost; /* games */
    struct error fault; /* why the first one was lost */
};

/* Adds a series to the database (NULL: the usual one), which is made if missing; `settings` is one
 * line on how it is played. 0, or -1 and why. gamebook_close in either case. */
int gamebook_open(const char *path, const struct entrants *entrants, const char *settings,
                  struct gamebook *out, struct error *error);
/* Keeps a game of that series, or counts it as lost. */
void gamebook_keep(struct gamebook *gamebook, const struct played *game);
void gamebook_close(struct gamebook *gamebook);

#endif
