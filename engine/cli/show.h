/*
 * show: games at a terminal, for people: boards, moves, scores, who won. Each function but the
 * first prints to stdout.
 */
#ifndef HONE_ENGINE_CLI_SHOW_H
#define HONE_ENGINE_CLI_SHOW_H

#include "engine/game/game.h"

enum { SCORE_TEXT_MAX = 24 };

/* "+12", or "win+4" and "loss-4" with the margin of a game that is decided. */
const char *score_format(int32_t score, char out[SCORE_TEXT_MAX]);

void show_board(const struct game *game, const void *state, move_t last);
void show_moves(const struct game *game, const move_t *moves, int count);
void show_outcome(const struct game *game, const void *state);

#endif
