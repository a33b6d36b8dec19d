/*
 * hone check: first the settings, at once; then the cost of the run, for which some games are
 * played.
 */
#include <math.h>
#include <stdio.h>

#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "tuner/cli/check_engine.h"
#include "tuner/cli/command_line.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/params.h"
#include "tuner/config/length.h"
#include "tuner/config/limit.h"
#include "tuner/config/reach.h"
#include "tuner/fit/fit.h"
#include "tuner/optimize/anneal.h"
#include "tuner/optimize/ga.h"
#include "tuner/report/lines.h"
#include "tuner/report/listing.h"
#include "tuner/run/growth.h"
#include "tuner/run/plan.h"
#include "tuner/run/preflight.h"
#include "tuner/run/session.h"

static const struct command_usage usage = {
    .synopsis = "check CONFIG|RUN [--set KEY=VALUE]...",
    .doc =
        "Checks a config and the files that it names. Prints the effective settings, the\n"
        "parameters with their ranges and starts, the contents of files to learn from, and the\n"
        "cost of the run: games, memory, and the time estimated from a short measurement on this\n"
        "machine.\n"
        "\n"
        "An engine whose parameters are tuned is asked for moves in 50 positions. The check\n"
        "says whether it repeats its moves, and which parameters change no move there.\n"
        "\n"
        "With --params only the table of parameters is printed: what each is tied to, or its\n"
        "range and start.\n"
        "\n"
        "With --preflight some hundred games and some thousand moves more are played, at most a\n"
        "few seconds of a core without a search, to show which differences the run can detect.\n",
    .operands_max = 1,
};

static void check_print_settings(const struct config *config) {
    struct text text = {0};
    config_print_used(config, &text);
    text_add(&text, "\n");
    params_print(config, &text);
    shown_put(text_get(&text));
    text_free(&text);
}

/* Where first steps are larger than the weights that they begin at. */
static void check_print_dwarfed(const struct config *config, const char *path, double step) {
    struct reach_dwarf dwarf = reach_dwarfed(config, step);
    if (dwarf.count == 0) return;
    shown_print("%s = %g: a first step dwarfs %d of %d given weights, %.0f where %s is %d;\n"
                "set instead: %s%s %.2g or less\n",
                path, step, dwarf.count, config->space.count, dwarf.step, dwarf.name, dwarf.weight,
                config->optimizer.reach == REACH_RANGE ? "optimizer.reach = \"given\", or " : "",
                path, step * dwarf.size / dwarf.step);
}

static void check_print_steps(const struct config *config) {
    if (config->optimizer.kind->learns) return;
    for (int i = 0; optimizer_list[i]; i++) {
        const struct optimizer_kind *kind = optimizer_list[i];
        char path[64];
        snprintf(path, sizeof path, "optimizer.%s.%s", kind->name, kind->step ? kind->step : "");
        check_print_dwarfed(config, path, reach_step(config, kind));
    }
    if (optimizer_reads(config->optimizer.kind, &ga_kind) ||
        optimizer_reads(config->optimizer.kind, &anneal_kind))
        check_print_dwarfed(config, "optimizer.init_spread", config->optimizer.init_spread);
}

/* As if all generations were like the first, with a full hall of fame. A budget ends with the
 * generation that reaches it. */
static int64_t check_training_games(const struct config *config, const struct plan *plan) {
    if (config->optimizer.games > 0) return length_games(config, config->optimizer.generations);
    return plan_games(plan, STAGE_TRAIN) * config->optimizer.generations;
}

static int64_t check_progress_games(const struct config *config, const struct plan *plan) {
    const struct growth none = {0};
    const struct growth_point end = {config->optimizer.generations,
                                     check_training_games(config, plan)};
    return growth_games_left(config, &none, (struct growth_point){0}, end);
}

/* Of all stages with games as long as those of training. */
static int64_t check_games(const struct config *config, const struct plan *plan) {
    return check_training_games(config, plan) + check_progress_games(config, plan) +
           plan_verify_games(plan) - plan_games(plan, STAGE_LIMIT);
}

