/*
 * hone check: the settings first, at once; then what the run will cost, for which some games are
 * played.
 */
#include <stdio.h>

#include "engine/base/progress.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/config_options.h"
#include "tuner/run/estimate.h"
#include "tuner/run/session.h"

static const struct command_usage usage = {
    .synopsis = "check CONFIG [--set KEY=VALUE]...",
    .doc = "Checks a config, prints the effective settings and what the run will cost: games, and\n"
           "the time estimated from a short measurement on this machine.\n",
    .operands_max = 1,
};

static void check_print_settings(const struct config *config) {
    struct text text = {0};
    config_print(config, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
}

static void check_print_games(const struct config *config, const struct estimate *estimate) {
    printf("\n%d generations of %d individuals, %d meetings of %d pairs: %lld games\n"
           "choice and measurement of the champion: at most %lld games\n",
           config->optimizer.generations, estimate->individuals, estimate->meetings,
           config->fitness.pairs, (long long)estimate->training_games,
           (long long)estimate->verify_games);
    fflush(stdout);
}

/* What the time follows from is said with it. */
static void check_print_time(const struct config *config, const struct estimate *estimate) {
    char duration[32];
    struct estimate_sample sample = estimate_measure(config);
    int64_t games = estimate->training_games + estimate->verify_games;
    duration_format(estimate_seconds(config, &sample, games), duration);
    const char *plural = estimate->threads == 1 ? "" : "s";
    if (sample.whole) {
        double rate = (double)sample.games / sample.seconds;
        printf("measured %.*f games/s with the first generation on %d thread%s (%lld games in %.1f "
               "s): about %s\n",
               rate < 10 ? 2 : 0, rate, estimate->threads, plural, (long long)sample.games,
               sample.seconds, duration);
    } else {
        printf("measured %.2g plies/s with the first generation on %d thread%s (%lld plies in %.1f "
               "s):\n%s %s if games are as long as they can be, %d plies\n",
               (double)sample.plies / sample.seconds, estimate->threads, plural,
               (long long)sample.plies, sample.seconds, sample.slow ? "more than" : "at most",
               duration, estimate_plies_max(config));
    }
    printf("output directory: %s\n", config->output);
}

int command_check(int argc, char **argv) {
    struct config config;
    struct error error;
    int status = config_options(&usage, argc, argv, &config);
    if (status != OPTIONS_GO_ON) return status;
    struct opening_source source = session_source(&config);
    status = openings_check(&source, &error) ? command_fail(&usage, "%s", error.text) : 0;
    if (status == 0) {
        struct estimate estimate = estimate_count(&config);
        check_print_settings(&config);
        check_print_games(&config, &estimate);
        check_print_time(&config, &estimate);
    }
    config_free(&config);
    return status;
}
