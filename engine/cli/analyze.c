/*
 * hone-engine analyze: the best moves of one position, each with the value that the search or the
 * game's expert found.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/cli/asked.h"
#include "engine/cli/commands.h"
#include "engine/cli/show.h"

static void analyze_show_line(const struct evaluator *evaluator, const void *state, int rank,
                              const struct search_result *result, bool proved) {
    const struct game *game = evaluator->game;
    char move[MOVE_TEXT_MAX], score[SCORE_TEXT_MAX];
    game_move_name(game, state, result->move, move);
    shown_print("%2d. %-5s score %-8s depth %-2d nodes %-10llu %s ", rank, move,
                score_format(evaluator, result, score), result->depth,
                (unsigned long long)result->nodes, proved ? "proof" : "line");
    show_line(game, state, result->pv, result->pv_length);
    fflush(stdout);
}

/* The player's, but the expert may take as long as it ever does where only the depth is limited. */
static struct search_limits analyze_limits(const struct player *player) {
    const uint64_t plenty = 1 << 20;
    struct search_limits limits = player->limits;
    if (limits.nodes == 0 && limits.seconds == 0) limits.nodes = plenty;
    return limits;
}

/* What the other side would win by if this turn were passed. */
static void analyze_show_menace(const struct player *player, struct search *search,
                                const void *state) {
    const struct game *game = player->evaluator->game;
    const struct search_limits limits = analyze_limits(player);
    struct search_result result;
    if (!search_ask_menace(search, game, state, &limits, &result)) return;
    shown_print("%s threatens to win by ", game->sides[!game->side(state)]);
    show_moves(game, result.pv, result.pv_length);
}

/* How a move that loses to the other side's threats does so. */
static void analyze_show_refutation(const struct player *player, struct search *search,
                                    const void *state, const struct search_result *lost) {
    const struct game *game = player->evaluator->game;
    const struct search_limits limits = analyze_limits(player);
    struct state after;
    struct search_result result;
    memcpy(&after, state, game->state_size);
    for (int i = 0; i < lost->pv_length && game->side(&after) == game->side(state); i++)
        game->play(game, &after, lost->pv[i]);
    if (game->side(&after) == game->side(state) || game->over(game, &after)) return;
    if (!search_ask_expert(search, game, &after, &limits, &result)) return;
    shown_print("    lost to %s's threats ", game->sides[game->side(&after)]);
    show_moves(game, result.pv, result.pv_length);
}

/* How many moves the search looks at in the root position. */
static int analyze_moves_searched(const struct player *player, const void *state) {
    struct candidate list[GAME_MOVES_MAX];
    int width = player->limits.width,
        count = evaluator_ops(player->evaluator)
                    ->candidates(player->evaluator, player->prepared, state, width == 0, list);
    return width == 0 ? count : min_int(count, width);
}

struct analyzed {
    struct search_result result;
    bool proved;
};

/* The moves that the search's one tree told beside the one it was asked for. */
static int analyze_take_lines(const struct search_result *lines, struct analyzed *out, int room) {
    int count = 0;
    while (count < room && lines[count].pv_length > 0) {
        out[count] = (struct analyzed){lines[count], false};
        count++;
    }
    return count;
}

static bool analyze_wants_no_end(void *context) {
    (void)context;
    return false;
}

/* With a watcher a search looks for Ctrl-C in its first depth, too. */
static const struct watcher analyze_watcher = {analyze_wants_no_end, NULL};

/* The best move under the given limits, then the next best ones: those that it told as well, or
 * else at the same depth, best first under the same limits again; unless the game's expert proves
 * or foresees them, under the same limits, too. Ctrl-C leaves the first with what was found by
 * then, the others out. Returns the nodes of all searches. */
static uint64_t analyze_find_best(const struct player *player, struct search *search,
                                  const void *state, struct analyzed *out, int count) {
    const struct evaluator *evaluator = player->evaluator;
    struct search_limits limits = player->limits;
    struct search_result *lines = xcalloc((size_t)count, sizeof *lines);
    move_t found[GAME_MOVES_MAX];
    uint64_t nodes = 0;
    limits.lines = lines;
    limits.watcher = &analyze_watcher;
    limits.adviser = evaluator;
    limits.advice = player->prepared;
    limits.except = found;
    for (int i = 0, told = 0; i < count && !interrupt_pending(); i += 1 + told) {
        struct search_result *result = &out[i].result;
        limits.except_count = i;
        limits.line_count = count - i - 1;
        out[i].proved = search_ask_expert(search, evaluator->game, state, &limits, result);
        bool known =
            out[i].proved || search_ask_foresight(search, evaluator->game, state, &limits, result);
        if (known && abs(result->score) >= SCORE_WIN) out[i].proved = true;
        if (!known)
            evaluator_ops(evaluator)->search(search, evaluator, player->prepared, state, &limits,
                                             result);
        nodes += result->nodes;
        if (i > 0 && interrupt_pending()) result->pv_length = 0;
        told = known ? 0 : analyze_take_lines(lines, &out[i + 1], limits.line_count);
        for (int k = i; k <= i + told; k++) found[k] = out[k].result.move;
        if (known || limits_best_first(&limits)) continue;
        limits.depth = result->depth;
        limits.nodes = 0;
        limits.seconds = 0;
    }
    free(lines);
    return nodes;
}

