/*
 * journal: results of games that are not in a database yet, in a file beside it. Without it a kill
 * would cost up to a stage of hours.
 *
 * An entry's key identifies the game, by all that it depends on, or the opening that was judged
 * (tuner/openings/judges.h). So it does not matter what a run was doing when it was killed: the
 * result or verdict is taken from here the next time. Each entry is checked on its own: torn,
 * damaged or foreign ones are ignored.
 *
 * For one thread at a time. A failed write ends no work: it is reported once on stderr.
 */
#ifndef HONE_TUNER_STORE_JOURNAL_H
#define HONE_TUNER_STORE_JOURNAL_H

#include "tuner/statistics/results.h"

struct journal;

/* Seconds between two writes, as a rule: what a kill costs. */
enum { JOURNAL_SECONDS = 1 };

struct journal_entry {
    uint64_t key;
    struct result result; /* played */
    uint8_t note; /* the writer's: how a game ended otherwise than by the rules, or the judges'
                     points for an opening */
};

/* Reads the entries of `identity`, a text, beside the database, which the caller has locked. It is
 * written at most every `seconds`, and for at most a hundredth of the time. The clock decides when
 * something is written, not what is played. */
struct journal *journal_open(const char *database, const char *identity, double seconds);
/* Writes what was added; what is written stays for the next journal_open. NULL is fine. */
void journal_close(struct journal *journal);

/* How many games it knew when it was opened; none after journal_empty. */
int64_t journal_known(const struct journal *journal);
/* Whether one of them has that key. */
bool journal_find(const struct journal *journal, uint64_t key, struct journal_entry *out);

/* Whether there is anything in its file. */
bool journal_is_begun(const struct journal *journal);
/* Whether it is time to add what was played. */
bool journal_is_due(const struct journal *journal);
void journal_add(struct journal *journal, const struct journal_entry *entry);
/* Writes what was added; `began`: clock_seconds when that work began. */
void journal_write(struct journal *journal, double began);

/* Removes the file: all of it is in the database, or of no use. */
void journal_empty(struct journal *journal);

/* Whether there is a file of a database's, whatever is in it. */
bool journal_is_there(const char *database);
/* Removes the file of a database without a writer, whichever program's it is. */
void journal_discard(const char *database);

#endif
