/*
 * Players are reached through pointers, so that players that stay for a whole run (yardsticks, the
 * hall of fame) are prepared once and belong to every generation's roster.
 */
#include "tuner/run/roster.h"

#include <stdlib.h>
#include <string.h>

#include "engine/games/games.h"
#include "tuner/external/tuned.h"

struct roster roster_new(const struct manners *manners) {
    return (struct roster){.manners = *manners};
}

void roster_destroy(struct roster *roster) {
    for (int i = 0; i < roster->count; i++) {
        if (!roster->own[i]) continue;
        player_destroy(&roster->own[i][0]); /* the others share what it owns */
        free(roster->own[i]);
    }
    for (int m = 0; m < MANNERS_MAX; m++) free(roster->players[m]);
    free(roster->own);
    free(roster->ids);
    free(roster->roles);
    free(roster->marks);
    *roster = (struct roster){0};
}

static void roster_grow(struct roster *roster) {
    roster->capacity = max_int(16, 2 * roster->capacity);
    size_t capacity = (size_t)roster->capacity;
    for (int m = 0; m < roster->manners.count; m++)
        roster->players[m] = xrealloc(roster->players[m], capacity * sizeof *roster->players[m]);
    roster->own = xrealloc(roster->own, capacity * sizeof *roster->own);
    roster->ids = xrealloc(roster->ids, capacity * sizeof *roster->ids);
    roster->roles = xrealloc(roster->roles, capacity * sizeof *roster->roles);
    roster->marks = xrealloc(roster->marks, capacity * sizeof *roster->marks);
}

/* A place without its players yet. */
static int roster_place(struct roster *roster, struct player *own, enum role role, int64_t id) {
    if (roster->count == roster->capacity) roster_grow(roster);
    roster->own[roster->count] = own;
    roster->ids[roster->count] = id;
    roster->roles[roster->count] = 1u << role;
    roster->marks[roster->count] = 0;
    return roster->count++;
}

/* A hash of all that its choices depend on. */
static uint64_t roster_mark(const struct roster *roster, const struct evaluator *evaluator,
                            const int32_t *weights) {
    struct text words = {0};
    size_t bytes = (size_t)evaluator->param_count * sizeof *weights;
    text_add(&words, "%s %s ", evaluator->name, evaluator->layout);
    manners_describe_all(&roster->manners, &words);
    text_add_bytes(&words, (const char *)weights, bytes);
    uint64_t mark = bytes_checksum(words.data, words.length);
    text_free(&words);
    return mark;
}

/* A place for a player that is not prepared yet. */
static int roster_reserve(struct roster *roster, enum role role, int64_t id) {
    struct player *own = xcalloc((size_t)roster->manners.count, sizeof *own);
    int place = roster_place(roster, own, role, id);
    for (int m = 0; m < roster->manners.count; m++) roster->players[m][place] = &own[m];
    return place;
}

static void roster_prepare(struct roster *roster, int place, const struct evaluator *evaluator,
                           const int32_t *weights, int64_t salt) {
    bool random = roster->roles[place] == 1u << ROLE_RANDOM;
    struct player *own = roster->own[place];
    for (int m = 0; m < roster->manners.count; m++) {
        const struct manner *manner = &roster->manners.list[m];
        double epsilon = random ? 1 : manner->epsilon;
        if (m == 0)
            player_init(&own[m], evaluator, weights, &manner->limits, epsilon);
        else
            own[m] = player_moving(&own[0], &manner->limits, epsilon);
        if (random) own[m].salt = (uint64_t)salt;
        if (random) own[m].mover_new = NULL;
    }
    if (!random && !evaluator->mover_new)
        roster->marks[place] = roster_mark(roster, evaluator, weights);
}

/* The salt tells random players apart. */
static int roster_seat_salted(struct roster *roster, const struct evaluator *evaluator,
                              const int32_t *weights, enum role role, int64_t id, int64_t salt) {
    int place = roster_reserve(roster, role, id);
    roster_prepare(roster, place, evaluator, weights, salt);
    return place;
}

int roster_seat(struct roster *roster, const struct evaluator *evaluator, const int32_t *weights,
                enum role role, int64_t id) {
    return roster_seat_salted(roster, evaluator, weights, role, id, id);
}

