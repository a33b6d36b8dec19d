/*
 * mover: chooses a side's moves in one game on one thread. Players of this process, random ones and
 * programs behind a pipe are all movers, so one referee serves for all.
 *
 * The referee calls begin, then choose or tell, and view, for each ply, then end, whatever begin
 * answered. If the other mover could not begin it calls neither choose nor tell. Movers must keep
 * the rules: a move that comes with MOVER_GOES_ON is legal.
 */
#ifndef HONE_ENGINE_SEARCH_MOVER_H
#define HONE_ENGINE_SEARCH_MOVER_H

#include "engine/search/player.h"

struct bout;

enum mover_answer {
    MOVER_GOES_ON,
    MOVER_LOST, /* the mover's side has lost, whatever the position says */
    MOVER_VOID, /* the game does not count */
};

/* A mover's verdict on a game. Two that sum to 0 agree, and the game ends with that result. */
enum mover_view {
    MOVER_SEES_LOSS = -1,
    MOVER_SEES_DRAW,
    MOVER_SEES_WIN,
    MOVER_UNSURE, /* 2: sums to 0 with none */
};

struct mover;

/* Any member but choose and free may be NULL. */
struct mover_kind {
    /* A game in which it is to play as `side`. */
    enum mover_answer (*begin)(struct mover *mover, const struct bout *bout, int side);
    /* Its move in an unfinished position, with random numbers from `rng`. */
    enum mover_answer (*choose)(struct mover *mover, const void *state, struct rng *rng,
                                move_t *move);
    /* The opponent's move, which did not end the game. */
    enum mover_answer (*tell)(struct mover *mover, move_t move);
    /* Of an unfinished game after a ply. NULL: unsure. */
    enum mover_view (*view)(const struct mover *mover);
    void (*end)(struct mover *mover);
    /* Asks the program behind it to end, without waiting; then free waits. */
    void (*dismiss)(struct mover *mover);
    void (*free)(struct mover *mover);
};

/* The first member of every kind's own struct. */
struct mover {
    const struct mover_kind *kind;
};

/* A mover that plays as player_move does (player.c); `search` is its alone while the game lasts.
 * Nothing to free. */
struct player_mover {
    struct mover mover;
    const struct player *player;
    struct search *search;
};
struct player_mover player_mover_new(const struct player *player, struct search *search);

#endif
