/*
 * model: reads the tables one after the other. What must be there for every generation fails the
 * whole report when it is missing; a champion and milestones may be still to come.
 */
#include "tuner/report/model.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/report/ending.h"
#include "tuner/report/engines.h"
#include "tuner/report/seats.h"

/* ---- the way there ---- */

static void report_keep_metrics(struct report_row *row, const struct metrics *metrics) {
    row->metrics = xcalloc((size_t)metrics->count, sizeof *row->metrics);
    for (int i = 0; i < metrics->count; i++)
        if (!strchr(metrics->list[i].name, '.'))
            row->metrics[row->metric_count++] = metrics->list[i];
}

int report_row_load(struct store *store, int64_t run, int number, struct report_row *out,
                    struct error *error) {
    struct stored_generation generation;
    struct metrics metrics = {0};
    struct fitness fitness;
    *out = (struct report_row){.number = number};
    if (store_generation(store, run, number, &generation, &metrics, error)) return -1;
    free(generation.state);
    bool played = store_fitness(store, run, number, generation.champion, &fitness, NULL) == 0;
    out->rate = played ? fitness_rate(&fitness) : -1;
    out->games = generation.games;
    out->games_distinct = generation.games_distinct;
    out->seconds = generation.seconds;
    out->threads = generation.threads;
    report_keep_metrics(out, &metrics);
    return 0;
}

void report_row_free(struct report_row *row) {
    free(row->metrics);
}

static int report_load_rows(struct store *store, struct report *report, struct error *error) {
    report->rows = xcalloc((size_t)report->run->generations, sizeof *report->rows);
    while (report->row_count < report->run->generations) {
        struct report_row *row = &report->rows[report->row_count++];
        if (report_row_load(store, report->run->id, report->row_count, row, error)) return -1;
        report->seconds += row->seconds;
        report->games += row->games;
    }
    return 0;
}

/* ---- milestones ---- */

/* A player of the round robin; who is new there gets the next place. */
static int report_place(struct report_milestones *milestones, int64_t *ids, int64_t id) {
    int place = 0;
    while (place < milestones->player_count && ids[place] != id) place++;
    if (place == milestones->player_count) ids[milestones->player_count++] = id;
    return place;
}

static void report_add_meeting(struct report_milestones *milestones, int64_t *ids,
                               const struct stored_meeting *row) {
    struct rated_meeting *meeting = &milestones->meetings[milestones->meeting_count++];
    meeting->a = report_place(milestones, ids, row->a);
    meeting->b = report_place(milestones, ids, row->b);
    meeting->score = (struct meeting_score){row->counts, row->first, row->second};
}

static void report_rate(struct store *store, struct report_milestones *milestones,
                        const int64_t *ids) {
    int count = milestones->player_count;
    milestones->names = xcalloc((size_t)count, sizeof *milestones->names);
    for (int i = 0; i < count; i++) names_id(store, ids[i], milestones->names[i]);
    if (count > 0)
        milestones->ratings = ratings_fit(milestones->meetings, milestones->meeting_count, count);
}

int report_forgotten(const struct rating *ratings, int last) {
    int best = last;
    for (int i = 0; i < last; i++)
        if (ratings[i].low > ratings[best].low) best = i;
    return ratings[best].low > ratings[last].high ? best : -1;
}

static void report_load_milestones(struct store *store, int64_t run,
                                   struct report_milestones *milestones) {
    struct stored_meeting *rows;
    struct seats seats = seats_load(store, run, STAGE_MILESTONE);
    int count = store_meetings(store, run, STAGE_MILESTONE, -1, &rows);
    int64_t *ids = xcalloc(2 * (size_t)count, sizeof *ids);
    milestones->meetings = xcalloc((size_t)count, sizeof *milestones->meetings);
    milestones->yardsticks = xcalloc((size_t)count, sizeof *milestones->yardsticks);
    for (int i = 0; i < count; i++) {
        milestones->pairs = rows[i].pairs;
        if (!seats_has_as(&seats, rows[i].b, ROLE_YARDSTICK)) {
            report_add_meeting(milestones, ids, &rows[i]);
            continue;
        }
        names_id(store, rows[i].a, milestones->last);
        milestones->yardsticks[milestones->yardstick_count++] = figures_of(store, &rows[i]);
    }
    report_rate(store, milestones, ids);
    milestones->last_champion = seats_of_role(&seats, ROLE_MILESTONE) - 1;
    milestones->forgotten =
        milestones->player_count > 0
            ? report_forgotten(milestones->ratings.list, milestones->last_champion)
            : -1;
    seats_free(&seats);
    free(ids);
    free(rows);
}

static void report_free_milestones(struct report_milestones *milestones) {
    free(milestones->names);
    free(milestones->meetings);
    ratings_free(&milestones->ratings);
    free(milestones->yardsticks);
}

/* ---- all of it ---- */

int report_load(struct store *store, const struct stored_run *run, struct report *out,
                struct error *error) {
    *out = (struct report){.run = run,
                           .collapse = collapse_of_run(store, run->id),
                           .curve = curve_of_run(store, run->id)};
    ending_of_run(store, run, &out->ending);
    champion_load(store, run, &out->champion);
    depth_table_load(store, run, &out->champion, &out->depths);
    ending_of_measurement(store, run, &out->champion, &out->precision);
    report_load_milestones(store, run->id, &out->milestones);
    engines_print(store, run->id, &out->engines);
    return report_load_rows(store, out, error);
}

void report_free(struct report *report) {
    for (int i = 0; i < report->row_count; i++) report_row_free(&report->rows[i]);
    free(report->rows);
    text_free(&report->ending);
    text_free(&report->precision);
    report_free_milestones(&report->milestones);
    depth_table_free(&report->depths);
    champion_free(&report->champion);
    curve_free(&report->curve);
    text_free(&report->engines);
}
