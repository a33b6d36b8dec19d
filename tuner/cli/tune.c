/*
 * hone tune, hone fit and hone finish: tuner/run and tuner/fit do the run; here is the command line
 * around it, and the weight file and the report at its end.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "tuner/cli/command_line.h"
#include "tuner/cli/commands.h"
#include "tuner/config/length.h"
#include "tuner/fit/fit.h"
#include "tuner/report/overview.h"
#include "tuner/report/players.h"
#include "tuner/report/run_argument.h"
#include "tuner/report/settings.h"
#include "tuner/run/deadline.h"
#include "tuner/run/run.h"

static const struct command_usage tune_usage = {
    .synopsis = "tune [OPTION]... CONFIG|RUN [--set KEY=VALUE]...",
    .doc =
        "Tunes as the config says. Every generation is kept in OUTPUT/run.db. At the end the "
        "champion\n"
        "is chosen and measured, written to OUTPUT/champion.weights, and the report is printed. "
        "If\n"
        "the database already holds the unfinished run, the command continues it; the result is "
        "the\n"
        "same as without a break. With RUN, its directory, it continues from the database alone, "
        "with\n"
        "the settings that the run began with.\n"
        "\n"
        "Ctrl-C, SIGTERM and the end of the terminal stop a run within a move and print how to\n"
        "continue it. The games of the unfinished generation or stage are kept in "
        "OUTPUT/run.db-games and "
        "are\n"
        "not played again. The exit status is 128 + the signal's number.\n"
        "\n"
        "--generations or --games gives a RUN another length, finished or not. It is then as if "
        "it\n"
        "had begun with that length: its champion is chosen and measured anew at the new "
        "end.\n"
        "Optimisers whose steps fall over the planned length (spsa, anneal, cmaes with step_end)\n"
        "keep the last steps of the old length; a message says so.\n"
        "\n"
        "--for and --until end the training in time for the champion to be measured by then. The\n"
        "run notes the generation; a run that is begun with that number has the same rows. `hone\n"
        "finish RUN` ends it now. `hone tune --keys` lists the keys of a config.\n",
    .operands_max = 1,
};

static const struct command_usage finish_usage = {
    .synopsis = "finish RUN [--set KEY=VALUE]...",
    .doc =
        "Ends the training of an unfinished run with the generations that it has, chooses and\n"
        "measures its champion, and prints the report. The run notes the generation: a run that\n"
        "is begun with that number has the same rows. `hone tune RUN --generations N` goes on\n"
        "with it all the same.\n",
    .operands_max = 1,
};

static const struct command_usage fit_usage = {
    .synopsis = "fit [OPTION]... CONFIG|RUN [--set KEY=VALUE]...",
    .doc = "Learns weights from positions of games, as a config with optimizer.name = \"fit\" or "
           "\"td\"\n"
           "says. The evaluator's value must be linear in its weights.\n"
           "\n"
           "With \"fit\" each generation plays games with the weights of the one before. It then "
           "finds\n"
           "the weights that best predict the results of those games (least squares). With \"td\"\n"
           "(temporal differences) the weights move after every few games; these may be against\n"
           "yardsticks, too. All else is as with `hone tune`: every generation is kept, the same "
           "command\n"
           "goes on after a Ctrl-C, and the champion is chosen and measured on unseen openings.\n",
    .operands_max = 1,
};

static void tune_print_place(const char *path, bool edited, bool engine) {
    if (edited)
        shown_print("\n%s was edited and is kept; `hone export%s` %s\n", path,
                    engine ? "" : " --force",
                    engine ? "prints the champion's values" : "writes the champion over it");
    else
        shown_print("\nThe champion's %s: %s\n", engine ? "values" : "weights", path);
}

/* Writes the champion's weight file and prints the report, both from the store, which it closes. */
static int tune_finish(const struct config *config, struct store *store, struct error *error) {
    struct run_argument run;
    struct weights champion = {0};
    struct report report = {0};
    struct text page = {0}, path = {0}, file = {0};
    bool own = false;
    if (run_argument_open_in(config->output, store, &run, error)) return -1;
    bool engine = settings_are_of(run.run);
    int status = engine ? settings_print(&run, "champion", SETTINGS_LINES, &file, NULL, error)
                        : players_load(&run, "champion", &champion, error);
    if (status == 0) {
        if (engine)
            settings_seal(&file);
        else
            weights_print(&champion, WEIGHTS_NATIVE, &file);
        players_file(&run, "champion", &path);
        own =
            (engine ? settings_file_edited : players_file_edited)(text_get(&path), text_get(&file));
        if (!own) status = file_write(text_get(&path), text_get(&file), error);
    }
    if (status == 0) status = report_load(run.store, run.run, &report, error);
    if (status == 0) overview_print(&run, &report, false, &page);
    shown_print("%s", text_get(&page));
    if (status == 0) tune_print_place(text_get(&path), own, engine);
    weights_free(&champion);
    report_free(&report);
    text_free(&page);
    text_free(&path);
    text_free(&file);
    run_argument_close(&run);
    return status;
}

