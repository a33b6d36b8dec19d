/*
 * weights_show: weights for people: on the board where they are of squares, and two side by side.
 */
#ifndef HONE_TUNER_REPORT_WEIGHTS_SHOW_H
#define HONE_TUNER_REPORT_WEIGHTS_SHOW_H

#include "engine/files/weights.h"

/* Weights of discs on squares as a board for each stage of the game, the rest as a list. */
void weights_show(const struct weights *weights, struct text *out);
/* The boards alone; a blank line before each. */
void weights_show_boards(const struct weights *weights, struct text *out);
/* Whether a parameter is of discs on squares; each square's value by those of the stage that begins
 * at `from` (struct meaning), 0 where there is none. */
bool weights_show_is_disc(const struct evaluator *evaluator, int index);
void weights_show_values(const struct weights *weights, int from, int32_t values[64]);
/* The rest as rows: "own 1 5 25 125 625" of own1 to own5. */
void weights_show_rows(const struct weights *weights, struct text *out);

/* Parameter by parameter; in long tables only those that differ. `b` is of the same evaluator. */
void weights_show_both(const struct weights *a, const struct weights *b, struct text *out);

#endif
