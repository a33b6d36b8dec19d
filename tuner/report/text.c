/*
 * text: the model as text, in the order of the reader's questions: is it better, how sure is that,
 * against which opponents, and how did it come about.
 */
#include "tuner/report/text.h"
#include "tuner/report/ending.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "tuner/report/crosstable.h"
#include "tuner/report/ending.h"
#include "tuner/report/verdict.h"

enum { PROGRESS_ROWS = 12 };

static void report_text_heading(const struct report *report, struct text *out) {
    const struct stored_run *run = report->run;
    char duration[32], rate[32], tuned[STORE_TUNED];
    text_add(out, "Run %s: %s, %s, seed %llu, %s (%s), %s\n", run->name, run->game,
             store_run_tuned(run, tuned), (unsigned long long)run->seed, run->program,
             run->compiler, run->finished[0] ? "finished" : "unfinished");
    duration_format(report->seconds, duration);
    text_add(out, "  %d generation%s, %lld training game%s in %s", run->generations,
             plural(run->generations), (long long)report->games, plural(report->games), duration);
    rate_format((double)report->games / report->seconds, rate);
    if (report->seconds > 0) text_add(out, ", %s games/s", rate);
    text_add(out, "\n");
    if (report->ending.length) text_add(out, "  %s\n", report->ending.data);
    struct text ranks = {0}, health = {0};
    ending_of_ranks(run, &ranks);
    if (ranks.length) text_add(out, "  %s\n", ranks.data);
    text_free(&ranks);
    health_print(&report->health, &health);
    if (health.length) text_add(out, "  training: %s\n", health.data);
    text_free(&health);
}

/* ---- the champion ---- */

static void report_text_yardsticks(const struct figures_pool *pool, struct text *out) {
    if (pool->meetings == 0) return;
    text_add(out, "  against %d yardstick%s: ", pool->meetings, plural(pool->meetings));
    verdict_pool(pool, out);
    text_add(out, " points a game, ahead of %d, behind %d of %d\n", pool->ahead, pool->behind,
             pool->meetings);
}

static void report_text_verdict(const struct champion *champion, struct text *out) {
    text_add(out, "\nChampion: %s\n", champion->name);
    if (!champion->gain_known) {
        text_add(out, champion->is_start ? "  it is the start itself: nothing was gained\n"
                                         : "  not measured yet\n");
        return;
    }
    if (champion->is_start)
        text_add(out, "  the start stays, for the best of training, %s, is\n",
                 champion->measured_name);
    text_add(out, "  %s: ", verdict_of(champion));
    verdict_gain(champion, out);
    if (!champion_is_unmeasured(champion)) text_add(out, ", LOS %.1f %%", 100 * champion->gain.los);
    text_add(out, "\n");
    report_text_yardsticks(&champion->yardsticks, out);
    if (champion->counted_once.length)
        text_add(out, "  counted once, with one result: %s\n", text_get(&champion->counted_once));
    struct text specialist = {0};
    specialist_print(champion, &specialist);
    if (specialist.length) text_add(out, "  %s\n", specialist.data);
    text_free(&specialist);
}

static void report_text_both_figures(const struct champion *champion, struct text *out) {
    if (champion->choosers.pairs == 0) return;
    text_add(out,
             "  points a game against the opponents of the choice:\n"
             "    when it was chosen   %.4f  (%s; %lld pair%s)\n"
             "    measured afterwards  ",
             champion->row.selection_rate,
             champion->candidates > 1 ? "best of several, so too high on average"
                                      : "the only candidate",
             (long long)champion->row.selection_pairs, plural(champion->row.selection_pairs));
    verdict_pool(&champion->choosers, out);
    text_add(out, "  (other %s; %lld pair%s)\n",
             champion_from_start(champion) ? "random moves" : "openings",
             (long long)champion->choosers.pairs, plural(champion->choosers.pairs));
    if (!champion->last_known) return;
    char elo[SCORE_ELO_LENGTH];
    score_format_elo(&champion->last, elo);
    text_add(out, "  against the last generation's champion, on these too: %s Elo\n", elo);
}

