#include "tuner/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "tuner/play/score.h"
#include "tuner/report/crosstable.h"

enum { NAME_MAX_LENGTH = 96, PROGRESS_ROWS = 12 };

struct report {
    struct store *store;
    const struct stored_run *run;
    struct text *out;
};

/* ---- names ---- */

void report_player_name(struct store *store, const struct stored_player *player, char *out,
                        size_t size) {
    struct stored_generation generation;
    if (player->kind != PLAYER_INDIVIDUAL || player->generation < 0) {
        snprintf(out, size, "%s", player->name);
        return;
    }
    bool champion = false;
    if (store_generation(store, player->run, player->generation, &generation, NULL, NULL) == 0) {
        champion = generation.champion == player->id;
        free(generation.state);
    }
    if (champion)
        snprintf(out, size, "generation %d", player->generation);
    else
        snprintf(out, size, "generation %d no. %d", player->generation, player->slot + 1);
}

static void name_of(const struct report *report, int64_t id, char out[NAME_MAX_LENGTH]) {
    struct stored_player player;
    if (store_player(report->store, id, &player, NULL)) {
        snprintf(out, NAME_MAX_LENGTH, "player %lld", (long long)id);
        return;
    }
    report_player_name(report->store, &player, out, NAME_MAX_LENGTH);
    store_free_player(&player);
}

/* ---- the champion ---- */

struct champion {
    struct stored_champion row;
    char name[NAME_MAX_LENGTH];
    int selected, measured; /* meetings */
    struct stored_meeting *selection, *measurement;
};

/* False while there is none. */
static bool champion_load(const struct report *report, struct champion *champion) {
    struct store *store = report->store;
    *champion = (struct champion){0};
    if (store_champion(store, report->run->id, &champion->row, NULL)) return false;
    name_of(report, champion->row.player, champion->name);
    champion->selected =
        store_meetings(store, report->run->id, STAGE_SELECT, -1, &champion->selection);
    champion->measured =
        store_meetings(store, report->run->id, STAGE_VERIFY, -1, &champion->measurement);
    return true;
}

static void champion_free(struct champion *champion) {
    free(champion->selection);
    free(champion->measurement);
}

static bool met_in_selection(const struct champion *champion, int64_t opponent) {
    for (int i = 0; i < champion->selected; i++) {
        const struct stored_meeting *meeting = &champion->selection[i];
        int64_t self = champion->row.player;
        if ((meeting->a == self && meeting->b == opponent) ||
            (meeting->b == self && meeting->a == opponent))
            return true;
    }
    return false;
}

/* The start's meetings with the yardsticks are among the measurement too. */
static bool is_champions(const struct champion *champion, int measurement) {
    return champion->measurement[measurement].a == champion->row.player;
}

/* Small games have few openings. */
static bool openings_repeat(const struct champion *champion) {
    return champion->row.openings_distinct < champion->row.openings;
}

static const struct stored_meeting *meeting_with_start(const struct champion *champion) {
    for (int i = 0; i < champion->measured; i++)
        if (champion->measurement[i].b == champion->row.start) return &champion->measurement[i];
    return NULL;
}

static bool starts_at_random(const struct report *report) {
    return strstr(report->run->config, "\n    init = \"random\";") != NULL;
}

static void print_gain(const struct report *report, const struct champion *champion,
                       const struct score *score) {
    char elo[SCORE_ELO_LENGTH];
    score_format_elo(score, elo);
    text_add(report->out, "%s Elo against the start%s, %lld games, unseen openings", elo,
             starts_at_random(report) ? " (random weights)" : "", (long long)(2 * score->pairs));
    if (openings_repeat(champion))
        text_add(report->out, ", only %lld of %lld different",
                 (long long)champion->row.openings_distinct, (long long)champion->row.openings);
}

/* Points a game of one player in several meetings. These share openings and random numbers, so
 * their errors go together, the more so the more alike the opponents are: pairs taken as
 * independent gave an error up to 1.27 times too small (Connect6, candidates of one run). The mean
 * of the meetings' errors is never too small. */
struct pool {
    int64_t pairs;
    double points, errors; /* sums over pairs */
};

static void pool_add(struct pool *pool, const struct stored_meeting *meeting) {
    struct score score = score_of(&meeting->counts);
    pool->pairs += score.pairs;
    pool->points += (double)score.pairs * score.rate;
    pool->errors += (double)score.pairs * score.rate_error;
}

