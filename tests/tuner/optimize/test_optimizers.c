/*
 * optimizers: each kind by itself on fitness made up by hand, then all of them at work on the
 * simulated game, where the truth is known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/study.h"
#include "tuner/optimize/anneal.h"
#include "tuner/optimize/ga.h"
#include "tuner/optimize/hybrid.h"
#include "tuner/optimize/saved.h"

/* What a test sets; other kinds' options are as usual. */
struct settings {
    const struct optimizer_kind *kind;
    enum optimizer_init init;
    double init_spread;
    enum scale_bounds bounds;
    struct ga_options ga;
    struct anneal_options anneal;
    struct hybrid_options hybrid;
    int generations; /* over which steps fall */
};

static const struct settings usual = {
    .kind = &ga_kind,
    .init = INIT_RANDOM,
    .init_spread = 0.1,
    .ga = {.population = 20,
           .groups = 4,
           .elite = 4,
           .pc1 = 0.9,
           .pc2 = 0.6,
           .pm1 = 0.1,
           .pm2 = 0.01,
           .sigma = 0.1,
           .champion = GA_BEST},
    .anneal = {.chains = 4,
               .cooling_rate = 0.97,
               .step = 0.1,
               .step_min = 0.01,
               .step_max = 0.5,
               .target_acceptance = 0.44,
               .genes = 0.1,
               .reheat_after = 100,
               .reheat_factor = 3,
               .exchange_every = 3},
    .hybrid = {.refine_every = 10, .refine_generations = 5},
    .generations = 200,
};

static void make_options(const struct settings *settings, struct optimizer_options *out) {
    optimizer_options_init(out);
    out->kind = settings->kind;
    out->init = settings->init;
    out->generations = settings->generations;
    out->init_spread = settings->init_spread;
    out->bounds = settings->bounds;
    *(struct ga_options *)optimizer_own(out, &ga_kind) = settings->ga;
    *(struct anneal_options *)optimizer_own(out, &anneal_kind) = settings->anneal;
    *(struct hybrid_options *)optimizer_own(out, &hybrid_kind) = settings->hybrid;
}

static void begin_at(struct study *study, const struct settings *settings,
                     const struct simulator *simulator, uint64_t seed, const int32_t *start) {
    struct optimizer_options options;
    make_options(settings, &options);
    study_start(study, &options, simulator, seed, start);
}

static void begin(struct study *study, const struct settings *settings,
                  const struct simulator *simulator, uint64_t seed) {
    begin_at(study, settings, simulator, seed, NULL);
}

/* ---- population ---- */

static void a_rate_is_points_a_game(void **unused) {
    (void)unused;
    assert_near(fitness_rate(&(struct fitness){.points = 30, .pairs = 10}), 0.75, 0);
    assert_near(fitness_rate(&(struct fitness){.points = 0}), 0.5, 0);
}

static void metrics_are_named(void **unused) {
    (void)unused;
    struct metrics metrics = {0};
    metrics_add(&metrics, 1.5, "chain%d.step", 12);
    assert_int_equal(metrics.count, 1);
    assert_string_equal(metrics.list[0].name, "chain12.step");
    assert_near(metrics.list[0].value, 1.5, 0);
}

/* ---- the list and the beginnings ---- */

static void kinds_are_found_by_name(void **unused) {
    (void)unused;
    struct error error;
    for (int i = 0; optimizer_list[i]; i++)
        assert_ptr_equal(optimizer_find(optimizer_list[i]->name, &error), optimizer_list[i]);
    assert_null(optimizer_find("swarm", &error));
    assert_non_null(
        strstr(error.text, "there is no optimiser \"swarm\"; there are: ga, anneal, hybrid"));
}

/* Slots 0 and 1 of two given vectors, then slot 2. */
static void check_initial(enum optimizer_init init, bool second_exact) {
    struct simulator simulator;
    simulator_init(&simulator, 12, 1, 1);
    int32_t given[2][12], vector[12];
    for (int j = 0; j < 12; j++) {
        given[0][j] = simulator.ranges[j].upper;
        given[1][j] = simulator.ranges[j].lower;
    }
    struct optimizer_options options = {.init = init, .init_spread = 0.1};
    struct optimizer_setup setup = {.options = &options,
                                    .ranges = simulator.ranges,
                                    .dim = 12,
                                    .seed = 7,
                                    .pairs = 1,
                                    .initial = given[0],
                                    .initial_count = 2};
    optimizer_initial(&setup, 0, vector);
    assert_memory_equal(vector, given[0], sizeof vector);
    optimizer_initial(&setup, 1, vector);
    assert_int_equal(memcmp(vector, given[1], sizeof vector) == 0, second_exact);
    optimizer_initial(&setup, 2, vector);
    assert_memory_not_equal(vector, given[0], sizeof vector);
    for (int j = 0; j < 12; j++) /* five deviations */
        assert_true(scale_unit(&simulator.ranges[j], vector[j]) > 0.4);
}

static void given_vectors_begin_a_run(void **unused) {
    (void)unused;
    check_initial(INIT_AROUND, false);
    check_initial(INIT_FILE, true);
}

static void a_random_beginning_is_even_on_the_scale(void **unused) {
    (void)unused;
    struct range param = {.lower = 1, .upper = 1000000, .scale = SCALE_LOG};
    struct optimizer_options options = {.init = INIT_RANDOM};
    struct optimizer_setup setup = {.options = &options, .ranges = &param, .dim = 1, .seed = 3};
    int below = 0;
    for (int slot = 0; slot < 4000; slot++) {
        int32_t value;
        optimizer_initial(&setup, slot, &value);
        below += value < 1000;
    }
    assert_near(below, 2000, 5 * sqrt(1000));
}

static void slot_0_is_the_start(void **unused) {
    (void)unused;
    for (int i = 0; optimizer_list[i]; i++) {
        struct simulator simulator;
        struct study study;
        int32_t start[10];
        simulator_init(&simulator, 10, 2, 5);
        struct settings settings = usual;
        settings.kind = optimizer_list[i];
        begin(&study, &settings, &simulator, 11);
        optimizer_initial(&study.setup, 0, start);
        for (int j = 0; j < 10 && optimizer_list[i]->learns; j++) /* it knows nothing */
            start[j] = max_int(0, study.setup.ranges[j].lower);
        study_ask(&study);
        assert_memory_equal(population_get(&study.population, 0), start, sizeof start);
        study_end(&study);
    }
}

/* ---- the genetic algorithm ---- */

/* Population mean 0.5, best 0.9; a rate of 0.7 is half way. */
static void rates_fall_for_the_fitter(void **unused) {
    (void)unused;
    struct ga_options options = {.pc1 = 0.9, .pc2 = 0.6, .pm1 = 0.1, .pm2 = 0.001};
    assert_near(ga_crossover_rate(&options, 0.3, 0.5, 0.9), 0.9, 1e-12);
    assert_near(ga_crossover_rate(&options, 0.5, 0.5, 0.9), 0.9, 1e-12);
    assert_near(ga_crossover_rate(&options, 0.7, 0.5, 0.9), 0.75, 1e-12);
    assert_near(ga_crossover_rate(&options, 0.9, 0.5, 0.9), 0.6, 1e-12);
    assert_near(ga_mutation_rate(&options, 0.3, 0.5, 0.9), 0.1, 1e-12);
    assert_near(ga_mutation_rate(&options, 0.5, 0.5, 0.9), 0.1, 1e-12);
    assert_near(ga_mutation_rate(&options, 0.7, 0.5, 0.9), 0.0505, 1e-12);
    assert_near(ga_mutation_rate(&options, 0.9, 0.5, 0.9), 0.001, 1e-12);
    options.variant = GA_LI2007;
    assert_near(ga_mutation_rate(&options, 0.3, 0.5, 0.9), 0.1, 1e-12);
    assert_near(ga_mutation_rate(&options, 0.5, 0.5, 0.9), 0.001, 1e-12);
    assert_near(ga_mutation_rate(&options, 0.6, 0.5, 0.9), 0.02575, 1e-12);
    assert_near(ga_mutation_rate(&options, 0.9, 0.5, 0.9), 0.1, 1e-12);
}