static void report_text_distinct(const struct champion *champion, struct text *out) {
    text_add(out, "  openings %lld, distinct %lld; games measured %lld, distinct %lld\n",
             (long long)champion->row.openings, (long long)champion->row.openings_distinct,
             (long long)champion->row.verify_games, (long long)champion->row.verify_games_distinct);
    if (champion_openings_repeat(champion))
        text_add(out, "  openings repeat: the games say less than their number, and the "
                      "+/- may be too small\n");
}

/* ---- tables of meetings ---- */

static void report_text_meeting(const struct figures_meeting *meeting, struct text *out) {
    const int64_t *n = meeting->counts.n;
    char elo[SCORE_ELO_LENGTH];
    score_format_elo(&meeting->score, elo);
    text_add(out, "  %7lld  %-24s %7lld %6.1f%% %18s %6.1f%%  [%lld, %lld, %lld, %lld, %lld]\n",
             (long long)meeting->id, meeting->against, (long long)meeting->score.pairs,
             100 * meeting->score.rate, elo, 100 * meeting->score.los, (long long)n[0],
             (long long)n[1], (long long)n[2], (long long)n[3], (long long)n[4]);
}

static void report_text_meetings(const struct figures_meeting *meetings, int count,
                                 struct text *out) {
    text_add(out, "  %7s  %-24s %7s %7s %18s %7s  %s\n", "meeting", "against", "pairs", "points",
             "Elo", "LOS", "Ptnml(0-2)");
    for (int i = 0; i < count; i++) report_text_meeting(&meetings[i], out);
}

static void report_text_opponents(const struct champion *champion, struct text *out) {
    int yardsticks = champion->yardsticks.meetings;
    report_text_meetings(champion->opponents, champion->opponent_count, out);
    if (yardsticks == 0) return;
    text_add(out, "  points a game against yardsticks (%d): ", yardsticks);
    if (champion->start_yardsticks.meetings > 0) {
        text_add(out, "start ");
        verdict_pool(&champion->start_yardsticks, out);
        text_add(out, ", ");
    }
    text_add(out, "champion ");
    verdict_pool(&champion->yardsticks, out);
    text_add(out, "\n");
}

static void report_text_measurement(const struct champion *champion, struct text *out) {
    text_add(out, champion_from_start(champion)
                      ? "\nThe champion from the start, with other random moves than in training "
                        "and choice\n"
                      : "\nThe champion on openings that neither training nor choice has seen\n");
    report_text_opponents(champion, out);
    for (int m = 0; m < champion->manner_count; m++) {
        const struct champion *part = &champion->manners[m];
        text_add(out, "\nThe champion in %g of these pairs: %s\n", part->share,
                 text_get(&part->play));
        report_text_opponents(part, out);
    }
}

static void report_text_champion(const struct report *report, struct text *out) {
    const struct champion *champion = &report->champion;
    if (!champion->chosen) return;
    report_text_verdict(champion, out);
    if (report->precision.length) text_add(out, "  %s\n", report->precision.data);
    if (report->bounds.length) text_add(out, "  %s\n", report->bounds.data);
    if (report->change.length) text_add(out, "  %s\n", report->change.data);
    report_text_both_figures(champion, out);
    if (champion->opponent_count == 0) return;
    report_text_distinct(champion, out);
    report_text_measurement(champion, out);
}

/* ---- strength against depth ---- */

static void report_text_depth_row(const struct depth_table *table, const struct depth_row *row,
                                  struct text *out) {
    bool little = depth_row_is_little(table, row);
    char elo[SCORE_ELO_LENGTH] = "-", turns[24] = "";
    if (row->gain.pairs > 0) score_format_elo(&row->gain, elo);
    if (row->turns > 0)
        snprintf(turns, sizeof turns, " (%d turn%s)", row->turns, plural(row->turns));
    text_add(out, "  %c %s%s%*s  ",
             row->tuned ? '*'
             : little   ? '?'
                        : ' ',
             text_get(&row->play), turns, max_int(0, 27 - (int)(row->play.length + strlen(turns))),
             "");
    text_add(out, "%7lld  %18s", (long long)row->gain.pairs, elo);
    if (row->yardsticks.pairs > 0) {
        text_add(out, "  ");
        verdict_pool(&row->yardsticks, out);
    }
    text_add(out, "\n");
}

