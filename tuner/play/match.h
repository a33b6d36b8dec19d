/*
 * match: plays meetings between players on all cores. The only file that knows OpenMP.
 *
 * A meeting of a and b is `pairs` openings, each played twice with colours swapped. Game g of a
 * meeting (0 … 2*pairs-1) has opening g / 2 and is swapped if g is odd; a is side 0 unless
 * swapped. Both games of a pair and all meetings on the same opening use the same random
 * numbers, unless their players have salts: those of players who move at random, who without
 * would all be one player, whose games count many times. Game g writes its own place in the results
 * and nothing else, so results do not depend on the number of threads.
 */
#ifndef HONE_TUNER_PLAY_MATCH_H
#define HONE_TUNER_PLAY_MATCH_H

#include "engine/search/referee.h"
#include "tuner/optimize/population.h"
#include "tuner/play/score.h"

struct meeting {
    int a, b; /* indices of players */
};

/* A game that its match hands to its outsiders. */
struct outside_game {
    int thread;    /* 0 … threads of the match - 1 */
    int64_t index; /* of its result */
    int meeting;
    int players[2]; /* by side */
    int opening;    /* its number, counted from that of pairs_before */
    const struct bout *bout;
    struct referee *referee;
};

/* Who plays games for players that are not in this process. Such games take the time they take
 * and need not be the same when played again. */
struct outsiders {
    /* Plays the game as referee_play would; called from several threads. False: it does not count,
     * and the match is abandoned. */
    bool (*play)(void *context, const struct outside_game *game, struct record *record);
    /* Then called with it, from one thread at a time. */
    void (*played)(void *context, const struct outside_game *game, const struct record *record);
    void *context;
};

struct match {
    const struct game *game;
    const struct player *players;
    int player_count;
    const struct meeting *meetings;
    int meeting_count;
    const struct state *openings; /* the first `pairs` of them are used */
    int pairs;
    uint64_t seed, purpose, generation; /* key of the random numbers, with the opening's number */
    int pairs_before; /* number of the first opening: 0 unless the match goes on with another */
    int plies_max;
    int64_t tt_bytes;
    int threads;                       /* 0: all cores */
    const struct outsiders *outsiders; /* play every game of the match; NULL: there are none */
    /* Called now and then, from one thread at a time, with the games finished so far; false
     * abandons the match. May be NULL. */
    bool (*progress)(void *context, int64_t games_done);
    void *context;
};

/* Called with index m * pairs * 2 + g. Points of a: 2 won, 1 drawn, 0 lost. */
enum { GAME_UNPLAYED = UINT8_MAX };
struct game_result {
    uint8_t points; /* GAME_UNPLAYED: the match was abandoned before */
    uint16_t plies;
    uint64_t moves_hash;
};

static inline int64_t match_games(const struct match *match) {
    return (int64_t)match->meeting_count * match->pairs * 2;
}

/* Fills results[match_games]. 0, or -1 if the progress function or an outsider abandoned it. */
int match_run(const struct match *match, struct game_result *results);

/* Of the pairs of an abandoned match those at the beginning whose games are all played, in all
 * meetings. */
int match_pairs_played(const struct match *match, const struct game_result *results);

/* Game `g` of meeting `m` again, move by move: moves[GAME_PLIES_MAX], the record says how many. */
void match_replay(const struct match *match, int meeting, int game, struct record *record,
                  move_t *moves);

/* a's pentanomial in meeting m. */
struct pentanomial match_pentanomial(const struct match *match, const struct game_result *results,
                                     int meeting);

/* a's games in meeting m as side 0 (the first mover), or as side 1 if swapped. */
struct tally match_tally(const struct match *match, const struct game_result *results, int meeting,
                         bool swapped);

/* Number of different games among the results. */
int64_t match_distinct(const struct match *match, const struct game_result *results);

/* Cores that threads = 0 stands for. */
int match_cores(void);

#endif
