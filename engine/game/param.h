/*
 * param: one tunable integer of an evaluator. The table of these is the only place where names,
 * counts, bounds and defaults are said: configs, genomes, weight files, help, reports and tests
 * read it.
 */
#ifndef HONE_ENGINE_GAME_PARAM_H
#define HONE_ENGINE_GAME_PARAM_H

#include <stdint.h>

enum scale {
    SCALE_LINEAR, /* steps are differences */
    SCALE_LOG,    /* steps are factors; lower >= 1 */
};

struct param {
    char name[24]; /* letters, digits, '.', unique in its evaluator: "a1", "own3", "s2.b2" */
    int32_t initial, lower, upper;
    enum scale scale;
    const char *doc;
};

#endif
