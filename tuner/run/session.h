/*
 * session: one stage being played: its roster, its plan (meetings × openings → jobs) and its
 * results. Generations, verification, milestones, matches, tournaments, replay and the estimate
 * are all sessions, with another row of the stage table.
 */
#ifndef HONE_TUNER_RUN_SESSION_H
#define HONE_TUNER_RUN_SESSION_H

#include "tuner/config/config.h"
#include "tuner/external/guest.h"
#include "tuner/play/pool.h"
#include "tuner/play/stage.h"
#include "tuner/run/memo.h"
#include "tuner/run/roster.h"

/* Games that a guest lost by a fault, or that its scores ended. */
struct session_fault {
    int meeting, place;
    enum external_end end;
    int64_t games;
};

struct session {
    /* Set by the caller: */
    enum stage stage;
    int generation; /* 0 but for training and progress */
    struct opening_source source;
    uint64_t seed;
    enum mixing mixing;
    int plies_max; /* after the opening, a longer game is a draw; 0: the game's own limit */
    int pairs;     /* planned for each meeting */
    int stock;     /* openings that meetings are dealt theirs from; 0: all play the same */
    int skipped;   /* meetings before the first one: a meeting's number decides what it is dealt */
    const struct roster *roster;
    struct pool *pool;
    struct journal *journal; /* of games that no database has yet; NULL: there is none */
    void (*played)(void *context, const struct played *game); /* see struct terms; may be NULL */
    /* Called for a remembered game instead: how it ended for the player at `place`, if otherwise
     * than by the rules. May be NULL. */
    void (*remembered)(void *context, const struct job *job, int place, enum external_end end);
    bool (*progress)(void *context, int64_t games); /* called with the number of games played; may
                                                     * be NULL */
    void *context;
    /* The meetings; owned: */
    int meeting_count;
    struct meeting *meetings;
    /* While it is played: */
    struct openings openings;     /* drawn by session_draw; owned */
    uint8_t *manners;             /* of each pair: its manner, among the roster's; owned */
    int pairs_played;             /* of each meeting that goes on */
    int pairs_noted;              /* of each meeting: in the journal, or the database */
    int *pairs_each;              /* of each meeting, whether it goes on or was stopped; owned */
    bool *stopped;                /* of each meeting; owned */
    struct result *results;       /* of each meeting, `pairs` pairs a meeting; owned */
    struct meeting_score *scores; /* of each meeting, of the pairs played; owned */
    struct meeting_score *parts;  /* of each meeting, its scores by manner; owned */
    double seconds;               /* by the clock: drawing openings and playing */
    int fault_count;
    struct session_fault *faults; /* of games that were played; owned */
    struct memo memo;
};

/* A session of a run, of a roster's players, which the session does not own. */
struct session session_of_run(const struct config *config, enum mixing mixing, enum stage stage,
                              int generation, const struct roster *roster, struct pool *pool);
void session_destroy(struct session *session);

/* A config's openings. */
struct opening_source session_source(const struct config *config);

/* Adds a meeting of two places of the roster. */
void session_meet(struct session *session, int a, int b);

/* Makes room for all pairs, deals them to the manners and draws their openings; `watch` as for
 * openings_draw. 0, or -1 if that was abandoned. */
int session_draw(struct session *session, const struct openings_watch *watch);

/* The same in two steps, if not all openings may be needed: all else first; then, any number of
 * times, the missing openings of the first `pairs` pairs. Not where meetings have openings of their
 * own or are dealt them. */
void session_prepare(struct session *session);
int session_draw_until(struct session *session, int pairs, const struct openings_watch *watch);

/* Plans more pairs of every meeting, and draws their openings; those so far stay. Not where
 * meetings have openings of their own or are dealt them. 0, or -1 if that was abandoned. */
int session_extend(struct session *session, int pairs, const struct openings_watch *watch);

/* Plays the next `pairs` pairs of every active meeting and adds them up; equal players' games,
 * which are the same, are played once. 0, or -1 if it was abandoned: then the first pairs count, as
 * far as they are whole in all those meetings. */
int session_play(struct session *session, int pairs);

/* Adds the next `pairs` pairs, which were played before; results stand meeting after meeting. */
void session_restore(struct session *session, const struct result *results, int pairs);

/* The meeting plays no more. */
void session_stop(struct session *session, int meeting);

/* Games planned; games of pairs that count. */
int64_t session_games(const struct session *session);
int64_t session_games_played(const struct session *session);
/* How many openings, from the first on, the played pairs had or were dealt from. */
int session_openings_played(const struct session *session);
/* How many of those games are different. */
int64_t session_games_distinct(const struct session *session);
/* Pairs of two equal games: they are even whichever player is stronger. Without games that the same
 * player lost otherwise than by the rules. */
int64_t session_pairs_equal(const struct session *session);

/* Empties the journal: the database has all games. */
void session_settle(struct session *session);

/* Game `game` of a meeting as a job: 2 * pair + swapped. */
struct job session_job(const struct session *session, int meeting, int game);
struct terms session_terms(const struct session *session);

/* Writes the meetings' rows and the guests' faults. Sessions outside of generations also write the
 * seats, the scores by manner if there are several, and the time it took (not for training:
 * generations have rows of their own). */
void session_save(const struct session *session, struct store *store, int64_t run);

#endif
