/*
 * champion: what is known of the player that a run chose: against whom he was chosen, and what he
 * was measured to be worth on openings that neither training nor the choice had seen. The verdict
 * in his weight file and the report both tell of this.
 */
#ifndef HONE_TUNER_REPORT_CHAMPION_H
#define HONE_TUNER_REPORT_CHAMPION_H

#include "tuner/report/figures.h"

struct champion {
    bool chosen;                /* everything else is zero while he is not */
    struct stored_champion row; /* figures of the choice, openings, games */
    char name[NAMES_LENGTH];
    bool is_start;    /* whether he is the start himself, be it under another row */
    int64_t measured; /* whom the figures are of: him, or who was to be the champion
                         until the start, which stayed, showed him to be weaker */
    char measured_name[NAMES_LENGTH];
    bool start_zero, start_random; /* of whose weights all are 0; or any were drawn */
    int candidates;                /* among whom he was chosen */
    bool gain_known;
    struct score gain; /* against the start, by these pairs */
    struct pentanomial gain_counts;
    int opponent_count;
    struct figures_meeting *opponents; /* his meetings when he was measured; owned. Who is the start
                                        * or another one under another row is left out, … */
    struct text counted_once; /* … and named: "swh is its start, v99 is v99 old"; owned */
    /* With those he met when he was chosen, all of them, weighted as then. */
    struct figures_pool choosers;
    bool last_known;
    struct score
        last; /* against the last generation's champion: who it would be without a choice */
    /* The yardsticks that the start was measured against too: one pool for both. */
    struct figures_pool yardsticks, start_yardsticks;
    /* The yardsticks that the run was trained against; of the pool those that it was not. */
    struct figures_pool trained, strangers;
    /* Of the measurement the pairs in each of several manners of play, with opponents only who are
     * the start or yardsticks: figures as above. None where there is one manner. */
    int manner_count;
    struct champion *manners; /* owned */
    struct text play;         /* of such a part: "depth 2, width 12"; owned */
    double share;             /* of such a part: of the pairs */
};

/* Champion of none while none is chosen; champion_free in any case. */
void champion_load(struct store *store, const struct stored_run *run, struct champion *out);
void champion_free(struct champion *champion);

/* Whether nothing was gained: it is the start, or weaker than it. */
bool champion_is_loser(const struct champion *champion);

/* Small games have few openings, which then come several times. */
bool champion_openings_repeat(const struct champion *champion);

/* Whether all games began at the start, the one opening that was meant. */
bool champion_from_start(const struct champion *champion);
/* Whether more than one in twenty of the measured games is one of the others over again. */
bool champion_games_repeat(const struct champion *champion);

#endif
