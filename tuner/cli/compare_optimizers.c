/*
 * hone compare-optimizers: all kinds of optimisers at the same task with the same number of games,
 * from many seeds, since one run says little of any of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/cli/command_line.h"
#include "tuner/cli/commands.h"
#include "tuner/study/climb.h"
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
        "where it was interrupted, and plays nothing twice.\n"
        "\n"
        "With --function a made-up function takes the place of the game: results are drawn from "
        "how far\n"
        "two vectors are from a hidden optimum, and the table says how far champions are from it, "
        "in\n"
        "logits. Such trials take seconds and are not kept.\n",
    .operands_max = 1,
};

enum { SEEDS_MAX = 1000 };
static const double budget_min = 100, budget_max = 1e12;

/* What the command line says besides the config. */
struct comparing {
    const char *kinds, *budgets, *csv, *plot, *function, *noise;
    int seeds;
    int64_t first_seed;
    struct task task;
    struct climb climb;
};

enum { DIM_USUAL = 10 };

/* The next word of a list with commas into out[32]; what is behind it, NULL after the last one. */
static const char *comparing_word(const char *list, char *out) {
    size_t length = strcspn(list, ",");
    snprintf(out, 32, "%.*s", (int)length, list);
    return list[length] ? list + length + 1 : NULL;
}

static int comparing_read_kinds(const char *list, struct trials *out, struct error *error) {
    char name[32];
    for (int i = 0; !list && optimizer_list[i]; i++)
        if (!optimizer_list[i]->learns && !optimizer_list[i]->dim_max)
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

/* The place of `name` in the list, or -1 and what there is. */
static int comparing_find(const char *option, const char *name, const char *const *names,
                          struct error *error) {
    struct text list = {0};
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0) return i;
    for (int i = 0; names[i]; i++) text_add(&list, "%s%s", i ? ", " : "", names[i]);
    error_set(error, "--%s %.40s: one of %s is needed", option, name, text_get(&list));
    text_free(&list);
    return -1;
}

/* Options that say nothing of what is compared on. */
static const char *comparing_idle(const struct comparing *comparing) {
    if (comparing->function)
        return comparing->task.pairs       ? "--pairs belongs to games: it does not go"
               : comparing->task.output[0] ? "--output belongs to games: it does not go"
                                           : NULL;
    return comparing->climb.dim ? "--dim belongs to"
           : comparing->noise   ? "--noise belongs to"
                                : NULL;
}

static int comparing_read_function(struct comparing *comparing, struct error *error) {
    struct climb *climb = &comparing->climb;
    const char *idle = comparing_idle(comparing);
    if (idle) return error_set(error, "%s %s--function", idle, comparing->function ? "with " : "");
    if (!comparing->function) return 0;
    const char *noise = comparing->noise ? comparing->noise : simulator_noises[0];
    int function = comparing_find("function", comparing->function, simulator_functions, error);
    int kind = comparing_find("noise", noise, simulator_noises, error);
    if (function < 0 || kind < 0) return -1;
    climb->function = (enum simulator_function)function;
    climb->noise = (enum simulator_noise)kind;
    if (climb->dim == 0) climb->dim = DIM_USUAL;
    return 0;
}

static int comparing_read(struct comparing *comparing, struct trials *out, struct error *error) {
    out->seed_count = comparing->seeds;
    out->first_seed = (uint64_t)comparing->first_seed;
    if (comparing_read_kinds(comparing->kinds, out, error) ||
        comparing_read_budgets(comparing->budgets, out, error) ||
        comparing_read_function(comparing, error))
        return -1;
    if (comparing->csv && file_check(comparing->csv, error)) return -1;
    return comparing->plot ? plot_check(comparing->plot, error) : 0;
}

static int comparing_open(struct comparing *comparing, struct trials *trials, struct error *error) {
    if (comparing_read(comparing, trials, error)) return -1;
    return comparing->function ? climb_open(&comparing->climb, trials, error)
                               : task_open(&comparing->task, trials, error);
}

