/*
 * hone-engine prove: the value of a position with best play of both sides, by proof-number search,
 * or from the solution of a solved game: won, drawn or lost, and how.
 */
#include <stdio.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/cli/asked.h"
#include "engine/cli/commands.h"
#include "engine/cli/show.h"
#include "engine/game/expert.h"
#include "engine/plugin/library.h"
#include "engine/search/proof.h"
#include "engine/search/search.h"

/* What has been asked about a position. */
struct proving {
    const struct game *game;
    const struct state *state;
    struct proof *proof;
    uint64_t nodes, nodes_max; /* made, in all */
};

static enum proof_answer prove_ask(struct proving *proving, int margin, struct proof_result *out) {
    int mover = proving->game->side(proving->state);
    *out = (struct proof_result){.answer = PROOF_UNKNOWN};
    if (proving->nodes >= proving->nodes_max) return PROOF_UNKNOWN;
    proof_ask(proving->proof, proving->state, mover, margin, proving->nodes_max - proving->nodes,
              out);
    proving->nodes += out->nodes;
    return out->answer;
}

/* What is known of the mover's result, in words; `result` is that of the last question. */
static const char *prove_result(struct proving *proving, struct proof_result *result) {
    switch (prove_ask(proving, 1, result)) {
    case PROOF_YES:
        return "wins";
    case PROOF_UNKNOWN:
        return NULL;
    case PROOF_NO:
        break;
    }
    switch (prove_ask(proving, 0, result)) {
    case PROOF_YES:
        return "draws";
    case PROOF_NO:
        return "loses";
    case PROOF_UNKNOWN:
        break;
    }
    return "does not win";
}

static void prove_show(const struct proving *proving, const char *known, const move_t *line,
                       int length) {
    const struct game *game = proving->game;
    if (known)
        shown_print("%s %s\n", game->sides[game->side(proving->state)], known);
    else
        shown_print("not settled\n");
    if (length > 0) {
        shown_print("line ");
        show_line(game, proving->state, line, length);
    }
    shown_print("nodes %llu\n", (unsigned long long)proving->nodes);
}

/* Whether it is known. */
static bool prove_by_search(struct proving *proving, size_t table_bytes) {
    struct proof_result result;
    proving->proof = proof_new(proving->game, table_bytes);
    const char *known = prove_result(proving, &result);
    prove_show(proving, known, result.line, result.length);
    proof_free(proving->proof);
    return result.answer != PROOF_UNKNOWN;
}

/* From the solution of a game that is solved whole, where play may go round in circles for ever,
 * which no proof of a draw by search sees the end of. */
static bool prove_by_solution(struct proving *proving, size_t table_bytes) {
    const struct game *game = proving->game;
    const struct search_limits limits = {.endgame = 1};
    struct search_result result;
    void *memory = game->expert->memory_new(game, table_bytes);
    bool known = game->expert->solve(game, memory, proving->state, &limits, &result);
    if (!known) die("%s is not solved", game->name);
    proving->nodes = result.nodes;
    prove_show(proving,
               result.score > 0   ? "wins"
               : result.score < 0 ? "loses"
                                  : "draws",
               result.pv, result.pv_length);
    game->expert->memory_free(memory);
    return true;
}

static const struct command_usage prove_usage = {
    .synopsis = "prove [OPTION]... POSITION",
    .doc =
        "Proves the value of a position, win, draw or loss, without any weights. Proof-number "
        "search\n"
        "goes where the fewest replies are left to be answered. POSITION is one line of text or "
        "the\n"
        "moves that lead there, \"\" the start. Solved games (Nim, Grundy's game, the L-game) are\n"
        "looked up in their solution.\n"
        "\n"
        "The line that is shown is one of many: the proved side plays proved moves, the other "
        "side\n"
        "those that held out longest. Nodes are positions made. If they do not suffice, the exit\n"
        "status is 1.\n",
    .operands_min = 1,
    .operands_max = GAME_PLIES_MAX,
};

int command_prove(int argc, char **argv) {
    struct asked asked = asked_default();
    int64_t nodes = 1000000000;
    const struct option_spec options[] = {asked_game_option(&asked),
                                          library_option(),
                                          {.name = "nodes",
                                           .letter = 'n',
                                           .argument = "N",
                                           .doc = "positions made at most",
                                           .kind = OPTION_INT64,
                                           .value = &nodes,
                                           .lower = 1,
                                           .upper = 1e15},
                                          asked_tt_option(&asked),
                                          {0}};
    struct operands operands;
    struct error error;
    struct state state;
    int status = options_parse(&prove_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (asked_check_tt(&asked, &error) != 0) return usage_fail(&prove_usage, "%s", error.text);
    const struct game *game = asked_game(&asked, &error);
    if (!game || asked_position(&operands, game, &state, &error) != 0)
        return command_fail(&prove_usage, "%s", error.text);
    show_board(game, &state, NULL, 0);
    if (game->over(game, &state)) return show_outcome(game, &state), 0;
    struct proving proving = {.game = game, .state = &state, .nodes_max = (uint64_t)nodes};
    size_t table_bytes = (size_t)asked.tt_mib << 20;
    bool solved = game->expert && game->expert->whole;
    interrupt_install();
    double begin = clock_seconds();
    bool known =
        solved ? prove_by_solution(&proving, table_bytes) : prove_by_search(&proving, table_bytes);
    shown_warn("%.3f s\n", clock_seconds() - begin);
    if (interrupt_pending()) return interrupt_status();
    return !known;
}
