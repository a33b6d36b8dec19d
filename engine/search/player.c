/*
 * How a player comes to its move: a forced move, then chance, then a proved move, then the best
 * score, or the expert's foresee, or the search. Batch paths repeat this order, random number by
 * random number.
 */
#include "engine/search/player.h"

#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/search/mover.h"
#include "engine/search/searcher.h"

void player_init(struct player *player, const struct evaluator *evaluator, const int32_t *weights,
                 const struct search_limits *limits, double epsilon) {
    const struct player blank = {.evaluator = evaluator,
                                 .prepared = xlarge(evaluator->prepared_size),
                                 .mover_new = evaluator->mover_new};
    *player = player_moving(&blank, limits, epsilon);
    evaluator->prepare(evaluator, weights, player->prepared);
}

struct player player_moving(const struct player *player, const struct search_limits *limits,
                            double epsilon) {
    struct player other = *player;
    if (!(epsilon >= 0 && epsilon <= 1)) die("epsilon %g is not in [0, 1]", epsilon);
    other.limits = *limits;
    other.epsilon = (uint64_t)(epsilon * 0x1p32 + 0.5);
    return other;
}

void player_destroy(struct player *player) {
    free(player->prepared);
    player->prepared = NULL;
}

/* Of a move that was not searched: its candidate's score, or the result if it ends the game. */
static void player_tell(const struct game *game, const void *state, const struct candidate *chosen,
                        struct search_result *info) {
    struct state after;
    *info = (struct search_result){
        .move = chosen->move, .score = chosen->score, .pv_length = 1, .pv = {chosen->move}};
    memcpy(&after, state, game->state_size);
    game->play(game, &after, chosen->move);
    if (!game->over(game, &after)) return;
    info->score = search_final_value(game->margin(game, &after), game->side(state));
    info->proved = true;
}

/* A move that was not searched. */
static move_t player_unsearched(const struct player *player, const void *state, move_t move,
                                struct search_result *info) {
    if (!info) return move;
    const struct evaluator *evaluator = player->evaluator;
    struct candidate list[GAME_MOVES_MAX];
    int count =
        evaluator_ops(evaluator)->candidates(evaluator, player->prepared, state, true, list);
    int i = 0;
    while (i < count && list[i].move != move) i++;
    if (i == count) die("%s does not know the legal move %d", evaluator->name, move);
    player_tell(evaluator->game, state, &list[i], info);
    return move;
}

static move_t player_greedy(const struct player *player, const void *state, struct rng *rng,
                            struct search_result *info) {
    const struct evaluator *evaluator = player->evaluator;
    struct candidate list[GAME_MOVES_MAX];
    int count =
        evaluator_ops(evaluator)->candidates(evaluator, player->prepared, state, false, list);
    if (count == 0) die("%s offers no move", evaluator->name);
    int32_t best = list[0].score;
    for (int i = 1; i < count; i++) best = list[i].score > best ? list[i].score : best;
    uint32_t ties = 0;
    for (int i = 0; i < count; i++)
        if (list[i].score == best) list[ties++] = list[i];
    const struct candidate *chosen = &list[ties > 1 ? rng_below(rng, ties) : 0];
    if (info) player_tell(evaluator->game, state, chosen, info);
    return chosen->move;
}

static double player_less(double seconds, double spent) {
    const double least = 1e-6;
    return seconds - spent > least ? seconds - spent : least;
}

/* What the expert took for nothing is not there for what comes after; since `*begin`. */
static void player_spend(struct search_limits *limits, double *begin) {
    if (limits->seconds <= 0) return;
    double now = clock_seconds(), spent = now - *begin;
    limits->seconds = player_less(limits->seconds, spent);
    if (limits->soft_seconds > 0) limits->soft_seconds = player_less(limits->soft_seconds, spent);
    *begin = now;
}

move_t player_move(const struct player *player, struct search *search, const void *state,
                   struct rng *rng, struct search_result *info) {
    const struct game *game = player->evaluator->game;
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    if (count == 1) return player_unsearched(player, state, moves[0], info);
    if (player->epsilon > 0 && rng_next(rng) < player->epsilon)
        return player_unsearched(player, state, moves[rng_below(rng, (uint32_t)count)], info);
    struct search_result result, *out = info ? info : &result;
    struct search_limits limits = player->limits;
    limits.adviser = player->evaluator;
    limits.advice = player->prepared;
    limits.move_only = !info;
    double begin = limits.seconds > 0 ? clock_seconds() : 0;
    if (search_ask_expert(search, game, state, &limits, out)) return out->move;
    if (limits.depth == 0) return player_greedy(player, state, rng, info);
    player_spend(&limits, &begin);
    if (search_ask_foresight(search, game, state, &limits, out)) return out->move;
    player_spend(&limits, &begin);
    evaluator_ops(player->evaluator)
        ->search(search, player->evaluator, player->prepared, state, &limits, out);
    return out->move;
}

/* ---- as a mover ---- */

/* It sees every position whole, so it need not be told of moves. It forgets between games, so that
 * no game depends on another. */
static enum mover_answer player_mover_begin(struct mover *mover, const struct bout *bout,
                                            int side) {
    (void)bout, (void)side;
    search_new_game(((struct player_mover *)mover)->search);
    return MOVER_GOES_ON;
}

static enum mover_answer player_mover_choose(struct mover *mover, const void *state,
                                             struct rng *rng, move_t *move) {
    const struct player_mover *self = (struct player_mover *)mover;
    *move = player_move(self->player, self->search, state, rng, NULL);
    return MOVER_GOES_ON;
}

static const struct mover_kind player_mover_kind = {.begin = player_mover_begin,
                                                    .choose = player_mover_choose};

struct player_mover player_mover_new(const struct player *player, struct search *search) {
    return (struct player_mover){{&player_mover_kind}, player, search};
}