static void check_print_other_limit(const struct config *config, const struct plan *plan) {
    struct text limit = {0};
    if (config->pairs[STAGE_LIMIT] == 0) return;
    limit_describe(&config->verify.also_limit, &limit);
    shown_print("  without the %lld games at verify.also (%s), which take another time\n",
                (long long)plan_games(plan, STAGE_LIMIT), text_get(&limit));
    text_free(&limit);
}

/* What was left out of files, and what judges would leave of some. */
static void check_print_openings(const struct config *config) {
    enum { JUDGED = 100 };
    const struct opening_source source = session_source(config);
    const struct collection *files = source.collection;
    if (files)
        shown_print(
            "\nopenings: %d different ones, %d images of these and %d ends of games left out; %d "
            "for training,\n%d to choose the champion, %d to measure it, %d for strength over "
            "time\n",
            files->count, files->repeated, files->over, openings_dealt(&source, OPENING_TRAIN),
            openings_dealt(&source, OPENING_SELECT), openings_dealt(&source, OPENING_VERIFY),
            openings_dealt(&source, OPENING_PROGRESS));
    if (source.balance == 0) return;
    struct pool *pool = pool_open(config->threads, 1);
    int count = JUDGED, balanced = openings_judge(&source, pool_parallel(pool), &count);
    shown_print("%sjudges find %d of %d openings of training balanced\n", files ? "" : "\n",
                balanced, count);
    pool_close(pool);
}

/* Where a budget of games is not what is played. */
static void check_print_budget(const struct config *config) {
    int64_t budget = config->optimizer.games, smallest = length_games(config, 1);
    int64_t games = length_games(config, config->optimizer.generations);
    if (budget == 0 || games == budget) return;
    shown_print("optimizer.games = %lld: training ends with the generation that reaches it, after "
                "%lld games;\n  %lld games, one generation, are the smallest run\n",
                (long long)budget, (long long)games, (long long)smallest);
}

static void check_print_games(const struct config *config, const struct plan *plan) {
    char bytes[PLAN_BYTES_LENGTH], stock[48] = "";
    plan_format_bytes(plan_bytes(plan), bytes);
    const struct plan_stage *training = &plan->stages[STAGE_TRAIN];
    int generations = config->optimizer.generations;
    if (training->stock > 0)
        snprintf(stock, sizeof stock, ", dealt from %lld openings", (long long)training->stock);
    shown_print("\n%s%d generation%s of %d individual%s, %lld meeting%s of %lld pair%s%s%s; %lld "
                "games in all\n"
                "strength over time: at most %lld games\n"
                "choice and measurement of the champion: at most %lld games\n"
                "memory: about %s\n",
                config->optimizer.games > 0 ? "about " : "", generations, plural(generations),
                plan->individuals, plural(plan->individuals), (long long)training->meetings,
                plural(training->meetings), (long long)training->pairs, plural(training->pairs),
                stock, generations == 1 ? "" : " in each generation",
                (long long)check_training_games(config, plan),
                (long long)check_progress_games(config, plan), (long long)plan_verify_games(plan),
                bytes);
    if (plan_verify_games(plan) > check_training_games(config, plan))
        shown_print(
            "choice and measurement take more games than the training: verify.candidates,\n  "
            "verify.selection_pairs and verify.pairs make them fewer\n");
    check_print_budget(config);
    fflush(stdout);
}

