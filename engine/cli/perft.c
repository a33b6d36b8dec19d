/*
 * hone-engine perft: counts leaves, to test the rules against published numbers, and times it.
 */
#include <stdio.h>

#include "engine/base/clock.h"
#include "engine/base/shown.h"
#include "engine/cli/asked.h"
#include "engine/cli/commands.h"
#include "engine/plugin/library.h"

static void perft_row(const struct game *game, const void *state, int depth) {
    double begin = clock_seconds();
    uint64_t leaves = game->perft(game, state, depth);
    double seconds = clock_seconds() - begin;
    shown_print("%5d %20llu %10.3f %12.1f\n", depth, (unsigned long long)leaves, seconds,
                (double)leaves / seconds / 1e6);
    fflush(stdout);
}

static const struct command_usage perft_usage = {
    .synopsis = "perft [OPTION]... DEPTH",
    .doc =
        "Counts the positions at each depth from 1 to DEPTH, to check the rules and their speed.\n"
        "A pass is a ply; a finished game is one leaf however short.\n",
    .operands_min = 1,
    .operands_max = 1,
};

int command_perft(int argc, char **argv) {
    enum { PERFT_DEPTH_MAX = 30 };
    struct asked asked = asked_default();
    const char *position = "";
    const struct option_spec options[] = {
        asked_game_option(&asked),
        library_option(),
        {.name = "position",
         .argument = "TEXT",
         .doc = "a position or the moves that lead to it; else the start",
         .kind = OPTION_TEXT,
         .value = &position},
        {0}};
    struct operands operands;
    struct error error;
    int64_t depth;
    struct state state;
    int status = options_parse(&perft_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (!parse_i64(operands.list[0], 1, PERFT_DEPTH_MAX, &depth))
        return usage_fail(&perft_usage, "DEPTH is a whole number from 1 to %d, not \"%.40s\"",
                          PERFT_DEPTH_MAX, operands.list[0]);
    const struct game *game = asked_game(&asked, &error);
    if (!game || game_parse(game, position, &state, &error) != 0)
        return usage_fail(&perft_usage, "%s", error.text);
    shown_print("%5s %20s %10s %12s\n", "depth", "leaves", "seconds", "M leaves/s");
    for (int d = 1; d <= depth; d++) perft_row(game, &state, d);
    return 0;
}
