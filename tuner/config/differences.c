/*
 * The differences between two texts of config_print, which may be of different versions of the
 * program. A key that one of them did not know has the value of older versions there, so that a new
 * key, of an optimiser say, does not end their runs.
 */
#include <stdio.h>
#include <string.h>

#include "tuner/config/config.h"
#include "tuner/config/keys.h"

/* A walk over such a text, from one key to the next. */
struct differences_walk {
    const char *rest;
    char path[128]; /* of the key, with its sections */
    int section;    /* how much of it is the sections', with their dot */
    const char *value;
    int length;
};

/* "optimizer.ga." becomes "optimizer.". */
static void differences_leave_section(struct differences_walk *walk) {
    if (walk->section > 0) walk->section--;
    while (walk->section > 0 && walk->path[walk->section - 1] != '.') walk->section--;
}

/* Goes to the next line "key = value;", past "section = {" and "};". False at the end. */
static bool differences_next(struct differences_walk *walk) {
    while (*walk->rest) {
        const char *line = walk->rest + strspn(walk->rest, " ");
        const char *end = line + strcspn(line, "\n");
        int key = (int)strcspn(line, " }\n");
        walk->rest = *end ? end + 1 : end;
        if (key == 0 || end - line < key + 4) {
            differences_leave_section(walk);
            continue;
        }
        int room = (int)sizeof walk->path - walk->section;
        bool opens = end[-1] == '{';
        snprintf(walk->path + walk->section, (size_t)room, "%.*s%s", min_int(key, room - 2), line,
                 opens ? "." : "");
        walk->value = line + key + (int)strlen(" = ");
        walk->length = (int)(end - walk->value) - (end[-1] == ';');
        if (!opens) return true;
        walk->section = (int)strlen(walk->path);
    }
    return false;
}

/* The key's value in the text; what it was before there was the key if it is not there. */
static struct differences_walk differences_find(const char *text, const struct config_key *key) {
    struct differences_walk walk = {.rest = text};
    while (differences_next(&walk))
        if (strcmp(walk.path, key->path) == 0) return walk;
    walk.value = config_key_earlier(key);
    walk.length = (int)strlen(walk.value);
    return walk;
}

/* Whether the text has a list in place of the key's section; its members are not keys. */
static bool differences_in_list(const char *text, const struct config_key *key) {
    const struct config_key *list = config_key_find("player");
    size_t length = strlen(list->path);
    if (strncmp(key->path, list->path, length) != 0 || key->path[length] != '.') return false;
    return differences_find(text, list).value != list->initial;
}

/* Keys that say when training ends, and may be changed afterwards. */
static bool differences_of_length(const struct config_key *key) {
    static const char *const paths[] = {"optimizer.generations", "optimizer.games",
                                        "optimizer.schedule"};
    size_t i = 0;
    while (i < COUNT_OF(paths) && strcmp(paths[i], key->path) != 0) i++;
    return i < COUNT_OF(paths);
}

void config_differences(const char *there, const char *here, bool but_length, struct text *out) {
    for (const struct config_key *key = config_keys(); key->path; key++) {
        if (but_length && differences_of_length(key)) continue;
        struct differences_walk a = differences_find(there, key), b = differences_find(here, key);
        if (differences_in_list(there, key) || differences_in_list(here, key)) continue;
        if (a.length != b.length || memcmp(a.value, b.value, (size_t)a.length) != 0)
            text_add(out, "  %s: %.*s there, %.*s here\n", key->path, a.length, a.value, b.length,
                     b.value);
    }
    struct differences_walk walk = {.rest = there};
    while (differences_next(&walk))
        if (!config_key_find(walk.path))
            text_add(out, "  %s: %.*s there, unknown here\n", walk.path, walk.length, walk.value);
}
