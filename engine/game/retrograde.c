/*
 * Retrograde analysis. Positions are reached breadth first, and each one's moves are kept as edges
 * to their numbers. Reversed, those edges carry values from the ends of games back to the positions
 * before them. The nearest ends come first, so the first win found is the quickest and the last
 * loss the slowest.
 */
#include "engine/game/retrograde.h"

#include <stdlib.h>
#include <string.h>

struct retrograde {
    const struct game *game;
    uint64_t (*key)(const struct game *game, const void *state);
    int count, capacity;
    unsigned char *states;
    size_t stride; /* of a state, so that each is aligned */
    uint64_t *keys;
    struct retrograde_value *values;
    int *slots; /* by key: number + 1, 0 where there is none */
    uint32_t mask;
};

/* From position to position, by numbers: of a number in `from` bit 0 says that the side to move
 * stays the same, the others are the position's. */
struct edges {
    int *from, *to;
    int count, capacity;
};

/* ---- positions ------------------------------------------------------------------------------ */

/* The slot of a key, or the empty one where it belongs. */
static uint32_t retrograde_slot(const struct retrograde *retrograde, uint64_t key) {
    uint32_t slot = (uint32_t)mix64(key) & retrograde->mask;
    while (retrograde->slots[slot] && retrograde->keys[retrograde->slots[slot] - 1] != key)
        slot = (slot + 1) & retrograde->mask;
    return slot;
}

static void retrograde_rehash(struct retrograde *retrograde) {
    free(retrograde->slots);
    retrograde->mask = 4 * (uint32_t)retrograde->capacity - 1;
    retrograde->slots = xcalloc((size_t)retrograde->mask + 1, sizeof *retrograde->slots);
    for (int i = 0; i < retrograde->count; i++)
        retrograde->slots[retrograde_slot(retrograde, retrograde->keys[i])] = i + 1;
}

static void retrograde_grow(struct retrograde *retrograde) {
    retrograde->capacity = retrograde->capacity ? 2 * retrograde->capacity : 1 << 10;
    size_t capacity = (size_t)retrograde->capacity;
    retrograde->states = xrealloc(retrograde->states, capacity * retrograde->stride);
    retrograde->keys = xrealloc(retrograde->keys, capacity * sizeof *retrograde->keys);
    retrograde_rehash(retrograde);
}

/* The number of a position, a new one if it was not reached before. */
static int retrograde_add(struct retrograde *retrograde, const void *state) {
    const struct game *game = retrograde->game;
    uint64_t key = retrograde->key(game, state);
    if (retrograde->count == retrograde->capacity) retrograde_grow(retrograde);
    uint32_t slot = retrograde_slot(retrograde, key);
    if (retrograde->slots[slot]) return retrograde->slots[slot] - 1;
    int index = retrograde->count++;
    memcpy(retrograde->states + (size_t)index * retrograde->stride, state, game->state_size);
    retrograde->keys[index] = key;
    retrograde->slots[slot] = index + 1;
    return index;
}

static void edges_add(struct edges *edges, int from, int to) {
    if (edges->count == edges->capacity) {
        edges->capacity = 2 * edges->capacity + 1024;
        edges->from = xrealloc(edges->from, (size_t)edges->capacity * sizeof *edges->from);
        edges->to = xrealloc(edges->to, (size_t)edges->capacity * sizeof *edges->to);
    }
    edges->from[edges->count] = from;
    edges->to[edges->count++] = to;
}

/* Whether all positions are reached before there are more than `limit`. */
static bool retrograde_reach(struct retrograde *retrograde, int limit, struct edges *edges) {
    const struct game *game = retrograde->game;
    for (int i = 0; i < retrograde->count && retrograde->count <= limit; i++) {
        struct state state;
        move_t moves[GAME_MOVES_MAX];
        memcpy(&state, retrograde_position(retrograde, i), game->state_size);
        int count = game->moves(game, &state, moves);
        for (int m = 0; m < count; m++) {
            struct state after = state;
            game->play(game, &after, moves[m]);
            bool same_side = game->side(&after) == game->side(&state);
            edges_add(edges, 2 * i + same_side, retrograde_add(retrograde, &after));
        }
    }
    return retrograde->count <= limit;
}

/* ---- values --------------------------------------------------------------------------------- */

