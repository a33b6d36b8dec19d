/*
 * finalists: the candidates for a run's champion, from its rows and its optimiser's state. In the
 * race a hopeless one costs little, so more kinds of players may try: the last generation's
 * champion, the best milestone, the current points of the optimiser's chains, the hall of fame, and
 * champions of generations spread over the last half of the run.
 */
#ifndef HONE_TUNER_RUN_FINALISTS_H
#define HONE_TUNER_RUN_FINALISTS_H

#include "tuner/run/run.h"

/* Different vectors; the first one is the last generation's champion. */
struct finalists {
    int count, most;
    struct stored_player *list; /* id 0: the run did not have that player before; owned */
};

/* At most so many. 0, or -1 and why; finalists_free in either case. */
int finalists_collect(struct run *run, int most, struct finalists *out, struct error *error);
void finalists_free(struct finalists *finalists);

/* Whether the vector is none of theirs. */
bool finalists_lack(const struct finalists *finalists, const struct stored_player *player);

/* Whether the name is one that finalists get. */
bool finalists_make(const char *name);

#endif