/* The shares of a meeting's pairs in whole pairs, where there are several manners of play. */
static void check_print_manners(const struct config *config) {
    const struct manners *manners = &config->player.manners;
    for (int m = 0; m < manners->count && manners->count > 1; m++) {
        struct text text = {0};
        manners_describe(&manners->list[m], &text);
        shown_print(
            "%s: %d of %d pairs in training, %d of %d in the choice, %d of %d in the "
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
    double plies = (double)sample->plies / sample->seconds;
    if (sample->whole)
        shown_print(
            "measured %.*f games/s with the first generation on %d thread%s (%lld games in %.1f "
            "s)",
            rate < 10 ? 2 : 0, rate, plan->threads, plural, (long long)sample->games,
            sample->seconds);
    else
        shown_print(
            "measured %.*f plies/s with the first generation on %d thread%s (%lld plies in %.1f "
            "s)",
            plies < 10 ? 2 : 0, plies, plan->threads, plural, (long long)sample->plies,
            sample->seconds);
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
        shown_print("%s%s%s", m ? "\n" : "", text_get(&manner), manner.length ? ": " : "");
        check_print_sample(&samples[m], plan);
        whole = whole && samples[m].whole;
        slow = slow || samples[m].slow;
        text_free(&manner);
    }
    if (whole)
        shown_print(": about %s\n", duration);
    else
        shown_print(":\n%s %s if games are as long as they can be, %d plies\n",
                    slow ? "more than" : "at most", duration, config_plies_max(config));
    check_print_other_limit(config, plan);
    if (config->optimizer.kind->learns)
        shown_print("learning from their positions takes time besides\n");
    if (config_has_engine(config) && whole) check_engine_cost(config, samples);
    shown_print("output directory: %s\n", config->output);
    return 0;
}

/* ---- what the run can find out ------------------------------------------------------------- */

/* Elo of errors that one may want, and the one that a measurement should have. */
static const int check_wanted[] = {20, 10, 5, 2};
enum { WANTED = 10 };

static double check_games_wanted(const struct preflight *preflight, int error) {
    return 2 * preflight_pairs(preflight, error);
}

/* Pairs to set instead, 0: none. For noise that hides what selection should see, and for
 * measurements that say little. */
static double check_better_pairs(const struct config *config, const struct preflight *preflight) {
    double noise = preflight_error(preflight, preflight->evaluation) / NORMAL_95;
    double times = preflight->spread > 0 ? noise / preflight->spread : 0;
    return times > 1 ? ceil(config->pairs[STAGE_TRAIN] * times * times) : 0;
}

/* More pairs than are dealt would be refused. */
static bool check_lacks_openings(const struct config *config, double pairs) {
    return config->fitness.openings > 0 && config->fitness.openings < pairs;
}

static double check_better_verify_pairs(const struct config *config,
                                        const struct preflight *preflight) {
    bool vague = preflight_error(preflight, config->pairs[STAGE_VERIFY]) > WANTED;
    return vague ? preflight_pairs(preflight, WANTED) : 0;
}

static void check_print_resolution(const struct config *config, const struct preflight *preflight) {
    shown_print("\npreflight: in %lld pairs of the first generation, and of the yardsticks, the "
                "result of a pair\n"
                "  has a standard deviation of %.3f points a game\n"
                "  one evaluation, %d pair%s: +/- %.0f Elo; the first generation's own strengths\n"
                "  deviate by %.0f\n"
                "  the measurement of the champion, %d pair%s: +/- %.1f Elo against each opponent\n"
                "  games for +/- ",
                (long long)preflight->pairs, preflight->deviation, preflight->evaluation,
                plural(preflight->evaluation), preflight_error(preflight, preflight->evaluation),
                preflight->spread, config->pairs[STAGE_VERIFY], plural(config->pairs[STAGE_VERIFY]),
                preflight_error(preflight, config->pairs[STAGE_VERIFY]));
    for (size_t i = 0; i < COUNT_OF(check_wanted); i++)
        shown_print("%s%d Elo: %.0f", i ? ", " : "", check_wanted[i],
                    check_games_wanted(preflight, check_wanted[i]));
    shown_print("\n");
}

/* The names of the dead, or of the weak; their count. */
static int check_list_genes(const struct preflight *preflight, bool dead, struct text *out) {
    int count = 0;
    for (int i = 0; i < preflight->looked_at; i++) {
        const struct preflight_gene *gene = &preflight->list[i];
        if (dead ? preflight_is_dead(gene) : preflight_is_weak(preflight, gene))
            text_add(out, "%s%s", count++ ? " " : "", gene->name);
    }
    return count;
}

static void check_print_genes(const struct preflight *preflight, int dead, int weak,
                              const char *dead_names, const char *weak_names) {
    struct text lines = {0}, folded = {0};
    text_add(&lines,
             "  parameters: each of the first %d of %d moved by a tenth of its range, both ways, "
             "%d moves looked at\n",
             preflight->looked_at, preflight->gene_count, preflight->moves);
    text_add(&lines, "  change no move: %d%s%s\n", dead, dead ? ": " : "", dead_names);
    text_add(&lines, "  change fewer than one in %d: %d%s%s\n", PREFLIGHT_HARDLY, weak,
             weak ? ": " : "", weak_names);
    fold_add(text_get(&lines), &folded);
    shown_put(text_get(&folded));
    text_free(&lines);
    text_free(&folded);
}

static void check_print_advice(const struct config *config, const struct preflight *preflight,
                               int dead) {
    double pairs = check_better_pairs(config, preflight);
    double verify_pairs = check_better_verify_pairs(config, preflight);
    if (pairs > 0)
        shown_print(
            "  set instead: fitness.pairs = %.0f%s,\n  so that games' noise is no larger than the "
            "strengths differ, or a larger\n  optimizer.init_spread\n",
            pairs, check_lacks_openings(config, pairs) ? " and as many fitness.openings" : "");
    if (verify_pairs > 0)
        shown_print("  set instead: verify.pairs = %.0f, for +/- %d Elo\n", verify_pairs, WANTED);
    if (dead > 0)
        shown_print("  set instead: params = ({name = \"…\"; freeze = true;}) for those that "
                    "change no move\n");
}

static int check_print_preflight(const struct config *config, struct error *error) {
    struct preflight preflight;
    struct text dead = {0}, weak = {0};
    int status = preflight_measure(config, &preflight);
    if (status == 0) {
        int dead_count = check_list_genes(&preflight, true, &dead);
        int weak_count = check_list_genes(&preflight, false, &weak);
        check_print_resolution(config, &preflight);
        if (!config_has_engine(config))
            check_print_genes(&preflight, dead_count, weak_count, text_get(&dead), text_get(&weak));
        check_print_advice(config, &preflight, dead_count);
    }
    text_free(&dead);
    text_free(&weak);
    preflight_free(&preflight);
    return status ? error_set(error, "interrupted") : 0;
}

/* What is said of the run is in each row. */
static void check_list_run(struct listing *listing, const struct config *config,
                           const struct preflight *preflight) {
    listing_whole(listing, "evaluation_pairs", preflight->evaluation);
    listing_real(listing, "evaluation_error", preflight_error(preflight, preflight->evaluation));
    listing_real(listing, "verify_error", preflight_error(preflight, config->pairs[STAGE_VERIFY]));
    listing_real(listing, "pair_deviation", preflight->deviation);
    listing_real(listing, "spread", preflight->spread);
    for (size_t i = 0; i < COUNT_OF(check_wanted); i++) {
        char name[32];
        snprintf(name, sizeof name, "games_for_%d", check_wanted[i]);
        listing_real(listing, name, check_games_wanted(preflight, check_wanted[i]));
    }
    double pairs = check_better_pairs(config, preflight);
    double verify_pairs = check_better_verify_pairs(config, preflight);
    listing_real(listing, "set_fitness_pairs", pairs > 0 ? pairs : NAN);
    listing_real(listing, "set_verify_pairs", verify_pairs > 0 ? verify_pairs : NAN);
}

/* A row for each parameter. */
static int check_list_preflight(const struct config *config, enum listing_format format,
                                struct error *error) {
    struct preflight preflight;
    if (preflight_measure(config, &preflight)) {
        preflight_free(&preflight);
        return error_set(error, "interrupted");
    }
    struct listing listing = listing_new(format);
    for (int i = 0; i < preflight.looked_at; i++) {
        const struct preflight_gene *gene = &preflight.list[i];
        listing_row(&listing);
        listing_text(&listing, "parameter", gene->name);
        listing_whole(&listing, "moves", 2 * (int64_t)preflight.moves);
        listing_whole(&listing, "changed", gene->changed);
        check_list_run(&listing, config, &preflight);
        listing_whole(&listing, "set_freeze", preflight_is_dead(gene));
    }
    preflight_free(&preflight);
    listing_print(&listing);
    return 0;
}

/* ---- all of it ----------------------------------------------------------------------------- */

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
    listing_whole(&listing, "games_budget", config->optimizer.games);
    listing_whole(&listing, "games_smallest", length_games(config, 1));
    listing_print(&listing);
    return 0;
}

