/*
 * roster: the players of a stage, built once, with their rows' ids and the roles they play it in.
 * A player is prepared when he is seated and can sit in several rosters.
 */
#ifndef HONE_TUNER_RUN_ROSTER_H
#define HONE_TUNER_RUN_ROSTER_H

#include "engine/search/player.h"
#include "tuner/play/manners.h"
#include "tuner/play/pool.h"
#include "tuner/store/runs.h"

struct roster {
    struct manners manners; /* in which everybody plays */
    int count, capacity;
    /* By manner, then by place; owned, but not what they point to. */
    const struct player **players[MANNERS_MAX];
    struct player **own; /* the players that were seated here, by manner; owned, may be NULL */
    int64_t *ids;        /* rows in the store, 0 while there is none; owned */
    unsigned *roles;     /* a bit 1u << role for each; owned */
    uint64_t *marks;     /* equal ones are of players who choose alike, see alike.h; owned */
};

/* Free of players, who will move in these manners. */
struct roster roster_new(const struct manners *manners);
void roster_destroy(struct roster *roster);

/* Seats a player with these weights; his place. Who is seated as random ignores them and moves at
 * random, with numbers of his own: his id tells him from others. */
int roster_seat(struct roster *roster, const struct evaluator *evaluator, const int32_t *weights,
                enum role role, int64_t id);
/* Seats `count` players whose weights stand one after another, prepared on all threads; 0, or -1 if
 * Ctrl-C abandoned it: then nobody there is to play. */
int roster_seat_group(struct roster *roster, const struct evaluator *evaluator,
                      const int32_t *weights, int count, enum role role, struct pool *pool);
/* Seats a player from his row, unless he sits there already and gets one role more; his place, or
 * -1 and why the row does not fit the game. */
int roster_seat_row(struct roster *roster, const struct game *game, const struct stored_player *row,
                    enum role role, struct error *error);
/* Seats the player at the place of another roster too, which must outlive this one and has the same
 * manners; his place. */
int roster_seat_again(struct roster *roster, const struct roster *from, int place, enum role role);

/* Seats a player as he is in every manner, who must outlive the roster; his place. */
int roster_seat_player(struct roster *roster, const struct player *player, enum role role,
                       int64_t id);

/* Whether the player at that place is an engine of its own. */
bool roster_is_guest(const struct roster *roster, int place);

/* The place of who has that row; -1: nobody. */
int roster_find(const struct roster *roster, int64_t id);

/* The evaluator that a row names, whose parameters its weights fit. NULL and why. */
const struct evaluator *roster_evaluator(const struct game *game, const struct stored_player *row,
                                         struct error *error);

#endif
