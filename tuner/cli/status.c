/*
 * status: `hone status`, a quick look: how far, how fast, how strong.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/heartbeat.h"
#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/cli/command_line.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/run_row.h"
#include "tuner/report/ending.h"
#include "tuner/report/facts.h"
#include "tuner/report/findings.h"
#include "tuner/report/model.h"
#include "tuner/report/run_argument.h"
#include "tuner/report/settings.h"
#include "tuner/report/text.h"
#include "tuner/report/verdict.h"
#include "tuner/run/growth.h"
#include "tuner/run/plan.h"
#include "tuner/run/run.h"

enum { CURVE_ROWS = 6 };

static const struct command_usage usage = {
    .synopsis = "status RUN",
    .doc = "Prints how far a run is, which of its stages are over, how fast it goes, the last line "
           "of\n"
           "the optimiser's log, and how strong it has become. RUN is the run's directory or "
           "database;\n"
           "the run may be going on meanwhile.\n",
    .operands_min = 1,
    .operands_max = 1,
};

/* "generation 12 of 300", "generation 12, 40000 of 1000000 games". */
static void status_print_length(const struct run_argument *run, const struct config *config) {
    const struct optimizer_options *length = &config->optimizer;
    int done = run->run->generations;
    int64_t games = store_games(run->store, run->run->id, done);
    if (length->games > games)
        shown_print("generation %d, %lld of %lld games\n", done, (long long)games,
                    (long long)length->games);
    else if (length->games > 0)
        shown_print("generation %d, %lld games\n", done, (long long)games);
    else
        shown_print("generation %d of %d\n", done, length->generations);
}

/* The end of training; generations are like those so far. */
static struct growth_point status_end(const struct config *config, const struct stored_run *row,
                                      struct growth_point here) {
    const struct optimizer_options *length = &config->optimizer;
    int64_t games =
        length->games > 0 ? length->games : here.games / here.generation * length->generations;
    bool over = row->ended_by != ENDING_LENGTH || games <= here.games;
    return over ? here : (struct growth_point){length->generations, games};
}

/* Games that are still to be played, of all stages. */
static double status_games_left(const struct run_argument *run, const struct config *config) {
    const struct stored_run *row = run->run;
    struct growth growth = growth_of_run(run->store, row->id);
    int64_t games = store_games(run->store, row->id, row->generations);
    const struct growth_point here = {row->generations, games};
    const struct growth_point end = status_end(config, row, here);
    const struct plan plan = plan_ending(config, end.generation);
    int64_t left = end.games - games + growth_games_left(config, &growth, here, end);
    for (enum stage stage = STAGE_SELECT; stage <= STAGE_MILESTONE; stage++)
        if (!store_stage_is_played(run->store, row->id, stage)) left += plan_games(&plan, stage);
    return (double)left;
}

/* As the run itself says, which alone knows of its deadline; else by its pace. */
static double status_seconds_left(const struct run_argument *run, const struct config *config) {
    char path[RUN_ARGUMENT_PATH + 16];
    struct heartbeat beat;
    struct stored_pace pace = store_pace(run->store, run->run->id);
    run_heartbeat_path(run->path, path, sizeof path);
    if (heartbeat_read(path, &beat) == 0 && beat.left > 0) return beat.left;
    return pace.seconds / (double)pace.games * status_games_left(run, config);
}

static int status_print_last(const struct run_argument *run, const struct config *config,
                             bool running, struct error *error) {
    struct report_row last;
    char duration[32];
    if (report_row_load(run->store, run->run->id, run->run->generations, &last, error)) return -1;
    shown_print("last generation: %lld game%s, %lld distinct, %.2f s, %d thread%s\n",
                (long long)last.games, plural(last.games), (long long)last.games_distinct,
                last.seconds, last.threads, plural(last.threads));
    if (running) {
        duration_format_about(status_seconds_left(run, config), duration);
        shown_print("left: about %s, with choice and measurement of the champion\n", duration);
    }
    for (int i = 0; i < last.metric_count; i++)
        shown_print("  %-24s %.6g\n", last.metrics[i].name, last.metrics[i].value);
    report_row_free(&last);
    return 0;
}

static void status_print_command(const struct run_argument *run) {
    if (!run_argument_goes_on(run)) {
        shown_print("stopped; goes on alone in a database DIRECTORY/run.db: hone tune DIRECTORY\n");
        return;
    }
    struct text command = {0};
    char tune[] = "tune", place[RUN_ARGUMENT_PATH], plugin[] = "--plugin";
    char *words[2 + 2 * LIBRARIES_MAX] = {tune, place};
    int count = 2;
    run_argument_place(run, place);
    for (int i = 0; library_at(i); i++) {
        words[count++] = plugin;
        words[count++] = library_at(i)->path;
    }
    go_on_add_command(count, words, &command);
    shown_print("stopped; go on with: ");
    shown_put(text_get(&command));
    text_free(&command);
}

static void status_print_state(const struct run_argument *run, bool running) {
    const struct stored_run *row = run->run;
    char tuned[STORE_TUNED];
    shown_print("%s: %s, %s, begun %s, ", row->name, row->game, store_run_tuned(row, tuned),
                row->started);
    if (row->finished[0] || running)
        shown_print("%s\n", row->finished[0] ? "finished" : "running");
    else
        status_print_command(run);
}