/* Rows that are not marked look as sure as the others. Errors of rows without a loss are not
 * known. */
static void report_text_depth_little(const struct depth_table *table, struct text *out) {
    double error = 0;
    bool little = false;
    for (int i = 0; i < table->count; i++) {
        const struct depth_row *row = &table->rows[i];
        if (!depth_row_is_little(table, row)) continue;
        little = true;
        if (isfinite(row->gain.elo_error)) error = fmax(error, row->gain.elo_error);
    }
    if (!little) return;
    text_add(out, "  ? rests on few pairs");
    if (error > 0) text_add(out, ": differences of less than some %.0f Elo do not show", error);
    text_add(out, "; %s plays more\n", table->words->key);
}

/* Where it has become weaker, what to do. */
static void report_text_depth_losses(const struct depth_table *table, struct text *out) {
    struct text depths = {0};
    for (int i = 0; i < table->count; i++)
        if (depth_row_is_loss(&table->rows[i]))
            text_add(&depths, "%s%s", depths.length ? "; " : "", text_get(&table->rows[i].play));
    if (depths.length)
        text_add(out, "  WEAKER than its start at %s: %s\n", text_get(&depths), table->words->tune);
    text_free(&depths);
}

void report_text_depths(const struct depth_table *table, struct text *out) {
    if (table->count == 0) return;
    text_add(out,
             "%s: %s\n"
             "    %-27s  %7s  %18s  %s\n",
             table->words->title, table->words->about, table->words->column, "pairs",
             "Elo over the start", "yardsticks, points");
    for (int i = 0; i < table->count; i++) report_text_depth_row(table, &table->rows[i], out);
    report_text_depth_little(table, out);
    report_text_depth_losses(table, out);
}

/* ---- strength over time ---- */

void report_text_curve(const struct curve *curve, int rows, struct text *out) {
    int last = curve->count - 1, step = max_int(1, (last + rows - 1) / rows);
    if (last < 0) return;
    char shown[48] = "";
    if (step > 1)
        snprintf(shown, sizeof shown, " (%d shown; report --curve shows all)", last / step + 1);
    text_add(out,
             "Strength over time: the generation's champion over the start, at %d milestone%s%s\n"
             "  generation         games       Elo\n",
             curve->count, plural(curve->count), shown);
    for (int i = last % step; i <= last; i += step) {
        const struct curve_point *point = &curve->points[i];
        text_add(out, "  %10d  %12lld  %+8.1f +/- %.1f\n", point->generation,
                 (long long)point->games, point->elo, point->error);
    }
    text_add(out,
             "  on one scale with %d yardstick%s and each other: not the score against the start "
             "alone\n",
             curve->yardsticks, plural(curve->yardsticks));
    if (!curve_flat_since(curve)) return;
    text_add(out, "  ");
    curve_print_flat(curve, out);
    text_add(out, "\n");
}

/* ---- milestones ---- */

static void report_text_round_robin(const struct report_milestones *milestones, struct text *out) {
    const struct crosstable table = report_crosstable(&milestones->field);
    if (table.count == 0) return;
    text_add(out,
             "\nChampions of the generations, a round robin with colours swapped, "
             "%lld pair%s a meeting\n",
             (long long)milestones->pairs, plural(milestones->pairs));
    crosstable_print(&table, out);
    if (milestones->forgotten < 0) return;
    text_add(out,
             "  %s is stronger than %s: the run has forgotten what it knew; a larger "
             "fitness.hall_size keeps opponents that show it\n",
             table.names[milestones->forgotten], table.names[milestones->last_champion]);
}

static void report_text_milestones(const struct report_milestones *milestones, struct text *out) {
    report_text_round_robin(milestones, out);
    if (milestones->yardstick_count == 0) return;
    text_add(out, "\nThe champion of %s against the yardsticks\n", milestones->last);
    report_text_meetings(milestones->yardsticks, milestones->yardstick_count, out);
}

