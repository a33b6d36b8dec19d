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

#endif
