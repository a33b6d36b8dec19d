/*
 * pairing: the meetings of a generation. Individual i of the population is player i; the yardsticks
 * and the hall of fame ("extras") are the players after them.
 */
#ifndef HONE_TUNER_PLAY_PAIRING_H
#define HONE_TUNER_PLAY_PAIRING_H

#include <stdbool.h>

#include "tuner/optimize/population.h"
#include "tuner/play/jobs.h"

struct pairing {
    int count;
    struct meeting *meetings; /* owned; among individuals first, then the gauntlet */
    int extras;
    int gauntlet_first; /* individual i meets extra x in gauntlet_first + i * extras + x */
};

/* `round_robin`: all individuals meet each other (which includes the groups); else `groups`: the
 * members of each group meet each other. Then every individual meets every extra. A single
 * individual without opponents meets itself. */
void pairing_make(const struct population *population, bool groups, bool round_robin, int extras,
                  struct pairing *out);
/* The number of those meetings. */
int64_t pairing_count(const struct population *population, bool groups, bool round_robin,
                      int extras);
void pairing_destroy(struct pairing *pairing);

#endif
