/*
 * model: reads the tables one after the other. If a row that every generation must have is missing,
 * the whole report fails; a champion and milestones may still be to come.
 */
#include "tuner/report/model.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/report/ending.h"
#include "tuner/report/facts.h"
#include "tuner/report/faults.h"
#include "tuner/report/first_move.h"
#include "tuner/report/run_argument.h"
#include "tuner/report/settings.h"
#include "tuner/report/verdict.h"
#include "tuner/run/same.h"

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

/* ---- players on one scale ---- */

/* A field in the making, with the ids of its players. */
struct report_gathering {
    struct report_field *field;
    int64_t *ids; /* owned */
};

static struct report_gathering report_gather(struct report_field *field, int meetings) {
    field->meetings = xcalloc((size_t)meetings, sizeof *field->meetings);
    return (struct report_gathering){field, xcalloc(2 * (size_t)meetings, sizeof(int64_t))};
}

/* A new player gets the next place. */
static int report_place(struct report_gathering *gathering, int64_t id) {
    struct report_field *field = gathering->field;
    int place = 0;
    while (place < field->player_count && gathering->ids[place] != id) place++;
    if (place == field->player_count) gathering->ids[field->player_count++] = id;
    return place;
}

static void report_add_meeting(struct report_gathering *gathering,
                               const struct stored_meeting *row) {
    struct rated_meeting *meeting = &gathering->field->meetings[gathering->field->meeting_count++];
    meeting->a = report_place(gathering, row->a);
    meeting->b = report_place(gathering, row->b);
    meeting->score = (struct meeting_score){row->counts, row->first, row->second};
}

static char *report_name(struct store *store, int64_t id, const struct stored_champion *champion) {
    struct text out = {0};
    char name[NAMES_LENGTH];
    names_id(store, id, name);
    text_add(&out, "%s%s", name, champion && id == champion->player ? " (champion)" : "");
    return out.data;
}

/* `champion` marks the champion among them, if it is given. */
static void report_rate(struct store *store, struct report_gathering *gathering,
                        const struct stored_champion *champion) {
    struct report_field *field = gathering->field;
    field->names = xcalloc((size_t)field->player_count, sizeof *field->names);
    for (int i = 0; i < field->player_count; i++)
        field->names[i] = report_name(store, gathering->ids[i], champion);
    if (field->player_count > 0)
        field->ratings = ratings_fit(field->meetings, field->meeting_count, field->player_count);
    free(gathering->ids);
}

static void report_free_field(struct report_field *field) {
    for (int i = 0; i < field->player_count; i++) free((char *)(uintptr_t)field->names[i]);
    free(field->names);
    free(field->meetings);
    ratings_free(&field->ratings);
}

struct crosstable report_crosstable(const struct report_field *field) {
    return (struct crosstable){.count = field->player_count,
                               .names = field->names,
                               .ratings = &field->ratings,
                               .meeting_count = field->meeting_count,
                               .meetings = field->meetings,
                               .first_error = first_move_error(&field->ratings, field->meetings,
                                                               field->meeting_count, NULL)};
}

/* Candidates that were not chosen met the champion only, and there are many of them. */
static bool report_is_also_ran(const struct seats *seats, const struct stored_meeting *row) {
    return row->stage == STAGE_VERIFY && seats_has_as(seats, row->b, ROLE_CANDIDATE) &&
           !seats_has_as(seats, row->b, ROLE_START) && !seats_has_as(seats, row->b, ROLE_YARDSTICK);
}

/* All played as the run does, so all meetings are on one scale. A player that is another one under
 * another row is left out. */
