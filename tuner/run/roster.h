/*
 * roster: the players of a stage, built once, with their rows' ids and the roles they play it in.
 * A player is prepared when he is seated and can sit in several rosters.
 */
#ifndef HONE_TUNER_RUN_ROSTER_H
#define HONE_TUNER_RUN_ROSTER_H

#include "engine/search/player.h"
#include "tuner/store/runs.h"

struct roster {
    struct search_limits limits; /* of all players */
    double epsilon;
    int count, capacity;
    const struct player **players; /* by place; owned, but not what they point to */
    struct player **own;           /* the players that were seated here; owned, may be NULL */
    int64_t *ids;                  /* rows in the store, 0 while there is none; owned */
    unsigned *roles;               /* a bit 1u << role for each; owned */
};

/* Free of players; they will move within these limits, at random with probability epsilon. */
struct roster roster_new(const struct search_limits *limits, double epsilon);
void roster_destroy(struct roster *roster);

/* Seats a player with these weights; his place. Who is seated as random ignores them and moves at
 * random, with numbers of his own: his id tells him from others. */
int roster_seat(struct roster *roster, const struct evaluator *evaluator, const int32_t *weights,
                enum role role, int64_t id);
/* Seats a player from his row, unless he sits there already and gets one role more; his place, or
 * -1 and why the row does not fit the game. */
int roster_seat_row(struct roster *roster, const struct game *game, const struct stored_player *row,
                    enum role role, struct error *error);
/* Seats the player at another roster's place too, which must outlive this one; his place. */
int roster_seat_again(struct roster *roster, const struct roster *from, int place, enum role role);

/* Seats a player as he is, who must outlive the roster; his place. */
int roster_seat_player(struct roster *roster, const struct player *player, int64_t id);

/* The place of who has that row; -1: nobody. */
int roster_find(const struct roster *roster, int64_t id);

/* The evaluator that a row names, whose parameters its weights fit. NULL and why. */
const struct evaluator *roster_evaluator(const struct game *game, const struct stored_player *row,
                                         struct error *error);

#endif
