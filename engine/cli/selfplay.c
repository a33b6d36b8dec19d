#include <stdio.h>
#include <string.h>

#include "engine/cli/commands.h"

/* The games of one call. Contestant 0 has the first side in odd rounds. */
struct selfplay {
    const struct game *game;
    struct contestant contestants[2];
    struct search *searches[2];
    int score[3]; /* rounds won by contestant 0, by contestant 1, drawn */
};

static void show_ply(const struct selfplay *selfplay, int ply, int side, const void *state,
                     const struct search_result *info) {
    const struct game *game = selfplay->game;
    char move[MOVE_TEXT_MAX], score[SCORE_TEXT_MAX];
    game->move_format(game, info->move, move);
    printf("\n%d. %s %s  score %s", ply, game->sides[side], move, score_format(info->score, score));
    if (info->depth > 0)
        printf("  depth %d  nodes %llu", info->depth, (unsigned long long)info->nodes);
    printf("\n");
    show_board(game, state, info->move);
}

static int play_opening(const struct game *game, int plies, struct rng *rng, void *state) {
    move_t moves[GAME_MOVES_MAX], played[GAME_PLIES_MAX];
    int ply = 0;
    bool turn_ends = true; /* else an opening would give the next player part of a turn */
    for (; (ply < plies || !turn_ends) && !game->over(game, state); ply++) {
        int side = game->side(state);
        int count = game->opening_moves(game, state, moves);
        played[ply] = moves[rng_below(rng, (uint32_t)count)];
        game->play(game, state, played[ply]);
        turn_ends = game->side(state) != side;
    }
    if (ply > 0) {
        printf("random opening: ");
        show_moves(game, played, ply);
    }
    show_board(game, state, ply > 0 ? played[ply - 1] : MOVE_NONE);
    return ply;
}

static void play_round(struct selfplay *selfplay, const struct options *options, int round) {
    enum { PURPOSE_SELFPLAY = 0x73656c66 };
    const struct game *game = selfplay->game;
    int first = round % 2; /* the contestant who begins */
    struct rng rng = rng_keyed(options->seed, PURPOSE_SELFPLAY, (uint64_t)round, 0);
    printf("Round %d of %d: %s %s, %s %s\n", round + 1, options->rounds, game->sides[0],
           selfplay->contestants[first].name, game->sides[1], selfplay->contestants[!first].name);
    for (int i = 0; i < 2; i++) search_new_game(selfplay->searches[i]);

    struct state state;
    game->start(game, &state);
    int ply = play_opening(game, options->random, &rng, &state);
    while (!game->over(game, &state)) {
        int side = game->side(&state), who = side == 0 ? first : !first;
        struct search_result info;
        move_t move = player_move(&selfplay->contestants[who].player, selfplay->searches[who],
                                  &state, &rng, &info);
        game->play(game, &state, move);
        show_ply(selfplay, ++ply, side, &state, &info);
    }
    show_outcome(game, &state);
    printf("\n");
    int margin = game->margin(game, &state);
    selfplay->score[margin == 0 ? 2 : (margin > 0 ? first : !first)]++;
}

static int selfplay_games(struct selfplay *selfplay, const struct options *options) {
    const struct game *game = selfplay->contestants[0].player.evaluator->game;
    const struct game *other = selfplay->contestants[1].player.evaluator->game;
    if (game != other)
        return cli_misuse("selfplay: the weights are for different games, %s and %s", game->name,
                          other->name);
    selfplay->game = game;
    for (int i = 0; i < 2; i++) selfplay->searches[i] = cli_search(options);
    for (int round = 0; round < options->rounds; round++) play_round(selfplay, options, round);
    printf("First player %d, second player %d, draws %d (%s against %s)\n", selfplay->score[0],
           selfplay->score[1], selfplay->score[2], selfplay->contestants[0].name,
           selfplay->contestants[1].name);
    for (int i = 0; i < 2; i++) search_free(selfplay->searches[i]);
    return CLI_OK;
}

static int selfplay_run(const struct options *options) {
    struct selfplay selfplay = {0};
    struct error error;
    if (contestant_init(&selfplay.contestants[0], options, 0, &error) != 0)
        return cli_misuse("selfplay: %s", error.text);
    int status;
    if (contestant_init(&selfplay.contestants[1], options, 1, &error) != 0) {
        status = cli_misuse("selfplay: %s", error.text);
    } else {
        status = selfplay_games(&selfplay, options);
        contestant_destroy(&selfplay.contestants[1]);
    }
    contestant_destroy(&selfplay.contestants[0]);
    return status;
}

const struct command command_selfplay = {
    .name = "selfplay",
    .args = "",
    .doc = "Let the engine play against itself or against other weights.\n"
           "Prints the board after each move, with the move and its score for who made "
           "it.\n" CLI_GREEDY_NOTE,
    .options = "gwWdntkeTLxuMrRs",
    .run = selfplay_run,
};
