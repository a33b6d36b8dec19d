/*
 * timing: how much of a clock a move may take. For play only.
 */
#ifndef HONE_ENGINE_SEARCH_TIMING_H
#define HONE_ENGINE_SEARCH_TIMING_H

#include "engine/search/search.h"

/* Seconds; 0: there is no such limit. */
struct timing {
    double move;      /* at most for this move */
    double remaining; /* on the clock, for this and all later moves */
    double increment; /* added to the clock after each move */
    int moves_to_go;  /* until the clock is set anew; 0: never */
    double overtime;  /* for each move after the clock has run out for good */
};

/* The seconds to search now, when the side to move may have `moves_left` moves still to make (1 or
 * more); 0: no limit. Keeps a reserve for what is not search. */
double timing_seconds(const struct timing *timing, int moves_left);

/* The moves that the side to move of an unfinished position may still make: half of the plies that
 * are left at most, and those of its turn at least. */
int timing_moves_left(const struct game *game, const void *state);

/* Narrows the limits of a search of `state` by timing_seconds. If a later move can use the rest of
 * the clock, no depth is begun in the second half of the move's share: it would hardly be
 * finished. */
void timing_limit(const struct timing *timing, const struct game *game, const void *state,
                  struct search_limits *limits);

/* Seconds left of a clock, above 0 even if it has run out: 0 is no clock. */
double timing_left(double seconds);

/* Takes a move's time off a running clock. A player out of time moves at once and does not lose. */
void timing_run(struct timing *clock, double seconds);

#endif
