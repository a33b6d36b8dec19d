/*
 * isa: the instruction sets that the innermost loops are built for, and which of them runs.
 *
 * Every NAME_kernel.c is compiled once for each of them, with the compiler's flags and ISA_SUFFIX
 * set by the Makefile. The portable one is the oracle of the others, and the only one on machines
 * that are not x86-64. It ends in a table of its entry points,
 *
 *     const struct thing_ops ISA_NAME(thing_ops) = { .play = thing_play, … };
 *
 * and its header says ISA_DECLARE(const struct thing_ops, thing_ops);. A caller keeps
 *
 *     const struct thing_ops *const ops[ISA_COUNT] = ISA_TABLE(thing_ops);
 *
 * and takes ops[isa_current()] before a loop, not in it.
 */
#ifndef HONE_ENGINE_BASE_ISA_H
#define HONE_ENGINE_BASE_ISA_H

#include "engine/base/base.h"

/* AVX2 with BMI1, BMI2 and POPCNT; AVX-512 as on Ice Lake and Zen 4: with these F, BW, DQ, VL, CD,
 * VBMI, VBMI2, BITALG and VPOPCNTDQ. */
enum isa { ISA_PORTABLE, ISA_AVX2, ISA_AVX512, ISA_COUNT };

/* "portable", "avx2", "avx512" */
const char *isa_name(enum isa isa);

/* Whether this build has it and this processor runs it. */
bool isa_available(enum isa isa);

/* Chooses what the environment's HONE_ISA names, by default the widest that is available. 0, or
 * -1 and why. To be called first by every program. */
int isa_init(struct error *error);

/* Chooses an available one while no kernel runs; for tests and measurements. */
void isa_set(enum isa isa);

/* The one in use; the widest that is available if none was chosen. */
enum isa isa_current(void);

#define ISA_PASTE_(name, suffix) name##_##suffix
#define ISA_PASTE(name, suffix) ISA_PASTE_(name, suffix)
#define ISA_NAME(name) ISA_PASTE(name, ISA_SUFFIX)

#ifdef __x86_64__
#define ISA_DECLARE(type, name) extern type name##_portable, name##_avx2, name##_avx512
#define ISA_TABLE(name)                                                                            \
    { [ISA_PORTABLE] = &name##_portable, [ISA_AVX2] = &name##_avx2, [ISA_AVX512] = &name##_avx512 }
#else
#define ISA_DECLARE(type, name) extern type name##_portable
#define ISA_TABLE(name)                                                                            \
    { [ISA_PORTABLE] = &name##_portable }
#endif

/* An object that is built once, as the table of all. */
#define ISA_SAME(object)                                                                           \
    { [ISA_PORTABLE] = &(object), [ISA_AVX2] = &(object), [ISA_AVX512] = &(object) }

#endif
