/*
 * Runs are played one after the other, each on all threads. The task or the climb plays them, so
 * this file knows neither games nor databases.
 */
#include "tuner/study/trials.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/shown.h"

void trials_make(struct trials *trials) {
    size_t count =
        (size_t)trials->seed_count * (size_t)trials->budget_count * (size_t)trials->kind_count;
    trials->list = xcalloc(count, sizeof *trials->list);
    for (int seed = 0; seed < trials->seed_count; seed++)
        for (int budget = 0; budget < trials->budget_count; budget++)
            for (int kind = 0; kind < trials->kind_count; kind++)
                trials->list[trials->count++] =
                    (struct trial){.kind = trials->kinds[kind],
                                   .budget = trials->budgets[budget],
                                   .seed = trials->first_seed + (uint64_t)seed};
}

void trials_free(struct trials *trials) {
    free(trials->list);
    *trials = (struct trials){0};
}

int trials_check(const struct trials *trials,
                 int (*check)(const void *context, const struct trial *trial, struct error *error),
                 struct error *error) {
    for (int budget = 0; budget < trials->budget_count; budget++)
        for (int kind = 0; kind < trials->kind_count; kind++) {
            struct trial trial = {.kind = trials->kinds[kind],
                                  .budget = trials->budgets[budget],
                                  .seed = trials->first_seed};
            if (check(trials->context, &trial, error)) return -1;
        }
    return 0;
}

/* ---- playing ---- */

/* How fast it goes is judged by what this program has played itself. */
struct trials_pace {
    double started;
    int64_t played, left; /* games */
};

static void trials_show(const struct trials *trials, int i, const struct trials_pace *pace) {
    char left[32];
    const struct trial *trial = &trials->list[i];
    double seconds = clock_seconds() - pace->started;
    if (!isatty(STDERR_FILENO) || trial->found) return;
    duration_format(seconds / (double)pace->played * (double)pace->left, left);
    shown_warn("%d of %d: %s, %" PRId64 " games, seed %" PRIu64 ": %.4f; about %s left\n", i + 1,
               trials->count, trial->kind->name, trial->games, trial->seed, trial->value, left);
}

enum run_end trials_play(struct trials *trials, struct error *error) {
    struct trials_pace pace = {.started = clock_seconds()};
    for (int i = 0; i < trials->count; i++) pace.left += trials->list[i].budget;
    for (int i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->list[i];
        if (interrupt_pending()) return RUN_INTERRUPTED;
        enum run_end end = trials->play(trials->context, trial, error);
        if (end != RUN_FINISHED) return end;
        trial->done = true;
        pace.left -= trial->budget;
        if (!trial->found) pace.played += trial->budget;
        trials_show(trials, i, &pace);
    }
    return RUN_FINISHED;
}

/* ---- what it says ---- */

struct trials_summary trials_summary(const struct trials *trials, int kind, int budget) {
    size_t size = (size_t)max_int(1, trials->seed_count) * sizeof(double);
    double *games = xmalloc(size), *values = xmalloc(size);
    struct trials_summary summary = {0};
    for (int i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->list[i];
        if (!trial->done || trial->kind != trials->kinds[kind] ||
            trial->budget != trials->budgets[budget])
            continue;
        games[summary.runs] = (double)trial->games;
        values[summary.runs++] = trial->value;
    }
    summary.games = spread_of(games, summary.runs).median;
    summary.values = spread_of(values, summary.runs);
    free(games);
    free(values);
    return summary;
}

/* Each line as `format` says, which takes name, budget and the summary's numbers in turn. */
static void trials_print_lines(const struct trials *trials, const char *format, struct text *out) {
    for (int budget = 0; budget < trials->budget_count; budget++)
        for (int kind = 0; kind < trials->kind_count; kind++) {
            struct trials_summary s = trials_summary(trials, kind, budget);
            char line[256];
            if (s.runs == 0) continue;
            /* cppcheck-suppress wrongPrintfScanfArgNum ; some formats need fewer */
            snprintf(line, sizeof line, format, trials->kinds[kind]->name, trials->budgets[budget],
                     s.games, s.runs, s.values.lowest, s.values.quartile1, s.values.median,
                     s.values.quartile3, s.values.highest);
            text_add(out, "%s", line);
        }
}

static bool trials_is_one_generation(const struct trials *trials, int kind, int budget) {
    for (int i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->list[i];
        if (trial->done && trial->generations == 1 && trial->games > trial->budget &&
            trial->kind == trials->kinds[kind] && trial->budget == trials->budgets[budget])
            return true;
    }
    return false;
}

/* Trials with figures that are not those of the budget. */
static void trials_print_overruns(const struct trials *trials, struct text *out) {
    for (int budget = 0; budget < trials->budget_count; budget++)
        for (int kind = 0; kind < trials->kind_count; kind++)
            if (trials_is_one_generation(trials, kind, budget))
                text_add(out,
                         "%s: a single generation has more games than a budget of %" PRId64
                         " leaves for training\n",
                         trials->kinds[kind]->name, trials->budgets[budget]);
}

void trials_print(const struct trials *trials, struct text *out) {
    text_add(out, "%-10s %10s %10s %4s %8s %8s %8s %8s %8s\n", "optimizer", "budget", "played",
             "runs", "lowest", "25 %", "median", "75 %", "highest");
    trials_print_lines(trials, "%-10s %10" PRId64 " %10.0f %4d %8.4f %8.4f %8.4f %8.4f %8.4f\n",
                       out);
    trials_print_overruns(trials, out);
}

void trials_print_csv(const struct trials *trials, struct text *out) {
    text_add(out, "optimizer,budget,played,runs,lowest,quartile1,median,quartile3,highest\n");
    trials_print_lines(trials, "%s,%" PRId64 ",%.0f,%d,%.6g,%.6g,%.6g,%.6g,%.6g\n", out);
}