/* ---- how long ---- */

/* What the command line says of it; 0 and NULL: nothing. */
struct tune_length {
    int generations;
    int64_t games;
    const char *duration, *time_of_day;
};

/* What a command line asks for. */
struct tune_order {
    struct config config;
    struct run_wish wish;
    struct tune_length length;
};

/* `wish` gets the deadline. 0, or -1 and what is wrong with it. */
static int tune_deadline(const struct tune_length *length, struct run_wish *wish,
                         struct error *error) {
    double seconds = 0;
    time_t now = time(NULL);
    struct tm clock;
    localtime_r(&now, &clock);
    if (length->duration && length->time_of_day)
        return error_set(error, "--for and --until do not go together");
    if (length->duration && deadline_parse_duration(length->duration, &seconds, error)) return -1;
    if (length->time_of_day && deadline_parse_time(length->time_of_day, clock.tm_hour, clock.tm_min,
                                                   clock.tm_sec, &seconds, error))
        return -1;
    if (seconds > 0) wish->deadline = clock_seconds() + seconds;
    return 0;
}

static void tune_explain_schedule(const struct config *config) {
    const struct optimizer_options *options = &config->optimizer;
    char length[64];
    if (options->schedule == 0) return;
    if (options->games > 0)
        snprintf(length, sizeof length, "games=%lld", (long long)options->games);
    else
        snprintf(length, sizeof length, "generations=%d", options->generations);
    shown_warn(
        "%s: with %s %s fall over the planned length, and stay those of %d generations; a run "
        "begun with the new length would have others. The same rows again: --set optimizer.%s "
        "--set optimizer.schedule=%d\n",
        config->name, options->kind->name, length_schedule(config), options->schedule, length,
        options->schedule);
}

/* Reads the run's config again, with the new length. */
static int tune_relength(const struct command_usage *usage, const struct config_options *options,
                         const struct tune_length *length, struct config *config) {
    char games[64], generations[64], schedule[64];
    const char *sets[4] = {games};
    int count = 1;
    snprintf(games, sizeof games, "optimizer.games=%lld", (long long)length->games);
    snprintf(generations, sizeof generations, "optimizer.generations=%d", length->generations);
    snprintf(schedule, sizeof schedule, "optimizer.schedule=%d",
             optimizer_schedule(&config->optimizer));
    if (length->generations > 0) sets[count++] = generations;
    if (length_schedule(config)) sets[count++] = schedule;
    config_free(config);
    int status = config_options_load(usage, options, sets, config);
    if (status == OPTIONS_GO_ON) tune_explain_schedule(config);
    return status;
}

static int tune_check_length(const struct command_usage *usage, const struct tune_length *length,
                             const struct config_options *options) {
    bool wanted = length->generations > 0 || length->games > 0;
    if (length->generations > 0 && length->games > 0)
        return usage_fail(usage, "--generations and --games do not go together");
    if (wanted && !options->is_run)
        return usage_fail(usage, "--generations and --games are for a run that is there: name its "
                                 "directory; with a config, --set optimizer.generations=N");
    return OPTIONS_GO_ON;
}

static int tune_refuse_study(const struct command_usage *usage, const char *source,
                             struct config *config) {
    if (!config_is_study(config)) return OPTIONS_GO_ON;
    config_free(config);
    return command_fail(usage,
                        "%s: is a study, which hone does not play: a loop of yours asks and tells "
                        "(`hone ask`, `hone tell`, `hone serve-study`)",
                        source);
}

/* It has no end of its own but its length. */
static int finish_refuse_study(struct config *config, const char *source) {
    int generations = config->optimizer.generations;
    if (!config_is_study(config)) return OPTIONS_GO_ON;
    config_free(config);
    return command_fail(
        &finish_usage,
        "%s: is a study, of which hone has nothing to play: stop asking and it ends "
        "where it is (else after generation %d). The best so far: `hone export "
        "--format json %s`; what is known of it: `hone report %s`",
        source, generations, source, source);
}

static struct option_spec tune_adopt_option(struct tune_order *order) {
    return (struct option_spec){.name = "adopt",
                                .doc = "accept plug-ins, engines, or ranges of parameters, that "
                                       "have changed since the run began",
                                .kind = OPTION_FLAG,
                                .value = &order->wish.adopt};
}

/* Reads the command line and the config. OPTIONS_GO_ON: the caller frees the config; else the exit
 * status after a message. */
