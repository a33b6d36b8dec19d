/*
 * champion: in the measurement the champion meets all others, as the first player. The start, also
 * as the first player, meets the yardsticks that are only there to measure. The opponents of both
 * are the pool in which they can be compared.
 */
#include "tuner/report/champion.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/report/facts.h"
#include "tuner/report/run_argument.h"
#include "tuner/run/choice.h"
#include "tuner/run/same.h"

/* Rows of the measurement. */
struct champion_meetings {
    int count;
    struct stored_meeting *list;
};

/* "swh is its start" */
static void champion_tell_same(const struct champion *champion, struct store *store, int64_t player,
                               int64_t known, struct text *out) {
    char name[NAMES_LENGTH], other[NAMES_LENGTH];
    names_id(store, player, name);
    names_id(store, known, other);
    text_add(out, "%s%s is %s", out->length ? ", " : "", name,
             known == champion->row.start    ? "its start"
             : known == champion->row.player ? "the champion itself"
                                             : other);
}

/* Leaves out opponents that are another row of the start, of the champion, or of an earlier
 * opponent, and names those of the champion; `told` may be NULL. */
static void champion_drop_same(const struct champion *champion, struct store *store,
                               const char *game, struct champion_meetings *meetings,
                               struct text *told) {
    bool is_start = champion->is_start && champion->measured == champion->row.player;
    struct same same = same_new(store, game);
    int kept = 0;
    same_player(&same, champion->row.start);
    same_player(&same, champion->measured);
    for (int i = 0; i < meetings->count; i++) /* yardsticks, before candidates */
        if (meetings->list[i].a == champion->row.start) same_player(&same, meetings->list[i].b);
    for (int i = 0; i < meetings->count; i++) {
        int64_t b = meetings->list[i].b, known = same_player(&same, b);
        if (known == b && !(is_start && b == champion->row.start))
            meetings->list[kept++] = meetings->list[i];
        else if (told && known != b && meetings->list[i].a == champion->measured)
            champion_tell_same(champion, store, b, known, told);
    }
    meetings->count = kept;
    same_free(&same);
}

/* What is known of the choice. */
struct champion_choice {
    struct seats seats;
    struct champion_meetings meetings;
    int64_t last; /* the last generation's champion */
};

static struct champion_choice champion_load_choice(struct store *store,
                                                   const struct stored_run *run) {
    struct champion_choice choice = {.seats = seats_load(store, run->id, STAGE_SELECT)};
    struct stored_player last;
    choice.meetings.count = store_meetings(store, run->id, STAGE_SELECT, -1, &choice.meetings.list);
    if (store_individual(store, run->id, run->generations, -1, &last, NULL)) return choice;
    choice.last = last.id;
    store_free_player(&last);
    return choice;
}

static void champion_free_choice(struct champion_choice *choice) {
    seats_free(&choice->seats);
    free(choice->meetings.list);
}

/* The pairs of both against each other in the choice. */
static int64_t champion_choice_pairs(const struct champion_choice *choice, int64_t a, int64_t b) {
    for (int i = 0; i < choice->meetings.count; i++) {
        const struct stored_meeting *row = &choice->meetings.list[i];
        if ((row->a == a && row->b == b) || (row->a == b && row->b == a)) return row->pairs;
    }
    return 0;
}

static bool champion_start_met(const struct champion *champion,
                               const struct champion_meetings *meetings, int64_t player) {
    for (int i = 0; i < meetings->count; i++)
        if (meetings->list[i].a == champion->row.start && meetings->list[i].b == player)
            return true;
    return false;
}

/* Adds a meeting with a yardstick to the pools that it belongs to. */
static void champion_add_yardstick(struct champion *champion, const struct stored_meeting *row,
                                   const struct champion_meetings *meetings,
                                   const struct champion_choice *choice) {
    bool trained = seats_has_as(&choice->seats, row->b, ROLE_YARDSTICK);
    bool pool = champion_start_met(champion, meetings, row->b);
    if (trained) figures_add(&champion->trained, row);
    if (pool) figures_add(&champion->yardsticks, row);
    if (pool && !trained) figures_add(&champion->strangers, row);
}

