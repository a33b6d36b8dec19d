/*
 * ratings: Elo ratings of many players from who met whom (Bradley-Terry with first-mover
 * advantage and draws, fitted by minorisation-maximisation as in BayesElo, Hunter 2004).
 */
#ifndef HONE_TUNER_RATINGS_H
#define HONE_TUNER_RATINGS_H

#include <stdint.h>

/* Games of `first` (who moved first) against `second`: won, drawn, lost by `first`. */
struct rated_games {
    int first, second;
    int64_t won, drawn, lost;
};

struct rating {
    double elo;   /* mean of all players 0 */
    double error; /* half width of the 95 % interval */
    double rate;  /* points a game */
    int64_t games;
    double los; /* that this player is stronger than the next one in rank; 0 for the last */
    int rank;   /* 1 is the strongest */
};

struct ratings {
    double first_advantage; /* Elo */
    double draw_elo;
};

/* Fits `count` players; out[count]. A prior of one virtual draw between neighbours keeps ratings
 * finite. Deterministic. */
struct ratings ratings_fit(const struct rated_games *games, int game_count, int count,
                           struct rating *out);

#endif
