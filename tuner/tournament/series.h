/*
 * series: meetings of entrants, played in strides of pairs so that one can stop in between: by
 * Ctrl-C, or when enough is known. What is played depends on the settings alone, and a shorter
 * series is the beginning of a longer one's; but for games of external engines. What has been
 * played is stored, and the same series goes on from there after whatever ended it.
 */
#ifndef HONE_TUNER_TOURNAMENT_SERIES_H
#define HONE_TUNER_TOURNAMENT_SERIES_H

#include "engine/base/options.h"
#include "tuner/run/session.h"
#include "tuner/tournament/entrants.h"
#include "tuner/tournament/shown.h"

/* What `hone match` and `hone tournament` have in common. */
struct series_settings {
    int pairs;
    struct search_limits limits; /* depth -1 and nothing else: nobody said how players move */
    double epsilon;              /* -1: nobody said */
    int plies_max;               /* 0: the game's own */
    int opening_plies;           /* -1: series_opening_plies, or all moves of the file's openings */
    const char *openings;        /* a file of openings; NULL: random ones */
    double balance;              /* as in struct opening_source */
    int64_t seed;
    int threads;
    double until_error; /* Elo: enough is known when the error is below; 0: nobody said */
    const char *db;     /* where it is stored; NULL: the usual place, if it is worth it */
};

/* For the help of these commands. */
#define SERIES_HELP                                                                                \
    "Players of a run, and weight files with a line `player`, play as they were tuned, and all\n"  \
    "others like the first of them; a setting of the search, --depth 0 too, is for all instead.\n" \
    "Else the games of two players do not depend on who else plays. +/- is half a 95 %\n"          \
    "interval. Ctrl-C ends it with the pairs played so far. What takes more than ten seconds is\n" \
    "stored, in " GAMEBOOK_USUAL " unless --db names another file; the same command goes on\n"     \
    "with it after a Ctrl-C or a kill, and gives what an undisturbed one gives. One that is\n"     \
    "finished is played anew.\n"                                                                   \
    "With --until-error E it ends as soon as the error of the Elo is below E; that rule knows\n"   \
    "how sure the figures are, not who is ahead, and so leaves them unbiased.\n"

/* Where series are stored. */
#define GAMEBOOK_USUAL "results/games.db"

/* The defaults, but for the pairs; the most pairs of a series that ends when enough is known, if
 * nobody says. */
struct series_settings series_defaults(int pairs);
enum { SERIES_PAIRS_MOST = 20000 };
/* The rows of the command's option table that set them, the pairs first; their count. */
int series_options(struct series_settings *settings, struct option_spec *out);

/* The fewest random plies that begin a million games, but not more than a quarter of a game, and
 * then to the end of the turn. */
int series_opening_plies(const struct game *game);

enum series_end {
    SERIES_COMPLETE, /* all pairs were played */
    SERIES_ENOUGH,   /* it was enough before */
    SERIES_INTERRUPTED,
};

enum { SERIES_NOTE = 160 };

struct series {
    const struct entrants *entrants;
    struct series_settings settings;
    /* Asked after every stride, whose length depends on the meetings alone but for external
     * engines, whether that is enough. May be NULL. */
    bool (*enough)(const struct series *series, void *context);
    /* What is known so far, for the line that is seen while it is played. May be NULL. */
    void (*note)(const struct series *series, char out[SERIES_NOTE]);
    void *context;
    int shown_most; /* games that somebody wants to look at afterwards, about; 0: none */
    bool open; /* a part of more: when it is over it is not played anew, but taken from the store */
    bool next; /* not the first of them: that some of it is stored already has been said */
    /* Of those who play as they were tuned the first; the others play like him. NULL: all play as
     * the settings say. Set by series_play. */
    const struct entrant *model;
    /* Who meets whom is said beforehand, by session_meet with entrants' numbers; afterwards it has
     * the scores of the pairs played: fewer than wanted if it was enough or interrupted. Owned. */
    struct session session;
    struct collection *collection; /* of the file of openings; NULL: none. Owned */

    int pairs_restored; /* that an earlier sitting had played */
    int openings_there; /* random ones that could be drawn; -1: many, or of another kind */
    int openings_distinct;
    int64_t games_distinct;
    int64_t pairs_alike; /* whose two games are the same */
    double seconds;      /* of this sitting */
    enum series_end end;
    bool stored;        /* the same command goes on with it if it was interrupted */
    struct shown shown; /* owned */
    struct text notes;  /* lines on the external engines: faults, where the games are; owned */
};

/* "reversi, 1000 pairs, greedy, openings of 9 random plies, seed 1", of so many pairs. */
void series_describe_settings(const struct series *series, int pairs, struct text *out);
/* Games a second of this sitting; in words "160 games/s", of slow ones "0.25 games/s". */
double series_rate(const struct series *series);
void series_format_rate(const struct series *series, char out[32]);
/* Whether it begins with random openings of the part that no run is tuned on, as its players were
 * chosen by one; those of a file have no such part. */
bool series_plays_unseen(const struct series *series);

/* Plays the meetings: 0, or -1 and why. Ctrl-C (interrupt_pending) ends it with the pairs played
 * so far. series_destroy in either case. */
int series_play(struct series *series, struct error *error);
void series_destroy(struct series *series);

/* "1000 pairs, greedy, openings of 9 random plies, seed 1" and how many differed, two lines; others
 * say from which openings these were drawn, and warn of some that repeat; then what ended it, and
 * the notes. False if there is nothing more to say, since no pair was complete. */
bool series_describe(const struct series *series, struct text *out);
/* Which pairs have one opening, as openings_number has them; but for those that all begin at the
 * start, where random moves make them differ: these are as if they had openings of their own. */
void series_number_openings(const struct series *series, int *out);
/* Whose openings those were: "all" there are, "unseen" by runs that chose a player, of a "file", or
 * the "start". */
const char *series_openings_of(const struct series *series);
/* "length", "test", "error", "user" */
const char *series_stopped_by(const struct series *series);

#endif
