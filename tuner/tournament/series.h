/*
 * series: meetings of entrants, played in batches of pairs so that one can stop in between: by
 * Ctrl-C, or by a sequential test. What is played depends on the settings alone, and a shorter
 * series is the beginning of a longer one's; but for games of external engines.
 */
#ifndef HONE_TUNER_TOURNAMENT_SERIES_H
#define HONE_TUNER_TOURNAMENT_SERIES_H

#include "engine/base/options.h"
#include "tuner/run/session.h"
#include "tuner/tournament/entrants.h"

/* What `hone match` and `hone tournament` have in common. */
struct series_settings {
    int pairs;
    struct search_limits limits; /* depth -1 and nothing else: nobody said how players move */
    double epsilon;              /* -1: nobody said */
    int plies_max;               /* 0: the game's own */
    int opening_plies;           /* -1: series_opening_plies */
    int64_t seed;
    int threads;
    const char *db; /* where games with external engines are kept; NULL: the usual place */
};

/* For the help of these commands. */
#define SERIES_HELP                                                                                \
    "Players of a run play as they were tuned, and all others like the first of them; a setting\n" \
    "of the search, --depth 0 too, is for all instead. Else the games of two players do not\n"     \
    "depend on who else plays. +/- is half a 95 % interval. Ctrl-C ends it with the pairs\n"       \
    "played so far.\n"

/* The defaults, but for the pairs. */
struct series_settings series_defaults(int pairs);
/* The rows of the command's option table that set them, the pairs first; their count. */
int series_options(struct series_settings *settings, struct option_spec *out);

/* The fewest random plies that begin a million games, but not more than a quarter of a game, and
 * then to the end of the turn. */
int series_opening_plies(const struct game *game);

struct series {
    const struct entrants *entrants;
    struct series_settings settings;
    /* Asked after every batch whether that is enough. May be NULL. */
    bool (*enough)(const struct series *series, void *context);
    void *context;
    /* Of those who play as they were tuned the first; the others play like him. NULL: all play as
     * the settings say. Set by series_play. */
    const struct entrant *model;
    /* Who meets whom is said beforehand, by session_meet with entrants' numbers; afterwards it has
     * the scores of the pairs played: fewer than wanted if it was enough or interrupted. Owned. */
    struct session session;

    int openings_distinct;
    int64_t games_distinct;
    double seconds;
    bool interrupted;  /* by Ctrl-C, before all pairs were played */
    struct text notes; /* lines on the external engines: faults, where the games are; owned */
};

/* Plays the meetings: 0, or -1 and why. Ctrl-C (interrupt_pending) ends it with the pairs played
 * so far. series_destroy in either case. */
int series_play(struct series *series, struct error *error);
void series_destroy(struct series *series);

/* "1000 pairs, greedy, openings of 9 random plies, seed 1" and how many differed, two lines; a
 * third one warns of openings that repeat; then the notes. False if there is nothing more to say,
 * since no pair was complete. */
bool series_describe(const struct series *series, struct text *out);

#endif