static int tune_read(const struct command_usage *usage, int argc, char **argv,
                     struct tune_order *order) {
    struct tune_length *length = &order->length;
    const struct option_spec more[] = {
        {.name = "generations",
         .argument = "N",
         .doc = "give a RUN that length instead of its own",
         .kind = OPTION_INT,
         .value = &length->generations,
         .lower = 1,
         .upper = 1e6},
        {.name = "games",
         .argument = "N",
         .doc = "the same in training games",
         .kind = OPTION_INT64,
         .value = &length->games,
         .lower = 1,
         .upper = 1e15},
        {.name = "for",
         .argument = "TIME",
         .doc = "finish the whole run within that time: 8h, 90m, 1h30m",
         .kind = OPTION_TEXT,
         .value = &length->duration},
        {.name = "until",
         .argument = "HH:MM",
         .doc = "finish the whole run by that time of day",
         .kind = OPTION_TEXT,
         .value = &length->time_of_day},
        tune_adopt_option(order),
        {0}};
    struct config_options options;
    struct error error;
    int status = config_options_parse(usage, more, argc, argv, &options);
    if (status == OPTIONS_GO_ON) status = tune_check_length(usage, length, &options);
    if (status != OPTIONS_GO_ON) return status;
    if (tune_deadline(length, &order->wish, &error)) return usage_fail(usage, "%s", error.text);
    order->wish.relength = length->generations > 0 || length->games > 0;
    status = config_options_load(usage, &options, NULL, &order->config);
    if (status == OPTIONS_GO_ON) status = tune_refuse_study(usage, options.source, &order->config);
    if (status != OPTIONS_GO_ON || !order->wish.relength) return status;
    return tune_relength(usage, &options, length, &order->config);
}

/* ---- the commands ---- */

/* After Ctrl-C: the command line again. Of the time that --for gave, it gives what is left. */
static void tune_go_on(const struct tune_order *order, int argc, char **argv) {
    struct text word = {0};
    const char *told = order->length.duration;
    char left[32];
    deadline_format_duration(order->wish.deadline - clock_seconds(), left);
    for (int i = 0; i < argc && told; i++) {
        size_t begin = strlen(argv[i]) < strlen(told) ? 0 : strlen(argv[i]) - strlen(told);
        if (argv[i] + begin != told) continue;
        text_add(&word, "%.*s%s", (int)begin, argv[i], left);
        argv[i] = word.data;
    }
    go_on_print(argc, argv);
    text_free(&word);
}

static int tune_run(const struct command_usage *usage, const struct tune_order *order, int argc,
                    char **argv) {
    struct error error;
    struct store *store = NULL;
    struct run_wish wish = order->wish;
    int status = 0;
    wish.keep = &store;
    interrupt_install();
    switch (methods_run(&order->config, &wish, &error)) {
    case RUN_FINISHED:
        status =
            tune_finish(&order->config, store, &error) ? command_fail(usage, "%s", error.text) : 0;
        break;
    case RUN_INTERRUPTED:
        tune_go_on(order, argc, argv);
        status = interrupt_status();
        break;
    case RUN_REFUSED:
        status = command_fail(usage, "%s", error.text);
        break;
    }
    return status;
}

int command_tune(int argc, char **argv) {
    struct tune_order order = {.wish = {.announced = true}};
    int status = tune_read(&tune_usage, argc, argv, &order);
    if (status != OPTIONS_GO_ON) return status;
    status = tune_run(&tune_usage, &order, argc, argv);
    config_free(&order.config);
    return status;
}

int command_fit(int argc, char **argv) {
    struct tune_order order = {.wish = {.announced = true}};
    int status = tune_read(&fit_usage, argc, argv, &order);
    if (status != OPTIONS_GO_ON) return status;
    status = order.config.optimizer.kind->learns
                 ? tune_run(&fit_usage, &order, argc, argv)
                 : command_fail(&fit_usage,
                                "%s: optimizer.name must be \"fit\" or \"td\", not \"%s\", "
                                "which `hone tune` runs",
                                argv[argc - 1], order.config.optimizer.kind->name);
    config_free(&order.config);
    return status;
}

int command_finish(int argc, char **argv) {
    struct tune_order order = {.wish = {.announced = true, .finish = true}};
    struct config_options options;
    const struct option_spec more[] = {tune_adopt_option(&order), {0}};
    struct error error;
    int status = config_options_parse(&finish_usage, more, argc, argv, &options);
    if (status != OPTIONS_GO_ON) return status;
    if (!options.is_run) {
        struct run_argument run;
        if (run_argument_open(options.source, &run, &error))
            return usage_fail(&finish_usage, "%s", error.text);
        run_argument_close(&run);
        return usage_fail(&finish_usage, "%s is no run; a run's directory is needed",
                          options.source);
    }
    status = config_options_load(&finish_usage, &options, NULL, &order.config);
    if (status == OPTIONS_GO_ON) status = finish_refuse_study(&order.config, options.source);
    if (status != OPTIONS_GO_ON) return status;
    status = tune_run(&finish_usage, &order, argc, argv);
    config_free(&order.config);
    return status;
}
