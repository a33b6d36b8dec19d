/*
 * Openings are drawn in two steps. First each number draws a position, on all threads, since the
 * draws are independent. Then those that repeat an earlier one draw again, in order.
 */
#include "tuner/openings/openings.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "tuner/optimize/purpose.h"
#include "tuner/statistics/results.h"

/* A set counts as empty if this number of draws misses it, or the judges refuse this number of its
 * openings. */
enum { DRAWS_FOR_SET = 20000, DRAWS_FOR_NEW = 64, JUDGED_FOR_SET = 400 };

/* A run that does not measure its strength over time has more to choose by. */
static enum opening_set opening_set_there(const struct opening_source *source,
                                          enum opening_set set) {
    return set == OPENING_PROGRESS && !source->progress ? OPENING_SELECT : set;
}

static enum opening_set opening_set_of(const struct opening_source *source,
                                       uint64_t symmetric_hash) {
    static const enum opening_set eighth[8] = {OPENING_TRAIN,  OPENING_TRAIN,  OPENING_TRAIN,
                                               OPENING_TRAIN,  OPENING_SELECT, OPENING_PROGRESS,
                                               OPENING_VERIFY, OPENING_VERIFY};
    return opening_set_there(source, eighth[mix64(symmetric_hash) >> 61]);
}

static bool opening_is_of_set(const struct opening_source *source, uint64_t symmetric_hash,
                              enum opening_set set) {
    return source->undivided || opening_set_of(source, symmetric_hash) == set;
}

/* What is drawn from. */
struct urn {
    const struct opening_source *source;
    enum opening_set set;
    struct judges *judges; /* NULL: no filter */
};

static struct urn urn_new(const struct opening_source *source, enum opening_set set) {
    struct urn urn = {.source = source, .set = set};
    if (source->balance > 0) urn.judges = judges_new(source->game, &source->judging);
    return urn;
}

/* What the judges say of a position. After Ctrl-C that is nothing to be kept. */
static int urn_points(const struct urn *urn, const void *position) {
    const struct opening_verdicts *verdicts = urn->source->verdicts;
    uint64_t hash = urn->source->game->hash(position);
    int points = -1;
    if (!verdicts) return judges_points(urn->judges, position);
#pragma omp critical(openings)
    points = verdicts->find(verdicts->context, hash);
    if (points >= 0) return points;
    points = judges_points(urn->judges, position);
#pragma omp critical(openings)
    if (!interrupt_pending()) verdicts->note(verdicts->context, hash, points);
    return points;
}

/* ---- random openings ---- */

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
static uint64_t opening_draw(const struct urn *urn, struct rng *rng, struct state *out) {
    const struct game *game = urn->source->game;
    move_t line[GAME_PLIES_MAX];
    int judged = 0;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < DRAWS_FOR_SET && judged < JUDGED_FOR_SET; i++) {
        if (opening_random_line(urn->source, rng, out, line) < 0) continue;
        uint64_t hash = game->symmetric_hash(game, out->bytes);
        if (!opening_is_of_set(urn->source, hash, urn->set)) continue;
        if (!urn->judges || judges_balanced(urn_points(urn, out->bytes), urn->source->balance))
            return hash | 1;
        judged++;
    }
    return 0;
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

/* The draw that openings_check made, for a set so rare that another one hit nothing. After Ctrl-C
 * judges find nothing balanced. */
static uint64_t opening_draw_again(const struct urn *urn, struct state *out) {
    const struct opening_source *source = urn->source;
    struct rng rng = opening_rng(source, urn->set, 0, 0);
    uint64_t hash = opening_draw(urn, &rng, out);
    if (hash == 0 && !interrupt_pending())
        die("%s: no opening of %d to %d plies in set %d", source->game->name, source->plies_min,
            source->plies_max, (int)urn->set);
    return hash;
}

