/*
 * A judge is an ordinary player, and a position is judged by playing it out. The verdict depends on
 * the position alone.
 */
#include "tuner/openings/judges.h"

#include <math.h>
#include <stdlib.h>

#include "engine/games/games.h"
#include "engine/search/referee.h"
#include "tuner/optimize/purpose.h"

static const double variation = 0.7; /* deviation of the logarithm of a judge's weights */
static const size_t table_bytes = 1 << 18;

struct judges {
    const struct game *game;
    struct player players[JUDGES];
    int plies_max;
};

static void judges_vary(const struct evaluator *evaluator, int judge, int32_t *weights) {
    struct rng rng = rng_keyed(0, PURPOSE_JUDGE, 0, (uint64_t)judge);
    evaluator_initial(evaluator, weights);
    for (int i = 0; i < evaluator->param_count; i++) {
        struct param param = evaluator_param(evaluator, i);
        double value = weights[i] * exp(variation * rng_normal(&rng));
        weights[i] = (int32_t)lround(fmin(fmax(value, param.lower), param.upper));
    }
}

struct judges *judges_new(const struct game *game, const struct search_limits *limits,
                          int plies_max) {
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, NULL);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    struct judges *judges = xmalloc(sizeof *judges);
    judges->game = game;
    judges->plies_max = plies_max > 0 ? plies_max : game->plies_max;
    for (int i = 0; i < JUDGES; i++) {
        judges_vary(evaluator, i, weights);
        player_init(&judges->players[i], evaluator, weights, limits, 0);
    }
    free(weights);
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
