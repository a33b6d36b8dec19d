/*
 * report: `hone report`, the page that is read in the morning.
 */
#include <stdio.h>

#include "engine/base/options.h"
#include "tuner/cli/commands.h"
#include "tuner/report/run_argument.h"
#include "tuner/report/text.h"

static const struct command_usage usage = {
    .synopsis = "report RUN",
    .doc = "Prints what a run did and what its champion is worth. RUN is the run's directory or\n"
           "database. Every figure is from the database; nothing is played.\n",
    .operands_min = 1,
    .operands_max = 1,
};

int command_report(int argc, char **argv) {
    static const struct option_spec options[] = {{0}};
    struct operands operands;
    struct run_argument run;
    struct error error;
    struct report report;
    struct text text = {0};
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (run_argument_open(operands.list[0], &run, &error))
        return command_fail(&usage, "%s", error.text);
    status = report_load(run.store, run.run, &report, &error);
    if (status == 0) report_text(&report, &text);
    fputs(text_get(&text), stdout);
    report_free(&report);
    run_argument_close(&run);
    text_free(&text);
    return status ? command_fail(&usage, "%s", error.text) : 0;
}
