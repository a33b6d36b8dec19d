/*
 * Weights of another layout are the same if they can be converted to the larger one without loss,
 * and are equal there: those of ten classes of squares as 64 squares.
 */
#include "tuner/run/same.h"

#include <stdlib.h>
#include <string.h>

#include "engine/files/convert.h"
#include "engine/games/games.h"
#include "tuner/run/roster.h"

struct same same_new(struct store *store, const char *game) {
    return (struct same){.store = store, .game = games_find(game, NULL)};
}

void same_free(struct same *same) {
    for (int i = 0; i < same->count; i++) store_free_player(&same->known[i]);
    free(same->known);
}

static bool same_has_weights(const struct stored_player *player) {
    return player->kind != PLAYER_RANDOM && !(player->line && *player->line);
}

static bool same_values(const int32_t *a, const int32_t *b, int count) {
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

/* Whether the weights of `small`, converted to the layout of `large`, are equal to it. Of a game
 * that is not known here, as of a plug-in that is not loaded, nothing can be converted. */
static bool same_converted(const struct same *same, const struct stored_player *small,
                           const struct stored_player *large) {
    if (!same->game) return false;
    struct weights from = {.evaluator = roster_evaluator(same->game, NULL, small, NULL),
                           .values = small->weights};
    const struct evaluator *to = roster_evaluator(same->game, NULL, large, NULL);
    struct weights made;
    struct conversion loss;
    if (!from.evaluator || !to || weights_convert(&from, to, &made, &loss, NULL)) return false;
    bool whole = loss.spread == 0 && loss.filled == 0 && loss.dropped == 0 && loss.scale == 1;
    bool equal = whole && same_values(made.values, large->weights, large->dim);
    weights_free(&made);
    return equal;
}

static bool same_weights(const struct same *same, const struct stored_player *a,
                         const struct stored_player *b) {
    if (!same_has_weights(a) || !same_has_weights(b) || strcmp(a->evaluator, b->evaluator) != 0)
        return false;
    if (strcmp(a->layout, b->layout) == 0)
        return a->dim == b->dim && same_values(a->weights, b->weights, a->dim);
    return a->dim < b->dim ? same_converted(same, a, b) : same_converted(same, b, a);
}

int64_t same_player(struct same *same, int64_t id) {
    struct stored_player player;
    for (int i = 0; i < same->count; i++)
        if (same->known[i].id == id) return id;
    if (store_player(same->store, id, &player, NULL)) return id;
    for (int i = 0; i < same->count; i++) {
        if (!same_weights(same, &same->known[i], &player)) continue;
        store_free_player(&player);
        return same->known[i].id;
    }
    same->known = xrealloc(same->known, (size_t)(same->count + 1) * sizeof *same->known);
    same->known[same->count++] = player;
    return id;
}

bool same_is_known(struct same *same, int64_t id) {
    return same_player(same, id) != id;
}
