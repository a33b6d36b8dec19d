/*
 * rng: the published outputs and those of the reference implementation, and that numbers drawn for
 * different purposes have nothing to do with each other.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/base.h"
#include "engine/base/rng.h"

static struct rng seeded(uint64_t state, uint64_t stream) {
    struct rng rng;
    rng_seed(&rng, state, stream);
    return rng;
}

/* The first line of "pcg32-demo" in the reference distribution. */
static void first_outputs_are_as_published(void **unused) {
    (void)unused;
    static const uint32_t published[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                         0x83d2f293, 0xbfa4784b, 0xcbed606e};
    struct rng rng = seeded(42, 54);
    for (size_t i = 0; i < COUNT_OF(published); i++) assert_int_equal(rng_next(&rng), published[i]);
}

static uint64_t read_number(FILE *file) {
    uint64_t number;
    assert_int_equal(fscanf(file, "%" SCNu64, &number), 1);
    return number;
}

static void compare_line(FILE *oracle) {
    uint64_t seed = read_number(oracle), stream = read_number(oracle);
    uint64_t delta = read_number(oracle);
    uint32_t bound = (uint32_t)read_number(oracle);
    struct rng rng = seeded(seed, stream);
    for (int i = 0; i < 8; i++) assert_int_equal(rng_next(&rng), read_number(oracle));
    for (int i = 0; i < 8; i++) assert_int_equal(rng_below(&rng, bound), read_number(oracle));
    rng_advance(&rng, delta);
    for (int i = 0; i < 4; i++) assert_int_equal(rng_next(&rng), read_number(oracle));
}

/* Compiles tests/pcg_oracle.cpp into `folder` and opens what it prints. */
static FILE *oracle_open(const char *folder) {
    char command[256];
    snprintf(command, sizeof command, "c++ -std=c++11 -o %s/oracle tests/pcg_oracle.cpp", folder);
    if (system(command) != 0)
        fail_msg("the PCG reference did not compile: this test needs c++ and <pcg_random.hpp>; "
                 "install the packages g++ and libpcg-cpp-dev (make test does), and run it in "
                 "the project's root");
    snprintf(command, sizeof command, "%s/oracle", folder);
    FILE *oracle = popen(command, "r");
    assert_non_null(oracle);
    return oracle;
}

static void outputs_equal_the_reference(void **unused) {
    (void)unused;
    char folder[] = "/tmp/hone-pcg-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    FILE *oracle = oracle_open(folder);
    for (int line = 0; line < 2000; line++) compare_line(oracle);
    assert_int_equal(pclose(oracle), 0);
    snprintf(path, sizeof path, "%s/oracle", folder);
    unlink(path);
    rmdir(folder);
}

