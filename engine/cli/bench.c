/*
 * bench: fixed searches without reductions. The total of their nodes is a fingerprint of rules,
 * evaluation and move ordering: it shows whether a refactoring has changed the search.
 */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/options.h"
#include "engine/base/shown.h"
#include "engine/cli/commands.h"
#include "engine/cli/show.h"
#include "engine/games/games.h"
#include "engine/search/player.h"

/* What is searched: every evaluator family, some layouts, sides that alternate and that do not,
 * early, middle and late positions. The Reversi endings are numbers 40 to 42 of the FFO suite. */
static const struct bench_search {
    const char *game, *evaluator, *layout;
    int depth, width;
    const char *position;
} bench_searches[] = {
    {"reversi", "wpc", "64", 7, 0, ""},
    {"reversi", "wpc", "64", 7, 0, "f5d6c3d3c4f4f6f3e6e7"},
    {"reversi", "wpc", "10", 7, 0, "f5f6e6f4e3c5c4e7c6e2"},
    {"reversi", "wpc", "10x3", 7, 0, "f5d6c5f4e3c6d3f6e6d7"},
    {"reversi", "wpc", "64", 8, 0,
     "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"},
    {"reversi", "wpc", "10", 8, 0,
     "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X"},
    {"reversi", "wpc", "64x2", 8, 8,
     "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X"},
    {"connect6", "roads", NULL, 3, 16, ""},
    {"connect6", "roads", NULL, 4, 12, "JJ JIKL KILH"},
    {"connect6", "roads", NULL, 4, 12, "JJ IHHI KKLJ JGKF"},
    {"connect6", "roads", NULL, 2, 0, "JJ HHIH LJKI"},
    {"gomoku", "roads", NULL, 5, 12, "h8 i9 g9"},
    {"tictactoe", "roads", NULL, 9, 0, ""},
    {"connect(5,5,4,1,1)", "roads", NULL, 6, 0, "c3"},
    {"connect(4,4,3,2,1)", "roads", NULL, 6, 0, ""},
    {"reversi", "features", NULL, 7, 0, "f5d6c3d3c4f4f6f3e6e7"},
    {"reversi", "features", "1", 7, 8,
     "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X"},
    {"reversi", "patterns", NULL, 6, 0, "f5d6c3d3c4f4f6f3e6e7"},
    {"reversi", "patterns", "234x2", 6, 0, "f5f6e6f4e3c5c4e7c6e2"},
    {"reversi", "patterns", "strong", 6, 8,
     "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X"},
    {"connect6", "lines", NULL, 4, 12, "JJ JIKL KILH"},
    {"gomoku", "lines", NULL, 5, 12, "h8 i9 g9"},
    {"connect(5,5,4,1,1)", "lines", NULL, 5, 0, "c3"},
    {"connect6", "roads+lines", NULL, 4, 12, "JJ IHHI KKLJ JGKF"},
    {"gomoku", "roads+lines", NULL, 5, 12, "h8 i9 g9"},
    {"connect6", "lines-open", NULL, 2, 12, "JJ JIKL KILH"},
    {"gomoku", "lines-open", NULL, 3, 12, "h8 i9 g9"},
    {"tictactoe", "lines-open", NULL, 9, 0, ""},
    {"connect6", "points", NULL, 4, 12, "JJ IHHI KKLJ JGKF"},
    {"gomoku", "points", NULL, 6, 12, "h8 i9 g9"},
    {"nim(3,5,7)", "piles", NULL, 10, 0, ""},
    {"grundy(20)", "piles", NULL, 12, 0, ""},
    {"lgame", "freedom", NULL, 3, 0, ""},
    {"hex(7)", "distance", NULL, 2, 0, "d4"},
    {"hex(7)", "resistance", NULL, 2, 0, "d4"},
    {"dobutsu", "material", NULL, 8, 0, ""},
};

static int bench_one(const struct bench_search *bench, enum search_driver driver,
                     struct search *search, uint64_t *nodes, struct error *error) {
    const struct game *game = games_find(bench->game, error);
    if (!game) return -1;
    const struct evaluator *evaluator =
        games_evaluator(game, bench->evaluator, bench->layout, error);
    struct state state;
    if (!evaluator || game_parse(game, bench->position, &state, error) != 0) return -1;
    struct search_limits limits = {.depth = bench->depth, .width = bench->width, .driver = driver};
    struct player player;
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    free(weights);

    struct search_result result;
    char move[MOVE_TEXT_MAX], score[SCORE_TEXT_MAX];
    search_new_game(search);
    double begin = clock_seconds();
    evaluator_ops(evaluator)->search(search, evaluator, player.prepared, &state, &limits, &result);
    double seconds = clock_seconds() - begin;
    player_destroy(&player);
    game->move_format(game, result.move, move);
    shown_print("%-20s %s %-5s depth %d width %-2d %-5s %-8s nodes %llu\n", game->name,
                evaluator->name, evaluator->layout, result.depth, bench->width, move,
                score_format(evaluator, &result, score), (unsigned long long)result.nodes);
    shown_warn("%8.3f s %8.3f M nodes/s\n", seconds, (double)result.nodes / seconds / 1e6);
    *nodes += result.nodes;
    return 0;
}

static const struct command_usage bench_usage = {
    .synopsis = "bench [OPTION]...",
    .doc =
        "Searches fixed positions to fixed depths, without reductions, and prints the nodes as a\n"
        "fingerprint: a change of rules, evaluation or move order changes the total. The times go\n"
        "to stderr, so that the output is the same on every machine. All drivers of the search\n"
        "that do not go best first find the same scores; minimax takes half a minute.\n",
};

int command_bench(int argc, char **argv) {
    enum { BENCH_TT_BYTES = 16 << 20 };
    int driver = SEARCH_PVS;
    const struct option_spec options[] = {{.name = "search",
                                           .argument = "NAME",
                                           .doc = "driver of the search",
                                           .kind = OPTION_CHOICE,
                                           .value = &driver,
                                           .choices = search_drivers},
                                          {0}};
    struct operands operands;
    int status = options_parse(&bench_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    struct search *search = search_new(BENCH_TT_BYTES);
    struct error error;
    uint64_t nodes = 0;
    double begin = clock_seconds();
    for (size_t i = 0; i < COUNT_OF(bench_searches); i++)
        if (bench_one(&bench_searches[i], (enum search_driver)driver, search, &nodes, &error) != 0)
            die("bench position %zu: %s", i + 1, error.text);
    double seconds = clock_seconds() - begin;
    shown_print("total nodes %llu\n", (unsigned long long)nodes);
    shown_warn("%8.3f s %8.3f M nodes/s\n", seconds, (double)nodes / seconds / 1e6);
    search_free(search);
    return 0;
}
