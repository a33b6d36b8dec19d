/*
 * hone list: the runs of a directory, a line each, with progress and result.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/run_row.h"

static const struct command_usage usage = {
    .synopsis = "list [OPTION]... [DIR]",
    .doc =
        "Lists the runs in DIR (results, if none is named) and in its directories, however deep:\n"
        "game, state, training games, the champion's measured Elo over its start, and how long\n"
        "ago it was begun.\n",
    .operands_max = 1,
};

/* "finished"; "running 12/300", "stopped 40000/1000000 games"; "stopped 12" where the length is not
 * known. */
static void list_state(const struct run_row *row, char out[64]) {
    if (strcmp(row->state, "finished") == 0)
        snprintf(out, 64, "%s", row->state);
    else if (row->games_planned > row->games)
        snprintf(out, 64, "%s %lld/%lld games", row->state, (long long)row->games,
                 (long long)row->games_planned);
    else if (row->games_planned > 0)
        snprintf(out, 64, "%s %lld games", row->state, (long long)row->games);
    else if (row->generations_planned > 0)
        snprintf(out, 64, "%s %d/%d", row->state, row->generations, row->generations_planned);
    else
        snprintf(out, 64, "%s %d", row->state, row->generations);
}

static void list_print_row(const char *place, int width, const struct run_row *row) {
    char state[64], age[32], elo[SCORE_ELO_LENGTH];
    list_state(row, state);
    duration_format((double)row->age, age);
    snprintf(elo, sizeof elo, "%s", row->is_start ? "is its start" : "");
    if (row->gain.pairs > 0) score_format_elo(&row->gain, elo);
    shown_print("%-*s  %-10s %-16s %12lld %-16s %s\n", width, place, row->game, state,
                (long long)row->games, elo, age);
}

/* Its row, and below it why there is no more. */
static void list_print_run(const char *place, int width) {
    struct run_row row;
    struct error error;
    if (run_row_load(place, &row, &error)) {
        shown_print("%-*s  %s\n", width, place, error.text);
        return;
    }
    list_print_row(place, width, &row);
    if (row.unread.text[0]) shown_print("%-*s    ? %s\n", width, "", row.unread.text);
}

static void list_print(const struct run_argument_places *places) {
    int width = 3;
    for (int i = 0; i < places->count; i++) width = max_int(width, (int)strlen(places->list[i]));
    shown_print("%-*s  %-10s %-16s %12s %-16s %s\n", width, "run", "game", "state", "games",
                "Elo over start", "age");
    for (int i = 0; i < places->count; i++) list_print_run(places->list[i], width);
}

static void list_print_listing(const struct run_argument_places *places,
                               enum listing_format format) {
    struct listing listing = listing_new(format);
    if (places->count == 0) {
        run_row_add(&listing, "", &(struct run_row){.state = "", .ended_by = ""}, "", 0);
        listing_no_row(&listing);
    }
    for (int i = 0; i < places->count; i++) {
        struct run_row row;
        struct error error;
        bool read = run_row_load(places->list[i], &row, &error) == 0;
        run_row_add(&listing, places->list[i], &row, read ? row.unread.text : error.text, 0);
    }
    listing_print(&listing);
}

static void list_print_as(const struct run_argument_places *places, const char *directory,
                          enum listing_format format) {
    if (format != LISTING_TEXT)
        list_print_listing(places, format);
    else if (places->count)
        list_print(places);
    else
        shown_print("there are no runs in %s\n", directory);
}

int command_list(int argc, char **argv) {
    enum listing_format format = LISTING_TEXT;
    const struct option_spec options[] = {
        library_option(), listing_option(&format, "a row for each run"), {0}};
    struct operands operands;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    const char *directory = operands.count ? operands.list[0] : "results";
    struct run_argument_places places;
    struct error error;
    status = run_argument_places(directory, &places, &error)
                 ? command_fail(&usage, "%s", error.text)
                 : 0;
    if (status == 0) list_print_as(&places, directory, format);
    run_argument_places_free(&places);
    return status;
}
