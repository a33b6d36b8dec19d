/*
 * connect_lines: the bounds of the evaluator `lines`, for those who add to its values.
 */
#ifndef HONE_ENGINE_CONNECT_LINES_H
#define HONE_ENGINE_CONNECT_LINES_H

#include "engine/connect_roads.h"

enum {
    LINES_WEIGHT_MAX = 3000,
    LINES_VALUE_MAX = CONNECT_POINTS_MAX * CONNECT_DIRECTIONS * (ROADS_FACTOR_MAX + ROADS_UNIT) *
                      LINES_WEIGHT_MAX,
};
_Static_assert(LINES_VALUE_MAX < SCORE_WIN, "every static value is below a win");

#endif
