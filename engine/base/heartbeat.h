/*
 * heartbeat: what the line of a program that works says, in a small file beside its work, for who
 * looks from elsewhere. It is written at most once a second, by whoever draws the line
 * (progress.h), and gone when the work is done; what a killed program leaves says nothing.
 */
#ifndef HONE_ENGINE_BASE_HEARTBEAT_H
#define HONE_ENGINE_BASE_HEARTBEAT_H

#include <stdbool.h>
#include <stdint.h>

struct heartbeat {
    char label[48], words[256]; /* before the bar and behind it */
    int64_t done, total;
    double left; /* seconds that it still takes; 0: nobody can tell */
};

/* From here on heartbeats go to that file. What cannot be written is nobody's fault. */
void heartbeat_start(const char *path);
/* Whether a second has gone by since the last one, and who looks knows where; `now` is
 * clock_seconds. */
bool heartbeat_is_due(double now);
void heartbeat_beat(const struct heartbeat *beat, double now);
/* Removes the file. */
void heartbeat_stop(void);

/* 0, or -1 if there is none. */
int heartbeat_read(const char *path, struct heartbeat *out);

#endif
