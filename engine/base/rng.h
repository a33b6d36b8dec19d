/*
 * rng: PCG32 (XSH-RR 64/32, O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient
 * Statistically Good Algorithms for Random Number Generation"), with streams, jump-ahead and
 * unbiased bounded numbers. Every random number of hone comes from a generator of this kind, keyed
 * by its purpose, never by a clock or a thread.
 */
#ifndef HONE_ENGINE_BASE_RNG_H
#define HONE_ENGINE_BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state;
    uint64_t increment; /* odd; names the stream */
};

/* As pcg32(state, stream) of the reference library: same seeds, same numbers. */
void rng_seed(struct rng *rng, uint64_t state, uint64_t stream);

/* A generator of its own for each (seed, purpose, a, b): equal keys give equal numbers, unequal
 * keys give unrelated ones. `purpose` keeps apart what would otherwise share numbers. */
struct rng rng_keyed(uint64_t seed, uint64_t purpose, uint64_t a, uint64_t b);

static inline uint32_t rng_next(struct rng *rng) {
    uint64_t old = rng->state;
    rng->state = old * 6364136223846793005u + rng->increment;
    uint32_t shifted = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t rotation = (uint32_t)(old >> 59);
    return (shifted >> rotation) | (shifted << (-rotation & 31));
}

/* Uniform in [0, bound), bound > 0, by rejection: the reference library's bounded number. */
uint32_t rng_below(struct rng *rng, uint32_t bound);

/* Moves `delta` steps forward, modulo 2^64 (so a huge delta goes back), in O(log delta). */
void rng_advance(struct rng *rng, uint64_t delta);

/* Uniform in [0, 1), a multiple of 2^-53; uses two numbers. */
double rng_unit(struct rng *rng);

/* Normal with mean 0 and deviation 1 (Marsaglia's polar method). */
double rng_normal(struct rng *rng);

#endif
