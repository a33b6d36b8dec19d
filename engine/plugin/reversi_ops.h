/*
 * reversi_ops: Reversi's rules and search around an evaluator from outside, reversi_kernel.c.
 */
#ifndef HONE_ENGINE_PLUGIN_REVERSI_OPS_H
#define HONE_ENGINE_PLUGIN_REVERSI_OPS_H

#include "engine/game/evaluator.h"

ISA_DECLARE(const struct evaluator_ops, plugin_reversi_ops);

#endif
