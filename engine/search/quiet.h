/*
 * quiet: whether a position's static evaluation can be taken for its value, as it is where nothing
 * hangs. What is learned from other positions blames places of pieces for captures to come.
 */
#ifndef HONE_ENGINE_SEARCH_QUIET_H
#define HONE_ENGINE_SEARCH_QUIET_H

#include "engine/game/evaluator.h"

/* Of an unfinished position: its side to move is not in check, and gains nothing by noisy moves. In
 * games without these every position is quiet. */
bool position_is_quiet(const struct evaluator *evaluator, const void *prepared, const void *state);

#endif
