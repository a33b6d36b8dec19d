/*
 * ratings: Elo ratings of many players from their meetings.
 *
 * The model is Bradley and Terry's with draws as Davidson (1970) and a first mover's advantage as
 * Davidson and Beaver (1977) have them: of a game, with u = first - second + advantage,
 *     P(first wins) : P(draw) : P(second wins)  =  exp(u / 2) : exp(draw) : exp(-u / 2).
 * It is fitted by maximum likelihood. Then every player has the points that the model expects, so a
 * draw is half a win. Errors are those of pairs ("sandwich"; White 1982): the variance of a pair's
 * points is counted, not taken from the model. What the pairs of several meetings on one opening
 * have in common is counted too, where it is known. Advantage and draws come from all games, and
 * are so much better known than a player that their own errors are left out.
 *
 * Ratings exist among players that have all scored against each other, be it through others (Ford
 * 1957). The largest such group is on the scale. A player outside of it has won all games against
 * it, or lost all, or met none of it. No number follows from that: one end of an interval at most.
 *
 * Elo is scaled so that, over the games played, a difference means the expected score of a
 * colour-swapped pair, as in score.h: exactly with two players, and as well as one factor can when
 * weak and strong, many draws and none are mixed.
 */
#ifndef HONE_TUNER_STATISTICS_RATINGS_H
#define HONE_TUNER_STATISTICS_RATINGS_H

#include "tuner/statistics/results.h"

/* The result of the pairs of a and b, from a's side. Any two players may have several. */
struct rated_meeting {
    int a, b;
    struct meeting_score score;
    /* Its games, as in results.h, if pair i of all meetings that have them began on one opening;
     * NULL: not known, and meetings count as independent. The caller's. */
    const struct result *games;
};

enum rating_kind {
    RATING_ABOVE,   /* won all games against those on the scale: no upper end */
    RATING_FITTED,  /* on the scale */
    RATING_BELOW,   /* lost all: no lower end */
    RATING_UNKNOWN, /* met no player on the scale: neither */
};

struct rating {
    enum rating_kind kind;
    double elo;       /* the mean on the scale is 0, or the anchor decides; INFINITY above it,
                       * -INFINITY below, else 0 */
    double error;     /* half width of the 95 % interval, INFINITY where an end is missing, NAN for
                       * the anchor and for the only player on the scale, which is its zero */
    double low, high; /* that interval; NAN as the error */
    double strength;  /* in natural units, for ratings_expected */
    double rate;      /* points a game; ½ without games */
    int64_t games;
    double los; /* that this player is stronger than the next one in rank; 0 for the last */
    int rank;   /* 1 is the strongest; equals in order of index */
};

struct ratings {
    int count, fitted; /* players; of them on the scale */
    struct rating *list;
    double *covariance;      /* count * count, of the Elo; 0 of those not on the scale */
    double first_advantage;  /* Elo */
    double draw_rate;        /* share of draws between equals; 0 if no game was drawn */
    double advantage, draw;  /* natural units … */
    double scale;            /* … of `scale` Elo */
    int anchor;              /* the player with the given Elo; -1: none */
    bool openings_are_known; /* the errors have what meetings on one opening have in common */
};

/* Rates `count` players, at least one. Deterministic; ratings_free. */
struct ratings ratings_fit(const struct rated_meeting *meetings, int meeting_count, int count);
void ratings_free(struct ratings *ratings);

/* Moves the scale so that a player on it has that Elo. The errors of the others become those of
 * their differences from it. */
void ratings_anchor(struct ratings *ratings, int player, double elo);

/* The probability that player i is stronger than j: by the fit, or, if one of them is not on the
 * scale, by the `pairs` of i against j (½ without any). */
double ratings_los(const struct ratings *ratings, int i, int j, const struct pentanomial *pairs);
/* The results of i against j. */
struct pentanomial ratings_pairs(const struct rated_meeting *meetings, int meeting_count, int i,
                                 int j);
/* Points a game that i expects in pairs with j, both on the scale. */
double ratings_expected(const struct ratings *ratings, int i, int j);
/* The same in a game in which i moves first; and the variance of its points. */
double ratings_expected_first(const struct ratings *ratings, int i, int j, double *variance);

/* "+12.3 +/- 4.5", "+0.0" for the anchor and for the only player on the scale, "over +1130", "under
 * -484", "unknown". */
void rating_format(const struct rating *rating, char out[SCORE_ELO_LENGTH]);
bool rating_is_exact(const struct rating *rating);

#endif
