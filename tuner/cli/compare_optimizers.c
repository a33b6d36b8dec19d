/*
 * hone compare-optimizers: all kinds of optimisers at the same task with the same number of games,
 * from many seeds, since one run says little of any of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/go_on.h"
#include "tuner/study/plot.h"
#include "tuner/study/task.h"

static const struct command_usage usage = {
    .synopsis = "compare-optimizers CONFIG [OPTION]...",
    .doc =
        "Runs the config with each kind of optimiser, each number of games and each seed, and "
        "prints\n"
        "what the champions are worth: points a game against verify.yardsticks on openings that\n"
        "nothing has been learned or chosen from; lowest, quartiles, median and highest over the\n"
        "seeds. The games are those of training and of choosing the champion, which takes a tenth "
        "at\n"
        "most; a run ends with the generation that reaches them. Each kind has its section of the "
        "config,\n"
        "or its usual options.\n"
        "Every run is kept in OUTPUT/KIND/GAMES/SEED, for `hone report`; the same command goes on\n"
        "where it was interrupted, and plays nothing twice.\n",
    .operands_max = 1,
};

enum { SEEDS_MAX = 1000 };
static const double budget_min = 1000, budget_max = 1e12;

/* What the command line says besides the config. */
struct comparing {
    const char *kinds, *budgets, *csv, *plot;
    int seeds;
    int64_t first_seed;
};

/* The next word of a list with commas into out[32]; what is behind it, NULL after the last one. */
static const char *comparing_word(const char *list, char *out) {
    size_t length = strcspn(list, ",");
    snprintf(out, 32, "%.*s", (int)length, list);
    return list[length] ? list + length + 1 : NULL;
}

static int comparing_read_kinds(const char *list, struct trials *out, struct error *error) {
    char name[32];
    for (int i = 0; !list && optimizer_list[i]; i++)
        out->kinds[out->kind_count++] = optimizer_list[i];
    while (list) {
        list = comparing_word(list, name);
        const struct optimizer_kind *kind = optimizer_find(name, error);
        if (!kind) return -1;
        for (int i = 0; i < out->kind_count; i++)
            if (out->kinds[i] == kind)
                return error_set(error, "--optimizers: %s comes twice", name);
        out->kinds[out->kind_count++] = kind;
    }
    return 0;
}

static int comparing_read_budgets(const char *list, struct trials *out, struct error *error) {
    char number[32];
    while (list) {
        double games;
        list = comparing_word(list, number);
        if (!parse_double(number, budget_min, budget_max, &games) ||
            out->budget_count == TRIALS_BUDGETS_MAX)
            return error_set(error,
                             "--games: at most %d numbers from %g to %g, with commas, are needed, "
                             "as in 1e5,1e6",
                             TRIALS_BUDGETS_MAX, budget_min, budget_max);
        for (int i = 0; i < out->budget_count; i++)
            if (out->budgets[i] == (int64_t)games)
                return error_set(error, "--games: %s comes twice", number);
        out->budgets[out->budget_count++] = (int64_t)games;
    }
    return 0;
}

static int comparing_read(const struct comparing *comparing, struct trials *out,
                          struct error *error) {
    out->seed_count = comparing->seeds;
    out->first_seed = (uint64_t)comparing->first_seed;
    if (comparing_read_kinds(comparing->kinds, out, error) ||
        comparing_read_budgets(comparing->budgets, out, error))
        return -1;
    return comparing->plot ? plot_check(comparing->plot, error) : 0;
}

/* The table, and the files that were asked for. */
static int comparing_show(const struct comparing *comparing, const struct trials *trials,
                          struct error *error) {
    struct text table = {0}, csv = {0};
    text_add(&table, "%s\n", trials->title);
    trials_print(trials, &table);
    trials_print_csv(trials, &csv);
    fputs(text_get(&table), stdout);
    int status = 0;
    if (comparing->csv) status = file_write(comparing->csv, text_get(&csv), error);
    if (status == 0 && comparing->plot) status = plot_write(trials, comparing->plot, error);
    text_free(&table);
    text_free(&csv);
    return status;
}

static int comparing_play(const struct comparing *comparing, struct task *task,
                          struct trials *trials, int argc, char **argv) {
    struct error error;
    int status = 0;
    if (comparing_read(comparing, trials, &error)) return usage_fail(&usage, "%s", error.text);
    if (task_open(task, trials, &error)) return usage_fail(&usage, "%s", error.text);
    trials_make(trials);
    switch (trials_play(trials, &error)) {
    case RUN_FINISHED:
        break;
    case RUN_INTERRUPTED:
        status = INTERRUPT_STATUS;
        break;
    case RUN_REFUSED:
        return command_fail(&usage, "%s", error.text);
    }
    if (comparing_show(comparing, trials, &error)) return command_fail(&usage, "%s", error.text);
    if (status) go_on_print(argc, argv);
    return status;
}

int command_compare_optimizers(int argc, char **argv) {
    struct comparing comparing = {.budgets = "1e5,1e6", .seeds = 10, .first_seed = 1};
    struct task task = {.output = ""};
    struct trials trials = {0};
    const struct option_spec options[] = {
        {.name = "optimizers",
         .argument = "A,B",
         .doc = "these kinds only (default: all there are)",
         .kind = OPTION_TEXT,
         .value = &comparing.kinds},
        {.name = "games",
         .argument = "N,M",
         .doc = "games of a run, each number in turn (default 1e5,1e6)",
         .kind = OPTION_TEXT,
         .value = &comparing.budgets},
        {.name = "seeds",
         .argument = "N",
         .doc = "runs of each kind with each number of games",
         .kind = OPTION_INT,
         .value = &comparing.seeds,
         .lower = 1,
         .upper = SEEDS_MAX},
        {.name = "first-seed",
         .argument = "N",
         .doc = "the seeds begin there",
         .kind = OPTION_INT64,
         .value = &comparing.first_seed,
         .upper = 1e17},
        {.name = "pairs",
         .argument = "N",
         .doc = "openings with each yardstick when champions are measured (default: verify.pairs)",
         .kind = OPTION_INT,
         .value = &task.pairs,
         .lower = 1,
         .upper = 1e6},
        {.name = "set",
         .argument = "KEY=VALUE",
         .doc = "wins over the config: fitness.pairs=50",
         .kind = OPTION_TEXTS,
         .value = &task.sets},
        {.name = "output",
         .argument = "DIR",
         .doc = "directory of all runs (default results/NAME-optimizers)",
         .kind = OPTION_TEXT,
         .value = &task.output},
        {.name = "csv",
         .argument = "FILE",
         .doc = "write the table there as well",
         .kind = OPTION_TEXT,
         .value = &comparing.csv},
        {.name = "plot",
         .argument = "FILE",
         .doc = "draw it into FILE.svg or FILE.png, by gnuplot",
         .kind = OPTION_TEXT,
         .value = &comparing.plot},
        {0}};
    struct operands operands;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (operands.count == 0) return usage_fail(&usage, "CONFIG is missing");
    task.path = operands.list[0];
    interrupt_install();
    status = comparing_play(&comparing, &task, &trials, argc, argv);
    trials_free(&trials);
    task_close(&task);
    return status;
}
