/*
 * hone/lgame.h: what an evaluator of the L-game is given as `position`: sets of the 16 points, of
 * which row * 4 + column is a bit, from the top left.
 */
#ifndef HONE_LGAME_H
#define HONE_LGAME_H

#include <stdint.h>

struct hone_lgame {
    uint16_t pieces[2]; /* the L of each side */
    uint16_t neutral;   /* the two stones that belong to neither side */
    uint16_t side;      /* to move */
    uint16_t left;      /* moves until the game is a draw */
};

#endif
