/*
 * seats: the players of a stage of a run, with their roles. A player may have several roles there.
 */
#ifndef HONE_TUNER_REPORT_SEATS_H
#define HONE_TUNER_REPORT_SEATS_H

#include "tuner/store/runs.h"

struct seats {
    int count;
    struct stored_seat *list; /* owned */
};

struct seats seats_load(struct store *store, int64_t run, enum stage stage);
void seats_free(struct seats *seats);

int seats_of_role(const struct seats *seats, enum role role);
bool seats_has(const struct seats *seats, int64_t player);
bool seats_has_as(const struct seats *seats, int64_t player, enum role role);

#endif
