/*
 * champion: what is known of a run's champion: the opponents of the choice, and its strength,
 * measured on openings that neither training nor the choice had used. The verdict in its weight
 * file and the report both use this.
 */
#ifndef HONE_TUNER_REPORT_CHAMPION_H
#define HONE_TUNER_REPORT_CHAMPION_H

#include "tuner/report/facts.h"

struct champion {
    bool chosen;                /* everything else is zero without a champion */
    struct stored_champion row; /* figures of the choice, openings, games */
    char name[NAMES_LENGTH];
    bool is_start;    /* whether it is the start, be it under another row */
    int64_t measured; /* the player of the figures: the champion, or the best candidate, if the
                         start stayed because it was weaker */
    char measured_name[NAMES_LENGTH];
    bool start_zero, start_random; /* whether all of its weights are 0; whether any were drawn */
    int candidates;                /* of the choice */
    bool gain_known;
    struct score gain; /* against the start, by these pairs */
    struct pentanomial gain_counts;
    int64_t gain_faults; /* of these games, those lost by faults of an engine */
    int opponent_count;
    struct figures_meeting *opponents; /* its meetings in the measurement; owned. Opponents equal to
                                          the start or to another opponent are left out, … */
    struct text counted_once; /* … and named: "swh is its start, v99 is v99 old"; owned */
    /* With all opponents of the choice, weighted as then. */
    struct figures_pool choosers;
    bool last_known;
    struct score
        last; /* against the last generation's champion, which would be champion without a choice */
    /* The yardsticks that the start was measured against too: one pool for both. */
    struct figures_pool yardsticks, start_yardsticks;
    /* The yardsticks that the run was trained against; those of the pool that it was not. */
    struct figures_pool trained, strangers;
    /* With several manners of play, the measurement's pairs in each of them, against the start and
     * the yardsticks only: figures as above. None if there is one manner. */
    int manner_count;
    struct champion *manners; /* owned */
    struct text play;         /* of such a part: "depth 2, width 12"; owned */
    double share;             /* of such a part: of the pairs */
};

/* All zero while none is chosen; champion_free in any case. */
void champion_load(struct store *store, const struct stored_run *run, struct champion *out);
void champion_free(struct champion *champion);

/* Whether faults decided all games against the start: these say nothing of its strength. */
bool champion_is_unmeasured(const struct champion *champion);

/* Whether nothing was gained: it is the start, or weaker than it. */
bool champion_is_loser(const struct champion *champion);

/* Whether openings come several times: small games have few. */
bool champion_openings_repeat(const struct champion *champion);

/* Whether all games began at the game's start, as intended. */
bool champion_from_start(const struct champion *champion);
/* Whether more than one in twenty of the measured games repeats another one. */
bool champion_games_repeat(const struct champion *champion);

#endif
