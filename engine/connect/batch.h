/*
 * connect_batch: greedy games of the evaluator `roads`, fast.
 */
#ifndef HONE_ENGINE_CONNECT_BATCH_H
#define HONE_ENGINE_CONNECT_BATCH_H

#include "engine/base/isa.h"
#include "engine/connect/rules.h"

struct connect_batch_kernel {
    /* An evaluator's play_batch. */
    void (*play)(const struct connect_rules *rules, const struct bout *bouts, int count,
                 struct record *records);
};
ISA_KERNEL(struct connect_batch_kernel, connect_batch_kernel)

#endif
