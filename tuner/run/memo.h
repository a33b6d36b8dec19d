/*
 * memo: draws openings and plays jobs of a session, without those that a journal has the judges'
 * verdicts or results of (store/journal.h). Games that were played before a kill are not played
 * again. New ones are written there as they come, once the stage has lasted a second; a shorter
 * stage is not worth it.
 */
#ifndef HONE_TUNER_RUN_MEMO_H
#define HONE_TUNER_RUN_MEMO_H

#include "tuner/openings/openings.h"
#include "tuner/play/jobs.h"
#include "tuner/store/journal.h"

struct session;

/* A session's view of its journal; all zero at first. */
struct memo {
    int pairs_noted;      /* of each active meeting: in the journal, or the database */
    bool noted;           /* so are all pairs of the last batch */
    uint64_t terms;       /* what the keys of all games have in common */
    uint64_t *identities; /* by place: what tells players apart; owned */
    /* The batch being played: */
    const struct job *jobs;
    const struct result *results;
    uint8_t *notes;     /* by job, where guests play; owned */
    int64_t span_count; /* spans of finished jobs that are not written, … */
    struct memo_span {
        int64_t first, count;
    } * spans;     /* … owned */
    int64_t taken; /* games that the journal had */
    /* Verdicts of judges that are not written: */
    int64_t verdict_count;
    struct journal_entry *verdicts; /* owned */
};

/* As openings_extend does with those of the session. */
int memo_draw(struct session *session, int pairs, const struct openings_watch *watch);

/* As pool_run does; the terms are the session's. */
int memo_run(struct session *session, const struct terms *terms, const struct job *jobs,
             int64_t count, struct result *results);
/* The jobs from `first` on are over. */
void memo_finished(struct session *session, int64_t first, int64_t count);
/* Some of what is in the journal was wrong: it is emptied. */
void memo_dropped(struct session *session);
/* A guest has ended that game so, for the player at `place`. */
void memo_fault(struct session *session, const struct job *job, int place, int end);
void memo_destroy(struct memo *memo);

#endif
