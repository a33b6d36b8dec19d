/*
 * figures: the numbers of a meeting, or of several meetings of one player together, that every
 * format of a report shows, computed once.
 */
#ifndef HONE_TUNER_REPORT_FIGURES_H
#define HONE_TUNER_REPORT_FIGURES_H

#include "tuner/report/names.h"

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

/* Weighted by its pairs; or as is said. */
void figures_add(struct figures_pool *pool, const struct stored_meeting *meeting);
void figures_add_weighted(struct figures_pool *pool, const struct stored_meeting *meeting,
                          double weight);
/* Of at least one pair. */
double figures_rate(const struct figures_pool *pool);
double figures_error(const struct figures_pool *pool);

#endif
