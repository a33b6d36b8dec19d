/*
 * Examples as growing arrays side by side.
 */
#include "tuner/fit/examples.h"

#include <stdlib.h>
#include <string.h>

static size_t examples_kept(const struct game *game) {
    return game->bare_size ? game->bare_size : game->state_size;
}

struct examples examples_new(const struct game *game) {
    const size_t word = sizeof(uint64_t); /* no game's state has larger members */
    size_t kept = examples_kept(game);
    return (struct examples){.game = game, .stride = (kept + word - 1) / word * word};
}

size_t examples_size(const struct game *game) {
    const struct examples none = {0};
    return examples_new(game).stride + sizeof *none.hashes + sizeof *none.labels;
}

void examples_free(struct examples *examples) {
    free(examples->states);
    free(examples->hashes);
    free(examples->labels);
    *examples = (struct examples){0};
}

static void examples_reserve(struct examples *examples, int64_t more) {
    if (examples->count + more <= examples->capacity) return;
    examples->capacity = examples->count + more + examples->capacity / 2;
    size_t capacity = (size_t)examples->capacity;
    examples->states = xrealloc(examples->states, capacity * examples->stride);
    examples->hashes = xrealloc(examples->hashes, capacity * sizeof *examples->hashes);
    examples->labels = xrealloc(examples->labels, capacity * sizeof *examples->labels);
}

void examples_add(struct examples *examples, const void *state, uint64_t symmetric_hash,
                  float label) {
    examples_reserve(examples, 1);
    memcpy(examples->states + (size_t)examples->count * examples->stride, state,
           examples_kept(examples->game));
    examples->hashes[examples->count] = symmetric_hash;
    examples->labels[examples->count++] = label;
}

void examples_load(const struct examples *examples, int64_t i, struct state *out) {
    size_t kept = examples_kept(examples->game);
    memcpy(out, examples_state(examples, i), kept);
    memset(out->bytes + kept, 0, examples->game->state_size - kept);
}

void examples_append(struct examples *examples, const struct examples *more) {
    examples_reserve(examples, more->count);
    for (int64_t i = 0; i < more->count; i++)
        examples_add(examples, examples_state(more, i), more->hashes[i], more->labels[i]);
}

/* ---- distinct ones ---- */

struct examples_seen examples_seen_new(int64_t most) {
    uint64_t size = 16;
    while (size < 2 * (uint64_t)most) size *= 2;
    return (struct examples_seen){xcalloc(size, sizeof(uint64_t)), size - 1};
}

void examples_seen_free(struct examples_seen *seen) {
    free(seen->hashes);
    *seen = (struct examples_seen){0};
}

/* True if it was new. */
static bool examples_seen_add(struct examples_seen *seen, uint64_t hash) {
    uint64_t i = mix64(hash |= hash == 0) & seen->mask;
    while (seen->hashes[i] && seen->hashes[i] != hash) i = (i + 1) & seen->mask;
    bool is_new = seen->hashes[i] == 0;
    seen->hashes[i] = hash;
    return is_new;
}

void examples_append_new(struct examples *examples, const struct examples *more,
                         struct examples_seen *seen) {
    for (int64_t i = 0; i < more->count; i++)
        if (examples_seen_add(seen, more->hashes[i]))
            examples_add(examples, examples_state(more, i), more->hashes[i], more->labels[i]);
}

/* ---- order ---- */

static int examples_stage(const struct examples *examples, int64_t i) {
    int left = examples->game->plies_left(examples_state(examples, i));
    return GAME_PLIES_MAX - min_int(left, GAME_PLIES_MAX);
}

void examples_order(struct examples *examples) {
    int64_t places[GAME_PLIES_MAX + 2] = {0};
    for (int64_t i = 0; i < examples->count; i++) places[examples_stage(examples, i) + 1]++;
    for (int stage = 0; stage <= GAME_PLIES_MAX; stage++) places[stage + 1] += places[stage];
    struct examples ordered = examples_new(examples->game);
    size_t stride = examples->stride;
    examples_reserve(&ordered, examples->count);
    for (int64_t i = 0; i < examples->count; i++) {
        int64_t place = places[examples_stage(examples, i)]++;
        memcpy(ordered.states + (size_t)place * stride, examples_state(examples, i), stride);
        ordered.hashes[place] = examples->hashes[i];
        ordered.labels[place] = examples->labels[i];
    }
    ordered.count = examples->count;
    examples_free(examples);
    *examples = ordered;
}
