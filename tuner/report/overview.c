/*
 * The figures come first. Commands name the run and the programs as the user did, so that they can
 * be pasted.
 */
#include "tuner/report/overview.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "engine/games/games.h"
#include "engine/plugin/library.h"
#include "tuner/config/depths.h"
#include "tuner/config/versions.h"
#include "tuner/report/explain.h"
#include "tuner/report/lines.h"
#include "tuner/report/players.h"
#include "tuner/report/settings.h"
#include "tuner/report/text.h"
#include "tuner/report/weights_show.h"

enum { SHEET_WEIGHTS_MAX = 256 /* more are no picture */ };

/* ---- weights ------------------------------------------------------------------------------- */

static void overview_add_weights(const struct run_argument *run, const struct report *report,
                                 struct text *out) {
    struct weights weights;
    if (!report->champion.chosen || players_load(run, "champion", &weights, NULL) != 0) return;
    const struct evaluator *evaluator = weights.evaluator;
    if (settings_are_of(run->run)) {
        text_add(out, "\nThe champion's values\n");
        settings_print_beside_start(run, out);
        weights_free(&weights);
        return;
    }
    text_add(out, "\nThe champion's weights, %s %s", evaluator->name, evaluator->layout);
    if (evaluator->param_count > SHEET_WEIGHTS_MAX) {
        text_add(out, ": %d of them\n", evaluator->param_count);
    } else {
        text_add(out, "\n");
        weights_show_boards(&weights, out);
        weights_show_rows(&weights, out);
    }
    weights_free(&weights);
}

/* ---- the run ------------------------------------------------------------------------------- */

/* A run's config, read once; as far as it goes if it cannot be used here. */
struct overview_config {
    struct config config;
    bool usable;
    struct error why; /* not */
};

/* "2026-11-22T06:29:40Z". False: it is no such date. */
static bool overview_read_date(const char *text, struct tm *out) {
    *out = (struct tm){.tm_isdst = 0};
    if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d", &out->tm_year, &out->tm_mon, &out->tm_mday,
               &out->tm_hour, &out->tm_min, &out->tm_sec) != 6)
        return false;
    out->tm_year -= 1900;
    out->tm_mon--;
    return true;
}

static void overview_add_date(const char *text, struct text *out) {
    text_add(out, "%.10s %.8s", text, text + strlen("2026-11-22T"));
}

double overview_seconds(const struct stored_run *run) {
    struct tm begun, ended;
    if (!overview_read_date(run->started, &begun) || !overview_read_date(run->finished, &ended))
        return -1;
    return difftime(mktime(&ended), mktime(&begun));
}

void overview_dates(const struct stored_run *run, struct text *out) {
    struct tm begun;
    char duration[32];
    if (!overview_read_date(run->started, &begun)) return;
    text_add(out, "begun ");
    overview_add_date(run->started, out);
    if (overview_seconds(run) >= 0) {
        text_add(out, ", ended ");
        overview_add_date(run->finished, out);
        duration_format(overview_seconds(run), duration);
        text_add(out, " UTC, %s later", duration);
    } else {
        text_add(out, " UTC, not ended");
    }
}

/* "a = 1" lines as one line. */
static void overview_add_settings(const struct config *config, struct text *out) {
    struct text lines = {0};
    config_print_unusual(config, &lines);
    text_add(out, "  settings other than the defaults: ");
    for (const char *line = text_get(&lines); *line;) {
        size_t length = strcspn(line, "\n");
        text_add_bytes(out, line, length);
        line += length + (line[length] == '\n');
        if (*line) text_add(out, ", ");
    }
    text_add(out, lines.length ? "\n" : "none\n");
    text_free(&lines);
}

