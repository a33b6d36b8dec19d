// Prints what the reference library (libpcg-cpp-dev) gives for many seeds: test_rng.c compiles
// this, reads the lines and compares.
#include <cinttypes>
#include <cstdio>
#include <pcg_random.hpp>

int main() {
    pcg64 chooser(20240229);
    for (int line = 0; line < 2000; line++) {
        // Words of every length, so that small seeds and bounds occur as well.
        uint64_t seed = chooser() >> chooser(64);
        uint64_t stream = chooser() >> chooser(64);
        uint64_t delta = chooser() >> chooser(64);
        uint32_t bound = uint32_t(chooser() >> (32 + chooser(32)));
        if (bound == 0) bound = 0xc0000001u;
        pcg32 rng(seed, stream);
        std::printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu32, seed, stream, delta, bound);
        for (int i = 0; i < 8; i++) std::printf(" %" PRIu32, rng());
        for (int i = 0; i < 8; i++) std::printf(" %" PRIu32, rng(bound));
        rng.advance(delta);
        for (int i = 0; i < 4; i++) std::printf(" %" PRIu32, rng());
        std::printf("\n");
    }
}
