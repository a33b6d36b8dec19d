/*
 * names: the generation that a player was champion of is in the generation's row, not in its own,
 * so both are read. A name is for people: if a row cannot be read its number is used.
 */
#include "tuner/report/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool names_is_champion(struct store *store, const struct stored_player *player) {
    struct stored_generation generation;
    if (store_generation(store, player->run, player->generation, &generation, NULL, NULL))
        return false;
    free(generation.state);
    return generation.champion == player->id;
}

void names_player(struct store *store, const struct stored_player *player, char out[NAMES_LENGTH]) {
    bool start = player->generation == 1 && player->slot == 0;
    if (player->kind != PLAYER_INDIVIDUAL || player->generation < 0)
        snprintf(out, NAMES_LENGTH, "%s", player->name);
    else if (names_is_champion(store, player))
        snprintf(out, NAMES_LENGTH, "generation %d%s", player->generation, start ? " (start)" : "");
    else if (start)
        snprintf(out, NAMES_LENGTH, "start");
    else
        snprintf(out, NAMES_LENGTH, "generation %d no. %d", player->generation, player->slot + 1);
}

void names_id(struct store *store, int64_t id, char out[NAMES_LENGTH]) {
    struct stored_player player;
    if (store_player(store, id, &player, NULL)) {
        snprintf(out, NAMES_LENGTH, "player %lld", (long long)id);
        return;
    }
    names_player(store, &player, out);
    store_free_player(&player);
}

void names_of_run(const char *run, const char *which, char *out, size_t size) {
    bool number = which[0] >= '0' && which[0] <= '9';
    size_t rest = strlen(which) + (number ? strlen("generation ") : 0) + 2;
    size_t over = strlen(run) + rest > size ? strlen(run) + rest - size : 0;
    snprintf(out, size, "%s %s%s", run + (over < strlen(run) ? over : strlen(run)),
             number ? "generation " : "", which);
}
