/*
 * same: who of a run's players is one player under several rows: a yardstick of the weights that
 * the run began with, say. In a stage all move in the same manners, so that such rows have the same
 * games, which count once.
 */
#ifndef HONE_TUNER_RUN_SAME_H
#define HONE_TUNER_RUN_SAME_H

#include "engine/game/evaluator.h"
#include "tuner/store/runs.h"

struct same {
    struct store *store;
    const struct game *game;
    int count;
    struct stored_player *known; /* owned */
};

/* Nobody is known. `game` is the name in the run's row. same_free. */
struct same same_new(struct store *store, const char *game);
void same_free(struct same *same);

/* The row of a player known before who has the same evaluator and weights, be it in another layout;
 * else the row itself, which is known from now on. Random players and engines of their own are
 * nobody's like. */
int64_t same_player(struct same *same, int64_t id);
/* Whether it is another row of one known. */
bool same_is_known(struct same *same, int64_t id);

#endif
