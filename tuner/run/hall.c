/*
 * The members of the hall are not stored by themselves: the meetings of the generation in which it
 * changes show them, and how telling each was.
 */
#include "tuner/run/hall.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static int hall_seat(struct run *run, const struct stored_player *row, struct error *error) {
    return roster_seat_row(&run->hall, run->config->evaluator, row, ROLE_HALL, error) < 0 ? -1 : 0;
}

static int hall_seat_champion(struct run *run, int generation, struct error *error) {
    struct stored_player row;
    if (store_individual(run->store, run->id, generation, -1, &row, error)) return -1;
    int status = hall_seat(run, &row, error);
    store_free_player(&row);
    return status;
}

static int hall_fill_newest(struct run *run, int newest, struct error *error) {
    int every = run->config->fitness.hall_every, size = run->config->fitness.hall_size;
    for (int number = newest - (size - 1) * every; number <= newest; number += every)
        if (number > 0 && hall_seat_champion(run, number, error)) return -1;
    return 0;
}

/* ---- the least telling leaves ---- */

/* An opponent is telling if the players' points against it differ, and if no other opponent tells
 * the same: the spread of the points, less the largest correlation with another's. Points do not
 * differ if all win or all lose.
 *
 * The newest champions are the default; what was measured: results/records/optimizer-settings.md.
 */

static double hall_mean(const int64_t *points, int players) {
    int64_t sum = 0;
    for (int i = 0; i < players; i++) sum += points[i];
    return (double)sum / players;
}

static double hall_covariance(const int64_t *a, const int64_t *b, int players) {
    double mean_a = hall_mean(a, players), mean_b = hall_mean(b, players), sum = 0;
    for (int i = 0; i < players; i++) sum += ((double)a[i] - mean_a) * ((double)b[i] - mean_b);
    return sum / players;
}

static double hall_spread(const int64_t *points, int players) {
    return sqrt(hall_covariance(points, points, players));
}

static double hall_correlation(const int64_t *a, const int64_t *b, int players) {
    double spreads = hall_spread(a, players) * hall_spread(b, players);
    return spreads > 0 ? hall_covariance(a, b, players) / spreads : 0;
}

static double hall_tells(const int64_t *points, int members, int players, int member) {
    const int64_t *own = points + (ptrdiff_t)member * players;
    double largest = 0;
    for (int other = 0; other < members; other++) {
        if (other == member) continue;
        const int64_t *theirs = points + (ptrdiff_t)other * players;
        largest = fmax(largest, hall_correlation(own, theirs, players));
    }
    return hall_spread(own, players) * (1 - largest);
}

int hall_least_telling(const int64_t *points, int members, int players) {
    int least = 0;
    for (int member = 1; member < members; member++)
        if (hall_tells(points, members, players, member) <
            hall_tells(points, members, players, least))
            least = member;
    return least;
}

/* The part of a generation's meetings in which its individuals met the hall: row after row, every
 * member in turn. */
struct hall_meetings {
    int count;
    struct stored_meeting *rows; /* owned */
    int members, players;
    int64_t *points; /* as hall_least_telling has them; owned */
};

static bool hall_is_member(const struct run *run, const struct stored_meeting *row,
                           int64_t first_individual) {
    return row->b < first_individual && roster_find(&run->yardsticks, row->b) < 0;
}

/* A meeting's points as if all had `pairs` pairs: a race may have stopped it early. */
static int64_t hall_points(const struct stored_meeting *row, int pairs) {
    int64_t points = 0;
    for (int i = 0; i < 5; i++) points += i * row->counts.n[i];
    return points * pairs / row->pairs;
}

static void hall_meetings_keep_members(const struct run *run, int64_t first_individual,
                                       struct hall_meetings *met) {
    int kept = 0;
    for (int i = 0; i < met->count; i++)
        if (hall_is_member(run, &met->rows[i], first_individual)) met->rows[kept++] = met->rows[i];
    met->count = kept;
    while (met->members < kept && met->rows[met->members].a == met->rows[0].a) met->members++;
    met->players = met->members ? kept / met->members : 0;
}

static void hall_meetings_count_points(const struct run *run, struct hall_meetings *met) {
    int pairs = run->config->pairs[STAGE_TRAIN];
    met->points = xmalloc((size_t)met->count * sizeof *met->points);
    for (int i = 0; i < met->count; i++)
        met->points[i % met->members * met->players + i / met->members] =
            hall_points(&met->rows[i], pairs);
}

static int hall_meetings_load(const struct run *run, int generation, struct hall_meetings *out,
                              struct error *error) {
    struct stored_player first;
    *out = (struct hall_meetings){0};
    if (store_individual(run->store, run->id, generation, 0, &first, error)) return -1;
    out->count = store_meetings(run->store, run->id, STAGE_TRAIN, generation, &out->rows);
    hall_meetings_keep_members(run, first.id, out);
    hall_meetings_count_points(run, out);
    store_free_player(&first);
    return 0;
}

static int hall_seat_member(struct run *run, int64_t id, struct error *error) {
    struct stored_player row;
    if (store_player(run->store, id, &row, error)) return -1;
    int status = hall_seat(run, &row, error);
    store_free_player(&row);
    return status;
}

static int hall_fill_telling(struct run *run, int newest, struct error *error) {
    struct hall_meetings met;
    if (newest == 0) return 0;
    int status = hall_meetings_load(run, newest, &met, error);
    int leaver = met.members == run->config->fitness.hall_size
                     ? hall_least_telling(met.points, met.members, met.players)
                     : -1;
    for (int member = 0; status == 0 && member < met.members; member++)
        if (member != leaver) status = hall_seat_member(run, met.rows[member].b, error);
    if (status == 0) status = hall_seat_champion(run, newest, error);
    free(met.points);
    free(met.rows);
    return status;
}

int hall_fill(struct run *run, int newest, struct error *error) {
    const struct config *config = run->config;
    run->hall_newest = newest;
    if (config->fitness.hall_size == 0) return 0;
    store_settle(run->store); /* a pending generation has met members that may leave */
    roster_destroy(&run->hall);
    run->hall = roster_new(&config->player.manners);
    return config->fitness.hall_rule == HALL_TELLING ? hall_fill_telling(run, newest, error)
                                                     : hall_fill_newest(run, newest, error);
}
