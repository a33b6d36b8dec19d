/*
 * tuned: a user's engine whose parameters are the weights of a run. To the run it is an evaluator:
 * a table of parameters, and players with values for them. Its program is given the values before
 * each game: as arguments, in its environment or in a file, where {NAME} stands for a value, else
 * by a line of its protocol.
 *
 * Movers are shared by all players of the table: a program is kept from game to game, and started
 * anew only where a value in its arguments, environment or file changes.
 */
#ifndef HONE_TUNER_EXTERNAL_TUNED_H
#define HONE_TUNER_EXTERNAL_TUNED_H

#include "engine/game/evaluator.h"
#include "tuner/external/drive.h"
#include "tuner/external/streak.h"

struct tuned_parameter {
    char *name;   /* in {NAME}; owned */
    char *option; /* the engine's own name for it; owned */
    bool is_said; /* by a line of the protocol: no {NAME} is elsewhere */
};

struct tuned {
    struct evaluator evaluator; /* the first member */
    struct external_spec spec;  /* with {NAME} in words and environment */
    char *set;                  /* the line that sets a parameter, with {name} and {value}; "": as
                                 * the protocol sets options; owned */
    char *file, *content;       /* a file that the program finds in its folder; NULL: none; owned */
    int count;
    struct tuned_parameter *parameters; /* owned */
    /* A weight as the engine reads it. */
    void (*print)(const void *context, int parameter, int32_t weight, struct text *out);
    const void *context;
    struct streak start; /* games in a row that the start's values lost by faults */
    struct streak all;   /* vectors in a row that did, whatever their values */
    char *failure;       /* why no more games are played with it; NULL: they are; owned */
    char *identity;      /* owned */
    struct tuned *next;  /* of all */
};

/* Completes the table's evaluator, except for its name, game and parameters: how its values are
 * kept, and that its players bring movers. */
void tuned_settle(struct tuned *tuned);

/* The name of all of these evaluators. */
#define TUNED_NAME "engine"

/* Keeps a table for the life of the process; its players depend on `identity` alone. tuned_find:
 * the table with that identity; NULL: there is none. */
void tuned_keep(struct tuned *tuned, const char *identity);
struct tuned *tuned_find(const char *identity);

/* Whether it moves by a clock, so that its strength depends on the machine's load. */
bool tuned_is_timed(const struct tuned *tuned);
/* The table behind an evaluator; NULL: it is none of these. */
struct tuned *tuned_of(const struct evaluator *evaluator);

/* Whether and why games were abandoned: the engine could not be started, even with the table's
 * values, or lost 3 games in a row with these by faults, or those of 30 vectors. */
bool tuned_has_failed(const struct evaluator *evaluator, struct error *error);

/* What a mover has besides its program: the values in force. */
struct tuned_seat;
struct tuned_seat *tuned_seat_new(struct tuned *tuned);
void tuned_seat_free(struct tuned_seat *seat);

/* external_begin with these values; NULL: those of the table. If it has failed to start three times
 * in a row the values of the table are tried: if these fail too the game is void (interrupted), and
 * tuned_has_failed. */
enum external_end tuned_begin(struct tuned_seat *seat, struct external *engine,
                              const int32_t *weights, int side, const void *start,
                              const move_t *opening, int count);

/* Whether the values of its game are those of the table. */
bool tuned_plays_start(const struct tuned_seat *seat);
/* Notes a game that ended, by a fault of the engine or not; `first` as in streak.h. One at a
 * time. */
void tuned_watch(const struct tuned_seat *seat, const struct external *engine,
                 enum external_end end, int64_t first, int64_t number);

#endif