static void equals_have_the_highest_rates(void **unused) {
    (void)unused;
    for (enum ga_variant variant = GA_CORRECTED; variant <= GA_LI2007; variant++) {
        struct ga_options options = {
            .variant = variant, .pc1 = 0.9, .pc2 = 0.6, .pm1 = 0.1, .pm2 = 0.001};
        assert_near(ga_crossover_rate(&options, 0.5, 0.5, 0.5), 0.9, 0);
        assert_near(ga_mutation_rate(&options, 0.5, 0.5, 0.5), 0.1, 0);
    }
}

static void groups_are_dealt_anew_and_evenly(void **unused) {
    (void)unused;
    struct simulator simulator;
    struct study study;
    int before[22] = {0}, met[22][22] = {{0}}, most = 0;
    simulator_init(&simulator, 3, 1, 1);
    struct settings settings = usual;
    settings.ga.population = 22;
    begin(&study, &settings, &simulator, 1);
    for (study.generation = 0; study.generation < 600; study.generation++) {
        int sizes[4] = {0};
        study_ask(&study);
        const int *group = study.population.group;
        assert_int_equal(study.population.group_count, 4);
        assert_memory_not_equal(group, before, sizeof before);
        memcpy(before, group, sizeof before);
        for (int i = 0; i < 22; i++) sizes[group[i]]++;
        for (int g = 0; g < 4; g++) assert_in_range(sizes[g], 5, 6);
        for (int i = 0; i < 22; i++)
            for (int j = 0; j < i; j++) met[i][j] += group[i] == group[j];
    }
    for (int i = 0; i < 22; i++)
        for (int j = 0; j < i; j++) {
            most = max_int(most, met[i][j]);
            assert_true(met[i][j] > 60); /* 125 on the mean, deviation 10 */
        }
    assert_true(most < 190);
    study_end(&study);
}

/* Rates rise with slot * 7 mod 20, so the best slots are known. */
static void tell_known_rates(struct study *study) {
    study_ask(study);
    for (int i = 0; i < 20; i++)
        study->fitness[i] = (struct fitness){.points = i * 7 % 20, .pairs = 10};
    study_tell(study);
}

static void group_champions_survive(void **unused) {
    (void)unused;
    struct simulator simulator;
    struct study study;
    simulator_init(&simulator, 8, 1, 1);
    begin(&study, &usual, &simulator, 9);
    tell_known_rates(&study);
    assert_int_equal(study.champion * 7 % 20, 19);
    const struct ga *ga = study.optimizer;
    for (int g = 0; g < 4; g++) {
        int best = -1, found = 0;
        for (int i = 0; i < 20; i++)
            if (study.population.group[i] == g && (best < 0 || i * 7 % 20 > best * 7 % 20))
                best = i;
        for (int slot = 0; slot < 4; slot++)
            found += memcmp(ga_vector(ga, slot), population_get(&study.population, best),
                            8 * sizeof(int32_t)) == 0;
        assert_int_equal(found, 1);
    }
    assert_memory_equal(ga_vector(ga, 0), population_get(&study.population, study.champion),
                        8 * sizeof(int32_t));
    study_end(&study);
}

static void the_elite_survives(void **unused) {
    (void)unused;
    struct simulator simulator;
    struct study study;
    struct settings settings = usual;
    settings.ga.selection = GA_RANKED;
    simulator_init(&simulator, 8, 1, 1);
    begin(&study, &settings, &simulator, 9);
    tell_known_rates(&study);
    for (int slot = 0; slot < 4; slot++) {
        int rank = 0;
        while (rank * 7 % 20 != 19 - slot) rank++;
        assert_memory_equal(ga_vector(study.optimizer, slot),
                            population_get(&study.population, rank), 8 * sizeof(int32_t));
    }
    study_end(&study);
}

/* Weights log(10.5 / rank) for the best ten; genes far apart, so that each counts. */
static void the_centroid_is_of_the_better_half(void **unused) {
    (void)unused;
    struct simulator simulator;
    struct study study;
    struct settings settings = usual;
    double sums[8] = {0}, weights = 0;
    settings.ga.champion = GA_CENTROID;
    settings.bounds = SCALE_REFLECT;
    simulator_init(&simulator, 8, 1, 1);
    begin(&study, &settings, &simulator, 9);
    tell_known_rates(&study);
    for (int i = 0; i < 20; i++) {
        int rank = 20 - i * 7 % 20;
        double weight = rank <= 10 ? log(10.5 / rank) : 0;
        weights += weight;
        for (int j = 0; j < 8; j++)
            sums[j] +=
                weight * scale_unit(&simulator.ranges[j], population_get(&study.population, i)[j]);
    }
    assert_int_equal(study.champion, -1);
    for (int j = 0; j < 8; j++)
        assert_int_equal(study.best[j], scale_value(&simulator.ranges[j], sums[j] / weights));
    study_end(&study);
}

/* Children's steps: the logarithms differ by `adaptation` from the mean of their parents', which
 * were 0.1 and 0.025 as often. Survivors keep theirs. */
/* Nor is more than that read back. */
static void no_step_is_longer_than_the_reach(void **unused) {
    (void)unused;
    struct simulator simulator;
    struct study study;
    struct settings settings = usual;
    double longest = 0;
    settings.ga.sigma = 1;
    settings.ga.adaptation = 2;
    simulator_init(&simulator, 3, 1, 1);
    begin(&study, &settings, &simulator, 4);
    study_step(&study);
    for (int i = 0; i < settings.ga.population; i++)
        longest = fmax(longest, ((struct ga *)study.optimizer)->steps[i]);
    assert_true(longest == 1);
    study_reload(&study);
    study_end(&study);
}

/* ---- racing ---- */

enum { RACERS = 6 };

/* How far each slot is behind the leader, in a comparison with a deviation of 10. */
static struct comparison behind_by_hand(const void *games, int a, int b) {
    (void)a;
    return (struct comparison){.pairs = 5, .sum = ((const int *)games)[b], .sum_of_squares = 100};
}

static int ask_the_race(struct study *study, const int *behind, int played, bool *on) {
    study->outcome.compare = behind_by_hand;
    study->outcome.games = behind;
    return ga_kind.more(study->optimizer, 0, &study->outcome, played, on);
}

static void begin_racing(struct study *study, int race, bool *on) {
    struct settings settings = usual;
    struct simulator simulator;
    simulator_init(&simulator, 4, 10, 1);
    settings.ga.population = RACERS;
    settings.ga.groups = 2;
    settings.ga.race = race;
    begin(study, &settings, &simulator, 1);
    study_ask(study);
    for (int i = 0; i < RACERS; i++) {
        study->population.group[i] = i % 2;
        study->fitness[i] = (struct fitness){.points = 10 + (i == 2 || i == 3), .pairs = 5};
        on[i] = true;
    }
}

/* 2 and 3 lead the even and the odd ones. */
static void a_clearly_worse_one_plays_no_more(void **unused) {
    (void)unused;
    static const int behind[RACERS] = {19, 21, 0, 0, 21, 19};
    static const bool wanted[RACERS] = {true, false, true, true, false, true};
    bool on[RACERS];
    struct study study;
    begin_racing(&study, 3, on);
    assert_int_equal(ask_the_race(&study, behind, 3, on), 3);
    assert_memory_equal(on, wanted, sizeof on);
    study_end(&study);
}

static void a_leader_without_rivals_plays_no_more(void **unused) {
    (void)unused;
    static const int behind[RACERS] = {21, 0, 0, 0, 21, 0};
    static const bool wanted[RACERS] = {false, true, false, true, false, true};
    bool on[RACERS];
    struct study study;
    begin_racing(&study, 3, on);
    ask_the_race(&study, behind, 3, on);
    assert_memory_equal(on, wanted, sizeof on);
    study_end(&study);
}

/* Whatever its slot: it has beaten the even ones, and one that has dropped out leads no more. */
static void any_slot_may_lead(void **unused) {
    (void)unused;
    static const int even[RACERS] = {21, 0, 21, 0, 21, 0};
    for (int leader = 0; leader < RACERS; leader += 2) {
        bool on[RACERS];
        struct study study;
        begin_racing(&study, 3, on);
        for (int i = 0; i < RACERS; i += 2) study.fitness[i].points = 10;
        study.fitness[leader].points = 11;
        ask_the_race(&study, even, 3, on);
        for (int i = 0; i < RACERS; i++) assert_int_equal(on[i], i % 2);
        ask_the_race(&study, even, 6, on);
        for (int i = 0; i < RACERS; i++) assert_int_equal(on[i], i % 2);
        study_end(&study);
    }
}

