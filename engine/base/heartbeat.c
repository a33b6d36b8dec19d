/*
 * A reader finds the file whole, since it is written beside its place and renamed. It need not
 * survive the machine, so nothing is flushed to the disk.
 */
#include "engine/base/heartbeat.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/own_file.h"

static const double heartbeat_pause = 1;
#define LONGEST 1e9 /* seconds; a larger number is no time to wait */

static struct {
    char *path, *beside; /* owned; NULL: no heartbeats */
    double last;
} heartbeat;

static FILE *heartbeat_open(const char *path, int flags, const char *mode) {
    int file = own_file_open(path, flags, NULL);
    return file < 0 ? NULL : fdopen(file, mode);
}

void heartbeat_start(const char *path) {
    struct text beside = {0};
    heartbeat_stop();
    text_add(&beside, "%s.new", path);
    heartbeat.path = xstrdup(path);
    heartbeat.beside = beside.data;
    heartbeat.last = 0;
}

void heartbeat_stop(void) {
    if (heartbeat.path) unlink(heartbeat.path);
    free(heartbeat.path);
    free(heartbeat.beside);
    heartbeat.path = heartbeat.beside = NULL;
}

bool heartbeat_is_due(double now) {
    return heartbeat.path && now - heartbeat.last >= heartbeat_pause;
}

void heartbeat_beat(const struct heartbeat *beat, double now) {
    heartbeat.last = now;
    FILE *file = heartbeat_open(heartbeat.beside, O_WRONLY | O_CREAT | O_TRUNC, "w");
    if (!file) return;
    fprintf(file, "%" PRId64 " %" PRId64 " %.1f\n%s\n%s\n", beat->done, beat->total, beat->left,
            beat->label, beat->words);
    if (fclose(file) == 0) rename(heartbeat.beside, heartbeat.path);
}

static void heartbeat_read_line(FILE *file, char *out, size_t size) {
    if (!fgets(out, (int)size, file)) *out = '\0';
    out[strcspn(out, "\n")] = '\0';
    text_make_harmless(out, "");
}

int heartbeat_read(const char *path, struct heartbeat *out) {
    char numbers[128];
    FILE *file = heartbeat_open(path, O_RDONLY, "r");
    *out = (struct heartbeat){.done = 0};
    if (!file) return -1;
    heartbeat_read_line(file, numbers, sizeof numbers);
    bool read =
        sscanf(numbers, "%" SCNd64 " %" SCNd64 " %lf", &out->done, &out->total, &out->left) >= 2;
    if (!(out->left > 0 && out->left < LONGEST)) out->left = 0;
    heartbeat_read_line(file, out->label, sizeof out->label);
    heartbeat_read_line(file, out->words, sizeof out->words);
    fclose(file);
    return read ? 0 : -1;
}
