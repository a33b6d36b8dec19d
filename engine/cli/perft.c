#include <stdio.h>

#include "engine/base/clock.h"
#include "engine/cli/commands.h"

static void perft_row(const struct game *game, const void *state, int depth) {
    double begin = clock_seconds();
    uint64_t leaves = game->perft(game, state, depth);
    double seconds = clock_seconds() - begin;
    printf("%5d %20llu %10.3f %12.1f\n", depth, (unsigned long long)leaves, seconds,
           (double)leaves / seconds / 1e6);
    fflush(stdout);
}

static int perft_run(const struct options *options) {
    enum { PERFT_DEPTH_MAX = 30 };
    struct error error;
    int64_t depth;
    struct state state;
    if (!parse_i64(options->args[0], 1, PERFT_DEPTH_MAX, &depth))
        return cli_misuse("perft: DEPTH is a whole number from 1 to %d, not \"%.40s\"",
                          PERFT_DEPTH_MAX, options->args[0]);
    const struct game *game = cli_game(options, &error);
    if (!game || game_parse(game, options->position ? options->position : "", &state, &error) != 0)
        return cli_misuse("perft: %s", error.text);
    printf("%5s %20s %10s %12s\n", "depth", "leaves", "seconds", "M leaves/s");
    for (int d = 1; d <= depth; d++) perft_row(game, &state, d);
    return CLI_OK;
}

const struct command command_perft = {
    .name = "perft",
    .args = "DEPTH",
    .doc =
        "Count the positions at each depth from 1 to DEPTH, to check the rules and their speed.\n"
        "A pass is a ply; a finished game is one leaf however short.",
    .options = "gp",
    .args_min = 1,
    .args_max = 1,
    .run = perft_run,
};