static void nothing_is_decided_before_the_first_batch_or_without_a_race(void **unused) {
    (void)unused;
    static const int behind[RACERS] = {99, 99, 99, 99, 99, 99};
    bool on[RACERS], all[RACERS] = {true, true, true, true, true, true};
    struct study study;
    begin_racing(&study, 3, on);
    assert_int_equal(ask_the_race(&study, behind, 0, on), 3);
    assert_memory_equal(on, all, sizeof on);
    study_end(&study);
    begin_racing(&study, 0, on);
    assert_int_equal(ask_the_race(&study, behind, 3, on), 10);
    assert_memory_equal(on, all, sizeof on);
    study_end(&study);
}

/* In a group each pair counts for both of its players, and is two games. */
static void a_race_takes_fewer_games(void **unused) {
    (void)unused;
    bool on[RACERS];
    struct study study;
    begin_racing(&study, 1, on);
    study_play(&study);
    int64_t all = study.simulator.games, played = 0;
    simulator_race(&study.simulator, &ga_kind, study.optimizer, 0, &study.played);
    fitness_score(&study.played.games, study.fitness);
    for (int i = 0; i < RACERS; i++) played += study.fitness[i].pairs;
    assert_int_equal(study.simulator.games, played);
    assert_in_range(played, RACERS, all - 1);
    study_end(&study);
}

static void steps_are_inherited_and_change(void **unused) {
    (void)unused;
    enum { COUNT = 2000, SURVIVORS = 500 };
    for (int adapts = 0; adapts < 2; adapts++) {
        struct simulator simulator;
        struct study study;
        struct settings settings = usual;
        settings.ga = (struct ga_options){.population = COUNT,
                                          .groups = SURVIVORS,
                                          .pc1 = 1,
                                          .pc2 = 1,
                                          .adaptation = adapts ? 0.3 : 0};
        simulator_init(&simulator, 3, 1, 1);
        begin(&study, &settings, &simulator, 4);
        struct ga *ga = study.optimizer;
        study_ask(&study);
        for (int i = 0; i < COUNT; i++) {
            ga->steps[i] = i % 2 ? 0.1 : 0.025;
            study.fitness[i] = (struct fitness){0};
        }
        study_tell(&study);
        double sum = 0, squares = 0;
        for (int i = SURVIVORS; i < COUNT; i++) {
            double off = log(ga->steps[i] / 0.05) / (COUNT - SURVIVORS);
            sum += off;
            squares += off * log(ga->steps[i] / 0.05);
        }
        for (int i = 0; i < SURVIVORS; i++) {
            int slot = population_find(&study.population, ga_vector(ga, i));
            assert_near(ga->steps[i], slot % 2 ? 0.1 : 0.025, 0);
        }
        /* the mean of two of +-log 2 has half its variance */
        assert_near(sum, 0, 0.05);
        assert_near(squares, log(2) * log(2) / 2 + (adapts ? 0.09 : 0), 0.03);
        study_end(&study);
    }
}

/* What a step is for: children of a small one stay near their parents. */
static void a_child_moves_by_its_own_step(void **unused) {
    (void)unused;
    enum { COUNT = 400, SURVIVORS = 2 };
    double moved[2] = {0};
    for (int small = 0; small < 2; small++) {
        struct simulator simulator;
        struct study study;
        struct settings settings = usual;
        settings.ga = (struct ga_options){
            .population = COUNT, .groups = SURVIVORS, .pm1 = 1, .pm2 = 1, .sigma = 0.1};
        simulator_init(&simulator, 1, 1, 1);
        begin(&study, &settings, &simulator, 4);
        struct ga *ga = study.optimizer;
        study_ask(&study);
        for (int i = 0; i < COUNT; i++) {
            ga->steps[i] = small ? 0.01 : 0.1;
            population_get(&study.population, i)[0] = 0;
            study.fitness[i] = (struct fitness){0};
        }
        study_tell(&study);
        for (int i = SURVIVORS; i < COUNT; i++)
            moved[small] += fabs(scale_unit(&simulator.ranges[0], ga_vector(ga, i)[0]) - 0.5);
        study_end(&study);
    }
    assert_near(moved[0] / moved[1], 10, 2);
}

/* Children of parents on the bound: of wide steps the bound sends back what would go beyond. */
static void bounds_clamp_steps_that_are_not_wide(void **unused) {
    (void)unused;
    static const double steps[] = {0.02, 0.1, 0.101, 0.4};
    enum { COUNT = 400, SURVIVORS = 2 };
    for (size_t s = 0; s < COUNT_OF(steps); s++) {
        struct simulator simulator;
        struct study study;
        struct settings settings = usual;
        settings.ga = (struct ga_options){
            .population = COUNT, .groups = SURVIVORS, .pm1 = 1, .pm2 = 1, .sigma = 0.1};
        int on_bound = 0;
        simulator_init(&simulator, 1, 1, 1);
        begin(&study, &settings, &simulator, 4);
        struct ga *ga = study.optimizer;
        study_ask(&study);
        for (int i = 0; i < COUNT; i++) {
            ga->steps[i] = steps[s];
            population_get(&study.population, i)[0] = simulator.ranges[0].lower;
            study.fitness[i] = (struct fitness){0};
        }
        study_tell(&study);
        for (int i = SURVIVORS; i < COUNT; i++)
            on_bound += ga_vector(ga, i)[0] == simulator.ranges[0].lower;
        if (steps[s] > 0.1)
            assert_int_equal(on_bound, 0);
        else
            assert_in_range(on_bound, COUNT / 2 - 40, COUNT / 2 + 40);
        study_end(&study);
    }
}

/* Without mutation a child has its parents' genes: all of one, or from both sides of one cut; or it
 * blends them. */
static void crossover_keeps_to_its_kind(void **unused) {
    (void)unused;
    enum { DIM = 12 };
    int cuts[3] = {0};
    double lowest = 1, highest = 0;
    for (enum ga_crossover kind = GA_UNIFORM; kind <= GA_BLEND; kind++) {
        struct simulator simulator;
        struct study study;
        struct settings settings = usual;
        settings.ga = (struct ga_options){
            .population = 400, .groups = 2, .crossover = kind, .pc1 = 1, .pc2 = 1, .sigma = 0.1};
        simulator_init(&simulator, DIM, 1, 1);
        for (int j = 1; j < DIM; j++) simulator.ranges[j] = simulator.ranges[0];
        begin(&study, &settings, &simulator, 4);
        study_ask(&study);
        for (int i = 0; i < 400; i++) { /* two kinds of parents */
            for (int j = 0; j < DIM; j++)
                population_get(&study.population, i)[j] =
                    scale_value(&simulator.ranges[j], i % 2 ? 0.7 : 0.3);
            study.fitness[i] = (struct fitness){0};
        }
        study_tell(&study);
        for (int slot = 2; slot < 400; slot++)
            for (int j = 1; j < DIM; j++) {
                const int32_t *child = ga_vector(study.optimizer, slot);
                double unit = scale_unit(&simulator.ranges[j], child[j]);
                lowest = fmin(lowest, unit), highest = fmax(highest, unit);
                bool high = unit > 0.5;
                cuts[kind] += high != (scale_unit(&simulator.ranges[j - 1], child[j - 1]) > 0.5);
                if (kind != GA_BLEND) assert_near(unit, high ? 0.7 : 0.3, 0.001);
            }
        study_end(&study);
    }
    assert_near(cuts[GA_UNIFORM], 398 * 0.5 * 11 * 0.5, 150);
    assert_near(cuts[GA_ONE_POINT], 398 * 0.5 * 11.0 / 12, 60);
    assert_true(cuts[GA_BLEND] > cuts[GA_UNIFORM]);
    assert_near(lowest, 0.1,
                0.01); /* half their distance beyond both: BLX-.5 of Eshelman & Schaffer */
    assert_near(highest, 0.9, 0.01);
}

/* A large population to breed from, whose slot i scored points[4 i / count] of 400. */
static void breed_many(struct study *study, const struct ga_options *ga, int dim,
                       const int64_t points[4]) {
    struct simulator simulator;
    struct settings settings = usual;
    settings.ga = *ga;
    simulator_init(&simulator, dim, 1, 1);
    for (int j = 1; j < dim; j++) simulator.ranges[j] = simulator.ranges[0];
    begin(study, &settings, &simulator, 4);
    study_ask(study);
    for (int i = 0; i < ga->population; i++) {
        int32_t *genes = population_get(&study->population, i);
        for (int j = 0; j < dim; j++) genes[j] = i % 2 ? i - 2000 : 2000 - i;
        study->fitness[i] =
            (struct fitness){.points = points[4 * i / ga->population], .pairs = 100};
    }
    study_tell(study);
}

