/*
 * A curve is flat over its last points if the straight line through them does not rise by more than
 * its error: one figure of all of them, with the common parts of their errors taken out. The
 * report takes the longest flat end whose shorter ends are all flat, so that a late rise is not
 * overlooked.
 */
#include "tuner/run/curve.h"

#include <stdlib.h>

#include "engine/base/base.h"
#include "tuner/run/same.h"

enum { POINTS_FOR_A_LINE = 3 };

/* The players by place on the scale: the start, then yardsticks and milestones in order. */
struct curve_players {
    int count;
    int64_t *ids; /* owned */
    /* Yardsticks that are the start or an earlier one under another row: the games against them are
     * those against that one once more. */
    int double_count;
    int64_t *doubles; /* owned */
};

/* The player's place; a new player gets the next. */
static int curve_place(struct curve_players *players, int64_t id) {
    int place = 0;
    while (place < players->count && players->ids[place] != id) place++;
    if (place < players->count) return place;
    players->ids = xgrow(players->ids, (size_t)players->count, sizeof *players->ids);
    players->ids[players->count++] = id;
    return place;
}

static bool curve_is_double(const struct curve_players *players, int64_t id) {
    int i = 0;
    while (i < players->double_count && players->doubles[i] != id) i++;
    return i < players->double_count;
}

/* ---- reading ---- */

/* To find equal players by, among those of the run's game. */
static struct same curve_same(struct store *store, int64_t run) {
    struct stored_run *runs;
    int count = store_runs(store, &runs), i = 0;
    while (i < count && runs[i].id != run) i++;
    struct same same = same_new(store, i < count ? runs[i].game : "");
    store_free_runs(runs, count);
    return same;
}

static void curve_add_point(struct curve *curve, struct store *store, int64_t run, int64_t id) {
    int generation = store_player_generation(store, id);
    curve->points[curve->count++] = (struct curve_point){
        .generation = generation, .games = store_games(store, run, generation), .player = id};
}

static struct curve_players curve_load_seats(struct curve *curve, struct store *store,
                                             int64_t run) {
    struct stored_seat *seats;
    int count = store_seats(store, run, STAGE_PROGRESS, &seats);
    struct curve_players players = {.doubles = xcalloc((size_t)count, sizeof(int64_t))};
    struct same same = curve_same(store, run);
    curve->points = xcalloc((size_t)count, sizeof *curve->points);
    for (int i = 0; i < count; i++) {
        bool milestone = seats[i].role == ROLE_MILESTONE;
        if (!milestone && same_is_known(&same, seats[i].player)) {
            players.doubles[players.double_count++] = seats[i].player;
            continue;
        }
        curve_place(&players, seats[i].player);
        curve->yardsticks += seats[i].role == ROLE_YARDSTICK;
        if (milestone) curve_add_point(curve, store, run, seats[i].player);
    }
    same_free(&same);
    free(seats);
    return players;
}

static struct strength_meeting *curve_load_meetings(struct curve_players *players,
                                                    struct store *store, int64_t run, int *count) {
    struct stored_meeting *rows;
    *count = store_meetings(store, run, STAGE_PROGRESS, -1, &rows);
    struct strength_meeting *meetings = xcalloc((size_t)*count, sizeof *meetings);
    int all = *count;
    *count = 0;
    for (int i = 0; i < all; i++)
        if (!curve_is_double(players, rows[i].a) && !curve_is_double(players, rows[i].b))
            meetings[(*count)++] = (struct strength_meeting){
                curve_place(players, rows[i].a), curve_place(players, rows[i].b), rows[i].counts};
    free(rows);
    return meetings;
}

/* ---- rating ---- */

/* The rise from the first to the last of the last `ends` points, along their least-squares line, as
 * weights of the players' strengths. */
static void curve_weigh_rise(const struct curve *curve, struct curve_players *players, int ends,
                             double *weights) {
    double mean = (ends - 1) / 2.0, squares = 0;
    for (int i = 0; i < ends; i++) squares += (i - mean) * (i - mean);
    for (int i = 0; i < players->count; i++) weights[i] = 0;
    for (int i = 0; i < ends; i++)
        weights[curve_place(players, curve->points[curve->count - ends + i].player)] +=
            (i - mean) / squares * (ends - 1);
}

static void curve_find_flat(struct curve *curve, struct curve_players *players,
                            const struct strengths *strengths, double *weights) {
    for (int ends = POINTS_FOR_A_LINE; ends <= curve->count; ends++) {
        double rise = 0;
        curve_weigh_rise(curve, players, ends, weights);
        for (int i = 0; i < players->count; i++) rise += weights[i] * strengths->elo[i];
        double error = strengths_error(strengths, weights);
        if (rise > error) return;
        curve->flat = ends;
        curve->rise = rise;
        curve->rise_error = error;
    }
}

static void curve_rate(struct curve *curve, struct curve_players *players,
                       const struct strength_meeting *meetings, int meeting_count) {
    struct strengths strengths = strengths_fit(meetings, meeting_count, players->count);
    double *weights = xcalloc((size_t)players->count, sizeof *weights);
    for (int i = 0; i < curve->count; i++) {
        int place = curve_place(players, curve->points[i].player);
        for (int j = 0; j < players->count; j++) weights[j] = j == place;
        curve->points[i].elo = strengths.elo[place];
        curve->points[i].error = strengths_error(&strengths, weights);
    }
    curve_find_flat(curve, players, &strengths, weights);
    free(weights);
    strengths_free(&strengths);
}

struct curve curve_of_run(struct store *store, int64_t run) {
    struct curve curve = {0};
    int meeting_count;
    struct curve_players players = curve_load_seats(&curve, store, run);
    struct strength_meeting *meetings = curve_load_meetings(&players, store, run, &meeting_count);
    if (curve.count > 0) curve_rate(&curve, &players, meetings, meeting_count);
    free(meetings);
    free(players.ids);
    free(players.doubles);
    return curve;
}

void curve_free(struct curve *curve) {
    free(curve->points);
    *curve = (struct curve){0};
}

/* ---- in words ---- */

const struct curve_point *curve_last(const struct curve *curve) {
    return curve->count > 0 ? &curve->points[curve->count - 1] : NULL;
}

void curve_print_point(const struct curve_point *point, bool brief, struct text *out) {
    text_add(out, "rated %+.0f ± %.0f Elo%s (gen %d)", point->elo, point->error,
             brief ? "" : " over the start on the milestones' scale", point->generation);
}

int curve_flat_since(const struct curve *curve) {
    return curve->flat < CURVE_FLAT_LONG ? 0 : curve->points[curve->count - curve->flat].generation;
}

void curve_print_flat(const struct curve *curve, struct text *out) {
    if (curve_flat_since(curve))
        text_add(out, "flat since generation %d: %+.0f +/- %.0f Elo over the last %d milestones",
                 curve_flat_since(curve), curve->rise, curve->rise_error, curve->flat);
}
