/*
 * hone/piles.h: what an evaluator of Nim and of Grundy's game is given as `position`.
 */
#ifndef HONE_PILES_H
#define HONE_PILES_H

#include <stdint.h>

struct hone_piles {
    uint16_t side;        /* to move */
    uint16_t count;       /* of piles */
    const uint8_t *coins; /* of each pile, perhaps none */
};

#endif
