/*
 * clock: the one clock, for play under a time limit, for waiting and for measuring. Nothing that a
 * tuning run stores depends on it.
 */
#ifndef HONE_ENGINE_BASE_CLOCK_H
#define HONE_ENGINE_BASE_CLOCK_H

/* Seconds since some fixed moment; they never go back. */
double clock_seconds(void);

/* For tests: replaces the clock for all threads; NULL: the machine's own. */
void clock_replace(double (*seconds)(void));

/* ---- pace ---- */

/* How long one piece of work takes, when the work goes on in spells. The latter half of the time
 * spent so far decides, since work may be slow at first or get slower. The caller brings the
 * clock. */

enum { PACE_MARKS = 32 };

/* All zero before the first spell. */
struct pace {
    double seconds, pieces; /* of the spells that are over */
    double begun;           /* when the present one was */
    double stride;          /* seconds between two marks */
    int count;
    struct pace_mark {
        double seconds, pieces; /* up to here */
    } marks[PACE_MARKS];
};

void pace_begin(struct pace *pace, double now);
/* `pieces` of this spell are done. */
void pace_note(struct pace *pace, double now, double pieces);
/* The spell is over, after `pieces`. */
void pace_end(struct pace *pace, double now, double pieces);

/* Seconds; 0: not known yet. */
double pace_piece(const struct pace *pace);

#endif
