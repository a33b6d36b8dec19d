/*
 * compliance: what a short test shows of an engine whose parameters are to be tuned: whether it
 * starts and takes the values, moves the same again, keeps its limit, and whether each parameter
 * changes any move.
 */
#ifndef HONE_TUNER_RUN_COMPLIANCE_H
#define HONE_TUNER_RUN_COMPLIANCE_H

#include "tuner/config/config.h"
#include "tuner/external/offers.h"

/* Positions asked; the number of them in which a step worth trying changes the move. */
enum { COMPLIANCE_POSITIONS = 50, COMPLIANCE_STEP = 5 };

struct compliance_parameter {
    const char *name; /* the config's */
    int changed;      /* the first position with another move at its min or max, from 1 on; 0: none,
                       * it is dead */
    enum offer_matter matter; /* by its name */
    double step;     /* the least one, of halves of the way to the farther bound, that changes
                      * the move in COMPLIANCE_STEP positions; 0: none does, or it is not looked
                      * for, as of choices and of engines that do not repeat their moves */
    int refused;     /* of the two bounds, those that the engine does not play with */
    char why[256];   /* it does not */
    char offer[160]; /* how the engine's own default differs from the start; "": in nothing that is
                      * known */
};

struct compliance {
    int moves;               /* asked for with the values of the start, each twice */
    int differing;           /* of these, with another answer the second time */
    double seconds, slowest; /* of these moves, on average and at most */
    int deeper; /* depth that it said to have searched beyond what it was told; 0: none */
    int count;
    struct compliance_parameter *list; /* owned */
};

/* Whether the engine, by what it lists, takes all values within the config's bounds. 0, or -1 and
 * which of them it does not take. */
int compliance_check_bounds(const struct config *config, const struct offers *offers,
                            struct error *error);

/* The config has an engine. 0; -1 and why: it does not start, or does not play with the values of
 * the start; or Ctrl-C. compliance_free in either case. */
int compliance_test(const struct config *config, struct compliance *out, struct error *error);
void compliance_free(struct compliance *compliance);

#endif