/* Children of unlike parents are cut anywhere, everywhere as often. */
static void the_cut_is_anywhere(void **unused) {
    (void)unused;
    enum { DIM = 12, COUNT = 2000 };
    static const struct ga_options ga = {
        .population = COUNT, .groups = 2, .crossover = GA_ONE_POINT, .pc1 = 1, .pc2 = 1};
    int cuts[DIM] = {0}, all = 0;
    struct study study;
    breed_many(&study, &ga, DIM, (int64_t[4]){200, 200, 200, 200});
    for (int slot = 2; slot < COUNT; slot++)
        for (int j = 1; j < DIM; j++) {
            const int32_t *child = ga_vector(study.optimizer, slot);
            cuts[j] += child[j] != child[j - 1];
            all += child[j] != child[j - 1];
        }
    for (int j = 1; j < DIM; j++) assert_near(cuts[j], COUNT / 12.0, 60);
    assert_near(all, COUNT * 11 / 12.0, 50); /* one in twelve is cut behind the last gene */
    study_end(&study);
}

/* Without crossover and mutation a child is its parent. Of two drawn from the better half the
 * better one is at a third of it. */
static void parents_are_of_the_better_half(void **unused) {
    (void)unused;
    enum { COUNT = 400 };
    static const struct ga_options ga = {.population = COUNT, .groups = 2};
    double mean = 0;
    struct study study;
    breed_many(&study, &ga, 1, (int64_t[4]){80, 200, 320, 400});
    for (int slot = 2; slot < COUNT; slot++) {
        int parent = 0;
        while (population_get(&study.population, parent)[0] != ga_vector(study.optimizer, slot)[0])
            parent++;
        assert_in_range(parent, COUNT / 2, COUNT - 1);
        int rank = parent >= 300 ? parent - 300 : parent - 100; /* equals rank by slot */
        mean += rank / (COUNT - 2.0);
    }
    assert_near(mean, COUNT / 2 / 3.0, 10);
    study_end(&study);
}

/* The mean is 0.85, the best 1, where Pm has fallen from 1 to 0: parents of 1 make it 0, of 0.8 1,
 * one of each 2/3; their shares are 9/16, 1/16, 6/16. */
static void a_child_of_two_mutates_by_their_mean(void **unused) {
    (void)unused;
    static const struct ga_options ga = {
        .population = 400, .groups = 2, .pc1 = 1, .pc2 = 1, .pm1 = 1};
    struct study study;
    breed_many(&study, &ga, 3, (int64_t[4]){400, 320, 320, 320});
    assert_near(study_metric(&study, "pm"), 5. / 16, 0.02);
    study_end(&study);
}

/* ---- annealing ---- */

/* Differences 4, 0, 2, -2 of four pairs: mean 1 pair point, squared deviations 20. */
static void an_advantage_is_in_points_a_game(void **unused) {
    (void)unused;
    struct advantage advantage =
        anneal_advantage(&(struct comparison){.pairs = 4, .sum = 4, .sum_of_squares = 24});
    assert_near(advantage.mean, 0.25, 1e-15);
    assert_near(advantage.variance, (20 + 8) / 4.0 / 4 / 16, 1e-15);
}

/* The mean acceptance of a proposal of true advantage `truth`, over normal noise. */
static double mean_acceptance(double truth, double noise, double temperature) {
    double sum = 0, weights = 0;
    for (int i = -8000; i <= 8000; i++) {
        double z = i / 1000.0, weight = exp(-z * z / 2);
        struct advantage seen = {truth + noise * z, noise * noise};
        sum += weight * anneal_acceptance(seen, temperature);
        weights += weight;
    }
    return sum / weights;
}

/* Moves to and back are accepted in the ratio that the true difference asks for at the temperature,
 * or at that of the noise where this is higher, to a twentieth. */
static void acceptance_balances_under_noise(void **unused) {
    (void)unused;
    for (double noise = 0.02; noise < 0.3; noise *= 2)
        for (double temperature = noise / 8; temperature < 1; temperature *= 2)
            for (double truth = noise / 8; truth <= noise; truth *= 2) {
                double to = mean_acceptance(truth, noise, temperature);
                double back = mean_acceptance(-truth, noise, temperature);
                double hottest = fmax(temperature, sqrt(3.14159265 / 8) * noise);
                assert_near(log(to / back) / (truth / hottest), 1, 0.05);
            }
}

/* Equals meet in duels of 20 pairs: the estimated noise is the real one, with its share of caution.
 */
static void the_noise_is_estimated(void **unused) {
    (void)unused;
    enum { DUELS = 20000, PAIRS = 20 };
    double squares = 0, variance = 0;
    for (int duel = 0; duel < DUELS; duel++) {
        struct comparison comparison = {.pairs = PAIRS};
        struct rng rng = rng_keyed(5, 5, 5, (uint64_t)duel);
        for (int pair = 0; pair < PAIRS; pair++) {
            int points = 2 * (int)rng_below(&rng, 2) + 2 * (int)rng_below(&rng, 2);
            comparison.sum += 2 * points - 4;
            comparison.sum_of_squares += (2 * points - 4) * (2 * points - 4);
        }
        struct advantage advantage = anneal_advantage(&comparison);
        squares += advantage.mean * advantage.mean / DUELS;
        variance += advantage.variance / DUELS;
    }
    assert_near(squares, 0.5 / PAIRS, 0.001);
    assert_near(variance, 0.5 / PAIRS, 0.001);
}

/* The better result is accepted where there is nothing but noise, of equals every other. */
static void below_the_noise_the_better_is_accepted(void **unused) {
    (void)unused;
    for (double temperature = 0; temperature < 0.06; temperature += 0.02) {
        assert_true(anneal_acceptance((struct advantage){0.001, 0.01}, temperature) == 1);
        assert_true(anneal_acceptance((struct advantage){-0.001, 0.01}, temperature) == 0);
        assert_true(anneal_acceptance((struct advantage){0, 0.01}, temperature) == 0.5);
    }
    assert_near(anneal_acceptance((struct advantage){-0.1, 0}, 0.1), 1 / (1 + exp(1)), 1e-12);
}

static void start_annealing(struct study *study, const struct settings *changed) {
    struct simulator simulator;
    struct settings settings = *changed;
    settings.kind = &anneal_kind;
    simulator_init(&simulator, 6, 10, 3);
    begin(study, &settings, &simulator, 8);
}

/* Tells that every proposal of the next generation lost, drew or won all its pairs. */
static void tell_all(struct study *study, int difference) {
    struct comparison comparison = {10, 10 * difference, 10 * difference * difference};
    study_ask(study);
    study->outcome.compare = same_for_all;
    study->outcome.games = &comparison;
    study_tell(study);
}

/* Chains that are inside for so long, and then on the bound or still inside: what is left of that
 * in their mean. */
static double left_of_the_way(int32_t end) {
    enum { WAY = 30, ALL = 60 };
    struct simulator simulator;
    struct study study;
    struct settings settings = usual;
    settings.kind = &anneal_kind;
    settings.anneal.exchange_every = 0;
    simulator_init(&simulator, 1, 1, 1);
    begin(&study, &settings, &simulator, 4);
    struct anneal *anneal = study.optimizer;
    for (int t = 0; t < ALL; t++) {
        study_ask(&study);
        for (int c = 0; c < 4; c++) {
            anneal->chains[c].current[0] = t < WAY ? 0 : end;
            memcpy(population_get(&study.population, 2 * c + 1), anneal->chains[c].current,
                   sizeof(int32_t));
        }
        study_tell(&study);
    }
    double end_unit = scale_unit(&simulator.ranges[0], end),
           way = scale_unit(&simulator.ranges[0], 0);
    double left = (anneal->mean[0] - end_unit) / (way - end_unit);
    study_end(&study);
    return left;
}

static void the_mean_of_chains_on_a_bound_soon_forgets_their_way(void **unused) {
    (void)unused;
    struct simulator simulator;
    simulator_init(&simulator, 1, 1, 1);
    assert_near(left_of_the_way(simulator.ranges[0].upper - 1), 1. / 16, 0.02);
    assert_true(left_of_the_way(simulator.ranges[0].upper) < 1. / 200);
}

