/*
 * preflight: what a run will cost and be able to find out, before it is started.
 */
#ifndef HONE_TUNER_RUN_PREFLIGHT_H
#define HONE_TUNER_RUN_PREFLIGHT_H

#include "tuner/config/config.h"

/* ---- what it will find out ---- */

/* What a run will be able to find out. A sample of its first generation's games tells the errors
 * of its figures, and the moves in a sample of positions tell which parameters matter at all. */

/* A free parameter: how many of the sampled moves change when it moves by a tenth of its range,
 * either way. */
struct preflight_gene {
    const char *name; /* the config's */
    int changed;
};

struct preflight {
    int64_t pairs;    /* played */
    double deviation; /* of a pair's points a game: of the first generation, or the yardsticks */
    double spread;    /* Elo: deviation of the meetings' true differences; 0: none is seen */
    int evaluation;   /* pairs that an individual of the first generation plays */
    int moves;        /* looked at twice for each parameter */
    int gene_count, looked_at;   /* free parameters; the first ones looked at */
    struct preflight_gene *list; /* [looked_at]; owned */
};

/* Plays a bounded number of games and moves. The config must have openings (openings_check). 0, or
 * -1 after Ctrl-C (progress.h). preflight_free in either case. */
int preflight_measure(const struct config *config, struct preflight *out);
void preflight_free(struct preflight *preflight);

/* For equals, in Elo: the half width of the 95 % interval after `pairs`; the pairs for a half width
 * of `error`. */
double preflight_error(const struct preflight *preflight, double pairs);
double preflight_pairs(const struct preflight *preflight, double error);

/* A parameter that changes no move; one that changes fewer than one in PREFLIGHT_HARDLY. */
enum { PREFLIGHT_HARDLY = 200 };
bool preflight_is_dead(const struct preflight_gene *gene);
bool preflight_is_weak(const struct preflight *preflight, const struct preflight_gene *gene);

/* ---- its speed ---- */

/* A run's speed before it is started: the rate of a session of the first generation's players,
 * measured for some seconds at most. */

/* Games of the first generation in one manner of play, played on this machine; trained players'
 * games may be longer or shorter. */
struct estimate_sample {
    int64_t games, plies; /* in all, of the last and longest step */
    double seconds;
    bool whole; /* the games came to their end; else they were cut off */
    bool slow;  /* moves were cut off too: they take longer than this says */
};

/* Plays in each manner until that has taken long enough, and cuts moves at two seconds. The engines
 * among training's yardsticks play too. The config must have openings (openings_check). 0, or -1
 * and which engine, of all the yardsticks, cannot be started. */
int estimate_measure(const struct config *config, struct estimate_sample out[MANNERS_MAX],
                     struct error *error);

/* Seconds that `games` take by these samples, each manner by its share; games that were cut off
 * count as long as they can be. */
double estimate_seconds(const struct config *config,
                        const struct estimate_sample samples[MANNERS_MAX], int64_t games);

#endif