/* `data`: what the files of optimizer.data give. */
static int check_print(const struct config *config, const struct plan *plan, const char *data,
                       bool preflight, const struct compliance *compliance, struct error *error) {
    check_print_settings(config);
    check_print_steps(config);
    check_print_openings(config);
    if (*data) shown_print("\n%s", data);
    check_print_games(config, plan);
    check_print_manners(config);
    if (config_has_engine(config)) check_engine_print(config, compliance);
    if (check_print_time(config, plan, error)) return -1;
    return preflight ? check_print_preflight(config, error) : 0;
}

/* An engine that cannot be used is told before all else. */
static int check_tell(const struct config *config, const struct plan *plan, const char *data,
                      bool preflight, enum listing_format format, struct error *error) {
    struct compliance compliance = {0};
    if (format != LISTING_TEXT && preflight) return check_list_preflight(config, format, error);
    if (format != LISTING_TEXT) return check_print_listing(config, plan, format, error);
    int status = config_has_engine(config) ? compliance_test(config, &compliance, error) : 0;
    if (status == 0) status = check_print(config, plan, data, preflight, &compliance, error);
    compliance_free(&compliance);
    return status;
}

static int check_place(const struct config *config, struct error *error) {
    struct error why;
    return directory_try(config->output, &why)
               ? error_set(error, "output = \"%s\" cannot be the directory of a run: %s",
                           config->output, why.text)
               : 0;
}

