/*
 * hone check: the settings first, at once; then what the run will cost, for which some games are
 * played.
 */
#include <stdio.h>

#include "engine/base/progress.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/config_options.h"
#include "tuner/cli/params.h"
#include "tuner/fit/fit.h"
#include "tuner/report/listing.h"
#include "tuner/run/estimate.h"
#include "tuner/run/growth.h"
#include "tuner/run/plan.h"
#include "tuner/run/session.h"

static const struct command_usage usage = {
    .synopsis = "check CONFIG|RUN [--set KEY=VALUE]...",
    .doc =
        "Checks a config, prints the effective settings, which parameters are free, frozen and\n"
        "tied, with their ranges and starts, and what the run will cost: games, memory, and the\n"
        "time estimated from a short measurement on this machine.\n",
    .operands_max = 1,
};

static void check_print_settings(const struct config *config) {
    struct text text = {0};
    config_print_used(config, &text);
    text_add(&text, "\n");
    params_print(config, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
}

/* As if all generations were like the first, with a full hall of fame. */
static int64_t check_training_games(const struct config *config, const struct plan *plan) {
    if (config->optimizer.games > 0) return config->optimizer.games;
    return plan_games(plan, STAGE_TRAIN) * config->optimizer.generations;
}

static int64_t check_progress_games(const struct config *config, const struct plan *plan) {
    return growth_games_most(config, check_training_games(config, plan));
}

/* Of all stages. */
static int64_t check_games(const struct config *config, const struct plan *plan) {
    return check_training_games(config, plan) + check_progress_games(config, plan) +
           plan_verify_games(plan);
}

/* What was left out of files, and what judges would leave of some. */
static void check_print_openings(const struct config *config) {
    enum { JUDGED = 100 };
    const struct opening_source source = session_source(config);
    const struct collection *files = source.collection;
    if (files)
        printf(
            "\nopenings: %d different ones, %d images of these and %d ends of games left out; %d "
            "for training,\n%d to choose the champion, %d to measure it, %d for strength over "
            "time\n",
            files->count, files->repeated, files->over, openings_dealt(&source, OPENING_TRAIN),
            openings_dealt(&source, OPENING_SELECT), openings_dealt(&source, OPENING_VERIFY),
            openings_dealt(&source, OPENING_PROGRESS));
    if (source.balance == 0) return;
    struct pool *pool = pool_open(config->threads, 1);
    int count = JUDGED, balanced = openings_judge(&source, pool, &count);
    printf("%sjudges find %d of %d openings of training balanced\n", files ? "" : "\n", balanced,
           count);
    pool_close(pool);
}

static void check_print_games(const struct config *config, const struct plan *plan) {
    char bytes[PLAN_BYTES_LENGTH];
    plan_format_bytes(plan_bytes(plan), bytes);
    const struct plan_stage *training = &plan->stages[STAGE_TRAIN];
    int generations = config->optimizer.generations;
    printf("\n%s%d generation%s of %d individual%s, %lld meeting%s of %lld pair%s: %lld games\n"
           "strength over time: at most %lld games\n"
           "choice and measurement of the champion: at most %lld games\n"
           "memory: about %s\n",
           config->optimizer.games > 0 ? "about " : "", generations, plural(generations),
           plan->individuals, plural(plan->individuals), (long long)training->meetings,
           plural(training->meetings), (long long)training->pairs, plural(training->pairs),
           (long long)check_training_games(config, plan),
           (long long)check_progress_games(config, plan), (long long)plan_verify_games(plan),
           bytes);
    fflush(stdout);
}

/* The shares of a meeting's pairs in whole pairs, where there are several manners of play. */
static void check_print_manners(const struct config *config) {
    const struct manners *manners = &config->player.manners;
    for (int m = 0; m < manners->count && manners->count > 1; m++) {
        struct text text = {0};
        manners_describe(&manners->list[m], &text);
        printf("%s: %d of %d pairs in training, %d of %d in the choice, %d of %d in the "
               "measurement\n",
               text_get(&text), manners_pairs(manners, m, config->pairs[STAGE_TRAIN]),
               config->pairs[STAGE_TRAIN], manners_pairs(manners, m, config->pairs[STAGE_SELECT]),
               config->pairs[STAGE_SELECT], manners_pairs(manners, m, config->pairs[STAGE_VERIFY]),
               config->pairs[STAGE_VERIFY]);
        text_free(&text);
    }
}

static void check_print_sample(const struct estimate_sample *sample, const struct plan *plan) {
    const char *plural = plan->threads == 1 ? "" : "s";
    double rate = (double)sample->games / sample->seconds;
    if (sample->whole)
        printf("measured %.*f games/s with the first generation on %d thread%s (%lld games in %.1f "
               "s)",
               rate < 10 ? 2 : 0, rate, plan->threads, plural, (long long)sample->games,
               sample->seconds);
    else
        printf("measured %.2g plies/s with the first generation on %d thread%s (%lld plies in %.1f "
               "s)",
               (double)sample->plies / sample->seconds, plan->threads, plural,
               (long long)sample->plies, sample->seconds);
}

/* What the time follows from is said with it. */
static int check_print_time(const struct config *config, const struct plan *plan,
                            struct error *error) {
    const struct manners *manners = &config->player.manners;
    char duration[32];
    struct estimate_sample samples[MANNERS_MAX];
    bool whole = true, slow = false;
    if (estimate_measure(config, samples, error)) return -1;
    duration_format(estimate_seconds(config, samples, check_games(config, plan)), duration);
    for (int m = 0; m < manners->count; m++) {
        struct text manner = {0};
        if (manners->count > 1) manners_describe(&manners->list[m], &manner);
        printf("%s%s%s", m ? "\n" : "", text_get(&manner), manner.length ? ": " : "");
        check_print_sample(&samples[m], plan);
        whole = whole && samples[m].whole;
        slow = slow || samples[m].slow;
        text_free(&manner);
    }
    if (whole)
        printf(": about %s\n", duration);
    else
        printf(":\n%s %s if games are as long as they can be, %d plies\n",
               slow ? "more than" : "at most", duration, estimate_plies_max(config));
    printf("output directory: %s\n", config->output);
    return 0;
}

/* One row. */
static int check_print_listing(const struct config *config, const struct plan *plan,
                               enum listing_format format, struct error *error) {
    struct listing listing = listing_new(format);
    struct estimate_sample samples[MANNERS_MAX];
    if (estimate_measure(config, samples, error)) return -1;
    listing_row(&listing);
    listing_text(&listing, "name", config->name);
    listing_text(&listing, "output", config->output);
    listing_whole(&listing, "parameters", config->space.dim);
    listing_whole(&listing, "parameters_free", config->space.count);
    listing_whole(&listing, "generations", config->optimizer.generations);
    listing_whole(&listing, "individuals", plan->individuals);
    listing_whole(&listing, "games", check_training_games(config, plan));
    listing_whole(&listing, "verify_games", plan_verify_games(plan));
    listing_real(&listing, "memory_bytes", plan_bytes(plan));
    listing_whole(&listing, "threads", plan->threads);
    listing_real(&listing, "seconds", estimate_seconds(config, samples, check_games(config, plan)));
    listing_whole(&listing, "progress_games", check_progress_games(config, plan));
    listing_print(&listing);
    return 0;
}

static int check_print(const struct config *config, const struct plan *plan,
                       enum listing_format format, struct error *error) {
    if (format != LISTING_TEXT) return check_print_listing(config, plan, format, error);
    check_print_settings(config);
    check_print_openings(config);
    check_print_games(config, plan);
    check_print_manners(config);
    return check_print_time(config, plan, error);
}

int command_check(int argc, char **argv) {
    struct config config;
    struct error error;
    enum listing_format format = LISTING_TEXT;
    const struct option_spec more[] = {listing_option(&format, "one row: what it will cost"), {0}};
    int status = config_options(&usage, more, argc, argv, &config);
    if (status != OPTIONS_GO_ON) return status;
    struct opening_source source = session_source(&config);
    struct plan plan = fit_or_tune_plan(&config);
    status = 0;
    if (openings_check(&source, &error) || plan_check(&plan, memory_physical(), &error) ||
        check_print(&config, &plan, format, &error))
        status = interrupt_pending() ? interrupt_status() : command_fail(&usage, "%s", error.text);
    config_free(&config);
    return status;
}