static void status_print_stages(const struct run_argument *run, const struct config *config,
                                bool running) {
    struct stages stages = stages_of(run->store, run->run, config);
    struct text text = {0};
    stages_print(&stages, running, &text);
    shown_print("stages: %s\n", text_get(&text));
    text_free(&text);
}

static void status_print_ending(const struct run_argument *run) {
    struct text text = {0};
    ending_of_run(run->store, run->run, &text);
    if (text.length) shown_print("training: %s\n", text_get(&text));
    text_free(&text);
    ending_of_ranks(run->run, &text);
    if (text.length) shown_print("ranks: %s\n", text_get(&text));
    text_free(&text);
}

static void status_print_health(const struct run_argument *run, const struct curve *curve) {
    struct text text = {0};
    struct health health = health_of_run(run->store, run->run->id, curve);
    health_print(&health, &text);
    if (text.length) shown_print("training: %s\n", text_get(&text));
    text_free(&text);
}

static void status_print_curve(const struct curve *curve) {
    struct text text = {0};
    report_text_curve(curve, CURVE_ROWS, &text);
    shown_put(text_get(&text));
    text_free(&text);
}

/* An engine's at both limits. */
static void status_print_limits(const struct run_argument *run, const struct champion *champion) {
    struct depth_table table;
    struct text text = {0};
    if (!settings_are_of(run->run)) return;
    depth_table_load(run->store, run->run, champion, &table);
    report_text_depths(&table, &text);
    shown_put(text_get(&text));
    text_free(&text);
    depth_table_free(&table);
}

static void status_print_champion_words(struct text *words) {
    if (words->length) shown_print("champion: %s\n", words->data);
    text_free(words);
}

static void status_print_champion(const struct run_argument *run) {
    struct champion champion;
    struct text words = {0};
    champion_load(run->store, run->run, &champion);
    verdict_line(&champion, &words);
    if (champion.is_start && words.length == 0)
        text_add(&words, "the start itself: nothing was gained");
    status_print_champion_words(&words);
    specialist_print(&champion, &words);
    status_print_champion_words(&words);
    advice_on_bounds(run->store, run->run, &champion, &words);
    status_print_champion_words(&words);
    advice_on_loser(run->store, run->run, &champion, &words);
    status_print_champion_words(&words);
    status_print_limits(run, &champion);
    champion_free(&champion);
}

/* ---- a study ---- */

static void status_print_findings(const struct run_argument *run, const struct config *config) {
    struct findings findings;
    struct text text = {0};
    findings_load(run->store, run->run, config, &findings);
    text_add(&text, "%lld result%s told", (long long)findings.answers, plural(findings.answers));
    if (!run->run->finished[0])
        text_add(&text, "; generation %d lacks %lld", run->run->generations + 1,
                 (long long)findings.out);
    text_add(&text, "\n");
    findings_describe(&findings, &text);
    findings_print_values(&findings, &text);
    shown_put(text_get(&text));
    text_free(&text);
    findings_free(&findings);
}

static void status_print_study(const struct run_argument *run, const struct config *config) {
    const struct stored_run *row = run->run;
    shown_print("%s: study, %d parameter%s, %s, begun %s, %s\n", row->name, config->space.dim,
                plural(config->space.dim), config->given.optimizer, row->started,
                row->finished[0] ? "finished" : "unfinished");
    status_print_length(run, config);
    status_print_findings(run, config);
}

static int status_print(const struct run_argument *run, struct error *error) {
    struct config config;
    if (run_argument_config(run, &config, error)) {
        config_free(&config);
        return -1;
    }
    if (config_is_study(&config)) {
        status_print_study(run, &config);
        config_free(&config);
        return 0;
    }
    const struct stored_run *row = run->run;
    bool running = !row->finished[0] && store_is_written(run->path);
    int status = 0;
    status_print_state(run, running);
    status_print_length(run, &config);
    if (!row->finished[0]) status_print_stages(run, &config, running);
    status_print_ending(run);
    struct curve curve = curve_of_run(run->store, row->id);
    status_print_health(run, &curve);
    if (row->generations > 0) status = status_print_last(run, &config, running, error);
    status_print_curve(&curve);
    curve_free(&curve);
    status_print_champion(run);
    config_free(&config);
    return status;
}

static int status_print_listing(const char *place, enum listing_format format) {
    struct listing listing = listing_new(format);
    struct run_row row;
    struct error error;
    if (run_row_load(place, &row, &error)) return command_fail(&usage, "%s", error.text);
    if (row.unread.text[0]) return command_fail(&usage, "%s", row.unread.text);
    run_row_add(&listing, place, &row, "", 0);
    listing_print(&listing);
    return 0;
}

int command_status(int argc, char **argv) {
    enum listing_format format = LISTING_TEXT;
    const struct option_spec options[] = {
        listing_option(&format, "one row, as of `hone list`"), library_option(), {0}};
    struct operands operands;
    struct run_argument run;
    struct error error;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (format != LISTING_TEXT) return status_print_listing(operands.list[0], format);
    status = run_argument_open_as(operands.list[0], STORE_READ, &run, &error);
    if (status == 0) {
        status = status_print(&run, &error);
        run_argument_close(&run);
    }
    return status ? command_fail(&usage, "%s", error.text) : 0;
}
