/*
 * jobs: games to be played, as plain data, and the terms that all games of a session share. A game
 * is a function of its job and the terms alone, so that it does not matter who plays it, when, or
 * how often: results[i] belongs to jobs[i].
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
    uint8_t manner; /* in which both play */
};

/* In which way a game's random numbers follow from its players' salts: games of older databases
 * are to be played as they were. Without salts all are one. */
enum mixing {
    MIXING_SUM = 1, /* the salts added: players 1 and 4 play as 2 and 3, and a pair's games alike */
    MIXING_ORDERED, /* each side's salt in its place */
    MIXING_NEWEST = MIXING_ORDERED,
};

/* A game as it was played, for who watches. */
struct played {
    const struct job *job;
    const struct bout *bout;
    const struct record *record;
    const move_t *moves;         /* record->plies of them */
    struct mover *const *movers; /* by side */
};

struct terms {
    const struct game *game;
    const struct player *const *players[MANNERS_MAX]; /* by manner, then by index */
    const struct openings *openings;
    uint64_t seed, purpose, generation; /* key of the random numbers, with the opening's number */
    enum mixing mixing;
    int plies_max; /* after the opening, a longer game is a draw; 0: the game's own limit */
    /* Called with every game that a mover of its own kind plays in (player->mover_new), one at a
     * time. May be NULL. */
    void (*played)(void *context, const struct played *game);
    /* Told, by one thread at a time, that `count` jobs from number `first` on are over: their
     * results stand, but of games that were abandoned. May be NULL. */
    void (*finished)(void *context, int64_t first, int64_t count);
    /* Told when some of what was over turned out to be played wrongly elsewhere: it is played
     * again, and what was noted of results is to be forgotten. May be NULL. */
    void (*dropped)(void *context);
    /* Asked now and then, by one thread at a time, with the number of games finished; false
     * abandons the rest. May be NULL. */
    bool (*progress)(void *context, int64_t done);
    void *context;
};

/* Both games of a pair and all meetings on the same opening use the same random numbers, unless
 * their players have salts: those of players who move at random, who without would all be one
 * player, whose games count many times. The line to the opening is left out. */
struct bout job_bout(const struct terms *terms, const struct job *job);

/* The result for the job's a of a game of which the record tells. */
struct result job_result(const struct job *job, const struct record *record);

#endif