/* ---- the way there ---- */

static void report_text_generation(const struct report_row *row, bool rated, struct text *out) {
    char rate[16] = "    -  ";
    if (row->rate >= 0) snprintf(rate, sizeof rate, "%.3f  ", row->rate);
    text_add(out, "  %6d  %s%8lld/%-8lld", row->number, rated ? rate : "",
             (long long)row->games_distinct, (long long)row->games);
    for (int i = 0; i < row->metric_count; i++)
        text_add(out, "  %s %.4g", row->metrics[i].name, row->metrics[i].value);
    text_add(out, "\n");
}

/* SPSA's champion is none of those that played. */
static bool report_is_rated(const struct report *report) {
    for (int i = 0; i < report->row_count; i++)
        if (report->rows[i].rate >= 0) return true;
    return false;
}

static void report_text_progress(const struct report *report, struct text *out) {
    int last = report->row_count - 1;
    if (last < 0) return;
    bool rated = report_is_rated(report);
    text_add(out,
             rated ? "\nTraining (the champion's rate is among its own generation, and chosen from "
                     "it: not a strength)\n"
                     "  number   rate  distinct/games    the optimiser's log\n"
                   : "\nTraining\n  number  distinct/games    the optimiser's log\n");
    int step = last / PROGRESS_ROWS + 1;
    for (int i = 0; i <= last; i += step) report_text_generation(&report->rows[i], rated, out);
    if (last % step != 0) report_text_generation(&report->rows[last], rated, out);
}

/* ---- a study ---- */

static void report_text_study_heading(const struct report *report, struct text *out) {
    const struct stored_run *run = report->run;
    const struct findings *findings = &report->findings;
    char duration[32];
    duration_format(report->seconds, duration);
    text_add(out, "Study %s: %d parameter%s, seed %llu, %s (%s), %s\n", run->name, findings->count,
             plural(findings->count), (unsigned long long)run->seed, run->program, run->compiler,
             run->finished[0] ? "finished" : "unfinished");
    text_add(out, "  %d generation%s, %lld result%s told in %s", run->generations,
             plural(run->generations), (long long)findings->answers, plural(findings->answers),
             duration);
    if (!findings->scores) text_add(out, ", %lld games", (long long)report->games);
    if (findings->out > 0)
        text_add(out, "; generation %d lacks %lld", run->generations + 1, (long long)findings->out);
    text_add(out, "\n");
    if (report->ending.length) text_add(out, "  %s\n", report->ending.data);
}

static void report_text_study_generation(const struct report_row *row, struct text *out) {
    text_add(out, "  %6d  %9lld", row->number, (long long)row->games);
    for (int i = 0; i < row->metric_count; i++)
        text_add(out, "  %s %.4g", row->metrics[i].name, row->metrics[i].value);
    text_add(out, "\n");
}

static void report_text_study_progress(const struct report *report, struct text *out) {
    int last = report->row_count - 1, step = last / PROGRESS_ROWS + 1;
    if (last < 0) return;
    text_add(out, "\nGenerations\n  number  %9s  the optimiser's log\n",
             report->findings.scores ? "scores" : "games");
    for (int i = 0; i <= last; i += step) report_text_study_generation(&report->rows[i], out);
    if (last % step != 0) report_text_study_generation(&report->rows[last], out);
}

static void report_text_study(const struct report *report, struct text *out) {
    report_text_study_heading(report, out);
    text_add(out, "\n");
    findings_describe(&report->findings, out);
    findings_print_values(&report->findings, out);
    report_text_study_progress(report, out);
}

void report_text(const struct report *report, struct text *out) {
    if (report->is_study) {
        report_text_study(report, out);
        return;
    }
    report_text_heading(report, out);
    report_text_champion(report, out);
    if (report->depths.count > 0) text_add(out, "\n");
    report_text_depths(&report->depths, out);
    if (report->curve.count > 0) text_add(out, "\n");
    report_text_curve(&report->curve, PROGRESS_ROWS, out);
    report_text_milestones(&report->milestones, out);
    text_add(out, "%s", text_get(&report->engines));
    report_text_progress(report, out);
}