/* The versions of a file that it was played with, those that were adopted too. */
static void overview_add_versions(const char *kind, const char *file, const char *kept,
                                  struct text *out) {
    uint64_t checksum;
    int generation;
    for (bool first = true; versions_next_line(&kept, &checksum, &generation); first = false)
        if (first && generation > 0) /* an earlier hone kept no engines */
            text_add(out, "  %s %s from generation %d on, checksum %016" PRIx64 "\n", kind, file,
                     generation, checksum);
        else if (first)
            text_add(out, "  %s %s, checksum %016" PRIx64 "\n", kind, file, checksum);
        else
            text_add(
                out,
                "  ! from generation %d on with another %s that was adopted, checksum %016" PRIx64
                "\n",
                generation, file, checksum);
}

void overview_add_changes(const struct run_argument *run, struct text *out) {
    struct stored_change *changes;
    int count = store_changes(run->store, run->run->id, &changes);
    for (int i = 0; i < count; i++)
        text_add(out, "  ! from generation %d on: %s\n", changes[i].generation + 1,
                 changes[i].what);
    store_free_changes(changes, count);
}

static bool overview_is_plugin(const struct config *config, const char *path) {
    const struct config_files *plugins = &config->given.plugins;
    int i = 0;
    while (i < plugins->count && strcmp(plugins->paths[i], path) != 0) i++;
    return i < plugins->count;
}

void overview_add_programs(const struct config *config, struct text *out) {
    const struct config_contents *contents = &config->contents;
    size_t mark = strlen(VERSIONS_ENGINE);
    for (int i = 0; i < contents->count; i++) {
        const char *path = contents->paths[i], *kept = contents->texts[i];
        if (overview_is_plugin(config, path)) overview_add_versions("plug-in", path, kept, out);
        if (strncmp(path, VERSIONS_ENGINE, mark) == 0)
            overview_add_versions("engine", path + mark, kept, out);
    }
}

static void overview_add_run(const struct run_argument *run, const struct overview_config *read,
                             struct text *out) {
    text_add(out, "\nThe run\n  ");
    overview_dates(run->run, out);
    text_add(out, "\n");
    if (!read->usable) {
        text_add(out, "  ? settings: %s\n", read->why.text);
        return;
    }
    overview_add_settings(&read->config, out);
    overview_add_programs(&read->config, out);
    overview_add_changes(run, out);
}

/* ---- what to do next ----------------------------------------------------------------------- */

static bool overview_has_control(const char *word) {
    for (; *word; word++)
        if (iscntrl((unsigned char)*word)) return true;
    return false;
}

/* As bash, zsh and ksh have it: $'a\012b'. */
static void overview_add_control(const char *word, struct text *out) {
    text_add(out, "$'");
    for (; *word; word++) {
        unsigned char c = (unsigned char)*word;
        text_add(out, iscntrl(c) ? "\\%03o" : c == '\'' || c == '\\' ? "\\%c" : "%c", c);
    }
    text_add(out, "'");
}

void overview_add_word(const char *word, struct text *out) {
    if (overview_has_control(word)) {
        overview_add_control(word, out);
        return;
    }
    if (*word && !strpbrk(word, " \"'`\\$*[](){}<>|&;#~?!")) {
        text_add(out, "%s", word);
        return;
    }
    text_add(out, "'");
    for (; *word; word++) text_add(out, *word == '\'' ? "'\\''" : "%c", *word);
    text_add(out, "'");
}

/* A line "PROGRAM WORDS RUN REST". */
static void overview_add_command(const struct run_argument *run, const char *program_suffix,
                                 const char *words, const char *rest, struct text *out) {
    char program[4096], place[RUN_ARGUMENT_PATH];
    int command = (int)strcspn(words, " "); /* the words behind it may want RUN next */
    run_argument_place(run, place);
    snprintf(program, sizeof program, "%s%s", program_name, program_suffix);
    text_add(out, "  ");
    overview_add_word(program, out);
    text_add(out, " %.*s", command, words);
    for (int i = 0; library_at(i); i++) {
        text_add(out, " --plugin ");
        overview_add_word(library_at(i)->path, out);
    }
    text_add(out, "%s ", words + command);
    overview_add_word(place, out);
    text_add(out, "%s\n", rest);
}

