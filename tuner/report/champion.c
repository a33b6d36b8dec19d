/*
 * champion: meetings are told from their rows. In the measurement the champion meets everybody as
 * the first player; the start meets, as the first one too, the yardsticks only, so whom both met
 * is the pool that both can be compared on.
 */
#include "tuner/report/champion.h"

#include <stdlib.h>
#include <string.h>

/* Rows of one stage; owned by the caller. */
struct champion_rows {
    int count;
    struct stored_meeting *list;
};

static struct champion_rows champion_rows_of(struct store *store, int64_t run, enum stage stage) {
    struct champion_rows rows;
    rows.count = store_meetings(store, run, stage, -1, &rows.list);
    return rows;
}

/* Each candidate but the last one met the later ones, and all met the start. */
static int champion_count_candidates(const struct champion_rows *selection) {
    int count = 0;
    for (int i = 0; i < selection->count; i++)
        count += i == 0 || selection->list[i].a != selection->list[i - 1].a;
    return count;
}

static bool champion_met(const struct champion_rows *rows, int64_t a, int64_t b) {
    for (int i = 0; i < rows->count; i++) {
        const struct stored_meeting *row = &rows->list[i];
        if ((row->a == a && row->b == b) || (row->a == b && row->b == a)) return true;
    }
    return false;
}

static void champion_add_opponent(struct champion *champion, struct store *store,
                                  const struct stored_meeting *row,
                                  const struct champion_rows *selection,
                                  const struct champion_rows *measurement) {
    champion->opponents[champion->opponent_count++] = figures_of(store, row);
    if (champion_met(selection, row->a, row->b)) figures_add(&champion->choosers, row);
    if (champion_met(measurement, champion->row.start, row->b))
        figures_add(&champion->yardsticks, row);
    if (row->b == champion->row.start) {
        champion->gain_known = true;
        champion->gain = score_of(&row->counts);
    }
}

static void champion_measure(struct champion *champion, struct store *store,
                             const struct champion_rows *selection,
                             const struct champion_rows *measurement) {
    champion->opponents = xcalloc((size_t)measurement->count, sizeof *champion->opponents);
    for (int i = 0; i < measurement->count; i++) {
        const struct stored_meeting *row = &measurement->list[i];
        if (row->a == champion->row.player)
            champion_add_opponent(champion, store, row, selection, measurement);
        else
            figures_add(&champion->start_yardsticks, row);
    }
}

void champion_load(struct store *store, const struct stored_run *run, struct champion *out) {
    *out = (struct champion){0};
    if (store_champion(store, run->id, &out->row, NULL)) return;
    struct champion_rows selection = champion_rows_of(store, run->id, STAGE_SELECT);
    struct champion_rows measurement = champion_rows_of(store, run->id, STAGE_VERIFY);
    out->chosen = true;
    out->is_start = out->row.player == out->row.start;
    out->start_random = strstr(run->config, "\n    init = \"random\";") != NULL;
    out->candidates = champion_count_candidates(&selection);
    names_id(store, out->row.player, out->name);
    champion_measure(out, store, &selection, &measurement);
    free(selection.list);
    free(measurement.list);
}

void champion_free(struct champion *champion) {
    free(champion->opponents);
}

bool champion_openings_repeat(const struct champion *champion) {
    return champion->row.openings_distinct < champion->row.openings;
}
