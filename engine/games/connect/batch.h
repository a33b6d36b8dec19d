/*
 * connect_batch: fast greedy games of the evaluator `roads`, a member of its struct evaluator_ops;
 * for kernels only.
 */
#ifndef HONE_ENGINE_GAMES_CONNECT_BATCH_H
#define HONE_ENGINE_GAMES_CONNECT_BATCH_H

#include "engine/games/connect/roads.h"

void ISA_NAME(roads_play_batch)(const struct evaluator *evaluator, const struct bout *bouts,
                                int count, struct record *records);

#endif
