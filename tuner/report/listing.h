/*
 * listing: figures for other programs: rows of named values as JSON (an array of objects) or CSV
 * (RFC 4180, a line of names first). All rows of a listing have the same names in the same order;
 * the names of a command stay what they are, new ones come last.
 */
#ifndef HONE_TUNER_REPORT_LISTING_H
#define HONE_TUNER_REPORT_LISTING_H

#include "engine/base/base.h"
#include "engine/base/options.h"
#include "tuner/statistics/score.h"

enum listing_format {
    LISTING_TEXT /* not this room's: as for people */,
    LISTING_JSON,
    LISTING_CSV,
    LISTING_PGN /* not this room's either: the headers of games */
};

/* The row of a command's option table that reads the format; `doc` names the rows, for the help. */
struct option_spec listing_option(enum listing_format *format, const char *doc);

struct listing {
    enum listing_format format;
    struct text out;         /* what is complete */
    struct text names, line; /* of the row that goes on */
    int rows, values;
};

struct listing listing_new(enum listing_format format);
/* Begins a row; the values that follow belong to it. */
void listing_row(struct listing *listing);
void listing_text(struct listing *listing, const char *name, const char *value);
void listing_whole(struct listing *listing, const char *name, int64_t value);
/* Infinite and undefined values are null, in CSV empty. */
void listing_real(struct listing *listing, const char *name, double value);
/* "elo_low" and "elo_high", the ends of the 95 % interval: the known one if all was won or lost,
 * and the Elo is not finite. NULL: neither is known. */
void listing_bounds(struct listing *listing, const struct score *score);
/* Drops the row that has begun: it only gave the names. */
void listing_no_row(struct listing *listing);
/* Ends the listing, prints it on standard output and frees it. */
void listing_print(struct listing *listing);

#endif
