/*
 * show: games at a terminal, for people: boards, moves, scores, winners. Each function but the
 * first two prints to stdout, in colours if that is a terminal that has them and NO_COLOR is not
 * set (https://no-color.org).
 */
#ifndef HONE_ENGINE_CLI_SHOW_H
#define HONE_ENGINE_CLI_SHOW_H

#include "engine/cli/asked.h"
#include "engine/game/game.h"

enum { SCORE_TEXT_MAX = 48 };

/* "+12" in the weights' unit, "+0.75" if the evaluator gives a disc's weight; or "win+4" and
 * "loss-4" with a proved margin; "win+4?" or "+4.00" with an unproved one. */
const char *score_format(const struct evaluator *evaluator, const struct search_result *result,
                         char out[SCORE_TEXT_MAX]);
/* The same in words, of the side to move: "score +12", "wins by 4 discs", "loses within 7 stones",
 * "seems to win by 4 discs", "a draw". */
const char *score_words(const struct evaluator *evaluator, const void *state,
                        const struct search_result *result, char out[SCORE_TEXT_MAX]);

/* With the points of some moves marked. */
void show_board(const struct game *game, const void *state, const move_t *marked, int count);
void show_moves(const struct game *game, const move_t *moves, int count);
/* Moves that follow each other from a position, by the names that they have there. */
void show_line(const struct game *game, const void *state, const move_t *moves, int count);
/* "Black NAME (as tuned: greedy)", then `end`. */
void show_contestant(const char *role, const struct contestant *contestant, const char *end);

/* "Black wins by 12 discs.", "White wins with 6 in a row: j10 k11 …". */
void show_outcome(const struct game *game, const void *state);
/* The stones in a row that won a finished game, their count; 0: there are none. */
int show_winning_row(const struct game *game, const void *state, move_t out[GAME_POINTS_MAX]);

#endif
