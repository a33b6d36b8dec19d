/*
 * outsiders: games in which external engines play, for match. Each thread has an engine of each
 * external player, started when it is first needed and kept from game to game.
 */
#ifndef HONE_TUNER_EXTERNAL_OUTSIDERS_H
#define HONE_TUNER_EXTERNAL_OUTSIDERS_H

#include "tuner/external/drive.h"
#include "tuner/play/match.h"
#include "tuner/play/openings.h"

/* A game as it was played, with whoever ended it otherwise than by the rules. */
struct outside_log {
    const struct outside_game *game;
    const struct record *record;
    const move_t *opening, *moves; /* record->plies moves after the opening's */
    int opening_count;
    enum external_end end;
    const struct external *loser; /* by `end`; NULL: a normal one */
};

struct outsiders_settings {
    const struct game *game;
    int players, threads;
    const struct external_spec *const *specs; /* of each player, NULL: plays in this process */
    struct opening_source source;             /* of the match's openings */
    enum opening_set set;
    /* Told of every game with an external engine, one at a time. May be NULL. */
    void (*keep)(void *context, const struct outside_log *log);
    void *context;
};

struct arena;

/* The settings' pointers must outlive it. */
struct arena *arena_open(const struct outsiders_settings *settings);
/* Ends all engines. */
void arena_close(struct arena *arena);

/* Starts an engine of each external player once, to see whether it can be: 0, or -1 and why. */
int arena_try(struct arena *arena, struct error *error);

struct outsiders arena_outsiders(struct arena *arena);

/* How many of a player's games ended like that, through him. */
int64_t arena_count(const struct arena *arena, int player, enum external_end end);

#endif
