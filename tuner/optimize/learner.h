/*
 * learner: shared by the kinds that learn from positions of games instead of from results. Their
 * population is one player, the learner. It starts with weights that are all 0, or with those of a
 * file. tuner/fit does the learning and reads the kinds' options. The later weights are in the
 * database, so there is nothing to save here.
 */
#ifndef HONE_TUNER_OPTIMIZE_LEARNER_H
#define HONE_TUNER_OPTIMIZE_LEARNER_H

#include "tuner/optimize/optimizer.h"

void *learner_create(const struct optimizer_setup *setup);
int learner_population_max(const struct optimizer_options *options);
void learner_ask(void *self, int generation, struct population *out);
void learner_tell(void *self, int generation, const struct outcome *outcome,
                  struct metrics *metrics);
int learner_champion(const void *self, int32_t *out);
void learner_save(const void *self, struct text *out);
int learner_load(void *self, const char *text, struct error *error);

/* The fields of a struct optimizer_kind that are the same for all of them. */
#define OPTIMIZER_LEARNER                                                                          \
    .learns = true, .begins = "0", .create = learner_create, .destroy = free,                      \
    .population_max = learner_population_max, .ask = learner_ask, .tell = learner_tell,            \
    .champion = learner_champion, .save = learner_save, .load = learner_load

/* ---- regression ---- */

/* Regression as a kind of optimiser: least squares on positions of games that a player
 * plays against itself, see tuner/fit/fit.h. */

enum { FIT_WINDOW_MAX = 64, FIT_DEPTH_MAX = 20 };

/* The target: the margin at the game's end, by least squares, or the winner, by logistic
 * regression. */
enum fit_aim { FIT_MARGIN, FIT_RESULT };

/* What the ridge pulls weights to. */
enum fit_toward { FIT_ZERO, FIT_START };

/* The side that numbers in files of positions are for. */
enum fit_side { FIT_FIRST, FIT_MOVER };

struct fit_options {
    enum fit_aim aim;
    enum fit_side side;
    double sample; /* the share of a game's positions that is taken */
    double stray;  /* probability of a random move instead of the player's */
    double trust;  /* weight of what followed a position, against its search score */
    int depth;     /* of the searches that label positions; 0: as they were played */
    int window;    /* generations of which positions are used */
    double keep;   /* decay of memory: weight of a generation, as a part of the next one's */
    int passes;    /* over the positions, at most */
    double ridge;  /* a weight that counts this often is halfway to … */
    enum fit_toward toward;
    double smooth; /* a ridge on the differences between adjacent points */
    double point;  /* one point of margin, or of the logarithm of the odds, in units of the weights;
                      0: the one at which the first weights predict the results in files best */
};

extern const struct optimizer_kind fit_kind;

/* ---- temporal differences ---- */

/* Learning by temporal differences as a kind of optimiser, see tuner/fit/td.h. */

struct td_options {
    double rate, rate_end; /* the part of an error that one step takes away: first and last */
    double trust;          /* weight of what followed the next position, against its value */
    double point;          /* what one point of margin is in units of the weights */
};

extern const struct optimizer_kind td_kind;

#endif
