/*
 * Openings are drawn in two steps: each number its first position, on all threads, since the draws
 * are independent; then those that repeat an earlier one draw on, in order.
 */
#include "tuner/play/openings.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/optimize/purpose.h"
#include "tuner/play/pool.h"

/* A set that is not found in so many draws is taken to be empty. */
enum { DRAWS_FOR_SET = 20000, DRAWS_FOR_NEW = 64 };

static enum opening_set opening_set_of(const struct opening_source *source,
                                       uint64_t symmetric_hash) {
    static const enum opening_set eighth[8] = {OPENING_TRAIN,  OPENING_TRAIN,  OPENING_TRAIN,
                                               OPENING_TRAIN,  OPENING_SELECT, OPENING_PROGRESS,
                                               OPENING_VERIFY, OPENING_VERIFY};
    enum opening_set set = eighth[mix64(symmetric_hash) >> 61];
    return set == OPENING_PROGRESS && !source->progress ? OPENING_SELECT : set;
}

/* Plays random moves; their count, or -1 if the game ended on the way. */
static int opening_random_line(const struct opening_source *source, struct rng *rng,
                               struct state *out, move_t line[GAME_PLIES_MAX]) {
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

/* Draws until the position is one of the set; its symmetric hash, or 0 if none was found. */
static uint64_t opening_draw(const struct opening_source *source, enum opening_set set,
                             struct rng *rng, struct state *out) {
    const struct game *game = source->game;
    move_t line[GAME_PLIES_MAX];
    memset(out, 0, sizeof *out);
    for (int i = 0; i < DRAWS_FOR_SET; i++) {
        if (opening_random_line(source, rng, out, line) < 0) continue;
        uint64_t hash = game->symmetric_hash(game, out->bytes);
        if (opening_set_of(source, hash) == set) return hash | 1;
    }
    return 0;
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

/* True if the hash, which is not 0, was new. */
static bool seen_add(struct seen *seen, uint64_t hash) {
    size_t i = mix64(hash) & seen->mask;
    while (seen->hashes[i] && seen->hashes[i] != hash) i = (i + 1) & seen->mask;
    bool is_new = seen->hashes[i] == 0;
    seen->hashes[i] = hash;
    return is_new;
}

static struct rng opening_rng(const struct opening_source *source, enum opening_set set,
                              int generation, int index) {
    static const enum purpose purposes[OPENING_SETS] = {
        [OPENING_TRAIN] = PURPOSE_OPENING_TRAIN,
        [OPENING_SELECT] = PURPOSE_OPENING_SELECT,
        [OPENING_VERIFY] = PURPOSE_OPENING_VERIFY,
        [OPENING_PROGRESS] = PURPOSE_OPENING_PROGRESS,
    };
    return rng_keyed(source->seed, purposes[set], (uint64_t)generation, (uint64_t)index);
}

/* The draw that openings_check made, for a set so rare that another one found nothing. */
static uint64_t opening_draw_again(const struct opening_source *source, enum opening_set set,
                                   struct state *out) {
    struct rng rng = opening_rng(source, set, 0, 0);
    uint64_t hash = opening_draw(source, set, &rng, out);
    if (hash == 0)
        die("%s: no opening of %d to %d plies in set %d", source->game->name, source->plies_min,
            source->plies_max, (int)set);
    return hash;
}

/* Openings on their way. */
struct opening_draws {
    struct openings *openings;
    struct rng *rngs; /* by number, after its first draw */
    const struct openings_watch *watch;
};

static void opening_draw_first(void *context, int64_t i) {
    const struct opening_draws *draws = context;
    struct openings *out = draws->openings;
    draws->rngs[i] = opening_rng(&out->source, out->set, out->generation, (int)i);
    out->hashes[i] = opening_draw(&out->source, out->set, &draws->rngs[i], &out->positions[i]);
}

/* Tries for one that was not seen, but not for ever: small sets repeat. */
static void opening_settle(struct openings *out, int i, struct rng *rng, struct seen *seen) {
    for (int tries = 1; out->hashes[i] && !seen_add(seen, out->hashes[i]); tries++) {
        if (tries == DRAWS_FOR_NEW) return;
        out->hashes[i] = opening_draw(&out->source, out->set, rng, &out->positions[i]);
    }
    if (out->hashes[i] == 0)
        out->hashes[i] = opening_draw_again(&out->source, out->set, &out->positions[i]);
}

static bool opening_progress(void *context, int64_t drawn) {
    const struct opening_draws *draws = context;
    return !draws->watch || draws->watch->progress(draws->watch->context, drawn);
}

static int openings_draw_random(struct openings *out, struct pool *pool,
                                const struct openings_watch *watch) {
    struct rng *rngs = xmalloc((size_t)out->count * sizeof *rngs);
    struct opening_draws draws = {out, rngs, watch};
    struct pool_work work = {opening_draw_first, opening_progress, &draws};
    int status = pool_each(pool, &work, out->count);
    struct seen seen = seen_new(out->count);
    for (int i = 0; status == 0 && i < out->count; i++) {
        opening_settle(out, i, &rngs[i], &seen);
        if (!opening_progress(&draws, out->count)) status = -1;
    }
    free(seen.hashes);
    free(rngs);
    return status;
}

static void openings_all_start(struct openings *out) {
    const struct game *game = out->source.game;
    for (int i = 0; i < out->count; i++) {
        memset(&out->positions[i], 0, sizeof out->positions[i]);
        game->start(game, out->positions[i].bytes);
        out->hashes[i] = game->symmetric_hash(game, out->positions[i].bytes) | 1;
    }
}

int openings_draw(struct openings *out, const struct opening_source *source, enum opening_set set,
                  int generation, int count, struct pool *pool,
                  const struct openings_watch *watch) {
    *out = (struct openings){.source = *source,
                             .set = set,
                             .generation = generation,
                             .count = count,
                             .positions = xmalloc((size_t)count * sizeof *out->positions),
                             .hashes = xmalloc((size_t)count * sizeof *out->hashes)};
    if (source->plies_max > 0) return openings_draw_random(out, pool, watch);
    openings_all_start(out);
    return 0;
}

void openings_free(struct openings *openings) {
    free(openings->positions);
    free(openings->hashes);
    *openings = (struct openings){0};
}

/* The line to that position among the draws of a generator; -1 if it is not there. */
static int opening_find_line(const struct opening_source *source, struct rng rng,
                             const void *opening, move_t *moves) {
    const struct game *game = source->game;
    struct state state;
    for (int i = 0; i < DRAWS_FOR_SET * DRAWS_FOR_NEW; i++) {
        int plies = opening_random_line(source, &rng, &state, moves);
        if (plies >= 0 && game->hash(state.bytes) == game->hash(opening)) return plies;
    }
    return -1;
}

/* The position is among the draws of its own number, or those of opening_draw_again. */
int openings_line(const struct openings *openings, int index, move_t *moves) {
    const struct opening_source *source = &openings->source;
    const void *position = openings->positions[index].bytes;
    struct rng own = opening_rng(source, openings->set, openings->generation, index);
    struct rng first = opening_rng(source, openings->set, 0, 0);
    int plies = source->plies_max == 0 ? 0 : opening_find_line(source, own, position, moves);
    if (plies < 0) plies = opening_find_line(source, first, position, moves);
    if (plies < 0) die("%s: opening %d is of another source", source->game->name, index);
    return plies;
}

int openings_meant(const struct openings *openings, int count) {
    return openings->source.plies_max == 0 ? min_int(count, 1) : count;
}

int openings_distinct(const struct openings *openings, int count) {
    struct seen seen = seen_new(count);
    int distinct = 0;
    for (int i = 0; i < count; i++) distinct += seen_add(&seen, openings->hashes[i]);
    free(seen.hashes);
    return distinct;
}

/* Whether random moves leave no game unfinished for so many plies. */
static bool openings_too_long(const struct opening_source *source) {
    struct rng rng = opening_rng(source, OPENING_TRAIN, 0, 0);
    struct state state;
    move_t line[GAME_PLIES_MAX];
    for (int i = 0; i < DRAWS_FOR_SET; i++)
        if (opening_random_line(source, &rng, &state, line) >= 0) return false;
    return true;
}

int openings_check(const struct opening_source *source, struct error *error) {
    static const char *const names[OPENING_SETS] = {"training", "selection", "verification",
                                                    "strength over time"};
    int sets = source->progress ? OPENING_SETS : OPENING_PROGRESS;
    for (int set = 0; set < sets && source->plies_max > 0; set++) {
        struct rng rng = opening_rng(source, (enum opening_set)set, 0, 0);
        struct state state;
        if (opening_draw(source, (enum opening_set)set, &rng, &state) != 0) continue;
        if (openings_too_long(source))
            return error_set(error,
                             "%s has no openings of %d to %d random plies: its games end "
                             "before; fewer plies are needed",
                             source->game->name, source->plies_min, source->plies_max);
        return error_set(error,
                         "%s has no openings of %d to %d random plies for %s; each stage uses "
                         "different ones: more plies are needed",
                         source->game->name, source->plies_min, source->plies_max, names[set]);
    }
    return 0;
}
