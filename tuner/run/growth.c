/*
 * The stored seats tell which milestones there are: one that is the start itself may have no
 * meetings.
 */
#include "tuner/run/growth.h"

#include <stdlib.h>

enum {
    SHARE = 20,        /* training games for one of a milestone */
    PAIRS_LEAST = 50,  /* of a meeting: fewer tell too little … */
    PAIRS_MOST = 500,  /* … and more hardly anything more */
    AT_ONE_STEP = 300, /* milestones at the given distance, then fewer: more take long to rate */
};

static void growth_add_seat(struct store *store, const struct stored_seat *seat,
                            struct growth *growth) {
    if (seat->role != ROLE_MILESTONE) return;
    growth->milestones++;
    growth->generation = store_player_generation(store, seat->player);
}

struct growth growth_of_run(struct store *store, int64_t run) {
    struct stored_seat *seats;
    struct stored_meeting *rows;
    struct growth growth = {0};
    int count = store_seats(store, run, STAGE_PROGRESS, &seats);
    for (int i = 0; i < count; i++) growth_add_seat(store, &seats[i], &growth);
    free(seats);
    count = store_meetings(store, run, STAGE_PROGRESS, -1, &rows);
    for (int i = 0; i < count; i++) growth.spent += 2 * rows[i].pairs;
    free(rows);
    if (growth.milestones) growth.games = store_games(store, run, growth.generation);
    return growth;
}

static int growth_count_yardsticks(const struct yardstick *yardsticks, int count) {
    int weighted = 0;
    for (int i = 0; i < count; i++) weighted += !yardsticks[i].line;
    return weighted;
}

int growth_meetings(const struct config *config, const struct growth *growth) {
    int yardsticks =
        growth_count_yardsticks(config->fitness.yardsticks, config->fitness.yardstick_count) +
        growth_count_yardsticks(config->verify.yardsticks, config->verify.yardstick_count);
    int meetings = 1 + 2 * yardsticks;
    for (int back = 1; back <= min_int(growth->milestones, GROWTH_FARTHEST_BACK); back *= 2)
        meetings++;
    return meetings;
}

/* Pairs of each meeting that fit the milestones' share of the training games. */
static int64_t growth_affordable(const struct config *config, const struct growth *growth,
                                 int64_t games) {
    return (games / SHARE - growth->spent) / (2 * growth_meetings(config, growth));
}

static int growth_usual_pairs(int64_t affordable) {
    return affordable < PAIRS_LEAST  ? PAIRS_LEAST
           : affordable < PAIRS_MOST ? (int)affordable
                                     : PAIRS_MOST;
}

/* The generation of the milestone after that of generation `last`. They are `every` generations
 * apart, after AT_ONE_STEP milestones a tenth of the run so far. */
static int64_t growth_next(int every, int64_t last) {
    /* cppcheck-suppress zerodivcond ; with 0 there are no milestones, and no call */
    if (last / every < AT_ONE_STEP) return last - last % every + every;
    return (11 * last / 10 + every - 1) / every * every;
}

int growth_due(const struct config *config, const struct growth *growth, int generations,
               int64_t games) {
    int every = config->progress.every;
    if (!config->progress.on || generations == growth->generation) return 0;
    if (every > 0 && (generations % every || generations < growth_next(every, growth->generation)))
        return 0;
    int64_t affordable = growth_affordable(config, growth, games);
    int pairs = config->pairs[STAGE_PROGRESS];
    if (pairs == 0) pairs = growth_usual_pairs(affordable);
    if (every > 0) return pairs;
    return 10 * games >= 11 * growth->games && affordable >= pairs ? pairs : 0;
}

int growth_pairs_most(const struct config *config) {
    int pairs = config->pairs[STAGE_PROGRESS];
    return pairs ? pairs : PAIRS_MOST;
}

void growth_add(struct growth *growth, struct growth_point at, int64_t games) {
    growth->milestones++;
    growth->generation = at.generation;
    growth->games = at.games;
    growth->spent += games;
}

/* ---- those to come ---- */

int64_t growth_games_next(const struct config *config, const struct growth *growth,
                          struct growth_point here) {
    int64_t generation = here.generation ? here.games / here.generation : 0;
    int64_t pairs = growth_due(config, growth, here.generation + 1, here.games + generation);
    return 2 * pairs * growth_meetings(config, growth);
}

/* Of those at fixed generations, which are taken to have the same games. */
static int64_t growth_games_dated(const struct config *config, const struct growth *growth,
                                  struct growth_point here, struct growth_point end) {
    struct growth at = *growth;
    int64_t next;
    int more = end.generation - here.generation;
    double games = more > 0 ? (double)(end.games - here.games) / more : 0;
    while ((next = growth_next(config->progress.every, at.generation)) <= end.generation) {
        const struct growth_point there = {
            (int)next, here.games + (int64_t)((double)(next - here.generation) * games)};
        int64_t pairs = growth_due(config, &at, there.generation, there.games);
        growth_add(&at, there, 2 * pairs * growth_meetings(config, &at));
    }
    return at.spent - growth->spent;
}

/* Of those that the games so far decide: as many as there is room for, within their share. */
static int64_t growth_games_shared(const struct config *config, const struct growth *growth,
                                   int64_t games, int64_t training) {
    const struct growth later = {.milestones = GROWTH_FARTHEST_BACK};
    int64_t cost = 2 * (int64_t)growth_meetings(config, &later) * growth_pairs_most(config);
    int64_t left = training / SHARE - growth->spent, sum = 0;
    while ((games = games * 11 / 10 + 1) <= training && sum < left) sum += cost;
    return left <= 0 ? 0 : sum < left ? sum : left;
}

int64_t growth_games_left(const struct config *config, const struct growth *growth,
                          struct growth_point here, struct growth_point end) {
    if (!config->progress.on) return 0;
    return config->progress.every > 0 ? growth_games_dated(config, growth, here, end)
                                      : growth_games_shared(config, growth, here.games, end.games);
}
