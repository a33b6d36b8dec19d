/*
 * param: one tunable integer of an evaluator. Names, counts, bounds and defaults stand in the table
 * of these alone: configs, genomes, weight files, help, reports and tests read it.
 */
#ifndef HONE_ENGINE_GAME_PARAM_H
#define HONE_ENGINE_GAME_PARAM_H

#include <stdint.h>

enum scale {
    SCALE_LINEAR, /* steps are differences */
    SCALE_LOG,    /* steps are factors; lower >= 1 */
};

enum { PARAM_NAME_SIZE = 64 }; /* with the final 0 */

struct param {
    char name[PARAM_NAME_SIZE]; /* unique in its evaluator: "a1", "own3", "s2.b2"; other programs'
                                   may have blanks: "King Safety" */
    int32_t initial, lower, upper;
    enum scale scale;
    const char *doc;
};

/* The length of the longest name, or `least`: the width of a table's first column. */
int param_names_width(const struct param *params, int count, int least);

#endif
