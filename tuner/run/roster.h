/*
 * roster: the players of a stage, built once, with their rows' ids and their roles. A player is
 * prepared when it is seated, and can be in several rosters.
 */
#ifndef HONE_TUNER_RUN_ROSTER_H
#define HONE_TUNER_RUN_ROSTER_H

#include "engine/search/player.h"
#include "tuner/play/manners.h"
#include "tuner/play/pool.h"
#include "tuner/store/runs.h"

struct roster {
    struct manners manners; /* all players' manners of play */
    int count, capacity;
    /* By manner, then by place; owned, but not what they point to. */
    const struct player **players[MANNERS_MAX];
    struct player **own; /* the players that were seated here, by manner; owned, may be NULL */
    int64_t *ids;        /* rows in the store, 0 while there is none; owned */
    unsigned *roles;     /* a bit 1u << role for each; owned */
    uint64_t *marks;     /* equal for players that choose the same moves, see duplicates.h; owned */
};

/* Without players; they will move in these manners. */
struct roster roster_new(const struct manners *manners);
void roster_destroy(struct roster *roster);

/* Seats a player with these weights; its place. A player of role `random` ignores them and moves at
 * random; its id keys its random numbers. */
int roster_seat(struct roster *roster, const struct evaluator *evaluator, const int32_t *weights,
                enum role role, int64_t id);
/* Seats `count` players, whose weights stand one after another, prepared on all threads; 0, or -1
 * if Ctrl-C abandoned it: then the roster must not play. */
int roster_seat_group(struct roster *roster, const struct evaluator *evaluator,
                      const int32_t *weights, int count, enum role role, struct pool *pool);
/* Seats a player from its row, or gives it one role more if it is there. Its place, or -1 and why
 * the row does not fit the run, which tunes `of_run`. */
int roster_seat_row(struct roster *roster, const struct evaluator *of_run,
                    const struct stored_player *row, enum role role, struct error *error);
/* Seats a player of another roster too, which must outlive this one and have the same manners; its
 * place here. */
int roster_seat_again(struct roster *roster, const struct roster *from, int place, enum role role);

/* Seats a player that is ready for every manner and must outlive the roster; its place. */
int roster_seat_player(struct roster *roster, const struct player *player, enum role role,
                       int64_t id);

/* Whether the player at that place is an external engine. */
bool roster_is_guest(const struct roster *roster, int place);

/* The place of the player with that row; -1: there is none. */
int roster_find(const struct roster *roster, int64_t id);

/* Whether a row is of that evaluator and its weights fit the parameters; an engine's may lie
 * outside their ranges, which its run may have changed. 0, or -1 and why not. */
int roster_check(const struct evaluator *evaluator, const struct stored_player *row,
                 struct error *error);
/* The evaluator that a row names, with parameters that its weights fit; `engine`: the table of the
 * run's engine, if it has one. NULL and why. */
const struct evaluator *roster_evaluator(const struct game *game, const struct evaluator *engine,
                                         const struct stored_player *row, struct error *error);

#endif