static void each_chain_asks_a_duel(void **unused) {
    (void)unused;
    struct study study;
    start_annealing(&study, &usual);
    const struct anneal *anneal = study.optimizer;
    study_ask(&study);
    assert_int_equal(study.population.count, 8);
    assert_int_equal(study.population.group_count, 4);
    for (int i = 0; i < 8; i++) {
        int same = memcmp(population_get(&study.population, i), anneal->chains[i / 2].current,
                          6 * sizeof(int32_t)) == 0;
        assert_int_equal(study.population.group[i], i / 2);
        assert_int_equal(same, i % 2 == 0);
    }
    study_end(&study);
}

enum { CROSSED_DIM = 40, CROSSED_CHAINS = 5 };

/* Which other chain's point has that gene; -1: its own, -2: none. No two points share one. */
static int gene_from(const struct anneal *anneal, int own, int j, int32_t gene) {
    if (gene == anneal->chains[own].current[j]) return -1;
    for (int c = 0; c < CROSSED_CHAINS; c++)
        if (gene == anneal->chains[c].current[j]) return c;
    return -2;
}

/* What share of the proposals' genes other chains have, and how many of those had given one to a
 * proposal, on average. Proposals move one gene, which no chain has. */
static double genes_from_others(double crossover, double *givers) {
    enum { GENERATIONS = 50, PROPOSALS = GENERATIONS * CROSSED_CHAINS };
    struct simulator simulator;
    struct settings settings = usual;
    struct study study;
    int from_others = 0, all_givers = 0;
    settings.kind = &anneal_kind;
    settings.anneal.chains = CROSSED_CHAINS;
    settings.anneal.crossover = crossover;
    settings.anneal.genes = 0;
    settings.anneal.exchange_every = 0;
    simulator_init_function(&simulator, SIMULATOR_SPHERE, CROSSED_DIM, 10, 3);
    begin(&study, &settings, &simulator, 8);
    for (study.generation = 0; study.generation < GENERATIONS; study.generation++) {
        study_ask(&study);
        for (int c = 0; c < CROSSED_CHAINS; c++) {
            int strangers = 0, given[CROSSED_CHAINS] = {0};
            for (int j = 0; j < CROSSED_DIM; j++) {
                int from = gene_from(study.optimizer, c, j,
                                     population_get(&study.population, 2 * c + 1)[j]);
                strangers += from == -2;
                from_others += from >= 0;
                if (from >= 0) all_givers += !given[from]++;
            }
            assert_true(strangers <= 1);
        }
    }
    study_end(&study);
    if (givers) *givers = (double)all_givers / PROPOSALS;
    return (double)from_others / PROPOSALS / CROSSED_DIM;
}

static void proposals_have_genes_of_all_other_chains(void **unused) {
    (void)unused;
    double givers;
    assert_near(genes_from_others(0, NULL), 0, 1e-12);
    assert_near(genes_from_others(0.2, NULL), 0.2 * 39 / 40, 0.03);
    assert_near(genes_from_others(1, &givers), 39.0 / 40, 0.01);
    assert_true(givers > 3.9);
}

static void a_chain_alone_proposes_from_its_own_point(void **unused) {
    (void)unused;
    struct study study;
    struct settings settings = usual;
    settings.anneal.chains = 1;
    settings.anneal.crossover = 0.5;
    settings.anneal.genes = 0;
    start_annealing(&study, &settings);
    study_ask(&study);
    int moved = 0;
    for (int j = 0; j < 6; j++)
        moved += population_get(&study.population, 0)[j] != population_get(&study.population, 1)[j];
    assert_int_equal(moved, 1);
    while (study.generation < 5) { /* nor has it another to exchange with */
        tell_all(&study, -4);
        assert_int_equal(study.population.count, 2);
    }
    study_end(&study);
}

static void winning_proposals_are_accepted(void **unused) {
    (void)unused;
    struct study study;
    start_annealing(&study, &usual);
    const struct anneal *anneal = study.optimizer;
    tell_all(&study, 4);
    for (int c = 0; c < 4; c++)
        assert_memory_equal(anneal->chains[c].current, population_get(&study.population, 2 * c + 1),
                            6 * sizeof(int32_t));
    study_end(&study);
}

/* Losing ones at a low temperature are refused; the steps shrink, the temperature falls, and
 * after reheat_after generations rises once. */
static void chains_cool_and_are_reheated(void **unused) {
    (void)unused;
    struct study study;
    struct settings settings = usual;
    settings.anneal.temperature = 0.1;
    settings.anneal.genes = 0.5;
    settings.anneal.exchange_every = 0;
    settings.anneal.reheat_after = 60;
    start_annealing(&study, &settings);
    const struct anneal_chain *chain = &((struct anneal *)study.optimizer)->chains[2];
    tell_all(&study, -4);
    assert_near(chain->temperature, 0.1 * 0.97, 1e-12);
    assert_memory_equal(chain->current, population_get(&study.population, 4), 6 * sizeof(int32_t));
    while (study.generation < 59) tell_all(&study, -4);
    assert_int_equal(chain->still, 59);
    for (int j = 0; j < 6; j++) assert_true(chain->steps[j] < 0.1);
    assert_near(chain->temperature, 0.1 * pow(0.97, 59), 1e-12);
    tell_all(&study, -4);
    assert_near(chain->temperature, 3 * 0.1 * pow(0.97, 60), 1e-12);
    assert_int_equal(chain->still, 0);
    study_end(&study);
}

/* A loss of .12 points a game at a temperature of .1: 1 / (1 + exp(1.2)) of 400 proposals, within
 * three deviations. */
static void a_loss_is_accepted_as_often_as_its_size_says(void **unused) {
    (void)unused;
    struct study study;
    struct settings settings = usual;
    struct comparison loss = {1000, -480, 230};
    int accepted = 0;
    settings.anneal.temperature = 0.1;
    settings.anneal.cooling_rate = 1;
    settings.anneal.exchange_every = 0;
    settings.anneal.reheat_after = 0;
    start_annealing(&study, &settings);
    for (int g = 0; g < 100; g++) {
        study_ask(&study);
        study.outcome.compare = same_for_all;
        study.outcome.games = &loss;
        study_tell(&study);
        for (int c = 0; c < 4; c++)
            accepted += ((struct anneal *)study.optimizer)->chains[c].still == 0;
    }
    assert_in_range(accepted, 93 - 25, 93 + 25);
    study_end(&study);
}

/* Adaptive cooling is slower where less is accepted than equilibrium wants. */
static void adaptive_cooling_waits(void **unused) {
    (void)unused;
    double temperature[2];
    for (enum anneal_cooling cooling = COOLING_GEOMETRIC; cooling <= COOLING_ADAPTIVE; cooling++) {
        struct study study;
        struct settings settings = usual;
        settings.anneal.cooling = cooling;
        settings.anneal.temperature = 0.3;
        start_annealing(&study, &settings);
        while (study.generation < 20) tell_all(&study, -4);
        temperature[cooling] = study_metric(&study, "temperature");
        study_end(&study);
    }
    assert_true(temperature[COOLING_ADAPTIVE] > 1.1 * temperature[COOLING_GEOMETRIC]);
    assert_true(temperature[COOLING_ADAPTIVE] < 0.3);
}

/* The temperature of a chain of that acceptance after a loss. */
static double cooled_at(double acceptance, enum anneal_cooling cooling) {
    struct study study;
    struct settings settings = usual;
    settings.anneal.cooling = cooling;
    settings.anneal.temperature = 0.3;
    start_annealing(&study, &settings);
    struct anneal *anneal = study.optimizer;
    for (int c = 0; c < 4; c++) anneal->chains[c].acceptance = acceptance;
    tell_all(&study, -4);
    double temperature = study_metric(&study, "temperature");
    study_end(&study);
    return temperature;
}

/* Cooling waits for no chain that accepts more than the best share, .44: it is only too hot. */
static void a_chain_that_is_too_hot_cools_at_full_speed(void **unused) {
    (void)unused;
    double full = cooled_at(0.5, COOLING_GEOMETRIC);
    assert_near(cooled_at(0.9, COOLING_ADAPTIVE), full, 1e-12);
    assert_near(cooled_at(0.6, COOLING_ADAPTIVE), full, 1e-12);
    assert_true(cooled_at(0.3, COOLING_ADAPTIVE) > full);
}