static void pool_print(const struct pool *pool, struct text *out) {
    double pairs = (double)pool->pairs;
    text_add(out, "%.4f +/- %.4f", pool->points / pairs, pool->errors / pairs);
}

/* Everybody whom the start met: the yardsticks. The champion met them too. */
struct yardsticks {
    int count, ahead, behind; /* the champion's, where ½ lies outside the interval */
    struct pool start, champion;
};

static void yardsticks_add(struct yardsticks *yardsticks, const struct stored_meeting *meeting) {
    struct score score = score_of(&meeting->counts);
    yardsticks->ahead += score.rate - score.rate_error > 0.5;
    yardsticks->behind += score.rate + score.rate_error < 0.5;
    pool_add(&yardsticks->champion, meeting);
}

static struct yardsticks yardsticks_of(const struct champion *champion) {
    struct yardsticks yardsticks = {0};
    for (int i = 0; i < champion->measured; i++) {
        const struct stored_meeting *meeting = &champion->measurement[i];
        if (is_champions(champion, i)) continue;
        yardsticks.count++;
        pool_add(&yardsticks.start, meeting);
        for (int j = 0; j < champion->measured; j++)
            if (is_champions(champion, j) && champion->measurement[j].b == meeting->b)
                yardsticks_add(&yardsticks, &champion->measurement[j]);
    }
    return yardsticks;
}

static const char *plural(int count) {
    return count == 1 ? "" : "s";
}

void report_verdict(struct store *store, const struct stored_run *run, struct text *out) {
    struct report report = {store, run, out};
    struct champion champion;
    if (!champion_load(&report, &champion)) return;
    const struct stored_meeting *start = meeting_with_start(&champion);
    struct yardsticks yardsticks = yardsticks_of(&champion);
    if (start) {
        struct score score = score_of(&start->counts);
        print_gain(&report, &champion, &score);
    }
    if (start && yardsticks.count) {
        text_add(out, "; ");
        pool_print(&yardsticks.champion, out);
        text_add(out, " against %d yardstick%s", yardsticks.count, plural(yardsticks.count));
    }
    champion_free(&champion);
}

/* A start at random is beaten by almost anything: what the yardsticks say belongs beside it. */
static void print_yardstick_verdict(const struct report *report, const struct champion *champion) {
    struct yardsticks yardsticks = yardsticks_of(champion);
    if (yardsticks.count == 0) return;
    text_add(report->out, "  against %d yardstick%s: ", yardsticks.count, plural(yardsticks.count));
    pool_print(&yardsticks.champion, report->out);
    text_add(report->out, " points a game, ahead of %d, behind %d of %d\n", yardsticks.ahead,
             yardsticks.behind, yardsticks.count);
}

static void print_verdict(const struct report *report, const struct champion *champion) {
    const struct stored_meeting *start = meeting_with_start(champion);
    text_add(report->out, "\nChampion: %s\n", champion->name);
    if (!start) {
        bool itself = champion->row.player == champion->row.start;
        text_add(report->out, itself ? "  it is the start itself: nothing was gained\n"
                                     : "  not measured yet\n");
        return;
    }
    struct score score = score_of(&start->counts);
    const char *verdict = score.los >= 0.975   ? "stronger than its start"
                          : score.los <= 0.025 ? "WEAKER than its start"
                                               : "not shown to differ from its start";
    text_add(report->out, "  %s: ", verdict);
    print_gain(report, champion, &score);
    text_add(report->out, ", LOS %.1f %%\n", 100 * score.los);
    print_yardstick_verdict(report, champion);
}

/* Each candidate but the last one met the later ones, and all met the start. */
static int candidates_of(const struct champion *champion) {
    int count = 0;
    for (int i = 0; i < champion->selected; i++)
        count += i == 0 || champion->selection[i].a != champion->selection[i - 1].a;
    return count;
}

static void print_both_figures(const struct report *report, const struct champion *champion) {
    struct pool unbiased = {0};
    for (int i = 0; i < champion->measured; i++)
        if (is_champions(champion, i) && met_in_selection(champion, champion->measurement[i].b))
            pool_add(&unbiased, &champion->measurement[i]);
    if (unbiased.pairs == 0) return;
    text_add(report->out,
             "  points a game against the opponents of the choice:\n"
             "    when it was chosen   %.4f  (%s; %lld pairs)\n"
             "    measured afterwards  ",
             champion->row.selection_rate,
             candidates_of(champion) > 1 ? "best of several, so too high on average"
                                         : "the only candidate",
             (long long)champion->row.selection_pairs);
    pool_print(&unbiased, report->out);
    text_add(report->out, "  (other openings; %lld pairs)\n", (long long)unbiased.pairs);
}

