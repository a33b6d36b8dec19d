/*
 * rescale: optimisers that go on with other ranges: what they know stays, in the parameters' own
 * units, as far as the new ranges have it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/study.h"

enum { DIM = 4, BEFORE = 12 };

static struct range ranges[DIM], present[DIM]; /* the new ones, and those that a study has */

static void begin(struct study *study, const struct optimizer_kind *kind, uint64_t seed) {
    struct optimizer_options options;
    struct simulator simulator;
    optimizer_options_init(&options);
    options.kind = kind;
    options.generations = 80;
    simulator_init(&simulator, DIM, 20, seed);
    for (int j = 0; j < DIM; j++) {
        enum scale scale = j % 2 ? SCALE_LOG : SCALE_LINEAR;
        simulator.ranges[j] = (struct range){scale == SCALE_LOG ? 10 : -1000, 1000, scale};
    }
    study_start(study, &options, &simulator, seed, NULL);
    while (study->generation < BEFORE) study_step(study);
    memcpy(ranges, study->simulator.ranges, sizeof ranges);
}

/* Goes on with `ranges`, as a run does. */
static void rescale(struct study *study) {
    const struct optimizer_kind *kind = study->options.kind;
    struct optimizer_setup to = study->setup;
    struct text saved = {0};
    struct error error = {""};
    to.ranges = ranges;
    kind->rescale(study->optimizer, &to);
    kind->save(study->optimizer, &saved);
    kind->destroy(study->optimizer);
    memcpy(present, ranges, sizeof present);
    study->setup = to;
    study->setup.ranges = present;
    study->optimizer = kind->create(&study->setup);
    if (kind->load(study->optimizer, text_get(&saved), &error))
        fail_msg("%s: %s", kind->name, error.text);
    text_free(&saved);
}

/* All kinds that have no positions to learn from. */
static const struct optimizer_kind *kind_after(const struct optimizer_kind *kind) {
    int i = 0;
    while (kind && optimizer_list[i++] != kind) continue;
    while (optimizer_list[i] && optimizer_list[i]->learns) i++;
    return optimizer_list[i];
}
#define EACH(kind)                                                                                 \
    (const struct optimizer_kind *kind = kind_after(NULL); kind; kind = kind_after(kind))

static void print_state(const struct study *study, struct text *out) {
    study->options.kind->save(study->optimizer, out);
}

static void kinds_that_learn_cannot(void **unused) {
    (void)unused;
    for (int i = 0; optimizer_list[i]; i++)
        assert_int_equal(optimizer_list[i]->rescale == NULL, optimizer_list[i]->learns);
}

static void the_same_ranges_change_nothing(void **unused) {
    (void)unused;
    for
        EACH(kind) {
            struct study study;
            struct text before = {0}, after = {0};
            begin(&study, kind, 3);
            print_state(&study, &before);
            rescale(&study);
            print_state(&study, &after);
            assert_string_equal(text_get(&before), text_get(&after));
            text_free(&before);
            text_free(&after);
            study_end(&study);
        }
}

static void assert_asks_within(struct study *study) {
    study_ask(study);
    for (int i = 0; i < study->population.count; i++)
        for (int j = 0; j < DIM; j++) {
            int32_t gene = population_get(&study->population, i)[j];
            if (gene < ranges[j].lower || gene > ranges[j].upper)
                fail_msg("%s asks %d of gene %d", study->options.kind->name, gene, j);
        }
}

/* Also where what was known lies outside. */
static void narrower_ranges_are_kept_to(void **unused) {
    (void)unused;
    for
        EACH(kind)
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct study study;
        begin(&study, kind, seed);
        for (int j = 0; j < DIM; j++) ranges[j].lower = 400, ranges[j].upper = 500;
        rescale(&study);
        for (int g = 0; g < 8; g++) {
            assert_asks_within(&study);
            study_play(&study);
            study_tell(&study);
            for (int j = 0; j < DIM; j++)
                assert_in_range(study.best[j], ranges[j].lower, ranges[j].upper);
            study_reload(&study);
        }
        study_end(&study);
    }
}

static void widen(void) {
    for (int j = 0; j < DIM; j++) {
        if (ranges[j].scale == SCALE_LOG)
            ranges[j].lower = 1, ranges[j].upper = 9000;
        else
            ranges[j].lower = -3000, ranges[j].upper = 5000;
    }
}