/* The table, and the files that were asked for. */
static int comparing_show(const struct comparing *comparing, const struct trials *trials,
                          struct error *error) {
    struct text table = {0}, csv = {0};
    text_add(&table, "%s\n", trials->title);
    trials_print(trials, &table);
    trials_print_csv(trials, &csv);
    shown_put(text_get(&table));
    int status = 0;
    if (comparing->csv) status = file_write(comparing->csv, text_get(&csv), error);
    if (status == 0 && comparing->plot) status = plot_write(trials, comparing->plot, error);
    text_free(&table);
    text_free(&csv);
    return status;
}

static int comparing_play(struct comparing *comparing, struct trials *trials, int argc,
                          char **argv) {
    struct error error;
    if (comparing_open(comparing, trials, &error)) return usage_fail(&usage, "%s", error.text);
    trials_make(trials);
    enum run_end end = trials_play(trials, &error);
    if (end == RUN_REFUSED || comparing_show(comparing, trials, &error))
        return command_fail(&usage, "%s", error.text);
    if (end == RUN_FINISHED) return 0;
    go_on_print(argc, argv);
    return interrupt_status();
}

#define TEXT(option, operand, field, text)                                                         \
    { .name = option, .argument = operand, .doc = text, .kind = OPTION_TEXT, .value = &(field) }
#define WHOLE(option, field, from, to, text)                                                       \
    {                                                                                              \
        .name = option, .argument = "N", .doc = text, .kind = OPTION_INT, .value = &(field),       \
        .lower = from, .upper = to                                                                 \
    }

int command_compare_optimizers(int argc, char **argv) {
    struct comparing comparing = {
        .budgets = "1e5,1e6", .seeds = 10, .first_seed = 1, .task.output = ""};
    struct trials trials = {0};
    const struct option_spec options[] = {
        TEXT("optimizers", "A,B", comparing.kinds,
             "these kinds only (default: all that learn from results, not fit, and are for any "
             "number of parameters, not clop)"),
        TEXT("games", "N,M", comparing.budgets,
             "games of a run, each number in turn (default 1e5,1e6)"),
        WHOLE("seeds", comparing.seeds, 1, SEEDS_MAX,
              "runs of each kind with each number of games"),
        {.name = "first-seed",
         .argument = "N",
         .doc = "the seeds begin there",
         .kind = OPTION_INT64,
         .value = &comparing.first_seed,
         .upper = 1e17},
        WHOLE("pairs", comparing.task.pairs, 1, 1e6,
              "openings with each yardstick when champions are measured (default: verify.pairs)"),
        {.name = "set",
         .argument = "KEY=VALUE",
         .doc = "override a key of the config: fitness.pairs=50",
         .kind = OPTION_TEXTS,
         .value = &comparing.task.sets},
        TEXT("output", "DIR", comparing.task.output,
             "directory of all runs (default results/NAME-optimizers)"),
        TEXT("function", "F", comparing.function,
             "logistic, sphere, ellipsoid, rastrigin, bounds, corner, plateau or levels, in place "
             "of "
             "the game"),
        WHOLE("dim", comparing.climb.dim, 1, SIMULATOR_DIM_MAX,
              "parameters of the function (default 10)"),
        TEXT("noise", "KIND", comparing.noise,
             "winloss: games are won or lost; gaussian: pairs have the difference and a normal "
             "error"),
        TEXT("csv", "FILE", comparing.csv, "write the table there as well"),
        TEXT("plot", "FILE", comparing.plot, "draw it into FILE.svg or FILE.png, by gnuplot"),
        library_option(),
        {0}};
    struct operands operands;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (operands.count == 0) return usage_fail(&usage, "CONFIG is missing");
    comparing.task.path = comparing.climb.path = operands.list[0];
    comparing.climb.sets = comparing.task.sets;
    interrupt_install();
    status = comparing_play(&comparing, &trials, argc, argv);
    trials_free(&trials);
    task_close(&comparing.task);
    climb_close(&comparing.climb);
    return status;
}