/* A limit may have broken the first search off before it came to the best move of its last depth,
 * or a reduction hidden it. */
static void analyze_sort(struct analyzed *list, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && list[j].result.score > list[j - 1].result.score; j--) {
            struct analyzed better = list[j];
            list[j] = list[j - 1];
            list[j - 1] = better;
        }
}

/* Returns the nodes. */
static uint64_t analyze_show_best(const struct player *player, struct search *search,
                                  const void *state, int count) {
    struct analyzed *list = xcalloc((size_t)count, sizeof *list);
    uint64_t nodes = analyze_find_best(player, search, state, list, count);
    while (count > 1 && list[count - 1].result.pv_length == 0) count--;
    if (!limits_best_first(&player->limits)) analyze_sort(list, count); /* they keep their limits */
    for (int i = 0; i < count; i++) {
        const struct search_result *result = &list[i].result;
        analyze_show_line(player->evaluator, state, i + 1, result, list[i].proved);
        if (!list[i].proved && result->score <= -SCORE_WIN)
            analyze_show_refutation(player, search, state, result);
    }
    free(list);
    return nodes;
}

static void analyze_show_answers(const struct player *player, const struct asked *asked, int lines,
                                 const void *state) {
    struct search *search = asked_search(asked);
    int count = min_int(lines, analyze_moves_searched(player, state));
    analyze_show_menace(player, search, state);
    double begin = clock_seconds();
    uint64_t nodes = analyze_show_best(player, search, state, count);
    double seconds = clock_seconds() - begin;
    if (count < lines && player->limits.width == 0)
        shown_print("(no more legal moves)\n");
    else if (count < lines)
        shown_print("(no more plausible moves within --width %d; 0: all legal ones)\n",
                    player->limits.width);
    shown_print("time %.3f s, %llu nodes, %.3f M nodes/s\n", seconds, (unsigned long long)nodes,
                (double)nodes / seconds / 1e6);
    search_free(search);
}

static const struct command_usage analyze_usage = {
    .synopsis = "analyze [OPTION]... POSITION",
    .doc =
        "Shows the best moves of a position: score, depth, nodes and principal variation. POSITION "
        "is\n"
        "one line of text or the moves that lead there, \"\" the start. Ctrl-C shows what was "
        "found by\n"
        "then.\n"
        "\n"
        "The limits, 100000 nodes if you give none, hold for the first move. The others are then\n"
        "searched to the same depth; they may be better where a limit or --reduce (on without\n"
        "--depth, see play --help) cut that search short. Where the search foresees the end of a\n"
        "Reversi game, each move has the limits anew. With playouts there is one tree: the first\n"
        "move has its nodes, the others their visits.\n"
        "\n"
        "A score is for the side to move. win+N and loss-N are proved results with their margin:\n"
        "discs at Reversi, at Connect one more than the points left empty. What the game's expert\n"
        "finds (--endgame, --threats) is such a proof. With a question mark the result is "
        "expected\n"
        "only: moves were left out (--width), the search ended early, or at Reversi it has not "
        "seen\n"
        "every end. Other scores are in the unit of the weights; with two decimals they are "
        "discs,\n"
        "the expected margin. At Connect the other side's threats are shown, and how a lost move\n"
        "loses to them.\n",
    .operands_min = 1,
    .operands_max = GAME_PLIES_MAX,
};

static int analyze_position(const struct contestant *engine, const struct asked *asked, int lines,
                            const struct operands *operands, struct error *error) {
    const struct game *game = engine->player.evaluator->game;
    struct state state;
    if (asked_position(operands, game, &state, error) != 0) return -1;
    show_board(game, &state, NULL, 0);
    if (game->over(game, &state)) {
        show_outcome(game, &state);
    } else {
        struct text tuning = {0};
        contestant_tuning(engine, &tuning);
        shown_print("%s to move, %s%s%s%s\n", game->sides[game->side(&state)], engine->name,
                    tuning.length ? " (tuned: " : "", text_get(&tuning), tuning.length ? ")" : "");
        text_free(&tuning);
        fflush(stdout);
        analyze_show_answers(&engine->player, asked, lines, &state);
    }
    return 0;
}

int command_analyze(int argc, char **argv) {
    struct asked asked = asked_default();
    int lines = 3;
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct operands operands;
    struct contestant engine;
    struct error error;
    int count = asked_player_options(&asked, options);
    options[count] = (struct option_spec){.name = "lines",
                                          .argument = "N",
                                          .doc = "best moves shown",
                                          .kind = OPTION_INT,
                                          .value = &lines,
                                          .lower = 1,
                                          .upper = GAME_MOVES_MAX};
    int status = options_parse(&analyze_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (asked.limits.depth == 0) return usage_fail(&analyze_usage, "--depth must be at least 1");
    if (contestant_init(&engine, &asked, asked.weights, &error) != 0)
        return command_fail(&analyze_usage, "%s", error.text);
    interrupt_install();
    status = analyze_position(&engine, &asked, lines, &operands, &error);
    contestant_destroy(&engine);
    if (status) return command_fail(&analyze_usage, "%s", error.text);
    return interrupt_pending() ? interrupt_status() : 0;
}
