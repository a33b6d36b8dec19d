/*
 * The monotonic clock of POSIX: the time of day can be set, and then jumps in the middle of a game.
 */
#include "engine/base/clock.h"

#include <time.h>

#include "engine/base/base.h"

static double (*clock_other)(void);

void clock_replace(double (*seconds)(void)) {
    clock_other = seconds;
}

double clock_seconds(void) {
    if (clock_other) return clock_other();
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) die("the monotonic clock cannot be read");
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
