/*
 * A judge is an ordinary player, and a position is judged by playing it out. The verdict depends on
 * the position alone.
 */
#include "tuner/openings/judges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games/games.h"
#include "engine/search/referee.h"
#include "tuner/optimize/purpose.h"

/* Deviation of the logarithm of a judge's weight, which is an initial one or was tuned. */
static const double initial_variation = 0.7, tuned_variation = 0.3;
static const size_t table_bytes = 1 << 18;

struct judges {
    const struct game *game;
    struct player players[JUDGES];
    int plies_max;
};

static void judges_vary(const struct evaluator *evaluator, int judge, double variation,
                        int32_t *weights) {
    struct rng rng = rng_keyed(0, PURPOSE_JUDGE, 0, (uint64_t)judge);
    for (int i = 0; i < evaluator->param_count; i++) {
        struct param param = evaluator_param(evaluator, i);
        double value = weights[i] * exp(variation * rng_normal(&rng));
        weights[i] = (int32_t)lround(fmin(fmax(value, param.lower), param.upper));
    }
}

static void judge_init(const struct judging *judging, const struct evaluator *evaluator, int judge,
                       struct player *out) {
    size_t size = (size_t)evaluator->param_count * sizeof(int32_t);
    int32_t *weights = xmalloc(size);
    if (judging->evaluator)
        memcpy(weights, judging->weights, size);
    else
        evaluator_initial(evaluator, weights);
    judges_vary(evaluator, judge, judging->evaluator ? tuned_variation : initial_variation,
                weights);
    player_init(out, evaluator, weights, &judging->limits, 0);
    free(weights);
}

struct judges *judges_new(const struct game *game, const struct judging *judging) {
    const struct evaluator *evaluator =
        judging->evaluator ? judging->evaluator : games_evaluator(game, NULL, NULL, NULL);
    struct judges *judges = xmalloc(sizeof *judges);
    judges->game = game;
    judges->plies_max = judging->plies_max > 0 ? judging->plies_max : game->plies_max;
    for (int i = 0; i < JUDGES; i++) judge_init(judging, evaluator, i, &judges->players[i]);
    return judges;
}

void judges_free(struct judges *judges) {
    if (!judges) return;
    for (int i = 0; i < JUDGES; i++) player_destroy(&judges->players[i]);
    free(judges);
}

int judges_points(const struct judges *judges, const void *position) {
    struct referee referee;
    struct bout bouts[JUDGES];
    struct record records[JUDGES] = {0}; /* those of an interrupted one stay so */
    uint64_t hash = judges->game->hash(position);
    int points = 0;
    for (int i = 0; i < JUDGES; i++)
        bouts[i] = (struct bout){.players = {&judges->players[i], &judges->players[i]},
                                 .start = position,
                                 .rng = rng_keyed(0, PURPOSE_JUDGE, hash, (uint64_t)i),
                                 .plies_max = judges->plies_max};
    referee_init(&referee, table_bytes);
    referee_play_many(&referee, bouts, JUDGES, records);
    referee_destroy(&referee);
    for (int i = 0; i < JUDGES; i++) points += 1 + records[i].outcome;
    return points;
}

bool judges_balanced(int points, double least) {
    int weaker = points < JUDGES_POINTS - points ? points : JUDGES_POINTS - points;
    return weaker >= least * JUDGES_POINTS;
}
