#include "tuner/play/openings.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/optimize/purpose.h"

/* A set that is not found in so many draws is taken to be empty. */
enum { DRAWS_FOR_SET = 20000, DRAWS_FOR_NEW = 64 };

static enum opening_set set_of(const struct game *game, const struct state *state) {
    static const enum opening_set quarter[4] = {OPENING_TRAIN, OPENING_TRAIN, OPENING_SELECT,
                                                OPENING_VERIFY};
    return quarter[mix64(game->symmetric_hash(game, state->bytes)) >> 62];
}

/* Plays random moves; their count, or -1 if the game ended on the way. */
static int random_line(const struct opening_source *source, struct rng *rng, struct state *out,
                       move_t line[GAME_PLIES_MAX]) {
    const struct game *game = source->game;
    move_t moves[GAME_MOVES_MAX];
    uint32_t span = (uint32_t)(source->plies_max - source->plies_min + 1);
    int plies = source->plies_min + (int)rng_below(rng, span);
    game->start(game, out->bytes);
    for (int ply = 0; ply < plies && !game->over(game, out->bytes); ply++) {
        int count = game->opening_moves(game, out->bytes, moves);
        line[ply] = moves[rng_below(rng, (uint32_t)count)];
        game->play(game, out->bytes, line[ply]);
    }
    return game->over(game, out->bytes) ? -1 : plies;
}

static bool draw(const struct opening_source *source, enum opening_set set, struct rng *rng,
                 struct state *out) {
    move_t line[GAME_PLIES_MAX];
    memset(out, 0, sizeof *out);
    for (int i = 0; i < DRAWS_FOR_SET; i++)
        if (random_line(source, rng, out, line) >= 0 && set_of(source->game, out) == set)
            return true;
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

/* The line to that position among the draws of a generator; -1 if it is not there. */
static int find_line(const struct opening_source *source, struct rng rng, const void *opening,
                     move_t *moves) {
    const struct game *game = source->game;
    struct state state;
    for (int i = 0; i < DRAWS_FOR_SET * DRAWS_FOR_NEW; i++) {
        int plies = random_line(source, &rng, &state, moves);
        if (plies >= 0 && game->hash(state.bytes) == game->hash(opening)) return plies;
    }
    return -1;
}

/* The position is among the draws that openings_make took it from, or those of draw_again. */
int openings_moves(const struct opening_source *source, enum opening_set set, int generation,
                   int index, const void *opening, move_t *moves) {
    int plies = find_line(source, rng_of(source, set, generation, index), opening, moves);
    if (plies < 0) plies = find_line(source, rng_of(source, set, 0, 0), opening, moves);
    if (plies < 0) die("%s: opening %d is of another source", source->game->name, index);
    return plies;
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