static int check_params(struct config *config, enum listing_format format) {
    if (format == LISTING_TEXT) {
        struct text text = {0};
        params_print(config, &text);
        shown_put(text_get(&text));
        text_free(&text);
    } else {
        struct listing listing = listing_new(format);
        params_list(config, &listing);
        listing_print(&listing);
    }
    config_free(config);
    return 0;
}

/* ---- a study ---- */

static void check_print_study(const struct config *config) {
    const struct optimizer_setup setup = length_optimizer_setup(config);
    struct population population;
    length_population(&setup, &population);
    bool scores = config->study.results == STUDY_SCORE;
    int64_t asked = length_meetings(config, &population, 0);
    int generations = config->optimizer.generations;
    check_print_settings(config);
    check_print_steps(config);
    shown_print("\n%s%d generation%s of %d vectors, %lld %s%s: %lld %s are to be told\n",
                config->optimizer.games > 0 ? "about " : "", generations, plural(generations),
                population.count, (long long)asked,
                config->study.results == STUDY_DUELS ? "meeting" : "question", plural(asked),
                (long long)length_games(config, generations), scores ? "scores" : "games");
    population_destroy(&population);
}

static int check_study(struct config *config, bool preflight, enum listing_format format) {
    int status = 0;
    if (preflight || format != LISTING_TEXT)
        status = command_fail(&usage,
                              "%s: is a study, whose costs are those of the loop that asks "
                              "and tells; --preflight and --format are for runs of games",
                              config->name);
    else
        check_print_study(config);
    config_free(config);
    return status;
}

int command_check(int argc, char **argv) {
    struct config config;
    struct error error;
    enum listing_format format = LISTING_TEXT;
    bool preflight = false, params = false;
    const struct option_spec more[] = {
        {.name = "preflight",
         .doc = "also plays a sample: how far figures will be off, which parameters matter",
         .kind = OPTION_FLAG,
         .value = &preflight},
        {.name = "params",
         .doc = "only the table of parameters, all of them",
         .kind = OPTION_FLAG,
         .value = &params},
        listing_option(&format,
                       "one row: what it will cost; of --preflight and --params one a parameter"),
        {0}};
    int status = config_options(&usage, more, argc, argv, &config);
    if (status != OPTIONS_GO_ON) return status;
    if (params) return check_params(&config, format);
    if (config_is_study(&config)) return check_study(&config, preflight, format);
    struct opening_source source = session_source(&config);
    struct plan plan = methods_plan(&config);
    struct text data = {0};
    status = 0;
    if (check_place(&config, &error) || openings_check(&source, &error) ||
        plan_check(&plan, memory_physical(), &error) || fit_check_data(&config, &data, &error) ||
        check_tell(&config, &plan, text_get(&data), preflight, format, &error))
        status = interrupt_pending() ? interrupt_status() : command_fail(&usage, "%s", error.text);
    text_free(&data);
    config_free(&config);
    return status;
}