static void champion_add_opponent(struct champion *champion, struct store *store,
                                  const struct stored_meeting *row,
                                  const struct champion_meetings *meetings,
                                  const struct champion_choice *choice) {
    champion->opponents[champion->opponent_count++] = figures_of(store, row);
    champion_add_yardstick(champion, row, meetings, choice);
    if (row->b == choice->last) {
        champion->last_known = true;
        champion->last = score_of(&row->counts);
    }
    if (row->b == champion->row.start) {
        champion->gain_known = true;
        champion->gain = score_of(&row->counts);
        champion->gain_counts = row->counts;
        champion->gain_faults = store_meeting_faults(store, row->id);
    }
}

/* All opponents of the choice, equal players included: the figure of the choice has them all. */
static void champion_add_choosers(struct champion *champion,
                                  const struct champion_meetings *meetings,
                                  const struct champion_choice *choice) {
    for (int i = 0; i < meetings->count; i++) {
        const struct stored_meeting *row = &meetings->list[i];
        int64_t chosen = champion_choice_pairs(choice, row->a, row->b);
        if (row->a == champion->measured && chosen > 0)
            figures_add_weighted(&champion->choosers, row, (double)chosen);
    }
}

static void champion_add_meetings(struct champion *champion, struct store *store,
                                  const struct champion_meetings *meetings,
                                  const struct champion_choice *choice) {
    champion->opponents = xcalloc((size_t)meetings->count, sizeof *champion->opponents);
    for (int i = 0; i < meetings->count; i++) {
        const struct stored_meeting *row = &meetings->list[i];
        if (row->a == champion->measured)
            champion_add_opponent(champion, store, row, meetings, choice);
        else
            figures_add(&champion->start_yardsticks, row);
    }
}

static void champion_load_measurement(struct champion *champion, struct store *store,
                                      const struct stored_run *run,
                                      const struct champion_choice *choice) {
    struct champion_meetings meetings;
    meetings.count = store_meetings(store, run->id, STAGE_VERIFY, -1, &meetings.list);
    champion_add_choosers(champion, &meetings, choice);
    champion_drop_same(champion, store, run->game, &meetings, &champion->counted_once);
    champion_add_meetings(champion, store, &meetings, choice);
    free(meetings.list);
}

/* ---- in each manner of play ---- */

/* Rows of the measurement by manner, of the start and the yardsticks. */
struct champion_parts {
    int count;
    struct stored_part *list;
    struct seats seats;
};

static void champion_load_part(const struct champion *whole, int manner, struct store *store,
                               const char *game, const struct champion_parts *parts,
                               const struct champion_choice *choice, struct champion *out) {
    struct champion_meetings meetings = {.list =
                                             xcalloc((size_t)parts->count, sizeof *meetings.list)};
    for (int i = 0; i < parts->count; i++) {
        const struct stored_meeting *row = &parts->list[i].meeting;
        if (parts->list[i].manner == manner &&
            (row->b == whole->row.start || seats_has_as(&parts->seats, row->b, ROLE_YARDSTICK)))
            meetings.list[meetings.count++] = *row;
    }
    *out = (struct champion){.chosen = true,
                             .row = whole->row,
                             .is_start = whole->is_start,
                             .measured = whole->measured};
    champion_add_choosers(out, &meetings, choice);
    champion_drop_same(out, store, game, &meetings, NULL);
    champion_add_meetings(out, store, &meetings, choice);
    free(meetings.list);
}

