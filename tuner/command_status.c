#include <stdio.h>
#include <stdlib.h>

#include "tuner/commands.h"
#include "tuner/options.h"
#include "tuner/progress.h"
#include "tuner/report.h"
#include "tuner/run_argument.h"

static const struct command_usage usage = {
    .synopsis = "status RUN",
    .doc = "Prints how far a run is, how fast it goes, and the last line of the optimiser's log.\n"
           "RUN is the run's directory or database; the run may be going on meanwhile.\n",
    .operands_min = 1,
    .operands_max = 1,
};

static int print_last_generation(const struct run_argument *run, int generations,
                                 struct error *error) {
    struct stored_generation last;
    struct metrics metrics = {0};
    char duration[32];
    if (store_generation(run->store, run->run->id, run->run->generations, &last, &metrics, error))
        return -1;
    free(last.state);
    duration_format(last.seconds * (generations - run->run->generations), duration);
    printf(
        "last generation: %lld games, %lld distinct, %.2f s, %d threads; training left: about %s\n",
        (long long)last.games, (long long)last.games_distinct, last.seconds, last.threads,
        duration);
    for (int i = 0; i < metrics.count; i++)
        printf("  %-24s %.6g\n", metrics.list[i].name, metrics.list[i].value);
    return 0;
}

static int print_status(const struct run_argument *run, struct error *error) {
    struct config config;
    struct text verdict = {0};
    if (run_argument_config(run, &config, error)) {
        config_free(&config);
        return -1;
    }
    const struct stored_run *row = run->run;
    int generations = config.optimizer.generations, status = 0;
    printf("%s: %s, %s %s, begun %s, %s\n", row->name, row->game, row->evaluator, row->layout,
           row->started, row->finished[0] ? "finished" : "unfinished");
    printf("generation %d of %d\n", row->generations, generations);
    if (row->generations > 0) status = print_last_generation(run, generations, error);
    report_verdict(run->store, row, &verdict);
    if (verdict.length) printf("champion: %s\n", text_get(&verdict));
    text_free(&verdict);
    config_free(&config);
    return status;
}

int command_status(int argc, char **argv) {
    static const struct option_spec options[] = {{0}};
    struct operands operands;
    struct run_argument run;
    struct error error;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    status = run_argument_open(operands.list[0], &run, &error);
    if (status == 0) {
        status = print_status(&run, &error);
        run_argument_close(&run);
    }
    return status ? usage_fail(&usage, "%s", error.text) : 0;
}
