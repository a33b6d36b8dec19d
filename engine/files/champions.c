/*
 * Of several champions of a game, the one that plays best in hone-engine, with search.
 */
#include "engine/files/champions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/program.h"

static const struct champion {
    const char *game, *name, *spare;
} champions[] = {
    {"reversi", "reversi-patterns-huge", NULL}, {"gomoku", "gomoku-points", "gomoku-roads"},
    {"connect6", "connect6-points", NULL},      {"chess", "chess-hour", NULL},
    {"xiangqi", "xiangqi-overnight", NULL},
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

/* Among what comes with the program. */
static bool champions_look_around(const char *name, struct text *out) {
    struct text file = {0};
    text_add(&file, "results/champions/%s.weights", name);
    bool found = program_find_file(text_get(&file), out);
    text_free(&file);
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

bool champions_miss(const struct game *game, struct text *out) {
    const struct champion *champion = champions_of(game);
    const char *folder = getenv("HONE_CHAMPIONS");
    struct text path = {0};
    bool wanted = champion && !(folder && !*folder);
    bool missed = wanted && !champions_find_named(champion->name, &path);
    text_free(&path);
    if (missed && folder)
        text_add(out, "HONE_CHAMPIONS=%s has no %s.weights", folder, champion->name);
    else if (missed)
        text_add(out, "no folder above the program has results/champions/%s.weights",
                 champion->name);
    return missed;
}

bool champions_find_spare(const struct game *game, struct text *out) {
    const struct champion *champion = champions_of(game);
    return champion && champions_find_named(champion->spare, out);
}
