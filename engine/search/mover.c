/*
 * A mover for players of this process. It sees every position whole, so it need not be told of
 * moves. It forgets between games, so that no game depends on another.
 */
#include "engine/search/mover.h"

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

struct player_mover mover_of_player(const struct player *player, struct search *search) {
    return (struct player_mover){{&player_mover_kind}, player, search};
}
