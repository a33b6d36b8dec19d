/*
 * space: which of an evaluator's parameters move, and how the others follow. The user's rules
 * modify the evaluator's own table: some parameters are frozen, some have another one's value, some
 * move within narrower bounds or in larger steps. The moving ones are the genes, and all that
 * optimisers see. Players, databases and reports have all
 * weights:
 *
 *     weights[i] = origin[i] + factor[i] * genes[gene[i]]
 */
#ifndef HONE_TUNER_OPTIMIZE_SPACE_H
#define HONE_TUNER_OPTIMIZE_SPACE_H

#include <stdbool.h>

#include "engine/base/base.h"
#include "engine/game/param.h"
#include "tuner/optimize/scale.h"

enum space_number { SPACE_START, SPACE_LOWER, SPACE_UPPER, SPACE_STEP, SPACE_NUMBERS };
extern const char *const space_number_names[SPACE_NUMBERS]; /* "start", … */

/* Something said of all parameters of a name; what a later rule says of them wins. */
struct space_rule {
    int line;                   /* where it stands, for messages */
    char name[PARAM_NAME_SIZE]; /* one '*' in it stands for any characters */
    bool has[SPACE_NUMBERS], has_freeze, has_tie;
    int32_t numbers[SPACE_NUMBERS];
    bool freeze;
    /* The parameter that it is tied to: "other", "-other" for the negative, "" for none. A '*'
     * stands for the same characters as in `name`. */
    char tie[1 + PARAM_NAME_SIZE];
};

/* A parameter as the rules leave it. */
struct space_row {
    int32_t lower, upper, step; /* step 0: any */
    bool has_start, frozen, mirrored;
    int32_t start; /* has_start: said by a rule; then what it begins with */
    int tie;       /* the parameter that it is tied to, not tied itself; -1: none */
    int line;      /* of the rule that spoke last of it; 0: none */
    int gene;      /* the one that moves it; 0 with factor 0: none */
    int32_t origin, factor;
};

struct space {
    const struct param *params; /* all of them, the evaluator's */
    int dim;
    struct space_row *rows; /* [dim], owned */
    int count;              /* of genes */
    struct range *genes;    /* [count] what values each may have, owned */
    int *owners;            /* [count] the parameter of each gene, owned */
};

/* What is wrong with a rule. */
struct space_fault {
    int line; /* 0: of no single one */
    struct error why;
};

/* The table under the rules, before anything moves. `params` outlives the space. 0, or -1 and what
 * is wrong. space_free in either case. */
int space_init(struct space *space, const struct param *params, int dim,
               const struct space_rule *rules, int rule_count, struct space_fault *fault);
void space_free(struct space *space);

/* Gives the parameters that are said to begin with a value that value. */
void space_start(const struct space *space, int32_t *weights);

/* Makes the genes. Frozen parameters keep their value of `base` for good, and steps are counted
 * from there. 0, or -1 and what is wrong: nothing is free, or a value of base is out of bounds; if
 * the first vectors are `drawn`, only frozen parameters and those with steps are checked. */
int space_settle(struct space *space, const int32_t *base, bool drawn, struct space_fault *fault);

/* Whether a vector besides the base can be begun with: in bounds and frozen where that is. */
int space_check(const struct space *space, const int32_t *weights, struct space_fault *fault);

void space_expand(const struct space *space, const int32_t *genes, int32_t *weights);
/* The genes of the nearest weights that the space has. */
void space_reduce(const struct space *space, const int32_t *weights, int32_t *genes);
/* How many of the weights the space has with another value: those tied or between two steps. */
int space_moved(const struct space *space, const int32_t *weights);
/* Whether both have the same genes, which mean the same weights, perhaps with other ranges. */
bool space_same_genes(const struct space *a, const struct space *b);

#endif
