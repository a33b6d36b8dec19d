/*
 * The user's settings hold for all players. Otherwise each player of a run, and each file with a
 * line `player`, brings its own manners of play; other players get the first of these. A file does
 * not give the rate of random moves: it is that of the first run's games.
 */
#include "tuner/tournament/moving.h"

#include <string.h>

#include "engine/games/games.h"

/* Whether the user says how they search. */
static bool moving_is_told(const struct search_limits *limits) {
    static const struct search_limits untold = {.depth = -1};
    for (const struct search_setting *const *setting = games_settings(); *setting; setting++)
        if (limits_get(limits, *setting) != limits_get(&untold, *setting)) return true;
    return false;
}

/* The first player that was tuned in several manners; all such players have its shares. NULL: all
 * play in one. */
static const struct entrant *moving_several(const struct series *series) {
    const struct entrants *entrants = series->entrants;
    for (int i = 0; i < entrants->count && series->model; i++)
        if (entrants->list[i].tuned && entrants->list[i].manners.count > 1)
            return &entrants->list[i];
    return NULL;
}

/* Whether only other programs play, by themselves or with the values of a run. */
static bool moving_is_elsewhere(const struct series *series) {
    bool elsewhere = true;
    for (int i = 0; i < series->entrants->count; i++) {
        const struct entrant *entrant = &series->entrants->list[i];
        elsewhere = elsewhere && (entrant->outside || entrant->weights.evaluator->mover_new);
    }
    return elsewhere;
}

/* Players that were tuned in different lists of manners have no common pairs. */
static int moving_check(const struct series *series, bool told, struct error *error) {
    if (told && series->settings.balance == 0 && moving_is_elsewhere(series))
        return error_set(error, "--depth and the other settings of the search do not reach other "
                                "programs, and no player here is hone's own: a program's line "
                                "says how far it searches (\"cmd:./mine;depth=8\")");
    const struct entrant *first = moving_several(series);
    for (int i = 0; first && i < series->entrants->count; i++) {
        const struct entrant *entrant = &series->entrants->list[i];
        if (entrant->tuned && entrant->manners.count > 1 &&
            !manners_equal(&first->manners, &entrant->manners))
            return error_set(error,
                             "%s and %s were tuned in different lists of manners of play: say how "
                             "all are to play (--depth 0: greedy)",
                             first->name, entrant->name);
    }
    return 0;
}

int moving_settle(struct series *series, struct error *error) {
    const struct entrants *entrants = series->entrants;
    series->told = moving_is_told(&series->settings.limits);
    series->model = NULL;
    for (int i = 0; i < entrants->count && !series->told && !series->model; i++)
        if (entrants->list[i].tuned) series->model = &entrants->list[i];
    series->settings.limits.depth = max_int(0, series->settings.limits.depth);
    return moving_check(series, series->told, error);
}

static double moving_epsilon(const struct series *series) {
    const struct entrants *entrants = series->entrants;
    if (series->settings.epsilon >= 0) return series->settings.epsilon;
    for (int i = 0; i < entrants->count && series->model; i++) {
        const struct entrant *entrant = &entrants->list[i];
        if (entrant->tuned && entrant->manners.list[0].epsilon != ENTRANT_EPSILON_UNSAID)
            return entrant->manners.list[0].epsilon;
    }
    return 0;
}

static struct manners moving_own_manners(const struct series *series,
                                         const struct entrant *entrant) {
    const struct entrant *like = entrant->tuned ? entrant : series->model;
    struct manners manners =
        series->model ? like->manners : manners_one(&series->settings.limits, 0);
    for (int m = 0; m < manners.count; m++)
        if (series->settings.epsilon >= 0 || manners.list[m].epsilon == ENTRANT_EPSILON_UNSAID)
            manners.list[m].epsilon = moving_epsilon(series);
    return manners;
}

/* Without a depth the other limits end the search. */
static void moving_settle_depth(struct search_limits *limits) {
    if (limits->depth == 0 && limits_search(limits)) limits->depth = SEARCH_DEPTH_MAX;
}

struct manners moving_manners(const struct series *series, const struct entrant *entrant) {
    const struct entrant *several = moving_several(series);
    struct manners own = moving_own_manners(series, entrant),
                   manners = several ? several->manners : own;
    for (int m = 0; m < manners.count; m++) {
        double share = manners.list[m].share;
        manners.list[m] = own.list[own.count > 1 ? m : 0];
        manners.list[m].share = share;
        moving_settle_depth(&manners.list[m].limits);
    }
    return manners;
}

struct search_limits moving_judges(const struct series *series) {
    bool own = series->judge.tuned && !series->told;
    const struct manners manners =
        own ? series->judge.manners : moving_manners(series, &series->entrants->list[0]);
    struct search_limits limits = manners_deepest(&manners)->limits;
    moving_settle_depth(&limits);
    return limits;
}

bool moving_is_random(const struct series *series) {
    for (int i = 0; i < series->entrants->count; i++) {
        const struct manners manners = moving_own_manners(series, &series->entrants->list[i]);
        for (int m = 0; m < manners.count; m++)
            if (manners.list[m].epsilon > 0) return true;
    }
    return false;
}

void moving_describe(const struct series *series, const struct entrant *entrant, struct text *out) {
    const struct manners manners = moving_own_manners(series, entrant);
    manners_describe_all(&manners, out);
}

static bool moving_is_one(const struct series *series) {
    struct text first = {0};
    bool equal = true;
    moving_describe(series, &series->entrants->list[0], &first);
    for (int i = 1; i < series->entrants->count && equal; i++) {
        struct text other = {0};
        moving_describe(series, &series->entrants->list[i], &other);
        equal = strcmp(text_get(&first), text_get(&other)) == 0;
        text_free(&other);
    }
    text_free(&first);
    return equal;
}

void moving_describe_all(const struct series *series, struct text *out) {
    if (moving_is_elsewhere(series)) {
        text_add(out, "engines as they are set");
        return;
    }
    if (moving_is_one(series)) moving_describe(series, &series->entrants->list[0], out);
    if (series->model) text_add(out, moving_is_one(series) ? " (as tuned)" : "as tuned");
}

void moving_describe_each(const struct series *series, struct text *out) {
    const struct entrants *entrants = series->entrants;
    if (moving_is_elsewhere(series)) return;
    for (int i = 0; i < entrants->count && !moving_is_one(series); i++) {
        if (entrants->list[i].outside || entrants->list[i].random) continue;
        text_add(out, "  %s: ", entrants->list[i].name);
        moving_describe(series, &entrants->list[i], out);
        text_add(out, "\n");
    }
}