static void print_distinct(const struct report *report, const struct champion *champion) {
    text_add(report->out, "  openings %lld, distinct %lld; games measured %lld, distinct %lld\n",
             (long long)champion->row.openings, (long long)champion->row.openings_distinct,
             (long long)champion->row.verify_games, (long long)champion->row.verify_games_distinct);
    if (openings_repeat(champion))
        text_add(report->out, "  openings repeat: the games say less than their number, and the "
                              "+/- may be too small\n");
}

/* ---- tables of meetings ---- */

static void print_meeting_header(struct text *out) {
    text_add(out, "  %7s  %-24s %7s %7s %18s %7s  %s\n", "meeting", "against", "pairs", "points",
             "Elo", "LOS", "Ptnml(0-2)");
}

static void print_meeting(const struct report *report, const struct stored_meeting *meeting) {
    char name[NAME_MAX_LENGTH];
    struct score score = score_of(&meeting->counts);
    const int64_t *n = meeting->counts.n;
    char elo[SCORE_ELO_LENGTH];
    name_of(report, meeting->b, name);
    score_format_elo(&score, elo);
    text_add(report->out,
             "  %7lld  %-24s %7lld %6.1f%% %18s %6.1f%%  [%lld, %lld, %lld, %lld, %lld]\n",
             (long long)meeting->id, name, (long long)score.pairs, 100 * score.rate, elo,
             100 * score.los, (long long)n[0], (long long)n[1], (long long)n[2], (long long)n[3],
             (long long)n[4]);
}

static void print_opponents(const struct report *report, const struct champion *champion) {
    text_add(report->out, "\nThe champion on openings that neither training nor choice has seen\n");
    print_meeting_header(report->out);
    for (int i = 0; i < champion->measured; i++)
        if (is_champions(champion, i)) print_meeting(report, &champion->measurement[i]);
}

static void print_pool(const struct report *report, const struct champion *champion) {
    struct yardsticks yardsticks = yardsticks_of(champion);
    if (yardsticks.count == 0) return;
    text_add(report->out, "  points a game against the pool of %d yardstick%s: start ",
             yardsticks.count, plural(yardsticks.count));
    pool_print(&yardsticks.start, report->out);
    text_add(report->out, ", champion ");
    pool_print(&yardsticks.champion, report->out);
    text_add(report->out, "\n");
}

/* ---- milestones ---- */

struct table {
    int count;
    int64_t *ids;
    int game_count;
    struct rated_games *games;
};

static int table_place(struct table *table, int64_t id) {
    for (int i = 0; i < table->count; i++)
        if (table->ids[i] == id) return i;
    table->ids[table->count] = id;
    return table->count++;
}

static void table_add(struct table *table, const struct stored_meeting *meeting) {
    int a = table_place(table, meeting->a), b = table_place(table, meeting->b);
    const struct tally *first = &meeting->first, *second = &meeting->second;
    table->games[table->game_count++] =
        (struct rated_games){a, b, first->won, first->drawn, first->lost};
    table->games[table->game_count++] =
        (struct rated_games){b, a, second->lost, second->drawn, second->won};
}

static void table_print(const struct report *report, const struct table *table) {
    char(*labels)[NAME_MAX_LENGTH] = xcalloc((size_t)table->count, sizeof *labels);
    const char **names = xcalloc((size_t)table->count, sizeof *names);
    for (int i = 0; i < table->count; i++) {
        name_of(report, table->ids[i], labels[i]);
        names[i] = labels[i];
    }
    crosstable_print(names, table->count, table->games, table->game_count, report->out);
    free(names);
    free(labels);
}

static bool is_yardstick(const struct report *report, int64_t id) {
    struct stored_player player;
    if (store_player(report->store, id, &player, NULL)) return false;
    bool yardstick = player.kind == PLAYER_YARDSTICK;
    store_free_player(&player);
    return yardstick;
}

