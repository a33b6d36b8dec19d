/*
 * The state is the caller's, and the key is all that it depends on: the same numbers in any order
 * of play, on any number of threads.
 */
#include "engine/base/rng.h"

#include <math.h>

#include "engine/base/base.h"

void rng_seed(struct rng *rng, uint64_t state, uint64_t stream) {
    rng->increment = stream << 1 | 1;
    rng->state = state + rng->increment;
    rng_next(rng);
}

/* One word that depends on all four; `salt` makes independent ones of the same four. */
static uint64_t rng_key_mix(uint64_t salt, const uint64_t key[4]) {
    uint64_t mixed = salt;
    for (int i = 0; i < 4; i++) mixed = mix64(mixed + key[i] + 0x9e3779b97f4a7c15u);
    return mixed;
}

struct rng rng_keyed(uint64_t seed, uint64_t purpose, uint64_t a, uint64_t b) {
    const uint64_t key[4] = {seed, purpose, a, b};
    struct rng rng;
    rng_seed(&rng, rng_key_mix(0x243f6a8885a308d3u, key), rng_key_mix(0x13198a2e03707344u, key));
    return rng;
}

/* Numbers below 2^32 mod bound are rejected. That threshold is less than the bound, so its
 * division is needed only when the number drawn is, too. */
uint32_t rng_below(struct rng *rng, uint32_t bound) {
    uint32_t number = rng_next(rng);
    if (number < bound) {
        uint32_t threshold = -bound % bound;
        while (number < threshold) number = rng_next(rng);
    }
    return number % bound;
}

/* F. Brown, "Random Number Generation with Arbitrary Stride" (1994): the step x -> m x + p is
 * squared again and again, and applied where `delta` has a bit. */
void rng_advance(struct rng *rng, uint64_t delta) {
    uint64_t multiplier = 6364136223846793005u, plus = rng->increment;
    for (; delta > 0; delta >>= 1) {
        if (delta & 1) rng->state = rng->state * multiplier + plus;
        plus *= multiplier + 1;
        multiplier *= multiplier;
    }
}

double rng_unit(struct rng *rng) {
    uint64_t high = rng_next(rng) >> 5;
    uint64_t low = rng_next(rng) >> 6;
    return (double)(high << 26 | low) * 0x1p-53;
}

double rng_normal(struct rng *rng) {
    double x, y, square;
    do {
        x = 2 * rng_unit(rng) - 1;
        y = 2 * rng_unit(rng) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);
    return x * sqrt(-2 * log(square) / square);
}