/* Only the run's config tells the manners of play. */
static void champion_load_parts(struct champion *champion, struct store *store,
                                const struct stored_run *run, const struct champion_parts *parts,
                                const struct champion_choice *choice) {
    const struct run_argument argument = {.store = store, .run = run};
    struct config config;
    struct error error;
    if (run_argument_config(&argument, &config, &error) == 0) {
        const struct manners *manners = &config.player.manners;
        champion->manner_count = manners->count;
        champion->manners = xcalloc((size_t)manners->count, sizeof *champion->manners);
        for (int m = 0; m < manners->count; m++) {
            champion_load_part(champion, m, store, run->game, parts, choice, &champion->manners[m]);
            manners_describe(&manners->list[m], &champion->manners[m].play);
            champion->manners[m].share = manners->list[m].share;
        }
    }
    config_free(&config);
}

static void champion_load_manners(struct champion *champion, struct store *store,
                                  const struct stored_run *run,
                                  const struct champion_choice *choice) {
    struct champion_parts parts = {.seats = seats_load(store, run->id, STAGE_VERIFY)};
    parts.count = store_parts(store, run->id, STAGE_VERIFY, &parts.list);
    if (parts.count > 0) champion_load_parts(champion, store, run, &parts, choice);
    seats_free(&parts.seats);
    free(parts.list);
}

static bool champion_is_zero(struct store *store, int64_t id) {
    struct stored_player player;
    if (store_player(store, id, &player, NULL)) return false;
    bool zero = true;
    for (int i = 0; i < player.dim; i++) zero = zero && player.weights[i] == 0;
    store_free_player(&player);
    return zero;
}

static bool champion_is_start(struct store *store, const char *game,
                              const struct stored_champion *row) {
    struct same same = same_new(store, game);
    same_player(&same, row->start);
    bool is_start = same_player(&same, row->player) == row->start;
    same_free(&same);
    return is_start;
}

/* The player that was measured, once that has been done. */
static int64_t champion_find_measured(struct store *store, int64_t run, int64_t player) {
    struct seats seats = seats_load(store, run, STAGE_VERIFY);
    int64_t measured = player;
    for (int i = 0; i < seats.count; i++)
        if (seats.list[i].role == ROLE_CHAMPION) measured = seats.list[i].player;
    seats_free(&seats);
    return measured;
}

void champion_load(struct store *store, const struct stored_run *run, struct champion *out) {
    *out = (struct champion){0};
    if (store_champion(store, run->id, &out->row, NULL)) return;
    struct champion_choice choice = champion_load_choice(store, run);
    out->chosen = true;
    out->is_start = champion_is_start(store, run->game, &out->row);
    out->start_zero = champion_is_zero(store, out->row.start);
    out->start_random = !out->start_zero && strcmp(run->init, "random") == 0;
    out->candidates = seats_of_role(&choice.seats, ROLE_CANDIDATE);
    out->measured = champion_find_measured(store, run->id, out->row.player);
    names_id(store, out->row.player, out->name);
    names_id(store, out->measured, out->measured_name);
    champion_load_measurement(out, store, run, &choice);
    champion_load_manners(out, store, run, &choice);
    champion_free_choice(&choice);
}

void champion_free(struct champion *champion) {
    for (int m = 0; m < champion->manner_count; m++) champion_free(&champion->manners[m]);
    free(champion->manners);
    free(champion->opponents);
    text_free(&champion->play);
    text_free(&champion->counted_once);
}

bool champion_is_unmeasured(const struct champion *champion) {
    return champion->gain_known && champion->gain_faults >= 2 * champion->gain.pairs;
}

bool champion_is_loser(const struct champion *champion) {
    return champion->is_start || (champion->gain_known && choice_is_weaker(&champion->gain));
}

bool champion_openings_repeat(const struct champion *champion) {
    return champion->row.openings_distinct < champion->row.openings;
}

bool champion_from_start(const struct champion *champion) {
    int meetings = champion->opponent_count + champion->start_yardsticks.meetings;
    return champion->row.openings == 1 && champion->row.verify_games > 2 * meetings;
}

bool champion_games_repeat(const struct champion *champion) {
    return 20 * champion->row.verify_games_distinct < 19 * champion->row.verify_games;
}