/* Openings on their way. */
struct opening_draws {
    struct urn urn;
    struct openings *openings;
    int first;        /* the number from which on they are drawn */
    struct rng *rngs; /* of those, after their first draw */
    const struct openings_watch *watch;
};

static void opening_draw_first(void *context, int64_t i) {
    const struct opening_draws *draws = context;
    struct openings *out = draws->openings;
    int number = draws->first + (int)i;
    draws->rngs[i] = opening_rng(&out->source, out->set, out->generation, number);
    out->hashes[number] = opening_draw(&draws->urn, &draws->rngs[i], &out->positions[number]);
}

/* Tries for one that was not seen, but not for ever: small sets repeat. */
static void opening_settle(const struct opening_draws *draws, int i, struct distinct_set *seen) {
    struct openings *out = draws->openings;
    for (int tries = 1; out->hashes[i] && !distinct_set_add(seen, out->hashes[i]); tries++) {
        if (tries == DRAWS_FOR_NEW) return;
        out->hashes[i] =
            opening_draw(&draws->urn, &draws->rngs[i - draws->first], &out->positions[i]);
    }
    if (out->hashes[i] == 0) out->hashes[i] = opening_draw_again(&draws->urn, &out->positions[i]);
}

static bool opening_progress(void *context, int64_t drawn) {
    const struct opening_draws *draws = context;
    return !interrupt_pending() &&
           (!draws->watch || draws->watch->progress(draws->watch->context, draws->first + drawn));
}

static int openings_draw_random(struct opening_draws *draws, struct parallel parallel) {
    struct openings *out = draws->openings;
    int more = out->count - draws->first;
    draws->rngs = xmalloc((size_t)more * sizeof *draws->rngs);
    struct parallel_work work = {opening_draw_first, opening_progress, draws};
    int status = parallel_each(parallel, &work, more);
    struct distinct_set seen = distinct_set_new(out->count);
    for (int i = 0; i < draws->first; i++) distinct_set_add(&seen, out->hashes[i]);
    for (int i = draws->first; status == 0 && i < out->count; i++) {
        opening_settle(draws, i, &seen);
        if (!opening_progress(draws, more)) status = -1;
    }
    distinct_set_free(&seen);
    free(draws->rngs);
    return status;
}

/* ---- openings of a collection ---- */

/* By its place in the collection: of four, each set has one. */
static bool opening_is_dealt_to(const struct urn *urn, int index) {
    static const enum opening_set eighth[8] = {OPENING_TRAIN,    OPENING_SELECT, OPENING_VERIFY,
                                               OPENING_PROGRESS, OPENING_TRAIN,  OPENING_TRAIN,
                                               OPENING_VERIFY,   OPENING_TRAIN};
    return urn->source->undivided || opening_set_there(urn->source, eighth[index % 8]) == urn->set;
}

static bool opening_is_taken(const struct urn *urn, int index) {
    struct collected *collected = &urn->source->collection->list[index];
    if (!opening_is_dealt_to(urn, index)) return false;
    if (!urn->judges) return true;
    if (collected->points < 0) {
        struct state position;
        collection_position(urn->source->collection, index, 0, &position);
        collected->points = urn_points(urn, position.bytes);
    }
    return judges_balanced(collected->points, urn->source->balance);
}

static void opening_take(void *context, int64_t i) {
    const struct opening_draws *draws = context;
    opening_is_taken(&draws->urn, (int)i);
}

/* The set's places in the collection; their count. */
static int openings_list(const struct urn *urn, int *out) {
    int count = 0;
    for (int i = 0; i < urn->source->collection->count; i++)
        if (opening_is_taken(urn, i)) out[count++] = i;
    return count;
}

/* A random order of the set's `count` places, of which the openings from number `first` on are the
 * beginning. */