static void report_load_measured(struct store *store, const struct stored_run *stored,
                                 const struct stored_champion *champion,
                                 struct report_field *field) {
    int64_t run = stored->id;
    static const enum stage stages[] = {STAGE_VERIFY, STAGE_MILESTONE};
    struct seats seats = seats_load(store, run, STAGE_VERIFY);
    struct stored_meeting *rows[COUNT_OF(stages)];
    int counts[COUNT_OF(stages)], all = 0;
    for (size_t s = 0; s < COUNT_OF(stages); s++)
        all += counts[s] = store_meetings(store, run, stages[s], -1, &rows[s]);
    struct report_gathering gathering = report_gather(field, all);
    struct same same = same_new(store, stored->game);
    if (champion->start) same_player(&same, champion->start);
    if (champion->player) same_player(&same, champion->player);
    for (size_t s = 0; s < COUNT_OF(stages); s++) {
        for (int i = 0; i < counts[s]; i++)
            if (!report_is_also_ran(&seats, &rows[s][i]) && !same_is_known(&same, rows[s][i].a) &&
                !same_is_known(&same, rows[s][i].b))
                report_add_meeting(&gathering, &rows[s][i]);
        free(rows[s]);
    }
    report_rate(store, &gathering, champion);
    same_free(&same);
    seats_free(&seats);
}

/* ---- milestones ---- */

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
    struct report_gathering gathering = report_gather(&milestones->field, count);
    milestones->yardsticks = xcalloc((size_t)count, sizeof *milestones->yardsticks);
    for (int i = 0; i < count; i++) {
        milestones->pairs = rows[i].pairs;
        if (!seats_has_as(&seats, rows[i].b, ROLE_YARDSTICK)) {
            report_add_meeting(&gathering, &rows[i]);
            continue;
        }
        names_id(store, rows[i].a, milestones->last);
        milestones->yardsticks[milestones->yardstick_count++] = figures_of(store, &rows[i]);
    }
    report_rate(store, &gathering, NULL);
    /* A database may have more seats than players that met. */
    milestones->last_champion =
        min_int(seats_of_role(&seats, ROLE_MILESTONE), milestones->field.player_count) - 1;
    milestones->forgotten =
        milestones->last_champion >= 0
            ? report_forgotten(milestones->field.ratings.list, milestones->last_champion)
            : -1;
    seats_free(&seats);
    free(rows);
}

/* ---- all of it ---- */

static void report_load_rest(struct store *store, const struct stored_run *run,
                             struct report *out) {
    out->curve = curve_of_run(store, run->id);
    out->health = health_of_run(store, run->id, &out->curve);
    ending_of_run(store, run, &out->ending);
    champion_load(store, run, &out->champion);
    depth_table_load(store, run, &out->champion, &out->depths);
    ending_of_measurement(store, run, &out->champion, &out->precision);
    advice_on_bounds(store, run, &out->champion, &out->bounds);
    advice_on_loser(store, run, &out->champion, &out->change);
    report_load_milestones(store, run->id, &out->milestones);
    report_load_measured(store, run, &out->champion.row, &out->measured);
    engines_print(store, run->id, &out->engines);
}

/* 0, or -1 and why: its table of parameters cannot be read. */
static int report_load_findings(struct store *store, const struct stored_run *run,
                                struct report *out, struct error *error) {
    const struct run_argument argument = {.store = store, .run = run};
    struct config config;
    out->is_study = parameters_are_of(run->game);
    if (!out->is_study && !settings_are_of(run)) return 0;
    int status = run_argument_config(&argument, &config, error);
    if (status == 0 && out->is_study) findings_load(store, run, &config, &out->findings);
    if (status == 0 && !out->is_study) faults_print(store, run, &config, &out->engines);
    config_free(&config);
    return status;
}

/* Generations first: their rows are checked, and later steps rely on them. */
int report_load(struct store *store, const struct stored_run *run, struct report *out,
                struct error *error) {
    *out = (struct report){.run = run};
    if (report_load_rows(store, out, error)) return -1;
    report_load_rest(store, run, out);
    return report_load_findings(store, run, out, error);
}

void report_free(struct report *report) {
    for (int i = 0; i < report->row_count; i++) report_row_free(&report->rows[i]);
    free(report->rows);
    text_free(&report->ending);
    text_free(&report->precision);
    text_free(&report->bounds);
    text_free(&report->change);
    report_free_field(&report->milestones.field);
    free(report->milestones.yardsticks);
    report_free_field(&report->measured);
    depth_table_free(&report->depths);
    champion_free(&report->champion);
    findings_free(&report->findings);
    curve_free(&report->curve);
    text_free(&report->engines);
}
