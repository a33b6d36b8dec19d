/*
 * Of several champions of a game, the one that plays best in hone-engine, with search.
 */
#include "engine/files/champions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct champion {
    const char *game, *name, *spare;
} champions[] = {
    {"reversi", "reversi-patterns-huge", NULL},
    {"gomoku", "gomoku-points", "gomoku-roads"},
    {"connect6", "connect6-points", NULL},
};

static const struct champion *champions_of(const struct game *game) {
    for (size_t i = 0; i < COUNT_OF(champions); i++)
        if (strcmp(champions[i].game, game->name) == 0) return &champions[i];
    return NULL;
}

/* Appends FOLDER/NAME.weights if that can be read. */
static bool champions_look(const char *folder, const char *name, struct text *out) {
    struct text path = {0};
    text_add(&path, "%s/%s.weights", folder, name);
    bool found = access(text_get(&path), R_OK) == 0;
    if (found) text_add(out, "%s", text_get(&path));
    text_free(&path);
    return found;
}

/* Looks in the folders above the program's, the nearest first: of builds within builds, too. */
static bool champions_look_around(const char *name, struct text *out) {
    static const char *const places[] = {"share/hone/results/champions", "results/champions"};
    char own[4096];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    bool found = false;
    for (own[length > 0 ? length : 0] = '\0'; !found && strrchr(own, '/');) {
        *strrchr(own, '/') = '\0';
        for (size_t i = 0; !found && i < COUNT_OF(places); i++) {
            struct text folder = {0};
            text_add(&folder, "%s/%s", own, places[i]);
            found = champions_look(text_get(&folder), name, out);
            text_free(&folder);
        }
    }
    return found;
}

static bool champions_find_named(const char *name, struct text *out) {
    const char *folder = getenv("HONE_CHAMPIONS");
    if (!name) return false;
    return folder ? champions_look(folder, name, out) : champions_look_around(name, out);
}

bool champions_find(const struct game *game, struct text *out) {
    const struct champion *champion = champions_of(game);
    return champion && champions_find_named(champion->name, out);
}

bool champions_find_spare(const struct game *game, struct text *out) {
    const struct champion *champion = champions_of(game);
    return champion && champions_find_named(champion->spare, out);
}
