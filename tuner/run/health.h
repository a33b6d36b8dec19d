/*
 * health: whether a run still learns or has collapsed, from the rows of its generations alone.
 * Equal players play the same games again, and their meetings tell nothing. Players that only know
 * each other can get weaker against all others. If players became equal after they had grown
 * stronger than the start, the run has converged: nothing is wrong, but little more is to be
 * gained.
 */
#ifndef HONE_TUNER_RUN_HEALTH_H
#define HONE_TUNER_RUN_HEALTH_H

#include "tuner/run/curve.h"
#include "tuner/store/runs.h"

enum { HEALTH_WINDOW = 10 }; /* generations that are judged together */

enum health_state {
    HEALTH_GOOD,
    HEALTH_CONVERGED, /* games repeat more than at first, as they do when a population agrees */
    HEALTH_WEAKER,    /* it scores less against its training's yardsticks than before */
    HEALTH_COLLAPSED, /* hardly any games, or no parameters, differ, and it is no stronger than
                         its start: the run has collapsed */
};

/* All zero before the first generation. */
struct health {
    enum health_state state, worst; /* the last one; that of all so far */
    int since;                      /* the generation in which the last one began … */
    int worst_since;                /* … and the worst one, for the first time */
    int count;                      /* generations seen */
    /* The last ones, by generation modulo its size. */
    struct stored_diagnostics window[HEALTH_WINDOW];
    double first_distinct; /* of its first window, the share of games that differ */
    bool engine;           /* the user's engine plays: there is no player.epsilon */
    double elo, error;     /* over the start, at the last milestone; or 0 */
    double best_rate;      /* of a window against the yardsticks … */
    int best_generation;   /* … which ended with this generation */
};

/* Adds the next generation; they come in order. */
void health_watch(struct health *health, const struct stored_diagnostics *next);
/* Notes the strength at the last milestone of the curve, for the next generations. */
void health_note_strength(struct health *health, const struct curve *curve);
/* The same for all stored generations of a run. All are judged by its last milestone: a run that
 * has grown by then has converged, whenever its games began to repeat. */
struct health health_of_run(struct store *store, int64_t run, const struct curve *curve);

/* Over the window: the share of games that differ; points a game against yardsticks, -1 without. */
double health_distinct(const struct health *health);
double health_yardstick_rate(const struct health *health);

/* The last state in a word, "" for HEALTH_GOOD; a run that has ever collapsed stays so
 * until a milestone shows that it has grown. */
const char *health_word(const struct health *health);
/* A sentence without its end, with advice if something is wrong; nothing for a healthy run. */
void health_print(const struct health *health, struct text *out);

#endif