static void print_round_robin(const struct report *report, const struct stored_meeting *rows,
                              int count) {
    struct table table = {
        .ids = xcalloc(2 * (size_t)count, sizeof *table.ids),
        .games = xcalloc(2 * (size_t)count, sizeof *table.games),
    };
    for (int i = 0; i < count; i++)
        if (!is_yardstick(report, rows[i].b)) table_add(&table, &rows[i]);
    if (table.count) {
        text_add(report->out,
                 "\nChampions of the generations, a round robin with colours swapped, "
                 "%lld pairs a meeting\n",
                 (long long)rows[0].pairs);
        table_print(report, &table);
    }
    free(table.ids);
    free(table.games);
}

/* Only the last milestone met them. */
static void print_yardsticks(const struct report *report, const struct stored_meeting *rows,
                             int count) {
    char name[NAME_MAX_LENGTH] = "";
    for (int i = 0; i < count; i++) {
        if (!is_yardstick(report, rows[i].b)) continue;
        if (!name[0]) {
            name_of(report, rows[i].a, name);
            text_add(report->out, "\nThe champion of %s against the yardsticks\n", name);
            print_meeting_header(report->out);
        }
        print_meeting(report, &rows[i]);
    }
}

static void print_milestones(const struct report *report) {
    struct stored_meeting *rows;
    int count = store_meetings(report->store, report->run->id, STAGE_MILESTONE, -1, &rows);
    print_round_robin(report, rows, count);
    print_yardsticks(report, rows, count);
    free(rows);
}

/* ---- the way there ---- */

static void print_metrics(struct text *out, const struct metrics *metrics) {
    for (int i = 0; i < metrics->count; i++)
        if (!strchr(metrics->list[i].name, '.')) /* of one chain: see the database */
            text_add(out, "  %s %.4g", metrics->list[i].name, metrics->list[i].value);
    text_add(out, "\n");
}

static int print_generation(const struct report *report, int number, struct error *error) {
    struct stored_generation generation;
    struct metrics metrics = {0};
    struct fitness fitness;
    if (store_generation(report->store, report->run->id, number, &generation, &metrics, error))
        return -1;
    free(generation.state);
    if (store_fitness(report->store, report->run->id, number, generation.champion, &fitness, error))
        return -1;
    text_add(report->out, "  %6d  %.3f  %8lld/%-8lld", number, fitness_rate(&fitness),
             (long long)generation.games_distinct, (long long)generation.games);
    print_metrics(report->out, &metrics);
    return 0;
}

static int print_progress(const struct report *report, struct error *error) {
    int last = report->run->generations;
    if (last == 0) return 0;
    text_add(report->out, "\nTraining (the champion's rate is among its own generation, and chosen "
                          "from it: not a strength)\n"
                          "  number   rate  distinct/games    the optimiser's log\n");
    int step = max_int(1, (last + PROGRESS_ROWS - 1) / PROGRESS_ROWS);
    for (int number = 1; number <= last; number += step)
        if (print_generation(report, number, error)) return -1;
    if ((last - 1) % step != 0) return print_generation(report, last, error);
    return 0;
}

static int print_cost(const struct report *report, struct error *error) {
    double seconds = 0;
    int64_t games = 0;
    for (int number = 1; number <= report->run->generations; number++) {
        struct stored_generation generation;
        if (store_generation(report->store, report->run->id, number, &generation, NULL, error))
            return -1;
        seconds += generation.seconds;
        games += generation.games;
        free(generation.state);
    }
    char duration[32];
    duration_format(seconds, duration);
    text_add(report->out, "  %d generations, %lld training games in %s", report->run->generations,
             (long long)games, duration);
    if (seconds > 0) text_add(report->out, ", %.0f games/s", (double)games / seconds);
    text_add(report->out, "\n");
    return 0;
}

int report_print(struct store *store, const struct stored_run *run, struct text *out,
                 struct error *error) {
    struct report report = {store, run, out};
    struct champion champion;
    text_add(out, "Run %s: %s, %s %s, seed %llu, %s (%s), %s\n", run->name, run->game,
             run->evaluator, run->layout, (unsigned long long)run->seed, run->program,
             run->compiler, run->finished[0] ? "finished" : "unfinished");
    if (print_cost(&report, error)) return -1;
    if (champion_load(&report, &champion)) {
        print_verdict(&report, &champion);
        print_both_figures(&report, &champion);
        if (champion.measured) {
            print_distinct(&report, &champion);
            print_opponents(&report, &champion);
            print_pool(&report, &champion);
        }
    }
    champion_free(&champion);
    print_milestones(&report);
    return print_progress(&report, error);
}
