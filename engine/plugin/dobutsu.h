/*
 * hone/dobutsu.h: what an evaluator of Dobutsu shogi is given as `position`. Point row * 3 + column
 * is a bit, from the top left; side 0 begins, at the bottom.
 */
#ifndef HONE_DOBUTSU_H
#define HONE_DOBUTSU_H

#include <stdint.h>

enum {
    HONE_DOBUTSU_CHICK,
    HONE_DOBUTSU_ELEPHANT,
    HONE_DOBUTSU_GIRAFFE,
    HONE_DOBUTSU_HEN, /* kinds that can be in hand: those below */
    HONE_DOBUTSU_LION,
    HONE_DOBUTSU_KINDS
};

struct hone_dobutsu {
    uint16_t pieces[2][HONE_DOBUTSU_KINDS]; /* by side and kind: the points */
    uint8_t hands[2][HONE_DOBUTSU_HEN];     /* by side and kind: how many it may drop */
    uint8_t side;                           /* to move */
};

#endif
