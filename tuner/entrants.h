/*
 * entrants: the players that a command line names.
 *
 *     FILE.weights      a weight file
 *     RUN               the champion of a run; its directory or database (….db)
 *     RUN@champion      the same
 *     RUN@50            the champion of its generation 50
 *     RUN@start         what the run began with
 *     initial           the initial weights of the evaluator of the first player that has one
 *     random            plays random moves
 */
#ifndef HONE_TUNER_ENTRANTS_H
#define HONE_TUNER_ENTRANTS_H

#include "engine/weights.h"

/* The list above, for the help of commands. */
#define ENTRANTS_HELP                                                                              \
    "A player is FILE.weights; RUN, RUN@50 or RUN@start, where RUN is the directory or database\n" \
    "of a run, alone (or as RUN@champion) its champion, 50 the generation whose champion is\n"     \
    "meant; initial, with the initial weights of the first player's evaluator; or random.\n"

struct entrant {
    char name[80];
    struct weights weights;
    bool random;
};

struct entrants {
    const struct game *game; /* of all of them */
    int count;
    struct entrant *list; /* owned; names are different */
};

/* FILE.weights, RUN or RUN@…. 0, or -1 and why; weights_free. */
int entrant_weights(const char *spec, struct weights *out, struct error *error);

/* All of them: 0, or -1 and why. entrants_destroy in either case. */
int entrants_load(char *const *specs, int count, struct entrants *out, struct error *error);
void entrants_destroy(struct entrants *entrants);

#endif
