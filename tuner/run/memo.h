/*
 * memo: draws a session's openings and plays its jobs, except those whose verdicts or results are
 * in a journal (store/journal.h). Games that were played before a kill are not played again. New
 * ones are written there as they come, once the stage has lasted a second; a shorter stage is not
 * worth it.
 */
#ifndef HONE_TUNER_RUN_MEMO_H
#define HONE_TUNER_RUN_MEMO_H

#include "tuner/openings/openings.h"
#include "tuner/play/pool.h"
#include "tuner/run/roster.h"
#include "tuner/store/journal.h"

/* The batch that is played, and what memo asks of its caller. */
struct memo_batch {
    struct pool *pool;
    const struct roster *roster;
    const struct terms *terms;
    /* Called for each game that the journal has, with `place` and `end` as memo_fault got them. */
    void (*remembered)(void *context, const struct job *job, int place, int end);
    /* Calls memo_note for the games of earlier batches that are not in the journal. */
    void (*note_earlier)(void *context);
    void *context;
};

/* All zero at first. */
struct memo {
    struct journal *journal; /* set by the caller; NULL: there is none */
    bool noted;              /* all games of the last batch are in the journal */
    int64_t taken;           /* games of the present one that the journal had */
    uint64_t terms;          /* what the keys of all games have in common */
    uint64_t *identities;    /* by place: what tells players apart; owned */
    /* The batch being played: */
    const struct memo_batch *batch;
    const struct job *jobs;
    const struct result *results;
    uint8_t *notes;     /* by job, where guests play; owned */
    int64_t span_count; /* spans of finished jobs that are not written, … */
    struct memo_span {
        int64_t first, count;
    } * spans; /* … owned */
    /* Verdicts of judges that are not written: */
    int64_t verdict_count;
    struct journal_entry *verdicts; /* owned */
};

/* openings_extend, with the verdicts that the journal has. */
int memo_draw(struct memo *memo, struct openings *openings, int pairs, struct parallel parallel,
              const struct openings_watch *watch);

/* pool_run, with the results that the journal has. */
int memo_run(struct memo *memo, const struct memo_batch *batch, const struct job *jobs,
             int64_t count, struct result *results);

/* ---- while a batch is played ---- */

/* The jobs from `first` on are over. */
void memo_finished(struct memo *memo, int64_t first, int64_t count);
/* A guest, the player at `place`, has ended that game by `end`. */
void memo_fault(struct memo *memo, const struct job *job, int place, int end);
/* For note_earlier; `note` 0: no guest ended it. */
void memo_note(struct memo *memo, const struct job *job, const struct result *result, uint8_t note);

/* Empties the journal: some of it was wrong. */
void memo_empty(struct memo *memo);

/* Empties the journal and drops what is not written: the database has all games. */
void memo_settle(struct memo *memo);
void memo_destroy(struct memo *memo);

#endif
