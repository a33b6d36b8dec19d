/*
 * archive: which former champions are worth playing against. A champion that all players beat, or
 * none, does not tell which player is better; one that gives the same results as another is not
 * needed.
 */
#ifndef HONE_TUNER_PLAY_ARCHIVE_H
#define HONE_TUNER_PLAY_ARCHIVE_H

#include <stdint.h>

/* The rule by which champions stay in a full hall of fame. */
enum archive_rule {
    ARCHIVE_NEWEST,  /* the last champions that entered it */
    ARCHIVE_TELLING, /* a new one replaces the least telling */
};
extern const char *const archive_rule_names[]; /* "newest", "telling", NULL */

/* The least telling of `members` opponents for `players` that all met each of them on the same
 * openings: points[member * players + player] are the player's. The first of equals. */
int archive_least_telling(const int64_t *points, int members, int players);

#endif
