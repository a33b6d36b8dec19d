/*
 * xiangqi_psq: the search and the judgement of xiangqi by piece-square tables, built for each
 * instruction set.
 */
#ifndef HONE_ENGINE_GAMES_XIANGQI_PSQ_H
#define HONE_ENGINE_GAMES_XIANGQI_PSQ_H

#include "engine/base/isa.h"
#include "engine/game/psq.h"
#include "engine/games/xiangqi/rules.h"

ISA_DECLARE(const struct evaluator_ops, xiangqi_psq_ops);
ISA_DECLARE(const struct evaluator_ops, xiangqi_features_ops);

extern const struct psq_features xiangqi_features;
/* Its count(). */
void xiangqi_features_count(const void *state, int32_t counts[PSQ_FEATURES_MAX]);

#endif
