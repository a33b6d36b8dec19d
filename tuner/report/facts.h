/*
 * facts: what several parts of a report need to know of a run's rows: the names of its players, the
 * players of a stage, how far its stages are, the figures of a meeting.
 */
#ifndef HONE_TUNER_REPORT_FACTS_H
#define HONE_TUNER_REPORT_FACTS_H

#include "tuner/config/config.h"
#include "tuner/store/runs.h"

/* ---- names ---- */

/* The names of a run's players for people. A row has a name only if the player is of no
 * generation; others are named by their generation, as its champion or with a number. */

enum { NAMES_LENGTH = 96 };

/* Within a run: "generation 50" its champion, "generation 50 no. 3", "start", "swh", "random 1";
 * a start that is its generation's champion "generation 1 (start)". */
void names_player(struct store *store, const struct stored_player *player, char out[NAMES_LENGTH]);
/* The same of a row's id; "player 7" where there is no such row. */
void names_id(struct store *store, int64_t id, char out[NAMES_LENGTH]);

/* Among players of other runs: "quick champion", "quick start", "quick generation 50", where
 * `which` is as in players.h and `run` is the run's name. If both are longer than `size` only the
 * end is kept. */
void names_of_run(const char *run, const char *which, char *out, size_t size);

/* ---- seats ---- */

/* The players of a stage of a run, with their roles. A player may have several roles there. */

struct seats {
    int count;
    struct stored_seat *list; /* owned */
};

struct seats seats_load(struct store *store, int64_t run, enum stage stage);
void seats_free(struct seats *seats);

int seats_of_role(const struct seats *seats, enum role role);
bool seats_has(const struct seats *seats, int64_t player);
bool seats_has_as(const struct seats *seats, int64_t player, enum role role);

/* ---- stages ---- */

/* The state of a run's training and later stages, from its rows: a stage's meetings are written
 * together when it is over. */

struct stages {
    int count, done;         /* planned; over: the first ones */
    enum stage list[STAGES]; /* in their order, training is the first */
};

/* Of a run that was begun with this config. */
struct stages stages_of(struct store *store, const struct stored_run *run,
                        const struct config *config);

/* "training done, choosing the champion going on, measuring the champion to come"; the one after
 * those that are done is "next" unless a process is `running` it. */
void stages_print(const struct stages *stages, bool running, struct text *out);

/* ---- figures ---- */

/* The numbers of a meeting, or of several meetings of one player together, that every format of a
 * report shows, computed once. */

struct figures_meeting {
    int64_t id;
    char against[NAMES_LENGTH + 2]; /* with " *" if its games cannot be played again */
    struct pentanomial counts;
    struct score score;
};

struct figures_meeting figures_of(struct store *store, const struct stored_meeting *meeting);

/* Points a game of one player in several meetings. These share openings and random numbers, so
 * their errors are correlated, the more so the more similar the opponents are: pairs taken as
 * independent gave an error up to 1.27 times too small (Connect6, candidates of one run). The mean
 * of the meetings' errors is never too small. */
struct figures_pool {
    int meetings;
    int ahead, behind; /* meetings where ½ lies outside the 95 % interval */
    int64_t pairs;
    double weights, points, errors; /* sums of the meetings' weights, and of these times rates and
                                     * their errors */
};

/* Weighted by its pairs; or by `weight`. */
void figures_add(struct figures_pool *pool, const struct stored_meeting *meeting);
void figures_add_weighted(struct figures_pool *pool, const struct stored_meeting *meeting,
                          double weight);
/* Of at least one pair. */
double figures_rate(const struct figures_pool *pool);
double figures_error(const struct figures_pool *pool);

/* ---- external engines ---- */

/* What cannot be repeated in a run: games of external engines, stage by stage, and their losses
 * otherwise than by the rules. */

/* A paragraph, or nothing where there is no such engine. */
void engines_print(struct store *store, int64_t run, struct text *out);

#endif
