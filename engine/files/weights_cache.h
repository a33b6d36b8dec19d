/*
 * weights cache: values of large weight files in binary, in the user's cache folder
 * ($XDG_CACHE_HOME/hone, else ~/.cache/hone), since reading millions of numbers as text takes a
 * fifth of a second. An entry is used only if it was made of this very file, which has not been
 * changed since (device, inode, size, times), if the user owns it, its checksum is right and the
 * parameters still have their names; else the text is read. That there is no such folder, or no
 * room in it, is no error.
 */
#ifndef HONE_ENGINE_FILES_WEIGHTS_CACHE_H
#define HONE_ENGINE_FILES_WEIGHTS_CACHE_H

#include "engine/files/weights.h"

/* A weight file as it is now; `size` 0: none that is worth an entry. */
struct weights_cache_key {
    uint64_t device, inode, size, modified, changed; /* times in ns */
};

enum {
    WEIGHTS_CACHE_LEAST = 1 << 20, /* bytes of a file; smaller ones are read in a moment */
    WEIGHTS_CACHE_SLOTS = 16,      /* entries; a new one takes the place of what is in its slot */
};

struct weights_cache_key weights_cache_key(const char *path);

/* 0, or -1: there is no entry that can be trusted. */
int weights_cache_read(const struct weights_cache_key *key, const char *path, struct weights *out);

/* Keeps what was read of the file after its key was taken, unless it has changed since, or was
 * changed within the last second, so that its times may not tell another change. */
void weights_cache_write(const struct weights_cache_key *key, const char *path,
                         const struct weights *weights);

#endif
