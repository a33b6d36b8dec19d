/*
 * openings: start positions, random or the user's, reproducible and disjoint between sets.
 *
 * The symmetric hash of a random position alone decides its set, and a draw of another set is
 * repeated. So no position, nor a mirror image of it, is ever in two sets, and nothing needs to be
 * remembered. Half of all positions are for training, a quarter for choosing the champion, a
 * quarter for measuring it. A run that measures its strength over time uses half of the quarter for
 * the choice for that; the other sets stay the same. The user's openings are divided likewise, but
 * one by one, since they may be few, and drawn without repetition as long as they last, each time
 * turned by one of the board's symmetries.
 *
 * Only runs need sets. A quarter of the openings of a few plies is a handful, and such a handful
 * favours one player by many Elo, whatever the seed: play outside of runs uses all openings.
 *
 * With judges (judges.h), openings that they do not find balanced are left out.
 *
 * Openings of no plies are one, the start: games from there differ by the players' random moves,
 * and those of two stages by the stages' own random numbers.
 */
#ifndef HONE_TUNER_OPENINGS_OPENINGS_H
#define HONE_TUNER_OPENINGS_OPENINGS_H

#include "engine/base/parallel.h"
#include "engine/game/game.h"
#include "tuner/openings/collection.h"
#include "tuner/openings/judges.h"
#include "tuner/openings/sets.h"

/* A store of the judges' verdicts, by the position's hash; called by one thread at a time. */
struct opening_verdicts {
    int (*find)(void *context, uint64_t hash); /* judges_points, or -1: they are to be asked */
    void (*note)(void *context, uint64_t hash, int points);
    void *context;
};

struct opening_source {
    const struct game *game;
    uint64_t seed;
    int plies_min, plies_max;      /* random plies, drawn evenly */
    bool progress;                 /* whether OPENING_PROGRESS is a set; else it is empty */
    struct collection *collection; /* the user's openings, instead of random ones; or NULL */
    bool undivided;                /* every set has all openings: for players that no run chose */
    double balance;                /* what judges_balanced asks for; 0: no judges */
    struct judging judging;
    const struct opening_verdicts *verdicts; /* NULL: they are not stored */
};

/* One of a collection, and how it is turned. */
struct opening_pick {
    int index, symmetry;
};

/* Positions of one set, drawn. */
struct openings {
    struct opening_source source;
    enum opening_set set;
    int generation; /* 0 but for what is played in or between generations */
    int count;
    struct state *positions;    /* owned */
    uint64_t *hashes;           /* symmetric ones; owned */
    struct opening_pick *picks; /* of a collection; owned */
};

/* Called now and then with the number of openings drawn; false abandons the rest, as Ctrl-C
 * (progress.h) does by itself. */
struct openings_watch {
    bool (*progress)(void *context, int64_t drawn);
    void *context;
};

/* Draws `count` unfinished positions of `set` on several threads, different from each other
 * (symmetries count as equal) as long as the set has enough of them. Equal arguments give equal
 * openings, and a smaller count gives the beginning of a larger list. A source of no plies gives
 * the start, for every set. `watch` may be NULL. 0, or -1 if it was abandoned; openings_free in
 * either case. Dies if the set is empty: openings_check first. */
int openings_draw(struct openings *out, const struct opening_source *source, enum opening_set set,
                  int generation, int count, struct parallel parallel,
                  const struct openings_watch *watch);
/* Draws on until there are `count`: what has been drawn stays, and all are as if drawn at once. */
int openings_extend(struct openings *openings, int count, struct parallel parallel,
                    const struct openings_watch *watch);
void openings_free(struct openings *openings);

/* The moves that led from the start to opening number `index`: they are not kept, but drawn again.
 * moves[GAME_PLIES_MAX]; returns their count, or -1: the user has set the position up. */
int openings_line(const struct openings *openings, int index, move_t *moves);

/* How many openings the first `count` should be: one if all are the start. */
int openings_meant(const struct openings *openings, int count);

/* For each of the first `count` the number of the first equal one, symmetries counted as equal. */
void openings_number(const struct openings *openings, int count, int *out);

/* How many of the first `count` are distinct, symmetries counted as equal. */
int openings_distinct(const struct openings *openings, int count);

/* Whether all sets can be filled, or are the start: 0, or -1 and why. */
int openings_check(const struct opening_source *source, struct error *error);

/* How many random openings a set has, symmetries counted as equal, whatever judges say; -1: more
 * than `most`, which is at least 1. */
int openings_there(const struct opening_source *source, enum opening_set set, int most);

/* How many of a collection's openings a set has, whatever judges say. */
int openings_dealt(const struct opening_source *source, enum opening_set set);

/* Whether openings_line knows the moves of all openings. */
bool openings_have_lines(const struct opening_source *source);

/* How many of the first `count` openings of training the judges find balanced, to show the cost of
 * the filter. `count` becomes the number there are. */
int openings_judge(const struct opening_source *source, struct parallel parallel, int *count);

#endif