static void openings_shuffle(struct openings *out, int *places, int count, int first) {
    struct rng rng = opening_rng(&out->source, out->set, out->generation, first / count);
    for (int i = 0; i < count; i++) {
        int other = i + (int)rng_below(&rng, (uint32_t)(count - i)), symmetries[8];
        int place = places[other];
        places[other] = places[i], places[i] = place;
        int turns = collection_symmetries(out->source.collection, place, symmetries);
        int symmetry = symmetries[rng_below(&rng, (uint32_t)turns)];
        if (first + i < out->count) out->picks[first + i] = (struct opening_pick){place, symmetry};
    }
}

static void openings_set_up(struct openings *out) {
    const struct collection *collection = out->source.collection;
    for (int i = 0; i < out->count; i++) {
        const struct opening_pick *pick = &out->picks[i];
        collection_position(collection, pick->index, pick->symmetry, &out->positions[i]);
        out->hashes[i] = collection->list[pick->index].hash;
    }
}

static int openings_draw_collected(struct opening_draws *draws, struct parallel parallel) {
    struct openings *out = draws->openings;
    const struct collection *collection = out->source.collection;
    struct parallel_work work = {opening_take, NULL, draws};
    if (draws->urn.judges && parallel_each(parallel, &work, collection->count)) return -1;
    int *places = xmalloc((size_t)collection->count * sizeof *places);
    int count = openings_list(&draws->urn, places);
    if (count == 0) die("%s: no opening in set %d", collection->game->name, (int)out->set);
    out->picks = xrealloc(out->picks, (size_t)out->count * sizeof *out->picks);
    for (int first = 0; first < out->count; first += count)
        openings_shuffle(out, places, count, first);
    free(places);
    openings_set_up(out);
    return opening_progress(draws, out->count - draws->first) ? 0 : -1;
}

/* ---- any ---- */

static bool openings_are_start(const struct opening_source *source) {
    return !source->collection && source->plies_max == 0;
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
                  int generation, int count, struct parallel parallel,
                  const struct openings_watch *watch) {
    *out = (struct openings){.source = *source, .set = set, .generation = generation};
    return openings_extend(out, count, parallel, watch);
}

int openings_extend(struct openings *out, int count, struct parallel parallel,
                    const struct openings_watch *watch) {
    struct opening_draws draws = {.openings = out, .first = out->count, .watch = watch};
    int status = 0;
    if (count <= out->count) return 0;
    out->count = count;
    out->positions = xrealloc(out->positions, (size_t)count * sizeof *out->positions);
    out->hashes = xrealloc(out->hashes, (size_t)count * sizeof *out->hashes);
    if (openings_are_start(&out->source)) {
        openings_all_start(out);
        return 0;
    }
    draws.urn = urn_new(&out->source, out->set);
    status = out->source.collection ? openings_draw_collected(&draws, parallel)
                                    : openings_draw_random(&draws, parallel);
    judges_free(draws.urn.judges);
    return status;
}

void openings_free(struct openings *openings) {
    free(openings->picks);
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
    if (source->collection)
        return collection_line(source->collection, openings->picks[index].index,
                               openings->picks[index].symmetry, moves);
    const void *position = openings->positions[index].bytes;
    struct rng own = opening_rng(source, openings->set, openings->generation, index);
    struct rng first = opening_rng(source, openings->set, 0, 0);
    int plies = openings_are_start(source) ? 0 : opening_find_line(source, own, position, moves);
    if (plies < 0) plies = opening_find_line(source, first, position, moves);
    if (plies < 0) die("%s: opening %d is of another source", source->game->name, index);
    return plies;
}

int openings_meant(const struct openings *openings, int count) {
    return openings_are_start(&openings->source) ? min_int(count, 1) : count;
}

struct opening_number {
    uint64_t hash;
    int index;
};

