/*
 * heartbeat: the progress line of a working program, in a small file beside its work, for other
 * programs. It is written at most once a second, whenever the line is drawn (progress.h), and
 * removed when the work is done. The file of a killed program does not count.
 */
#ifndef HONE_ENGINE_BASE_HEARTBEAT_H
#define HONE_ENGINE_BASE_HEARTBEAT_H

#include <stdbool.h>
#include <stdint.h>

struct heartbeat {
    char label[48], words[256]; /* before the bar and behind it */
    int64_t done, total;
    double left; /* seconds that it still takes; 0: not known */
};

/* From here on heartbeats go to that file. A heartbeat that cannot be written is no error. */
void heartbeat_start(const char *path);
/* Whether there is a file and a second has gone by since the last one; `now` is clock_seconds. */
bool heartbeat_is_due(double now);
void heartbeat_beat(const struct heartbeat *beat, double now);
/* Removes the file. */
void heartbeat_stop(void);

/* 0, or -1 if there is none. */
int heartbeat_read(const char *path, struct heartbeat *out);

#endif
