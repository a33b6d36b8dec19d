/*
 * hone tune and hone fit: the run itself is tuner/run's, or tuner/fit's; here are what surrounds it
 * on a command line, and the weight file and the report at its end.
 */
#include <stdio.h>

#include "engine/base/progress.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/config_options.h"
#include "tuner/cli/go_on.h"
#include "tuner/fit/fit.h"
#include "tuner/report/players.h"
#include "tuner/report/run_argument.h"
#include "tuner/report/text.h"
#include "tuner/run/run.h"

static const struct command_usage tune_usage = {
    .synopsis = "tune CONFIG|RUN [--set KEY=VALUE]...",
    .doc =
        "Tunes as the config says, keeps every generation in OUTPUT/run.db, chooses and\n"
        "measures the champion, writes it to OUTPUT/champion.weights and prints the report. If\n"
        "the database holds the unfinished run already, goes on with it; the result is the same\n"
        "as without a break. RUN, its directory, goes on with the settings it was begun with, "
        "from\n"
        "the database alone. Ctrl-C finishes the generation, or the stage of the measurement, in\n"
        "flight and says how to go on; a second one stops at once, and only that is played again.\n"
        "`hone tune --keys` lists the keys of a config.\n",
    .operands_max = 1,
};

static const struct command_usage fit_usage = {
    .synopsis = "fit CONFIG [--set KEY=VALUE]...",
    .doc =
        "Fits weights as a config with optimizer.name = \"fit\" says, in generations: each plays\n"
        "games with the weights of the one before, and finds those that best foretell how games\n"
        "from their positions end (least squares). All else is as with `hone tune`: every\n"
        "generation is kept, Ctrl-C and the same command again go on, the champion is chosen and\n"
        "measured on unseen openings. The evaluator's value must be linear in its weights.\n",
    .operands_max = 1,
};

static void tune_print_place(const char *path, bool edited) {
    if (edited)
        printf("\n%s was edited and is kept; `hone export --force` writes the champion over it\n",
               path);
    else
        printf("\nThe champion's weights: %s\n", path);
}

/* Writes the champion's weight file and prints the report, both from the database. */
static int tune_finish(const struct config *config, struct error *error) {
    struct run_argument run;
    struct weights champion = {0};
    struct report report = {0};
    struct text page = {0}, path = {0}, file = {0};
    bool own = false;
    if (run_argument_open(config->output, &run, error)) return -1;
    int status = players_load(&run, "champion", &champion, error);
    if (status == 0) {
        weights_print(&champion, WEIGHTS_NATIVE, &file);
        players_file(&run, "champion", WEIGHTS_NATIVE, &path);
        own = players_file_edited(text_get(&path), text_get(&file));
        if (!own) status = file_write(text_get(&path), text_get(&file), error);
    }
    if (status == 0) status = report_load(run.store, run.run, &report, error);
    if (status == 0) report_text(&report, &page);
    printf("%s", text_get(&page));
    if (status == 0) tune_print_place(text_get(&path), own);
    weights_free(&champion);
    report_free(&report);
    text_free(&page);
    text_free(&path);
    text_free(&file);
    run_argument_close(&run);
    return status;
}

static int tune_run(const struct command_usage *usage, const struct config *config, int argc,
                    char **argv) {
    struct error error;
    int status = 0;
    interrupt_install();
    switch (fit_or_tune(config, &error)) {
    case RUN_FINISHED:
        status = tune_finish(config, &error) ? command_fail(usage, "%s", error.text) : 0;
        break;
    case RUN_INTERRUPTED:
        go_on_print(argc, argv);
        status = INTERRUPT_STATUS;
        break;
    case RUN_REFUSED:
        status = command_fail(usage, "%s", error.text);
        break;
    }
    return status;
}

int command_tune(int argc, char **argv) {
    struct config config;
    int status = config_options(&tune_usage, argc, argv, &config);
    if (status != OPTIONS_GO_ON) return status;
    status = tune_run(&tune_usage, &config, argc, argv);
    config_free(&config);
    return status;
}

int command_fit(int argc, char **argv) {
    struct config config;
    int status = config_options(&fit_usage, argc, argv, &config);
    if (status != OPTIONS_GO_ON) return status;
    status = fit_is_wanted(&config)
                 ? tune_run(&fit_usage, &config, argc, argv)
                 : command_fail(&fit_usage,
                                "%s: optimizer.name must be \"fit\", not \"%s\", "
                                "which `hone tune` runs",
                                argv[argc - 1], config.optimizer.kind->name);
    config_free(&config);
    return status;
}
