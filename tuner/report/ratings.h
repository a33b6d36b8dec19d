/*
 * ratings: Elo ratings of many players from who met whom.
 *
 * The model is Bradley-Terry with first-mover advantage and draws as in BayesElo (Rao & Kupper
 * 1967; Coulom's BayesElo; Hunter 2004, "MM algorithms for generalized Bradley-Terry models"):
 *     P(first wins)  = f(first - second + advantage - draw)
 *     P(second wins) = f(second - first - advantage - draw),   f the logistic function.
 * Its log likelihood is concave, so Newton's method finds the one maximum. The prior is, for each
 * player, one virtual win and one virtual loss against rating 0, with neither advantage nor draws,
 * and, for advantage and draw margin, a virtual game between equals, half won and half lost, and
 * a tenth of a draw: it keeps everything finite, shut-outs, islands and draws only included, and is
 * soon outweighed. (Virtual draws for the ratings would not do: a large draw margin makes a draw
 * certain at any strength.) Errors come from the inverse of the full information matrix; games
 * count as independent.
 *
 * Elo is scaled so that, over the games played, a difference means the expected score of a
 * colour-swapped pair that it does in score.h: exactly with two players, for near equals as in
 * BayesElo, and as well as one factor can when weak and strong, many draws and none are mixed.
 */
#ifndef HONE_TUNER_REPORT_RATINGS_H
#define HONE_TUNER_REPORT_RATINGS_H

#include <stdint.h>

#include "tuner/play/score.h"

/* Games of `first` (who moved first) against `second`: won, drawn, lost by `first`. */
struct rated_games {
    int first, second;
    int64_t won, drawn, lost;
};

/* The two entries of a meeting, from a's games moving first and moving second. */
void ratings_games(int a, int b, const struct tally *first, const struct tally *second,
                   struct rated_games out[2]);

struct rating {
    double elo;   /* mean of all players 0 */
    double error; /* half width of the 95 % interval */
    double rate;  /* points a game; ½ without games */
    int64_t games;
    double los; /* that this player is stronger than the next one in rank; 0 for the last */
    int rank;   /* 1 is the strongest; equals in order of index */
};

struct ratings {
    double first_advantage; /* Elo */
    double draw_elo;
};

/* Fits `count` players, at least one; out[count]. Any two players may have several entries.
 * Deterministic. */
struct ratings ratings_fit(const struct rated_games *games, int game_count, int count,
                           struct rating *out);

#endif
