/*
 * compliance: a short test of an engine before its parameters are tuned: whether it starts, takes
 * the values, repeats its moves, keeps its limit, and whether each free parameter changes any move.
 */
#ifndef HONE_TUNER_RUN_COMPLIANCE_H
#define HONE_TUNER_RUN_COMPLIANCE_H

#include "tuner/config/config.h"
#include "tuner/external/offers.h"

/* Positions asked; the number of them in which a step worth trying changes the move. */
enum { COMPLIANCE_POSITIONS = 50, COMPLIANCE_STEP = 5 };

struct compliance_parameter {
    const char *name; /* the config's */
    int changed; /* the first position, from 1, where its min or max changes the move; 0: none, it
                    is dead */
    enum offer_matter matter; /* by its name */
    double step;   /* the least step, halving the way to the farther bound, that changes the move in
                      COMPLIANCE_STEP positions; 0: none does, or it is a choice, or the engine does
                      not repeat its moves */
    bool weak;     /* it has none, though it changes a move: no change within its bounds does */
    int refused;   /* how many of the two bounds the engine does not play with */
    char why[256]; /* … and at which value, the last one, and why */
    char
        offer[160]; /* how the engine's own default differs from the start; "": not, or not known */
};

struct compliance {
    int moves;                         /* asked for with the values of the start, each twice */
    int differing;                     /* of these, moves that differed the second time */
    double seconds, slowest;           /* of these moves, on average and at most */
    int deeper;                        /* the depth it reported beyond its limit; 0: none */
    int count;                         /* of the parameters that are free */
    struct compliance_parameter *list; /* owned */
};

/* Whether the options that the engine lists take all values within the config's bounds. 0, or -1
 * and which do not. */
int compliance_check_bounds(const struct config *config, const struct offers *offers,
                            struct error *error);

/* The config has an engine. 0; -1 and why: it does not start, or does not play with the values of
 * the start; or Ctrl-C. compliance_free in either case. */
int compliance_test(const struct config *config, struct compliance *out, struct error *error);
void compliance_free(struct compliance *compliance);

#endif
