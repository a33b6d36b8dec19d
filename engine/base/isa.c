/*
 * Which instruction set runs: the widest that the processor has, unless HONE_ISA names another. One
 * choice for the whole process, so that no two threads differ.
 */
#include "engine/base/isa.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[ISA_COUNT] = {"portable", "avx2", "avx512"};

static atomic_int current = ISA_COUNT; /* not chosen yet */

const char *isa_name(enum isa isa) {
    return names[isa];
}

bool isa_available(enum isa isa) {
#ifdef __x86_64__
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vbmi") &&
                  __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bitalg") &&
                  __builtin_cpu_supports("avx512vpopcntdq");
    return isa == ISA_PORTABLE || (isa == ISA_AVX2 && avx2) || (isa == ISA_AVX512 && avx512);
#else
    return isa == ISA_PORTABLE;
#endif
}

static enum isa isa_widest(void) {
    enum isa isa = ISA_AVX512;
    while (!isa_available(isa)) isa--;
    return isa;
}

int isa_init(struct error *error) {
    const char *wanted = getenv("HONE_ISA");
    current = isa_widest();
    if (!wanted || !*wanted) return 0;
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++) {
        if (strcmp(wanted, names[isa]) != 0) continue;
        if (!isa_available(isa))
            return error_set(error, "HONE_ISA=%s: this machine has only %s", wanted,
                             names[current]);
        current = isa;
        return 0;
    }
    return error_set(error, "HONE_ISA=%.40s: there are portable, avx2 and avx512", wanted);
}

void isa_set(enum isa isa) {
    if (!isa_available(isa)) die("instruction set %s is not available", names[isa]);
    current = isa;
}

enum isa isa_current(void) {
    if (current == ISA_COUNT) current = isa_widest();
    return (enum isa)current;
}