static void assert_close(const struct study *study, const int32_t *before, const int32_t *after) {
    for (int j = 0; j < DIM; j++)
        if (abs(before[j] - after[j]) > 1)
            fail_msg("%s: gene %d was %d and is %d", study->options.kind->name, j, before[j],
                     after[j]);
}

/* Of kinds whose champion follows from the state, and that of GA from the last generation. */
static void the_champion_stays_where_it_was(void **unused) {
    (void)unused;
    static const char *const names[] = {"anneal", "cmaes", "spsa"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct study study;
        int32_t before[DIM], after[DIM];
        begin(&study, optimizer_find(names[i], NULL), 4);
        memcpy(before, study.best, sizeof before);
        widen();
        rescale(&study);
        assert_int_equal(study.options.kind->champion(study.optimizer, after), -1);
        assert_close(&study, before, after);
        study_end(&study);
    }
}

/* Survivors, incumbents and duels are vectors, which stay as they are. */
static void vectors_that_were_known_stay(void **unused) {
    (void)unused;
    static const struct {
        const char *name;
        int count;
    } kinds[] = {{"ga", 128}, {"hybrid", 128}, {"random", 1}};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        struct study study;
        int32_t before[128 * DIM];
        size_t size = (size_t)kinds[i].count * DIM * sizeof *before;
        begin(&study, optimizer_find(kinds[i].name, NULL), 5);
        study_ask(&study);
        memcpy(before, study.population.genes, size);
        widen();
        rescale(&study);
        study_ask(&study);
        assert_memory_equal(study.population.genes, before, size);
        study_end(&study);
    }
}

/* What comes next is as far from what is known as it would have been, in the parameters' units:
 * the random numbers are the same. */
static void steps_keep_their_length(void **unused) {
    (void)unused;
    static const char *const names[] = {"anneal", "cmaes"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct study study;
        int32_t before[1024 * DIM];
        begin(&study, optimizer_find(names[i], NULL), 6);
        for (int j = 0; j < DIM; j++) ranges[j].upper += ranges[j].scale == SCALE_LOG ? 500 : 400;
        study_ask(&study);
        memcpy(before, study.population.genes,
               (size_t)study.population.count * DIM * sizeof *before);
        rescale(&study);
        study_ask(&study);
        int same = 0;
        for (int k = 0; k < study.population.count * DIM; k++)
            same += abs(study.population.genes[k] - before[k]) <= 1;
        print_message("%s: %d of %d\n", names[i], same, study.population.count * DIM);
        assert_true(same >= study.population.count * DIM * 9 / 10);
        study_end(&study);
    }
}

/* The ranges leave the optimum out, as far from it as they are wide. */
static void narrow_beside(const struct simulator *simulator) {
    for (int j = 0; j < DIM; j++) {
        bool below = simulator->optimum[j] > 0.5;
        const struct range *all = &simulator->ranges[j];
        ranges[j].lower = scale_value(all, below ? 0 : simulator->optimum[j] + 0.25);
        ranges[j].upper = scale_value(all, below ? simulator->optimum[j] - 0.25 : 1);
    }
}

/* From ranges without the optimum into those that have it. */
static void all_climb_on_where_ranges_open(void **unused) {
    (void)unused;
    for
        EACH(kind) {
            struct study study;
            double beside = 0, at_last = 0;
            for (uint64_t seed = 1; seed <= 6; seed++) {
                begin(&study, kind, 20 + seed);
                narrow_beside(&study.simulator);
                rescale(&study);
                while (study.generation < 2 * BEFORE) study_step(&study);
                beside += study_strength(&study) / 6;
                memcpy(ranges, study.simulator.ranges, sizeof ranges);
                rescale(&study);
                while (study.generation < 80) study_step(&study);
                at_last += study_strength(&study) / 6;
                study_end(&study);
            }
            print_message("%s: %.2f, then %.2f\n", kind->name, beside, at_last);
            assert_true(beside < -1.5 && at_last > -0.8);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_that_learn_cannot),
        cmocka_unit_test(the_same_ranges_change_nothing),
        cmocka_unit_test(narrower_ranges_are_kept_to),
        cmocka_unit_test(the_champion_stays_where_it_was),
        cmocka_unit_test(vectors_that_were_known_stay),
        cmocka_unit_test(steps_keep_their_length),
        cmocka_unit_test(all_climb_on_where_ranges_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
