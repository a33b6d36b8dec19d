/* Equally near names: the first by folder, then by alphabet. */
#include "engine/base/near_name.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LETTERS_WRONG = 3, LETTERS_EACH_WRONG = 4 };

struct near_name {
    const char *wanted;
    int distance;     /* only what differs less is nearer */
    struct text best; /* a path; "": none */
};

static int near_name_distance(const char *wanted, const char *name) {
    int distance = text_distance(wanted, name);
    const char *ending = strrchr(name, '.');
    if (!ending || strchr(wanted, '.')) return distance;
    struct text stem = {0};
    text_add_bytes(&stem, name, (size_t)(ending - name));
    distance = min_int(distance, text_distance(wanted, text_get(&stem)));
    text_free(&stem);
    return distance;
}

static void near_name_compare(struct near_name *near, const char *folder, const char *name) {
    int distance = near_name_distance(near->wanted, name);
    if (name[0] == '.' || distance >= near->distance) return;
    near->distance = distance;
    text_free(&near->best);
    text_add(&near->best, "%s%s", folder, name);
}

/* `folder` is "" or ends in a slash. */
static void near_name_search(struct near_name *near, const char *folder) {
    struct dirent **entries;
    int count = scandir(*folder ? folder : ".", &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        near_name_compare(near, folder, entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

/* How many letters may be wrong; those of an ending are no help. */
static int near_name_most(const char *wanted) {
    const char *ending = strrchr(wanted, '.');
    size_t letters = ending ? (size_t)(ending - wanted) : strlen(wanted);
    return min_int(LETTERS_WRONG, (int)letters / LETTERS_EACH_WRONG);
}

void near_name_add(const char *path, const char *const *folders, struct error *error) {
    if (!error || access(path, F_OK) == 0 || errno != ENOENT) return;
    const char *slash = strrchr(path, '/');
    struct near_name near = {.wanted = slash ? slash + 1 : path};
    struct text folder = {0};
    struct error why = *error;
    near.distance = 1 + near_name_most(near.wanted);
    text_add_bytes(&folder, path, (size_t)(near.wanted - path));
    near_name_search(&near, text_get(&folder));
    for (; folders && *folders; folders++) near_name_search(&near, *folders);
    if (near.best.length) error_set(error, "%s; did you mean %s?", why.text, text_get(&near.best));
    text_free(&near.best);
    text_free(&folder);
}
