/*
 * chess_psq: the search and the judgement of chess by piece-square tables, built for each
 * instruction set.
 */
#ifndef HONE_ENGINE_GAMES_CHESS_PSQ_H
#define HONE_ENGINE_GAMES_CHESS_PSQ_H

#include "engine/base/isa.h"
#include "engine/game/psq.h"
#include "engine/games/chess/rules.h"

ISA_DECLARE(const struct evaluator_ops, chess_psq_ops);
ISA_DECLARE(const struct evaluator_ops, chess_features_ops);

extern const struct psq_features chess_features;
/* Its count(). */
void chess_features_count(const void *state, int32_t counts[PSQ_FEATURES_MAX]);

#endif