/* Pearson's statistic of `draws` numbers in `cells` equally likely cells. */
static double chi_square(const int *counts, int cells, int draws) {
    double expected = (double)draws / cells, sum = 0;
    for (int i = 0; i < cells; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    return sum;
}

/* How many deviations the statistic is from its mean, by Wilson and Hilferty's cube root. */
static double chi_square_deviations(double statistic, int degrees) {
    double variance = 2.0 / (9.0 * degrees);
    return (cbrt(statistic / degrees) - (1 - variance)) / sqrt(variance);
}

static void below_is_uniform(void **unused) {
    (void)unused;
    enum { DRAWS = 200000, BOUND_MAX = 361 };
    for (int bound = 2; bound <= BOUND_MAX; bound += 1 + bound / 7) {
        struct rng rng = seeded(7, (uint64_t)bound);
        int counts[BOUND_MAX] = {0};
        for (int i = 0; i < DRAWS; i++) counts[rng_below(&rng, (uint32_t)bound)]++;
        double deviations = chi_square_deviations(chi_square(counts, bound, DRAWS), bound - 1);
        assert_true(fabs(deviations) < 4);
    }
}

/* With a bound of 3/4 of 2^32, a modulo without rejection gives the lower third half of all. */
static void below_is_unbiased(void **unused) {
    (void)unused;
    enum { DRAWS = 300000 };
    struct rng rng = seeded(3, 1);
    int counts[3] = {0};
    for (int i = 0; i < DRAWS; i++) counts[rng_below(&rng, 0xc0000000u) >> 30]++;
    assert_true(chi_square(counts, 3, DRAWS) < 20);
}

static void below_one_is_zero(void **unused) {
    (void)unused;
    struct rng rng = seeded(1, 1);
    for (int i = 0; i < 100; i++) assert_int_equal(rng_below(&rng, 1), 0);
}

static void units_are_uniform(void **unused) {
    (void)unused;
    enum { DRAWS = 200000, CELLS = 100 };
    struct rng rng = seeded(11, 2);
    int counts[CELLS] = {0};
    for (int i = 0; i < DRAWS; i++) {
        double unit = rng_unit(&rng);
        assert_true(unit >= 0 && unit < 1);
        assert_true(ldexp(unit, 53) == floor(ldexp(unit, 53)));
        counts[(int)(unit * CELLS)]++;
    }
    assert_true(fabs(chi_square_deviations(chi_square(counts, CELLS, DRAWS), CELLS - 1)) < 4);
}

/* Moments 1 to 4 within 5 standard errors (sqrt(var(x^n)/N)), tails as the normal law has them. */
static void normals_have_their_moments(void **unused) {
    (void)unused;
    enum { DRAWS = 400000 };
    static const double moments[] = {0, 1, 0, 3}, variances[] = {1, 2, 15, 96};
    static const double tails[] = {0.317311, 0.045500, 0.0026998}; /* P(|x| > 1, 2, 3) */
    double sums[4] = {0};
    int beyond[3] = {0};
    struct rng rng = seeded(5, 3);
    for (int i = 0; i < DRAWS; i++) {
        double x = rng_normal(&rng), power = 1;
        for (int n = 0; n < 4; n++) sums[n] += power *= x;
        for (int n = 0; n < 3; n++) beyond[n] += fabs(x) > n + 1;
    }
    for (int n = 0; n < 4; n++)
        assert_true(fabs(sums[n] / DRAWS - moments[n]) < 5 * sqrt(variances[n] / DRAWS));
    for (int n = 0; n < 3; n++)
        assert_true(fabs(beyond[n] - tails[n] * DRAWS) < 5 * sqrt(tails[n] * DRAWS));
}

static int compare_words(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The first outputs over a grid of keys: 16^4 random words have 0.5 equal pairs on average. */
static void keys_do_not_collide(void **unused) {
    (void)unused;
    enum { SIDE = 16, KEYS = SIDE * SIDE * SIDE * SIDE };
    static uint32_t first[KEYS];
    for (int key = 0; key < KEYS; key++) {
        struct rng rng =
            rng_keyed((uint64_t)key % SIDE, (uint64_t)key / SIDE % SIDE,
                      (uint64_t)key / (SIDE * SIDE) % SIDE, (uint64_t)key / (SIDE * SIDE * SIDE));
        first[key] = rng_next(&rng);
    }
    qsort(first, KEYS, sizeof *first, compare_words);
    int equal = 0;
    for (int i = 1; i < KEYS; i++) equal += first[i] == first[i - 1];
    assert_true(equal <= 5);
}

/* Bits that agree between two streams: a half of them, for streams that are unrelated. */
static void assert_unrelated(struct rng a, struct rng b) {
    enum { DRAWS = 2000, BITS = DRAWS * 32 };
    int agreeing = 0;
    for (int i = 0; i < DRAWS; i++) agreeing += __builtin_popcount(~(rng_next(&a) ^ rng_next(&b)));
    assert_true(fabs(agreeing - BITS / 2.0) < 5 * sqrt(BITS / 4.0));
}

static void neighbouring_keys_are_unrelated(void **unused) {
    (void)unused;
    for (uint64_t i = 0; i < 50; i++) {
        struct rng rng = rng_keyed(1, 2, 3, i);
        assert_unrelated(rng, rng_keyed(1, 2, 3, i + 1));
        assert_unrelated(rng, rng_keyed(1, 2, 4, i));
        assert_unrelated(rng, rng_keyed(1, 3, 3, i));
        assert_unrelated(rng, rng_keyed(2, 2, 3, i));
        assert_unrelated(rng, rng_keyed(1, 2, i, i == 3 ? 1000 : 3));
    }
}

/* Swapped and shifted keys are other keys. */
static void keys_know_their_places(void **unused) {
    (void)unused;
    struct rng base = rng_keyed(1, 2, 3, 4);
    static const uint64_t others[][4] = {{2, 1, 3, 4}, {1, 3, 2, 4}, {1, 2, 4, 3},
                                         {4, 3, 2, 1}, {0, 1, 2, 3}, {2, 3, 4, 1}};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        struct rng other = rng_keyed(others[i][0], others[i][1], others[i][2], others[i][3]);
        assert_true(other.state != base.state && other.increment != base.increment);
    }
    struct rng same = rng_keyed(1, 2, 3, 4);
    assert_memory_equal(&same, &base, sizeof base);
}

static void advance_is_stepping(void **unused) {
    (void)unused;
    struct rng stepped = seeded(9, 9);
    for (uint64_t steps = 0; steps < 300; steps++) {
        struct rng jumped = seeded(9, 9);
        rng_advance(&jumped, steps);
        assert_int_equal(jumped.state, stepped.state);
        rng_next(&stepped);
    }
}

static void advance_goes_back(void **unused) {
    (void)unused;
    for (uint64_t delta = 1; delta < (uint64_t)1 << 60; delta = delta * 3 + 1) {
        struct rng start = seeded(delta, 4), rng = start;
        rng_advance(&rng, delta);
        assert_true(rng.state != start.state);
        rng_advance(&rng, -delta);
        assert_int_equal(rng.state, start.state);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_outputs_are_as_published),
        cmocka_unit_test(outputs_equal_the_reference),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(below_is_unbiased),
        cmocka_unit_test(below_one_is_zero),
        cmocka_unit_test(units_are_uniform),
        cmocka_unit_test(normals_have_their_moments),
        cmocka_unit_test(keys_do_not_collide),
        cmocka_unit_test(neighbouring_keys_are_unrelated),
        cmocka_unit_test(keys_know_their_places),
        cmocka_unit_test(advance_is_stepping),
        cmocka_unit_test(advance_goes_back),
    };
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
