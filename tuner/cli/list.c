/*
 * hone list: the runs of a directory, a line each: what is there, how far it is, what came of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "tuner/cli/commands.h"
#include "tuner/config/length.h"
#include "tuner/report/champion.h"
#include "tuner/report/run_argument.h"

static const struct command_usage usage = {
    .synopsis = "list [DIR]",
    .doc =
        "Lists the runs in the directories of DIR (results, if none is named) and in DIR itself:\n"
        "game, state, training games, the champion's measured Elo over its start, and how long\n"
        "ago it was begun.\n",
    .operands_max = 1,
};

/* A line of the list. */
struct list_row {
    char game[32], state[64], elo[SCORE_ELO_LENGTH], age[32];
    int64_t games;
};

/* "finished"; "running 12/300", "stopped 40000/1000000 games". */
static void list_state(const struct run_argument *run, const struct config *config,
                       struct list_row *row) {
    const char *state = store_is_written(run->path) ? "running" : "stopped";
    int64_t budget = config->optimizer.games;
    if (run->run->finished[0])
        snprintf(row->state, sizeof row->state, "finished");
    else if (budget > 0)
        snprintf(row->state, sizeof row->state, "%s %lld/%lld games", state, (long long)row->games,
                 (long long)budget);
    else
        snprintf(row->state, sizeof row->state, "%s %d/%d", state, run->run->generations,
                 config->optimizer.generations);
}

static void list_elo(const struct run_argument *run, struct list_row *row) {
    struct champion champion;
    champion_load(run->store, run->run, &champion);
    snprintf(row->elo, sizeof row->elo, "%s", champion.is_start ? "is its start" : "");
    if (champion.gain_known) score_format_elo(&champion.gain, row->elo);
    champion_free(&champion);
}

static int list_load(const char *place, struct list_row *row, struct error *error) {
    struct run_argument run;
    struct config config;
    *row = (struct list_row){.games = 0};
    if (run_argument_open(place, &run, error)) return -1;
    int status = run_argument_config(&run, &config, error);
    if (status == 0) {
        row->games = store_games(run.store, run.run->id, run.run->generations);
        snprintf(row->game, sizeof row->game, "%s", run.run->game);
        duration_format((double)run.run->age, row->age);
        list_state(&run, &config, row);
        list_elo(&run, row);
    }
    config_free(&config);
    run_argument_close(&run);
    return status;
}

static void list_print(const struct run_argument_places *places) {
    int width = 3;
    for (int i = 0; i < places->count; i++) width = max_int(width, (int)strlen(places->list[i]));
    printf("%-*s  %-10s %-16s %12s %-16s %s\n", width, "run", "game", "state", "games",
           "Elo over start", "age");
    for (int i = 0; i < places->count; i++) {
        struct list_row row;
        struct error error;
        if (list_load(places->list[i], &row, &error))
            printf("%-*s  %s\n", width, places->list[i], error.text);
        else
            printf("%-*s  %-10s %-16s %12lld %-16s %s\n", width, places->list[i], row.game,
                   row.state, (long long)row.games, row.elo, row.age);
    }
}

int command_list(int argc, char **argv) {
    static const struct option_spec options[] = {{0}};
    struct operands operands;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    const char *directory = operands.count ? operands.list[0] : "results";
    struct run_argument_places places = run_argument_places(directory);
    if (places.count)
        list_print(&places);
    else
        printf("there are no runs in %s\n", directory);
    run_argument_places_free(&places);
    return 0;
}
