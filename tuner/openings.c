#include "tuner/openings.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/purpose.h"

/* A set that is not found in so many draws is taken to be empty. */
enum { DRAWS_FOR_SET = 20000, DRAWS_FOR_NEW = 64 };

static enum opening_set set_of(const struct game *game, const struct state *state) {
    static const enum opening_set quarter[4] = {OPENING_TRAIN, OPENING_TRAIN, OPENING_SELECT,
                                                OPENING_VERIFY};
    return quarter[mix64(game->symmetric_hash(game, state->bytes)) >> 62];
}

/* False if the game ended on the way. */
static bool random_position(const struct opening_source *source, struct rng *rng,
                            struct state *out) {
    const struct game *game = source->game;
    move_t moves[GAME_MOVES_MAX];
    uint32_t span = (uint32_t)(source->plies_max - source->plies_min + 1);
    int plies = source->plies_min + (int)rng_below(rng, span);
    game->start(game, out->bytes);
    for (int ply = 0; ply < plies && !game->over(game, out->bytes); ply++) {
        int count = game->opening_moves(game, out->bytes, moves);
        game->play(game, out->bytes, moves[rng_below(rng, (uint32_t)count)]);
    }
    return !game->over(game, out->bytes);
}

static bool draw(const struct opening_source *source, enum opening_set set, struct rng *rng,
                 struct state *out) {
    memset(out, 0, sizeof *out);
    for (int i = 0; i < DRAWS_FOR_SET; i++)
        if (random_position(source, rng, out) && set_of(source->game, out) == set) return true;
    return false;
}

/* A set of hashes with open addressing; at most half full, 0 marks a free place. */
struct seen {
    uint64_t *hashes;
    size_t mask;
};

static struct seen seen_new(int count) {
    size_t size = 16;
    while (size < 2 * (size_t)count) size *= 2;
    return (struct seen){xcalloc(size, sizeof(uint64_t)), size - 1};
}

/* True if the hash was new. */
static bool seen_add(struct seen *seen, uint64_t hash) {
    hash |= 1;
    size_t i = mix64(hash) & seen->mask;
    while (seen->hashes[i] && seen->hashes[i] != hash) i = (i + 1) & seen->mask;
    bool is_new = seen->hashes[i] == 0;
    seen->hashes[i] = hash;
    return is_new;
}

static struct rng rng_of(const struct opening_source *source, enum opening_set set, int generation,
                         int index) {
    return rng_keyed(source->seed, PURPOSE_OPENING_TRAIN + (unsigned)set, (uint64_t)generation,
                     (uint64_t)index);
}

/* The draw that openings_check made, for a set so rare that another one found nothing. */
static void draw_again(const struct opening_source *source, enum opening_set set,
                       struct state *out) {
    struct rng rng = rng_of(source, set, 0, 0);
    if (!draw(source, set, &rng, out))
        die("%s: no opening of %d to %d plies in set %d", source->game->name, source->plies_min,
            source->plies_max, (int)set);
}

/* Tries for one that was not seen, but not for ever: small sets repeat. */
static void draw_new(const struct opening_source *source, enum opening_set set, struct rng *rng,
                     struct seen *seen, struct state *out) {
    for (int tries = 0; tries < DRAWS_FOR_NEW; tries++) {
        if (!draw(source, set, rng, out)) {
            draw_again(source, set, out);
            return;
        }
        if (seen_add(seen, source->game->symmetric_hash(source->game, out->bytes))) return;
    }
}

struct state *openings_make(const struct opening_source *source, enum opening_set set,
                            int generation, int count) {
    struct state *openings = xmalloc((size_t)count * sizeof *openings);
    struct seen seen = seen_new(count);
    for (int i = 0; i < count; i++) {
        struct rng rng = rng_of(source, set, generation, i);
        draw_new(source, set, &rng, &seen, &openings[i]);
    }
    free(seen.hashes);
    return openings;
}

int openings_distinct(const struct game *game, const struct state *openings, int count) {
    struct seen seen = seen_new(count);
    int distinct = 0;
    for (int i = 0; i < count; i++)
        distinct += seen_add(&seen, game->symmetric_hash(game, openings[i].bytes));
    free(seen.hashes);
    return distinct;
}

int openings_check(const struct opening_source *source, struct error *error) {
    static const char *const names[OPENING_SETS] = {"training", "selection", "verification"};
    for (int set = 0; set < OPENING_SETS; set++) {
        struct rng rng = rng_of(source, (enum opening_set)set, 0, 0);
        struct state state;
        if (!draw(source, (enum opening_set)set, &rng, &state))
            return error_set(error,
                             "%s has no openings of %d to %d random plies for %s; training, "
                             "selection and verification use different ones: more plies are "
                             "needed",
                             source->game->name, source->plies_min, source->plies_max, names[set]);
    }
    return 0;
}
