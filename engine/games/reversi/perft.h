/*
 * reversi_perft: a fast count of the leaves below a position.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_PERFT_H
#define HONE_ENGINE_GAMES_REVERSI_PERFT_H

#include "engine/base/isa.h"
#include "engine/games/reversi/rules.h"

struct reversi_perft_ops {
    /* As perft of struct game, with depth > 0. */
    uint64_t (*leaves_below)(uint64_t own, uint64_t opp, int depth);
};
ISA_DECLARE(const struct reversi_perft_ops, reversi_perft_ops);

#endif
