/*
 * The rows of the stage are parts of its meetings, one for each depth; if there is one depth only,
 * the meetings themselves, as at another limit.
 */
#include "tuner/report/depth_table.h"

#include <stdlib.h>

#include "tuner/config/limit.h"
#include "tuner/report/facts.h"
#include "tuner/report/run_argument.h"
#include "tuner/run/same.h"

static const struct depth_words depth_words_of_plies = {
    .title = "Strength against depth",
    .about = "the champion as it was tuned (*) and at other depths",
    .column = "plies of search",
    .key = "verify.depth_pairs",
    .tune = "for players that move so, tune at that depth (player.depth)"};
static const struct depth_words depth_words_of_limits = {
    .title = "Strength at two limits",
    .about = "the champion at the run's (*) and at that of verify.also",
    .column = "limit",
    .key = "verify.also_pairs",
    .tune = "where the engine plays so, tune it with that limit"};

static struct depth_row *depth_table_add(struct depth_table *table, const struct config *config,
                                         const struct manner *manner) {
    const struct game *game = config->game;
    struct depth_row *row = &table->rows[table->count++];
    int depth = manner->limits.depth;
    *row = (struct depth_row){.depth = depth, .turns = game->turn > 1 ? depth / game->turn : 0};
    manners_describe(manner, &row->play);
    return row;
}

static struct depth_row *depth_table_add_limit(struct depth_table *table,
                                               const struct config_limit *limit) {
    struct depth_row *row = &table->rows[table->count++];
    *row = (struct depth_row){.depth = limit->depth};
    limit_describe(limit, &row->play);
    if (row->play.length == 0) text_add(&row->play, "its command's limit");
    return row;
}

/* ---- what it was tuned at ---- */

static void depth_table_add_tuned(struct depth_table *table, const struct config *config,
                                  const struct champion *champion) {
    const struct manners *manners = &config->player.manners;
    for (int m = 0; m < manners->count; m++) {
        const struct champion *part = champion->manner_count ? &champion->manners[m] : champion;
        struct depth_row *row = depth_table_add(table, config, &manners->list[m]);
        row->tuned = true;
        row->gain = part->gain;
        row->yardsticks = part->yardsticks;
    }
}

/* ---- at other depths ---- */

static void depth_table_count(struct depth_row *row, const struct seats *seats,
                              const struct stored_meeting *meeting) {
    if (seats_has_as(seats, meeting->b, ROLE_START)) row->gain = score_of(&meeting->counts);
    if (seats_has_as(seats, meeting->b, ROLE_YARDSTICK)) figures_add(&row->yardsticks, meeting);
}

/* Whether it is a different player: a yardstick that is the start or the champion tells nothing
 * more. */
static bool depth_table_counts(struct same *same, const struct champion *champion,
                               const struct stored_meeting *meeting) {
    return !same_is_known(same, meeting->b) &&
           !(champion->is_start && meeting->b == champion->row.start);
}

static void depth_table_add_others(struct depth_table *table, const struct config *config,
                                   struct store *store, const struct stored_run *stored,
                                   const struct champion *champion) {
    int64_t run = stored->id;
    struct same same = same_new(store, stored->game);
    same_player(&same, champion->row.start);
    same_player(&same, champion->row.player);
    const struct manners *manners = config_manners(config, STAGE_DEPTH);
    struct depth_row *first = &table->rows[table->count];
    struct seats seats = seats_load(store, run, STAGE_DEPTH);
    struct stored_part *parts;
    struct stored_meeting *meetings;
    int part_count = store_parts(store, run, STAGE_DEPTH, &parts);
    int meeting_count = store_meetings(store, run, STAGE_DEPTH, -1, &meetings);
    for (int m = 0; m < manners->count; m++) depth_table_add(table, config, &manners->list[m]);
    for (int i = 0; i < part_count; i++)
        if (depth_table_counts(&same, champion, &parts[i].meeting))
            depth_table_count(&first[parts[i].manner], &seats, &parts[i].meeting);
    for (int i = 0; part_count == 0 && i < meeting_count; i++)
        if (depth_table_counts(&same, champion, &meetings[i]))
            depth_table_count(first, &seats, &meetings[i]);
    same_free(&same);
    free(meetings);
    free(parts);
    seats_free(&seats);
}

/* ---- at two limits ---- */

static void depth_table_add_both_limits(struct depth_table *table, const struct config *config,
                                        struct store *store, int64_t run,
                                        const struct champion *champion) {
    struct stored_meeting *meetings;
    int count = store_meetings(store, run, STAGE_LIMIT, -1, &meetings);
    struct depth_row *own = depth_table_add_limit(table, &config->engine.limit);
    own->tuned = true;
    own->gain = champion->gain;
    own->yardsticks = champion->yardsticks;
    struct depth_row *also = depth_table_add_limit(table, &config->verify.also_limit);
    if (count > 0) also->gain = score_of(&meetings[0].counts);
    table->words = &depth_words_of_limits;
    free(meetings);
}

/* ---- both ---- */

/* By depth; of equal ones what it was tuned at comes first, as it was added. */
static void depth_table_sort(struct depth_table *table) {
    for (int i = 1; i < table->count; i++)
        for (int j = i; j > 0 && table->rows[j - 1].depth > table->rows[j].depth; j--) {
            struct depth_row row = table->rows[j];
            table->rows[j] = table->rows[j - 1];
            table->rows[j - 1] = row;
        }
}

static bool depth_table_was_played(struct store *store, int64_t run) {
    static const enum stage stages[] = {STAGE_DEPTH, STAGE_LIMIT};
    int count = 0;
    for (size_t i = 0; i < COUNT_OF(stages); i++) {
        struct stored_meeting *meetings;
        count += store_meetings(store, run, stages[i], -1, &meetings);
        free(meetings);
    }
    return count > 0;
}

void depth_table_load(struct store *store, const struct stored_run *run,
                      const struct champion *champion, struct depth_table *out) {
    const struct run_argument argument = {.store = store, .run = run};
    struct config config;
    *out = (struct depth_table){.words = &depth_words_of_plies};
    if (!champion->chosen || !depth_table_was_played(store, run->id)) return;
    bool known = run_argument_config(&argument, &config, NULL) == 0;
    if (known && config_has_engine(&config)) {
        if (!champion->is_start)
            depth_table_add_both_limits(out, &config, store, run->id, champion);
    } else if (known) {
        depth_table_add_tuned(out, &config, champion);
        depth_table_add_others(out, &config, store, run, champion);
        depth_table_sort(out);
    }
    config_free(&config);
}

void depth_table_free(struct depth_table *table) {
    for (int i = 0; i < table->count; i++) text_free(&table->rows[i].play);
}

bool depth_row_is_little(const struct depth_table *table, const struct depth_row *row) {
    int64_t most = 0;
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].tuned && table->rows[i].gain.pairs > most)
            most = table->rows[i].gain.pairs;
    return !row->tuned && row->gain.pairs > 0 && 4 * row->gain.pairs < most;
}

bool depth_row_is_loss(const struct depth_row *row) {
    return row->gain.pairs > 0 && row->gain.los <= 0.025;
}
