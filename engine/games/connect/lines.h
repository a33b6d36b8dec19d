/*
 * connect_lines: the bounds of the evaluator `lines`, for evaluators that add to its values: no
 * static evaluation is larger than LINES_POINT_MAX for each point of the board.
 */
#ifndef HONE_ENGINE_GAMES_CONNECT_LINES_H
#define HONE_ENGINE_GAMES_CONNECT_LINES_H

#include "engine/games/connect/roads.h"

enum {
    LINES_WEIGHT_MAX = 3000,
    LINES_POINT_MAX = CONNECT_DIRECTIONS * (ROADS_FACTOR_MAX + ROADS_UNIT) * LINES_WEIGHT_MAX,
};
_Static_assert(CONNECT_POINTS_MAX *LINES_POINT_MAX < SCORE_WIN, "values must be below a win");

#endif