static int opening_number_compare(const void *a, const void *b) {
    const struct opening_number *one = a, *other = b;
    if (one->hash != other->hash) return one->hash < other->hash ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

void openings_number(const struct openings *openings, int count, int *out) {
    struct opening_number *numbers = xmalloc((size_t)count * sizeof *numbers);
    for (int i = 0; i < count; i++) numbers[i] = (struct opening_number){openings->hashes[i], i};
    qsort(numbers, (size_t)count, sizeof *numbers, opening_number_compare);
    for (int i = 0; i < count; i++) {
        bool again = i > 0 && numbers[i].hash == numbers[i - 1].hash;
        out[numbers[i].index] = again ? out[numbers[i - 1].index] : numbers[i].index;
    }
    free(numbers);
}

int openings_distinct(const struct openings *openings, int count) {
    struct distinct_set seen = distinct_set_new(count);
    int distinct = 0;
    for (int i = 0; i < count; i++) distinct += distinct_set_add(&seen, openings->hashes[i]);
    distinct_set_free(&seen);
    return distinct;
}

/* Whether random moves always end the game before the opening is complete. */
static bool openings_too_long(const struct opening_source *source) {
    struct rng rng = opening_rng(source, OPENING_TRAIN, 0, 0);
    struct state state;
    move_t line[GAME_PLIES_MAX];
    for (int i = 0; i < DRAWS_FOR_SET; i++)
        if (opening_random_line(source, &rng, &state, line) >= 0) return false;
    return true;
}

static int openings_check_random(const struct urn *urn, const char *name, struct error *error) {
    const struct opening_source *source = urn->source;
    struct rng rng = opening_rng(source, urn->set, 0, 0);
    struct state state;
    if (opening_draw(urn, &rng, &state) != 0) return 0;
    if (openings_too_long(source))
        return error_set(error,
                         "%s has no openings of %d to %d random plies: its games end "
                         "before; fewer plies are needed",
                         source->game->name, source->plies_min, source->plies_max);
    if (source->balance > 0)
        return error_set(error,
                         "of %d openings of %d to %d random plies for %s the judges found none "
                         "where the weaker side had %g of the points: a smaller openings.balance "
                         "or other plies are needed",
                         JUDGED_FOR_SET, source->plies_min, source->plies_max, name,
                         source->balance);
    return error_set(error,
                     "%s has no openings of %d to %d random plies for %s; each stage uses "
                     "different ones: more plies are needed",
                     source->game->name, source->plies_min, source->plies_max, name);
}

static int openings_check_collected(const struct urn *urn, const char *name, struct error *error) {
    const struct collection *collection = urn->source->collection;
    int i = 0;
    while (i < collection->count && !opening_is_taken(urn, i)) i++;
    if (i < collection->count) return 0;
    return error_set(error, "the %d different openings there leave none for %s%s: more are needed",
                     collection->count, name, urn->judges ? " that the judges find balanced" : "");
}

int openings_check(const struct opening_source *source, struct error *error) {
    static const char *const names[OPENING_SETS] = {"training", "selection", "verification",
                                                    "strength over time"};
    int sets = source->undivided ? 1 : source->progress ? OPENING_SETS : OPENING_PROGRESS;
    int status = 0;
    for (int set = 0; status == 0 && set < sets && !openings_are_start(source); set++) {
        struct urn urn = urn_new(source, (enum opening_set)set);
        const char *name = source->undivided ? "matches" : names[set];
        status = source->collection ? openings_check_collected(&urn, name, error)
                                    : openings_check_random(&urn, name, error);
        judges_free(urn.judges);
    }
    return status;
}

int openings_dealt(const struct opening_source *source, enum opening_set set) {
    const struct urn urn = {.source = source, .set = set};
    int count = 0;
    for (int i = 0; i < source->collection->count; i++) count += opening_is_dealt_to(&urn, i);
    return count;
}

/* ---- how many there are ---- */

/* Positions of one length, no two of them images of each other. */
struct opening_level {
    const struct opening_source *source;
    int count, most; /* count > most: there are more */
    struct state *positions;
    struct distinct_set seen;
};

static struct opening_level opening_level_new(const struct opening_source *source, int most) {
    return (struct opening_level){.source = source,
                                  .most = most,
                                  .positions = xmalloc((size_t)most * sizeof(struct state)),
                                  .seen = distinct_set_new(most + 1)};
}

static void opening_level_free(struct opening_level *level) {
    free(level->positions);
    distinct_set_free(&level->seen);
}

static void opening_level_add(struct opening_level *level, const struct state *position) {
    const struct game *game = level->source->game;
    if (level->count > level->most || game->over(game, position->bytes)) return;
    if (!distinct_set_add(&level->seen, game->symmetric_hash(game, position->bytes) | 1)) return;
    if (level->count < level->most) level->positions[level->count] = *position;
    level->count++;
}

/* The positions a ply later. */
static struct opening_level opening_level_next(const struct opening_level *level) {
    const struct game *game = level->source->game;
    struct opening_level next = opening_level_new(level->source, level->most);
    move_t moves[GAME_MOVES_MAX];
    for (int i = 0; i < level->count; i++) {
        int count = game->opening_moves(game, level->positions[i].bytes, moves);
        for (int m = 0; m < count && next.count <= next.most; m++) {
            struct state position = level->positions[i];
            game->play(game, position.bytes, moves[m]);
            opening_level_add(&next, &position);
        }
    }
    return next;
}

/* Counts those of the set that no shorter opening was. */
static int opening_level_count(const struct opening_level *level, enum opening_set set,
                               struct distinct_set *counted) {
    const struct game *game = level->source->game;
    int count = 0;
    for (int i = 0; i < level->count; i++) {
        uint64_t hash = game->symmetric_hash(game, level->positions[i].bytes);
        if (opening_is_of_set(level->source, hash, set))
            count += distinct_set_add(counted, hash | 1);
    }
    return count;
}

/* Positions, of all sets, that are looked at for each that is counted. */
enum { THERE_WIDER = 6 };

int openings_there(const struct opening_source *source, enum opening_set set, int most) {
    struct opening_level level = opening_level_new(source, THERE_WIDER * most);
    struct distinct_set counted = distinct_set_new((int64_t)(source->plies_max + 1) * level.most);
    struct state start = {0};
    int there = 0;
    bool all = true;
    source->game->start(source->game, start.bytes);
    opening_level_add(&level, &start);
    for (int plies = 0; all; plies++) {
        if (plies >= source->plies_min) there += opening_level_count(&level, set, &counted);
        if (plies == source->plies_max) break;
        struct opening_level next = opening_level_next(&level);
        opening_level_free(&level);
        level = next;
        all = level.count <= level.most;
    }
    opening_level_free(&level);
    distinct_set_free(&counted);
    return all && there <= most ? there : -1;
}

bool openings_have_lines(const struct opening_source *source) {
    const struct collection *collection = source->collection;
    for (int i = 0; collection && i < collection->count; i++)
        if (collection->list[i].start) return false;
    return true;
}

/* ---- what a filter leaves ---- */

struct opening_trial {
    const struct openings *openings;
    const struct judges *judges;
    int *points; /* by number */
};

static void opening_try(void *context, int64_t i) {
    const struct opening_trial *trial = context;
    trial->points[i] = judges_points(trial->judges, trial->openings->positions[i].bytes);
}

int openings_judge(const struct opening_source *source, struct parallel parallel, int *count) {
    struct opening_source all = *source;
    struct openings openings;
    int balanced = 0;
    all.balance = 0;
    if (openings_draw(&openings, &all, OPENING_TRAIN, 0, *count, parallel, NULL)) *count = 0;
    *count = openings_distinct(&openings, *count);
    struct judges *judges = judges_new(source->game, &source->judging);
    struct opening_trial trial = {&openings, judges, xcalloc((size_t)*count, sizeof(int))};
    parallel_each(parallel, &(struct parallel_work){.work = opening_try, .context = &trial},
                  *count);
    for (int i = 0; i < *count; i++) balanced += judges_balanced(trial.points[i], source->balance);
    free(trial.points);
    judges_free(judges);
    openings_free(&openings);
    return balanced;
}