struct roster_group {
    struct roster *roster;
    int first;
    const struct evaluator *evaluator;
    const int32_t *weights;
};

static void roster_prepare_one(void *context, int64_t number) {
    const struct roster_group *group = context;
    roster_prepare(group->roster, group->first + (int)number, group->evaluator,
                   group->weights + number * group->evaluator->param_count, 0);
}

int roster_seat_group(struct roster *roster, const struct evaluator *evaluator,
                      const int32_t *weights, int count, enum role role, struct pool *pool) {
    struct roster_group group = {roster, roster->count, evaluator, weights};
    for (int i = 0; i < count; i++) roster_reserve(roster, role, 0);
    return pool_each(pool, &(struct parallel_work){.work = roster_prepare_one, .context = &group},
                     count);
}

int roster_seat_player(struct roster *roster, const struct player *player, enum role role,
                       int64_t id) {
    int place = roster_place(roster, NULL, role, id);
    for (int m = 0; m < roster->manners.count; m++) roster->players[m][place] = player;
    return place;
}

int roster_check(const struct evaluator *evaluator, const struct stored_player *row,
                 struct error *error) {
    if (strcmp(row->evaluator, evaluator->name) != 0 || strcmp(row->layout, evaluator->layout) != 0)
        return error_set(error, "player %lld is of %s %s, not of %s %s", (long long)row->id,
                         row->evaluator, row->layout, evaluator->name, evaluator->layout);
    if (evaluator->param_count != row->dim)
        return error_set(error, "player %lld has %d weights, %s %s has %d", (long long)row->id,
                         row->dim, evaluator->name, evaluator->layout, evaluator->param_count);
    for (int i = 0; i < row->dim && !tuned_of(evaluator); i++) {
        const struct param param = evaluator_param(evaluator, i);
        if (row->weights[i] < param.lower || row->weights[i] > param.upper)
            return error_set(error, "player %lld has %s = %d, it should be from %d to %d",
                             (long long)row->id, param.name, row->weights[i], param.lower,
                             param.upper);
    }
    return 0;
}

const struct evaluator *roster_evaluator(const struct game *game, const struct evaluator *engine,
                                         const struct stored_player *row, struct error *error) {
    bool tuned = strcmp(row->evaluator, TUNED_NAME) == 0;
    const struct evaluator *evaluator =
        tuned ? engine : games_evaluator(game, row->evaluator, row->layout, error);
    if (tuned && !engine)
        error_set(error,
                  "player %lld has values of an engine's parameters, which only the config "
                  "of its run knows",
                  (long long)row->id);
    return evaluator && roster_check(evaluator, row, error) == 0 ? evaluator : NULL;
}

bool roster_is_guest(const struct roster *roster, int place) {
    return roster->players[0][place]->mover_new != NULL;
}

int roster_find(const struct roster *roster, int64_t id) {
    for (int place = 0; place < roster->count; place++)
        if (roster->ids[place] == id) return place;
    return -1;
}

int roster_seat_row(struct roster *roster, const struct evaluator *of_run,
                    const struct stored_player *row, enum role role, struct error *error) {
    int place = roster_find(roster, row->id);
    if (place >= 0) {
        roster->roles[place] |= 1u << role;
        return place;
    }
    const struct evaluator *engine = tuned_of(of_run) ? of_run : NULL;
    const struct evaluator *evaluator = roster_evaluator(of_run->game, engine, row, error);
    int64_t salt = row->salt ? row->salt : row->id;
    return evaluator ? roster_seat_salted(roster, evaluator, row->weights, role, row->id, salt)
                     : -1;
}

int roster_seat_again(struct roster *roster, const struct roster *from, int place, enum role role) {
    int there = roster_find(roster, from->ids[place]);
    if (there >= 0) {
        roster->roles[there] |= 1u << role;
        return there;
    }
    there = roster_place(roster, NULL, role, from->ids[place]);
    for (int m = 0; m < roster->manners.count; m++)
        roster->players[m][there] = from->players[m][place];
    roster->marks[there] = from->marks[place];
    return there;
}
