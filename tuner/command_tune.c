#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/commands.h"
#include "tuner/config_options.h"
#include "tuner/progress.h"
#include "tuner/report.h"
#include "tuner/run.h"

static const struct command_usage usage = {
    .synopsis = "tune CONFIG [--set KEY=VALUE]...",
    .doc =
        "Tunes as the config says, keeps every generation in OUTPUT/run.db, chooses and\n"
        "measures the champion, writes it to OUTPUT/champion.weights and prints the report. If\n"
        "the database holds the unfinished run already, goes on with it; the result is the same\n"
        "as without a break. Ctrl-C finishes the generation in flight and says how to go on; a\n"
        "second one stops at once, and only that generation is played again.\n"
        "`hone tune --keys` lists the keys of a config.\n",
    .operands_max = 1,
};

/* The command line again, for the user to paste. */
static void print_command(int argc, char **argv) {
    printf("interrupted; everything finished is saved. To go on:\n  hone");
    for (int i = 0; i < argc; i++)
        printf(strpbrk(argv[i], " \"'\\$*[](){}<>|&;#~?!") ? " '%s'" : " %s", argv[i]);
    printf("\n");
}

static int print_result(const struct config *config) {
    char path[600];
    struct error error;
    struct text text = {0};
    struct stored_run *runs;
    run_database(config, path, sizeof path);
    struct store *store = store_open(path, STORE_READ, &error);
    if (!store) die("%s", error.text);
    int count = store_runs(store, &runs);
    int status = report_print(store, &runs[0], &text, &error);
    fputs(status ? error.text : text_get(&text), stdout);
    store_free_runs(runs, count);
    store_close(store);
    text_free(&text);
    return status ? 1 : 0;
}

static int finish(const struct config *config) {
    int status = print_result(config);
    printf("\nThe champion: %s/champion.weights\n", config->output);
    return status;
}

int command_tune(int argc, char **argv) {
    enum { INTERRUPTED = 130 };
    struct config config;
    struct error error;
    int status = config_options(&usage, argc, argv, &config);
    if (status != OPTIONS_GO_ON) return status;
    interrupt_install();
    switch (run_tune(&config, &error)) {
    case RUN_FINISHED:
        status = finish(&config);
        break;
    case RUN_INTERRUPTED:
        print_command(argc, argv);
        status = INTERRUPTED;
        break;
    case RUN_REFUSED:
        status = usage_fail(&usage, "%s", error.text);
        break;
    }
    config_free(&config);
    return status;
}