/* The measured temperature accepts three of ten of the proposals that it was measured on. */
static void the_temperature_is_measured(void **unused) {
    (void)unused;
    struct study study;
    struct settings settings = usual;
    settings.anneal.exchange_every = 0;
    start_annealing(&study, &settings);
    const struct anneal *anneal = study.optimizer;
    tell_all(&study, -1);
    double temperature = anneal->chains[0].temperature, accepted = 0;
    assert_int_equal(anneal->sample_count, 4);
    for (int k = 0; k < 4; k++) accepted += anneal_acceptance(anneal->samples[k], temperature) / 4;
    assert_near(accepted, 0.3, 1e-9);
    while (study.generation < 7) study_step(&study);
    assert_int_equal(anneal->sample_count, ANNEAL_SAMPLES);
    study_end(&study);
}

/* Where enough of the first proposals did better, none is needed beside the noise. */
static void proposals_that_win_need_no_heat(void **unused) {
    (void)unused;
    struct study study;
    struct settings settings = usual;
    settings.anneal.exchange_every = 0;
    start_annealing(&study, &settings);
    tell_all(&study, 1);
    tell_all(&study, -1);
    double temperature = ((const struct anneal *)study.optimizer)->chains[0].temperature;
    double variance = study_metric(&study, "noise") * study_metric(&study, "noise");
    assert_true(anneal_acceptance((struct advantage){0.001, variance}, temperature) == 1);
    assert_true(anneal_acceptance((struct advantage){-0.001, variance}, temperature) == 0);
    study_end(&study);
}

static void an_exchange_replaces_the_worst(void **unused) {
    (void)unused;
    struct study study;
    start_annealing(&study, &usual);
    const struct anneal *anneal = study.optimizer;
    while (study.generation < 3) study_step(&study);
    study_ask(&study);
    assert_int_equal(study.population.count, 4);
    assert_int_equal(study.population.group_count, 1);
    static const int points[] = {20, 30, 5, 25};
    for (int c = 0; c < 4; c++)
        study.fitness[c] = (struct fitness){.points = points[c], .pairs = 10};
    study_tell(&study);
    for (int c = 0; c < 4; c++)
        assert_memory_equal(anneal->chains[c].current,
                            population_get(&study.population, c == 2 ? 1 : c), 6 * sizeof(int32_t));
    study_ask(&study);
    assert_int_equal(study.population.count, 8);
    study_end(&study);
}

/* Proposals with a moved first gene lose, the others win: its step shrinks, the others' grow. */
static struct comparison first_gene_decides(const void *games, int a, int b) {
    const struct study *study = games;
    int moved =
        population_get(&study->population, a)[0] != population_get(&study->population, b)[0];
    int difference = moved ? -4 : 4;
    return (struct comparison){10, 10 * difference, 10 * difference * difference};
}

static void each_gene_has_a_step_of_its_own(void **unused) {
    (void)unused;
    struct study study;
    struct settings settings = usual;
    settings.anneal.temperature = 0.1;
    start_annealing(&study, &settings);
    const struct anneal *anneal = study.optimizer;
    while (study.generation < 60) {
        study_ask(&study);
        study.outcome.compare = first_gene_decides;
        study.outcome.games = &study;
        study_tell(&study);
    }
    for (int c = 0; c < 4; c++) {
        assert_true(anneal->chains[c].steps[0] < 0.1);
        for (int j = 1; j < 6; j++) assert_true(anneal->chains[c].steps[j] > 0.1);
    }
    study_end(&study);
}

/* The acceptance after one duel of each chain, and the furthest that a step has gone from 0.1. */
static void duel_once(int difference, double *acceptance, double *step) {
    struct study study;
    struct settings settings = usual;
    settings.anneal.temperature = 0.1;
    settings.anneal.genes = 1;
    settings.anneal.exchange_every = 0;
    start_annealing(&study, &settings);
    tell_all(&study, difference);
    *acceptance = study_metric(&study, "acceptance");
    *step = 0.1;
    for (int j = 0; j < 6; j++) {
        double other = ((const struct anneal *)study.optimizer)->chains[0].steps[j];
        if (fabs(other - 0.1) > fabs(*step - 0.1)) *step = other;
    }
    study_end(&study);
}

/* A win is sure to be accepted, a loss to be refused. A tenth of that goes into the running
 * acceptance, which begins at the target, a part of one half; and steps grow by a factor e for
 * every five duels that are accepted beyond it. */
static void a_duel_moves_acceptance_and_steps(void **unused) {
    (void)unused;
    const double target = 0.44 / 2;
    double acceptance, step;
    duel_once(4, &acceptance, &step);
    assert_near(acceptance, 0.9 * target + 0.1, 1e-4);
    assert_near(step, 0.1 * exp((1 - target) / 5), 1e-4);
    duel_once(-4, &acceptance, &step);
    assert_near(acceptance, 0.9 * target, 1e-4);
    assert_near(step, 0.1 * exp(-target / 5), 1e-4);
}

/* Proposals that always win have the largest step there is, which falls evenly on a logarithmic
 * scale from step_max to step_min at the end, and stays there. */
static void the_largest_step_falls_with_the_run(void **unused) {
    (void)unused;
    struct study study;
    struct settings settings = usual;
    settings.anneal.genes = 1;
    settings.anneal.exchange_every = 0;
    start_annealing(&study, &settings);
    const double *steps = ((const struct anneal *)study.optimizer)->chains[1].steps;
    while (study.generation < 101) tell_all(&study, 4);
    assert_near(steps[0], sqrt(0.5 * 0.01), 1e-9);
    while (study.generation < 220) tell_all(&study, 4);
    assert_near(steps[0], 0.01, 1e-9);
    study_end(&study);
}

/* Against their own formula: the points of generation t weigh as t (t + 1) (t + 2), on the scale.
 */
static void the_champion_is_the_mean_of_the_chains_points(void **unused) {
    (void)unused;
    struct study study;
    struct settings settings = usual;
    double sums[6] = {0}, weights = 0;
    settings.bounds = SCALE_REFLECT;
    settings.anneal.temperature = 0.1;
    start_annealing(&study, &settings);
    const struct anneal *anneal = study.optimizer;
    for (double t = 1; t <= 20; t++) {
        study_step(&study);
        weights += t * (t + 1) * (t + 2);
        for (int c = 0; c < 4; c++)
            for (int j = 0; j < 6; j++)
                sums[j] += t * (t + 1) * (t + 2) / 4 *
                           scale_unit(&study.simulator.ranges[j], anneal->chains[c].current[j]);
        assert_int_equal(study.champion, -1);
        for (int j = 0; j < 6; j++) {
            assert_near(anneal->mean[j], sums[j] / weights, 1e-12);
            assert_int_equal(study.best[j],
                             scale_value(&study.simulator.ranges[j], anneal->mean[j]));
        }
    }
    study_end(&study);
}

/* Without games (a hall of fame that is still empty) nothing moves. */
static void without_games_nothing_is_decided(void **unused) {
    (void)unused;
    for (int i = 0; optimizer_list[i]; i++) {
        struct study study;
        struct simulator simulator;
        struct settings settings = usual;
        settings.kind = optimizer_list[i];
        simulator_init(&simulator, 6, 0, 3);
        begin(&study, &settings, &simulator, 8);
        for (int g = 0; g < 20; g++) study_step(&study);
        study_end(&study);
    }
}

/* ---- hybrid ---- */

static void refinement_starts_at_the_survivors(void **unused) {
    (void)unused;
    struct study study;
    struct simulator simulator;
    struct settings settings = usual;
    settings.kind = optimizer_find("hybrid", NULL);
    settings.ga.population = 12;
    settings.ga.groups = 3; /* fewer than chains: the fourth starts at the first again */
    settings.hybrid.refine_every = 2;
    settings.hybrid.refine_generations = 1;
    size_t size = 6 * sizeof(int32_t);
    int32_t refined[4][6];
    simulator_init(&simulator, 6, 10, 3);
    begin(&study, &settings, &simulator, 8);
    study_step(&study);
    study_ask(&study);
    assert_int_equal(study.population.count, 12);
    study_play(&study);
    study_tell(&study);
    int32_t best[6];
    memcpy(best, population_get(&study.population, study.champion), size);
    study_ask(&study);
    assert_int_equal(study.population.count, 8);
    assert_memory_equal(population_get(&study.population, 0), best, size);
    assert_memory_equal(population_get(&study.population, 6), best, size);
    tell_all(&study, 4);
    for (int c = 0; c < 4; c++)
        memcpy(refined[c], population_get(&study.population, 2 * c + 1), size);
    study_ask(&study);
    assert_int_equal(study.population.count, 12);
    assert_memory_equal(population_get(&study.population, 0), study.best, size);
    for (int c = 0; c < 4; c++)
        assert_memory_equal(population_get(&study.population, c + 1), refined[c], size);
    study_end(&study);
}

