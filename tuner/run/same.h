/*
 * same: finds the players of a run that have several rows: a yardstick with the start's weights,
 * say. In a stage all play in the same manners, so such rows have the same games, which count once.
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

/* With no known players. `game` is the name in the run's row. same_free. */
struct same same_new(struct store *store, const char *game);
void same_free(struct same *same);

/* The row of an earlier player with the same evaluator and weights, be it in another layout; else
 * the row itself, which is known from now on. Random players and engines are never the same. */
int64_t same_player(struct same *same, int64_t id);
/* Whether it is another row of a known player. */
bool same_is_known(struct same *same, int64_t id);

#endif
