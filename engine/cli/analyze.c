#include <stdio.h>

#include "engine/base/clock.h"
#include "engine/cli/commands.h"

static void show_line(const struct game *game, int rank, const struct search_result *result,
                      bool proved) {
    char move[MOVE_TEXT_MAX], score[SCORE_TEXT_MAX];
    game->move_format(game, result->move, move);
    printf("%2d. %-5s score %-8s depth %-2d nodes %-10llu %s ", rank, move,
           score_format(result->score, score), result->depth, (unsigned long long)result->nodes,
           proved ? "proof" : "line");
    show_moves(game, result->pv, result->pv_length);
    fflush(stdout);
}

/* How many moves the search looks at in the root position. */
static int moves_searched(const struct player *player, const void *state) {
    struct candidate list[GAME_MOVES_MAX];
    int width = player->limits.width,
        count = evaluator_ops(player->evaluator)
                    ->candidates(player->evaluator, player->prepared, state, width == 0, list);
    return width == 0 ? count : min_int(count, width);
}

/* The best move under the given limits, then the next best ones at the same depth, unless the
 * game's expert proves them. Returns the nodes. */
static uint64_t show_best(const struct player *player, struct search *search, const void *state,
                          int count) {
    const struct evaluator *evaluator = player->evaluator;
    struct search_limits limits = player->limits;
    move_t shown[GAME_MOVES_MAX];
    uint64_t nodes = 0;
    limits.except = shown;
    for (int i = 0; i < count; i++) {
        struct search_result result;
        limits.except_count = i;
        bool proved = search_ask_expert(search, evaluator->game, state, &limits, &result);
        if (!proved)
            evaluator_ops(evaluator)->search(search, evaluator, player->prepared, state, &limits,
                                             &result);
        show_line(evaluator->game, i + 1, &result, proved);
        shown[i] = result.move;
        nodes += result.nodes;
        if (proved) continue;
        limits.depth = result.depth;
        limits.nodes = 0;
        limits.seconds = 0;
    }
    return nodes;
}

static void show_answers(const struct player *player, const struct options *options,
                         const void *state) {
    struct search *search = cli_search(options);
    int count = min_int(options->lines, moves_searched(player, state));
    double begin = clock_seconds();
    uint64_t nodes = show_best(player, search, state, count);
    double seconds = clock_seconds() - begin;
    if (count < options->lines && player->limits.width == 0)
        printf("(no more legal moves)\n");
    else if (count < options->lines)
        printf("(no more plausible moves within --width %d; 0: all legal ones)\n",
               player->limits.width);
    printf("time %.3f s, %llu nodes, %.3f M nodes/s\n", seconds, (unsigned long long)nodes,
           (double)nodes / seconds / 1e6);
    search_free(search);
}

/* The position of all arguments together: move lists need not be quoted. */
static int parse_position(const struct options *options, const struct game *game, void *state,
                          struct error *error) {
    struct text text = {0};
    for (int i = 0; i < options->arg_count; i++)
        text_add(&text, "%s%s", i > 0 ? " " : "", options->args[i]);
    int failed = game_parse(game, text_get(&text), state, error);
    text_free(&text);
    return failed;
}

static int analyze_run(const struct options *options) {
    struct error error;
    struct contestant engine;
    struct state state;
    if (options->depth == 0) return cli_misuse("analyze: --depth must be at least 1");
    if (contestant_init(&engine, options, 0, &error) != 0)
        return cli_misuse("analyze: %s", error.text);
    const struct game *game = engine.player.evaluator->game;
    int status = CLI_OK;
    if (parse_position(options, game, &state, &error) != 0) {
        status = cli_misuse("analyze: %s", error.text);
    } else {
        show_board(game, &state, MOVE_NONE);
        if (game->over(game, &state)) {
            show_outcome(game, &state);
        } else {
            printf("%s to move, %s\n", game->sides[game->side(&state)], engine.name);
            show_answers(&engine.player, options, &state);
        }
    }
    contestant_destroy(&engine);
    return status;
}

const struct command command_analyze = {
    .name = "analyze",
    .args = "POSITION",
    .doc = "Show the best moves of a position: score, depth, nodes and principal variation.\n"
           "What the game's expert finds (--endgame, --threats) is a proof, and called so.\n"
           "POSITION is one line of text or the moves that lead there, \"\" the start. The limits\n"
           "hold for the best move; the others are then searched to the same depth. A score is\n"
           "for the side to move; win+N and loss-N are proven results with their margin, discs at\n"
           "Reversi, at Connect one more than the points left empty: the sooner, the more.",
    .options = "gwdntkeTLxuMl",
    .args_min = 1,
    .args_max = GAME_PLIES_MAX,
    .run = analyze_run,
};
