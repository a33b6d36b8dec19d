/*
 * series: meetings of entrants, played in strides of pairs so that it can stop in between: by
 * Ctrl-C, or when enough is known. What is played depends on the settings alone, and a shorter
 * series is the beginning of a longer one, except for games of external engines. Games are stored,
 * and the same series goes on from there after any end.
 */
#ifndef HONE_TUNER_TOURNAMENT_SERIES_H
#define HONE_TUNER_TOURNAMENT_SERIES_H

#include "engine/base/options.h"
#include "tuner/report/listing.h"
#include "tuner/run/session.h"
#include "tuner/tournament/entrants.h"
#include "tuner/tournament/shown.h"

/* What `hone match` and `hone tournament` have in common. */
struct series_settings {
    int pairs;
    struct search_limits limits; /* depth -1 and nothing else: none were given */
    double epsilon;              /* -1: not given */
    int plies_max;               /* 0: the game's own */
    int opening_plies;           /* -1: as few as are enough, or all moves of the file's openings */
    const char *openings;        /* a file of openings; NULL: random ones */
    double balance;              /* as in struct opening_source */
    const char *judge;           /* a player whose weights judge that; NULL: initial ones */
    int64_t seed;
    int threads;
    double until_error; /* Elo: enough is known when the error is below; 0: not given */
    const char *db;     /* where it is stored; NULL: the usual place, if it is worth it */
};

/* For the help of these commands. */
#define SERIES_HELP                                                                                \
    "\n"                                                                                           \
    "Players of a run, and weight files with a line `player`, play as they were tuned; all "       \
    "others\n"                                                                                     \
    "play like the first of these. A search setting on the command line, even --depth 0, "         \
    "replaces\n"                                                                                   \
    "that for all players. Otherwise the games of two players do not depend on the others.\n"      \
    "\n"                                                                                           \
    "+/- is half a 95 % interval. With --until-error E the games end as soon as the error of "     \
    "the\n"                                                                                        \
    "Elo is below E. That rule knows how sure the figures are, not which player is ahead, so "     \
    "the\n"                                                                                        \
    "figures stay unbiased.\n"                                                                     \
    "\n"                                                                                           \
    "Ctrl-C ends it with the pairs played so far. Games of more than ten seconds are stored, "     \
    "in\n" GAMEBOOK_USUAL                                                                          \
    " unless --db names another file. The same command then continues after a Ctrl-C or\n"         \
    "a kill, with the results of an uninterrupted one. A finished one is played anew.\n"

/* Where series are stored. */
#define GAMEBOOK_USUAL "results/games.db"

/* The defaults, but for the pairs, and for the most pairs of a series that ends when enough is
 * known. */
struct series_settings series_defaults(int pairs);
enum { SERIES_PAIRS_MOST = 20000 };
/* The rows of the command's option table that set them, the pairs first; their count. */
int series_options(struct series_settings *settings, struct option_spec *out);

enum series_end {
    SERIES_COMPLETE, /* all pairs were played */
    SERIES_ENOUGH,   /* it was enough before */
    SERIES_INTERRUPTED,
};

enum { SERIES_NOTE = 160 };

struct series {
    const struct entrants *entrants;
    struct series_settings settings;
    /* Called after every stride: whether that is enough. The length of a stride depends on the
     * meetings alone, unless there are external engines. May be NULL. */
    bool (*enough)(const struct series *series, void *context);
    /* What is known so far, for the line that is seen while it is played. May be NULL. */
    void (*note)(const struct series *series, char out[SERIES_NOTE]);
    void *context;
    int shown_most; /* games to be shown afterwards, about; 0: none */
    bool open; /* a part of more: when it is over it is not played anew, but taken from the store */
    bool next; /* not the first of them: that some of it is stored already has been said */
    /* The first entrant that plays as it was tuned; players without settings play like it. NULL:
     * all play as the settings say. Set by series_play. */
    const struct entrant *model;
    bool told;            /* whether the settings say how all play. Set likewise */
    struct entrant judge; /* of settings.judge; owned */
    /* The caller adds the meetings beforehand, by session_meet with entrants' numbers. Afterwards
     * it has the scores of the pairs played: fewer than wanted if it was enough or interrupted.
     * Owned. */
    struct session session;
    struct collection *collection; /* of the file of openings; NULL: none. Owned */

    int pairs_restored; /* that an earlier sitting had played */
    int openings_there; /* random ones that could be drawn; -1: many, or of another kind */
    int openings_distinct;
    int64_t games_distinct;
    int64_t pairs_equal; /* with two equal games */
    double seconds;      /* of this sitting */
    enum series_end end;
    bool stored;        /* the same command goes on with it if it was interrupted */
    struct shown shown; /* owned */
    struct text notes;  /* lines on the external engines: faults, where the games are; owned */
};

/* "reversi, 1000 pairs, greedy, openings of 9 random plies, seed 1". */
void series_describe_settings(const struct series *series, int pairs, struct text *out);
/* Games a second of this sitting. */
double series_rate(const struct series *series);

/* Plays the meetings: 0, or -1 and why. Ctrl-C (interrupt_pending) ends it with the pairs played so
 * far. series_destroy in either case. */
int series_play(struct series *series, struct error *error);
void series_destroy(struct series *series);

/* "1000 pairs, greedy, openings of 9 random plies, seed 1" and how many differed, two lines; then
 * the set of openings, a warning if some repeat, what ended it, and the notes. False if no pair was
 * complete, so there is nothing more to say. */
bool series_describe(const struct series *series, struct text *out);
/* The pairs that share an opening, by openings_number. If all begin at the start, where random
 * moves make games differ, each counts as an opening of its own. */
void series_number_openings(const struct series *series, int *out);
/* The set of those openings: "all" there are, "unseen" by runs that chose a player, of a "file", or
 * the "start". */
const char *series_openings_of(const struct series *series);
/* "length", "test", "error", "user" */
const char *series_stopped_by(const struct series *series);

/* ---- for other programs ---- */

/* The games of a series for programs that rate players (Ordo, BayesElo): PGN headers without
 * moves. White moves first, as their readers expect, even if the game calls that side Black
 * (Reversi, Hex). */

/* listing_option, and "pgn". */
struct option_spec pgn_listing_option(enum listing_format *format, const char *doc);

/* Appends pair after pair, both games of each meeting; "3.2" is the second game from the third
 * opening. Says on stderr if games of an interrupted series are missing. */
void pgn_print(const struct series *series, struct text *out);
/* The same on stdout. */
void pgn_put(const struct series *series);

#endif
