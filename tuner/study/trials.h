/*
 * trials: a comparison of optimisers as data: kinds, numbers of games and seeds; the result of each
 * run; and their medians and quartiles over the seeds.
 */
#ifndef HONE_TUNER_STUDY_TRIALS_H
#define HONE_TUNER_STUDY_TRIALS_H

#include "tuner/optimize/optimizer.h"
#include "tuner/run/run.h"
#include "tuner/statistics/spread.h"

enum { TRIALS_BUDGETS_MAX = 16 };

struct trial {
    const struct optimizer_kind *kind;
    int64_t budget; /* of games */
    uint64_t seed;
    bool done, found; /* found: done before this program was started */
    int64_t games;    /* played: the last generation goes beyond the budget */
    int generations;
    double value; /* of its champion */
};

struct trials {
    /* Set by the caller: */
    int kind_count, budget_count, seed_count;
    const struct optimizer_kind *kinds[OPTIMIZERS_MAX];
    int64_t budgets[TRIALS_BUDGETS_MAX];
    uint64_t first_seed;
    const char *title;   /* of a plot; outlives the trials */
    const char *measure; /* what a value is: "points a game" */
    bool regret;         /* values are distances, which fall by powers of ten */
    /* Plays the trial given by its first three members and fills in the others. The same trial
     * gives the same again. */
    enum run_end (*play)(void *context, struct trial *trial, struct error *error);
    void *context;
    /* Then: */
    int count;
    struct trial *list; /* seed after seed, so that all kinds have as many when it is broken off */
};

/* Makes the list; trials_free. */
void trials_make(struct trials *trials);
void trials_free(struct trials *trials);

/* Whether all can be played, so that errors show before hours of games: 0, or -1 and why `check`,
 * called for each kind and budget, refuses one. */
int trials_check(const struct trials *trials,
                 int (*check)(const void *context, const struct trial *trial, struct error *error),
                 struct error *error);

/* Plays all of them; on a terminal stderr has a line for each, with the time left. */
enum run_end trials_play(struct trials *trials, struct error *error);

/* Over the seeds that are done. */
struct trials_summary {
    int runs;
    double games; /* the median of what was played */
    struct spread values;
};
struct trials_summary trials_summary(const struct trials *trials, int kind, int budget);

/* A line for each kind and budget. */
void trials_print(const struct trials *trials, struct text *out);
void trials_print_csv(const struct trials *trials, struct text *out);

#endif
