/*
 * library: the plug-ins that were loaded, each by its name alone and never because a run or a
 * database names it. A library's game and evaluators are in the lists of engine/games from then on.
 * Call from one thread; what is loaded stays until the process ends.
 */
#ifndef HONE_ENGINE_PLUGIN_LIBRARY_H
#define HONE_ENGINE_PLUGIN_LIBRARY_H

#include "engine/base/options.h"
#include "engine/game/game.h"
#include "engine/plugin/plugin.h"

enum { LIBRARIES_MAX = 16 };

struct library {
    char *path;        /* where it is, from the root of the file system */
    const char *file;  /* the end of that: its name in messages, configs and runs */
    uint64_t checksum; /* of the file's bytes */
    int number;        /* in the order of loading */
    struct hone_plugin table;
    struct hone_game game; /* whole, with 0 for what the library does not know; no name: none */
};

/* Loads a library, unless it is loaded. NULL and why: also if it is no plug-in, of another version,
 * or its tables break rules that show without a call. */
const struct library *library_load(const char *path, struct error *error);

/* The same for one that is part of the program, by its hone_plugin(). */
typedef const struct hone_plugin *library_entry(const struct hone_host *host);
const struct library *library_join(library_entry *entry, struct error *error);

/* By number, and by the end of a path; NULL: there is none. */
const struct library *library_at(int number);
const struct library *library_find(const char *path);

/* --plugin FILE, which loads it at once. */
struct option_spec library_option(void);

#endif
