/*
 * gamebook: the database of a series: its pairs, from which it is continued, and the games with
 * external engines, one transaction each, since they cannot be played again. A failed write does
 * not stop a series.
 */
#ifndef HONE_TUNER_TOURNAMENT_GAMEBOOK_H
#define HONE_TUNER_TOURNAMENT_GAMEBOOK_H

#include "tuner/play/jobs.h"
#include "tuner/store/games.h"
#include "tuner/store/journal.h"
#include "tuner/store/runs.h"
#include "tuner/tournament/series.h"

struct gamebook {
    struct store *store;     /* NULL: closed */
    struct journal *journal; /* beside it, of games with pairs that are not there yet */
    const struct entrants *entrants;
    int64_t series;            /* the row that the others refer to */
    struct stored_pair *pairs; /* of an earlier sitting; owned */
    int pair_count;            /* of each meeting */
    int pairs_kept;            /* by now */
    int64_t kept, lost;        /* games */
    struct error fault;        /* why something could not be written; "": everything was */
};

/* Whether that database (NULL: the usual one) has such a series that is not finished. */
bool gamebook_has(const struct series *series);
/* Continues that series there, or adds it to the database, which is made if missing; `settings` is
 * one line on how it is played. 0, or -1 and why. gamebook_close in either case. */
int gamebook_open(const struct series *series, const char *settings, struct gamebook *out,
                  struct error *error);
/* Adds to the session what an earlier sitting has played, `pairs` pairs at most; how many. */
int gamebook_take(struct gamebook *gamebook, struct session *session, int pairs);
/* Stores what the session has played since the last time in one transaction: 0, or -1: not this
 * time. */
int gamebook_keep_pairs(struct gamebook *gamebook, const struct session *session);
/* Keeps a game with an external engine, or counts it as lost. */
void gamebook_keep(struct gamebook *gamebook, const struct played *game);
/* Counts the games of earlier sittings that were stored for its pairs, and the losses otherwise
 * than by the rules: faults[entrant]. */
void gamebook_restore(struct gamebook *gamebook, int64_t (*faults)[EXTERNAL_ENDS]);
/* The series will not go on. */
void gamebook_finish(struct gamebook *gamebook);
/* Where the series is kept, or would be. */
const char *gamebook_path(const struct series *series);

void gamebook_close(struct gamebook *gamebook);

#endif
