/*
 * jobs: games to be played, as plain data, and the terms that all games of a session share. A game
 * is a function of its job and the terms alone: thread, order and repetition do not matter, and
 * results[i] belongs to jobs[i].
 */
#ifndef HONE_TUNER_PLAY_JOBS_H
#define HONE_TUNER_PLAY_JOBS_H

#include "engine/search/referee.h"
#include "tuner/openings/openings.h"
#include "tuner/play/manners.h"
#include "tuner/statistics/results.h"

struct meeting {
    int a, b; /* indices of players */
};

struct job {
    int a, b;       /* indices of players; results are a's */
    int opening;    /* its number among the terms' openings */
    bool swapped;   /* b moves first */
    uint8_t manner; /* of play, for both */
};

/* How a game's random numbers follow from its players' salts. Databases keep the rule that their
 * games were played by. Without salts the rules are equal. */
enum mixing {
    MIXING_SUM = 1, /* the sum of the salts: players 1 and 4 play as 2 and 3, and a pair's games are
                     * equal */
    MIXING_ORDERED, /* each side's salt in its place */
    MIXING_NEWEST = MIXING_ORDERED,
};

/* A game that was played, for hooks. */
struct played {
    const struct job *job;
    const struct bout *bout;
    const struct record *record;
    const move_t *moves;         /* record->plies of them */
    struct mover *const *movers; /* by side */
    /* Its number among all that were queued in this process, and that of the first that was queued
     * with it. */
    int64_t number, first;
};

struct terms {
    const struct game *game;
    const struct player *const *players[MANNERS_MAX]; /* by manner, then by index */
    const struct openings *openings;
    uint64_t seed, purpose, generation; /* key of the random numbers, with the opening's number */
    enum mixing mixing;
    int plies_max; /* after the opening, a longer game is a draw; 0: the game's own limit */
    /* Called with every game of a player with movers of its own (player->mover_new), one at a time.
     * May be NULL. */
    void (*played)(void *context, const struct played *game);
    /* Called, by one thread at a time, when `count` jobs from number `first` on are over: all of
     * them have results, but for abandoned games. May be NULL. */
    void (*finished)(void *context, int64_t first, int64_t count);
    /* Called when finished games turned out to be played wrongly elsewhere: they are played again,
     * and notes about results are to be dropped. May be NULL. */
    void (*dropped)(void *context);
    /* Called now and then, by one thread at a time, with the number of games finished; false
     * abandons the rest. May be NULL. */
    bool (*progress)(void *context, int64_t done);
    void *context;
};

/* Both games of a pair and all meetings on the same opening use the same random numbers, unless
 * their players have salts. Players that move at random need salts: without them all would be one
 * player, and its games would count many times. The line to the opening is left out. */
struct bout job_bout(const struct terms *terms, const struct job *job);

/* The result for the job's a, from the record of its game. */
struct result job_result(const struct job *job, const struct record *record);

#endif
