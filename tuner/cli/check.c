#include <stdio.h>

#include "engine/base/progress.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/config_options.h"
#include "tuner/play/match.h"
#include "tuner/run/estimate.h"
#include "tuner/run/lineup.h"

static const struct command_usage usage = {
    .synopsis = "check CONFIG [--set KEY=VALUE]...",
    .doc = "Checks a config, prints the effective settings and what the run will cost: games, and\n"
           "the time estimated from a short measurement on this machine.\n",
    .operands_max = 1,
};

static void print_estimate(const struct config *config) {
    char duration[32];
    struct estimate estimate = estimate_run(config);
    duration_format(estimate.seconds, duration);
    printf("\n%d generations of %d individuals, %d meetings of %d pairs: %lld games\n"
           "choice and measurement of the champion: at most %lld games\n"
           "measured %.0f games/s with the first generation on %d threads: about %s\n"
           "output directory: %s\n",
           config->optimizer.generations, estimate.individuals, estimate.meetings,
           config->fitness.pairs, (long long)estimate.training_games,
           (long long)estimate.verify_games, estimate.games_per_second,
           config->threads ? config->threads : match_cores(), duration, config->output);
}

int command_check(int argc, char **argv) {
    struct config config;
    struct error error;
    struct text text = {0};
    int status = config_options(&usage, argc, argv, &config);
    if (status != OPTIONS_GO_ON) return status;
    struct opening_source source = lineup_openings(&config);
    status = openings_check(&source, &error) ? 2 : 0;
    if (status == 0) {
        config_print(&config, &text);
        fputs(text_get(&text), stdout);
        print_estimate(&config);
    } else {
        command_fail(&usage, "%s", error.text);
    }
    text_free(&text);
    config_free(&config);
    return status;
}
