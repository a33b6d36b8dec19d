/*
 * The monotonic clock of POSIX: the time of day can be set, and then jumps in the middle of a game.
 */
#include "engine/base/clock.h"

#include <stdbool.h>
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

/* ---- pace ---- */

/* When all marks are set every second one is dropped, and later ones stand twice as far apart. So
 * they always reach back to the beginning, in steps of a thirtieth to a sixtieth of the time. */

void pace_begin(struct pace *pace, double now) {
    pace->begun = now;
}

static void pace_thin(struct pace *pace) {
    for (int i = 0; 2 * i + 1 < PACE_MARKS; i++) pace->marks[i] = pace->marks[2 * i + 1];
    pace->count = PACE_MARKS / 2;
    pace->stride = pace->marks[pace->count - 1].seconds / pace->count;
}

void pace_note(struct pace *pace, double now, double pieces) {
    struct pace_mark here = {pace->seconds + now - pace->begun, pace->pieces + pieces};
    bool room =
        pace->count == 0 || here.seconds - pace->marks[pace->count - 1].seconds >= pace->stride;
    if (!room || here.seconds <= 0) return;
    if (pace->count == PACE_MARKS) pace_thin(pace);
    pace->marks[pace->count++] = here;
}

void pace_end(struct pace *pace, double now, double pieces) {
    pace_note(pace, now, pieces);
    pace->seconds += now - pace->begun;
    pace->pieces += pieces;
}

double pace_piece(const struct pace *pace) {
    if (pace->count == 0) return 0;
    struct pace_mark last = pace->marks[pace->count - 1], first = {0, 0};
    for (int i = 0; pace->marks[i].seconds <= last.seconds / 2; i++) first = pace->marks[i];
    double pieces = last.pieces - first.pieces;
    return pieces > 0 ? (last.seconds - first.seconds) / pieces : 0;
}
