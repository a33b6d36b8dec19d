/*
 * ratings: Elo ratings of many players from who met whom.
 *
 * The model is Bradley and Terry's with draws as Davidson (1970) and a first mover's advantage as
 * Davidson and Beaver (1977) have them: of a game, with u = first - second + advantage,
 *     P(first wins) : P(draw) : P(second wins)  =  exp(u / 2) : exp(draw) : exp(-u / 2).
 * It is fitted by maximum likelihood, and then everybody has the points that the model expects, so
 * that a draw is half a win. Errors are those of pairs ("sandwich"; White 1982): how much the
 * points of a pair vary is counted, not taken from the model, and what the pairs of several
 * meetings that began on one opening have in common is counted too, where it is known. The
 * advantage and the draws are those of all games, and so much better known than a player that their
 * own errors are left out.
 *
 * Ratings exist where everybody has scored against everybody else, be it through others (Ford
 * 1957). The largest such group is on the scale. Who stands outside has won all games against it,
 * or lost all, or met nobody of it, and no number follows from that: one end of an interval at
 * most.
 *
 * Elo is scaled so that, over the games played, a difference means the expected score of a
 * colour-swapped pair that it does in score.h: exactly with two players, and as well as one factor
 * can when weak and strong, many draws and none are mixed.
 */
#ifndef HONE_TUNER_STATISTICS_RATINGS_H
#define HONE_TUNER_STATISTICS_RATINGS_H

#include "tuner/statistics/results.h"

/* What the pairs of a and b came to, all of it a's. Any two players may have several. */
struct rated_meeting {
    int a, b;
    struct meeting_score score;
    /* Its games, as in results.h, if pair i of all meetings that have them began on one opening;
     * NULL: unknown, and taken as independent of other meetings. The caller's. */
    const struct result *games;
};

enum rating_kind {
    RATING_ABOVE,   /* won all games against those on the scale: no upper end */
    RATING_FITTED,  /* on the scale */
    RATING_BELOW,   /* lost all: no lower end */
    RATING_UNKNOWN, /* met nobody on the scale: neither */
};

struct rating {
    enum rating_kind kind;
    double elo;       /* mean of those on the scale 0, or as the anchor has it; INFINITY above it,
                         -INFINITY below, else 0 */
    double error;     /* half width of the 95 % interval, INFINITY where an end is missing, NAN of
                         the anchor and of who is alone on the scale and so is its zero */
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
    double scale;            /* … of so many Elo */
    int anchor;              /* the player whose Elo was given; -1: none */
    bool openings_are_known; /* the errors have what meetings on one opening have in common */
};

/* Rates `count` players, at least one. Deterministic; ratings_free. */
struct ratings ratings_fit(const struct rated_meeting *meetings, int meeting_count, int count);
void ratings_free(struct ratings *ratings);

/* Moves the scale so that a player on it has that Elo: the errors of the others are those of their
 * differences from it. */
void ratings_anchor(struct ratings *ratings, int player, double elo);

/* The probability that player i is stronger than j: by the fit, or if one of them is not on the
 * scale by the `pairs` that i had with j (½ without any). */
double ratings_los(const struct ratings *ratings, int i, int j, const struct pentanomial *pairs);
/* What i and j had together, i's. */
struct pentanomial ratings_pairs(const struct rated_meeting *meetings, int meeting_count, int i,
                                 int j);
/* Points a game that i expects in pairs with j, both on the scale. */
double ratings_expected(const struct ratings *ratings, int i, int j);
/* The same in a game in which i moves first; and the variance of its points. */
double ratings_expected_first(const struct ratings *ratings, int i, int j, double *variance);

/* "+12.3 +/- 4.5", of the anchor and of who is alone on the scale "+0.0", "over +1130", "under
 * -484", "unknown". */
void rating_format(const struct rating *rating, char out[SCORE_ELO_LENGTH]);
bool rating_is_exact(const struct rating *rating);

#endif