/* The edges that lead to each position: those of position i are [first[i], first[i + 1]). */
struct origins {
    int *first, *from;
    int *open; /* by position: moves of which no loss is known */
};

static struct origins origins_new(const struct retrograde *retrograde, const struct edges *edges) {
    size_t count = (size_t)retrograde->count;
    struct origins origins = {.first = xcalloc(count + 2, sizeof *origins.first),
                              .from = xcalloc((size_t)edges->count, sizeof *origins.from),
                              .open = xcalloc(count, sizeof *origins.open)};
    for (int i = 0; i < edges->count; i++) {
        origins.first[edges->to[i] + 2]++;
        origins.open[edges->from[i] / 2]++;
    }
    for (int i = 2; i <= retrograde->count + 1; i++) origins.first[i] += origins.first[i - 1];
    for (int i = 0; i < edges->count; i++)
        origins.from[origins.first[edges->to[i] + 1]++] = edges->from[i];
    return origins;
}

/* Whether the position of `from`, which can move to a decided `child`, is decided by that. */
static bool retrograde_decide(struct retrograde *retrograde, struct origins *origins, int from,
                              int child) {
    const struct retrograde_value *known = &retrograde->values[child];
    struct retrograde_value *value = &retrograde->values[from / 2];
    int outcome = from % 2 ? known->outcome : -known->outcome;
    if (value->outcome != 0 || (outcome < 0 && --origins->open[from / 2] > 0)) return false;
    *value = (struct retrograde_value){(int8_t)outcome, (uint16_t)(known->distance + 1)};
    return true;
}

/* Ends that are won; their count. */
static int retrograde_ends(struct retrograde *retrograde, int *queue) {
    const struct game *game = retrograde->game;
    int count = 0;
    for (int i = 0; i < retrograde->count; i++) {
        const void *state = retrograde_position(retrograde, i);
        int margin = game->over(game, state) ? game->margin(game, state) : 0;
        if (margin == 0) continue;
        retrograde->values[i].outcome = (margin > 0) == (game->side(state) == 0) ? 1 : -1;
        queue[count++] = i;
    }
    return count;
}

static void retrograde_solve(struct retrograde *retrograde, const struct edges *edges) {
    struct origins origins = origins_new(retrograde, edges);
    int *queue = xmalloc((size_t)retrograde->count * sizeof *queue);
    retrograde->values = xcalloc((size_t)retrograde->count, sizeof *retrograde->values);
    int count = retrograde_ends(retrograde, queue);
    for (int i = 0; i < count; i++)
        for (int e = origins.first[queue[i]]; e < origins.first[queue[i] + 1]; e++)
            if (retrograde_decide(retrograde, &origins, origins.from[e], queue[i]))
                queue[count++] = origins.from[e] / 2;
    free(queue);
    free(origins.first), free(origins.from), free(origins.open);
}

/* ---- the whole ------------------------------------------------------------------------------ */

struct retrograde *retrograde_new(const struct game *game,
                                  uint64_t (*key)(const struct game *game, const void *state),
                                  const void *root, int limit) {
    struct retrograde *retrograde = xcalloc(1, sizeof *retrograde);
    struct edges edges = {0};
    retrograde->game = game;
    size_t word = _Alignof(max_align_t);
    retrograde->stride = (game->state_size + word - 1) / word * word;
    retrograde->key = key;
    retrograde_add(retrograde, root);
    bool whole = retrograde_reach(retrograde, limit, &edges);
    if (whole) retrograde_solve(retrograde, &edges);
    free(edges.from), free(edges.to);
    if (whole) return retrograde;
    retrograde_free(retrograde);
    return NULL;
}

void retrograde_free(struct retrograde *retrograde) {
    if (!retrograde) return;
    free(retrograde->states);
    free(retrograde->keys);
    free(retrograde->values);
    free(retrograde->slots);
    free(retrograde);
}

int retrograde_count(const struct retrograde *retrograde) {
    return retrograde->count;
}

const void *retrograde_position(const struct retrograde *retrograde, int index) {
    return retrograde->states + (size_t)index * retrograde->stride;
}

struct retrograde_value retrograde_value(const struct retrograde *retrograde, int index) {
    return retrograde->values[index];
}

int retrograde_find(const struct retrograde *retrograde, const void *state) {
    uint64_t key = retrograde->key(retrograde->game, state);
    return retrograde->slots[retrograde_slot(retrograde, key)] - 1;
}
