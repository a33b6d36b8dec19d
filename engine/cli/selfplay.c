/*
 * hone-engine selfplay: games of the engine with itself or with other weights, shown move by move.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/shown.h"
#include "engine/cli/asked.h"
#include "engine/cli/commands.h"
#include "engine/cli/show.h"

/* The games of one call. Contestant 0 has the first side in odd rounds. */
struct selfplay {
    const struct game *game;
    struct contestant contestants[2];
    struct search *searches[2];
    int rounds, random; /* games, and random plies of each */
    uint64_t seed;
    int score[3]; /* rounds won by contestant 0, by contestant 1, drawn */
};

static void selfplay_show_ply(const struct player *player, int ply, int side, const void *state,
                              const struct search_result *info) {
    const struct game *game = player->evaluator->game;
    char move[MOVE_TEXT_MAX], score[SCORE_TEXT_MAX];
    game->move_format(game, info->move, move);
    shown_print("\n%d. %s %s  score %s", ply, game->sides[side], move,
                score_format(player->evaluator, info, score));
    if (info->depth > 0)
        shown_print("  depth %d  nodes %llu", info->depth, (unsigned long long)info->nodes);
    shown_print("\n");
    show_board(game, state, &info->move, 1);
}

static int selfplay_opening(const struct game *game, int plies, struct rng *rng, void *state) {
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
        shown_print("random opening: ");
        show_moves(game, played, ply);
    }
    int last = min_int(1, ply);
    show_board(game, state, played + ply - last, last);
    return ply;
}

static void selfplay_round(struct selfplay *selfplay, int round) {
    enum { PURPOSE_SELFPLAY = 0x73656c66 };
    const struct game *game = selfplay->game;
    int first = round % 2; /* the contestant that begins */
    struct rng rng = rng_keyed(selfplay->seed, PURPOSE_SELFPLAY, (uint64_t)round, 0);
    shown_print("Round %d of %d: ", round + 1, selfplay->rounds);
    for (int side = 0; side < 2; side++)
        show_contestant(game->sides[side], &selfplay->contestants[side ? !first : first],
                        side ? "\n" : ", ");
    for (int i = 0; i < 2; i++) search_new_game(selfplay->searches[i]);

    struct state state;
    game->start(game, &state);
    int ply = selfplay_opening(game, selfplay->random, &rng, &state);
    while (!game->over(game, &state)) {
        int side = game->side(&state), mover = side == 0 ? first : !first;
        struct search_result info;
        const struct player *player = &selfplay->contestants[mover].player;
        move_t move = player_move(player, selfplay->searches[mover], &state, &rng, &info);
        game->play(game, &state, move);
        selfplay_show_ply(player, ++ply, side, &state, &info);
    }
    show_outcome(game, &state);
    shown_print("\n");
    int margin = game->margin(game, &state);
    selfplay->score[margin == 0 ? 2 : (margin > 0 ? first : !first)]++;
}

static const struct command_usage selfplay_usage = {
    .synopsis = "selfplay [OPTION]...",
    .doc =
        "Lets the engine play against itself or against other weights, and prints the board after\n"
        "each move, with the move and its score for its mover.\n" ASKED_HELP ASKED_TUNED_HELP,
};

static int selfplay_rounds(struct selfplay *selfplay, const struct asked *asked,
                           struct error *error) {
    const struct contestant *contestants = selfplay->contestants;
    const struct game *other = contestants[1].player.evaluator->game;
    selfplay->game = contestants[0].player.evaluator->game;
    if (selfplay->game != other)
        return error_set(error, "the weights are for different games, %s and %s",
                         selfplay->game->name, other->name);
    for (int i = 0; i < 2; i++) selfplay->searches[i] = asked_search(asked);
    for (int round = 0; round < selfplay->rounds; round++) selfplay_round(selfplay, round);
    shown_print("First player %d, second player %d, draws %d (%s against %s)\n", selfplay->score[0],
                selfplay->score[1], selfplay->score[2], contestants[0].name, contestants[1].name);
    for (int i = 0; i < 2; i++) search_free(selfplay->searches[i]);
    return 0;
}

/* Champions of two runs of one name: their files tell them apart. */
static void selfplay_tell_apart(struct contestant contestants[2], const char *a, const char *b) {
    if (!b || strcmp(contestants[0].name, contestants[1].name) != 0) return;
    if (a) contestants[0].name = a;
    contestants[1].name = b;
}

static int selfplay_run(struct selfplay *selfplay, const struct asked *asked, const char *weights2,
                        struct error *error) {
    selfplay->seed = (uint64_t)asked->seed;
    if (contestant_init(&selfplay->contestants[0], asked, asked->weights, error) != 0) return -1;
    int status = contestant_init(&selfplay->contestants[1], asked,
                                 weights2 ? weights2 : asked->weights, error);
    if (status == 0) {
        selfplay_tell_apart(selfplay->contestants, asked->weights, weights2);
        status = selfplay_rounds(selfplay, asked, error);
        contestant_destroy(&selfplay->contestants[1]);
    }
    contestant_destroy(&selfplay->contestants[0]);
    return status;
}

int command_selfplay(int argc, char **argv) {
    struct asked asked = asked_default();
    asked.as_tuned = true;
    struct selfplay selfplay = {.rounds = 3, .random = 2};
    const char *weights2 = NULL;
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    const struct option_spec own[] = {
        {.name = "weights2",
         .argument = "FILE",
         .doc = "the second player's weights; else the first's",
         .kind = OPTION_TEXT,
         .value = &weights2},
        {.name = "rounds",
         .argument = "N",
         .doc = "games, sides changing after each",
         .kind = OPTION_INT,
         .value = &selfplay.rounds,
         .lower = 1,
         .upper = 1e6},
        {.name = "random",
         .argument = "N",
         .doc = "random moves that begin each game, more if a turn is not over",
         .kind = OPTION_INT,
         .value = &selfplay.random,
         .upper = GAME_PLIES_MAX},
        asked_seed_option(&asked)};
    struct operands operands;
    struct error error;
    int count = asked_player_options(&asked, options);
    memcpy(options + count, own, sizeof own);
    int status = options_parse(&selfplay_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    return selfplay_run(&selfplay, &asked, weights2, &error)
               ? command_fail(&selfplay_usage, "%s", error.text)
               : 0;
}
