/*
 * streak: faults in a row, in the order of the games, not that in which threads finish them.
 */
#ifndef HONE_TUNER_EXTERNAL_STREAK_H
#define HONE_TUNER_EXTERNAL_STREAK_H

#include "engine/base/base.h"

/* What a game says of a streak: nothing, that it is over, or that it grows. */
enum streak_event { STREAK_IDLE, STREAK_ENDS, STREAK_GROWS };

struct streak_game {
    int64_t number;
    enum streak_event event;
    uint64_t mark; /* of faults with one mark the first counts; 0: each counts */
    char *words;   /* what went wrong; owned */
};

enum { STREAK_MARKS_MAX = 30 };

struct streak {
    int64_t next;                     /* the first game that has not ended */
    int faults;                       /* in a row before it, that count */
    uint64_t marks[STREAK_MARKS_MAX]; /* theirs */
    int count;
    struct streak_game *waiting; /* later ones that have; owned */
};

/* A game that ended; `first` is the number of its batch's first game: none before that is awaited.
 * Returns the words of the fault that makes the streak `length` long, the caller's; else NULL. */
char *streak_add(struct streak *streak, int64_t first, const struct streak_game *game, int length);
void streak_free(struct streak *streak);

#endif
