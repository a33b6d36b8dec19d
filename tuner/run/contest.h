/*
 * contest: one stage after training while it is played: its players, the session, the rows that
 * it leaves. Players that a stage makes (centroid, random ones) get their rows with its results;
 * until then they have the ids that the rows will have.
 */
#ifndef HONE_TUNER_RUN_CONTEST_H
#define HONE_TUNER_RUN_CONTEST_H

#include "tuner/run/choice.h"
#include "tuner/run/run.h"
#include "tuner/run/session.h"

struct contest_stage;

/* One stage while it is played. */
struct contest {
    struct run *run;
    const struct contest_stage *kind;
    struct roster roster;
    int candidates; /* when choosing: the first players … */
    bool *on;       /* … of which these are still in the race; owned */
    struct halving halving;
    int newcomer_count;
    struct stored_player *newcomers; /* without rows yet */
    struct session session;
};

/* What one stage does in its own way. */
struct contest_stage {
    enum stage stage;
    int (*line_up)(struct contest *contest, struct error *error);
    /* The pairs that the active meetings play next; 0: it is over. */
    int (*next)(struct contest *contest);
    void (*conclude)(struct contest *contest); /* rows of its own; or NULL */
    /* Games in all, as far as is known; NULL: those of all pairs. */
    int64_t (*games)(const struct contest *contest);
};

/* Plays a stage and stores all its rows in one transaction. 0; 1 if Ctrl-C (progress.h) came before
 * its last game was over; -1 and why. */
int contest_hold(const struct contest_stage *stage, struct run *run, struct error *error);

/* ---- players: each gives the player's place, or -1 and why ---- */

int contest_seat_row(struct contest *contest, const struct stored_player *row, enum role role,
                     struct error *error);
int contest_seat_id(struct contest *contest, int64_t id, enum role role, struct error *error);
/* Of a generation's slot; slot -1: its champion. */
int contest_seat_individual(struct contest *contest, int generation, int slot, enum role role,
                            struct error *error);
/* A player that the run did not have before; takes over its row and weights. */
int contest_seat_newcomer(struct contest *contest, struct stored_player *row, enum role role,
                          struct error *error);

/* ---- meetings ---- */

/* All pairs of the places from `first` up to `end`; `a` against those. */
void contest_round_robin(struct contest *contest, int first, int end);
void contest_gauntlet(struct contest *contest, int a, int first, int end);

/* struct contest_stage.next: all pairs at once. */
int contest_once(struct contest *contest);

/* The first place with that role; there must be one. */
int contest_place_of(const struct contest *contest, enum role role);
/* The meeting of a with b, in that order; -1: they have none. */
int contest_meeting_of(const struct contest *contest, int a, int b);
/* Whether the start has shown the player to be weaker. */
bool contest_is_weaker(const struct contest *contest, int player);

/* choose.c, measure.c */
extern const struct contest_stage choose_stage, measure_stage, depths_stage, limit_stage,
    milestones_stage;

/* Whether the choice may make a player of that name ("centroid", "chain 1"); whether the round
 * robin of milestones may ("random 1"). */
bool choose_makes_player(const char *name);
bool milestones_make_player(const char *name);

#endif
