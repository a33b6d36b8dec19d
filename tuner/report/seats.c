/*
 * seats: a stage has a few dozen, so they are searched in order.
 */
#include "tuner/report/seats.h"

#include <stdlib.h>

struct seats seats_load(struct store *store, int64_t run, enum stage stage) {
    struct seats seats;
    seats.count = store_seats(store, run, stage, &seats.list);
    return seats;
}

void seats_free(struct seats *seats) {
    free(seats->list);
}

int seats_of_role(const struct seats *seats, enum role role) {
    int count = 0;
    for (int i = 0; i < seats->count; i++) count += seats->list[i].role == role;
    return count;
}

bool seats_has(const struct seats *seats, int64_t player) {
    for (int i = 0; i < seats->count; i++)
        if (seats->list[i].player == player) return true;
    return false;
}

bool seats_has_as(const struct seats *seats, int64_t player, enum role role) {
    for (int i = 0; i < seats->count; i++)
        if (seats->list[i].player == player && seats->list[i].role == role) return true;
    return false;
}
