/*
 * archive: which former champions are worth playing against. One that everybody beats, or nobody,
 * tells nothing of who is better, and one that tells the same as another tells it twice.
 */
#ifndef HONE_TUNER_PLAY_ARCHIVE_H
#define HONE_TUNER_PLAY_ARCHIVE_H

#include <stdint.h>

/* Who sits in the hall of fame when it is full. */
enum archive_rule {
    ARCHIVE_NEWEST,  /* the last champions that entered it */
    ARCHIVE_TELLING, /* for each that enters, who tells the least leaves */
};
extern const char *const archive_rule_names[]; /* "newest", "telling", NULL */

/* Who of `members` opponents tells the least of `players` who all met each of them on the same
 * openings: points[member * players + player] are the player's. The first of equals. */
int archive_least_telling(const int64_t *points, int members, int players);

#endif
