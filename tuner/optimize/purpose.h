/*
 * purpose: what random numbers are drawn for. Part of the key of every generator (rng_keyed), so
 * that no two uses share numbers. Only ever add to the end: the values are part of every run.
 */
#ifndef HONE_TUNER_OPTIMIZE_PURPOSE_H
#define HONE_TUNER_OPTIMIZE_PURPOSE_H

enum purpose {
    PURPOSE_OPENING_TRAIN = 1,
    PURPOSE_OPENING_SELECT,
    PURPOSE_OPENING_VERIFY,
    PURPOSE_GAME_TRAIN, /* a stage's row says which is its own */
    PURPOSE_GAME_SELECT,
    PURPOSE_GAME_VERIFY,
    PURPOSE_GAME_MILESTONE,
    PURPOSE_GAME_SERIES, /* `hone match`, `hone tournament` */
    PURPOSE_GAME_PROGRESS,
    PURPOSE_OPENING_PROGRESS,
    PURPOSE_GAME_DEPTH,
    PURPOSE_GAME_LIMIT,
    PURPOSE_INITIAL = 100, /* the optimisers' own have the next 99 */
    PURPOSE_GROUPS,
    PURPOSE_BREED,
    PURPOSE_PROPOSE,
    PURPOSE_ACCEPT,
    PURPOSE_SAMPLE, /* which positions a fit learns from */
    PURPOSE_JUDGE,  /* the judges of openings, and how they play */
    PURPOSE_AUDIT,  /* which games of other ranks are played again */
};

#endif