/* The champion at greater depths than it was tuned at. */
static void overview_add_deeper(const struct run_argument *run, const struct config *config,
                                struct text *out) {
    int deeper = manners_deepest(&config->player.manners)->limits.depth + 2;
    struct manner manner = depths_manner(config, min_int(deeper, SEARCH_DEPTH_MAX));
    struct text words = {0}, rest = {0};
    char start[RUN_ARGUMENT_PATH];
    text_add(&words, "match");
    limits_write_options(games_settings(), &manner.limits, &words);
    run_argument_place(run, start);
    text_add(&rest, " ");
    overview_add_word(start, &rest);
    text_add(&rest, "@start    # does it hold two plies deeper?");
    overview_add_command(run, "", text_get(&words), text_get(&rest), out);
    text_free(&words);
    text_free(&rest);
}

static void overview_add_plugin_next(const struct run_argument *run, const char *plugin,
                                     struct text *out) {
    struct text words = {0};
    text_add(&words, "report --plugin ");
    overview_add_word(plugin, &words);
    overview_add_command(run, "", text_get(&words), "    # with its plug-in, and what to do then",
                         out);
    text_free(&words);
}

static void overview_add_study_next(const struct run_argument *run, struct text *out) {
    text_add(out, "\nNext\n");
    if (!run->run->finished[0])
        overview_add_command(run, "", "ask", "    # the next vector to try", out);
    if (run->run->generations > 0)
        overview_add_command(run, "", "export --format json", "    # the champion's values", out);
}

static void overview_add_values_next(const struct run_argument *run, const struct config *config,
                                     struct text *out) {
    struct text command = {0};
    text_add(&command, "export --format %s", settings_own_format(config));
    overview_add_command(run, "", text_get(&command),
                         "    # its values; --help lists other formats", out);
    text_free(&command);
}

/* Commands for a champion's weights, or the values of an engine's parameters. */
static void overview_add_champion_next(const struct run_argument *run, const struct config *config,
                                       struct text *out) {
    bool alone = !*run->wanted; /* one of several has no file of its own */
    if (settings_are_of(run->run)) {
        overview_add_values_next(run, config, out);
        return;
    }
    if (alone)
        overview_add_command(run, "-engine", "play --weights", "    # play against the champion",
                             out);
    overview_add_deeper(run, config, out);
    overview_add_command(run, "", "export --format c", "    # its weights for a program of yours",
                         out);
}

/* A run whose plug-in is not loaded has no other way. */
static void overview_add_next(const struct run_argument *run, const struct report *report,
                              const struct overview_config *read, struct text *out) {
    const struct config_files *plugins = &read->config.given.plugins;
    text_add(out, "\nNext\n");
    if (!read->usable && plugins->count > 0) {
        overview_add_plugin_next(run, plugins->paths[0], out);
        return;
    }
    if (!run->run->finished[0] && run_argument_goes_on(run))
        overview_add_command(run, "", "tune", "        # goes on with it", out);
    else if (!run->run->finished[0])
        text_add(out, "  hone tune DIRECTORY        # goes on with it alone in DIRECTORY/run.db\n");
    if (!report->champion.chosen) return;
    if (champion_is_loser(&report->champion))
        text_add(out, "  %s\n", text_get(&report->change));
    else if (read->usable)
        overview_add_champion_next(run, &read->config, out);
}

/* ---- all of it ----------------------------------------------------------------------------- */

void overview_print(const struct run_argument *run, const struct report *report, bool explain,
                    struct text *out) {
    struct text page = {0}, explained = {0};
    struct overview_config read;
    read.usable = run_argument_config(run, &read.config, &read.why) == 0;
    report_text(report, &page);
    overview_add_weights(run, report, &page);
    overview_add_run(run, &read, &page);
    if (report->is_study)
        overview_add_study_next(run, &page);
    else
        overview_add_next(run, report, &read, &page);
    if (explain) explain_add(text_get(&page), &explained);
    fold_add(text_get(explain ? &explained : &page), out);
    text_free(&explained);
    text_free(&page);
    config_free(&read.config);
}