/* In each refinement anew, not over the run, so that a run may be made longer. */
static void the_largest_step_falls_over_a_refinement(void **unused) {
    (void)unused;
    enum { EVERY = 2, REFINED = 4 };
    struct study study;
    struct simulator simulator;
    struct settings settings = usual;
    settings.kind = optimizer_find("hybrid", NULL);
    settings.anneal.genes = 1;
    settings.anneal.exchange_every = 0;
    settings.anneal.step = 0.5;
    settings.bounds = SCALE_REFLECT;
    settings.hybrid.refine_every = EVERY;
    settings.hybrid.refine_generations = REFINED;
    simulator_init(&simulator, 6, 10, 3);
    begin(&study, &settings, &simulator, 8);
    while (study.generation < 2 * (EVERY + REFINED)) {
        int refining = study.generation % (EVERY + REFINED) - EVERY;
        if (refining < 0) {
            study_step(&study);
        } else {
            tell_all(&study, 4);
            assert_near(study_metric(&study, "step"),
                        0.5 * pow(0.01 / 0.5, (double)refining / REFINED), 1e-9);
        }
    }
    study_end(&study);
}

/* ---- all of them ---- */

struct trial {
    const char *name;
    struct settings settings;
};

enum { TRIALS = 10 };

static void trials_make(struct trial trials[TRIALS]) {
    const struct optimizer_kind *hybrid = optimizer_find("hybrid", NULL);
    for (int i = 0; i < TRIALS; i++) trials[i].settings = usual;
    trials[0].name = "ga, groups, uniform";
    trials[1].name = "ga, groups, li2007";
    trials[1].settings.ga.variant = GA_LI2007;
    trials[2].name = "ga, groups of two, one-point";
    trials[2].settings.ga.groups = 10;
    trials[2].settings.ga.crossover = GA_ONE_POINT;
    trials[3].name = "ga, ranked, uniform";
    trials[3].settings.ga.selection = GA_RANKED;
    trials[4].name = "ga, ranked, blend";
    trials[4].settings.ga.selection = GA_RANKED;
    trials[4].settings.ga.crossover = GA_BLEND;
    trials[5].name = "anneal, geometric";
    trials[5].settings.kind = &anneal_kind;
    trials[6].name = "anneal, adaptive";
    trials[6].settings.kind = &anneal_kind;
    trials[6].settings.anneal.cooling = COOLING_ADAPTIVE;
    trials[7].name = "anneal, given temperature";
    trials[7].settings.kind = &anneal_kind;
    trials[7].settings.anneal.temperature = 0.05;
    trials[8].name = "hybrid";
    trials[8].settings.kind = hybrid;
    trials[9].name = "ga, adapted steps, centroid";
    trials[9].settings.ga.population = 32;
    trials[9].settings.ga.groups = 8;
    trials[9].settings.ga.adaptation = 0.1;
    trials[9].settings.ga.champion = GA_CENTROID;
}

enum { SEEDS = 20 };

/* The mean strength of the last champions after 60000 games; -0.6 logits are 35 % against the
 * optimum. */
static double final_strength(struct study *study) {
    enum { LAST = 10 };
    double last[LAST] = {0}, mean = 0;
    while (study->simulator.games < 60000) {
        study_step(study);
        last[study->generation % LAST] = study_strength(study);
    }
    for (int i = 0; i < LAST; i++) mean += last[i] / LAST;
    return mean;
}

static void assert_most_are_good(const char *name, const double *strengths) {
    int good = 0;
    double mean = 0;
    for (int i = 0; i < SEEDS; i++) {
        good += strengths[i] > -0.6;
        mean += strengths[i] / SEEDS;
    }
    print_message("%-30s %2d of %d, mean %.2f\n", name, good, SEEDS, mean);
    assert_true(good >= SEEDS - 2);
}

/* From a random start, about -8 logits, by meeting each other. */
static void all_find_the_optimum(void **unused) {
    (void)unused;
    struct trial trials[TRIALS];
    trials_make(trials);
    for (int t = 0; t < TRIALS; t++) {
        double strengths[SEEDS];
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct simulator simulator;
            struct study study;
            simulator_init(&simulator, 10, 20, 100 + seed);
            begin(&study, &trials[t].settings, &simulator, seed);
            strengths[seed] = final_strength(&study);
            study_end(&study);
        }
        assert_most_are_good(trials[t].name, strengths);
    }
}

/* Logits below the optimum with 64 genes after 100 000 games in groups of 20 pairs, the mean of
 * three seeds; options as usual. */
static double usual_regret(const struct optimizer_kind *kind) {
    double regret = 0;
    for (uint64_t seed = 0; seed < 3; seed++) {
        struct optimizer_options options;
        struct simulator simulator;
        struct study study;
        optimizer_options_init(&options);
        options.kind = kind;
        options.generations = 100;
        simulator_init(&simulator, 64, 20, 100 + seed);
        study_start(&study, &options, &simulator, seed, NULL);
        while (study.simulator.games < 100000) {
            study_ask(&study);
            study_play(&study);
            study_tell(&study);
        }
        regret -= simulator_strength(&study.simulator, study.best) / 3;
        study_end(&study);
    }
    return regret;
}

/* 20 individuals in four groups end a logit below, four chains by themselves 0.6. */
static void usual_options_are_good_ones(void **unused) {
    (void)unused;
    assert_true(usual_regret(&ga_kind) < 0.7);
    assert_true(usual_regret(&anneal_kind) < 0.4);
}

/* Every gene 0.25 beside the optimum, -3.8 logits. */
static void make_start(const struct simulator *simulator, int32_t *start) {
    for (int j = 0; j < simulator->dim; j++) {
        double off = simulator->optimum[j] > 0.5 ? -0.25 : 0.25;
        start[j] = scale_value(&simulator->ranges[j], simulator->optimum[j] + off);
    }
}

/* From a given start, meeting only a yardstick at -1, with local optima of depth 1 on the way. */
static void all_climb_past_a_yardstick(void **unused) {
    (void)unused;
    struct trial trials[TRIALS];
    trials_make(trials);
    for (int t = 0; t < TRIALS; t++) {
        double strengths[SEEDS];
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct simulator simulator;
            struct study study;
            int32_t start[10];
            simulator_init(&simulator, 10, 20, 200 + seed);
            make_start(&simulator, start);
            simulator.gauntlet = true;
            simulator.yardstick = -1;
            simulator.ripple = 1;
            trials[t].settings.init = INIT_AROUND;
            trials[t].settings.init_spread = 0.05;
            begin_at(&study, &trials[t].settings, &simulator, seed, start);
            strengths[seed] = final_strength(&study);
            study_end(&study);
        }
        assert_most_are_good(trials[t].name, strengths);
    }
}

/* Whatever is asked lies within the bounds, and no gene is stuck: each takes several values, and
 * changes still in the second half. */
static void bounds_hold_and_no_gene_sticks(void **unused) {
    (void)unused;
    enum { DIM = 12, GENERATIONS = 200 };
    struct trial trials[TRIALS];
    trials_make(trials);
    for (int t = 0; t < TRIALS; t++) {
        struct simulator simulator;
        struct study study;
        int32_t seen[DIM];
        bool changed[DIM] = {false};
        simulator_init(&simulator, DIM, 4, 1);
        simulator.ranges[3].upper = 2; /* the narrowest there is */
        simulator.ranges[7].lower = simulator.ranges[7].upper = 5;
        begin(&study, &trials[t].settings, &simulator, 2);
        while (study.generation < GENERATIONS) {
            study_ask(&study);
            if (study.generation == GENERATIONS / 2)
                memcpy(seen, study.population.genes, sizeof seen);
            for (int i = 0; i < study.population.count; i++)
                for (int j = 0; j < DIM; j++) {
                    int32_t gene = population_get(&study.population, i)[j];
                    assert_true(gene >= simulator.ranges[j].lower &&
                                gene <= simulator.ranges[j].upper);
                    if (study.generation > GENERATIONS / 2) changed[j] |= gene != seen[j];
                }
            study_play(&study);
            study_tell(&study);
        }
        for (int j = 0; j < DIM; j++) assert_int_equal(changed[j], j != 7);
        study_end(&study);
    }
}

/* Ended and resumed after every generation, each asks, answers and logs the same. */
static void resumed_runs_are_the_same(void **unused) {
    (void)unused;
    struct trial trials[TRIALS];
    trials_make(trials);
    for (int t = 0; t < TRIALS; t++) {
        struct simulator simulator;
        struct study straight, broken;
        simulator_init(&simulator, 10, 5, 1);
        begin(&straight, &trials[t].settings, &simulator, 2);
        begin(&broken, &trials[t].settings, &simulator, 2);
        for (int g = 0; g < 45; g++) {
            study_step(&straight);
            study_reload(&broken);
            study_step(&broken);
            assert_int_equal(straight.population.count, broken.population.count);
            size_t count = (size_t)straight.population.count;
            assert_memory_equal(straight.population.genes, broken.population.genes,
                                count * 10 * sizeof(int32_t));
            assert_memory_equal(straight.population.group, broken.population.group,
                                count * sizeof(int));
            assert_int_equal(straight.champion, broken.champion);
            assert_memory_equal(&straight.metrics, &broken.metrics, sizeof straight.metrics);
        }
        study_end(&straight);
        study_end(&broken);
    }
}

/* Loads a text that was cut or damaged: refused with a message, or harmless. */
static bool load_damaged(struct study *study, const char *text) {
    const struct optimizer_kind *kind = study->options.kind;
    void *fresh = kind->create(&study->setup);
    struct error error = {""};
    bool loaded = kind->load(fresh, text, &error) == 0;
    assert_int_equal(error.text[0] == '\0', loaded);
    if (loaded) {
        kind->ask(fresh, study->generation, &study->population);
        for (int i = 0; i < study->population.count; i++)
            for (int j = 0; j < study->setup.dim; j++) {
                const struct range *param = &study->setup.ranges[j];
                int32_t gene = population_get(&study->population, i)[j];
                assert_true(gene >= param->lower && gene <= param->upper);
            }
    }
    kind->destroy(fresh);
    return loaded;
}

static void damaged_states_are_refused(void **unused) {
    (void)unused;
    for (int k = 0; optimizer_list[k]; k++) {
        struct simulator simulator;
        struct study study;
        struct settings settings = usual;
        struct text saved = {0};
        settings.kind = optimizer_list[k];
        settings.ga.adaptation = 0.2;
        simulator_init(&simulator, 4, 3, 1);
        begin(&study, &settings, &simulator, 2);
        for (int g = 0; g < 12; g++) study_step(&study);
        settings.kind->save(study.optimizer, &saved);
        assert_true(load_damaged(&study, saved.data));
        size_t last_word = saved.length - 1;
        while (saved.data[last_word - 1] != ' ') last_word--;
        struct rng rng = rng_keyed(1, 2, 3, (uint64_t)k);
        for (size_t length = 0; length < saved.length; length++) {
            char *copy = xstrdup(saved.data);
            copy[length] = (char)(32 + rng_below(&rng, 95));
            load_damaged(&study, copy);
            copy[length] = '\0';
            if (length <= last_word) assert_false(load_damaged(&study, copy));
            free(copy);
        }
        text_add(&saved, "more");
        assert_false(load_damaged(&study, saved.data));
        text_free(&saved);
        study_end(&study);
    }
}

static void a_number_beyond_its_bounds_is_refused(void **unused) {
    (void)unused;
    struct error error;
    struct saved saved = {.at = "0 1 1.0001 -0.0001 nan 1e999", .error = &error};
    double value;
    for (int i = 0; i < 2; i++) assert_int_equal(saved_real(&saved, "part", 0, 1, &value), 0);
    for (int i = 0; i < 4; i++) assert_int_equal(saved_real(&saved, "part", 0, 1, &value), -1);
}

static void a_refusal_says_what_is_wrong(void **unused) {
    (void)unused;
    struct simulator simulator;
    struct study study;
    struct error error;
    simulator_init(&simulator, 4, 3, 1);
    begin(&study, &usual, &simulator, 2);
    assert_int_equal(ga_kind.load(study.optimizer, "anneal 20 4", &error), -1);
    assert_string_equal(error.text, "saved optimiser state: \"anneal\" where \"ga\" should be");
    assert_int_equal(ga_kind.load(study.optimizer, "ga 20 4 0 1 -101", &error), -1);
    assert_string_equal(error.text, "saved optimiser state: gene 3 is \"-101\", it should be a "
                                    "whole number from -100 to 50");
    study_end(&study);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rate_is_points_a_game),
        cmocka_unit_test(metrics_are_named),
        cmocka_unit_test(kinds_are_found_by_name),
        cmocka_unit_test(given_vectors_begin_a_run),
        cmocka_unit_test(a_random_beginning_is_even_on_the_scale),
        cmocka_unit_test(slot_0_is_the_start),
        cmocka_unit_test(rates_fall_for_the_fitter),
        cmocka_unit_test(equals_have_the_highest_rates),
        cmocka_unit_test(groups_are_dealt_anew_and_evenly),
        cmocka_unit_test(group_champions_survive),
        cmocka_unit_test(the_elite_survives),
        cmocka_unit_test(the_centroid_is_of_the_better_half),
        cmocka_unit_test(a_clearly_worse_one_plays_no_more),
        cmocka_unit_test(a_leader_without_rivals_plays_no_more),
        cmocka_unit_test(any_slot_may_lead),
        cmocka_unit_test(nothing_is_decided_before_the_first_batch_or_without_a_race),
        cmocka_unit_test(a_race_takes_fewer_games),
        cmocka_unit_test(steps_are_inherited_and_change),
        cmocka_unit_test(no_step_is_longer_than_the_reach),
        cmocka_unit_test(a_child_moves_by_its_own_step),
        cmocka_unit_test(bounds_clamp_steps_that_are_not_wide),
        cmocka_unit_test(crossover_keeps_to_its_kind),
        cmocka_unit_test(the_cut_is_anywhere),
        cmocka_unit_test(parents_are_of_the_better_half),
        cmocka_unit_test(a_child_of_two_mutates_by_their_mean),
        cmocka_unit_test(an_advantage_is_in_points_a_game),
        cmocka_unit_test(acceptance_balances_under_noise),
        cmocka_unit_test(the_noise_is_estimated),
        cmocka_unit_test(below_the_noise_the_better_is_accepted),
        cmocka_unit_test(the_mean_of_chains_on_a_bound_soon_forgets_their_way),
        cmocka_unit_test(each_chain_asks_a_duel),
        cmocka_unit_test(proposals_have_genes_of_all_other_chains),
        cmocka_unit_test(a_chain_alone_proposes_from_its_own_point),
        cmocka_unit_test(winning_proposals_are_accepted),
        cmocka_unit_test(chains_cool_and_are_reheated),
        cmocka_unit_test(a_loss_is_accepted_as_often_as_its_size_says),
        cmocka_unit_test(adaptive_cooling_waits),
        cmocka_unit_test(a_chain_that_is_too_hot_cools_at_full_speed),
        cmocka_unit_test(the_temperature_is_measured),
        cmocka_unit_test(proposals_that_win_need_no_heat),
        cmocka_unit_test(an_exchange_replaces_the_worst),
        cmocka_unit_test(each_gene_has_a_step_of_its_own),
        cmocka_unit_test(a_duel_moves_acceptance_and_steps),
        cmocka_unit_test(the_largest_step_falls_with_the_run),
        cmocka_unit_test(the_champion_is_the_mean_of_the_chains_points),
        cmocka_unit_test(without_games_nothing_is_decided),
        cmocka_unit_test(refinement_starts_at_the_survivors),
        cmocka_unit_test(the_largest_step_falls_over_a_refinement),
        cmocka_unit_test(all_find_the_optimum),
        cmocka_unit_test(usual_options_are_good_ones),
        cmocka_unit_test(all_climb_past_a_yardstick),
        cmocka_unit_test(bounds_hold_and_no_gene_sticks),
        cmocka_unit_test(resumed_runs_are_the_same),
        cmocka_unit_test(damaged_states_are_refused),
        cmocka_unit_test(a_number_beyond_its_bounds_is_refused),
        cmocka_unit_test(a_refusal_says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
